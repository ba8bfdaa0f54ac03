//! Iterators over typed containers.

use super::entries::Entries;
use super::list::TypedList;
use coluber_types::DictPart;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Over a list.
#[pyclass(module = "coluber.typed", frozen)]
pub struct ListIterator {
    list: Py<TypedList>,
    next: AtomicUsize,
}

impl ListIterator {
    /// From the first item on.
    pub fn new(list: Py<TypedList>) -> Self {
        ListIterator { list, next: AtomicUsize::new(0) }
    }
}

#[pymethods]
impl ListIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (list, at) = (self.list.get(), self.next.load(Ordering::Relaxed));
        if at >= list.len() {
            return Ok(None);
        }
        self.next.store(at + 1, Ordering::Relaxed);
        list.object(py, at).map(Some)
    }
}

/// Over the keys, values or items of a dict or set.
#[pyclass(module = "coluber.typed", frozen)]
pub struct DictIterator {
    entries: Entries,
    part: DictPart,
    what: &'static str,
    next: AtomicUsize,
    length: usize,
}

impl DictIterator {
    /// From the first entry on; `what` is the word for the container.
    pub fn new(entries: Entries, part: DictPart, what: &'static str) -> Self {
        let length = entries.len();
        DictIterator { entries, part, what, next: AtomicUsize::new(0), length }
    }
}

#[pymethods]
impl DictIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.entries.len() != self.length {
            return Err(PyRuntimeError::new_err(format!("{} changed size during iteration", self.what)));
        }
        let Some(at) = self.entries.next(self.next.load(Ordering::Relaxed)) else { return Ok(None) };
        self.next.store(at + 1, Ordering::Relaxed);
        self.entries.position(at).map(|position| self.entries.part(py, position, self.part)).transpose()
    }
}
