//! The C structure of dispatchers, and their type.

use super::call::vectorcall;
use super::core::Core;
use super::fallback;
use super::methods;
use super::miss::guarded;
use coluber_session::Entry;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::ffi::*;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::{c_int, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A dispatcher, as CPython sees it.
#[repr(C)]
struct DispatcherObject {
    ob_base: PyObject,
    vectorcall: Option<vectorcallfunc>,
    dict: *mut PyObject,
    weak_references: *mut PyObject,
    core: *mut Core,
}

static TYPE: AtomicPtr<PyTypeObject> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    // Missing in PyO3's declarations.
    fn PyMethod_New(function: *mut PyObject, object: *mut PyObject) -> *mut PyObject;
}

/// Whether this is the class of dispatchers itself.
#[inline(always)]
pub fn is_dispatcher_class(class: *mut PyTypeObject) -> bool {
    class == TYPE.load(Ordering::Relaxed)
}

/// Whether an object is a dispatcher.
pub fn is_dispatcher(object: &Bound<'_, PyAny>) -> bool {
    let class = TYPE.load(Ordering::Relaxed);
    // SAFETY: a live object and a class that is never freed.
    !class.is_null() && unsafe { PyObject_TypeCheck(object.as_ptr(), class) != 0 }
}

/// The core of a dispatcher.
pub fn core_of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a Core> {
    if is_dispatcher(object) {
        // SAFETY: it is a dispatcher, and borrowed as long as the core.
        return Ok(unsafe { core(object.as_ptr()) });
    }
    Err(PyTypeError::new_err(format!("expected a jitted function, got {}", object.get_type())))
}

/// The native entry of a specialisation, by its number. It can be used as long as the dispatcher lives and forgets nothing.
pub fn entry_of(dispatcher: &Bound<'_, PyAny>, number: usize) -> PyResult<Entry> {
    let specs = core_of(dispatcher)?.specs.borrow();
    let found = specs.get(number).map(|spec| spec.code.entry);
    found.ok_or_else(|| PyIndexError::new_err(format!("there is no specialisation {number}")))
}

/// The core of a dispatcher.
///
/// # Safety
/// The object is a dispatcher and lives as long as the reference is used.
#[inline(always)]
pub unsafe fn core<'a>(object: *mut PyObject) -> &'a Core {
    // SAFETY: `new` sets the core before anyone sees the object; it is freed with the object.
    unsafe { &*(*object.cast::<DispatcherObject>()).core }
}

/// Has a dispatcher run in object mode without a look at its arguments.
pub(super) fn skip_arguments(dispatcher: &Bound<'_, PyAny>) {
    set_call(dispatcher, fallback::vectorcall);
}

/// Sets the function by which CPython calls a dispatcher; nothing for other objects.
pub(super) fn set_call(dispatcher: &Bound<'_, PyAny>, call: vectorcallfunc) {
    if is_dispatcher(dispatcher) {
        // SAFETY: it is a dispatcher, and the GIL is held.
        unsafe { (*dispatcher.as_ptr().cast::<DispatcherObject>()).vectorcall = Some(call) };
    }
}

/// Makes the type. Called once.
pub fn create_type(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let member = |name: &'static std::ffi::CStr, offset: usize| PyMemberDef {
        name: name.as_ptr(),
        type_code: Py_T_PYSSIZET,
        offset: offset as isize,
        flags: Py_READONLY,
        doc: ptr::null(),
    };
    // CPython keeps pointers to these tables.
    let members = Box::leak(Box::new([
        member(c"__vectorcalloffset__", offset_of!(DispatcherObject, vectorcall)),
        member(c"__dictoffset__", offset_of!(DispatcherObject, dict)),
        member(c"__weaklistoffset__", offset_of!(DispatcherObject, weak_references)),
        PyMemberDef { name: ptr::null(), type_code: 0, offset: 0, flags: 0, doc: ptr::null() },
    ]));
    let slot = |slot: c_int, pfunc: *mut c_void| PyType_Slot { slot, pfunc };
    let mut slots = [
        slot(
            Py_tp_doc,
            c"A jitted function: compiles a Python function for the types that it is called with.".as_ptr()
                as *mut c_void,
        ),
        slot(Py_tp_new, new as *mut c_void),
        slot(Py_tp_dealloc, dealloc as *mut c_void),
        slot(Py_tp_traverse, traverse as *mut c_void),
        slot(Py_tp_clear, clear as *mut c_void),
        slot(Py_tp_call, PyVectorcall_Call as *mut c_void),
        slot(Py_tp_descr_get, descr_get as *mut c_void),
        slot(Py_tp_repr, methods::repr as *mut c_void),
        slot(Py_tp_members, members.as_mut_ptr().cast()),
        slot(Py_tp_methods, methods::table().cast()),
        slot(Py_tp_getset, methods::properties().cast()),
        slot(0, ptr::null_mut()),
    ];
    let flags = Py_TPFLAGS_DEFAULT
        | Py_TPFLAGS_BASETYPE
        | Py_TPFLAGS_HAVE_GC
        | Py_TPFLAGS_HAVE_VECTORCALL
        | Py_TPFLAGS_METHOD_DESCRIPTOR;
    let mut spec = PyType_Spec {
        name: c"coluber._native.Dispatcher".as_ptr(),
        basicsize: size_of::<DispatcherObject>() as c_int,
        itemsize: 0,
        flags: flags as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the specification is complete; the tables that CPython keeps are leaked.
    let class = unsafe { Bound::from_owned_ptr_or_err(py, PyType_FromSpec(&mut spec))? };
    // The type is never freed: types and keys name dispatchers for ever.
    TYPE.store(class.clone().into_ptr().cast(), Ordering::Relaxed);
    Ok(class)
}

