//! Errors at which LLVM ends the process.
//!
//! Code that programs write can ask for what a processor does not have. LLVM notices when instructions are selected, and then neither
//! goes on nor returns. Such code is therefore compiled on a thread of its own, which waits for ever when that happens: its frames
//! can't be unwound. What it holds is lost, and the thread that asked goes on with an error.

use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Sender, channel};

/// Bytes of the stack of a thread that compiles, as many as the first thread of a process has: LLVM calls itself.
pub(crate) const COMPILER_STACK: usize = 8 << 20;

thread_local! {
    /// Where this thread reports that LLVM can't go on.
    static REPORT: RefCell<Option<Sender<Option<String>>>> = const { RefCell::new(None) };
}

/// Does the work on a thread of its own; the error is what LLVM said before it would have ended the process.
pub(crate) fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let (sender, receiver) = channel();
    let body = move || {
        REPORT.set(Some(sender.clone()));
        let done = work();
        // The receiver waits for this, or is gone with the process.
        let _ = sender.send(None);
        done
    };
    // SAFETY: when this function returns, the thread has ended, or waits for ever in `give_up` and uses nothing any more.
    let spawned: io::Result<_> =
        unsafe { std::thread::Builder::new().stack_size(COMPILER_STACK).spawn_unchecked(body) };
    let thread = spawned.map_err(|error| format!("no thread to compile on: {error}"))?;
    match receiver.recv() {
        Ok(Some(reason)) => Err(reason),
        Ok(None) | Err(_) => thread.join().map_err(|panic| resume_unwind(panic)),
    }
}

/// Has LLVM call [`give_up`].
///
/// # Safety
///
/// Called once in the process.
pub(super) unsafe fn install() {
    // SAFETY: the caller's contract.
    unsafe { LLVMInstallFatalErrorHandler(Some(give_up)) }
}

/// Never returns on a guarded thread; elsewhere LLVM ends the process behind it.
extern "C" fn give_up(reason: *const c_char) {
    // SAFETY: LLVM passes a text that ends with NUL.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy().trim().to_owned();
    match REPORT.take() {
        Some(sender) => {
            let _ = sender.send(Some(reason));
            loop {
                std::thread::park();
            }
        }
        None => eprintln!("coluber: LLVM can't go on: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_reasons_arrive() {
        let text = String::from("kept by the caller");
        assert_eq!(guarded(|| text.len()), Ok(18));
        let refused = guarded(|| {
            let _held = text.clone();
            give_up(c"no such instruction\n".as_ptr());
        });
        assert_eq!(refused, Err("no such instruction".to_owned()));
        assert!(std::panic::catch_unwind(|| guarded(|| panic!("passed on"))).is_err());
    }
}
