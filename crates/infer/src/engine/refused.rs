//! Errors of operations that have no type.

use crate::context::Cx;
use crate::hints;
use crate::value::Val;
use coluber_base::{Diagnostic, Span};
use coluber_types::Ty;

pub(super) fn unsupported(what: &str, span: Span) -> Box<Diagnostic> {
    Diagnostic::unsupported(format!("{what} is not supported in compiled code yet"), span)
}

pub(super) fn not_iterable(cx: &Cx<'_>, val: Val) -> Box<Diagnostic> {
    let error = cx.error(format!("Invalid use of getiter with parameters ({})", val.ty));
    let error = error.note(format!("a value of type {} can't be iterated over", val.ty));
    match hints::operation("getiter", &[val.ty]) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

pub(super) fn cannot_unify(a: Ty, b: Ty, name: &str, span: Span) -> Box<Diagnostic> {
    let error = Diagnostic::typing(format!("Cannot unify {a} and {b} for '{name}'"), span);
    error
        .note(format!("'{name}' has type {a} on one path and {b} on another"))
        .hint(format!("use two variables instead of '{name}', or give it one type"))
}
