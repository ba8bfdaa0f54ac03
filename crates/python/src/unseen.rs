//! Methods of the package that tracebacks don't show: what they call is compiled code, whose errors are about the program.

use crate::dispatcher::PyMethod_New;
use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTraceback, PyTuple};

/// A method whose frames, and those of the package that it calls, are taken out of tracebacks.
#[pyclass(frozen, module = "coluber._native")]
pub struct Unseen {
    function: Py<PyAny>,
}

#[pymethods]
impl Unseen {
    #[new]
    fn new(function: Py<PyAny>) -> Self {
        Unseen { function }
    }

    /// The class has the function itself.
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: Option<&Bound<'py, PyAny>>,
        _owner: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match instance {
            None => Ok(slf.get().function.bind(py).clone()),
            // SAFETY: live objects; a new reference, or null with an exception.
            Some(instance) => unsafe {
                Bound::from_owned_ptr_or_err(py, PyMethod_New(slf.as_ptr(), instance.as_ptr()))
            },
        }
    }

    #[pyo3(signature = (*args, **names))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = args.py();
        self.function.bind(py).call(args, names).inspect_err(|error| {
            // A traceback that can't be read stays as it is.
            if let Ok(shown) = shown(py, error.traceback(py)) {
                error.set_traceback(py, shown);
            }
        })
    }

    /// What the function has besides: its name, its annotations.
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        self.function.bind(name.py()).getattr(name)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.function)
    }
}

/// What is left of a traceback behind the frames of the package that it begins with.
fn shown<'py>(
    py: Python<'py>,
    traceback: Option<Bound<'py, PyTraceback>>,
) -> PyResult<Option<Bound<'py, PyTraceback>>> {
    let package = py.import(intern!(py, "coluber"))?.getattr(intern!(py, "__path__"))?.get_item(0)?;
    let package = package.cast_into::<PyString>()?;
    let mut left = traceback;
    while let Some(place) = &left {
        let code = place.getattr(intern!(py, "tb_frame"))?.getattr(intern!(py, "f_code"))?;
        let file = code.getattr(intern!(py, "co_filename"))?.cast_into::<PyString>()?;
        if !file.to_string_lossy().starts_with(&*package.to_string_lossy()) {
            break;
        }
        let next = place.getattr(intern!(py, "tb_next"))?;
        left = if next.is_none() { None } else { Some(next.cast_into()?) };
    }
    Ok(left)
}
