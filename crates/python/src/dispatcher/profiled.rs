//! Calls that profilers see: they go through a Python function that has the name and the place of the jitted one.

use super::call::vectorcall;
use super::object::{core_of, set_call};
use pyo3::PyTraverseError;
use pyo3::ffi::{self, PyObject};
use pyo3::gc::PyVisit;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ptr;

/// Calls a jitted function without telling profilers.
#[pyclass(frozen, module = "coluber._native")]
pub struct NativeCall {
    dispatcher: Py<PyAny>,
}

#[pymethods]
impl NativeCall {
    #[new]
    fn new(dispatcher: &Bound<'_, PyAny>) -> PyResult<Self> {
        core_of(dispatcher)?;
        Ok(NativeCall { dispatcher: dispatcher.clone().unbind() })
    }

    #[pyo3(signature = (*args, **names))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        let mut values: Vec<Bound<'py, PyAny>> = args.iter().collect();
        let names = names.filter(|names| !names.is_empty());
        values.extend(names.iter().flat_map(|names| names.values().iter().collect::<Vec<_>>()));
        let names = names.map(|names| names.keys().to_tuple());
        let pointers: Vec<*mut PyObject> = values.iter().map(Bound::as_ptr).collect();
        let name_pointer = names.as_ref().map_or(ptr::null_mut(), Bound::as_ptr);
        // SAFETY: it is a dispatcher, and all objects live until the call is over.
        unsafe {
            let made = vectorcall(self.dispatcher.as_ptr(), pointers.as_ptr(), args.len(), name_pointer);
            Bound::from_owned_ptr_or_err(py, made)
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.dispatcher)
    }
}

/// `report_calls(dispatcher, through)`: from now on calls of a jitted function from Python go through a Python function, which calls it by a
/// [`NativeCall`].
#[pyfunction]
pub fn report_calls(dispatcher: &Bound<'_, PyAny>, through: &Bound<'_, PyAny>) -> PyResult<()> {
    core_of(dispatcher)?;
    dispatcher.setattr(intern!(dispatcher.py(), "_called_through"), through)?;
    set_call(dispatcher, reported);
    Ok(())
}

/// The call of such a dispatcher (`tp_vectorcall`).
///
/// # Safety
/// CPython's contract: `callable` is a dispatcher, the arguments are alive, the GIL is held.
unsafe extern "C" fn reported(
    callable: *mut PyObject,
    values: *const *mut PyObject,
    flagged_count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CPython's contract.
    unsafe {
        let name = intern!(Python::assume_attached(), "_called_through");
        let through = ffi::PyObject_GetAttr(callable, name.as_ptr());
        if through.is_null() {
            return through;
        }
        let count = ffi::PyVectorcall_NARGS(flagged_count) as usize;
        let result = ffi::PyObject_Vectorcall(through, values, count, names);
        ffi::Py_DECREF(through);
        result
    }
}
