//! The vector variants of rare paths: their bodies, how they survive the optimiser, and what becomes of them afterwards.

use std::ffi::{CStr, c_char};

use llvm_sys::core::*;
use llvm_sys::error::LLVMConsumeError;
use llvm_sys::prelude::*;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMIntPredicate, LLVMLinkage, LLVMTypeKind, LLVMUnnamedAddr,
};

use super::FloatTy;
use super::define::{add_attributes, add_function, symbol};
use super::emit::Emit;
use super::rare::{PREFIX, set_unlikely, variant_name};

const USED: &CStr = c"llvm.compiler.used";
const NO_NAME: *const c_char = c"".as_ptr();

/// `T x lanes (T x lanes, i1 x lanes)`: returns at once if the mask is empty, else calls the function that loops over the lanes.
pub(super) fn vector_variant(e: &Emit, libm: &str, ty: FloatTy, lanes: u32, scalar: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: types of the module's context.
    let (vector, bits) = unsafe { (LLVMVectorType(e.float_type(ty), lanes), LLVMIntTypeInContext(e.ctx, lanes)) };
    // SAFETY: as above.
    let mask = unsafe { LLVMVectorType(LLVMInt1TypeInContext(e.ctx), lanes) };
    let name = variant_name(libm, ty, lanes);
    let each = add_function(e, &symbol(&format!("{name}_each")), vector, &mut [vector, bits]);
    add_attributes(e, each, &["noinline", "cold", "nounwind", "willreturn"]);
    emit_each_lane(&Emit::new(e.ctx, e.module, e.has_fma), each, lanes, scalar);
    let variant = add_function(e, &symbol(&name), vector, &mut [vector, mask]);
    add_attributes(e, variant, &["nounwind", "willreturn"]);
    emit_variant(&Emit::new(e.ctx, e.module, e.has_fma), variant, each, bits);
    variant
}

/// `if mask == 0 { x } else { each(x, mask) }`
fn emit_variant(e: &Emit, variant: LLVMValueRef, each: LLVMValueRef, bits_type: LLVMTypeRef) {
    let b = e.builder;
    // SAFETY: the blocks and values belong to `variant`; each block gets one terminator.
    unsafe {
        e.start_block(variant);
        let [slow, done] = [0; 2].map(|_| LLVMAppendBasicBlockInContext(e.ctx, variant, NO_NAME));
        let (x, mask) = (LLVMGetParam(variant, 0), LLVMGetParam(variant, 1));
        let bits = LLVMBuildBitCast(b, mask, bits_type, NO_NAME);
        let any = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, bits, LLVMConstInt(bits_type, 0, 0), NO_NAME);
        set_unlikely(e, LLVMBuildCondBr(b, any, slow, done));
        LLVMPositionBuilderAtEnd(b, slow);
        let fn_type = LLVMGlobalGetValueType(each);
        let result = LLVMBuildCall2(b, fn_type, each, [x, bits].as_mut_ptr(), 2, NO_NAME);
        LLVMBuildRet(b, result);
        LLVMPositionBuilderAtEnd(b, done);
        LLVMBuildRet(b, x);
    }
}

/// `for i in 0..lanes { if mask >> i & 1 { x[i] = scalar(x[i]) } }; x`
fn emit_each_lane(e: &Emit, function: LLVMValueRef, lanes: u32, scalar: LLVMValueRef) {
    let b = e.builder;
    // SAFETY: the blocks and values belong to `function`; each block gets one terminator.
    unsafe {
        let entry = e.start_block(function);
        let [head, call_lane, next, done] = [0; 4].map(|_| LLVMAppendBasicBlockInContext(e.ctx, function, NO_NAME));
        let x = LLVMGetParam(function, 0);
        let wide_type = LLVMInt64TypeInContext(e.ctx);
        let wide = |n| LLVMConstInt(wide_type, n, 0);
        let bits = LLVMBuildZExt(b, LLVMGetParam(function, 1), wide_type, NO_NAME);
        LLVMBuildBr(b, head);

        LLVMPositionBuilderAtEnd(b, head);
        let index = LLVMBuildPhi(b, wide_type, NO_NAME);
        let current = LLVMBuildPhi(b, LLVMTypeOf(x), NO_NAME);
        let bit = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, index, NO_NAME), wide(1), NO_NAME);
        let selected = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, bit, wide(0), NO_NAME);
        LLVMBuildCondBr(b, selected, call_lane, next);

        LLVMPositionBuilderAtEnd(b, call_lane);
        let lane = LLVMBuildExtractElement(b, current, index, NO_NAME);
        let fn_type = LLVMGlobalGetValueType(scalar);
        let result = LLVMBuildCall2(b, fn_type, scalar, [lane].as_mut_ptr(), 1, NO_NAME);
        let changed = LLVMBuildInsertElement(b, current, result, index, NO_NAME);
        LLVMBuildBr(b, next);

        LLVMPositionBuilderAtEnd(b, next);
        let after = LLVMBuildPhi(b, LLVMTypeOf(x), NO_NAME);
        LLVMAddIncoming(after, [current, changed].as_mut_ptr(), [head, call_lane].as_mut_ptr(), 2);
        let following = LLVMBuildAdd(b, index, wide(1), NO_NAME);
        let more = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntULT, following, wide(u64::from(lanes)), NO_NAME);
        LLVMBuildCondBr(b, more, head, done);
        LLVMAddIncoming(index, [wide(0), following].as_mut_ptr(), [entry, next].as_mut_ptr(), 2);
        LLVMAddIncoming(current, [x, after].as_mut_ptr(), [entry, next].as_mut_ptr(), 2);

        LLVMPositionBuilderAtEnd(b, done);
        LLVMBuildRet(b, after);
    }
}

