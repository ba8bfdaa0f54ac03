//! Text that compiled code left in pieces.

use super::boxing::{Reader, discard, to_python, tuple};
use coluber_types::{FloatTy, Kind, TextForm, Ty};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Joins the pieces.
pub fn text<'py>(py: Python<'py>, pieces: &[Ty], reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let pieces = tuple(py, pieces, reader)?;
    PyString::new(py, "").call_method1(intern!(py, "join"), (pieces,))
}

/// Makes the text of a value, in the same way as the operation of Python that `form` stands for.
pub fn piece<'py>(
    py: Python<'py>,
    form: TextForm,
    value: Ty,
    spec: Ty,
    reader: &mut Reader<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let value = match to_python(py, value, reader).and_then(|object| as_numpy(value, object)) {
        Ok(object) => object,
        Err(error) => {
            discard(spec, reader);
            return Err(error);
        }
    };
    let spec = to_python(py, spec, reader)?;
    match form {
        TextForm::Str => Ok(value.str()?.into_any()),
        TextForm::Repr => Ok(value.repr()?.into_any()),
        TextForm::Ascii => builtin(py, "ascii")?.call1((value,)),
        TextForm::Format => builtin(py, "format")?.call1((value, spec)),
        TextForm::Percent => spec.rem(value),
        TextForm::Method => spec.call_method1(intern!(py, "format"), value.cast_into::<PyTuple>()?),
        TextForm::Named => {
            let values = value.cast_into::<PyTuple>()?;
            let first = values.len().saturating_sub(1);
            let named = values.get_item(first)?.cast_into::<PyDict>()?;
            spec.call_method(intern!(py, "format"), values.get_slice(0, first), Some(&named))
        }
    }
}

fn builtin<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "builtins"))?.getattr(name)
}

/// In single precision a number's text is shorter than that of the Python number of the same value.
fn as_numpy<'py>(ty: Ty, object: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match ty.kind() {
        Kind::Float(FloatTy::F16 | FloatTy::F32) | Kind::Complex(FloatTy::F32) => {
            object.py().import(intern!(object.py(), "numpy"))?.getattr(ty.to_string().as_str())?.call1((object,))
        }
        Kind::Optional(inner) if !object.is_none() => as_numpy(*inner, object),
        _ => Ok(object),
    }
}
