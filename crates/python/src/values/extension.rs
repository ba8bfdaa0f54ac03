//! Values of types that programs define: code of the program, compiled, makes words of an object and an object of words.

use super::boxing::{self, Reader};
use super::classify::unknown;
use super::key::{Decoder, EXTENSION};
use super::words::{Sink, with_sink};
use crate::dispatcher::entry_of;
use crate::{modules, owner, raise, types};
use coluber_abi::{OK, RAISED, layout, leaves};
use coluber_infer::{HostData, HostValue};
use coluber_ir::Const;
use coluber_session::Entry;
use coluber_types::fields::{fields, is_scalar};
use coluber_types::{Kind, Ty, conversion};
use parking_lot::Mutex;
use pyo3::exceptions::{PySystemError, PyTypeError};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What code of a program does. The name is that of the function in `coluber.core.boxing` that gives it for a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    Unbox,
    Box,
}

/// Code that a jitted function has, which it keeps.
struct Code {
    entry: Entry,
    /// Words that the code needs from unboxing a value to the end of the call.
    frame: usize,
    _dispatcher: Py<PyAny>,
}

/// What is to be done with an argument behind the call: what `reflect` and `NativeValue(cleanup=...)` have written. It is done when
/// the call gives up the objects that it keeps.
#[pyclass(module = "coluber._native", frozen)]
pub struct Cleanup {
    entry: Entry,
    object: Py<PyAny>,
    frame: Box<[u64]>,
    words: usize,
    is_done: AtomicBool,
}

impl Cleanup {
    /// Does it, unless that is done.
    fn run(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_done.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let mut words = vec![0u64; 1 + self.words];
        let args = [self.object.as_ptr() as u64, self.frame.as_ptr() as u64, 1];
        // SAFETY: as in `words_of`; the frame is the one that the code has filled.
        if unsafe { (self.entry)(args.as_ptr(), words.as_mut_ptr()) } != OK {
            raise::pending();
        }
        PyErr::take(py).map_or(Ok(()), Err)
    }
}

/// Does what is to be done with an argument behind a call that has not raised, where the object that the call keeps says that.
pub fn finish(kept: &Bound<'_, PyAny>) -> PyResult<()> {
    kept.cast::<Cleanup>().map_or(Ok(()), |cleanup| cleanup.get().run(kept.py()))
}

impl Drop for Cleanup {
    fn drop(&mut self) {
        Python::attach(|py| {
            // What the call has raised stays.
            let raised = PyErr::take(py);
            if let Err(error) = self.run(py) {
                error.write_unraisable(py, Some(self.object.bind(py)));
            }
            if let Some(error) = raised {
                error.restore(py);
            }
        });
    }
}

static CODE: LazyLock<Mutex<FxHashMap<(Ty, Way), Code>>> = LazyLock::new(Mutex::default);

thread_local! {
    /// Objects whose memory the value that is being unboxed refers to.
    static KEPT: RefCell<Vec<Py<PyAny>>> = const { RefCell::new(Vec::new()) };
    static HAS_RAISED: Cell<bool> = const { Cell::new(false) };
    /// While a program's code unboxes: the first exception of a conversion that it has asked for.
    static FIRST_FAILURE: RefCell<Option<Option<PyErr>>> = const { RefCell::new(None) };
}

const TYPEOF: &str = "coluber.core.typing.typeof";

/// Whether a program has said which type instances of a class have.
pub fn is_class(class: &Bound<'_, PyType>) -> PyResult<bool> {
    match modules::imported(class.py(), TYPEOF)? {
        Some(module) => module.getattr("has_type")?.call1((class,))?.is_truthy(),
        None => Ok(false),
    }
}

/// The type of an instance of such a class; None where the program has none for this one.
fn type_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let found = object.py().import(TYPEOF)?.getattr("type_by_program")?.call1((object,))?;
    if found.is_none() { Ok(None) } else { types::from_python(&found).map(Some) }
}

/// Adds the key word and the leaf words of an instance of such a class.
///
/// # Safety
/// As for [`classify`](super::classify::classify).
pub unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: the interpreter is attached while arguments are classified, and they are alive.
    let (py, value) =
        unsafe { (Python::assume_attached(), Bound::from_borrowed_ptr(Python::assume_attached(), object)) };
    let mut add = || -> PyResult<bool> {
        let Some(ty) = type_of(&value)? else { return Ok(false) };
        if let Kind::Array { .. } = ty.kind() {
            // SAFETY: as above.
            return unsafe { own_array(&value, ty, sink) };
        }
        if !matches!(ty.kind(), Kind::Extension(_)) {
            sink.key.push(EXTENSION | u64::from(ty.id()) << 8);
            return if sink.typing { Ok(true) } else { super::unbox::unbox(&value, ty, sink).map(|()| true) };
        }
        sink.key.push(EXTENSION | u64::from(ty.id()) << 8);
        if !sink.typing {
            unbox(&value, ty, sink)?;
        }
        Ok(true)
    };
    match add() {
        Ok(true) => true,
        // SAFETY: as above.
        Ok(false) => unsafe { unknown(object, sink) },
        Err(error) => {
            error.restore(py);
            false
        }
    }
}

