//! Operations whose result is already there, and branches whose way is known.

use crate::replaced::Replaced;
use coluber_ir::function::Values;
use coluber_ir::typed::{Op, Unary};
use coluber_ir::{Cfg, Const, Inst, Terminator, Typed, Value};
use coluber_types::fields::fields;
use cranelift_entity::SecondaryMap;

/// Folds in an order in which definitions come before uses. Operands are resolved on the way; uses are not replaced yet.
pub(super) fn run(func: &mut Typed, replaced: &mut Replaced) {
    let cfg = Cfg::new(func);
    let mut folder = Folder { func, replaced, defs: SecondaryMap::new() };
    for &block in cfg.order() {
        let mut insts = std::mem::take(&mut folder.func.blocks[block].insts);
        insts.retain(|&inst| !folder.inst(inst));
        folder.func.blocks[block].insts = insts;
        let mut term = std::mem::replace(&mut folder.func.blocks[block].term, Terminator::Unreachable);
        folder.terminator(&mut term);
        folder.func.blocks[block].term = term;
    }
}

struct Folder<'f> {
    func: &'f mut Typed,
    replaced: &'f mut Replaced,
    defs: SecondaryMap<Value, Option<Inst>>,
}

impl Folder<'_> {
    /// Whether the instruction is not needed any more.
    fn inst(&mut self, inst: Inst) -> bool {
        let args: Values = self.func.insts[inst].args.iter().map(|&a| self.replaced.resolve(a)).collect();
        let data = &self.func.insts[inst];
        if let Op::Guard { .. } = data.op {
            return args.first().is_some_and(|&ok| self.constant(ok) == Some(true));
        }
        if let &[result] = &data.results[..] {
            if let Some(by) = self.known(&data.op, &args, result) {
                self.replaced.replace(result, by);
                return true;
            }
            self.defs[result] = Some(inst);
        }
        self.func.insts[inst].args = args;
        false
    }

    /// A value that is there already and equal to the result.
    fn known(&self, op: &Op, args: &[Value], result: Value) -> Option<Value> {
        match (op, args) {
            (Op::Part { index }, &[whole]) => match self.def(whole)? {
                (Op::Pack {}, parts) => parts.get(*index as usize).copied(),
                _ => None,
            },
            (Op::Pack {}, &[first, ..]) => self.whole(first, args, result),
            (Op::Select {}, &[_, a, b]) if a == b => Some(a),
            (Op::Select {}, &[cond, a, b]) => self.constant(cond).map(|c| if c { a } else { b }),
            (Op::Cast {}, &[a]) if self.func.ty(a) == self.func.ty(result) => Some(a),
            (Op::Unary { op: Unary::Not }, &[a]) => match self.def(a)? {
                (Op::Unary { op: Unary::Not }, &[inner]) => Some(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// The aggregate whose parts are put together again.
    fn whole(&self, first: Value, parts: &[Value], result: Value) -> Option<Value> {
        let source = |part: Value, index: usize| match self.def(part) {
            Some((Op::Part { index: k }, &[whole])) if *k as usize == index => Some(whole),
            _ => None,
        };
        let whole = source(first, 0)?;
        let ty = self.func.ty(whole);
        let all = (1..).zip(&parts[1..]).all(|(k, &part)| source(part, k) == Some(whole));
        (all && ty == self.func.ty(result) && fields(ty).len() == parts.len()).then_some(whole)
    }

    fn def(&self, value: Value) -> Option<(&Op, &[Value])> {
        let data = &self.func.insts[self.defs[value]?];
        Some((&data.op, &data.args))
    }

    /// The value of a bool that is known.
    fn constant(&self, value: Value) -> Option<bool> {
        match self.def(value)? {
            (Op::Const { value: Const::Bool(known) }, _) => Some(*known),
            (Op::Unary { op: Unary::Not }, &[inner]) => self.constant(inner).map(|known| !known),
            _ => None,
        }
    }

    fn terminator(&mut self, term: &mut Terminator) {
        term.map_uses(|v| self.replaced.resolve(v));
        let Terminator::Branch { cond, then, otherwise } = term else { return };
        let known = if then == otherwise { Some(true) } else { self.constant(*cond) };
        if let Some(known) = known {
            *term = Terminator::Jump(if known { then.clone() } else { otherwise.clone() });
        } else if let Some((Op::Unary { op: Unary::Not }, &[inner])) = self.def(*cond) {
            *cond = inner;
            std::mem::swap(then, otherwise);
        }
    }
}
