//! Strings: CPython's memory of them is what compiled code sees.

use coluber_runtime::strings::Points;
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

/// A new string of these code points.
pub fn of_points<'py>(py: Python<'py>, points: Points<'_>) -> PyResult<Bound<'py, PyAny>> {
    let parts = Parts { data: points.address(), len: points.len() as isize, width: points.width() as u32 };
    // SAFETY: the points are readable memory.
    unsafe { make(py, &parts) }
}

/// The code points of a string object.
pub fn points(object: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let mut found = Vec::new();
    with_points(object, &mut |points| found = points.iter().collect())?;
    Ok(found)
}

/// Shows the code points of a string object.
pub fn with_points(object: &Bound<'_, PyAny>, show: &mut dyn FnMut(Points<'_>)) -> PyResult<()> {
    // SAFETY: the caller has a reference to the string.
    let Some(parts) = (unsafe { parts(object.as_ptr()) }) else { return Err(PyErr::fetch(object.py())) };
    // SAFETY: as above, while it is shown.
    show(unsafe { Points::new(parts.data, parts.len as i64, parts.width as i32) });
    Ok(())
}
