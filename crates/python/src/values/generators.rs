//! Suspended functions of compiled code as iterators of Python.

use super::boxing::{Reader, quick, to_python};
use super::key;
use super::words::Sink;
use crate::host::{hooks, shared};
use crate::typed::value::Item;
use crate::{errors, owner, raise};
use coluber_abi::{OK, leaves};
use coluber_runtime::frames;
use coluber_session::{NextEntry, Session};
use coluber_types::{Kind, Ty};
use pyo3::exceptions::{PyRuntimeError, PyStopIteration, PyTypeError, PyValueError};
use pyo3::ffi::{PyObject, iternextfunc};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Results of so many words need no memory from the heap.
const FEW: usize = 8;

/// What a function with `yield` gives to Python.
#[pyclass(name = "generator", module = "coluber", frozen, weakref)]
pub struct Generator {
    /// The frame.
    owner: u64,
    running: AtomicBool,
    ty: Ty,
    next: NextEntry,
    /// The type of the items, where all that a step gives is one, in few words.
    plain: Option<Ty>,
}

/// What gives the next item, made by PyO3: `next_of` goes before it.
static NEXT: OnceLock<iternextfunc> = OnceLock::new();

/// The object of a result.
pub fn to_object<'py>(py: Python<'py>, ty: Ty, word: u64) -> PyResult<Bound<'py, PyAny>> {
    match Session::global().next_entry(ty) {
        Ok(next) => {
            let plain = plain_items(ty);
            let made = Generator { owner: word, running: AtomicBool::new(false), ty, next, plain };
            hasten(py);
            Ok(Bound::new(py, made)?.into_any())
        }
        Err(error) => {
            owner::release(word);
            Err(errors::of_diagnostic(py, &error))
        }
    }
}

/// The type of the items of a generator that is sent nothing and returns nothing, where they have few words.
fn plain_items(ty: Ty) -> Option<Ty> {
    let Kind::Gen { yields, sends, returns, .. } = ty.kind() else { return None };
    let nothing = Ty::none();
    (*sends == nothing && *returns == nothing && leaves(*yields).len() < FEW).then_some(*yields)
}

/// Puts [`next_of`] in front of what PyO3 calls for the next item: what that does for each call takes as long as the step.
fn hasten(py: Python<'_>) {
    NEXT.get_or_init(|| {
        let class = py.get_type::<Generator>().as_type_ptr();
        // SAFETY: the class is there as long as the process, and no object of it has been made yet.
        unsafe { (*class).tp_iternext.replace(next_of).unwrap_or(next_of) }
    });
}

/// The next item; null at the end, and with an exception.
unsafe extern "C" fn next_of(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: CPython calls the slot with an object of the class, attached.
    unsafe {
        let this = Bound::from_borrowed_ptr(Python::assume_attached(), object);
        match this.cast_unchecked::<Generator>().get().quick_step() {
            Some(item) => item,
            None => NEXT.get().map_or(std::ptr::null_mut(), |next| next(object)),
        }
    }
}

/// Adds the words of a generator: its type, and the owner word, which the object keeps alive.
///
/// # Safety
/// The object is a [`Generator`], and the interpreter is attached.
pub unsafe fn classify(object: *mut PyObject, sink: &mut Sink<'_>) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        let object = Bound::from_borrowed_ptr(Python::assume_attached(), object);
        let generator = object.cast_unchecked::<Generator>().get();
        sink.key.push(key::LIST | u64::from(generator.ty.id()) << 8);
        sink.leaves.push(generator.owner);
    }
    true
}

#[pymethods]
impl Generator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let _running = self.start()?;
        self.resume(py, &py.None().into_bound(py))
    }

    /// Goes on with a value, which the `yield` expression that it waits in gives; gives the next item.
    fn send<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let _running = self.start()?;
        // SAFETY: this object has a reference to the frame.
        if !value.is_none() && unsafe { frames::is_new(self.frame()) } {
            return Err(PyTypeError::new_err("can't send non-None value to a just-started generator"));
        }
        self.resume(py, value)
    }

    /// Raises an exception where it waits; gives the next item.
    #[pyo3(signature = (kind, value=None, traceback=None))]
    fn throw<'py>(
        &self,
        py: Python<'py>,
        kind: &Bound<'py, PyAny>,
        value: Option<&Bound<'py, PyAny>>,
        traceback: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = traceback;
        let error = match (kind.cast::<PyType>(), value) {
            (Ok(class), Some(value)) if !value.is_none() && !value.is_instance(class)? => class.call1((value,))?,
            (_, Some(value)) if !value.is_none() => value.clone(),
            (Ok(class), _) => class.call0()?,
            _ => kind.clone(),
        };
        let _running = self.start()?;
        let raised = hooks::raised(py, PyErr::from_value(error));
        // SAFETY: this object has a reference to the frame.
        if !unsafe { frames::throw(self.frame(), raised) } {
            raise::pending();
            return Err(PyErr::fetch(py));
        }
        self.resume(py, &py.None().into_bound(py))
    }

    /// Ends it: what is left to do where it waits is done, and what it holds is given up.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let _running = self.start()?;
        // SAFETY: this object has a reference to the frame.
        if unsafe { frames::frame_close(self.frame()) } == OK {
            return Ok(());
        }
        raise::pending();
        Err(PyErr::fetch(py))
    }

    /// The name of the function in the class or function around it.
    #[getter(__qualname__)]
    fn qualified_name(&self) -> &str {
        match self.ty.kind() {
            Kind::Gen { name, .. } => name,
            _ => "",
        }
    }

    /// The name of the function.
    #[getter(__name__)]
    fn name(&self) -> &str {
        self.qualified_name().rsplit('.').next().unwrap_or_default()
    }

    #[getter]
    fn gi_running(&self) -> bool {
        self.running.load(Ordering::Acquire)
    }

    fn __repr__(&self) -> String {
        format!("<compiled generator object {}>", self.qualified_name())
    }
}

