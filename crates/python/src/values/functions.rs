//! Functions that nobody has decorated, which are known by their jitted ones: functions that are alike have one type.
//!
//! These are plain functions of the program, functions behind decorators of the standard library, and objects of the standard library and of
//! NumPy that are called as functions. A method of an object is the object and a name.

use super::classify::classify as classify_value;
use super::key;
use super::words::Sink;
use coluber_types::Ty;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyFunction, PyType};

/// Modules and names of classes whose objects are called as functions.
const CALLED: &[(&str, &str)] = &[
    ("functools", "_lru_cache_wrapper"),
    ("functools", "partial"),
    ("builtins", "method"),
    ("numpy", "vectorize"),
    ("operator", "attrgetter"),
    ("operator", "itemgetter"),
    ("operator", "methodcaller"),
];

/// Whether objects of a class may have jitted functions that stand for them.
pub fn are_of(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = class.py();
    if class.is(py.get_type::<PyFunction>()) {
        return Ok(true);
    }
    let (module, name) = (class.getattr(pyo3::intern!(py, "__module__"))?, class.name()?);
    Ok(CALLED.iter().any(|known| module.eq(known.0).unwrap_or(false) && name == known.1))
}

/// The jitted function that stands for an object; None where there is none, as for functions of libraries.
pub fn jitted<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !are_of(&object.get_type())? {
        return Ok(None);
    }
    let helpers = object.py().import(pyo3::intern!(object.py(), "coluber.core.helpers"))?;
    let found = helpers.call_method1(pyo3::intern!(object.py(), "standing_for"), (object,))?;
    Ok(if found.is_none() { None } else { Some(found) })
}

/// The plain function that a jitted one stands for, or else the jitted one.
pub fn as_given(jitted: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = jitted.py();
    let function = jitted.getattr(pyo3::intern!(py, "py_func"))?;
    let standing = function.getattr_opt(pyo3::intern!(py, "__coluber_jitted__"))?;
    Ok(if standing.is_some_and(|standing| standing.is(&jitted)) { function } else { jitted })
}

/// The key is the address of the jitted function, which stays alive until code has been found for the key, or of the object itself where there is none.
///
/// # Safety
/// A live object; the interpreter is attached.
pub(super) unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: promised by the caller.
    let value = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
    match jitted(&value) {
        Ok(found) => {
            sink.key.push(found.map_or(object, |jitted| jitted.as_ptr()) as u64);
            true
        }
        Err(error) => {
            error.restore(value.py());
            false
        }
    }
}

/// A method of an object: its name, and the object.
///
/// # Safety
/// A live bound method; the interpreter is attached.
pub(super) unsafe fn classify_method(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: promised by the caller.
    let method = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
    match own_method(&method) {
        Ok(Some((receiver, name))) => {
            sink.key.push(key::METHOD | u64::from(Ty::literal_str(name).id()) << 8);
            // SAFETY: the method keeps the object alive.
            unsafe { classify_value(receiver.as_ptr(), sink) }
        }
        // SAFETY: promised by the caller.
        Ok(None) => unsafe { classify(object, sink) },
        Err(error) => {
            error.restore(method.py());
            false
        }
    }
}

/// The object and the name of a method that the object's class has under its own name.
fn own_method<'py>(method: &Bound<'py, PyAny>) -> PyResult<Option<(Bound<'py, PyAny>, String)>> {
    let py = method.py();
    let function = method.getattr(pyo3::intern!(py, "__func__"))?;
    let receiver = method.getattr(pyo3::intern!(py, "__self__"))?;
    let Some(name) = function.getattr_opt(pyo3::intern!(py, "__name__"))? else { return Ok(None) };
    let name: String = name.extract()?;
    let found = receiver.get_type().getattr_opt(name.as_str())?;
    Ok(found.is_some_and(|found| found.is(&function)).then_some((receiver, name)))
}

/// Whether a class is that of bound methods.
pub fn is_method(class: &Bound<'_, PyType>) -> PyResult<bool> {
    Ok(class.name()? == "method" && class.getattr(pyo3::intern!(class.py(), "__module__"))?.eq("builtins")?)
}
