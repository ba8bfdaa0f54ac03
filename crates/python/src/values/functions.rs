//! Plain functions of the program, which are known by their jitted ones: functions that are alike have one type.

use super::words::Sink;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyFunction;

/// The jitted function of a plain one that the program defines; None for those of libraries.
pub fn jitted<'py>(function: &Bound<'py, PyFunction>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let helpers = function.py().import(pyo3::intern!(function.py(), "coluber.core.helpers"))?;
    let found = helpers.call_method1(pyo3::intern!(function.py(), "of_program"), (function,))?;
    Ok(if found.is_none() { None } else { Some(found) })
}

/// The key is the address of the jitted function, or of the function itself where there is none.
///
/// # Safety
/// A live function; the interpreter is attached.
pub(super) unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: promised by the caller.
    let function = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object) };
    let found = function.cast::<PyFunction>().map_err(PyErr::from).and_then(jitted);
    match found {
        // The function keeps its jitted one alive.
        Ok(found) => {
            sink.key.push(found.map_or(object, |jitted| jitted.as_ptr()) as u64);
            true
        }
        Err(error) => {
            error.restore(function.py());
            false
        }
    }
}
