//! From the calls that the optimiser leaves to code.

use std::ffi::CStr;

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::error::LLVMConsumeError;
use llvm_sys::prelude::*;
use llvm_sys::transforms::pass_builder::*;

use super::declare::{pure_function, scalar_name, variant_name};
use super::define::{add_attributes, define, libm_function, symbol};
use super::emit::Emit;
use super::scalar::define_scalar_with;
use super::{FloatTy, Options, SUPPORTED, VecMath, used};

/// Of the registers that AVX-512 has 32 of. Shorter vectors stay what the target prefers.
pub(super) const REGISTER_BITS: u32 = 512;
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
            any |= finish_variant(&Emit::new(ctx, module, opts, lanes), func, ty);
        }
        if let Some(scalar) = named(module, &scalar_name(func, ty)) {
            any |= finish_scalar(&Emit::new(ctx, module, opts, 1), scalar, func, ty);
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

/// Lets one call of a function of twice the width stand for two of a variant that follow each other. What the two compute alternates then,
/// so that neither waits for its own results: that is as if loops were unrolled, for bodies that are too long for the processor to look
/// ahead of them.
fn pair_calls(e: &Emit, variant: LLVMValueRef, func: VecMath, ty: FloatTy) {
    let twice = Emit::new(e.ctx, e.module, &e.options(), 2 * e.lanes);
    let mut target = None;
    for block in blocks_of(&calls(variant)) {
        for [first, second] in pairs(block, variant) {
            let target = *target.get_or_insert_with(|| {
                let name = variant_name(func, ty, twice.lanes);
                let function = pure_function(e.module, e.ctx, &name, twice.float_type(ty), func.arity());
                define(&twice, function, func, ty);
                function
            });
            merge(e, target, first, second, func.arity() as u32);
        }
    }
}

/// Two calls that have the same place, since nothing between them uses the first one.
fn pairs(block: LLVMBasicBlockRef, variant: LLVMValueRef) -> Vec<[LLVMValueRef; 2]> {
    let (mut found, mut waiting) = (Vec::new(), None);
    // SAFETY: the block and its instructions are alive.
    unsafe {
        let mut inst = LLVMGetFirstInstruction(block);
        while !inst.is_null() {
            if waiting.is_some_and(|first| uses(inst, first)) {
                waiting = None;
            }
            if is_call_of(inst, variant) {
                waiting = match waiting {
                    Some(first) => {
                        found.push([first, inst]);
                        None
                    }
                    None => Some(inst),
                };
            }
            inst = LLVMGetNextInstruction(inst);
        }
    }
    found
}

/// Puts a call of `target` in the place of the second call.
fn merge(e: &Emit, target: LLVMValueRef, first: LLVMValueRef, second: LLVMValueRef, arity: u32) {
    // SAFETY: all arguments dominate the second call, and all uses of both calls come after it.
    unsafe {
        LLVMPositionBuilderBefore(e.builder, second);
        let both = |k| e.shuffled(LLVMGetOperand(first, k), LLVMGetOperand(second, k), 0..2 * e.lanes);
        let mut args: Vec<LLVMValueRef> = (0..arity).map(both).collect();
        let ty = LLVMGlobalGetValueType(target);
        let call = LLVMBuildCall2(e.builder, ty, target, args.as_mut_ptr(), arity, c"".as_ptr());
        for (old, lanes) in [(first, 0..e.lanes), (second, e.lanes..2 * e.lanes)] {
            LLVMReplaceAllUsesWith(old, e.shuffled(call, call, lanes));
            LLVMInstructionEraseFromParent(old);
        }
    }
}

fn uses(inst: LLVMValueRef, value: LLVMValueRef) -> bool {
    // SAFETY: the instruction has so many operands.
    unsafe { (0..LLVMGetNumOperands(inst) as u32).any(|k| LLVMGetOperand(inst, k) == value) }
}

fn is_call_of(inst: LLVMValueRef, function: LLVMValueRef) -> bool {
    // SAFETY: only calls have a called value.
    unsafe { !LLVMIsACallInst(inst).is_null() && LLVMGetCalledValue(inst) == function }
}

/// The calls of a variant. Users that are not instructions are parts of the list of used values, which is gone.
fn calls(variant: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the variant is alive.
    unsafe {
        let mut user = LLVMGetFirstUse(variant);
        while !user.is_null() {
            let call = LLVMIsAInstruction(LLVMGetUser(user));
            if !call.is_null() {
                found.push(call);
            }
            user = LLVMGetNextUse(user);
        }
    }
    found
}

fn blocks_of(insts: &[LLVMValueRef]) -> Vec<LLVMBasicBlockRef> {
    let mut blocks: Vec<LLVMBasicBlockRef> = Vec::new();
    for &inst in insts {
        // SAFETY: an instruction is in a block.
        let block = unsafe { LLVMGetInstructionParent(inst) };
        if !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    blocks
}

/// Defines the variant if it is called, deletes it if not, and returns whether it is called.
fn finish_variant(e: &Emit, func: VecMath, ty: FloatTy) -> bool {
    let Some(variant) = named(e.module, &variant_name(func, ty, e.lanes)) else { return false };
    for call in calls(variant) {
        // SAFETY: an instruction is in a block of a function.
        touch(e.ctx, unsafe { LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) });
    }
    let any = !calls(variant).is_empty();
    if any && e.has_avx512 && e.lanes * ty.bits() == REGISTER_BITS {
        pair_calls(e, variant, func, ty);
    }
    if calls(variant).is_empty() {
        // SAFETY: nothing uses the variant.
        unsafe {
            LLVMReplaceAllUsesWith(variant, LLVMGetUndef(LLVMTypeOf(variant)));
            LLVMDeleteFunction(variant);
        }
        return any;
    }
    define(e, variant, func, ty);
    true
}

/// Puts the function of the C library, or a body of our own, in the place of the scalar function. Returns whether there is something to
/// inline.
fn finish_scalar(e: &Emit, scalar: LLVMValueRef, func: VecMath, ty: FloatTy) -> bool {
    // SAFETY: the function is alive.
    let is_used = unsafe { !LLVMGetFirstUse(scalar).is_null() };
    let is_own = is_used && func.is_own_for_scalars();
    if is_used {
        let other = match is_own {
            true => define_scalar_with(e.module, e.ctx, func, ty, &e.options()),
            false => libm_function(e.module, e.ctx, func.name(), ty, func.arity()),
        };
        if is_own {
            add_attributes(e.ctx, other, &["alwaysinline"]);
        }
        // SAFETY: both functions have the same type.
        unsafe { LLVMReplaceAllUsesWith(scalar, other) };
    }
    // SAFETY: nothing uses the function any more.
    unsafe { LLVMDeleteFunction(scalar) };
    is_own
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
