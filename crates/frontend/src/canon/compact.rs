//! Copies what is used into a new function, without gaps in the numbers and in the order of the layout.

use super::used::Used;
use super::{Canon, reverse_postorder};
use coluber_ir::py::Op;
use coluber_ir::{Block, BlockData, Slot, Target, Terminator, Untyped, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

struct Copier<'a> {
    old: Canon,
    new: Untyped,
    used: &'a Used,
    values: SecondaryMap<Value, PackedOption<Value>>,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    slots: SecondaryMap<Slot, PackedOption<Slot>>,
}

pub(super) fn compact(old: Canon, used: &Used) -> Untyped {
    let new = Untyped::new(old.func.name.clone());
    let mut copier = Copier {
        values: SecondaryMap::with_capacity(old.func.values.len()),
        blocks: SecondaryMap::with_capacity(old.func.blocks.len()),
        slots: SecondaryMap::new(),
        old,
        new,
        used,
    };
    let order = reverse_postorder(&copier.old.func);
    copier.slots();
    for &block in &order {
        copier.blocks[block] = copier.new.add_block().into();
    }
    for &block in &order {
        copier.params_and_insts(block);
    }
    for &block in &order {
        copier.end(block);
    }
    copier.new
}

impl Copier<'_> {
    fn slots(&mut self) {
        let slots: Vec<Slot> = self.old.func.slots.keys().filter(|&slot| self.used.slots.contains(slot)).collect();
        for slot in slots {
            let data = self.old.func.slots[slot].clone();
            self.slots[slot] = self.new.slots.push(data).into();
        }
    }

    fn params_and_insts(&mut self, block: Block) {
        let new_block = self.block(block);
        let data = &mut self.old.func.blocks[block];
        let (params, insts) = (std::mem::take(&mut data.params), std::mem::take(&mut data.insts));
        for param in &params {
            if new_block.index() == 0 || self.used.values.contains(*param) {
                let value = self.define(*param);
                self.new.blocks[new_block].params.push(value);
            }
        }
        self.old.func.blocks[block].params = params;
        for inst in insts {
            self.inst(new_block, inst);
        }
    }

    fn inst(&mut self, block: Block, inst: coluber_ir::Inst) {
        let data = &mut self.old.func.insts[inst];
        let mut data = coluber_ir::InstData {
            op: std::mem::replace(&mut data.op, Op::Undef {}),
            args: std::mem::take(&mut data.args),
            results: std::mem::take(&mut data.results),
            cleanup: std::mem::take(&mut data.cleanup),
            span: data.span,
        };
        if let Op::SlotLoad { slot } | Op::SlotStore { slot } = &mut data.op {
            *slot = self.slots[*slot].expand().unwrap_or(*slot);
        }
        data.args.iter_mut().for_each(|arg| *arg = self.value(*arg));
        for result in &mut data.results {
            *result = self.define(*result);
        }
        let inst = self.new.insts.push(data);
        self.new.blocks[block].insts.push(inst);
    }

    fn end(&mut self, block: Block) {
        let new_block = self.block(block);
        let data = &self.old.func.blocks[block];
        let target = |target: &Target| {
            let params = &self.old.func.blocks[target.block].params;
            let used = target.args.iter().zip(params).filter(|(_, param)| self.used.values.contains(**param));
            Target { block: self.block(target.block), args: used.map(|(&arg, _)| self.value(arg)).collect() }
        };
        let term = match &data.term {
            Terminator::Jump(to) => Terminator::Jump(target(to)),
            Terminator::Branch { cond, then, otherwise } => {
                Terminator::Branch { cond: self.value(*cond), then: target(then), otherwise: target(otherwise) }
            }
            Terminator::Return(value) => Terminator::Return(self.value(*value)),
            Terminator::Unreachable => Terminator::Unreachable,
        };
        let handler = data.handler.map(|handler| self.block(handler));
        let term_span = data.term_span;
        let new = &mut self.new.blocks[new_block];
        let (params, insts) = (std::mem::replace(&mut new.params, SmallVec::new()), std::mem::take(&mut new.insts));
        *new = BlockData { params, insts, term, term_span, handler, parallel: data.parallel };
    }

    fn define(&mut self, old: Value) -> Value {
        let value = self.new.values.push(self.old.func.values[old].clone());
        self.values[old] = value.into();
        value
    }

    /// The new value that stands for an old one. Blocks come after those that dominate them, so that it exists.
    fn value(&self, old: Value) -> Value {
        self.values[self.old.resolve(old)].expand().expect("a value is defined before it is used")
    }

    fn block(&self, old: Block) -> Block {
        self.blocks[old].expand().expect("a block that is jumped to is in the layout")
    }
}
