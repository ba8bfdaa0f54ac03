//! The LAPACK that NumPy's linear algebra is linked to: what its ufuncs have no loop for.
//!
//! NumPy inverts a matrix by solving for all columns of the identity, 8/3 n³ operations. LAPACK's `getrf` and `getri` invert it in
//! place with 2 n³, and without a copy in another order, as the inverse of a transposed matrix is the transposed inverse. The
//! names are those of the OpenBLAS in NumPy's wheels, whose integers have 64 bits; where it is not there, NumPy's loop runs.

use crate::ufunc::LoopFunction;
use coluber_runtime::NumpyLoop;
use coluber_runtime::numpy_loops::set_invalid;
use pyo3::prelude::*;
use std::ffi::{c_char, c_void};
use std::ptr;

/// `getrf(m, n, a, lda, ipiv, info)`
type Factor = unsafe extern "C" fn(*const i64, *const i64, *mut c_void, *const i64, *mut i64, *mut i64);
/// `getri(n, a, lda, ipiv, work, lwork, info)`
type Invert = unsafe extern "C" fn(*const i64, *mut c_void, *const i64, *const i64, *mut c_void, *const i64, *mut i64);

/// Columns of the workspace of `getri`: the size of LAPACK's blocks.
const BLOCK: usize = 64;

/// What inverts matrices of a type.
struct Inverse {
    factor: Factor,
    invert: Invert,
    /// Parts of an element, which are float64: 2 of a complex number.
    parts: usize,
    /// NumPy's loop and its data, for operands that are not next to each other.
    other: (LoopFunction, usize),
}

/// A loop that takes the place of one of NumPy's, if there is a better one.
pub fn better(py: Python<'_>, name: &str, other: NumpyLoop) -> NumpyLoop {
    let (letter, parts) = match name {
        "numpy.linalg._umath_linalg.inv d->d" => ("d", 1),
        "numpy.linalg._umath_linalg.inv D->D" => ("z", 2),
        _ => return other,
    };
    let find = |function: &str| address(py, &format!("scipy_{letter}{function}_64_"));
    let (Ok(factor), Ok(invert)) = (find("getrf"), find("getri")) else { return other };
    // SAFETY: functions of LAPACK with these names have these parameters. Libraries of NumPy are never unloaded.
    let (factor, invert) =
        unsafe { (std::mem::transmute::<usize, Factor>(factor), std::mem::transmute::<usize, Invert>(invert)) };
    let inverse = Inverse { factor, invert, parts, other: (other.function, other.data) };
    NumpyLoop { function: run_inverse, data: ptr::from_ref(Box::leak(Box::new(inverse))) as usize, ..other }
}

/// The address of a function of the library that NumPy's linear algebra is linked to.
fn address(py: Python<'_>, symbol: &str) -> PyResult<usize> {
    let ctypes = py.import("ctypes")?;
    let file = py.import("numpy.linalg._umath_linalg")?.getattr("__file__")?;
    let function = ctypes.getattr("CDLL")?.call1((file,))?.getattr(symbol)?;
    ctypes.getattr("cast")?.call1((function, ctypes.getattr("c_void_p")?))?.getattr("value")?.extract()
}

/// The loop of `inv`: the number of matrices and their size; strides from matrix to matrix, and within, of operand and result.
unsafe extern "C" fn run_inverse(
    operands: *mut *mut c_char,
    extents: *const isize,
    steps: *const isize,
    data: *mut c_void,
) {
    // SAFETY: `better` has put this into the loop's data; the caller gives the operands and strides of this loop.
    unsafe {
        let inverse = &*data.cast::<Inverse>();
        let (count, n) = ((*extents).cast_unsigned(), (*extents.add(1)).cast_unsigned());
        let row = (n * inverse.parts * size_of::<f64>()).cast_signed();
        let element = (inverse.parts * size_of::<f64>()).cast_signed();
        let is_contiguous = [2, 4].iter().all(|&k| *steps.add(k) == row && *steps.add(k + 1) == element);
        let matrix = |operand: usize, k: usize| (*operands.add(operand)).offset(k.cast_signed() * *steps.add(operand));
        // Where NaNs and infinities get to depends on the order of operations.
        let is_finite =
            || (0..count).all(|k| numbers(matrix(0, k), n * n * inverse.parts).iter().all(|x| x.is_finite()));
        let is_ours = is_contiguous && is_finite();
        let Some(mut space) = is_ours.then(|| Workspace::new(n, inverse.parts)).flatten() else {
            return (inverse.other.0)(operands, extents, steps, inverse.other.1 as *mut c_void);
        };
        let mut is_singular = false;
        for k in 0..count {
            ptr::copy(matrix(0, k), matrix(1, k), row.cast_unsigned() * n);
            is_singular |= !invert(inverse, n, matrix(1, k), &mut space);
        }
        set_invalid(is_singular);
    }
}

/// Memory that LAPACK needs besides the matrix.
struct Workspace {
    pivots: Vec<i64>,
    numbers: Vec<f64>,
}

impl Workspace {
    fn new(n: usize, parts: usize) -> Option<Self> {
        let (mut pivots, mut numbers) = (Vec::new(), Vec::new());
        pivots.try_reserve_exact(n).ok()?;
        pivots.resize(n, 0);
        numbers.try_reserve_exact(n.max(1) * BLOCK * parts).ok()?;
        numbers.resize(n.max(1) * BLOCK * parts, 0.0);
        Some(Workspace { pivots, numbers })
    }
}

/// The parts of a matrix's elements.
///
/// # Safety
/// There are so many, next to each other, that nobody else writes to while they are looked at.
unsafe fn numbers<'m>(matrix: *mut c_char, count: usize) -> &'m mut [f64] {
    // SAFETY: promised by the caller; elements of arrays that functions of LAPACK take are aligned.
    unsafe { std::slice::from_raw_parts_mut(matrix.cast::<f64>(), count) }
}

/// Inverts a matrix in place, and returns whether it has an inverse; if not, its elements become NaNs.
///
/// # Safety
/// The matrix has n rows of n elements, next to each other.
unsafe fn invert(inverse: &Inverse, n: usize, matrix: *mut c_char, space: &mut Workspace) -> bool {
    let (size, columns) = (n.max(1) as i64, n as i64);
    let (work, length, mut info) = (space.numbers.as_mut_ptr().cast(), size * BLOCK as i64, 0_i64);
    let pivots = space.pivots.as_mut_ptr();
    // SAFETY: promised by the caller; the workspace has the size for n.
    unsafe {
        (inverse.factor)(&columns, &columns, matrix.cast(), &size, pivots, &mut info);
        if info == 0 {
            (inverse.invert)(&columns, matrix.cast(), &size, pivots, work, &length, &mut info);
        }
        if info != 0 {
            numbers(matrix, n * n * inverse.parts).fill(f64::NAN);
        }
    }
    info == 0
}
