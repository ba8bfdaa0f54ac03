//! `start:stop:step`.

use super::Engine;
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use crate::{instances, lists, tuples};
use coluber_base::{Diagnostic, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Inst, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    /// The value of a slice.
    pub(super) fn build_slice(&mut self, body: &Untyped, inst: Inst, v: &[Val], span: Span) -> Result<Resolved> {
        let slice = crate::builtins::basic::make_slice(v);
        if slice.is_none() && lists::is_index_of_object(body, &self.typing.vals, inst) {
            return Ok(tuples::build(v));
        }
        if slice.is_none()
            && let Some(found) = self.slice_of_objects(v, span)?
        {
            return Ok(found);
        }
        slice.or_else(|| slice_of_optionals(v)).ok_or_else(|| {
            let types: Vec<Ty> = v.iter().map(|v| v.ty).collect();
            Diagnostic::typing(
                format!("slice indices must be integers or None, not {}", coluber_types::text::argument_list(&types)),
                span,
            )
        })
    }

    /// `slice(a, b, c)` as an index of an object such as `np.mgrid`, which takes any numbers; None for other calls.
    pub(super) fn slice_as_index(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        span: Span,
    ) -> Result<Option<Resolved>> {
        let Kind::Function(object) = v[0].ty.kind() else { return Ok(None) };
        let is_slice = (3..=4).contains(&v.len()) && body.insts[inst].op == Op::Call { names: Vec::new() };
        if !is_slice || self.host.key(object.id).as_deref() != Some("builtins.slice") {
            return Ok(None);
        }
        if !lists::is_index_of_object(body, &self.typing.vals, inst) {
            return Ok(None);
        }
        let slice = self.build_slice(body, inst, &v[1..], span)?;
        Ok(Some(Resolved::one(slice.val(), move |e, a| e.resolved(&slice, &a[1..]))))
    }

    /// A slice whose bounds are objects with `__index__`.
    fn slice_of_objects(&mut self, v: &[Val], span: Span) -> Result<Option<Resolved>> {
        let numbers = instances::as_numbers(&mut self.cx(span), v)?;
        Ok(numbers.and_then(|numbers| {
            let slice = crate::builtins::basic::make_slice(&numbers.vals())?;
            Some(Resolved::one(slice.val(), move |e, a| {
                let bounds = numbers.emit(e, a);
                e.resolved(&slice, &bounds)
            }))
        }))
    }
}

/// A slice whose bounds may be None: the integers that mean the same stand for it. Of floats the integers count that `int` makes
/// of them, as in Numba.
pub(crate) fn slice_of_optionals(v: &[Val]) -> Option<Resolved> {
    let inner = |val: &Val| match val.ty.kind() {
        Kind::Optional(inner) => Val { ty: *inner, ..*val },
        _ => *val,
    };
    let whole = |val: Val| if val.ty.is_float() { Val::new(Ty::int64()) } else { val };
    let payloads: Vec<Val> = v.iter().map(|val| whole(inner(val))).collect();
    let slice = crate::builtins::basic::make_slice(&payloads)?;
    let is_optional: Vec<bool> = v.iter().map(|val| matches!(val.ty.kind(), Kind::Optional(_))).collect();
    Some(Resolved::one(slice.val(), move |e, a| {
        let mut bounds: Vec<Value> = a.iter().map(|&bound| whole_bound(e, bound)).collect();
        for k in (0..a.len()).rev().filter(|k| is_optional[*k]) {
            let absent = absent_bound(e, &bounds, k);
            let (is_there, payload) = (e.part(a[k], 0), e.part(a[k], 1));
            let payload = whole_bound(e, payload);
            let payload = e.coerce(payload, Ty::int64());
            bounds[k] = e.select(is_there, payload, absent);
        }
        e.resolved(&slice, &bounds)
    }))
}

fn whole_bound(e: &mut Emitter<'_>, bound: Value) -> Value {
    if e.ty(bound).is_float() { e.cast(bound, Ty::int64()) } else { bound }
}

/// What stands for None as the start, stop or step of a slice, whose later parts are known.
fn absent_bound(e: &mut Emitter<'_>, bounds: &[Value], k: usize) -> Value {
    let (forward, backward) = match (bounds.len(), k) {
        (_, 2) => return e.number(1, Ty::int64()),
        (1, _) | (_, 1) => (i64::MAX, i64::MIN),
        _ => (0, i64::MAX),
    };
    let forward = e.number(forward, Ty::int64());
    let Some(&step) = bounds.get(2).filter(|&&step| e.ty(step) != Ty::none()) else { return forward };
    let step = e.coerce(step, Ty::int64());
    let is_backward = e.compare_int(CmpOp::Lt, step, 0);
    let backward = e.number(backward, Ty::int64());
    e.select(is_backward, backward, forward)
}
