//! What objects that are deep in other values tell of the fields of their class.

use super::circles::tell_others;
use super::fitting::{join, wider};
use super::instances::{attribute, class_of, may_be_in};
use super::type_of;
use super::words::Sink;
use coluber_types::containers::has_unknown;
use coluber_types::{Class, Kind, Ty, unify};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rustc_hash::FxHashSet;

/// So deep in other values, objects are taken for what fields are declared to hold, and an object in a field of one of its class tells that such
/// fields hold objects of the class: types are found from the inside, but objects in a circle have none.
pub(super) const TELLING_DEPTH: u32 = 16;

/// What objects have in a field of which nothing is known.
struct Seen {
    has_none: bool,
    /// The type of the values that are not None; None where they have no common one, or hold objects.
    ty: Option<Ty>,
}

/// Says of the fields of a class that they hold objects of the class, or lists of them, where those of an object so deep in other values do, or
/// of one that is reached from it; and that they may be None, where they are in some of these objects.
pub(super) fn tell_fields(class: &'static Class, object: &Bound<'_, PyAny>, sink: &Sink<'_>) -> PyResult<()> {
    if sink.depth < TELLING_DEPTH {
        return Ok(());
    }
    tell_others(class, object)?;
    let (mut met, mut waiting) = (FxHashSet::default(), vec![object.clone()]);
    let mut all: Vec<Seen> = class.names.iter().map(|_| Seen { has_none: false, ty: Some(Ty::undefined()) }).collect();
    while let Some(object) = waiting.pop() {
        if met.insert(object.as_ptr() as usize) {
            for (k, seen) in all.iter_mut().enumerate() {
                waiting.append(&mut look_at(class, k, &attribute(&object, class, k)?, seen));
            }
        }
    }
    for (k, seen) in all.into_iter().enumerate() {
        let found = seen.ty.filter(|ty| seen.has_none && *ty != Ty::undefined() && is_unknown(class, k));
        if let Some(ty) = found {
            class.widen(k, Ty::optional(ty));
        }
    }
    Ok(())
}

/// Says that a field holds objects of the class, or containers of them, where an object that could not be converted has such in it.
pub(super) fn tell_field(class: &'static Class, k: usize, value: &Bound<'_, PyAny>) {
    look_at(class, k, value, &mut Seen { has_none: false, ty: None });
}

/// Says that a field holds what it was taken for, of a type, and such values as one that did not fit, too.
pub(super) fn tell_value(class: &'static Class, k: usize, value: &Bound<'_, PyAny>, ty: Ty) {
    if may_be_in(ty) || has_unknown(ty) {
        return;
    }
    let known = class.declared(k);
    let found = join(known, ty).and_then(|held| wider(value, held));
    let found = found.filter(|ty| *ty != known && !may_be_in(*ty) && !has_unknown(*ty) && class.may_become(k, *ty));
    if let Some(ty) = found {
        class.widen(k, ty);
    }
}

fn is_unknown(class: &Class, field: usize) -> bool {
    class.declared(field) == Ty::undefined()
}

/// The objects of the class that a field of one holds, which tell what the field holds; other values are noted.
fn look_at<'py>(class: &'static Class, k: usize, value: &Bound<'py, PyAny>, seen: &mut Seen) -> Vec<Bound<'py, PyAny>> {
    let mut own = Vec::new();
    let wide = around_own(class, value, MOST_NESTED, &mut own);
    if is_unknown(class, k) {
        match wide {
            None => seen.note(value),
            Some(wide) if wide == Ty::new(Kind::Itself) => drop(class.widen(k, Ty::optional(wide))),
            Some(wide) => drop(class.widen(k, wide)),
        }
    }
    own
}

/// Objects of a class are looked for in containers in each other, so many deep.
const MOST_NESTED: u32 = 3;

/// The type of a value that is an object of the class, or a container of such; they are added to others. None where there are none.
fn around_own<'py>(
    class: &'static Class,
    value: &Bound<'py, PyAny>,
    nested: u32,
    own: &mut Vec<Bound<'py, PyAny>>,
) -> Option<Ty> {
    if class_of(value).is_ok_and(|found| std::ptr::eq(found, class)) {
        own.push(value.clone());
        return Some(Ty::new(Kind::Itself));
    }
    let nested = nested.checked_sub(1)?;
    let mut around_items = |items: &mut dyn Iterator<Item = Bound<'py, PyAny>>| {
        let mut found = None;
        for item in items {
            found = found.or(around_own(class, &item, nested, own));
        }
        found
    };
    if let Ok(list) = value.cast_exact::<PyList>() {
        return around_items(&mut list.iter()).map(Ty::list);
    }
    let dict = value.cast_exact::<PyDict>().ok()?;
    let inner = around_items(&mut dict.values().iter())?;
    let key = type_of::of_argument(&dict.keys().get_item(0).ok()?).ok()?;
    Some(Ty::dict(key.stored().bare(), inner))
}

impl Seen {
    fn note(&mut self, value: &Bound<'_, PyAny>) {
        if value.is_none() {
            self.has_none = true;
            return;
        }
        let first = value.cast_exact::<PyList>().ok().and_then(|list| list.get_item(0).ok());
        let holds_objects = class_of(first.as_ref().unwrap_or(value)).is_ok();
        let found = (!holds_objects).then(|| type_of::of_argument(value).ok()).flatten();
        let found = found.map(|found| found.stored().bare()).filter(|ty| !may_be_in(*ty) && !has_unknown(*ty));
        self.ty = found.zip(self.ty).and_then(|(found, known)| unify(found, known));
    }
}
