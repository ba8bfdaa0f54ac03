//! How wide vectors are in modules that compute elementary functions.

use super::Options;
use super::finish::REGISTER_BITS;
use crate::llvm::nvptx::functions_of;
use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMModuleRef;

const WIDTH: &str = "prefer-vector-width";

/// Asks for vectors that fill the registers of AVX-512.
///
/// LLVM's models of Intel's processors prefer half of that, because wide instructions lower the clock for all code behind them. Loops over
/// elementary functions are nearly nothing but arithmetic, which takes half of the instructions then: 0.45 of the time for `exp`, `log` and
/// `tanh` on a Granite Rapids.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "handles of LLVM stay inside this crate, whose modules keep them alive"
)]
pub fn prefer_registers(module: LLVMModuleRef, options: &Options) {
    if !options.has_avx512 {
        return;
    }
    let bits = REGISTER_BITS.to_string();
    for function in functions_of(module) {
        // SAFETY: the function is alive, and texts are given with their lengths.
        unsafe {
            let (name, length) = (WIDTH.as_ptr().cast(), WIDTH.len() as u32);
            if LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, length).is_null() {
                let ctx = LLVMGetModuleContext(module);
                let value = bits.as_ptr().cast();
                let attribute = LLVMCreateStringAttribute(ctx, name, length, value, bits.len() as u32);
                LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
            }
        }
    }
}
