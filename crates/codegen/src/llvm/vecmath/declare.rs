//! What the optimiser sees of the functions: names, attributes and vector variants.

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::define::{PURE, add_attributes, function, symbol};
use super::{FloatTy, VecMath, used};

/// Whether [`declare()`] has an implementation of `func` for `ty`.
pub fn supports(func: VecMath, ty: FloatTy) -> bool {
    super::SUPPORTED.contains(&(func, ty))
}

pub(super) fn scalar_name(func: VecMath, ty: FloatTy) -> String {
    format!("clb.{}.{}", func.name(), ty.name())
}

pub(super) fn variant_name(func: VecMath, ty: FloatTy, lanes: u32) -> String {
    format!("clb.{}.{}x{lanes}", func.name(), ty.name())
}

/// The function `T (T)` or `T (T, T)` that computes `func`, declared in `module` at its first use, or `None` where
/// there is no implementation and the caller has to use the C library.
///
/// The function has no body: [`super::finish()`] must run before the module is compiled.
/// `ctx` is the context of `module`; both must be alive.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "handles of LLVM stay inside this crate, whose modules keep them alive"
)]
pub fn declare(module: LLVMModuleRef, ctx: LLVMContextRef, func: VecMath, ty: FloatTy) -> Option<LLVMValueRef> {
    if !supports(func, ty) {
        return None;
    }
    let name = scalar_name(func, ty);
    // SAFETY: the module is alive and the name ends with NUL.
    let found = unsafe { LLVMGetNamedFunction(module, symbol(&name).as_ptr()) };
    if !found.is_null() {
        return Some(found);
    }
    let variants: Vec<_> = ty.widths().iter().map(|&lanes| declare_variant(module, ctx, func, ty, lanes)).collect();
    used::keep(module, ctx, &variants);
    let float = ty.llvm(ctx);
    let scalar = pure_function(module, ctx, &name, float, func.arity());
    set_variants(ctx, scalar, func, ty);
    Some(scalar)
}

fn declare_variant(module: LLVMModuleRef, ctx: LLVMContextRef, func: VecMath, ty: FloatTy, lanes: u32) -> LLVMValueRef {
    // SAFETY: the element is a floating point type.
    let vector = unsafe { LLVMVectorType(ty.llvm(ctx), lanes) };
    pure_function(module, ctx, &variant_name(func, ty, lanes), vector, func.arity())
}

/// A function without effects on arguments of one type: it may run where its result is not wanted.
pub(super) fn pure_function(
    module: LLVMModuleRef,
    ctx: LLVMContextRef,
    name: &str,
    ty: LLVMTypeRef,
    arity: usize,
) -> LLVMValueRef {
    let function = function(module, name, ty, &mut vec![ty; arity]);
    add_attributes(ctx, function, PURE);
    add_attributes(ctx, function, &["speculatable"]);
    function
}

/// Names the vector variants of the scalar function.
fn set_variants(ctx: LLVMContextRef, scalar: LLVMValueRef, func: VecMath, ty: FloatTy) {
    let parameters = "v".repeat(func.arity());
    let name = scalar_name(func, ty);
    let mapping = |&lanes: &u32| format!("_ZGV_LLVM_N{lanes}{parameters}_{name}({})", variant_name(func, ty, lanes));
    let list: Vec<String> = ty.widths().iter().map(mapping).collect();
    let (key, value) = ("vector-function-abi-variant", list.join(","));
    // SAFETY: texts are given with their lengths; `scalar` is a function of the context.
    unsafe {
        let (k, v) = (key.as_ptr().cast(), value.as_ptr().cast());
        let attribute = LLVMCreateStringAttribute(ctx, k, key.len() as u32, v, value.len() as u32);
        LLVMAddAttributeAtIndex(scalar, LLVMAttributeFunctionIndex, attribute);
    }
}