unsafe extern "C" fn new(class: *mut PyTypeObject, args: *mut PyObject, keywords: *mut PyObject) -> *mut PyObject {
    Python::attach(|py| {
        // SAFETY: CPython passes a tuple, and a dict or null.
        let (args, keywords) =
            unsafe { (Bound::from_borrowed_ptr(py, args), Bound::from_borrowed_ptr_or_opt(py, keywords)) };
        let made = guarded(|| {
            let (function, options) = new_arguments(&args, keywords.as_ref())?;
            let core = Core::new(&function, options.as_ref())?;
            // SAFETY: `class` is the type of dispatchers or derived from it.
            unsafe { allocate(py, class, core) }
        });
        match made {
            Ok(object) => object.into_ptr(),
            Err(error) => {
                error.restore(py);
                ptr::null_mut()
            }
        }
    })
}

type NewArguments<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyDict>>);

/// `Dispatcher(py_func, options=None)`
fn new_arguments<'py>(args: &Bound<'py, PyAny>, keywords: Option<&Bound<'py, PyAny>>) -> PyResult<NewArguments<'py>> {
    let args = args.cast::<PyTuple>()?;
    let keyword = |name: &str| match keywords {
        Some(keywords) => keywords.cast::<PyDict>()?.get_item(name),
        None => Ok(None),
    };
    let function = match args.get_item(0) {
        Ok(function) => function,
        Err(_) => keyword("py_func")?.ok_or_else(|| PyTypeError::new_err("Dispatcher() needs a Python function"))?,
    };
    let options = match args.get_item(1) {
        Ok(options) => Some(options),
        Err(_) => keyword("options")?,
    };
    Ok((function, options.filter(|o| !o.is_none()).map(|o| o.cast_into::<PyDict>()).transpose()?))
}

unsafe fn allocate<'py>(py: Python<'py>, class: *mut PyTypeObject, core: Core) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the caller passes a class of dispatchers. The new object is zeroed; it is complete before Python code runs again,
    // and the collector meets a null core with care.
    unsafe {
        inherit_vectorcall(class);
        let object = Bound::from_owned_ptr_or_err(py, PyType_GenericAlloc(class, 0))?;
        let dispatcher = object.as_ptr().cast::<DispatcherObject>();
        (*dispatcher).core = Box::into_raw(Box::new(core));
        (*dispatcher).vectorcall = Some(vectorcall);
        Ok(object)
    }
}

/// CPython 3.11 does not give the fast call to subclasses that are written in Python.
unsafe fn inherit_vectorcall(class: *mut PyTypeObject) {
    let call = |class: *mut PyTypeObject| {
        // SAFETY: a live class.
        unsafe { (*class).tp_call }.map(|function| function as usize)
    };
    // SAFETY: the class is alive; a class with a `__call__` of its own keeps it.
    unsafe {
        if (*class).tp_flags & Py_TPFLAGS_HAVE_VECTORCALL == 0 && call(class) == call(TYPE.load(Ordering::Relaxed)) {
            (*class).tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
            PyType_Modified(class);
        }
    }
}

unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: CPython calls this once, with an object of this type; the base of a subclass frees the memory and the class.
    unsafe {
        PyObject_GC_UnTrack(object.cast());
        let dispatcher = object.cast::<DispatcherObject>();
        if !(*dispatcher).weak_references.is_null() {
            PyObject_ClearWeakRefs(object);
        }
        Py_CLEAR(&raw mut (*dispatcher).dict);
        let core = std::mem::replace(&mut (*dispatcher).core, ptr::null_mut());
        if !core.is_null() {
            Python::attach(|_| drop(Box::from_raw(core)));
        }
        let class = Py_TYPE(object);
        match (*class).tp_free {
            Some(free) => free(object.cast()),
            None => PyObject_GC_Del(object.cast()),
        }
        Py_DECREF(class.cast());
    }
}

unsafe extern "C" fn traverse(object: *mut PyObject, visit: visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: CPython passes a live dispatcher and a function for the objects that it holds.
    unsafe {
        let dispatcher = object.cast::<DispatcherObject>();
        for held in [Py_TYPE(object).cast(), (*dispatcher).dict] {
            let stop = if held.is_null() { 0 } else { visit(held, arg) };
            if stop != 0 {
                return stop;
            }
        }
        match (*dispatcher).core.as_ref() {
            Some(core) => core.traverse(|held| visit(held, arg)),
            None => 0,
        }
    }
}

unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    // SAFETY: CPython passes a dispatcher that only garbage refers to.
    unsafe {
        let dispatcher = object.cast::<DispatcherObject>();
        Py_CLEAR(&raw mut (*dispatcher).dict);
        if let Some(core) = (*dispatcher).core.as_ref() {
            Python::attach(|_| core.clear());
        }
    }
    0
}

unsafe extern "C" fn descr_get(function: *mut PyObject, object: *mut PyObject, _class: *mut PyObject) -> *mut PyObject {
    // SAFETY: live objects; null means access through the class.
    unsafe {
        if object.is_null() {
            Py_INCREF(function);
            return function;
        }
        PyMethod_New(function, object)
    }
}
