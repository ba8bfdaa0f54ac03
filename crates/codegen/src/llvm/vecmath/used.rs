//! The list of what the optimiser has to keep though nothing calls it.

use std::ffi::CStr;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMUnnamedAddr};

const USED: &CStr = c"llvm.compiler.used";

/// Adds `functions` to `llvm.compiler.used`, since nothing calls a variant before the vectoriser has run.
pub(super) fn keep(module: LLVMModuleRef, ctx: LLVMContextRef, functions: &[LLVMValueRef]) {
    let mut all = take(module);
    all.extend_from_slice(functions);
    set(module, ctx, &mut all);
}

/// Removes `llvm.compiler.used` and returns what it named.
pub(super) fn take(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
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

pub(super) fn set(module: LLVMModuleRef, ctx: LLVMContextRef, values: &mut [LLVMValueRef]) {
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
