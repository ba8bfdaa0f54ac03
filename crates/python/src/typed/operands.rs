//! What the operators of typed containers take: typed ones, and those of Python. Python asks the other operand for what is none of them.

use super::dict::TypedDict;
use super::list::TypedList;
use super::set::TypedSet;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PySet};

/// A set.
pub struct SetLike<'py>(pub Bound<'py, PyAny>);

/// A list.
pub struct ListLike<'py>(pub Bound<'py, PyAny>);

/// A dict.
pub struct DictLike<'py>(pub Bound<'py, PyAny>);

/// Whether an object is a set, typed or one of Python's.
fn is_set(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<TypedSet>() || object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>()
}

fn chosen<'py>(object: Borrowed<'_, 'py, PyAny>, is_it: bool) -> PyResult<Bound<'py, PyAny>> {
    if is_it { Ok(object.to_owned()) } else { Err(PyTypeError::new_err("another kind of operand")) }
}

impl<'py> FromPyObject<'_, 'py> for SetLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        chosen(object, is_set(&object)).map(SetLike)
    }
}

impl<'py> FromPyObject<'_, 'py> for ListLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_list = object.is_instance_of::<TypedList>() || object.is_instance_of::<PyList>();
        chosen(object, is_list).map(ListLike)
    }
}

impl<'py> FromPyObject<'_, 'py> for DictLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_dict = object.is_instance_of::<TypedDict>() || object.is_instance_of::<PyDict>();
        chosen(object, is_dict).map(DictLike)
    }
}

/// A set with the items of an object: the object itself where it is one.
pub fn as_set<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_set(object) {
        return Ok(object.clone());
    }
    let made = PySet::empty(object.py())?;
    for item in object.try_iter()? {
        made.add(item?)?;
    }
    Ok(made.into_any())
}

/// The items that an object gives, at once: it may be the one that is changed by them.
pub fn items_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    object.try_iter()?.collect()
}
