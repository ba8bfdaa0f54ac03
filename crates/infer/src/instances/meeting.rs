//! Objects of one class that meet though their fields hold values of different types: the class is to say what holds for both.

use super::make::{holds, named};
use crate::context::Cx;
use coluber_base::Diagnostic;
use coluber_types::containers::{has_items, has_unknown};
use coluber_types::unify::variant;
use coluber_types::{Class, Form, Kind, ObjId, Shape, Ty, classes, unify};

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
            // Objects that are as the class says were made of nothing else.
            let fields = |shape: Shape| shape.key_types().or(class.types());
            let (x, y) = fields(*x).zip(fields(*y)).filter(|_| is_one)?;
            (0..class.names.len()).find_map(|k| in_field(class, k, *x.get(k)?, *y.get(k)?))
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
    // Values without a common type are held as each is, as in lists.
    let either = || variant(a, b).and_then(|joined| variant(joined, class.declared(field)));
    let deeper = if joined.is_none() { between(a, b) } else { None };
    if deeper.is_some() {
        return deeper;
    }
    let joined = named(joined.or_else(either)?.stored(), class);
    let is_new = joined != class.declared(field) && class.may_become(field, joined);
    (is_new && !has_unknown(joined) && !holds(joined, class)).then_some((class, field, joined))
}

/// Whether an error is that of a class which has to say that its objects hold others that hold them.
pub fn is_of_circle(error: &Diagnostic) -> bool {
    error.wants_field.is_some_and(|(class, _, ty)| {
        let found = classes::find(ObjId(class)).zip(Ty::from_id(ty));
        found.is_some_and(|(class, ty)| ty.names_around(class))
    })
}

/// The error of an object whose container has been given objects that hold it: the class is to say so.
pub fn in_circle(cx: &Cx<'_>, given: Ty, filled: Ty) -> Option<Box<Diagnostic>> {
    let (before, after) = (given.shape()?.own_types()?, filled.shape()?.own_types()?);
    let class = given.shape()?.class();
    let is_circle = |k: &usize| {
        has_unknown(before[*k]) && after.get(*k).is_some_and(|ty| has_items(*ty) && holds_open(*ty, class, *k))
    };
    let field = (0..before.len()).find(is_circle)?;
    let ty = named(after[field], class);
    let error = cx.error(format!(
        "the objects in the field '{}' of {} hold the object that has the field",
        class.names[field], class.object.text
    ));
    let is_new = class.form == Form::Data && !class.is_said(field) && class.declared(field) != ty && !holds(ty, class);
    is_new.then(|| error.wanting_field(class.object.id.0, field, ty.id()).about_field())
}

/// Whether there are objects of a class in a type of whose field nothing is known.
fn holds_open(ty: Ty, class: &Class, field: usize) -> bool {
    let mut found = false;
    ty.replaced(&mut |ty| {
        let shape = ty.shape()?;
        let types = shape.own_types().unwrap_or(&[]);
        let is_own = shape.class().object.id == class.object.id;
        found |= match is_own {
            true => types.get(field).is_some_and(|ty| has_unknown(*ty)),
            false => types.iter().any(|ty| holds_open(*ty, class, field)),
        };
        None
    });
    found
}
