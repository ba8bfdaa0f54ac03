//! The call of a jitted function from Python.

use super::core::Core;
use super::object::core;
use super::table::{Passing, Shape, Target};
use super::{fallback, miss};
use crate::host::shared;
use crate::raise;
use crate::values::boxing::{Reader, quick, to_python};
use crate::values::words::with_sink;
use crate::values::{Sink, classify, outward};
use coluber_abi::OK;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use std::mem::MaybeUninit;
use std::ptr;

/// Key words and leaf words that calls have room for without an allocation.
const KEY_WORDS: usize = 24;
const LEAF_WORDS: usize = 64;
/// Words of a result that calls have room for without an allocation.
const RESULT_WORDS: usize = 16;

/// The arguments of a call, as CPython passes them.
#[derive(Clone, Copy)]
pub struct CallArguments {
    /// Positional arguments, then those of the keywords.
    pub values: *const *mut PyObject,
    /// Number of positional arguments.
    pub count: usize,
    /// A tuple of the keywords, or null.
    pub names: *mut PyObject,
}

/// The function that CPython calls (`tp_vectorcall`).
///
/// # Safety
/// CPython's contract: `callable` is a dispatcher, the arguments are alive, the GIL is held.
pub unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    values: *const *mut PyObject,
    flagged_count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CPython's contract.
    unsafe {
        let core = core(callable);
        let count = ffi::PyVectorcall_NARGS(flagged_count) as usize;
        let mut key = [MaybeUninit::uninit(); KEY_WORDS];
        let mut leaves = [MaybeUninit::uninit(); LEAF_WORDS];
        let sink = &mut Sink::new(&mut key, &mut leaves);
        if !classified(core, CallArguments { values, count, names }, sink) {
            return fallback::unclassified(callable, CallArguments { values, count, names });
        }
        match core.with_table(|table| table.find(sink.key.as_slice())) {
            Some(target) if target.may_be_outdated() => {
                miss::call_compared(callable, target, sink.key.as_slice(), CallArguments { values, count, names })
            }
            Some(target) if target.passing == Passing::Direct => run_with(target, sink),
            Some(target) if target.passing == Passing::Object => {
                fallback::run(callable, CallArguments { values, count, names })
            }
            Some(target) => miss::call_converted(callable, target, CallArguments { values, count, names }),
            None => miss::call(callable, sink, CallArguments { values, count, names }),
        }
    }
}

/// Converts the arguments of a call to words; false where one has no type, or where they do not fit the parameters.
///
/// # Safety
/// As for [`vectorcall`], whose arguments these are.
#[inline(always)]
unsafe fn classified(core: &Core, CallArguments { values, count, names }: CallArguments, sink: &mut Sink<'_>) -> bool {
    // SAFETY: promised by the caller.
    unsafe {
        if names.is_null() && core.binding.is_direct(count) {
            (0..count).all(|k| classify(*values.add(k), sink))
        } else {
            core.binding.classify(values, count, names, sink)
        }
    }
}

/// Whether arguments that were converted to the words of a key have other types by now: those behind them may have told what fields hold.
///
/// # Safety
/// As for [`vectorcall`], whose arguments these are.
pub unsafe fn have_changed(core: &Core, arguments: CallArguments, key: &[u64]) -> bool {
    with_sink(|sink| {
        // SAFETY: promised by the caller.
        if !unsafe { classified(core, arguments, sink) } {
            // SAFETY: the interpreter is attached. What is wrong is said where they are converted for the call.
            unsafe { ffi::PyErr_Clear() };
            return false;
        }
        sink.key.as_slice() != key
    })
}

/// As [`run`], with the words of a sink; lists that have been changed are written back.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
pub unsafe fn run_with(target: Target, sink: &Sink<'_>) -> *mut PyObject {
    // SAFETY: as the caller says.
    unsafe {
        shared::end_call(match sink.held.is_empty() {
            true => run(target, sink.leaves.as_slice()),
            false => run_with_lists(target, sink),
        })
    }
}

