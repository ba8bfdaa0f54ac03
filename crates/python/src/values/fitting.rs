//! Whether values become those of a type without loss, where no signature has decided that: in fields of linked objects, and of instances that
//! Python sets.

use super::type_of::of_argument;
use coluber_types::{Conversion, Kind, Ty, conversion, unify, unify::variant};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyTuple};

/// Whether a value becomes one of a type without loss. What `unbox` looks at itself, such as the class of an object or the memory of an array,
/// counts as fitting.
pub(super) fn fits(value: &Bound<'_, PyAny>, ty: Ty) -> bool {
    match ty.kind() {
        Kind::Bool => value.is_instance_of::<PyBool>() || number_fits(value, ty),
        Kind::Int(int) if int.bits == 64 => value.is_exact_instance_of::<PyInt>() || number_fits(value, ty),
        Kind::Float(_) => value.is_exact_instance_of::<PyFloat>() || number_fits(value, ty),
        Kind::Int(_) | Kind::Complex(_) => number_fits(value, ty),
        Kind::Optional(inner) => value.is_none() || fits(value, *inner),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => match value.cast::<PyTuple>() {
            Ok(tuple) if tuple.len() == items.len() => tuple.iter().zip(items).all(|(item, &ty)| fits(&item, ty)),
            _ => true,
        },
        Kind::List { item, .. } => match value.cast_exact::<PyList>() {
            Ok(list) => list.iter().all(|value| fits(&value, *item)),
            Err(_) => true,
        },
        Kind::Dict { key, value: item, .. } => match value.cast_exact::<PyDict>() {
            Ok(dict) => dict.iter().all(|(k, v)| fits(&k, *key) && fits(&v, *item)),
            Err(_) => true,
        },
        Kind::Set { item, .. } => set_fits(value, *item),
        _ => true,
    }
}

fn set_fits(value: &Bound<'_, PyAny>, item: Ty) -> bool {
    let is_set = value.is_exact_instance_of::<PySet>() || value.is_exact_instance_of::<PyFrozenSet>();
    let items = is_set.then(|| value.try_iter().ok()).flatten();
    items.is_none_or(|mut items| items.all(|value| value.is_ok_and(|value| fits(&value, item))))
}

/// Whether a value has a type of numbers of which none is lost; integers may become floats. What is no number is refused by `unbox`.
fn number_fits(value: &Bound<'_, PyAny>, ty: Ty) -> bool {
    let Some(found) = of_argument(value).ok().map(|found| found.stored().bare()) else { return true };
    let is_wider = || conversion(found, ty).is_some_and(|how| how < Conversion::Unsafe);
    !found.is_number() && found != Ty::boolean() || ty.is_float() && found.is_int() || is_wider()
}

/// The type that holds what a type does, and a value that does not fit it; None where it is not known.
pub(super) fn wider(value: &Bound<'_, PyAny>, ty: Ty) -> Option<Ty> {
    join(of_argument(value).ok()?.stored().bare(), ty)
}

/// The type of values of both types; of containers that of containers of what both hold.
pub fn join(a: Ty, b: Ty) -> Option<Ty> {
    match (a.kind(), b.kind()) {
        (Kind::Optional(a), Kind::Optional(b)) => join(*a, *b).map(Ty::optional),
        (_, Kind::Optional(b)) => join(a, *b).map(Ty::optional),
        (Kind::List { item: x, form: f, .. }, Kind::List { item: y, form: g, .. }) if f == g => {
            join(*x, *y).map(|item| Ty::list(item).as_list(*f))
        }
        (Kind::Set { item: x, frozen: false, .. }, Kind::Set { item: y, frozen: false, .. }) => {
            join(*x, *y).map(Ty::set)
        }
        (Kind::Dict { key: k, value: x, form: f, .. }, Kind::Dict { key: l, value: y, form: g, .. }) if f == g => {
            Some(Ty::dict(join(*k, *l)?, join(*x, *y)?).as_dict(*f))
        }
        _ => unify(a, b).or_else(|| variant(a, b)),
    }
}
