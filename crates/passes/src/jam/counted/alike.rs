//! What is the same for all lanes.

use super::super::around::{definitions, is_calm};
use super::loops::Loops;
use crate::interrupts::counting::Facts;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Inst, Typed, Value};
use coluber_types::Kind;
use rustc_hash::FxHashSet;

/// The values of a loop that do not differ between its iterations, and those that do not differ between lanes in the same turn.
pub(super) struct Alike {
    made: FxHashSet<Value>,
    fixed: FxHashSet<Value>,
    alike: FxHashSet<Value>,
    /// The instructions whose results do not change in the loop and that may run in front of it, in their order.
    pub in_front: Vec<Inst>,
    /// Whether fields of instances do not change in the loop.
    fields_stay: bool,
}

impl Alike {
    /// What of the values that are made in the loops is alike.
    pub fn find(facts: &Facts<'_>, loops: &Loops, fields_stay: bool) -> Alike {
        let mut differing = FxHashSet::default();
        loop {
            let found = Alike::with(facts, loops, fields_stay, &differing);
            let known = differing.len();
            differing.extend(found.differing_params(facts.func, loops));
            if differing.len() == known {
                return found;
            }
        }
    }

    /// What is alike if all parameters of the inner loop's blocks are, but for some.
    fn with(facts: &Facts<'_>, loops: &Loops, fields_stay: bool, differing: &FxHashSet<Value>) -> Alike {
        let made = loops.order.iter().flat_map(|&block| definitions(facts.func, block)).collect();
        let (fixed, alike) = (FxHashSet::default(), FxHashSet::default());
        let mut found = Alike { made, fixed, alike, in_front: Vec::new(), fields_stay };
        for &block in &loops.order {
            if loops.region.contains(&block) {
                let params = facts.func.blocks[block].params.iter();
                found.alike.extend(params.filter(|param| !differing.contains(param)));
            }
            let in_turn = !loops.behind.contains(&block);
            for &inst in &facts.func.blocks[block].insts {
                found.inst(facts, inst, in_turn);
            }
        }
        found
    }

    /// The parameters of the inner loop's blocks that are given what differs between lanes.
    fn differing_params(&self, func: &Typed, loops: &Loops) -> Vec<Value> {
        let from = [loops.before].into_iter().chain(loops.region.iter().copied());
        let targets = from.flat_map(|block| func.blocks[block].term.targets());
        let given = targets.into_iter().filter(|target| loops.region.contains(&target.block)).flat_map(|target| {
            let params = &func.blocks[target.block].params;
            params.iter().copied().zip(target.args.iter().copied())
        });
        given.filter(|&(_, arg)| !self.is_alike(arg)).map(|(param, _)| param).collect()
    }

    fn inst(&mut self, facts: &Facts<'_>, inst: Inst, in_turn: bool) {
        let data = &facts.func.insts[inst];
        if data.args.iter().all(|&arg| self.is_fixed(arg)) && self.may_run_in_front(facts, inst) {
            self.in_front.push(inst);
            self.fixed.extend(&data.results);
            self.alike.extend(&data.results);
        } else if in_turn && data.args.iter().all(|&arg| self.is_alike(arg)) && is_calm(facts.func, inst) {
            self.alike.extend(&data.results);
        }
    }

    /// Whether an instruction may run where the program does not come to it.
    fn may_run_in_front(&self, facts: &Facts<'_>, inst: Inst) -> bool {
        let data = &facts.func.insts[inst];
        match data.op {
            Op::Load {} => self.fields_stay && is_field(facts, data.args[0]),
            Op::Arith { op: Arith::Div | Arith::Rem } => facts.func.ty(data.results[0]).is_float(),
            Op::Const { .. }
            | Op::Undef {}
            | Op::Arith { .. }
            | Op::Unary { .. }
            | Op::Fma {}
            | Op::Math { .. }
            | Op::Compare { .. }
            | Op::Cast {}
            | Op::Bitcast {}
            | Op::Select {}
            | Op::Pack {}
            | Op::Part { .. }
            | Op::WrapIndex {}
            | Op::FieldPlace { .. }
            | Op::ElemPtr {} => true,
            _ => false,
        }
    }

    /// Whether a value does not change in the loop.
    pub fn is_fixed(&self, value: Value) -> bool {
        !self.made.contains(&value) || self.fixed.contains(&value)
    }

    /// Whether a value is the same for all lanes in a turn.
    pub fn is_alike(&self, value: Value) -> bool {
        !self.made.contains(&value) || self.alike.contains(&value)
    }
}

/// Whether an address is that of a field of an instance that is surely there.
fn is_field(facts: &Facts<'_>, address: Value) -> bool {
    let Some((Op::FieldPlace { .. }, &[instance])) = facts.op(address) else { return false };
    matches!(facts.func.ty(instance).kind(), Kind::Instance(_))
        && match facts.op(instance) {
            Some((op, _)) => matches!(op, Op::Runtime { .. } | Op::Call { .. }),
            None => facts.func.params().contains(&instance),
        }
}
