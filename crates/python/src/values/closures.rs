//! Inner functions of compiled code as jitted functions of Python.

use super::boxing::{Reader, discard, to_python};
use crate::objects;
use coluber_infer::FuncId;
use coluber_session::Session;
use coluber_types::{Kind, Ty};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A jitted function whose closure is what the inner function has captured.
pub fn to_object<'py>(
    py: Python<'py>,
    func: u32,
    captured: &[Ty],
    name: &str,
    reader: &mut Reader<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let values = PyDict::new(py);
    let Some(inner) = Session::global().inner_function(FuncId(func)) else {
        captured.iter().for_each(|ty| discard(*ty, reader));
        return Err(PyTypeError::new_err(format!("cannot convert native function({name}) to Python object")));
    };
    let mut failed = None;
    for (k, &ty) in captured.iter().enumerate() {
        let variable = inner.captured.get(k).map_or("", |name| name);
        if failed.is_some() || matches!(ty.kind(), Kind::Cell(_)) {
            discard(ty, reader);
            let text =
                format!("'{name}' can't be returned to Python: it shares the variable '{variable}' with other code");
            failed.get_or_insert_with(|| PyTypeError::new_err(text));
            continue;
        }
        let set = to_python(py, ty, reader).and_then(|value| values.set_item(variable, value));
        failed = failed.or(set.err());
    }
    match failed {
        Some(error) => Err(error),
        None => {
            let make = py.import("coluber.core.closures")?.getattr("make")?;
            make.call1((objects::get(py, inner.object)?, &*inner.name, inner.line, inner.before, values))
        }
    }
}
