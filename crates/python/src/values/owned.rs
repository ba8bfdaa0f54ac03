//! Owner words and objects of Python, for the IR of programs: memory that an object keeps, and an object that keeps memory.

use crate::owner;
use coluber_runtime::managed::managed_by;
use coluber_runtime::{hold_word, retain};
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use std::ffi::c_void;
use std::ptr;

/// An owner of memory that an object keeps alive, to which it has a reference; null with an exception set on failure.
///
/// # Safety
/// The GIL is held; the object is alive.
pub unsafe extern "C" fn memory_of_object(data: *mut c_void, object: *mut PyObject) -> *mut u8 {
    // SAFETY: promised by the caller.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the object is alive; the function gives up the reference that is taken here.
    let owner = unsafe {
        ffi::Py_INCREF(object);
        managed_by(data, object.cast(), Some(release_object))
    };
    if let Some(owner) = owner {
        return owner.as_ptr();
    }
    // SAFETY: the reference that was taken above.
    unsafe { ffi::Py_DECREF(object) };
    no_memory(py)
}

/// Gives up the reference that `memory_of_object` took.
unsafe extern "C" fn release_object(object: *mut c_void) {
    // SAFETY: `memory_of_object` took a reference.
    Python::attach(|py| drop(unsafe { Bound::from_owned_ptr(py, object.cast()) }));
}

/// A new object that takes over a reference to what an owner word names; None for static data, null with an exception set on failure.
///
/// # Safety
/// The GIL is held; the word is null, odd or an allocation that is alive.
pub unsafe extern "C" fn object_of_memory(owner: *mut u8) -> *mut PyObject {
    // SAFETY: promised by the caller.
    let py = unsafe { Python::assume_attached() };
    let is_object = owner as usize & 1 != 0;
    // SAFETY: promised by the caller; an object is alive, and gets a reference of the allocation's own.
    let Some(word) = (if is_object { unsafe { hold_word(owner) } } else { Some(owner) }) else {
        return no_memory(py);
    };
    match owner::keeper(py, word as usize as u64) {
        Ok(made) => made.unwrap_or_else(|| py.None()).into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

/// The owner word of an object that `object_of_memory` made, with a reference of its own; null with an exception set for others.
///
/// # Safety
/// The GIL is held; the object is alive.
pub unsafe extern "C" fn memory_in_object(object: *mut PyObject) -> *mut u8 {
    // SAFETY: promised by the caller.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: promised by the caller.
    let object = unsafe { Bound::from_borrowed_ptr(py, object) };
    match owner::kept(&object) {
        Ok(word) => {
            // SAFETY: an allocation that the object keeps alive, or null.
            unsafe { retain(word) };
            word
        }
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

fn no_memory<T>(py: Python<'_>) -> *mut T {
    PyMemoryError::new_err("no memory for the count of references").restore(py);
    ptr::null_mut()
}