#[inline(never)]
unsafe fn run_with_lists(target: Target, sink: &Sink<'_>) -> *mut PyObject {
    let mut result = vec![0u64; target.words as usize];
    let _arguments = shared::Arguments::begin(&sink.held);
    // SAFETY: as in `run`; the interpreter is attached, and the words are those of a result.
    unsafe {
        let py = Python::assume_attached();
        if enter(target, sink.leaves.as_slice().as_ptr(), result.as_mut_ptr()) != OK {
            raise::pending();
            let error = PyErr::fetch(py);
            // The exception of the code goes before one of writing back.
            drop(sink.held.write_back(py));
            error.restore(py);
            return ptr::null_mut();
        }
        let written_and_made = || {
            let checked = sink.held.check_ones(py, sink.leaves.as_slice());
            if let Err(error) = checked.and_then(|()| sink.held.write_back(py)) {
                drop(to_python(py, target.ret, &mut Reader::new(&result)));
                return Err(error);
            }
            let made = make(target, &result);
            if made.is_null() { Err(PyErr::fetch(py)) } else { Ok(made) }
        };
        // An instance that several arguments and the result hold becomes one object, also where it was made in the call.
        let made = match target.objects {
            true => outward::convert(py, written_and_made),
            false => written_and_made(),
        };
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                error.restore(py);
                return ptr::null_mut();
            }
        };
        if let Err(error) = sink.held.finish(py) {
            ffi::Py_DECREF(made);
            error.restore(py);
            return ptr::null_mut();
        }
        made
    }
}

/// Calls compiled code and makes the object of its result. Null with an exception set when it raised.
///
/// # Safety
/// The words are those of the target's parameters; what they point to is alive. The GIL is held.
#[inline(always)]
pub unsafe fn run(target: Target, words: &[u64]) -> *mut PyObject {
    if target.words as usize > RESULT_WORDS {
        // SAFETY: as the caller says.
        return unsafe { run_large(target, words) };
    }
    let mut result = [MaybeUninit::<u64>::uninit(); RESULT_WORDS];
    let result = result.as_mut_ptr().cast::<u64>();
    // SAFETY: the result's memory has a word for each leaf; after success all of them are written.
    unsafe {
        if enter(target, words.as_ptr(), result) != OK {
            return raise::pending();
        }
        match target.shape {
            Shape::None => new_reference(ffi::Py_None()),
            Shape::Bool => new_reference(if *result & 1 != 0 { ffi::Py_True() } else { ffi::Py_False() }),
            Shape::Int64 => ffi::PyLong_FromLongLong(*result as i64),
            Shape::Float64 => ffi::PyFloat_FromDouble(f64::from_bits(*result)),
            Shape::Other => make(target, std::slice::from_raw_parts(result, target.words as usize)),
        }
    }
}

#[cold]
unsafe fn run_large(target: Target, words: &[u64]) -> *mut PyObject {
    let mut result = vec![0u64; target.words as usize];
    // SAFETY: as in `run`.
    unsafe {
        match enter(target, words.as_ptr(), result.as_mut_ptr()) {
            OK => make(target, &result),
            _ => raise::pending(),
        }
    }
}

#[inline(always)]
unsafe fn enter(target: Target, words: *const u64, result: *mut u64) -> i32 {
    // SAFETY: the entry is code of a specialisation that the dispatcher keeps; the GIL is given back and taken again by this thread.
    unsafe {
        if !target.nogil {
            return (target.entry)(words, result);
        }
        coluber_runtime::expect_threads();
        let _waiting = shared::Waiting::begin();
        let state = ffi::PyEval_SaveThread();
        let status = (target.entry)(words, result);
        ffi::PyEval_RestoreThread(state);
        status
    }
}

#[inline(always)]
unsafe fn new_reference(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: one of CPython's constants.
    unsafe { ffi::Py_INCREF(object) };
    object
}

#[inline(never)]
unsafe fn make(target: Target, words: &[u64]) -> *mut PyObject {
    // SAFETY: as in `run`.
    if let Some(object) = unsafe { quick(target.ret, words) } {
        return object;
    }
    Python::attach(|py| match to_python(py, target.ret, &mut Reader::new(words)) {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    })
}
