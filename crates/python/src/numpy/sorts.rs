//! NumPy's functions that sort, from the tables of its dtypes, as loops for compiled code.
//!
//! NumPy 2.0 to 2.4 have them there. For numbers they look at the memory that they are given and nothing else, so that they need
//! neither the interpreter nor an array.

use coluber_runtime::NumpyLoop;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;

/// `PyArray_SortFunc`: elements, their number, an array that only dtypes without a fixed size look at.
type Sort = unsafe extern "C" fn(*mut c_void, isize, *mut c_void) -> c_int;
/// `PyArray_ArgSortFunc`: elements, positions, their number, the array.
type ArgSort = unsafe extern "C" fn(*mut c_void, *mut isize, isize, *mut c_void) -> c_int;

/// The sorts: quicksort, heapsort, a stable one.
const SORTS: usize = 3;

/// `PyArray_ArrFuncs`, up to what is used: stable since NumPy 1.0.
#[repr(C)]
struct DtypeFunctions {
    cast: [*mut c_void; 21],
    items: [*mut c_void; 12],
    sort: [Option<Sort>; SORTS],
    argsort: [Option<ArgSort>; SORTS],
}

/// `_PyDataType_GetArrFuncs`
type GetFunctions = unsafe extern "C" fn(*const PyObject) -> *const DtypeFunctions;
/// `PyArray_GetNDArrayCFeatureVersion`
type GetVersion = unsafe extern "C" fn() -> c_uint;

/// The first version of NumPy's C interface that has a function for the table.
const VERSION_2_0: c_uint = 0x12;

/// Whether a path is one that [`find`] knows: `numpy.sort`, `numpy.argsort`, and `numpy.argsort.stable`.
pub fn is_sort(path: &str) -> bool {
    matches!(path, "numpy.sort" | "numpy.argsort" | "numpy.argsort.stable")
}

/// The loop of one extent that sorts elements of a type; None where NumPy's table does not have it.
///
/// Its operands are the elements, then the positions, then, if it is stable, an integer that becomes 0 unless memory is short.
pub fn find(py: Python<'_>, path: &str, code: &str) -> PyResult<Option<NumpyLoop>> {
    let dtype = py.import("numpy")?.call_method1("dtype", (code,))?;
    let Some(functions) = functions(py, &dtype)? else { return Ok(None) };
    let found = match path {
        "numpy.sort" => functions.sort[0].map(|f| (run_sort as _, f as usize)),
        "numpy.argsort" => functions.argsort[0].map(|f| (run_argsort as _, f as usize)),
        _ => functions.argsort[2].map(|f| (run_stable as _, f as usize)),
    };
    Ok(found.map(|(function, data)| NumpyLoop { function, data, extents: 1, flags: false }))
}

fn functions(py: Python<'_>, dtype: &Bound<'_, PyAny>) -> PyResult<Option<&'static DtypeFunctions>> {
    let Ok(module) = py.import("numpy._core._multiarray_umath") else { return Ok(None) };
    let capsule = module.getattr("_ARRAY_API")?.cast_into::<PyCapsule>()?;
    let table = capsule.pointer_checked(None)?.as_ptr().cast::<*mut c_void>().cast_const();
    // SAFETY: the capsule holds NumPy's table of functions, whose entries are fixed by NumPy's ABI. The one for the functions of a
    // dtype exists from version 2.0 on; these belong to NumPy, which is never unloaded.
    unsafe {
        let version = std::mem::transmute::<*mut c_void, GetVersion>(*table.add(211));
        if version() < VERSION_2_0 {
            return Ok(None);
        }
        let get = std::mem::transmute::<*mut c_void, GetFunctions>(*table.add(365));
        Ok(get(dtype.as_ptr()).as_ref())
    }
}

unsafe extern "C" fn run_sort(
    operands: *mut *mut c_char,
    extents: *const isize,
    _steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: `find` has put the function into the loop's data; the caller gives the operands and the extent of this loop.
    unsafe { std::mem::transmute::<*mut c_void, Sort>(data)((*operands).cast(), *extents, ptr::null_mut()) };
}

unsafe extern "C" fn run_argsort(
    operands: *mut *mut c_char,
    extents: *const isize,
    _steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: as in `run_sort`.
    unsafe { argsort(operands, extents, data) };
}

unsafe extern "C" fn run_stable(
    operands: *mut *mut c_char,
    extents: *const isize,
    _steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: as in `run_sort`; the third operand is an integer.
    unsafe {
        let status = argsort(operands, extents, data);
        (*operands.add(2)).cast::<i64>().write(i64::from(status));
    }
}

/// # Safety
/// As for `run_sort`.
unsafe fn argsort(operands: *mut *mut c_char, extents: *const isize, data: *mut c_void) -> c_int {
    // SAFETY: as the caller says.
    unsafe {
        let (elements, positions) = (*operands, *operands.add(1));
        std::mem::transmute::<*mut c_void, ArgSort>(data)(elements.cast(), positions.cast(), *extents, ptr::null_mut())
    }
}
