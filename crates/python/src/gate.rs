//! One thread at a time uses the compiler.
//!
//! The compiler calls Python, and Python may switch threads there. A thread that waited for the compiler with the GIL held would
//! then wait for ever, so it waits without. The thread inside may come in again: the compiler asks Python for an overload, and that
//! code may define or call jitted functions.

use coluber_infer::FuncId;
use coluber_session::Session;
use parking_lot::lock_api::RawMutex as _;
use parking_lot::{Mutex, RawMutex};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

static LOCK: RawMutex = RawMutex::INIT;
/// The thread inside, as [`this_thread`] numbers them; 0 for none.
static OWNER: AtomicU64 = AtomicU64::new(0);
/// How often it is inside. Written by the owner only.
static DEPTH: AtomicUsize = AtomicUsize::new(0);
/// Functions whose dispatchers died while the compiler was in use.
static DEAD: Mutex<Vec<FuncId>> = Mutex::new(Vec::new());

fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|n| *n)
}

/// The right to use the compiler, until it is dropped.
pub struct Gate(());

impl Gate {
    /// Waits for the right.
    pub fn enter(py: Python<'_>) -> Gate {
        if OWNER.load(Ordering::Relaxed) != this_thread() && !LOCK.try_lock() {
            py.detach(|| LOCK.lock());
        }
        Gate::inside()
    }

    /// Takes the right when no thread has it, not even this one.
    fn try_enter() -> Option<Gate> {
        (OWNER.load(Ordering::Relaxed) != this_thread() && LOCK.try_lock()).then(Gate::inside)
    }

    fn inside() -> Gate {
        OWNER.store(this_thread(), Ordering::Relaxed);
        DEPTH.fetch_add(1, Ordering::Relaxed);
        Gate(())
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        if DEPTH.load(Ordering::Relaxed) == 1 {
            remove_dead();
        }
        if DEPTH.fetch_sub(1, Ordering::Relaxed) == 1 {
            OWNER.store(0, Ordering::Relaxed);
            // SAFETY: this thread locked it when it entered first.
            unsafe { LOCK.unlock() };
        }
    }
}

/// Takes the right before the process forks, so that no thread that the child lacks is in the compiler.
#[pyfunction]
pub fn before_fork(py: Python<'_>) {
    std::mem::forget(Gate::enter(py));
}

/// Gives the right back in the parent.
#[pyfunction]
pub fn after_fork_in_parent() {
    drop(Gate(()));
}

/// Gives the right back in the child, whose other threads are gone: the lock must not be handed to one of them.
#[pyfunction]
pub fn after_fork_in_child() {
    // SAFETY: this is the child's only thread, so nobody uses the lock; it consists of an atomic, which may be written through a
    // shared reference.
    unsafe { (&raw const LOCK).cast_mut().write(RawMutex::INIT) };
    LOCK.lock();
    drop(Gate(()));
}

/// Has Python call these functions at each fork.
pub fn watch_forks(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let hooks = PyDict::new(module.py());
    hooks.set_item("before", wrap_pyfunction!(before_fork, module)?)?;
    hooks.set_item("after_in_parent", wrap_pyfunction!(after_fork_in_parent, module)?)?;
    hooks.set_item("after_in_child", wrap_pyfunction!(after_fork_in_child, module)?)?;
    match module.py().import("os")?.getattr_opt("register_at_fork")? {
        Some(register) => register.call((), Some(&hooks)).map(drop),
        None => Ok(()),
    }
}

/// Frees the code of functions whose dispatcher is gone; at once or when the compiler is free.
pub fn retire(functions: impl IntoIterator<Item = FuncId>) {
    DEAD.lock().extend(functions);
    drop(Gate::try_enter());
}

fn remove_dead() {
    let dead = std::mem::take(&mut *DEAD.lock());
    dead.into_iter().for_each(|function| Session::global().remove_function(function));
}
