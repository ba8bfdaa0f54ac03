//! The teams that no loop uses.

use super::team::Team;
use std::cell::Cell;
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The teams of the process with this number.
type Spare = (u32, Vec<&'static Team>);

static SPARE: Mutex<Spare> = Mutex::new((0, Vec::new()));

thread_local! {
    /// The lock of a thread that is in a fork.
    static IN_FORK: Cell<Option<MutexGuard<'static, Spare>>> = const { Cell::new(None) };
}

/// A spare team that fits, or a new one.
pub(super) fn take(fits: impl Fn(&Team) -> bool, make: impl FnOnce() -> &'static Team) -> &'static Team {
    watch_forks();
    let mut spare = locked();
    let here = process::id();
    if spare.0 != here {
        // The child of a fork has none of the threads of its parent.
        *spare = (here, Vec::new());
    }
    match spare.1.iter().rposition(|team| fits(team)) {
        Some(found) => spare.1.swap_remove(found),
        None => make(),
    }
}

/// Gives a team back that was taken.
pub(super) fn give(team: &'static Team) {
    let mut spare = locked();
    if spare.0 == process::id() {
        spare.1.push(team);
    }
}

fn locked() -> MutexGuard<'static, Spare> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the lock while the process forks, so that the child does not find it locked by a thread that it does not have.
fn watch_forks() {
    extern "C" fn before() {
        IN_FORK.set(Some(locked()));
    }
    extern "C" fn after() {
        IN_FORK.set(None);
    }
    static ONCE: Once = Once::new();
    // SAFETY: the functions live as long as the process, and only use a lock that no code holds which forks.
    ONCE.call_once(|| unsafe {
        libc::pthread_atfork(Some(before), Some(after), Some(after));
    });
}
