//! Calls that are statements, of functions that compiled code does not have: the interpreter runs them, as their results are not wanted.
//!
//! Only those of libraries are left to it: what the program defines is compiled, or refused, so that no loop of the program gets slow.

use super::Engine;
use crate::attributes::host_constant;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::py::Op;
use coluber_ir::typed::Op as TypedOp;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::{Kind, ObjId, Ty};

impl Engine<'_> {
    /// The call of such a function, like `plt.plot(x)`; None of others.
    pub(super) fn statement(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        names: &[Name],
    ) -> Result<Option<Resolved>> {
        let (Kind::Function(object) | Kind::Opaque(object)) = v[0].ty.kind() else { return Ok(None) };
        let is_statement = users(body, body.insts[inst].results[0]) == (0, None);
        if !is_statement || self.options.cuda || self.has(object.id) {
            return Ok(None);
        }
        let Some(func) = self.host.statement(object.id, names) else { return Ok(None) };
        self.cx(body.insts[inst].span).check_settled(&v[1..])?;
        let none = Ty::none();
        Ok(Some(Resolved::one(Val::new(none), move |e, a| {
            e.builder().value(TypedOp::Host { func: func.clone() }, &a[1..], none)
        })))
    }

    /// An attribute that is only called by such a statement: a function of a module, or a method of an object under a global name. None of
    /// other attributes.
    pub(super) fn of_statement(&mut self, body: &Untyped, inst: Inst, v: &[Val], name: &str) -> Option<Resolved> {
        let (Kind::Module(object) | Kind::Opaque(object)) = v[0].ty.kind() else { return None };
        self.called_by_statement(body, inst, object.id, name)
    }

    /// An object under a global name of which only methods are called, by such statements.
    pub(super) fn object_of_statements(&mut self, body: &Untyped, inst: Inst, name: &Name) -> Option<Resolved> {
        let value = self.host.global(self.func, name)?;
        let Kind::Opaque(object) = value.ty.kind() else { return None };
        let loaded = body.insts[inst].results[0];
        let mut attributes = Vec::new();
        for (user, data) in &body.insts {
            match &data.op {
                Op::GetAttr { name } if data.args[0] == loaded => attributes.push((user, name)),
                _ => {}
            }
        }
        let are_all = users(body, loaded).0 == attributes.len();
        let mut all = attributes.into_iter();
        let is_called = all.all(|(user, name)| self.called_by_statement(body, user, object.id, name).is_some());
        (are_all && is_called).then(|| host_constant(value))
    }

    /// An attribute of an object that an instruction reads and such a statement calls.
    fn called_by_statement(&mut self, body: &Untyped, inst: Inst, object: ObjId, name: &str) -> Option<Resolved> {
        let (1, Some(call)) = users(body, body.insts[inst].results[0]) else { return None };
        let Op::Call { names } = &body.insts[call].op else { return None };
        if self.options.cuda || users(body, body.insts[call].results[0]) != (0, None) {
            return None;
        }
        let value = self.host.attribute(object, name)?;
        let (Kind::Function(function) | Kind::Opaque(function)) = value.ty.kind() else { return None };
        let is_foreign = !self.has(function.id) && self.host.statement(function.id, names).is_some();
        is_foreign.then(|| host_constant(value))
    }

    /// Whether compiled code has a function.
    fn has(&mut self, function: ObjId) -> bool {
        let Some(key) = self.host.key(function) else { return false };
        key.starts_with("coluber.") || crate::builtins::is_known(&key) || self.host.has_overload(&key)
    }
}

/// How often a value is used, and by which instruction, where that calls it.
fn users(body: &Untyped, value: Value) -> (usize, Option<Inst>) {
    let (mut count, mut caller) = (0, None);
    for &block in &body.layout {
        body.blocks[block].term.visit_uses(|used| count += usize::from(used == value));
        for &inst in &body.blocks[block].insts {
            let data = &body.insts[inst];
            count += data.args.iter().filter(|arg| **arg == value).count();
            if data.args.first() == Some(&value) && matches!(data.op, Op::Call { .. }) {
                caller = Some(inst);
            }
        }
    }
    (count, caller)
}
