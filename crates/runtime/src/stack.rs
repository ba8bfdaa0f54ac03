//! How much of its stack a thread may use.
//!
//! Recursive functions compare the stack pointer with a limit that leaves room for what they call: the runtime, the host, C's
//! mathematical functions, and functions that are not recursive.

use std::cell::Cell;
use std::mem::MaybeUninit;

/// What stays free below the limit, where the stack is large enough.
const MARGIN: usize = 256 << 10;

/// The most that recursion may use. An unlimited stack would take all memory of the machine.
const MOST: usize = 64 << 20;

thread_local! {
    /// The limit; 0 until it is asked for.
    static LIMIT: Cell<usize> = const { Cell::new(0) };
}

/// The limit of this thread. It holds while the thread lives.
pub extern "C" fn stack_limit() -> i64 {
    limit() as i64
}

fn limit() -> usize {
    match LIMIT.get() {
        0 => {
            let limit = bounds().map_or(1, |(bottom, size)| limit_of(bottom, size));
            LIMIT.set(limit);
            limit
        }
        known => known,
    }
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
    let (mut bottom, mut size, mut guard) = (std::ptr::null_mut(), 0, 0);
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
            let limit = stack_limit() as usize;
            assert!(bottom < limit && limit < address && address < bottom + size);
            limit
        };
        let own = here(());
        assert_eq!(own, here(()));
        let small = std::thread::Builder::new().stack_size(64 << 10).spawn(move || here(())).expect("a thread");
        assert_ne!(small.join().expect("no panic"), own);
    }

    #[test]
    fn a_margin_stays_free() {
        assert_eq!(limit_of(1 << 20, 8 << 20), (1 << 20) + MARGIN);
        assert_eq!(limit_of(1 << 20, 64 << 10), (1 << 20) + (16 << 10));
        let huge = 1 << 40;
        assert_eq!(limit_of(4096, huge), 4096 + huge - MOST);
    }
}
