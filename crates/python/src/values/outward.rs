//! Objects of Python for instances of compiled code: one object for each instance, also where these refer to each other in a circle, and
//! without a call within a call for each that another one holds.
//!
//! While values are converted, an object is made without its fields and gets them when those that were met before have theirs.

use super::instances;
use coluber_runtime::circles;
use coluber_runtime::holders::Holder;
use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

thread_local! {
    static OPEN: RefCell<Option<Conversion>> = const { RefCell::new(None) };
}

/// What is known while values are converted.
struct Conversion {
    /// The frame of the interpreter that the conversion is for: code that runs meanwhile, such as that of a finaliser, has conversions of its
    /// own, whose objects are complete when it sees them.
    frame: usize,
    /// The object of each instance by its owner word, which is kept so long.
    made: FxHashMap<u64, (Py<PyAny>, Owned)>,
    waiting: Vec<Waiting>,
    /// Whether an instance was met in several places: only then instances may hold each other in a circle.
    met_again: bool,
}

impl Drop for Conversion {
    fn drop(&mut self) {
        self.waiting.clear();
        if self.met_again {
            let owners: Vec<(u64, Holder)> = self.made.keys().map(|&owner| (owner, Holder::Instance)).collect();
            // SAFETY: the table has a reference to each. Compiled code is done with them; what runs beside it has references of its own.
            unsafe { circles::free(&owners) };
        }
    }
}

/// A reference to an instance.
pub struct Owned(pub u64);

impl Owned {
    /// A new reference to an instance that is alive.
    pub fn new(owner: u64) -> Self {
        // SAFETY: the caller has a value with the word.
        unsafe { coluber_runtime::retain(owner as usize as *const u8) };
        Owned(owner)
    }

    /// A further reference.
    pub fn again(&self) -> Self {
        Owned::new(self.0)
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        crate::owner::release(self.0);
    }
}

/// What is to be done for an instance: it gets a new object's fields, or those of the one that it was made of are brought up to date.
pub struct Waiting {
    /// The instance.
    pub owner: Owned,
    /// The new object; none where the instance knows its own.
    pub object: Option<Py<PyAny>>,
}

fn frame() -> usize {
    // SAFETY: the interpreter is attached while values are converted.
    unsafe { ffi::PyEval_GetFrame() as usize }
}

fn is_open() -> bool {
    OPEN.with_borrow(|open| open.as_ref().is_some_and(|open| open.frame == frame()))
}

/// Runs a conversion, and completes all objects that it makes if it is the outermost one.
pub fn convert<R>(py: Python<'_>, run: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    if is_open() {
        return run();
    }
    let new = Conversion { frame: frame(), made: FxHashMap::default(), waiting: Vec::new(), met_again: false };
    let before = OPEN.replace(Some(new));
    let result = run().and_then(|found| complete_waiting(py).map(|()| found));
    // What is given up may run code of Python.
    drop(OPEN.replace(before));
    result
}

fn complete_waiting(py: Python<'_>) -> PyResult<()> {
    while let Some(next) = OPEN.with_borrow_mut(|open| open.as_mut()?.waiting.pop()) {
        instances::complete(py, &next)?;
    }
    Ok(())
}

/// Runs a conversion whose objects are complete behind it, within another one or by itself: Python looks into them next.
pub fn convert_now<R>(py: Python<'_>, run: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    if !is_open() {
        return convert(py, run);
    }
    let outer = OPEN.with_borrow_mut(|open| open.as_mut().map(|open| std::mem::take(&mut open.waiting)));
    let result = run().and_then(|found| complete_waiting(py).map(|()| found));
    OPEN.with_borrow_mut(|open| {
        if let (Some(open), Some(outer)) = (open.as_mut(), outer) {
            open.waiting = outer;
        }
    });
    result
}

/// The object that this conversion has made for an instance.
pub fn made(py: Python<'_>, owner: u64) -> Option<Bound<'_, PyAny>> {
    OPEN.with_borrow_mut(|open| {
        let open = open.as_mut()?;
        let found = open.made.get(&owner)?.0.bind(py).clone();
        open.met_again = true;
        Some(found)
    })
}

/// Says that an object stands for an instance, to which the conversion takes a reference over.
pub fn remember(owner: Owned, object: &Bound<'_, PyAny>) {
    OPEN.with_borrow_mut(|open| {
        if let Some(open) = open {
            open.made.insert(owner.0, (object.clone().unbind(), owner));
        }
    });
}

/// Puts something off until the conversion has met all that it converts.
pub fn put_off(waiting: Waiting) {
    OPEN.with_borrow_mut(|open| {
        if let Some(open) = open {
            open.waiting.push(waiting);
        }
    });
}
