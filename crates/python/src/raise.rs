//! Exceptions of compiled code to Python.

use crate::host::hooks::borrowed;
use crate::objects;
use coluber_abi::ExceptionClass;
use coluber_gpu::emulator::Failure;
use coluber_runtime::{Frame, Pending, take_pending};
use coluber_types::Ty;
use parking_lot::Mutex;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PySystemError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyMapping, PyModule, PyString, PyTuple};
use rustc_hash::FxHashMap;
use std::ffi::CString;
use std::ptr;

/// Sets the exception that compiled code raised. Returns null, for the caller to return.
#[cold]
pub fn pending() -> *mut PyObject {
    Python::attach(|py| match take_pending() {
        Some(pending) => {
            let error = exception(py, &pending).unwrap_or_else(|error| error);
            let _ = note_handled(py, &error);
            error.restore(py);
            pending.traceback().iter().for_each(|frame| add_frame(py, place(frame)));
        }
        None => PyMemoryError::new_err(()).restore(py),
    });
    ptr::null_mut()
}

/// The exception that Python code handles while it calls compiled code is the context of what that raises.
fn note_handled(py: Python<'_>, error: &PyErr) -> PyResult<()> {
    // SAFETY: gives a new reference, or null where no exception is handled.
    let handled = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyErr_GetHandledException()) };
    let Some(handled) = handled.filter(|handled| !handled.is_none()) else { return Ok(()) };
    let mut last = error.value(py).clone().into_any();
    // A chain that ends in itself was made by somebody else.
    for _ in 0..LONGEST_CHAIN {
        if last.is(&handled) {
            return Ok(());
        }
        match last.getattr("__context__")? {
            context if context.is_none() => return last.setattr("__context__", handled),
            context => last = context,
        }
    }
    Ok(())
}

/// Contexts of contexts are followed so far.
const LONGEST_CHAIN: usize = 1000;

/// The exception that a thread of a kernel raised: its text begins with the thread and the block.
pub fn in_kernel(py: Python<'_>, failure: &Failure) -> PyErr {
    let Some(pending) = &failure.pending else { return PyMemoryError::new_err("no memory for the threads of a block") };
    let error = exception(py, pending).unwrap_or_else(|error| error);
    // An interrupt is none of the thread's doing.
    if !error.is_instance_of::<PyKeyboardInterrupt>(py)
        && let Err(other) = prefix(&error, py, failure.tid, failure.ctaid)
    {
        return other;
    }
    error.restore(py);
    pending.traceback().iter().for_each(|frame| add_frame(py, place(frame)));
    PyErr::fetch(py)
}

/// An exception that a thread of a kernel raised on a GPU: file, function and line are where.
pub fn on_device(
    py: Python<'_>,
    error: PyErr,
    tid: [i32; 3],
    ctaid: [i32; 3],
    (file, function, line): (&str, &str, u32),
) -> PyResult<PyErr> {
    prefix(&error, py, tid, ctaid)?;
    error.restore(py);
    add_frame(py, Place { file, function, line });
    Ok(PyErr::fetch(py))
}

fn prefix(error: &PyErr, py: Python<'_>, tid: [i32; 3], ctaid: [i32; 3]) -> PyResult<()> {
    let value = error.value(py);
    let mut args: Vec<Bound<'_, PyAny>> = value.getattr("args")?.extract()?;
    let place = format!("tid={tid:?} ctaid={ctaid:?}");
    match args.first_mut() {
        Some(first) => *first = PyString::new(py, &format!("{place}: {}", first.str()?)).into_any(),
        None => args.push(PyString::new(py, &place).into_any()),
    }
    value.setattr("args", PyTuple::new(py, args)?)
}

/// The Python class of an exception.
pub fn class_object(py: Python<'_>, class: ExceptionClass) -> PyResult<Bound<'_, PyAny>> {
    match class {
        ExceptionClass::Host(id) => objects::get(py, id),
        ExceptionClass::Builtin(_) => {
            static BUILTINS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
            let builtins = BUILTINS.get_or_try_init(py, || py.import("builtins").map(Bound::unbind))?;
            builtins.bind(py).getattr(class.builtin_name().unwrap_or("SystemError"))
        }
    }
}

/// The exception object, with its cause.
pub fn exception(py: Python<'_>, pending: &Pending) -> PyResult<PyErr> {
    let error = without_cause(py, pending)?;
    if let Some(context) = pending.context() {
        let context = exception(py, &context)?.into_value(py);
        // SAFETY: the function takes over the reference to the context.
        unsafe { ffi::PyException_SetContext(error.value(py).as_ptr(), context.into_ptr()) };
    }
    if let Some(cause) = pending.cause() {
        error.set_cause(py, cause.map(|cause| exception(py, &cause)).transpose()?);
    }
    Ok(error)
}

fn without_cause(py: Python<'_>, pending: &Pending) -> PyResult<PyErr> {
    if let Some(value) = pending.object() {
        // SAFETY: the record holds a reference to the exception object.
        let value = unsafe { Bound::from_borrowed_ptr(py, value as usize as *mut PyObject) };
        return Ok(PyErr::from_value(value));
    }
    let mut arguments: Vec<Bound<'_, PyAny>> = Vec::new();
    arguments.extend(pending.message().map(|text| PyString::new(py, text).into_any()));
    for (id, words) in pending.args() {
        arguments.extend(borrowed(py, Ty::from_id(id).into_iter(), words)?);
    }
    instance(py, pending.class(), arguments)
}

/// The exception of a class with a message, or with the values of these types as arguments.
pub fn made(
    py: Python<'_>,
    class: ExceptionClass,
    message: Option<&str>,
    types: impl Iterator<Item = Ty>,
    words: &[u64],
) -> PyResult<PyErr> {
    let arguments = match message {
        Some(text) => vec![PyString::new(py, text).into_any()],
        None => borrowed(py, types, words)?,
    };
    instance(py, class, arguments)
}

fn instance(py: Python<'_>, class: ExceptionClass, arguments: Vec<Bound<'_, PyAny>>) -> PyResult<PyErr> {
    let object = class_object(py, class)?;
    let made = match class {
        ExceptionClass::Host(_) => object_of(&object, arguments)?,
        ExceptionClass::Builtin(_) => object.call1(PyTuple::new(py, arguments)?)?,
    };
    Ok(PyErr::from_value(made))
}

/// An object of a class of exceptions, of the arguments in the order of the parameters of its `__init__`.
pub fn object_of<'py>(class: &Bound<'py, PyAny>, arguments: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let (named, takes_names) = names_of_last(class)?;
    let count = named.len() + usize::from(takes_names);
    let Some(count) = arguments.len().checked_sub(count).filter(|_| count > 0) else {
        return class.call1(PyTuple::new(py, arguments)?);
    };
    let (positional, last) = arguments.split_at(count);
    let given = PyDict::new(py);
    named.iter().zip(last).try_for_each(|(name, value)| given.set_item(name, value))?;
    if let Some(more) = last.get(named.len()) {
        given.update(more.cast::<PyMapping>()?)?;
    }
    class.call(PyTuple::new(py, positional)?, Some(&given))
}

