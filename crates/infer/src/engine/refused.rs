//! Errors of operations that have no type.

use crate::context::Cx;
use crate::hints;
use crate::value::Val;
use coluber_base::{Diagnostic, Name, Span};
use coluber_types::containers::has_unknown_or_numbers;
use coluber_types::{Kind, Ty, unify};

pub(super) fn unsupported(what: &str, span: Span) -> Box<Diagnostic> {
    Diagnostic::unsupported(format!("{what} is not supported in compiled code yet"), span)
}

pub(super) fn endless(span: Span) -> Box<Diagnostic> {
    let text = "a container that holds itself, or objects that hold it, has a type without end";
    Diagnostic::typing(text, span)
        .hint("for a field that holds objects of its own class, say so where it is set, as in self.children: list['Node'] = []")
}

pub(super) fn not_iterable(cx: &Cx<'_>, val: Val) -> Box<Diagnostic> {
    let error = cx.error(format!("Invalid use of getiter with parameters ({})", val.ty));
    let error = error.note(format!("a value of type {} can't be iterated over", val.ty));
    error.hint_if(hints::operation("getiter", &[val.ty]))
}

/// The first field in which objects of one class differ, one of which holds the other perhaps; with it the class.
fn field_between(a: Ty, b: Ty) -> Option<(Name, Name)> {
    let plain = |ty: Ty| match ty.kind() {
        Kind::Optional(inner) => *inner,
        _ => ty,
    };
    let (x, y) = plain(a).shape().zip(plain(b).shape())?;
    let class = x.class();
    if class.object.id != y.class().object.id {
        return None;
    }
    let field = x.types().iter().zip(y.types()).position(|(x, y)| x != y)?;
    Some((class.object.text.clone(), class.names.get(field)?.clone()))
}

/// The class that those of the objects in two containers are derived from, where the objects themselves could meet.
fn common_base(a: Ty, b: Ty) -> Option<Name> {
    match (a.kind(), b.kind()) {
        (Kind::List { item: x, .. }, Kind::List { item: y, .. })
        | (Kind::Dict { value: x, .. }, Kind::Dict { value: y, .. })
            if x != y && unify(*x, *y).is_some() =>
        {
            let of = |ty: Ty| {
                crate::instances::one_of::members(ty).and_then(|all| all.first().copied()).unwrap_or(ty).shape()
            };
            let root = of(*x).or_else(|| of(*y))?.class().root;
            Some(coluber_types::classes::find(root)?.object.text.clone())
        }
        (Kind::Tuple(x), Kind::Tuple(y)) => x.iter().zip(y).find_map(|(x, y)| common_base(*x, *y)),
        _ => None,
    }
}

/// The error of a function some value of which gets a larger type in each round.
pub(super) fn without_end(span: Span) -> Box<Diagnostic> {
    let message = "type inference did not come to an end: a value gets another type in each turn of a loop";
    Diagnostic::typing(message, span).hint(
        "a function that is made in a loop, or by reduce(), of the one before has a type for each turn: keep the functions in a list, and call \
         one after the other",
    )
}

pub(super) fn cannot_unify(a: Ty, b: Ty, name: &str, span: Span) -> Box<Diagnostic> {
    if a.is_endless_choice() || b.is_endless_choice() {
        return without_end(span);
    }
    let error = Diagnostic::typing(format!("Cannot unify {a} and {b} for '{name}'"), span);
    let error = match has_unknown_or_numbers(a) && has_unknown_or_numbers(b) {
        // Containers of one kind may get room for the numbers of both.
        true => error.wanting_room(Ty::float64().id()),
        false => error,
    };
    let error = match field_between(a, b) {
        Some((class, field)) => error.hint(format!(
            "objects of one class meet whose fields have the same types: say what '{field}' holds where it is set, as in \
             self.{field}: Optional['{class}'] = ..."
        )),
        None => error,
    };
    let error = match common_base(a, b) {
        Some(base) => error.hint(format!(
            "containers of objects of several classes meet where they are annotated with the class that all are derived from, such as \
             list['{base}'], whose fields are annotated, too"
        )),
        None => error,
    };
    let error = error
        .note(format!("'{name}' has type {a} on one path and {b} on another"))
        .hint(format!("use two variables instead of '{name}', or give it one type"));
    crate::instances::with_field_between(error, a, b)
}
