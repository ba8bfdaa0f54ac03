//! What objects that are deep in other values tell of the fields of their class.

use super::circles::tell_others;
use super::instances::{attribute, class_of, may_be_in};
use super::type_of;
use super::words::Sink;
use coluber_types::containers::has_unknown;
use coluber_types::{Class, Kind, Ty, unify};
use pyo3::prelude::*;
use pyo3::types::PyList;
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

fn is_unknown(class: &Class, field: usize) -> bool {
    class.declared(field) == Ty::undefined()
}

/// The objects of the class that a field of one holds, which tell what the field holds; other values are noted.
fn look_at<'py>(class: &'static Class, k: usize, value: &Bound<'py, PyAny>, seen: &mut Seen) -> Vec<Bound<'py, PyAny>> {
    let is_own = |value: &Bound<'_, PyAny>| class_of(value).is_ok_and(|found| std::ptr::eq(found, class));
    let itself = Ty::new(Kind::Itself);
    let (own, wide): (Vec<_>, Ty) = match value.cast_exact::<PyList>() {
        Ok(list) => (list.iter().filter(is_own).collect(), Ty::list(itself)),
        Err(_) => (is_own(value).then(|| value.clone()).into_iter().collect(), Ty::optional(itself)),
    };
    if is_unknown(class, k) {
        if own.is_empty() {
            seen.note(value);
        } else {
            class.widen(k, wide);
        }
    }
    own
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
