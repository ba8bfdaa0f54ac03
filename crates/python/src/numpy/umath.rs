//! NumPy's C functions for ufuncs, found through their capsule.

use super::lapack;
use crate::ufunc::LoopFunction;
use coluber_runtime::NumpyLoop;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::ffi::{PyObject, PyTypeObject};
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

/// `PyUFuncObject`, up to the flags of operands: stable since NumPy 1.7.
#[repr(C)]
struct UfuncObject {
    ob_base: PyObject,
    nin: c_int,
    nout: c_int,
    nargs: c_int,
    identity: c_int,
    functions: *const LoopFunction,
    data: *const *mut c_void,
    ntypes: c_int,
    reserved: c_int,
    name: *const c_char,
    types: *const c_char,
    doc: *const c_char,
    ptr: *mut c_void,
    obj: *mut PyObject,
    userloops: *mut PyObject,
    core_enabled: c_int,
    /// Number of dimensions of the layout.
    core_num_dim_ix: c_int,
    core_num_dims: *mut c_int,
    core_dim_ixs: *mut c_int,
    core_offsets: *mut c_int,
    core_signature: *mut c_char,
    type_resolver: *mut c_void,
    dict: *mut PyObject,
    vectorcall: *mut c_void,
    reserved3: *mut c_void,
    /// Flags of the iterator for each operand, which replace the usual ones.
    op_flags: *mut u32,
}

/// `NPY_ITER_READWRITE | NPY_ITER_UPDATEIFCOPY`: what is written into a copy comes back to the operand.
const READ_AND_WRITE: u32 = 0x0001_0000 | 0x0080_0000;

/// The usual flags of outputs (`NPY_ITER_ALIGNED`, `ALLOCATE`, `NO_BROADCAST`, `NO_SUBTYPE`, `OVERLAP_ASSUME_ELEMENTWISE`), of which those
/// that are converted or overlap with inputs keep what is not written.
const OUTPUT: u32 = READ_AND_WRITE | 0x0010_0000 | 0x0100_0000 | 0x0800_0000 | 0x0200_0000 | 0x4000_0000;

/// `set_writable(ufunc, inputs)`: says that a ufunc of parts of arrays writes into some of its inputs, by their positions, and perhaps not
/// into all elements of its outputs.
#[pyfunction]
pub fn set_writable(ufunc: &Bound<'_, PyAny>, inputs: Vec<usize>) -> PyResult<()> {
    if ufunc.get_type().as_type_ptr() != ufunc_api(ufunc.py())?.ufunc_type {
        return Err(PyTypeError::new_err("a ufunc is expected"));
    }
    // SAFETY: the object is a ufunc, which has flags for each operand that belong to it, and the GIL is held.
    unsafe {
        let object = ufunc.as_ptr().cast::<UfuncObject>();
        let (count, all) = ((*object).nin as usize, (*object).nargs as usize);
        if (*object).op_flags.is_null() || inputs.iter().any(|&k| k >= count) {
            return Err(PyValueError::new_err("only inputs can be made writable"));
        }
        for k in inputs {
            *(*object).op_flags.add(k) = READ_AND_WRITE;
        }
        for k in count..all {
            *(*object).op_flags.add(k) = OUTPUT;
        }
    }
    Ok(())
}

/// The functions that are used.
pub struct UfuncApi {
    /// `numpy.ufunc`
    ufunc_type: *mut PyTypeObject,
    /// Makes a ufunc: functions, data, types, number of loops, inputs, outputs, kind of identity, name, doc, 0, layout, identity.
    pub make: Make,
}

// SAFETY: a type of NumPy's module, which is never unloaded; it is used with the GIL held.
unsafe impl Send for UfuncApi {}
// SAFETY: as above.
unsafe impl Sync for UfuncApi {}

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
    let api = unsafe {
        UfuncApi { ufunc_type: (*table).cast(), make: std::mem::transmute::<*mut c_void, Make>(*table.add(42)) }
    };
    Ok(API.get_or_init(|| api))
}

/// Whether there is a loop of this name.
#[pyfunction]
pub fn has_numpy_loop(py: Python<'_>, name: &str) -> bool {
    find_loop(py, name).is_ok()
}

/// The loop `module.ufunc types`, such as `numpy.linalg._umath_linalg.inv d->d`.
pub fn find_loop(py: Python<'_>, name: &str) -> PyResult<NumpyLoop> {
    let missing = || PyNotImplementedError::new_err(format!("this version of NumPy does not have the loop {name}"));
    let (path, types) = name.split_once(' ').ok_or_else(missing)?;
    let (module, attribute) = path.rsplit_once('.').ok_or_else(missing)?;
    let module = py.import(module).map_err(|_| missing())?;
    let ufunc = module.getattr_opt(attribute)?.ok_or_else(missing)?;
    let api = ufunc_api(py)?;
    if ufunc.get_type().as_type_ptr() != api.ufunc_type {
        return Err(missing());
    }
    let known: Vec<String> = ufunc.getattr("types")?.extract()?;
    let index = known.iter().position(|loop_types| loop_types == types).ok_or_else(missing)?;
    // SAFETY: the object is a ufunc, which has a function and data for each of its types. It belongs to a module of NumPy, which is
    // never unloaded.
    unsafe {
        let ufunc = &*ufunc.as_ptr().cast::<UfuncObject>();
        if index >= ufunc.ntypes as usize || ufunc.functions.is_null() {
            return Err(missing());
        }
        let data = if ufunc.data.is_null() { 0 } else { *ufunc.data.add(index) as usize };
        let dimensions = if ufunc.core_enabled != 0 { ufunc.core_num_dim_ix as usize } else { 0 };
        let found = NumpyLoop { function: *ufunc.functions.add(index), data, extents: 1 + dimensions };
        Ok(lapack::better(py, name, found))
    }
}