impl Generator {
    fn frame(&self) -> *mut u8 {
        self.owner as usize as *mut u8
    }

    /// Runs to the next item.
    fn resume<'py>(&self, py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Kind::Gen { yields, sends, returns, .. } = self.ty.kind() else {
            return Err(PyRuntimeError::new_err("not a generator"));
        };
        // SAFETY: this object has a reference to the frame.
        if unsafe { frames::has_ended(self.frame()) } {
            return Err(PyStopIteration::new_err(()));
        }
        let item = self.step(py, value, (*yields, *sends, *returns));
        shared::ended(py, item)
    }

    /// Runs to the next item, where that is a number or a tuple of numbers, and nothing is to be done behind it. None where nothing has
    /// been run.
    fn quick_step(&self) -> Option<*mut PyObject> {
        let yields = self.plain?;
        // SAFETY: this object has a reference to the frame.
        if shared::is_any_filled() || unsafe { frames::has_ended(self.frame()) } {
            return None;
        }
        let running = self.start().ok()?;
        let mut result = [0u64; FEW];
        // SAFETY: as in `step`.
        let status = unsafe { (self.next.entry)(&self.owner, result.as_mut_ptr()) };
        drop(running);
        let is_usual = status == OK && !shared::is_any_filled();
        if is_usual && result[0] & 1 == 0 {
            return Some(std::ptr::null_mut());
        }
        // SAFETY: the words are those of an item.
        let item = is_usual.then(|| unsafe { quick(yields, &result[1..]) }).flatten();
        Some(item.unwrap_or_else(|| self.slow_item(status, &result)))
    }

    /// The item that a step has given, at the end and with an exception null.
    #[cold]
    fn slow_item(&self, status: i32, result: &[u64]) -> *mut PyObject {
        // SAFETY: `next_of` is called by CPython.
        let py = unsafe { Python::assume_attached() };
        let item = self.item(py, status, result, (self.plain.unwrap_or(Ty::none()), Ty::none()));
        match shared::ended(py, item) {
            Ok(item) => item.into_ptr(),
            Err(error) => {
                error.restore(py);
                std::ptr::null_mut()
            }
        }
    }

    /// Runs to the next item, and makes an object of it.
    fn step<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        (yields, sends, returns): (Ty, Ty, Ty),
    ) -> PyResult<Bound<'py, PyAny>> {
        let sent = match sends == Ty::none() {
            true => None,
            false => Some(Item::of(value, sends).map_err(|error| refused(py, error, sends))?),
        };
        let (own, mut with_sent) = ([self.owner], Vec::new());
        let words = match &sent {
            None => &own[..],
            Some(sent) => {
                with_sent.push(self.owner);
                with_sent.extend(sent.words());
                &with_sent
            }
        };
        let count = 1 + leaves(yields).len() + leaves(returns).len();
        let (mut few, mut many) = ([0u64; FEW], Vec::new());
        let result = match few.get_mut(..count) {
            Some(few) => few,
            None => {
                many.resize(count, 0);
                &mut many[..]
            }
        };
        // SAFETY: the entry takes and writes so many words, and the frame is alive: this object has a reference to it.
        let status = unsafe { (self.next.entry)(words.as_ptr(), result.as_mut_ptr()) };
        self.item(py, status, result, (yields, returns))
    }

    /// What a step has given as an object: StopIteration at the end.
    fn item<'py>(
        &self,
        py: Python<'py>,
        status: i32,
        result: &[u64],
        (yields, returns): (Ty, Ty),
    ) -> PyResult<Bound<'py, PyAny>> {
        if status != OK {
            raise::pending();
            return Err(not_an_end(py, PyErr::fetch(py)));
        }
        let mut reader = Reader::new(result);
        if reader.word() & 1 != 0 {
            return to_python(py, yields, &mut reader);
        }
        if returns == Ty::none() {
            return Err(PyStopIteration::new_err(()));
        }
        for _ in leaves(yields).iter() {
            reader.word();
        }
        match to_python(py, returns, &mut reader)? {
            none if none.is_none() => Err(PyStopIteration::new_err(())),
            returned => Err(PyStopIteration::new_err((returned.unbind(),))),
        }
    }

    fn start(&self) -> PyResult<Running<'_>> {
        if self.running.swap(true, Ordering::AcqRel) {
            return Err(PyValueError::new_err("generator already executing"));
        }
        Ok(Running(&self.running))
    }
}

/// A StopIteration that the function raises would look like its end.
fn not_an_end(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyStopIteration>(py) {
        return error;
    }
    let other = PyRuntimeError::new_err("generator raised StopIteration");
    other.set_cause(py, Some(error));
    other
}

/// The exception for a value that the function is not compiled for.
fn refused(py: Python<'_>, error: PyErr, sends: Ty) -> PyErr {
    let message = format!("the generator is compiled for values of type {sends} that it is sent: {}", error.value(py));
    PyTypeError::new_err(message)
}

/// Says that it runs, as long as it lives.
struct Running<'a>(&'a AtomicBool);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        // What is left to do may run code of Python.
        let pending = Python::attach(PyErr::take);
        owner::release(self.owner);
        if let Some(error) = pending {
            Python::attach(|py| error.restore(py));
        }
    }
}
