//! Suspended functions of compiled code as iterators of Python.

use super::boxing::{Reader, to_python};
use crate::{errors, owner, raise};
use coluber_abi::{OK, leaves};
use coluber_session::{NextEntry, Session};
use coluber_types::{Kind, Ty};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a function with `yield` gives to Python.
#[pyclass(name = "generator", module = "coluber", frozen)]
pub struct Generator {
    /// The frame; 0 when it has been closed.
    owner: AtomicU64,
    running: AtomicBool,
    ty: Ty,
    next: NextEntry,
}

/// The object of a result.
pub fn to_object<'py>(py: Python<'py>, ty: Ty, word: u64) -> PyResult<Bound<'py, PyAny>> {
    match Session::global().next_entry(ty) {
        Ok(next) => {
            let made = Generator { owner: AtomicU64::new(word), running: AtomicBool::new(false), ty, next };
            Ok(Bound::new(py, made)?.into_any())
        }
        Err(error) => {
            owner::release(word);
            Err(errors::of_diagnostic(py, &error))
        }
    }
}

#[pymethods]
impl Generator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let owner = self.owner.load(Ordering::Acquire);
        if owner == 0 {
            return Ok(None);
        }
        let _running = self.start()?;
        let Kind::Gen { yields, .. } = self.ty.kind() else {
            return Ok(None);
        };
        let mut result = vec![0u64; 1 + leaves(*yields).len()];
        // SAFETY: the entry takes one word and writes so many, and the frame is alive: only `close` gives it up, which waits for the end.
        let status = unsafe { (self.next.entry)(&owner, result.as_mut_ptr()) };
        if status != OK {
            raise::pending();
            return Err(PyErr::fetch(py));
        }
        let mut reader = Reader::new(&result);
        if reader.word() & 1 == 0 {
            return Ok(None);
        }
        to_python(py, *yields, &mut reader).map(Some)
    }

    /// Gives up what it holds; there are no more items.
    fn close(&self) -> PyResult<()> {
        let _running = self.start()?;
        owner::release(self.owner.swap(0, Ordering::AcqRel));
        Ok(())
    }

    fn __repr__(&self) -> String {
        match self.ty.kind() {
            Kind::Gen { name, .. } => format!("<compiled generator object {name}>"),
            _ => "<compiled generator object>".to_owned(),
        }
    }
}

impl Generator {
    fn start(&self) -> PyResult<Running<'_>> {
        if self.running.swap(true, Ordering::AcqRel) {
            return Err(PyValueError::new_err("generator already executing"));
        }
        Ok(Running(&self.running))
    }
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
        owner::release(self.owner.load(Ordering::Acquire));
    }
}