/// Adds `functions` to `llvm.compiler.used`, since nothing calls a variant before the vectoriser has run.
pub(super) fn keep(module: LLVMModuleRef, ctx: LLVMContextRef, functions: &[LLVMValueRef]) {
    let mut all = take_used(module);
    all.extend_from_slice(functions);
    set_used(module, ctx, &mut all);
}

/// Removes `llvm.compiler.used` and returns what it named.
fn take_used(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    // SAFETY: the module is alive; the initialiser of this global is an array of pointers.
    unsafe {
        let global = LLVMGetNamedGlobal(module, USED.as_ptr());
        if global.is_null() {
            return Vec::new();
        }
        let list = LLVMGetInitializer(global);
        let values = (0..LLVMGetNumOperands(list) as u32).map(|i| LLVMGetOperand(list, i)).collect();
        LLVMDeleteGlobal(global);
        values
    }
}

fn set_used(module: LLVMModuleRef, ctx: LLVMContextRef, values: &mut [LLVMValueRef]) {
    if values.is_empty() {
        return;
    }
    // SAFETY: the values are functions or globals of the module.
    unsafe {
        let pointer = LLVMPointerTypeInContext(ctx, 0);
        let list = LLVMConstArray2(pointer, values.as_mut_ptr(), values.len() as u64);
        let global = LLVMAddGlobal(module, LLVMTypeOf(list), USED.as_ptr());
        LLVMSetLinkage(global, LLVMLinkage::LLVMAppendingLinkage);
        LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMNoUnnamedAddr);
        LLVMSetSection(global, c"llvm.metadata".as_ptr());
        LLVMSetInitializer(global, list);
    }
}

/// Completes the rare paths after the optimiser: inlines the vector variants that the vectoriser chose, which leaves one branch in
/// the loop, and deletes the others. A module in which [`super::declare`] defined functions is correct without this, but the calls
/// in the loops cost registers and the unused variants cost compile time.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "handles of LLVM stay inside this crate, whose modules keep them alive"
)]
pub fn finish(module: LLVMModuleRef) {
    // SAFETY: the module is alive, and with it its context.
    let ctx = unsafe { LLVMGetModuleContext(module) };
    let (variants, mut others): (Vec<_>, Vec<_>) = take_used(module).into_iter().partition(|&v| is_rare_function(v));
    set_used(module, ctx, &mut others);
    if variants.is_empty() {
        return;
    }
    delete_unused(module);
    if inline_variants(module, ctx) {
        delete_unused(module);
    }
}

/// Inlines the vector variants that are called, and returns whether there was one.
fn inline_variants(module: LLVMModuleRef, ctx: LLVMContextRef) -> bool {
    let mut any = false;
    for function in rare_functions(module) {
        // SAFETY: the function belongs to the module; only a function with a vector parameter of i1 is a variant.
        unsafe {
            let last = LLVMTypeOf(LLVMGetLastParam(function));
            let is_variant = LLVMGetTypeKind(last) == LLVMTypeKind::LLVMVectorTypeKind;
            if is_variant {
                let kind = LLVMGetEnumAttributeKindForName(c"alwaysinline".as_ptr(), 12);
                let attribute = LLVMCreateEnumAttribute(ctx, kind, 0);
                LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex as LLVMAttributeIndex, attribute);
                any = true;
            }
        }
    }
    if any {
        // SAFETY: the pass needs no target machine; its only failure would be an unknown name.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(module, c"always-inline".as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if !error.is_null() {
                LLVMConsumeError(error);
            }
        }
    }
    any
}

/// Deletes the functions of rare paths that nothing calls, callers before callees.
fn delete_unused(module: LLVMModuleRef) {
    loop {
        let mut changed = false;
        for function in rare_functions(module) {
            // SAFETY: a function is deleted only when nothing uses it.
            unsafe {
                if LLVMGetFirstUse(function).is_null() {
                    LLVMDeleteFunction(function);
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

fn rare_functions(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the module is alive and does not change meanwhile.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            if is_rare_function(function) {
                found.push(function);
            }
            function = LLVMGetNextFunction(function);
        }
    }
    found
}

fn is_rare_function(value: LLVMValueRef) -> bool {
    let mut length = 0;
    // SAFETY: the name of a value is `length` bytes that live as long as the value.
    let name = unsafe {
        let start = LLVMGetValueName2(value, &mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    };
    name.starts_with(PREFIX.as_bytes())
}