/// Adds the words of an object to which a program has given a type of arrays: it must be one.
///
/// # Safety
/// As for [`classify`].
unsafe fn own_array(value: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<bool> {
    let refused = || PyTypeError::new_err(format!("can't unbox {} as {ty}", text_of_class(value)));
    let numpy = modules::imported(value.py(), "numpy")?.ok_or_else(refused)?;
    if !value.is_instance(&numpy.getattr("ndarray")?)? {
        return Err(refused());
    }
    let start = sink.key.as_slice().len();
    sink.key.reserve(2);
    // SAFETY: the object is an array; there is room for two words.
    if !unsafe { super::classify::array(value.as_ptr(), sink) } {
        return Err(PyErr::fetch(value.py()));
    }
    let own = Decoder::new(&sink.key.as_slice()[start..]).next_type(value.py(), 0);
    if !own.is_ok_and(|own| coluber_types::unify(own, ty) == Some(ty)) {
        return Err(refused());
    }
    sink.key.truncate(start);
    sink.key.push(EXTENSION | u64::from(ty.id()) << 8);
    Ok(true)
}

fn text_of_class(value: &Bound<'_, PyAny>) -> String {
    value.get_type().repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string())
}

/// Whether a program's code for unboxing has raised since this was asked last.
pub fn has_raised() -> bool {
    HAS_RAISED.take()
}

/// Adds the leaf words of an object as a value of a type of a program. The sink keeps what they refer to.
pub fn unbox(object: &Bound<'_, PyAny>, ty: Ty, sink: &mut Sink<'_>) -> PyResult<()> {
    let words = words_of(object, ty)?;
    let py = object.py();
    for kept in KEPT.take() {
        sink.held.keep(kept.into_bound(py));
    }
    for &leaf in &layout(ty).owners {
        let word = words[leaf as usize];
        if word & 1 == 0
            && let Some(keeper) = owner::keeper(py, word)?
        {
            sink.held.keep(keeper.into_bound(py));
        }
    }
    words.iter().for_each(|&word| sink.leaves.push(word));
    Ok(())
}

/// The leaf words of an object; those of owners have references of their own.
fn words_of(object: &Bound<'_, PyAny>, ty: Ty) -> PyResult<Vec<u64>> {
    let py = object.py();
    let (entry, frame) = entry(py, ty, Way::Unbox)?;
    let mut frame = vec![0u64; frame].into_boxed_slice();
    let args = [object.as_ptr() as u64, frame.as_mut_ptr() as u64, 0];
    // The first word says whether the code of the program has set an exception.
    let mut words = vec![0u64; 1 + leaves(ty).len()];
    let outer = FIRST_FAILURE.replace(Some(None));
    // SAFETY: the entry takes the address of an object, which is alive, that of a frame, and whether the call is over; it gives a flag and the
    // leaves of the type.
    let status = unsafe { entry(args.as_ptr(), words.as_mut_ptr()) };
    let failure = FIRST_FAILURE.replace(outer).flatten();
    if status != OK {
        raise::pending();
        return Err(PyErr::fetch(py));
    }
    // An exception is set also by code that did not look whether what it called has failed: what it made of that is no value. CPython clears
    // one where it looks up attributes.
    let raised = PyErr::take(py).or(failure);
    if words[0] & 1 != 0 || raised.is_some() {
        let silent = || PySystemError::new_err(format!("unboxing a value of {ty} failed without an exception"));
        HAS_RAISED.set(true);
        return Err(raised.unwrap_or_else(silent));
    }
    if !frame.is_empty() {
        let cleanup = Cleanup {
            entry,
            object: object.clone().unbind(),
            frame,
            words: words.len() - 1,
            is_done: AtomicBool::new(false),
        };
        let cleanup = Py::new(py, cleanup)?.into_any();
        KEPT.with_borrow_mut(|kept| kept.push(cleanup));
    }
    Ok(words.split_off(1))
}

/// Makes the object of a value of a type of a program.
pub fn to_python<'py>(py: Python<'py>, ty: Ty, reader: &mut Reader<'_>) -> PyResult<Bound<'py, PyAny>> {
    let words: Vec<u64> = leaves(ty).iter().map(|_| reader.word()).collect();
    let made = boxed(py, ty, &words);
    boxing::discard(ty, &mut Reader::new(&words));
    made
}

