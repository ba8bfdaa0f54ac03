//! NumPy's C functions for ufuncs, found through their capsule.

use crate::ufunc::LoopFunction;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

/// `PyUFunc_FromFuncAndDataAndSignatureAndIdentity`
type Make = unsafe extern "C" fn(
    *mut LoopFunction,
    *const *mut c_void,
    *const c_char,
    c_int,
    c_int,
    c_int,
    c_int,
    *const c_char,
    *const c_char,
    c_int,
    *const c_char,
    *mut PyObject,
) -> *mut PyObject;

/// The functions that are used.
pub struct UfuncApi {
    /// Makes a ufunc: functions, data, types, number of loops, inputs, outputs, kind of identity, name, doc, 0, layout, identity.
    pub make: Make,
}

static API: OnceLock<UfuncApi> = OnceLock::new();

/// NumPy's functions; imports NumPy.
pub fn ufunc_api(py: Python<'_>) -> PyResult<&'static UfuncApi> {
    if let Some(api) = API.get() {
        return Ok(api);
    }
    py.import("numpy")?;
    let module = py.import("numpy._core._multiarray_umath").or_else(|_| py.import("numpy.core._multiarray_umath"))?;
    let capsule = module.getattr("_UFUNC_API")?.cast_into::<PyCapsule>()?;
    let table = capsule.pointer_checked(None)?.as_ptr().cast::<*mut c_void>().cast_const();
    // SAFETY: the capsule holds NumPy's table of functions for ufuncs; its entries are fixed by NumPy's ABI and are never null.
    let make = unsafe { std::mem::transmute::<*mut c_void, Make>(*table.add(42)) };
    Ok(API.get_or_init(|| UfuncApi { make }))
}
