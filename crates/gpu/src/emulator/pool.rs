//! The threads that blocks run on.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex};

static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool, made at first use; None when no threads can be had. The child of a fork has none of its parent's threads, and makes a
/// pool of its own.
pub(super) fn pool() -> Option<Arc<ThreadPool>> {
    let mut pool = POOL.lock().unwrap_or_else(|e| e.into_inner());
    let here = process::id();
    if let Some((process, known)) = &*pool {
        if *process == here {
            return Some(known.clone());
        }
        // Its threads don't exist here, so that waiting for their end would take for ever.
        std::mem::forget(known.clone());
    }
    let made = ThreadPoolBuilder::new().thread_name(|k| format!("coluber-block-{k}")).build().ok().map(Arc::new)?;
    *pool = Some((here, made.clone()));
    Some(made)
}
