//! Attributes of exceptions that are handled.

use super::Engine;
use crate::context::Rule;
use crate::value::{Resolved, Val};
use crate::{attributes, handled, instances};
use coluber_base::{Name, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    /// `e.name`; of `e.__cause__` and `e.__context__`, which may be None, too.
    pub(super) fn exception_attribute(
        &mut self,
        body: &Untyped,
        inst: Inst,
        val: Val,
        name: &Name,
        span: Span,
    ) -> Result<Resolved> {
        let Kind::Optional(inner) = val.ty.kind() else {
            return self.attribute_of_caught(body, inst, val, name, span);
        };
        if &**name == "__class__" {
            return Ok(instances::exception_class_of_optional(*inner));
        }
        let found = self.attribute_of_caught(body, inst, Val { ty: *inner, ..val }, name, span)?;
        Ok(crate::methods::of_present(found, name))
    }

    /// `getattr(e, "name", default)` and `hasattr(e, "name")`, of an exception some of whose classes have the attribute; None for other calls.
    pub(super) fn attribute_or_default(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        span: Span,
    ) -> Result<Option<Resolved>> {
        let [callee, exception, name, rest @ ..] = v else { return Ok(None) };
        let (Kind::Function(object), Kind::CaughtException) = (callee.ty.kind(), exception.ty.kind()) else {
            return Ok(None);
        };
        let Some(name) = name.literal_str().map(Name::from) else { return Ok(None) };
        let default = match (self.host.key(object.id).as_deref(), rest) {
            (Some("builtins.getattr"), [default]) => Some(*default),
            (Some("builtins.hasattr"), []) => None,
            _ => return Ok(None),
        };
        let known = self.handled(body, inst, span)?;
        let found = known.attribute_or(&mut self.cx(span), &name, default)?;
        Ok(found.map(|found| {
            instances::with_operands(found, |_, a| {
                let default = a.get(3).copied();
                std::iter::once(a[1]).chain(default).collect()
            })
        }))
    }

    fn attribute_of_caught(
        &mut self,
        body: &Untyped,
        inst: Inst,
        val: Val,
        name: &Name,
        span: Span,
    ) -> Result<Resolved> {
        let known = match &**name {
            "args" => return self.handled(body, inst, span)?.arguments(&mut self.cx(span)),
            "value" if self.ends_of_generators().is_empty() => self.handled(body, inst, span)?,
            "value" => return self.handled(body, inst, span)?.first_argument(&mut self.cx(span)),
            "__cause__" | "__context__" => return Ok(handled::behind(&**name == "__cause__")),
            "__class__" => return Ok(instances::exception_class()),
            _ if crate::methods::exists(val.ty, name) => return attributes::getattr(&mut self.cx(span), val, name),
            _ => self.handled(body, inst, span)?,
        };
        let mut cx = self.cx(span);
        if let Some(found) = known.attribute(&mut cx, name)? {
            return Ok(found);
        }
        match &**name {
            "value" => known.first_argument(&mut cx),
            _ if self.waits_for_items(body) => Err(self.sites.postpone(span)),
            _ => match self.attribute_of_object(body, inst, val, name, span)? {
                Some(found) => Ok(found),
                None => attributes::getattr(&mut self.cx(span), val, name),
            },
        }
    }

    /// `e.name` of what classes of the interpreter keep besides the arguments.
    fn attribute_of_object(&mut self, body: &Untyped, inst: Inst, val: Val, name: &Name, span: Span) -> Rule {
        let classes = Ty::tuple(handled::listed(&self.classes_handled(body, inst)));
        let literal = Ty::literal_str(name.clone());
        let vals = [Val::new(classes), Val::weak(literal), val];
        let Some(found) = self.cx(span).overload("coluber.exception_member", &vals)? else { return Ok(None) };
        Ok(Some(Resolved::one(found.val(), move |e, a| {
            let units: Vec<Value> = classes.tuple_items().unwrap_or(&[]).iter().map(|class| e.unit(*class)).collect();
            let operands = [e.pack(&units, classes), e.unit(literal), a[0]];
            e.resolved(&found, &operands)
        })))
    }

    /// The classes, or tuples of them, of the clauses that an operation on a caught exception stands in.
    fn classes_handled(&self, body: &Untyped, inst: Inst) -> Vec<Ty> {
        let data = &body.insts[inst];
        let is_caught = |value: &&Value| handled::may_be(self.typing.vals[**value].ty);
        let Some(&exception) = data.args.iter().find(is_caught).or(data.args.first()) else { return Vec::new() };
        let classes = crate::handlers::classes(body, inst, exception);
        classes.into_iter().map(|classes| self.typing.vals[classes].ty).collect()
    }

    /// The exceptions that come to a handler: those that the function and its callees raise for it. Callees that wait for what containers
    /// hold have not said yet what they raise.
    fn handled(&mut self, body: &Untyped, inst: Inst, span: Span) -> Result<handled::Handled> {
        if !self.sites.asking && self.waits_for_items(body) {
            return Err(self.sites.postpone(span));
        }
        let handled = self.classes_handled(body, inst);
        let reachable = body.layout.iter().filter(|b| self.typing.reachable.contains(**b));
        let raises = reachable.flat_map(|b| &body.blocks[*b].insts).map(|inst| &body.insts[*inst]);
        let own = raises.filter(|inst| matches!(inst.op, Op::Raise {}));
        let mut raised: Vec<Ty> = own.filter_map(|inst| Some(self.typing.vals[*inst.args.first()?].ty)).collect();
        raised.extend(self.ends_of_generators());
        Ok(handled::handled_by(&mut self.cx(span), &handled, &raised))
    }

    /// Whether a call is typed later, when more is known of the containers that it is given.
    fn waits_for_items(&self, body: &Untyped) -> bool {
        let reachable = body.layout.iter().filter(|b| self.typing.reachable.contains(**b));
        let mut insts = reachable.flat_map(|b| &body.blocks[*b].insts);
        // What asks for an attribute waits for others itself.
        let asks = |args: &[Value]| args.get(1).is_some_and(|value| handled::may_be(self.typing.vals[*value].ty));
        let is_call = |inst: Inst| match body.insts[inst].op {
            Op::Call { .. } => !asks(&body.insts[inst].args),
            Op::CallStar { .. } => true,
            _ => false,
        };
        insts.any(|&inst| self.postponed[inst] && is_call(inst))
    }

    /// What generators raise that end with a result.
    fn ends_of_generators(&mut self) -> Vec<Ty> {
        let stop = self.host.builtin("StopIteration").map(|value| value.ty);
        let Some(Kind::ExceptionClass(class)) = stop.as_ref().map(|ty| ty.kind()) else { return Vec::new() };
        let results = self.typing.vals.values().filter_map(|val| match val.ty.kind() {
            Kind::Gen { returns, .. } if *returns != Ty::none() => Some(*returns),
            _ => None,
        });
        results.map(|result| Ty::new(Kind::Exception { class: class.clone(), args: [result].into() })).collect()
    }
}
