//! Remarks of the optimiser: which loops became vector code, and why others did not.

use std::sync::Once;

/// Has the loop vectoriser explain itself, from now on and for all modules: these are options of the process.
pub(crate) fn enable() {
    static ONCE: Once = Once::new();
    super::target::initialise();
    ONCE.call_once(|| {
        let options = [
            c"coluber".as_ptr(),
            c"-pass-remarks=loop-vectorize".as_ptr(),
            c"-pass-remarks-missed=loop-vectorize".as_ptr(),
            c"-pass-remarks-analysis=loop-vectorize".as_ptr(),
        ];
        // SAFETY: called once; the options exist in LLVM 22.
        unsafe {
            llvm_sys::support::LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), std::ptr::null());
        }
    });
}
