//! What would have to be constants, for callers of a function.

use super::{Engine, Pause};
use crate::unroll;
use crate::value::Val;
use coluber_base::{Diagnostic, ErrorClass, Name};
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::Ty;

/// A loop over more constants is not written out for their values.
const MOST_CONSTANTS: usize = 32;

impl Engine<'_> {
    /// Says which parameters and captured variables would have to be constants instead of which arguments of a call, unless they are
    /// other values.
    pub(super) fn wanted(&mut self, mut error: Box<Diagnostic>, body: &Untyped, inst: Inst) -> Box<Diagnostic> {
        let data = &body.insts[inst];
        let first = match &data.op {
            Op::Call { .. } => 1,
            Op::Binary { .. } | Op::Inplace { .. } | Op::Compare { .. } | Op::GetItem {} => 0,
            _ => usize::MAX,
        };
        let operand = |k: &usize| k.checked_add(first).and_then(|k| data.args.get(k));
        let mut values: Vec<Option<Value>> = error.wants_constants.iter().map(|k| operand(k).copied()).collect();
        let mut elsewhere = Vec::new();
        for (func, name) in std::mem::take(&mut error.wants_captured) {
            match self.captured_by(body, func, &name) {
                Some(value) => values.push(Some(value)),
                None => elsewhere.push((func, name)),
            }
        }
        error.wants_constants = Vec::new();
        let mut parameters = Vec::new();
        for value in values {
            let parameter = body.params().iter().position(|p| Some(*p) == value);
            match (parameter, value.and_then(|value| self.captured_name(body, value))) {
                (Some(k), _) => parameters.push(k),
                (None, Some(name)) => elsewhere.push((self.func.0, name)),
                (None, None) => return error,
            }
        }
        (error.wants_constants, error.wants_captured) = (parameters, elsewhere);
        error
    }

    /// The loop over a tuple of constants that is to be written out, where an instruction has no types for an item of it: for the constants
    /// it may have some.
    pub(super) fn loop_over_constants(&self, body: &Untyped, inst: Inst, error: &Diagnostic) -> Option<Pause> {
        let is_about_types =
            matches!(error.class, ErrorClass::Typing | ErrorClass::UntypedAttribute | ErrorClass::RequireLiteral);
        if !is_about_types || error.wants_room() || error.wants_field.is_some() || error.runs_away || self.options.cuda
        {
            return None;
        }
        let is_known = |ty: Ty| Val::new(ty).literal().is_some();
        let has_known =
            |ty: &Ty| is_known(*ty) || ty.tuple_items().is_some_and(|parts| parts.iter().any(|ty| is_known(*ty)));
        let operands = body.insts[inst].args.iter().filter(|value| !is_known(self.typing.vals[**value].ty));
        operands.copied().find_map(|value| {
            let get_iter = unroll::loop_with_item(body, value)?;
            let items = self.typing.vals[body.insts[get_iter].args[0]].ty.tuple_items()?;
            let is_short = (1..=MOST_CONSTANTS).contains(&items.len());
            (is_short && items.iter().all(has_known)).then_some(Pause::Loop(get_iter, items.len()))
        })
    }

    /// What an inner function of this one has captured under a name.
    fn captured_by(&mut self, body: &Untyped, func: u32, name: &Name) -> Option<Value> {
        for (_, data) in body.insts.iter() {
            let Op::MakeFunction { code, defaults, kw_names, captured } = &data.op else { continue };
            let made = self.host.nested(self.func, *code, *defaults, kw_names, captured).ok()?;
            if made.0 == func {
                let at = captured.iter().position(|known| known == name)?;
                return data.args.get(data.args.len() - captured.len() + at).copied();
            }
        }
        None
    }

    /// The name of the variable of an enclosing function that a value is, in an inner function that has captured it.
    fn captured_name(&self, body: &Untyped, value: Value) -> Option<Name> {
        let made = body.insts.values().find(|data| data.results.contains(&value))?;
        match &made.op {
            Op::Free { name } | Op::FreeCell { name } if self.frees.iter().any(|free| free.0 == *name) => {
                Some(name.clone())
            }
            _ => None,
        }
    }
}
