//! Object mode: a function that does not compile runs in the interpreter.
//!
//! `coluber.objectmode.fallback` makes the Python function that runs then, with the loops that can be compiled taken out. Argument types
//! for which the function did not compile are in the table of keys ([`Passing::Object`]). A dispatcher that only ever
//! falls back gets a call of its own, which does not look at the arguments.

use super::call::CallArguments;
use super::core::Core;
use super::kernel;
use super::object::{core, skip_arguments};
use super::table::{Passing, Target};
use crate::types;
use crate::values::extension;
use crate::values::key::Decoder;
use crate::values::type_of::NoType;
use coluber_types::Ty;
use pyo3::exceptions::{PyException, PyMemoryError, PySystemError, PyTypeError, PyWarning};
use pyo3::ffi::{self, PyObject};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::ptr;

/// After so many attempts for different types, all of which failed, types are not looked at any more.
const ATTEMPTS: u32 = 4;

/// The types of the arguments of so many calls are listed of a function that always runs in object mode; later calls do not look at
/// their arguments, and cost what a call in the interpreter costs.
const LISTED: u32 = 8;

/// What calls with a key lead to whose types did not compile with `error`: object mode, or the error where that is not wanted.
pub(super) fn instead(dispatcher: &Bound<'_, PyAny>, key: &[u64], error: PyErr) -> PyResult<Target> {
    let py = dispatcher.py();
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    let core = unsafe { core(dispatcher.as_ptr()) };
    // Where there are signatures, other types are an error.
    if !core.fallback.get() || !core.can_compile.get() || !is_of_compiler(py, &error) {
        return Err(error);
    }
    let mut decoder = Decoder::new(key);
    let types = types_of(py, &mut decoder);
    enter(dispatcher, core, Some(&error), types.as_deref())?;
    // An object without a type is its own key: it would be met once.
    if let Some(types) = types {
        core.object_types.borrow_mut().push(types);
        core.with_table(|table| {
            if table.find(key).is_none() {
                table.insert(key, target(), std::mem::take(&mut decoder.objects));
            }
        });
    }
    count_attempt(dispatcher, core);
    Ok(target())
}

fn count_attempt(dispatcher: &Bound<'_, PyAny>, core: &Core) {
    core.fallen.set(core.fallen.get() + 1);
    if core.fallen.get() >= ATTEMPTS && core.specs.borrow().is_empty() {
        skip_arguments(dispatcher);
    }
}

/// Has the function run in object mode whatever its arguments are; the types of those of its first calls are listed, unless it has
/// signatures, whose types are.
pub fn always(dispatcher: &Bound<'_, PyAny>, types: Option<Vec<Ty>>) {
    // SAFETY: the caller passes a dispatcher, which lives during the call.
    let core = unsafe { core(dispatcher.as_ptr()) };
    core.always_object.set(true);
    if let Some(types) = types {
        list(core, types);
    }
}

/// Lists argument types for which the function runs in object mode.
fn list(core: &Core, types: Vec<Ty>) {
    let mut listed = core.object_types.borrow_mut();
    if !listed.contains(&types) {
        listed.push(types);
    }
}

/// What a call of a function leads to that always runs in object mode: notes the types of the arguments.
pub(super) fn noted(dispatcher: &Bound<'_, PyAny>, key: &[u64]) -> PyResult<Target> {
    let py = dispatcher.py();
    // SAFETY: as in `always`.
    let core = unsafe { core(dispatcher.as_ptr()) };
    if core.object_function.borrow().is_none() {
        enter(dispatcher, core, None, None)?;
    }
    let object = types::from_python(&py.import(intern!(py, "coluber.core.types"))?.getattr(intern!(py, "pyobject"))?)?;
    let mut decoder = Decoder::for_objects(key, object);
    let mut found = Vec::new();
    while !decoder.is_done() {
        found.push(match decoder.next_type(py, found.len()) {
            Ok(ty) if !std::mem::take(&mut decoder.met_object) => ty,
            Ok(_) | Err(NoType::Unsupported { .. }) => object,
            Err(NoType::Raised(error)) => return Err(error),
        });
    }
    if core.can_compile.get() {
        list(core, found);
    }
    count_listed(dispatcher, core);
    Ok(target())
}

fn count_listed(dispatcher: &Bound<'_, PyAny>, core: &Core) {
    core.fallen.set(core.fallen.get() + 1);
    if core.fallen.get() >= LISTED {
        skip_arguments(dispatcher);
    }
}

fn target() -> Target {
    Target::new(kernel::not_for_the_host, Ty::none(), 0, false, Passing::Object)
}

fn types_of(py: Python<'_>, decoder: &mut Decoder<'_>) -> Option<Vec<Ty>> {
    let mut types = Vec::new();
    while !decoder.is_done() {
        types.push(decoder.next_type(py, types.len()).ok()?);
    }
    Some(types)
}

