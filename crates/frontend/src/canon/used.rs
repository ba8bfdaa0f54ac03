//! Finds the values and instructions that matter.

use super::{Canon, Edge};
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, OpSet, Slot, Terminator, Value};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

/// What is used.
pub(super) struct Used {
    pub(super) values: EntitySet<Value>,
    pub(super) insts: EntitySet<Inst>,
    pub(super) slots: EntitySet<Slot>,
}

#[derive(Clone, Copy, Default)]
enum Made {
    #[default]
    Nowhere,
    By(Inst),
    Param(Block, u32),
}

struct Finder<'a> {
    canon: &'a Canon,
    made: SecondaryMap<Value, Made>,
    incoming: SecondaryMap<Block, SmallVec<[Edge; 2]>>,
    /// Stores to each slot, which matter when it is read.
    stores: SecondaryMap<Slot, Vec<Inst>>,
    work: Vec<Value>,
    used: Used,
}

pub(super) fn find(canon: &Canon, removable: &EntitySet<Inst>) -> Used {
    let mut finder = Finder {
        canon,
        made: SecondaryMap::new(),
        incoming: canon.incoming(),
        stores: SecondaryMap::new(),
        work: Vec::new(),
        used: Used { values: EntitySet::new(), insts: EntitySet::new(), slots: EntitySet::new() },
    };
    for &block in &canon.reached {
        finder.block(block, removable);
    }
    while let Some(value) = finder.work.pop() {
        finder.value(value);
    }
    finder.used
}

impl Finder<'_> {
    fn block(&mut self, block: Block, removable: &EntitySet<Inst>) {
        let data = &self.canon.func.blocks[block];
        for (k, &param) in data.params.iter().enumerate() {
            self.made[param] = Made::Param(block, k as u32);
        }
        for &inst in &data.insts {
            let inst_data = &self.canon.func.insts[inst];
            for &result in &inst_data.results {
                self.made[result] = Made::By(inst);
            }
            match inst_data.op {
                Op::SlotStore { slot } => self.stores[slot].push(inst),
                ref op if op.is_pure() || removable.contains(inst) || self.canon.idle.contains(inst) => {}
                _ => self.inst(inst),
            }
        }
        match data.term {
            Terminator::Branch { cond: value, .. } | Terminator::Return(value) => self.work.push(value),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }

    fn inst(&mut self, inst: Inst) {
        if !self.used.insts.insert(inst) {
            return;
        }
        let data = &self.canon.func.insts[inst];
        self.work.extend_from_slice(&data.args);
        if let Op::SlotLoad { slot } = data.op
            && self.used.slots.insert(slot)
        {
            for store in std::mem::take(&mut self.stores[slot]) {
                self.inst(store);
            }
        }
    }

    fn value(&mut self, value: Value) {
        let value = self.canon.resolve(value);
        if !self.used.values.insert(value) {
            return;
        }
        match self.made[value] {
            Made::Nowhere => {}
            Made::By(inst) => self.inst(inst),
            Made::Param(block, index) => {
                for &edge in &self.incoming[block] {
                    self.work.push(self.canon.argument(edge, index as usize));
                }
            }
        }
    }
}
