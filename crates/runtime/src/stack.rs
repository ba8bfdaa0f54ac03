//! How much of its stack a thread may use.
//!
//! Recursive functions compare the stack pointer with a limit that leaves room for what they call: the runtime, the host, C's
//! mathematical functions, and functions that are not recursive. They read the limit from a word of the thread, which a signal makes
//! so large that no function fits: so they look at signals without a test of their own.

use crate::interrupts;
use coluber_abi::OK;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// What stays free below the limit, where the stack is large enough.
const MARGIN: usize = 256 << 10;

/// The most that recursion may use. An unlimited stack would take all memory of the machine.
const MOST: usize = 64 << 20;

/// A thread's limit; both words are 0 until it is asked for.
struct Limit {
    /// The limit itself.
    own: AtomicUsize,
    /// What compiled code compares with: the limit, or [`SIGNAL`].
    seen: AtomicUsize,
}

/// Above all addresses of a stack.
const SIGNAL: usize = usize::MAX;

thread_local! {
    static LIMIT: Limit = const { Limit { own: AtomicUsize::new(0), seen: AtomicUsize::new(0) } };
}

/// The word of the main thread that compiled code compares with, once it has run some. That thread ends with the process.
static OF_MAIN_THREAD: AtomicPtr<AtomicUsize> = AtomicPtr::new(null_mut());

/// The address of the word with the limit of this thread. It holds while the thread lives.
pub extern "C" fn stack_limit() -> i64 {
    limit();
    LIMIT.with(|limit| limit.seen.as_ptr() as i64)
}

/// What a recursive function calls that does not fit: the host raises where a signal is why, and the word has the limit again.
pub extern "C" fn stack_full() -> i32 {
    let limit = limit();
    let seen = LIMIT.with(|words| words.seen.swap(limit, Ordering::Relaxed));
    if seen == SIGNAL && interrupts::is_pending() { interrupts::interrupted() } else { OK }
}

/// Has the main thread's recursive functions call [`stack_full`]. Signal handlers call this.
pub(crate) fn signal() {
    let word = OF_MAIN_THREAD.load(Ordering::Acquire);
    if !word.is_null() {
        // SAFETY: the word of a thread that lives as long as the process.
        unsafe { &*word }.store(SIGNAL, Ordering::Relaxed);
    }
}

fn limit() -> usize {
    LIMIT.with(|words| match words.own.load(Ordering::Relaxed) {
        0 => {
            let limit = bounds().map_or(1, |(bottom, size)| limit_of(bottom, size));
            words.own.store(limit, Ordering::Relaxed);
            words.seen.store(limit, Ordering::Relaxed);
            if interrupts::is_main_thread() {
                OF_MAIN_THREAD.store((&raw const words.seen).cast_mut(), Ordering::Release);
            }
            limit
        }
        known => known,
    })
}

/// A quarter of a small stack stays free.
fn limit_of(bottom: usize, size: usize) -> usize {
    let margin = MARGIN.min(size / 4).max(size.saturating_sub(MOST));
    bottom + margin
}

/// Whether the caller stands where a recursive function must not begin.
pub fn is_low() -> bool {
    let here = 0u8;
    ((&raw const here) as usize) < limit()
}

/// Least address and size of this thread's stack. The stack of the main thread grows as far as the limit of the process allows.
fn bounds() -> Option<(usize, usize)> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut bottom, mut size, mut guard) = (null_mut(), 0, 0);
    // SAFETY: the attributes are initialised by the first call when it succeeds, and destroyed once.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let found = libc::pthread_attr_getstack(attributes.as_ptr(), &mut bottom, &mut size);
        libc::pthread_attr_getguardsize(attributes.as_ptr(), &mut guard);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (found == 0).then_some(())?;
    }
    // Some versions of the library count the guard page as part of the stack.
    let guard = guard.min(size);
    Some((bottom as usize + guard, size - guard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_has_its_limit() {
        let here = |_: ()| {
            let frame = 0u8;
            let address = (&raw const frame) as usize;
            let (bottom, size) = bounds().expect("a stack");
            let limit = limit();
            // SAFETY: the word of this thread.
            assert_eq!(unsafe { *(stack_limit() as *const usize) }, limit);
            assert!(bottom < limit && limit < address && address < bottom + size);
            limit
        };
        let own = here(());
        assert_eq!(own, here(()));
        let small = std::thread::Builder::new().stack_size(64 << 10).spawn(move || here(())).expect("a thread");
        assert_ne!(small.join().expect("no panic"), own);
    }

    #[test]
    fn a_signal_that_is_over_lets_functions_go_on() {
        let limit = limit();
        LIMIT.with(|words| words.seen.store(SIGNAL, Ordering::Relaxed));
        assert_eq!(stack_full(), OK);
        assert_eq!(LIMIT.with(|words| words.seen.load(Ordering::Relaxed)), limit);
    }

    #[test]
    fn a_margin_stays_free() {
        assert_eq!(limit_of(1 << 20, 8 << 20), (1 << 20) + MARGIN);
        assert_eq!(limit_of(1 << 20, 64 << 10), (1 << 20) + (16 << 10));
        let huge = 1 << 40;
        assert_eq!(limit_of(4096, huge), 4096 + huge - MOST);
    }
}
