//! From the calls that the optimiser leaves to code.

use std::ffi::CStr;

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::error::LLVMConsumeError;
use llvm_sys::prelude::*;
use llvm_sys::transforms::pass_builder::*;

use super::declare::{scalar_name, variant_name};
use super::define::{define, libm_function, symbol};
use super::emit::Emit;
use super::{FloatTy, Options, SUPPORTED, VecMath, used};

/// Marks functions into which variants are inlined.
const TOUCHED: &str = "coluber-vecmath";
/// What the bodies of several calls have in common is computed once.
const CLEANUP: &CStr = c"early-cse,instcombine<max-iterations=1;no-verify-fixpoint>";

/// Completes a module in which [`super::declare()`] declared functions, after the optimiser: defines and inlines the vector variants
/// that are called, and calls the C library for the rest.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "handles of LLVM stay inside this crate, whose modules keep them alive"
)]
pub fn finish(module: LLVMModuleRef, opts: &Options) {
    // SAFETY: the module is alive, and with it its context.
    let ctx = unsafe { LLVMGetModuleContext(module) };
    let mut others = used::take(module);
    others.retain(|&value| !is_declared_here(value));
    used::set(module, ctx, &mut others);
    let mut any = false;
    for (func, ty) in SUPPORTED {
        for &lanes in ty.widths() {
            any |= finish_variant(&Emit::new(ctx, module, opts.has_fma, lanes), func, ty);
        }
        if let Some(scalar) = named(module, &scalar_name(func, ty)) {
            finish_scalar(module, ctx, scalar, func, ty);
        }
    }
    if any {
        run(|options| {
            // SAFETY: the pass needs no target machine.
            unsafe { LLVMRunPasses(module, c"always-inline".as_ptr(), std::ptr::null_mut(), options) }
        });
        clean_touched(module);
    }
}

/// Whether a value is one of the functions of this module.
fn is_declared_here(value: LLVMValueRef) -> bool {
    let mut length = 0;
    // SAFETY: the name of a value is `length` bytes that live as long as the value.
    let name = unsafe {
        let start = LLVMGetValueName2(value, &mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    };
    name.starts_with(b"clb.")
}

fn named(module: LLVMModuleRef, name: &str) -> Option<LLVMValueRef> {
    // SAFETY: the module is alive and the name ends with NUL.
    let found = unsafe { LLVMGetNamedFunction(module, symbol(name).as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Defines the variant if it is called, deletes it if not, and returns whether it is called.
fn finish_variant(e: &Emit, func: VecMath, ty: FloatTy) -> bool {
    let Some(variant) = named(e.module, &variant_name(func, ty, e.lanes)) else { return false };
    let mut called = false;
    // SAFETY: an instruction is in a function. Users that are not instructions are parts of the list of used values, which is gone.
    unsafe {
        let mut user = LLVMGetFirstUse(variant);
        while !user.is_null() {
            let call = LLVMIsAInstruction(LLVMGetUser(user));
            if !call.is_null() {
                touch(e.ctx, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
                called = true;
            }
            user = LLVMGetNextUse(user);
        }
        if !called {
            LLVMReplaceAllUsesWith(variant, LLVMGetUndef(LLVMTypeOf(variant)));
            LLVMDeleteFunction(variant);
            return false;
        }
    }
    define(e, variant, func, ty);
    true
}

/// Puts the function of the C library in the place of the scalar function.
fn finish_scalar(module: LLVMModuleRef, ctx: LLVMContextRef, scalar: LLVMValueRef, func: VecMath, ty: FloatTy) {
    // SAFETY: both functions have the same type; nothing uses the first one afterwards.
    unsafe {
        if !LLVMGetFirstUse(scalar).is_null() {
            LLVMReplaceAllUsesWith(scalar, libm_function(module, ctx, func.name(), ty, func.arity()));
        }
        LLVMDeleteFunction(scalar);
    }
}

fn touch(ctx: LLVMContextRef, function: LLVMValueRef) {
    // SAFETY: the text is given with its length.
    unsafe {
        let attribute = LLVMCreateStringAttribute(ctx, TOUCHED.as_ptr().cast(), TOUCHED.len() as u32, c"".as_ptr(), 0);
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
    }
}

/// Runs the cleanup on the functions that [`touch`] marked. The mark is looked for because inlining may delete functions.
fn clean_touched(module: LLVMModuleRef) {
    // SAFETY: the passes are passes of functions, which do not change the list of functions.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            let (name, length) = (TOUCHED.as_ptr().cast(), TOUCHED.len() as u32);
            if !LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, length).is_null() {
                LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, length);
                run(|options| LLVMRunPassesOnFunction(function, CLEANUP.as_ptr(), std::ptr::null_mut(), options));
            }
            function = LLVMGetNextFunction(function);
        }
    }
}

/// Runs passes. Their only failure would be an unknown name.
fn run(passes: impl FnOnce(LLVMPassBuilderOptionsRef) -> llvm_sys::error::LLVMErrorRef) {
    // SAFETY: the options are disposed of after their use, and an error is consumed once.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = passes(options);
        LLVMDisposePassBuilderOptions(options);
        if !error.is_null() {
            LLVMConsumeError(error);
        }
    }
}
