//! Python objects under numbers: how types and the compiler name them.
//!
//! Types live for ever, and so do the numbers. Functions and jitted functions are held weakly, so that they, and the machine code of
//! the latter, can go; everything else (classes, modules, builtins) is held.

use coluber_types::{ObjId, Object};
use parking_lot::Mutex;
use pyo3::exceptions::PyReferenceError;
use pyo3::prelude::*;
use pyo3::types::{PyFunction, PyWeakrefMethods, PyWeakrefReference};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

enum Entry {
    Strong(Py<PyAny>),
    Weak(Py<PyWeakrefReference>),
}

#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    by_address: FxHashMap<usize, u32>,
}

/// Held for moments only, and never while a reference is dropped: that may run Python code, which may come back here.
static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

/// The number of an object.
pub fn id_of(object: &Bound<'_, PyAny>) -> PyResult<ObjId> {
    let address = object.as_ptr() as usize;
    let known = TABLE.lock().by_address.get(&address).copied();
    if let Some(id) = known
        && try_get(object.py(), ObjId(id)).is_some_and(|o| o.is(object))
    {
        return Ok(ObjId(id));
    }
    let entry = if is_mortal(object) {
        Entry::Weak(PyWeakrefReference::new(object)?.unbind())
    } else {
        Entry::Strong(object.clone().unbind())
    };
    let mut table = TABLE.lock();
    let id = table.entries.len() as u32;
    table.entries.push(entry);
    table.by_address.insert(address, id);
    Ok(ObjId(id))
}

fn is_mortal(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyFunction>() || crate::dispatcher::is_dispatcher(object)
}

/// The object with this number, while it lives.
pub fn try_get(py: Python<'_>, id: ObjId) -> Option<Bound<'_, PyAny>> {
    let entry = {
        let table = TABLE.lock();
        match table.entries.get(id.0 as usize)? {
            Entry::Strong(object) => return Some(object.bind(py).clone()),
            Entry::Weak(weak) => weak.clone_ref(py),
        }
    };
    entry.bind(py).upgrade()
}

/// The object with this number.
pub fn get(py: Python<'_>, id: ObjId) -> PyResult<Bound<'_, PyAny>> {
    try_get(py, id).ok_or_else(|| PyReferenceError::new_err("the function no longer exists"))
}

/// The object as a type's identity.
pub fn describe(object: &Bound<'_, PyAny>, text: &str) -> PyResult<Object> {
    Ok(Object { id: id_of(object)?, text: text.into() })
}

/// The object as a type's identity, shown by its `repr`.
pub fn describe_by_repr(object: &Bound<'_, PyAny>) -> PyResult<Object> {
    describe(object, &object.repr()?.to_string())
}
