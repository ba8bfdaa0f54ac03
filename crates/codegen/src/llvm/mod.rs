//! The only place that names LLVM. Everything else in this crate uses the types of this module.
//!
//! The handles ([`Val`], [`Type`], [`BasicBlock`], [`Func`]) are plain copies without lifetimes; they are valid as long as the
//! [`Module`] that they belong to. They do not leave this crate.

mod addresses;
mod alias;
mod atomic;
mod builder;
mod debuginfo;
mod fatal;
mod libdevice;
mod loops;
mod masked;
mod math;
mod module;
pub mod native;
mod nvptx;
mod optimise;
mod orc;
mod parallel;
mod remarks;
mod saturate;
mod splice;
mod target;
mod trailing_zeros;
mod value;
pub mod vecmath;

pub(crate) use atomic::Rmw;
pub(crate) use builder::{Builder, FloatCmp, IntCmp, Overflow};
pub(crate) use debuginfo::{DebugInfo, Emission, Encoding, Scope, Variable};
pub(crate) use fatal::{COMPILER_STACK, guarded};
pub(crate) use loops::LoopHint;
pub(crate) use module::{Attribute, Intrinsic, Linkage, Module};
pub(crate) use nvptx::Space;
pub(crate) use optimise::{Effort, optimise, run_passes};
pub(crate) use orc::{Engine, Resource};
pub(crate) use parallel::AccessGroup;
pub(crate) use remarks::enable as enable_remarks;
pub use splice::check_text;
pub(crate) use target::{EmittedKind, Machine, host_target};
pub(crate) use value::{BasicBlock, Func, Type, Val};

use std::ffi::{CStr, CString, c_char};

/// Empty name: values are not named, which saves time.
const UNNAMED: *const c_char = c"".as_ptr();

/// A C string; a NUL inside ends it early.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Copies a message of LLVM and gives it back to LLVM.
///
/// # Safety
/// `message` is null or a message that LLVM gave to the caller.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: a string of LLVM ends with NUL, and is ours.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}

/// The text of an error, or Ok.
///
/// # Safety
/// `error` is null or an error that the caller owns.
unsafe fn check(error: llvm_sys::error::LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: taking the message consumes the error.
    unsafe {
        let message = llvm_sys::error::LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::error::LLVMDisposeErrorMessage(message);
        Err(text)
    }
}
