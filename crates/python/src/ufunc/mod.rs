//! NumPy ufuncs whose loops are compiled code.
//!
//! A ufunc, its loops and the jitted functions behind them live as long as the process: NumPy keeps bare pointers to them.

mod invalid;
mod loops;

use crate::dispatcher::entry_of;
use crate::numpy::ufunc_api;
use invalid::Numbers;
use loops::{Elementwise, Generalised, Operand, run_elementwise, run_generalised};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

/// What runs a loop: NumPy's `PyUFuncGenericFunction`.
pub type LoopFunction = unsafe extern "C" fn(*mut *mut c_char, *const isize, *const isize, *mut c_void);

/// `NPY_TYPES` end here: type numbers are bytes for NumPy.
const MOST_TYPES: u32 = 24;

/// Numbers of a ufunc: inputs, outputs.
type Counts = (usize, usize);

/// A loop as Python gives it: dtype numbers, and the number of a specialisation for contiguous and for strided operands.
type ElementwiseLoop<'py> = (Vec<u32>, Vec<usize>, Bound<'py, PyAny>, usize, usize);

/// A generalised loop: dtype numbers, operands (size of an item, whether it is an array of one element, dimensions), and the number of a
/// specialisation.
type GeneralisedLoop<'py> = (Vec<u32>, Vec<(usize, bool, Vec<usize>)>, Bound<'py, PyAny>, usize);

/// `make_ufunc(name, doc, (inputs, outputs), identity, loops, parallel)`: a ufunc of a function of numbers.
#[pyfunction]
pub fn make_ufunc<'py>(
    py: Python<'py>,
    name: &str,
    doc: &str,
    counts: Counts,
    identity: Bound<'py, PyAny>,
    loops: Vec<ElementwiseLoop<'py>>,
    parallel: bool,
) -> PyResult<Bound<'py, PyAny>> {
    // NumPy runs loops without the interpreter's lock.
    coluber_runtime::expect_threads();
    let mut parts = Parts::new(run_elementwise, counts, loops.len())?;
    for (types, items, dispatcher, contiguous, strided) in loops {
        if items.len() != counts.0 + counts.1 {
            return Err(PyValueError::new_err("a loop has an item for each operand"));
        }
        let (contiguous, strided) = (entry_of(&dispatcher, contiguous)?, entry_of(&dispatcher, strided)?);
        let numbers = types.iter().zip(&items).map(|(&dtype, &size)| Numbers::of(dtype, size)).collect();
        let items = items.into();
        parts.add(&types, Elementwise { contiguous, strided, items, numbers, inputs: counts.0, parallel })?;
        std::mem::forget(dispatcher);
    }
    parts.finish(py, name, doc, None, &identity)
}

/// `make_gufunc(name, doc, (inputs, outputs), layout, loops, parallel)`: a ufunc of a function of parts of arrays.
#[pyfunction]
pub fn make_gufunc<'py>(
    py: Python<'py>,
    name: &str,
    doc: &str,
    counts: Counts,
    layout: &str,
    loops: Vec<GeneralisedLoop<'py>>,
    parallel: bool,
) -> PyResult<Bound<'py, PyAny>> {
    coluber_runtime::expect_threads();
    let mut parts = Parts::new(run_generalised, counts, loops.len())?;
    for (types, operands, dispatcher, number) in loops {
        if operands.len() != counts.0 + counts.1 {
            return Err(PyValueError::new_err("a loop has an item for each operand"));
        }
        let operands =
            operands.into_iter().map(|(item, is_single, core)| Operand { item, is_single, core: core.into() });
        parts.add(
            &types,
            Generalised { entry: entry_of(&dispatcher, number)?, operands: operands.collect(), parallel },
        )?;
        std::mem::forget(dispatcher);
    }
    parts.finish(py, name, doc, Some(layout), py.None().bind(py))
}

/// The arrays that NumPy keeps pointers to.
struct Parts {
    function: LoopFunction,
    counts: Counts,
    functions: Vec<LoopFunction>,
    data: Vec<*mut c_void>,
    types: Vec<c_char>,
}

impl Parts {
    fn new(function: LoopFunction, counts: Counts, count: usize) -> PyResult<Self> {
        if count == 0 {
            return Err(PyValueError::new_err("a ufunc has a loop at least"));
        }
        Ok(Parts { function, counts, functions: Vec::new(), data: Vec::new(), types: Vec::new() })
    }

    fn add<L>(&mut self, types: &[u32], data: L) -> PyResult<()> {
        if types.len() != self.counts.0 + self.counts.1 || types.iter().any(|&ty| ty >= MOST_TYPES) {
            return Err(PyValueError::new_err("a loop has a dtype for each operand"));
        }
        self.types.extend(types.iter().map(|&ty| ty as c_char));
        self.functions.push(self.function);
        self.data.push(Box::into_raw(Box::new(data)).cast());
        Ok(())
    }

    fn finish<'py>(
        self,
        py: Python<'py>,
        name: &str,
        doc: &str,
        layout: Option<&str>,
        identity: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let api = ufunc_api(py)?;
        let (kind, value) = identity_of(identity)?;
        let kept = |text: &str| CString::new(text).map(|text| text.into_raw().cast_const());
        let layout = layout.map(kept).transpose()?.unwrap_or(ptr::null());
        let (name, doc) = (kept(name)?, kept(doc)?);
        let count = self.functions.len() as c_int;
        let (functions, data) = (self.functions.leak().as_mut_ptr(), self.data.leak().as_ptr());
        let types = self.types.leak().as_ptr();
        let (inputs, outputs) = (self.counts.0 as c_int, self.counts.1 as c_int);
        // SAFETY: the arrays have an entry for each loop, are never freed, and the loops fit their data; the identity is borrowed.
        unsafe {
            let ufunc =
                (api.make)(functions, data, types, count, inputs, outputs, kind, name, doc, 0, layout, value.as_ptr());
            Bound::from_owned_ptr_or_err(py, ufunc)
        }
    }
}

/// `PyUFunc_None`, `PyUFunc_ReorderableNone` and `PyUFunc_IdentityValue`.
fn identity_of<'py>(identity: &Bound<'py, PyAny>) -> PyResult<(c_int, Bound<'py, PyAny>)> {
    if identity.is_none() {
        return Ok((-1, identity.clone()));
    }
    match identity.extract::<String>() {
        Ok(text) if text == "reorderable" => Ok((-2, identity.py().None().into_bound(identity.py()))),
        _ => Ok((-3, identity.clone())),
    }
}
