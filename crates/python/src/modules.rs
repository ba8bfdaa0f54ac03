//! Access to modules of Python and of the package.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Whether a module is in `sys.modules`.
pub fn is_imported(py: Python<'_>, name: &str) -> PyResult<bool> {
    modules(py)?.contains(name)
}

/// The module, when it has been imported.
pub fn imported<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    modules(py)?.get_item(name)
}

fn modules(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    // An import statement takes longer than all else about a value whose type depends on a module.
    // SAFETY: a reference that the interpreter keeps, or null with an exception.
    let known = unsafe { Bound::from_borrowed_ptr_or_err(py, ffi::PyImport_GetModuleDict()) }?;
    Ok(known.cast_into::<PyDict>()?)
}