/// Errors of the machine, of the compiler itself, and warnings that are errors are no reason to fall back.
fn is_of_compiler(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyException>(py)
        && !error.is_instance_of::<PySystemError>(py)
        && !error.is_instance_of::<PyMemoryError>(py)
        && !error.is_instance_of::<PyWarning>(py)
}

/// Tells Python that the function falls back, for these types; it warns, and makes the function that runs.
fn enter(dispatcher: &Bound<'_, PyAny>, core: &Core, error: Option<&PyErr>, types: Option<&[Ty]>) -> PyResult<()> {
    let py = dispatcher.py();
    let enter = py.import(intern!(py, "coluber.objectmode.fallback"))?.getattr(intern!(py, "enter"))?;
    let numbers = types.map(|types| PyList::new(py, types.iter().map(|ty| ty.id()))).transpose()?;
    let function = enter.call1((dispatcher, error.map(|error| error.value(py)), numbers))?;
    core.object_function.borrow_mut().get_or_insert(function.unbind());
    Ok(())
}

/// Calls the function of object mode.
///
/// # Safety
/// As for [`vectorcall`](super::call::vectorcall).
pub(super) unsafe fn run(callable: *mut PyObject, arguments: CallArguments) -> *mut PyObject {
    // SAFETY: the caller passes a dispatcher and the arguments of its call; the function is held while it runs.
    unsafe {
        let function = core(callable).object_function.borrow().as_ref().map(|function| function.as_ptr());
        let function = match function {
            Some(function) => function,
            None => match first(callable) {
                Some(function) => function,
                None => return ptr::null_mut(),
            },
        };
        ffi::Py_INCREF(function);
        let result = ffi::PyObject_Vectorcall(function, arguments.values, arguments.count, arguments.names);
        ffi::Py_DECREF(function);
        result
    }
}

/// Makes the function of object mode where there was no attempt to compile. None with an exception set.
#[cold]
unsafe fn first(callable: *mut PyObject) -> Option<*mut PyObject> {
    Python::attach(|py| {
        // SAFETY: the caller passes a dispatcher.
        let dispatcher = unsafe { Bound::from_borrowed_ptr(py, callable) };
        // SAFETY: as above.
        let core = unsafe { core(callable) };
        let made = enter(&dispatcher, core, None, None);
        made.map_err(|error| error.restore(py)).ok()?;
        core.object_function.borrow().as_ref().map(|function| function.as_ptr())
    })
}

/// Calls the function after its arguments could not be classified, with the exception that is set.
///
/// # Safety
/// As for [`vectorcall`](super::call::vectorcall).
#[cold]
pub(super) unsafe fn unclassified(callable: *mut PyObject, arguments: CallArguments) -> *mut PyObject {
    // What a program's own code for arguments raises is the program's, as long as the arguments have types.
    let is_programs = extension::has_raised();
    // SAFETY: the caller passes a dispatcher.
    let core_ = unsafe { core(callable) };
    if !core_.fallback.get() || is_programs && !core_.always_object.get() {
        return ptr::null_mut();
    }
    let function = Python::attach(|py| {
        let error = PyErr::fetch(py);
        // SAFETY: as above.
        let (dispatcher, core) = unsafe { (Bound::from_borrowed_ptr(py, callable), core(callable)) };
        let is_direct = arguments.names.is_null() && core.binding.is_direct(arguments.count);
        if !is_direct && error.get_type(py).is(py.get_type::<PyTypeError>()) {
            // Arguments and parameters don't fit, which the interpreter says, too.
            return Some(core.function.clone_ref(py).into_ptr());
        }
        if core.always_object.get() {
            enter(&dispatcher, core, None, None).map_err(|error| error.restore(py)).ok()?;
            count_listed(&dispatcher, core);
            return core.object_function.borrow().as_ref().map(|function| function.clone_ref(py).into_ptr());
        }
        if !is_of_compiler(py, &error) {
            error.restore(py);
            return None;
        }
        enter(&dispatcher, core, Some(&error), None).map_err(|error| error.restore(py)).ok()?;
        count_attempt(&dispatcher, core);
        core.object_function.borrow().as_ref().map(|function| function.clone_ref(py).into_ptr())
    });
    let Some(function) = function else { return ptr::null_mut() };
    // SAFETY: the arguments are those of the call; the reference was taken above.
    unsafe {
        let result = ffi::PyObject_Vectorcall(function, arguments.values, arguments.count, arguments.names);
        ffi::Py_DECREF(function);
        result
    }
}

/// The call of a dispatcher that runs in object mode always (`tp_vectorcall`).
///
/// # Safety
/// CPython's contract: `callable` is a dispatcher, the arguments are alive, the GIL is held.
pub(super) unsafe extern "C" fn vectorcall(
    callable: *mut PyObject,
    values: *const *mut PyObject,
    flagged_count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CPython's contract.
    unsafe {
        let count = ffi::PyVectorcall_NARGS(flagged_count) as usize;
        run(callable, CallArguments { values, count, names })
    }
}
