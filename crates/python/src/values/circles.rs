//! Objects of several classes that hold each other, as Python passes them: what their fields hold.

use super::instances::{attribute, class_of};
use super::type_of;
use coluber_types::{Class, Form, Kind, Shape, Ty, unify};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyTuple};
use std::cell::Cell;

/// Objects of so many classes hold each other at most.
const MOST_CLASSES: usize = 16;

thread_local! {
    /// Whether a value is being looked at whose type is found as that of an argument.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

/// Says of the fields of a class, of which nothing is known, that they hold objects of other classes which hold objects of the class, where those
/// of an object do.
pub(super) fn tell_others(class: &'static Class, object: &Bound<'_, PyAny>) -> PyResult<()> {
    if LOOKING.get() {
        return Ok(());
    }
    for k in (0..class.names.len()).filter(|&k| class.declared(k) == Ty::undefined()) {
        let value = attribute(object, class, k)?;
        let found = held(&value, class, &mut Vec::new())?;
        if let Some(ty) = found.filter(|ty| ty.names_around(class)) {
            class.widen(k, ty);
        }
    }
    Ok(())
}

/// The type of a value, with markers in the place of objects of the class; None where there is none.
fn held(value: &Bound<'_, PyAny>, class: &'static Class, around: &mut Vec<&'static Class>) -> PyResult<Option<Ty>> {
    if let Ok(found) = class_of(value) {
        return of_object(value, found, class, around);
    }
    if let Ok(list) = value.cast_exact::<PyList>() {
        return Ok(common(list.iter(), class, around)?.map(Ty::list));
    }
    if let Ok(set) = value.cast_exact::<PySet>() {
        return Ok(common(set.iter(), class, around)?.map(Ty::set));
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        let items: PyResult<Option<Vec<Ty>>> = tuple.iter().map(|item| held(&item, class, around)).collect();
        return Ok(items?.map(Ty::tuple));
    }
    if let Ok(dict) = value.cast_exact::<PyDict>() {
        let (mut key, mut item) = (Some(Ty::undefined()), Some(Ty::undefined()));
        for (k, value) in dict.iter() {
            key = joined(key, held(&k, class, around)?);
            item = joined(item, held(&value, class, around)?);
        }
        return Ok(key.zip(item).map(|(key, item)| Ty::dict(key, item)));
    }
    // Objects in it are met as if nothing held them: they tell nothing of their fields, which would have no end where they are in a circle.
    LOOKING.set(true);
    let found = type_of::of_argument(value);
    LOOKING.set(false);
    Ok(found.ok().map(Ty::stored))
}

/// The type that all these values have in common, as [`held`] finds it.
fn common<'py>(
    values: impl Iterator<Item = Bound<'py, PyAny>>,
    class: &'static Class,
    around: &mut Vec<&'static Class>,
) -> PyResult<Option<Ty>> {
    let mut item = Some(Ty::undefined());
    for value in values {
        item = joined(item, held(&value, class, around)?);
    }
    Ok(item)
}

fn joined(a: Option<Ty>, b: Option<Ty>) -> Option<Ty> {
    unify(a?, b?)
}

fn of_object(
    value: &Bound<'_, PyAny>,
    own: &'static Class,
    class: &'static Class,
    around: &mut Vec<&'static Class>,
) -> PyResult<Option<Ty>> {
    if std::ptr::eq(own, class) {
        let marker = if around.is_empty() { Kind::Itself } else { Kind::Around(class.object.clone()) };
        return Ok(Some(Ty::new(marker)));
    }
    let is_met = around.iter().any(|met| std::ptr::eq(*met, own));
    if own.form != Form::Data || is_met || around.len() >= MOST_CLASSES {
        return Ok(None);
    }
    around.push(own);
    let types = field_types(value, own, class, around);
    around.pop();
    Ok(types?.map(|types| Shape::new(own, Some(types.into())).instance()))
}

fn field_types(
    value: &Bound<'_, PyAny>,
    own: &'static Class,
    class: &'static Class,
    around: &mut Vec<&'static Class>,
) -> PyResult<Option<Vec<Ty>>> {
    let mut types = Vec::new();
    for k in 0..own.names.len() {
        let ty = match own.declared(k) {
            _ if own.is_dormant(k) => Some(Ty::none()),
            ty if ty != Ty::undefined() => Some(ty),
            _ => held(&attribute(value, own, k)?, class, around)?,
        };
        let Some(ty) = ty else { return Ok(None) };
        types.push(ty);
    }
    Ok(Some(types))
}
