//! Attributes, items and iteration of None: the operation raises when the program comes to it, as in Python. Where a field is None in some
//! objects, code that asks something else for what it needs to know is right, and a type of None says nothing of whether it runs.

use crate::context::Cx;
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_types::Ty;

/// What raises an exception instead of giving so many values; nothing comes behind it.
fn raising(class: &'static str, message: String, count: usize) -> Resolved {
    let raised = Resolved::many(vec![Val::undefined(); count], move |e, _| {
        let never = e.bool(false);
        e.guard(class, &message, never);
        (0..count).map(|_| e.undef(Ty::undefined())).collect()
    });
    Resolved { never: true, ..raised }
}

/// Threads of kernels end where they raise, and nobody is told: there None is refused, and where another implementation may take it.
fn is_none(cx: &Cx<'_>, val: Val) -> bool {
    val.ty == Ty::none() && !cx.options.cuda && !cx.options.implements
}

/// `None.name`, also where it is set or deleted.
pub fn attribute(cx: &Cx<'_>, val: Val, name: &Name) -> Option<Resolved> {
    is_none(cx, val).then(|| raising("AttributeError", format!("'NoneType' object has no attribute '{name}'"), 1))
}

/// An operation that None does not have, with the text that Python has for it behind the name of the class.
pub fn refused(cx: &Cx<'_>, val: Val, text: &str) -> Option<Resolved> {
    is_none(cx, val).then(|| raising("TypeError", format!("'NoneType' object {text}"), 1))
}

/// `a, b = None`
pub fn unpacked(cx: &Cx<'_>, val: Val, count: usize) -> Option<Resolved> {
    is_none(cx, val).then(|| raising("TypeError", "cannot unpack non-iterable NoneType object".to_owned(), count))
}

/// As an operation without a result.
pub fn as_effect(raising: Resolved) -> Resolved {
    let never = raising.never;
    let effect = Resolved::effect(move |e, a| {
        (raising.emit)(e, a);
    });
    Resolved { never, ..effect }
}
