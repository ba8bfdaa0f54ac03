//! Typed lists, dicts and sets: containers of the runtime that Python holds. Nothing is compiled for a type: items go between objects
//! and memory by the description of their type.

mod dict;
mod entries;
mod iterators;
mod list;
mod operands;
mod set;
pub mod value;

pub use value::is_typed;

use crate::values::key;
use crate::values::words::Sink;
use coluber_types::Ty;
use dict::TypedDict;
use list::TypedList;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyType;
use set::TypedSet;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A class with types of its items: an alias that stands for the class.
fn with_items<'py>(class: &Bound<'py, PyType>, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.getattr("GenericAlias")?.call1((class, items))
}

static CLASSES: [AtomicPtr<ffi::PyTypeObject>; 3] = [const { AtomicPtr::new(ptr::null_mut()) }; 3];

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let classes = [py.get_type::<TypedList>(), py.get_type::<TypedDict>(), py.get_type::<TypedSet>()];
    for ((class, known), name) in classes.into_iter().zip(&CLASSES).zip(["TypedList", "TypedDict", "TypedSet"]) {
        known.store(class.as_type_ptr(), Ordering::Relaxed);
        module.add(name, class)?;
    }
    Ok(())
}

/// Whether a class is one of the three.
#[inline]
pub fn is_class(class: *mut ffi::PyTypeObject) -> bool {
    CLASSES.iter().any(|known| known.load(Ordering::Relaxed) == class)
}

/// Adds the words of a typed container: its type and the owner word of the memory that it shares.
///
/// # Safety
/// The object is alive, and of one of the classes.
pub unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) {
    // SAFETY: promised by the caller; the interpreter is attached while objects are classified.
    let object = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
    let found = match list::parts(&object) {
        Some((item, owner)) => Some((list::list_type(item), owner)),
        None => dict::parts(&object),
    };
    if let Some((ty, owner)) = found {
        sink.key.push(key::LIST | u64::from(ty.id()) << 8);
        sink.leaves.push(owner);
    }
}

/// The object of a container of the runtime that is seen as typed, which takes over a reference.
pub fn list_object(py: Python<'_>, owner: u64) -> PyResult<Bound<'_, PyAny>> {
    list::wrap(py, owner)
}

/// A typed list with the items of an object.
pub fn list_of<'py>(object: &Bound<'py, PyAny>, item: Ty) -> PyResult<Bound<'py, PyAny>> {
    list::wrap(object.py(), list::shared_or_copied(object, item)?)
}

/// As [`list_object`], of a dict or set.
pub fn dict_object(py: Python<'_>, owner: u64, is_set: bool) -> PyResult<Bound<'_, PyAny>> {
    dict::wrap(py, owner, is_set)
}

/// The owner word of a typed list with items of this type, borrowed. One without a type gets this one.
pub fn list_owner(object: &Bound<'_, PyAny>, item: Ty) -> PyResult<Option<u64>> {
    list::borrowed(object, item)
}

/// The owner word of a typed dict or set of this type, borrowed. One without a type gets this one.
pub fn dict_owner(object: &Bound<'_, PyAny>, types: (Ty, Ty), is_set: bool) -> PyResult<Option<u64>> {
    dict::borrowed(object, types, is_set)
}
