//! How large tuples may be: deeper or larger ones are refused, because all that the compiler does with their types is recursive.

use pyo3::exceptions::{PyRecursionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How deep tuples may stand in each other.
pub const MAX_DEPTH: u32 = 500;

/// How many values a tuple may have, those of inner tuples included. A few shared tuples can have any number.
pub const MAX_VALUES: usize = 1 << 16;

/// Whether what stands so deep in others is too deep, or the stack too small for more: objects may hold themselves.
pub fn is_too_deep(depth: u32) -> bool {
    depth >= MAX_DEPTH || coluber_runtime::stack::is_low()
}

/// The exception for a tuple, or an object, that is too deep.
#[cold]
pub fn too_deep() -> PyErr {
    PyRecursionError::new_err(format!(
        "values nested more than {MAX_DEPTH} deep are not supported in compiled code, nor are objects that hold themselves through dicts, \
         tuples and lists of lists"
    ))
}

/// The exception for a tuple that is too large.
#[cold]
pub fn too_large() -> PyErr {
    PyValueError::new_err(format!(
        "tuples of more than {MAX_VALUES} values are not supported in compiled code; use an array"
    ))
}

/// Refuses tuples that are too deep or too large.
pub fn check(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut left = MAX_VALUES;
    visit(object, MAX_DEPTH, &mut left)
}

fn visit(object: &Bound<'_, PyAny>, depth: u32, left: &mut usize) -> PyResult<()> {
    let Ok(tuple) = object.cast::<PyTuple>() else { return Ok(()) };
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    *left = left.checked_sub(tuple.len().max(1)).ok_or_else(too_large)?;
    tuple.iter().try_for_each(|item| visit(&item, inner, left))
}
