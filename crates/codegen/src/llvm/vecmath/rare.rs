//! The rare path: calls of the C library for the few arguments that the branch-free code does not cover.

use std::ffi::c_char;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMIntPredicate, LLVMLinkage};

use super::FloatTy;
use super::define::{PURE, add_attributes, function, libm_function};
use super::emit::{B, Emit, F};

const NO_NAME: *const c_char = c"".as_ptr();

/// `regular`, but the value of the C function `libm` at the arguments in the lanes where `is_rare`.
pub(super) fn rare<'e>(is_rare: B<'e>, libm: &str, of: &[F<'e>], regular: F<'e>) -> F<'e> {
    let e = regular.e;
    let each = each_lane(e, libm, regular.ty, of.len());
    unlikely(is_rare, regular, || {
        let mut args = vec![mask_of(is_rare), regular.v];
        args.extend(of.iter().map(|arg| arg.v));
        // SAFETY: the function takes these values.
        let value = unsafe {
            let (ty, count) = (LLVMGlobalGetValueType(each), args.len() as u32);
            LLVMBuildCall2(e.builder, ty, each, args.as_mut_ptr(), count, NO_NAME)
        };
        e.float(regular.ty, value)
    })
}

/// What `body` gives, in a function of its own: as it is not expected to run, its constants must not take registers around the call.
pub(super) fn apart<'e>(name: &str, args: &[F<'e>], body: for<'f> fn(&[F<'f>]) -> F<'f>) -> F<'e> {
    let F { e, ty, .. } = args[0];
    let vector = e.float_type(ty);
    let name = format!("clb_rare_{name}_{}x{}", ty.name(), e.lanes);
    let apart = function(e.module, &name, vector, &mut vec![vector; args.len()]);
    // SAFETY: the function belongs to the module, and takes and returns values of one type.
    unsafe {
        if LLVMCountBasicBlocks(apart) == 0 {
            let inner = Emit::new(e.ctx, e.module, &e.options(), e.lanes);
            inner.start_block(apart);
            let params: Vec<F<'_>> = (0..args.len() as u32).map(|i| inner.float(ty, LLVMGetParam(apart, i))).collect();
            LLVMBuildRet(inner.builder, body(&params).v);
            LLVMSetLinkage(apart, LLVMLinkage::LLVMInternalLinkage);
            add_attributes(e.ctx, apart, PURE);
            add_attributes(e.ctx, apart, &["noinline", "cold"]);
        }
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.v).collect();
        let (ty_of_call, count) = (LLVMGlobalGetValueType(apart), args.len() as u32);
        let value = LLVMBuildCall2(e.builder, ty_of_call, apart, args.as_mut_ptr(), count, NO_NAME);
        e.float(ty, value)
    }
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

/// The out-of-line function that calls the C library for the lanes of a mask: of the mask, the result in the other lanes, the arguments.
fn each_lane(e: &Emit, libm: &str, ty: FloatTy, arity: usize) -> LLVMValueRef {
    let vector = e.float_type(ty);
    let name = format!("clb_rare_{libm}_{}x{}", ty.name(), e.lanes);
    let mut parameters = vec![vector; 2 + arity];
    parameters[0] = mask_type(e);
    let each = function(e.module, &name, vector, &mut parameters);
    // SAFETY: the function belongs to the module.
    if unsafe { LLVMCountBasicBlocks(each) } == 0 {
        let scalar = libm_function(e.module, e.ctx, libm, ty, arity);
        emit_each_lane(&Emit::new(e.ctx, e.module, &e.options(), e.lanes), each, scalar, arity as u32);
        // SAFETY: the function has a body.
        unsafe { LLVMSetLinkage(each, LLVMLinkage::LLVMInternalLinkage) };
        add_attributes(e.ctx, each, PURE);
        add_attributes(e.ctx, each, &["noinline", "cold"]);
    }
    each
}

/// `for i in 0..lanes { if mask >> i & 1 { regular[i] = scalar(args[i]...) } }; regular`
fn emit_each_lane(e: &Emit, function: LLVMValueRef, scalar: LLVMValueRef, arity: u32) {
    let b = e.builder;
    // SAFETY: the blocks and values belong to `function`; each block gets one terminator.
    unsafe {
        let entry = e.start_block(function);
        let [head, call_lane, next, done] = [0; 4].map(|_| LLVMAppendBasicBlockInContext(e.ctx, function, NO_NAME));
        let [mask, regular] = [0, 1].map(|i| LLVMGetParam(function, i));
        let wide_type = LLVMInt64TypeInContext(e.ctx);
        let wide = |n| LLVMConstInt(wide_type, n, 0);
        let bits = LLVMBuildZExt(b, mask, wide_type, NO_NAME);
        LLVMBuildBr(b, head);

        LLVMPositionBuilderAtEnd(b, head);
        let index = LLVMBuildPhi(b, wide_type, NO_NAME);
        let current = LLVMBuildPhi(b, LLVMTypeOf(regular), NO_NAME);
        let bit = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, index, NO_NAME), wide(1), NO_NAME);
        let selected = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, bit, wide(0), NO_NAME);
        LLVMBuildCondBr(b, selected, call_lane, next);

        LLVMPositionBuilderAtEnd(b, call_lane);
        let lane = |k| LLVMBuildExtractElement(b, LLVMGetParam(function, 2 + k), index, NO_NAME);
        let mut args: Vec<LLVMValueRef> = (0..arity).map(lane).collect();
        let fn_type = LLVMGlobalGetValueType(scalar);
        let result = LLVMBuildCall2(b, fn_type, scalar, args.as_mut_ptr(), arity, NO_NAME);
        let changed = LLVMBuildInsertElement(b, current, result, index, NO_NAME);
        LLVMBuildBr(b, next);

        LLVMPositionBuilderAtEnd(b, next);
        let after = LLVMBuildPhi(b, LLVMTypeOf(regular), NO_NAME);
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
