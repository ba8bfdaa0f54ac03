//! Access to modules of Python and of the package.

use pyo3::intern;
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
    Ok(py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?.cast_into::<PyDict>()?)
}