fn boxed<'py>(py: Python<'py>, ty: Ty, words: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let (entry, _) = entry(py, ty, Way::Box)?;
    let mut result = 0u64;
    // SAFETY: the entry takes the leaves of the type and gives a new reference, or null with an exception set.
    unsafe {
        if entry(words.as_ptr(), &raw mut result) != OK {
            raise::pending();
            return Err(PyErr::fetch(py));
        }
        let silent = || PySystemError::new_err(format!("boxing a value of {ty} failed without an exception"));
        Bound::from_owned_ptr_or_opt(py, result as usize as *mut PyObject)
            .ok_or_else(|| PyErr::take(py).unwrap_or_else(silent))
    }
}

/// The code for a type, compiled at first use.
fn entry(py: Python<'_>, ty: Ty, way: Way) -> PyResult<(Entry, usize)> {
    if let Some(known) = CODE.lock().get(&(ty, way)) {
        return Ok((known.entry, known.frame));
    }
    let name = if way == Way::Unbox { "unboxer" } else { "boxer" };
    let found = py.import("coluber.core.boxing")?.getattr(name)?.call1((types::to_python(py, ty)?,))?;
    let (dispatcher, frame): (Bound<'_, PyAny>, usize) = found.extract()?;
    let entry = entry_of(&dispatcher, 0)?;
    CODE.lock().insert((ty, way), Code { entry, frame, _dispatcher: dispatcher.unbind() });
    Ok((entry, frame))
}

/// Forgets the code for a type: the program has given other one.
pub fn forget(ty: Ty) {
    let old = {
        let mut code = CODE.lock();
        [code.remove(&(ty, Way::Unbox)), code.remove(&(ty, Way::Box))]
    };
    // Code may be running: what it is part of stays.
    std::mem::forget(old);
}

/// A value of a type of a program that is constant for compiled code.
pub fn constant(object: &Bound<'_, PyAny>) -> PyResult<HostValue> {
    let py = object.py();
    let found = py.import("coluber.core.boxing")?.getattr("constant")?.call1((object,))?;
    let (ty, given): (Bound<'_, PyAny>, Option<Vec<u64>>) = found.cast::<PyTuple>()?.extract()?;
    let ty = types::from_python(&ty)?;
    let words = match given {
        Some(words) => words,
        None => words_of(object, ty)?,
    };
    // A constant is there for ever, and so is what it refers to.
    std::mem::forget(KEPT.take());
    Ok(of_words(ty, &mut words.iter().copied()))
}

/// A constant from its leaf words.
fn of_words(ty: Ty, words: &mut dyn Iterator<Item = u64>) -> HostValue {
    if is_scalar(ty) {
        let word = words.next().unwrap_or(0);
        let data = match *ty.kind() {
            Kind::Bool => Const::Bool(word & 1 != 0),
            Kind::Float(float) => Const::Float(boxing::float_value(float, word)),
            Kind::Int(int) if !int.signed && word > i64::MAX as u64 => Const::BigInt(word.to_string().into()),
            _ => Const::Int(word as i64),
        };
        return HostValue { ty, data: HostData::Scalar(data) };
    }
    let parts: Vec<HostValue> = fields(ty).into_iter().map(|field| of_words(field, words)).collect();
    if parts.is_empty() { HostValue::of_type(ty) } else { HostValue { ty, data: HostData::Tuple(parts) } }
}

/// What a program's code gives for an object that it failed to get, whose exception is set: it may have gone on without asking.
fn no_object() -> i32 {
    Python::attach(|py| {
        if !PyErr::occurred(py) {
            PyTypeError::new_err("a conversion was given no object").restore(py);
        }
    });
    RAISED
}

/// What the IR of programs calls to make leaf words of an object. Returns 0, or 1 with an exception set. Owners have references of
/// their own.
///
/// # Safety
/// The GIL is held, the object is alive, the number is that of a type, and there is room for its leaves.
pub unsafe extern "C" fn to_native(number: u64, object: *mut PyObject, room: *mut u64) -> i32 {
    if object.is_null() {
        return no_object();
    }
    // SAFETY: promised by the caller.
    let (py, value) =
        unsafe { (Python::assume_attached(), Bound::from_borrowed_ptr(Python::assume_attached(), object)) };
    let convert = || -> PyResult<()> {
        let ty = types::from_id(number)?;
        if matches!(ty.kind(), Kind::Extension(_)) {
            // What it refers to is kept until the call of the code that asks is over.
            let words = words_of(&value, ty)?;
            // SAFETY: promised by the caller.
            unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), room, words.len()) };
            return Ok(());
        }
        with_sink(|sink| {
            super::unbox::unbox(&value, ty, sink)?;
            if !may_be(sink.key.as_slice(), ty, py) {
                return Err(super::unbox::refused(&value, ty));
            }
            for &leaf in &layout(ty).owners {
                keep(sink.leaves.as_slice()[leaf as usize], &value);
            }
            let words = sink.leaves.as_slice();
            // SAFETY: promised by the caller.
            unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), room, words.len()) };
            Ok(())
        })
    };
    match apart(py, convert) {
        Ok(()) => OK,
        Err(error) => {
            FIRST_FAILURE.with_borrow_mut(|asked| {
                if let Some(first @ None) = asked {
                    *first = Some(error.clone_ref(py));
                }
            });
            error.restore(py);
            RAISED
        }
    }
}

