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

/// Frees the code of functions whose dispatcher is gone; at once or when the compiler is free.
pub fn retire(functions: impl IntoIterator<Item = FuncId>) {
    DEAD.lock().extend(functions);
    drop(Gate::try_enter());
}

fn remove_dead() {
    let dead = std::mem::take(&mut *DEAD.lock());
    dead.into_iter().for_each(|function| Session::global().remove_function(function));
}
