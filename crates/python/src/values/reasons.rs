//! Why an object has no type: which of the values that it holds has none.

use super::instances::{attribute, class_of};
use super::text_classes::overridden;
use super::type_of::{NoType, of_argument};
use coluber_types::Ty;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet, PyString, PyTuple};
use std::cell::Cell;

/// Values in values are looked at so deep: objects may hold each other.
const DEPTH: u32 = 6;

thread_local! {
    static NOW: Cell<u32> = const { Cell::new(0) };
}

/// What an object without a type holds that has none.
pub(super) fn of(object: &Bound<'_, PyAny>) -> Option<String> {
    let depth = NOW.get();
    if depth >= DEPTH {
        return None;
    }
    NOW.set(depth + 1);
    let found = of_methods(object).or_else(|| of_attributes(object)).or_else(|| of_items(object));
    NOW.set(depth);
    found
}

/// A method of a text for which its class has another one.
fn of_methods(object: &Bound<'_, PyAny>) -> Option<String> {
    let name = overridden(&object.get_type()).ok()??;
    let base = if object.is_instance_of::<PyString>() { "str" } else { "bytes" };
    Some(format!("its class overrides {base}.{name}, which compiled code does not call: pass {base}(...) of it"))
}

fn of_attributes(object: &Bound<'_, PyAny>) -> Option<String> {
    let class = class_of(object).ok()?;
    (0..class.names.len()).find_map(|k| {
        let (name, value) = (&class.names[k], attribute(object, class, k).ok()?);
        Some(format!("its attribute '{name}': {}", refused(&value)?))
    })
}

/// The attribute of an object of the program that is an empty container of which nothing says what it is to hold.
pub fn empty_attribute(object: &Bound<'_, PyAny>) -> Option<String> {
    let class = class_of(object).ok()?;
    let unknown = |k: &usize| class.declared(*k) == Ty::undefined();
    (0..class.names.len()).filter(unknown).find_map(|k| {
        let (name, value) = (&class.names[k], attribute(object, class, k).ok()?);
        of_argument(&value).ok().filter(|ty| ty.is_fresh())?;
        Some(format!(
            "its attribute '{name}' is empty: an annotation has to say what it holds, as in self.{name}: list[int] = []"
        ))
    })
}

fn of_items(object: &Bound<'_, PyAny>) -> Option<String> {
    if let Ok(dict) = object.cast::<PyDict>() {
        let both = dict.iter().flat_map(|(key, value)| [("a key", key), ("a value", value)]);
        return both.into_iter().find_map(|(what, value)| Some(format!("{what}: {}", refused(&value)?)));
    }
    let is_sequence = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_sequence && !object.is_instance_of::<PySet>() && !object.is_instance_of::<PyFrozenSet>() {
        return None;
    }
    let items = object.try_iter().ok()?.filter_map(PyResult::ok);
    items.enumerate().find_map(|(k, item)| {
        let reason = refused(&item)?;
        Some(if is_sequence { format!("item {k}: {reason}") } else { format!("an item: {reason}") })
    })
}

/// Why a value has no type; None where it has one.
fn refused(value: &Bound<'_, PyAny>) -> Option<String> {
    match of_argument(value).err()? {
        NoType::Unsupported { message, .. } => Some(message),
        NoType::Raised(error) => error.value(value.py()).str().ok().map(|text| text.to_string_lossy().into_owned()),
    }
}
