//! NumPy's C functions that sort values, for the runtime.

use super::api;
use coluber_runtime::sorts::numpy;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use std::ffi::{c_int, c_uint, c_void};

/// The versions of NumPy's C interface whose dtypes are known to have such functions: those of NumPy 2.0 to 2.4.
const VERSIONS: std::ops::RangeInclusive<c_uint> = 0x12..=0x15;

// Places in NumPy's table of functions.
const DESCR_FROM_TYPE: usize = 45;
const FEATURE_VERSION: usize = 211;
const ARRAY_FUNCTIONS: usize = 365;

/// The place of `sort[NPY_QUICKSORT]` in `PyArray_ArrFuncs`: behind 21 casts and 12 other functions.
const QUICKSORT: usize = 33;

/// `NPY_INT`, `NPY_UINT`, `NPY_LONGLONG`, `NPY_ULONGLONG`, `NPY_FLOAT`, `NPY_DOUBLE`
const TYPES: [c_int; 6] = [5, 6, 9, 10, 11, 12];

/// Has the runtime use them, where they are faster than its own.
pub fn install(py: Python<'_>) -> PyResult<()> {
    if !numpy::is_faster() {
        return Ok(());
    }
    let table = api::table(py)?;
    // SAFETY: the entries have these types in each version of NumPy; the last one is there from 2.0 on.
    unsafe {
        let version = std::mem::transmute::<*mut c_void, extern "C" fn() -> c_uint>(*table.add(FEATURE_VERSION));
        if VERSIONS.contains(&version()) {
            numpy::install(TYPES.map(|ty| quicksort(table, ty)));
        }
    }
    Ok(())
}

/// The function for a type; null if there is none.
///
/// # Safety
/// The table is that of NumPy 2.0 to 2.4, and the interpreter is attached.
unsafe fn quicksort(table: *const *mut c_void, ty: c_int) -> *const c_void {
    type FromType = unsafe extern "C" fn(c_int) -> *mut PyObject;
    type Functions = unsafe extern "C" fn(*const PyObject) -> *const *const c_void;
    // SAFETY: the entries of the table have these types; the functions of a builtin dtype live as long as NumPy, which is never unloaded.
    unsafe {
        let descr_from_type = std::mem::transmute::<*mut c_void, FromType>(*table.add(DESCR_FROM_TYPE));
        let functions_of = std::mem::transmute::<*mut c_void, Functions>(*table.add(ARRAY_FUNCTIONS));
        let descr = descr_from_type(ty);
        let functions = functions_of(descr);
        let found = if functions.is_null() { std::ptr::null() } else { *functions.add(QUICKSORT) };
        ffi::Py_DECREF(descr);
        found
    }
}
