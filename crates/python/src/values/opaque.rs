//! Values that compiled code can't use, in fields of objects that it is given: all of a class have one type, which has no bytes.

use crate::objects;
use coluber_types::{Kind, Ty};
use parking_lot::Mutex;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::collections::BTreeMap;

/// A class, which is kept, and the object that stands for its objects: one without attributes.
type Standing = (Py<PyType>, Py<PyAny>);

/// By the addresses of the classes.
static STANDING: Mutex<BTreeMap<usize, Standing>> = Mutex::new(BTreeMap::new());

/// The type of the values of an object's class.
pub(super) fn of_class_of(value: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let (py, class) = (value.py(), value.get_type());
    let known = STANDING.lock().get(&(class.as_ptr() as usize)).map(|(_, object)| object.clone_ref(py));
    let object = match known {
        Some(object) => object,
        None => {
            let object = py.get_type::<PyAny>().call0()?.unbind();
            let entry = (class.clone().unbind(), object.clone_ref(py));
            STANDING.lock().insert(class.as_ptr() as usize, entry);
            object
        }
    };
    let text = class.repr()?.to_string();
    Ok(Ty::new(Kind::Opaque(objects::describe(object.bind(py), &text)?)))
}

/// Whether a type is one of these.
pub(super) fn is(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Opaque(_))
}
