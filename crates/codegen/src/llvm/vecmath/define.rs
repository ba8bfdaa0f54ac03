//! Functions of a module: definition on demand.

use std::ffi::CString;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMLinkage};

use super::emit::{Emit, F};
use super::{FloatTy, Options, VecMath, area, exp, hyperbolic, inverse_trig, log, pow, root, trig};

/// The body of a function of one or of two arguments.
#[derive(Clone, Copy)]
enum Body {
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
    }
}

/// Whether [`declare`] has an implementation of `func` for `ty`.
pub fn supports(func: VecMath, ty: FloatTy) -> bool {
    super::SUPPORTED.contains(&(func, ty))
}

/// The function `T (T)` or `T (T, T)` that computes `func`, defined in `module` at its first use, or `None` where
/// there is no implementation and the caller has to use the C library.
///
/// The function is internal and always inlined, so the optimiser must run before the module is compiled.
/// `ctx` is the context of `module`; both must be alive.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "handles of LLVM stay inside this crate, whose modules keep them alive"
)]
pub fn declare(
    module: LLVMModuleRef,
    ctx: LLVMContextRef,
    func: VecMath,
    ty: FloatTy,
    opts: &Options,
) -> Option<LLVMValueRef> {
    if !supports(func, ty) {
        return None;
    }
    let name = symbol(&format!("clb.{}.{}", func.name(), ty.name()));
    // SAFETY: the module is alive and the name ends with NUL.
    let found = unsafe { LLVMGetNamedFunction(module, name.as_ptr()) };
    if !found.is_null() {
        return Some(found);
    }
    let e = Emit::new(ctx, module, opts.has_fma);
    let function = add_function(&e, &name, e.float_type(ty), &mut vec![e.float_type(ty); func.arity()]);
    add_attributes(&e, function, &["alwaysinline", "nounwind", "willreturn", "nosync", "nofree"]);
    emit_body(&e, function, ty, body(func));
    Some(function)
}

fn emit_body(e: &Emit, function: LLVMValueRef, ty: FloatTy, body: Body) {
    e.start_block(function);
    // SAFETY: the function has as many parameters as the body takes arguments.
    let arg = |i| e.float(ty, unsafe { LLVMGetParam(function, i) });
    let result = match body {
        Body::One(f) => f(arg(0)),
        Body::Two(f) => f(arg(0), arg(1)),
    };
    // SAFETY: the builder is at the end of the function's last block.
    unsafe { LLVMBuildRet(e.builder, result.v) };
}

/// A C string; the names used here hold no NUL.
pub(super) fn symbol(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

/// Adds an internal function without a body.
pub(super) fn add_function(e: &Emit, name: &CString, result: LLVMTypeRef, params: &mut [LLVMTypeRef]) -> LLVMValueRef {
    // SAFETY: module and types belong to one context; the linkage is valid for a function that gets a body.
    unsafe {
        let fn_type = LLVMFunctionType(result, params.as_mut_ptr(), params.len() as u32, 0);
        let function = LLVMAddFunction(e.module, name.as_ptr(), fn_type);
        LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
        function
    }
}

/// Adds enum attributes and `memory(none)` to a function.
pub(super) fn add_attributes(e: &Emit, function: LLVMValueRef, names: &[&str]) {
    for name in names.iter().chain(&["memory"]) {
        // SAFETY: the names are enum attributes of functions; the value 0 of `memory` means "none".
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(e.ctx, kind, 0);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex as LLVMAttributeIndex, attribute);
        }
    }
}
