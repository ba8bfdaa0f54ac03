//! The rare path: calls of the C library for the few arguments that the branch-free code does not cover.

use std::ffi::c_char;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMIntPredicate, LLVMLinkage};

use super::FloatTy;
use super::define::{PURE, add_attributes, function, libm_function};
use super::emit::{B, Emit, F};

const NO_NAME: *const c_char = c"".as_ptr();

/// `regular`, but the value of the C function `libm` at `x` in the lanes where `is_rare`.
pub(super) fn rare<'e>(is_rare: B<'e>, libm: &str, x: F<'e>, regular: F<'e>) -> F<'e> {
    let e = x.e;
    let each = each_lane(e, libm, x.ty);
    unlikely(is_rare, regular, || {
        let bits = mask_of(is_rare);
        let mut args = [x.v, bits, regular.v];
        // SAFETY: the function takes these three values.
        let value =
            unsafe { LLVMBuildCall2(e.builder, LLVMGlobalGetValueType(each), each, args.as_mut_ptr(), 3, NO_NAME) };
        e.float(x.ty, value)
    })
}

/// `regular`, but what a function gives where a condition holds in any lane. It is not expected to.
pub(super) fn unlikely<'e>(condition: B<'e>, regular: F<'e>, other: impl FnOnce() -> F<'e>) -> F<'e> {
    let e = regular.e;
    let b = e.builder;
    // SAFETY: the builder is in a function whose current block has no terminator; all values belong to it.
    unsafe {
        let from = LLVMGetInsertBlock(b);
        let parent = LLVMGetBasicBlockParent(from);
        let slow = LLVMAppendBasicBlockInContext(e.ctx, parent, NO_NAME);
        let join = LLVMAppendBasicBlockInContext(e.ctx, parent, NO_NAME);
        let bits = mask_of(condition);
        let any = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, bits, LLVMConstNull(mask_type(e)), NO_NAME);
        set_unlikely(e, LLVMBuildCondBr(b, any, slow, join));
        LLVMPositionBuilderAtEnd(b, slow);
        let changed = other();
        let end = LLVMGetInsertBlock(b);
        LLVMBuildBr(b, join);
        LLVMPositionBuilderAtEnd(b, join);
        let phi = LLVMBuildPhi(b, e.float_type(regular.ty), NO_NAME);
        LLVMAddIncoming(phi, [regular.v, changed.v].as_mut_ptr(), [from, end].as_mut_ptr(), 2);
        e.float(regular.ty, phi)
    }
}

/// A condition as an integer with a bit for each lane.
fn mask_of(condition: B<'_>) -> LLVMValueRef {
    let e = condition.e;
    // SAFETY: the condition has as many bits as the integer.
    unsafe { LLVMBuildBitCast(e.builder, condition.v, mask_type(e), NO_NAME) }
}

/// An integer with a bit for each lane.
fn mask_type(e: &Emit) -> LLVMTypeRef {
    // SAFETY: the context is alive.
    unsafe { LLVMIntTypeInContext(e.ctx, e.lanes) }
}

/// Tells LLVM that the first target of `branch` is hardly ever taken.
pub(super) fn set_unlikely(e: &Emit, branch: LLVMValueRef) {
    // SAFETY: `branch` is a conditional branch in the context of the builder.
    unsafe {
        let int = LLVMInt32TypeInContext(e.ctx);
        let tag = LLVMMDStringInContext2(e.ctx, c"branch_weights".as_ptr(), 14);
        let weight = |n| LLVMValueAsMetadata(LLVMConstInt(int, n, 0));
        let mut parts = [tag, weight(1), weight(2000)];
        let node = LLVMMDNodeInContext2(e.ctx, parts.as_mut_ptr(), parts.len());
        let kind = LLVMGetMDKindIDInContext(e.ctx, c"prof".as_ptr(), 4);
        LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(e.ctx, node));
    }
}

/// The out-of-line function that calls the C library for the lanes of a mask.
fn each_lane(e: &Emit, libm: &str, ty: FloatTy) -> LLVMValueRef {
    let vector = e.float_type(ty);
    let name = format!("clb_rare_{libm}_{}x{}", ty.name(), e.lanes);
    let each = function(e.module, &name, vector, &mut [vector, mask_type(e), vector]);
    // SAFETY: the function belongs to the module.
    if unsafe { LLVMCountBasicBlocks(each) } == 0 {
        let scalar = libm_function(e.module, e.ctx, libm, ty, 1);
        emit_each_lane(&Emit::new(e.ctx, e.module, &e.options(), e.lanes), each, scalar);
        // SAFETY: the function has a body.
        unsafe { LLVMSetLinkage(each, LLVMLinkage::LLVMInternalLinkage) };
        add_attributes(e.ctx, each, PURE);
        add_attributes(e.ctx, each, &["noinline", "cold"]);
    }
    each
}

/// `for i in 0..lanes { if mask >> i & 1 { regular[i] = scalar(x[i]) } }; regular`
fn emit_each_lane(e: &Emit, function: LLVMValueRef, scalar: LLVMValueRef) {
    let b = e.builder;
    // SAFETY: the blocks and values belong to `function`; each block gets one terminator.
    unsafe {
        let entry = e.start_block(function);
        let [head, call_lane, next, done] = [0; 4].map(|_| LLVMAppendBasicBlockInContext(e.ctx, function, NO_NAME));
        let [x, mask, regular] = [0, 1, 2].map(|i| LLVMGetParam(function, i));
        let wide_type = LLVMInt64TypeInContext(e.ctx);
        let wide = |n| LLVMConstInt(wide_type, n, 0);
        let bits = LLVMBuildZExt(b, mask, wide_type, NO_NAME);
        LLVMBuildBr(b, head);

        LLVMPositionBuilderAtEnd(b, head);
        let index = LLVMBuildPhi(b, wide_type, NO_NAME);
        let current = LLVMBuildPhi(b, LLVMTypeOf(x), NO_NAME);
        let bit = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, index, NO_NAME), wide(1), NO_NAME);
        let selected = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, bit, wide(0), NO_NAME);
        LLVMBuildCondBr(b, selected, call_lane, next);

        LLVMPositionBuilderAtEnd(b, call_lane);
        let lane = LLVMBuildExtractElement(b, x, index, NO_NAME);
        let fn_type = LLVMGlobalGetValueType(scalar);
        let result = LLVMBuildCall2(b, fn_type, scalar, [lane].as_mut_ptr(), 1, NO_NAME);
        let changed = LLVMBuildInsertElement(b, current, result, index, NO_NAME);
        LLVMBuildBr(b, next);

        LLVMPositionBuilderAtEnd(b, next);
        let after = LLVMBuildPhi(b, LLVMTypeOf(x), NO_NAME);
        LLVMAddIncoming(after, [current, changed].as_mut_ptr(), [head, call_lane].as_mut_ptr(), 2);
        let following = LLVMBuildAdd(b, index, wide(1), NO_NAME);
        let more = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntULT, following, wide(u64::from(e.lanes)), NO_NAME);
        LLVMBuildCondBr(b, more, head, done);
        LLVMAddIncoming(index, [wide(0), following].as_mut_ptr(), [entry, next].as_mut_ptr(), 2);
        LLVMAddIncoming(current, [regular, after].as_mut_ptr(), [entry, next].as_mut_ptr(), 2);

        LLVMPositionBuilderAtEnd(b, done);
        LLVMBuildRet(b, after);
    }
}