/// Runs a conversion where code of a program may have left an exception set, which it looks at later: that stays, and goes before one of
/// the conversion.
fn apart<R>(py: Python<'_>, convert: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    let before = PyErr::take(py);
    let result = convert();
    match (before, result) {
        (None, result) => result,
        (Some(before), Ok(value)) => {
            before.restore(py);
            Ok(value)
        }
        (Some(before), Err(_)) => Err(before),
    }
}

/// Whether what has this key can be of the type that the IR of a program asks for, as far as arrays go; the IR answers for writing.
fn may_be(key: &[u64], ty: Ty, py: Python<'_>) -> bool {
    let Kind::Array { mutable: false, .. } = readable(ty).kind() else { return true };
    Decoder::new(key).next_type(py, 0).is_ok_and(|found| conversion(readable(found), readable(ty)).is_some())
}

/// The type of arrays that are only read; other types are themselves.
fn readable(ty: Ty) -> Ty {
    match *ty.kind() {
        Kind::Array { dtype, ndim, layout, aligned, .. } => {
            Ty::new(Kind::Array { dtype, ndim, layout, mutable: false, aligned })
        }
        _ => ty,
    }
}

/// Takes a reference to what an owner word names; an object of Python's is kept while it is an argument.
fn keep(word: u64, object: &Bound<'_, PyAny>) {
    if word & 1 != 0 {
        KEPT.with_borrow_mut(|kept| kept.push(object.clone().unbind()));
    } else if word != 0 {
        // SAFETY: an allocation that is alive.
        unsafe { coluber_runtime::retain(word as usize as *mut u8) };
    }
}

/// What the IR of programs calls to make an object of leaf words, which keep their references. Null with an exception set on failure.
///
/// # Safety
/// The GIL is held; the number is that of a type, and the words are its leaves.
pub unsafe extern "C" fn from_native(number: u64, words: *const u64) -> *mut PyObject {
    // SAFETY: promised by the caller.
    let py = unsafe { Python::assume_attached() };
    let make = || -> PyResult<Bound<'_, PyAny>> {
        let ty = types::from_id(number)?;
        // SAFETY: promised by the caller.
        let words = unsafe { std::slice::from_raw_parts(words, leaves(ty).len()) };
        for &leaf in &layout(ty).owners {
            let word = words[leaf as usize];
            if word != 0 && word & 1 == 0 {
                // SAFETY: an allocation that is alive.
                unsafe { coluber_runtime::retain(word as usize as *mut u8) };
            }
        }
        boxing::to_python(py, ty, &mut Reader::new(words))
    };
    match apart(py, make) {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            std::ptr::null_mut()
        }
    }
}

/// What the IR of programs calls where it has dealt with exceptions: the one that is set goes, and that of a conversion before.
///
/// # Safety
/// The GIL is held.
pub unsafe extern "C" fn clear_exception() {
    // SAFETY: promised by the caller.
    drop(PyErr::take(unsafe { Python::assume_attached() }));
    FIRST_FAILURE.with_borrow_mut(|asked| {
        if let Some(first) = asked {
            *first = None;
        }
    });
}

/// What code that boxes and unboxes calls when compiled code that it has called has raised: sets the exception of the interpreter.
///
/// # Safety
/// The GIL is held.
pub unsafe extern "C" fn set_exception() {
    raise::pending();
}

/// What C code that calls compiled code calls when that has raised: the exception is printed and ignored.
///
/// # Safety
/// The thread is not inside of the interpreter without the GIL.
pub unsafe extern "C" fn ignore_exception(name: *const std::ffi::c_char) {
    Python::attach(|py| {
        raise::pending();
        // SAFETY: an exception is set; the name ends with NUL.
        unsafe {
            let context = ffi::PyUnicode_FromString(name);
            ffi::PyErr_WriteUnraisable(context);
            ffi::Py_XDECREF(context);
        }
        drop(PyErr::take(py));
    });
}

/// Takes a reference to what an owner word names.
///
/// # Safety
/// The word is null, odd, or an allocation that is alive.
pub unsafe extern "C" fn retain(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { coluber_runtime::retain(owner) }
}

/// Gives up a reference to what an owner word names.
///
/// # Safety
/// As for [`retain`]; the reference is the caller's.
pub unsafe extern "C" fn release(owner: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe { coluber_runtime::release(owner) }
}
