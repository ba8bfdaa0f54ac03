//! Objects of one class that meet though their fields hold values of different types: the class is to say what holds for both.

use super::make::{holds, named};
use coluber_base::Diagnostic;
use coluber_types::containers::has_unknown;
use coluber_types::{Class, Form, Kind, Ty, unify};

/// The error of two types that do not meet, with the field of a class that would have to hold more for that.
pub fn with_field_between(error: Box<Diagnostic>, a: Ty, b: Ty) -> Box<Diagnostic> {
    if error.wants_something() {
        return error;
    }
    match between(a, b) {
        Some((class, field, ty)) => error.wanting_field(class.object.id.0, field, ty.id()),
        None => error,
    }
}

/// The first field that keeps objects in values of both types apart, and the type that it would have to have.
pub(super) fn between(a: Ty, b: Ty) -> Option<(&'static Class, usize, Ty)> {
    if a == b {
        return None;
    }
    let all = |x: &[Ty], y: &[Ty]| x.iter().zip(y).find_map(|(x, y)| between(*x, *y));
    match (a.kind(), b.kind()) {
        (Kind::Optional(inner), _) => between(*inner, b),
        (_, Kind::Optional(inner)) => between(a, *inner),
        (Kind::List { item: x, .. }, Kind::List { item: y, .. })
        | (Kind::Set { item: x, .. }, Kind::Set { item: y, .. }) => between(*x, *y),
        (Kind::Dict { key, value, .. }, Kind::Dict { key: k, value: v, .. }) => all(&[*key, *value], &[*k, *v]),
        (Kind::Tuple(x), Kind::Tuple(y)) => all(x, y),
        (Kind::NamedTuple { items: x, .. }, Kind::NamedTuple { items: y, .. }) => all(x, y),
        (Kind::OneOf(choices), _) => choices.iter().find_map(|x| between(*x, b)),
        (_, Kind::OneOf(choices)) => choices.iter().find_map(|y| between(a, *y)),
        (Kind::Instance(x), Kind::Instance(y)) => {
            let class = x.class();
            let is_one = class.object.id == y.class().object.id && class.form == Form::Data;
            let fields = x.key_types().zip(y.key_types()).filter(|_| is_one)?;
            (0..class.names.len()).find_map(|k| in_field(class, k, *fields.0.get(k)?, *fields.1.get(k)?))
        }
        _ => None,
    }
}

/// What a field would have to hold that has these types in two objects, or another one in what it holds.
fn in_field(class: &'static Class, field: usize, a: Ty, b: Ty) -> Option<(&'static Class, usize, Ty)> {
    let (a, b) = (a.bare(), b.bare());
    if a == b {
        return None;
    }
    let joined = unify(a, b).and_then(|joined| unify(joined, class.declared(field)));
    let Some(joined) = joined.map(|joined| named(joined.stored(), class)) else { return between(a, b) };
    let is_new = joined != class.declared(field) && !class.is_said(field);
    (is_new && !has_unknown(joined) && !holds(joined, class)).then_some((class, field, joined))
}
