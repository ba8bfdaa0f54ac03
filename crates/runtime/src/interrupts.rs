//! Interrupts: a signal sets a word that long loops of compiled code read, and the host then says what is raised.
//!
//! The handler of the host runs as before; this one stands in front of it.

use crate::bodies::builtin;
use crate::exceptions::{self, Pending};
use crate::hooks;
use crate::parallel::team;
use crate::stack;
use coluber_abi::{OK, RAISED};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What compiled code reads: not 0 when a signal has come that nobody has looked at.
static WORD: AtomicU8 = AtomicU8::new(0);
/// How many signals have come.
static SIGNALS: AtomicUsize = AtomicUsize::new(0);
/// Whether the host's own handler is there.
static RAISES: AtomicBool = AtomicBool::new(true);
/// The handler that was there before, and whether it takes three arguments.
static OLD: AtomicUsize = AtomicUsize::new(0);
static OLD_TAKES_INFO: AtomicBool = AtomicBool::new(false);

/// The main thread, which alone can raise, looks at the word sooner than this when it runs compiled code.
const PATIENCE: Duration = Duration::from_secs(2);

/// The address of the word.
pub(crate) fn address() -> usize {
    WORD.as_ptr() as usize
}

/// Puts a handler in front of the one that the host has for SIGINT, unless it is there. `raises` says whether that always raises.
pub fn watch(raises: bool) {
    RAISES.store(raises, Ordering::Relaxed);
    let own: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_signal;
    // SAFETY: a zeroed structure is one that the call fills; the handler does nothing that a signal handler must not do.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(libc::SIGINT, std::ptr::null(), &mut now) != 0
            || [own as usize, libc::SIG_DFL, libc::SIG_IGN].contains(&now.sa_sigaction)
        {
            return;
        }
        OLD.store(now.sa_sigaction, Ordering::Release);
        OLD_TAKES_INFO.store(now.sa_flags & libc::SA_SIGINFO != 0, Ordering::Release);
        now.sa_sigaction = own as usize;
        now.sa_flags |= libc::SA_SIGINFO;
        libc::sigaction(libc::SIGINT, &now, std::ptr::null_mut());
    }
}

extern "C" fn on_signal(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    SIGNALS.fetch_add(1, Ordering::Relaxed);
    WORD.store(1, Ordering::Relaxed);
    stack::signal();
    let old = OLD.load(Ordering::Acquire);
    // SAFETY: the address of the handler that was installed, which takes these arguments.
    unsafe {
        if OLD_TAKES_INFO.load(Ordering::Acquire) {
            let old: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = std::mem::transmute(old);
            old(signal, info, context);
        } else {
            let old: extern "C" fn(libc::c_int) = std::mem::transmute(old);
            old(signal);
        }
    }
}

/// Whether a signal has come that nobody has looked at.
pub fn is_pending() -> bool {
    WORD.load(Ordering::Relaxed) != 0
}

/// Whether this is the thread that the process began with.
pub(crate) fn is_main_thread() -> bool {
    // SAFETY: neither call has conditions.
    unsafe { libc::syscall(libc::SYS_gettid) == i64::from(libc::getpid()) }
}

/// What compiled code calls when the word is set: the host raises, or the code goes on.
///
/// The main thread asks the host. In a parallel loop of its own it stops with the other members of its team, and asks when all have ended
/// ([`settle`]); that is only done where the host's own handler is there, which raises in any case. Other threads go on.
pub extern "C" fn interrupted() -> i32 {
    if team::helps_main_thread() && RAISES.load(Ordering::Relaxed) {
        exceptions::raise_message(builtin("KeyboardInterrupt"), String::new());
        return RAISED;
    }
    if is_main_thread() {
        WORD.store(0, Ordering::Relaxed);
        return ask_host();
    }
    give_up_waiting();
    OK
}

/// Lets the host raise what it has for a signal that stopped a parallel loop of the main thread.
pub(crate) fn settle() {
    if WORD.load(Ordering::Relaxed) != 0 && is_main_thread() {
        WORD.store(0, Ordering::Relaxed);
        let pending = exceptions::take_pending();
        if ask_host() == OK
            && let Some(pending) = pending
        {
            exceptions::put_pending(pending);
        }
    }
}

/// Whether a signal ends what this thread runs: its exception is pending then.
pub fn stops() -> bool {
    is_pending() && interrupted() != OK
}

/// The exception of work that has ended: what the host has for a signal, where one came, goes before it.
pub fn settled(exception: Option<Pending>) -> Option<Pending> {
    if let Some(exception) = exception {
        exceptions::put_pending(exception);
    }
    settle();
    exceptions::take_pending()
}

fn ask_host() -> i32 {
    match std::panic::catch_unwind(hooks::interrupt) {
        Ok(Ok(())) => OK,
        Ok(Err(raised)) => {
            exceptions::raise_host(raised.class, raised.value);
            RAISED
        }
        Err(_) => {
            exceptions::raise_message(builtin("SystemError"), "the host's function panicked".to_owned());
            RAISED
        }
    }
}

/// Forgets the signal when the main thread has not looked at it for long: it runs no compiled code.
fn give_up_waiting() {
    thread_local! {
        static SINCE: Cell<Option<(usize, Instant)>> = const { Cell::new(None) };
    }
    let (signal, now) = (SIGNALS.load(Ordering::Relaxed), Instant::now());
    match SINCE.get() {
        Some((seen, since)) if seen == signal => {
            if now - since > PATIENCE {
                WORD.store(0, Ordering::Relaxed);
            }
        }
        _ => SINCE.set(Some((signal, now))),
    }
}