/// The names of the last arguments of a class's exceptions: the keyword-only parameters of its `__init__`. Where that takes `**kwargs`, too, what
/// these are given is one argument more.
fn names_of_last<'py>(class: &Bound<'py, PyAny>) -> PyResult<(Vec<Bound<'py, PyAny>>, bool)> {
    let Some(code) = class.getattr("__init__")?.getattr_opt("__code__")? else { return Ok((Vec::new(), false)) };
    let count = |name: &str| code.getattr(name)?.extract::<usize>();
    let (first, count, flags) = (count("co_argcount")?, count("co_kwonlyargcount")?, count("co_flags")?);
    let names = code.getattr("co_varnames")?.try_iter()?.skip(first).take(count).collect::<PyResult<_>>()?;
    Ok((names, flags & TAKES_NAMES != 0))
}

/// The flag of code objects with `**kwargs`.
const TAKES_NAMES: usize = 0x08;

/// Where code stands.
struct Place<'a> {
    file: &'a str,
    function: &'a str,
    line: u32,
}

fn place(frame: &Frame) -> Place<'_> {
    Place { file: frame.file(), function: frame.function(), line: frame.line }
}

/// How files are named that loops of ufuncs and stencils say to be from, which the package writes.
const WRITTEN: [&str; 3] = ["<loop of ", "<call of ", "<stencil "];

/// Adds a line to the traceback of the exception that is set: an empty frame of a code object that starts at that line. What the compiler
/// made itself is no place in the program, and neither is code that the package writes.
fn add_frame(py: Python<'_>, place: Place<'_>) {
    let is_written = WRITTEN.iter().any(|name| place.file.starts_with(name));
    if place.file.is_empty() || place.line == 0 || is_written {
        return;
    }
    static GLOBALS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let error = PyErr::take(py);
    let code = code_at(py, &place);
    let globals = GLOBALS.get_or_init(py, || PyDict::new(py).unbind());
    // SAFETY: live objects, checked before use; the exception is set again before the frame is added to its traceback.
    unsafe {
        let made = match &code {
            None => ptr::null_mut(),
            Some(code) => {
                ffi::PyFrame_New(ffi::PyThreadState_Get(), code.as_ptr().cast(), globals.as_ptr(), ptr::null_mut())
            }
        };
        ffi::PyErr_Clear();
        error.unwrap_or_else(|| PySystemError::new_err("an exception got lost")).restore(py);
        if !made.is_null() {
            ffi::PyTraceBack_Here(made);
        }
        ffi::Py_XDECREF(made.cast());
    }
}

/// Code objects by file, function and line.
type Codes = FxHashMap<(String, String, u32), Py<PyAny>>;

/// A code object that begins at a place: the last ones are kept, since making one takes longer than all else about an exception.
fn code_at<'py>(py: Python<'py>, place: &Place<'_>) -> Option<Bound<'py, PyAny>> {
    static KNOWN: Mutex<Option<Codes>> = Mutex::new(None);
    let key = (place.file.to_owned(), place.function.to_owned(), place.line);
    if let Some(code) = KNOWN.lock().as_ref().and_then(|known| known.get(&key)) {
        return Some(code.bind(py).clone());
    }
    let text = |text: &str| CString::new(text.replace('\0', "")).unwrap_or_default();
    // Tracebacks show plain names.
    let name = place.function.rsplit('.').next().unwrap_or_default();
    let (file, function) = (text(place.file), text(name));
    let line = i32::try_from(place.line).unwrap_or(0);
    // SAFETY: a new object, or null with an exception, which is not needed.
    let code: Bound<'_, PyAny> = unsafe {
        let code =
            Bound::from_owned_ptr_or_opt(py, ffi::PyCode_NewEmpty(file.as_ptr(), function.as_ptr(), line).cast());
        ffi::PyErr_Clear();
        code
    }?;
    let mut guard = KNOWN.lock();
    let known = guard.get_or_insert_default();
    let old = if known.len() < MOST_CODES { FxHashMap::default() } else { std::mem::take(known) };
    known.insert(key, code.clone().unbind());
    // The old ones are given up when the lock is not held.
    drop(guard);
    drop(old);
    Some(code)
}

/// So many places of exceptions are remembered.
const MOST_CODES: usize = 1000;
