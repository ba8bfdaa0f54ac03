//! The bodies of vector variants.

use std::ffi::CString;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMLinkage};

use super::emit::{Emit, F};
use super::{FloatTy, VecMath, area, exp, hyperbolic, inverse_trig, log, pow, remainder, root, trig, wide};

/// The body of a function of one or of two arguments.
#[derive(Clone, Copy)]
pub(super) enum Body {
    One(for<'e> fn(F<'e>) -> F<'e>),
    Two(for<'e> fn(F<'e>, F<'e>) -> F<'e>),
}

/// The implementation of `func`; each serves both types.
fn body(func: VecMath) -> Body {
    match func {
        VecMath::Exp => Body::One(exp::exp),
        VecMath::Exp2 => Body::One(exp::exp2),
        VecMath::Expm1 => Body::One(exp::expm1),
        VecMath::Log => Body::One(log::log),
        VecMath::Log2 => Body::One(log::log2),
        VecMath::Log10 => Body::One(log::log10),
        VecMath::Log1p => Body::One(log::log1p),
        VecMath::Sin => Body::One(trig::sin),
        VecMath::Cos => Body::One(trig::cos),
        VecMath::Tan => Body::One(trig::tan),
        VecMath::Asin => Body::One(inverse_trig::asin),
        VecMath::Acos => Body::One(inverse_trig::acos),
        VecMath::Atan => Body::One(inverse_trig::atan),
        VecMath::Atan2 => Body::Two(inverse_trig::atan2),
        VecMath::Sinh => Body::One(hyperbolic::sinh),
        VecMath::Cosh => Body::One(hyperbolic::cosh),
        VecMath::Tanh => Body::One(hyperbolic::tanh),
        VecMath::Asinh => Body::One(area::asinh),
        VecMath::Acosh => Body::One(area::acosh),
        VecMath::Atanh => Body::One(area::atanh),
        VecMath::Pow => Body::Two(pow::pow),
        VecMath::Cbrt => Body::One(root::cbrt),
        VecMath::Hypot => Body::Two(root::hypot),
        VecMath::Fmod => Body::Two(remainder::fmod),
    }
}

/// Gives a declared vector variant its body, and makes it internal and always inlined.
pub(super) fn define(e: &Emit, function: LLVMValueRef, func: VecMath, ty: FloatTy) {
    e.start_block(function);
    // SAFETY: the function has as many parameters as the body takes arguments.
    let arg = |i| e.float(ty, unsafe { LLVMGetParam(function, i) });
    let better = (ty == FloatTy::F64).then(|| wide::body(e, func)).flatten();
    let result = match better.unwrap_or_else(|| body(func)) {
        Body::One(f) => f(arg(0)),
        Body::Two(f) => f(arg(0), arg(1)),
    };
    // SAFETY: the builder is at the end of the function's last block.
    unsafe {
        LLVMBuildRet(e.builder, result.v);
        LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
    }
    add_attributes(e.ctx, function, &["alwaysinline"]);
}

/// A C string; the names used here hold no NUL.
pub(super) fn symbol(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

/// The function `result (params...)` called `name`; declared at its first use.
pub(super) fn function(
    module: LLVMModuleRef,
    name: &str,
    result: LLVMTypeRef,
    params: &mut [LLVMTypeRef],
) -> LLVMValueRef {
    let name = symbol(name);
    // SAFETY: module and types belong to one context; the name ends with NUL.
    unsafe {
        let found = LLVMGetNamedFunction(module, name.as_ptr());
        if !found.is_null() {
            return found;
        }
        let fn_type = LLVMFunctionType(result, params.as_mut_ptr(), params.len() as u32, 0);
        LLVMAddFunction(module, name.as_ptr(), fn_type)
    }
}

/// The function of the C library.
pub(super) fn libm_function(
    module: LLVMModuleRef,
    ctx: LLVMContextRef,
    libm: &str,
    ty: FloatTy,
    arity: usize,
) -> LLVMValueRef {
    let suffix = if ty == FloatTy::F32 { "f" } else { "" };
    let float = ty.llvm(ctx);
    let function = function(module, &format!("{libm}{suffix}"), float, &mut vec![float; arity]);
    add_attributes(ctx, function, PURE);
    function
}

/// What all functions here have in common.
pub(super) const PURE: &[&str] = &["nounwind", "willreturn", "nosync", "nofree"];

/// Adds enum attributes and `memory(none)` to a function.
pub(super) fn add_attributes(ctx: LLVMContextRef, function: LLVMValueRef, names: &[&str]) {
    for name in names.iter().chain(&["memory"]) {
        // SAFETY: the names are enum attributes of functions; the value 0 of `memory` means "none".
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(ctx, kind, 0);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex as LLVMAttributeIndex, attribute);
        }
    }
}
