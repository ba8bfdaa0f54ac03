//! Owner words: 0 for static data, a Python object's address plus one, or an allocation of the runtime.

use coluber_runtime::{OBJECT_BITS, VIEW};
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_void};

const NAME: &CStr = c"coluber.memory";

/// The Python object that an owner word names.
pub fn python_object(py: Python<'_>, owner: u64) -> Option<Bound<'_, PyAny>> {
    // SAFETY: an odd owner word is the address of an object that the caller of the compiled code keeps alive.
    (owner & 1 != 0)
        .then(|| unsafe { Bound::from_borrowed_ptr(py, (owner as usize & !OBJECT_BITS) as *mut ffi::PyObject) })
}

/// Whether a value whose owner word names a Python object may be that object, if it looks the same.
pub fn may_be_object(owner: u64) -> bool {
    owner as usize & VIEW == 0
}

/// Gives back a reference to an allocation of the runtime; does nothing for other owners.
pub fn release(owner: u64) {
    // SAFETY: the word is one that compiled code gave out, with a reference.
    unsafe { coluber_runtime::release(owner as usize as *mut u8) }
}

/// A Python object that takes over a reference to an allocation and gives it back when it dies. None for static data.
pub fn keeper(py: Python<'_>, owner: u64) -> PyResult<Option<Py<PyAny>>> {
    if owner == 0 {
        return Ok(None);
    }
    // SAFETY: the capsule's destructor is given the capsule itself.
    let capsule = unsafe { ffi::PyCapsule_New(owner as usize as *mut c_void, NAME.as_ptr(), Some(destroy)) };
    if capsule.is_null() {
        release(owner);
        return Err(PyErr::fetch(py));
    }
    // SAFETY: a new reference.
    Ok(Some(unsafe { Bound::from_owned_ptr(py, capsule) }.unbind()))
}

/// The owner word that a keeper keeps alive, which stays the keeper's; null for None.
pub fn kept(object: &Bound<'_, PyAny>) -> PyResult<*mut u8> {
    if object.is_none() {
        return Ok(std::ptr::null_mut());
    }
    // SAFETY: an object that is alive; others than keepers raise.
    let word = unsafe { ffi::PyCapsule_GetPointer(object.as_ptr(), NAME.as_ptr()) };
    if word.is_null() { Err(PyErr::fetch(object.py())) } else { Ok(word.cast()) }
}

unsafe extern "C" fn destroy(capsule: *mut ffi::PyObject) {
    // SAFETY: CPython passes the capsule that is being freed.
    release(unsafe { ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()) } as usize as u64);
}
