//! Suspended functions of compiled code as iterators of Python.

use super::boxing::{Reader, to_python};
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
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::atomic::{AtomicBool, Ordering};

/// Results of so many words need no memory from the heap.
const FEW: usize = 8;

/// What a function with `yield` gives to Python.
#[pyclass(name = "generator", module = "coluber", frozen)]
pub struct Generator {
    /// The frame.
    owner: u64,
    running: AtomicBool,
    ty: Ty,
    next: NextEntry,
}

/// The object of a result.
pub fn to_object<'py>(py: Python<'py>, ty: Ty, word: u64) -> PyResult<Bound<'py, PyAny>> {
    match Session::global().next_entry(ty) {
        Ok(next) => {
            let made = Generator { owner: word, running: AtomicBool::new(false), ty, next };
            Ok(Bound::new(py, made)?.into_any())
        }
        Err(error) => {
            owner::release(word);
            Err(errors::of_diagnostic(py, &error))
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

    fn __repr__(&self) -> String {
        match self.ty.kind() {
            Kind::Gen { name, .. } => format!("<compiled generator object {name}>"),
            _ => "<compiled generator object>".to_owned(),
        }
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
