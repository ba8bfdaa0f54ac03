//! `start:stop:step`.

use super::Engine;
use crate::value::{Resolved, Val};
use crate::{instances, lists, tuples};
use coluber_base::{Diagnostic, Result, Span};
use coluber_ir::{Inst, Untyped};
use coluber_types::Ty;

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
        slice.ok_or_else(|| {
            let types: Vec<Ty> = v.iter().map(|v| v.ty).collect();
            Diagnostic::typing(
                format!("slice indices must be integers or None, not {}", coluber_types::text::argument_list(&types)),
                span,
            )
        })
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
