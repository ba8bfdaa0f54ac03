//! Checked kernels say what their threads do; here it goes to the checker of the running launch.

use crate::bodies::builtin;
use crate::exceptions::raise_message;
use coluber_abi::{OK, RAISED};
use std::cell::RefCell;
use std::rc::Rc;

/// A thread is about to touch memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The address.
    pub place: u64,
    /// How many bytes.
    pub bytes: u64,
    /// How: one of `coluber_abi::check::access`.
    pub how: i32,
    /// The first indices.
    pub indices: [i64; 3],
    /// The text of the site.
    pub site: &'static str,
}

/// Who is told what the threads of a launch do. A text that comes back is raised as RuntimeError.
pub trait Checker {
    /// The turn of a thread begins, by its number in the block.
    fn thread(&self, thread: u32) -> Result<(), String>;
    /// The thread is about to touch memory.
    fn access(&self, access: &Access) -> Result<(), String>;
    /// The thread waits, fences or ends: one of `coluber_abi::check::event`, a mask of lanes, the text of the site.
    fn event(&self, event: i32, mask: u32, site: &'static str) -> Result<(), String>;
    /// The threads of the block wait for each other.
    fn stuck(&self) -> Result<(), String>;
}

thread_local! {
    static CHECKER: RefCell<Option<Rc<dyn Checker>>> = const { RefCell::new(None) };
}

/// Runs `f` with a checker for the kernels that this thread runs meanwhile.
pub fn with_checker<R>(checker: Rc<dyn Checker>, f: impl FnOnce() -> R) -> R {
    let before = CHECKER.replace(Some(checker));
    let result = f();
    CHECKER.replace(before);
    result
}

#[inline]
fn tell(f: impl FnOnce(&dyn Checker) -> Result<(), String>) -> i32 {
    let told = CHECKER.with_borrow(|checker| checker.as_deref().map_or(Ok(()), f));
    match told {
        Ok(()) => OK,
        Err(message) => {
            raise_message(builtin("RuntimeError"), message);
            RAISED
        }
    }
}

/// The text of a site.
///
/// # Safety
/// It is a constant of the kernel, in ASCII. The kernel's code stays until the launch has ended, and the checker lives no longer.
unsafe fn text(site: *mut u8, length: i64) -> &'static str {
    // SAFETY: promised by the caller.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(site, length as usize)) }
}

/// The turn of a thread begins.
pub extern "C" fn check_thread(thread: i64) -> i32 {
    tell(|checker| checker.thread(thread as u32))
}

/// The thread is about to touch memory.
///
/// # Safety
/// The site is a constant of the kernel.
#[allow(clippy::too_many_arguments, reason = "the row of the table")]
pub unsafe extern "C" fn check_access(
    place: *mut u8,
    bytes: i64,
    how: i32,
    first: i64,
    second: i64,
    third: i64,
    site: *mut u8,
    length: i64,
) -> i32 {
    // SAFETY: promised by the caller.
    let site = unsafe { text(site, length) };
    let bytes = u64::try_from(bytes).unwrap_or_default();
    let access = Access { place: place as u64, bytes, how, indices: [first, second, third], site };
    tell(|checker| checker.access(&access))
}

/// The thread waits, fences or ends.
///
/// # Safety
/// The site is a constant of the kernel.
pub unsafe extern "C" fn check_event(event: i32, mask: i32, site: *mut u8, length: i64) -> i32 {
    // SAFETY: promised by the caller.
    let site = unsafe { text(site, length) };
    tell(|checker| checker.event(event, mask as u32, site))
}

/// Raises when the threads wait for each other.
pub extern "C" fn check_stuck(stuck: bool) -> i32 {
    if stuck { tell(|checker| checker.stuck()) } else { OK }
}
