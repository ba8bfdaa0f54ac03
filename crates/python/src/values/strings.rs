//! Strings: CPython's memory of them is what compiled code sees.

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

/// The characters of a string.
pub struct Parts {
    /// Address of the first one.
    pub data: *const u8,
    /// Their number.
    pub len: isize,
    /// Bytes a character: 1, 2 or 4.
    pub width: u32,
}

/// The characters of a string object. None with an exception set when there is no memory for them.
///
/// # Safety
/// `object` is a live string, and stays alive while the parts are used.
pub unsafe fn parts(object: *mut PyObject) -> Option<Parts> {
    // SAFETY: the caller vouches for the object; a string that is ready has its characters in place.
    unsafe {
        // Needed before CPython 3.12; does nothing later.
        let ready = ffi::PyUnicode_READY(object);
        if ready < 0 {
            return None;
        }
        Some(Parts {
            data: ffi::PyUnicode_DATA(object).cast::<u8>().cast_const(),
            len: ffi::PyUnicode_GET_LENGTH(object),
            width: ffi::PyUnicode_KIND(object),
        })
    }
}

/// A new string with these characters.
///
/// # Safety
/// `parts` names readable memory.
pub unsafe fn make<'py>(py: Python<'py>, parts: &Parts) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the caller vouches for the memory; CPython checks the width.
    unsafe {
        let object = ffi::PyUnicode_FromKindAndData(parts.width as i32, parts.data.cast(), parts.len);
        Bound::from_owned_ptr_or_err(py, object)
    }
}
