//! The rare path: a call of the C library for the few arguments that the branch-free code does not cover.
//!
//! A plain branch around a call would make loops scalar. LLVM's vectoriser accepts one if the called function has a masked
//! vector variant (attribute `vector-function-abi-variant`), so each rare function comes with variants for the usual widths.
//! A variant returns at once when no lane is in its mask, and otherwise calls the scalar function lane by lane.

use std::ffi::c_char;

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::FloatTy;
use super::define::{add_attributes, add_function, symbol};
use super::emit::{B, Emit, F};
use super::variants::{keep, vector_variant};

pub(super) const PREFIX: &str = "clb_rare_";
const NO_NAME: *const c_char = c"".as_ptr();

/// `regular`, but the value of the C function `libm` at `x` where `is_rare`.
pub(super) fn rare<'e>(is_rare: B<'e>, libm: &str, x: F<'e>, regular: F<'e>) -> F<'e> {
    let e = x.e;
    let function = scalar_function(e, libm, x.ty);
    // SAFETY: the builder is in a function whose current block has no terminator; all values belong to it.
    unsafe {
        let from = LLVMGetInsertBlock(e.builder);
        let parent = LLVMGetBasicBlockParent(from);
        let slow = LLVMAppendBasicBlockInContext(e.ctx, parent, NO_NAME);
        let join = LLVMAppendBasicBlockInContext(e.ctx, parent, NO_NAME);
        let branch = LLVMBuildCondBr(e.builder, is_rare.v, slow, join);
        set_unlikely(e, branch);
        LLVMPositionBuilderAtEnd(e.builder, slow);
        let fn_type = LLVMGlobalGetValueType(function);
        let call = LLVMBuildCall2(e.builder, fn_type, function, [x.v].as_mut_ptr(), 1, NO_NAME);
        set_variants(e, call, libm, x.ty);
        LLVMBuildBr(e.builder, join);
        LLVMPositionBuilderAtEnd(e.builder, join);
        let phi = LLVMBuildPhi(e.builder, e.float_type(x.ty), NO_NAME);
        LLVMAddIncoming(phi, [regular.v, call].as_mut_ptr(), [from, slow].as_mut_ptr(), 2);
        e.float(x.ty, phi)
    }
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

/// The widths for which there is a vector variant: up to 512 bits.
fn widths(ty: FloatTy) -> &'static [u32] {
    match ty {
        FloatTy::F32 => &[2, 4, 8, 16],
        FloatTy::F64 => &[2, 4, 8],
    }
}

fn scalar_name(libm: &str, ty: FloatTy) -> String {
    format!("{PREFIX}{libm}_{}", ty.name())
}

pub(super) fn variant_name(libm: &str, ty: FloatTy, lanes: u32) -> String {
    format!("{PREFIX}{libm}_{}x{lanes}", ty.name())
}

/// Names the vector variants at a call of the scalar function.
fn set_variants(e: &Emit, call: LLVMValueRef, libm: &str, ty: FloatTy) {
    let scalar = scalar_name(libm, ty);
    let list: Vec<String> = widths(ty)
        .iter()
        .map(|&lanes| format!("_ZGV_LLVM_M{lanes}v_{scalar}({})", variant_name(libm, ty, lanes)))
        .collect();
    let (key, value) = ("vector-function-abi-variant", list.join(","));
    // SAFETY: `call` is a call instruction in the context of the builder.
    unsafe {
        let attribute = LLVMCreateStringAttribute(
            e.ctx,
            key.as_ptr().cast(),
            key.len() as u32,
            value.as_ptr().cast(),
            value.len() as u32,
        );
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
    }
}

/// The out-of-line function that calls the C library, with its vector variants.
fn scalar_function(e: &Emit, libm: &str, ty: FloatTy) -> LLVMValueRef {
    let name = symbol(&scalar_name(libm, ty));
    // SAFETY: the module is alive and the name ends with NUL.
    let found = unsafe { LLVMGetNamedFunction(e.module, name.as_ptr()) };
    if !found.is_null() {
        return found;
    }
    let function = add_function(e, &name, e.float_type(ty), &mut [e.float_type(ty)]);
    add_attributes(e, function, &["noinline", "cold", "nounwind", "willreturn"]);
    let body = Emit::new(e.ctx, e.module, e.has_fma);
    body.start_block(function);
    let callee = libm_function(e, libm, ty);
    // SAFETY: caller and callee have the same type.
    unsafe {
        let fn_type = LLVMGlobalGetValueType(callee);
        let call = LLVMBuildCall2(body.builder, fn_type, callee, [LLVMGetParam(function, 0)].as_mut_ptr(), 1, NO_NAME);
        LLVMBuildRet(body.builder, call);
    }
    let variants: Vec<LLVMValueRef> =
        widths(ty).iter().map(|&lanes| vector_variant(e, libm, ty, lanes, function)).collect();
    keep(e.module, e.ctx, &variants);
    function
}

/// The declaration of a function of the C library.
fn libm_function(e: &Emit, libm: &str, ty: FloatTy) -> LLVMValueRef {
    let name = symbol(&match ty {
        FloatTy::F32 => format!("{libm}f"),
        FloatTy::F64 => libm.to_owned(),
    });
    // SAFETY: the module is alive and the type belongs to its context.
    unsafe {
        let found = LLVMGetNamedFunction(e.module, name.as_ptr());
        if !found.is_null() {
            return found;
        }
        let fn_type = LLVMFunctionType(e.float_type(ty), [e.float_type(ty)].as_mut_ptr(), 1, 0);
        let function = LLVMAddFunction(e.module, name.as_ptr(), fn_type);
        add_attributes(e, function, &["nounwind", "willreturn"]);
        function
    }
}
