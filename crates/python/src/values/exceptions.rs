//! Exceptions, and the classes of caught ones, as Python objects.

use super::boxing::Reader;
use crate::{owner, raise};
use coluber_runtime::Pending;
use coluber_types::Ty;
use pyo3::prelude::*;

/// The exception whose reference the next word is.
pub fn to_object<'py>(py: Python<'py>, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    taken(reader, |pending| {
        let object = raise::exception(py, pending)?.into_value(py).into_bound(py).into_any();
        if pending.object().is_none() {
            // What becomes of the object, such as a note, is part of the exception from then on.
            pending.keep_object(object.clone().into_ptr() as usize as u64);
        }
        Ok(object)
    })
}

/// An exception that has been made, and was not raised, of the values that are its arguments.
pub fn made<'py>(class: &Bound<'py, PyAny>, args: &[Ty], reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let arguments = super::boxing::tuple(class.py(), args, reader)?;
    raise::object_of(class, arguments.try_iter()?.collect::<PyResult<_>>()?)
}

/// The class of that exception.
pub fn class_of<'py>(py: Python<'py>, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    taken(reader, |pending| raise::class_object(py, pending.class()))
}

/// What a function makes of the exception, whose reference is given back behind it.
fn taken<T>(reader: &mut Reader<'_>, make: impl FnOnce(&Pending) -> PyResult<T>) -> PyResult<T> {
    let word = reader.word();
    // SAFETY: the word is the owner word of a caught exception, which this code owns.
    let pending = unsafe { Pending::of_caught(word as *mut u8) };
    let made = make(&pending);
    owner::release(word);
    made
}
