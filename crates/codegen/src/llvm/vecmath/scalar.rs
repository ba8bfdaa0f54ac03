//! The same functions for one value, for targets that have no C library, and where that is much slower.

use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::declare::{pure_function, variant_name};
use super::define::{define, symbol};
use super::emit::Emit;
use super::{FloatTy, Options, VecMath};

/// Values of one type fit vectors of one lane, of which LLVM makes scalar code.
const LANES: u32 = 1;
/// What these targets have.
const OPTIONS: Options = Options { has_fma: true, has_avx512: false };

/// The function `T (T)` or `T (T, T)` that computes `func`, with a body; made at its first use. The target has fused multiply-add.
///
/// `ctx` is the context of `module`; both must be alive.
pub(in crate::llvm) fn define_scalar(
    module: LLVMModuleRef,
    ctx: LLVMContextRef,
    func: VecMath,
    ty: FloatTy,
) -> LLVMValueRef {
    define_scalar_with(module, ctx, func, ty, &OPTIONS)
}

/// The same, with what another target has.
pub(super) fn define_scalar_with(
    module: LLVMModuleRef,
    ctx: LLVMContextRef,
    func: VecMath,
    ty: FloatTy,
    options: &Options,
) -> LLVMValueRef {
    let name = format!("clb_{}_{}", func.name(), ty.name());
    // SAFETY: the module is alive and the name ends with NUL.
    let found = unsafe { LLVMGetNamedFunction(module, symbol(&name).as_ptr()) };
    if !found.is_null() {
        return found;
    }
    let e = Emit::new(ctx, module, options, LANES);
    let vector = pure_function(module, ctx, &variant_name(func, ty, LANES), e.float_type(ty), func.arity());
    define(&e, vector, func, ty);
    let scalar = pure_function(module, ctx, &name, ty.llvm(ctx), func.arity());
    let e = Emit::new(ctx, module, options, LANES);
    e.start_block(scalar);
    wrap(&e, scalar, vector, ty, func.arity() as u32);
    scalar
}

/// Calls the function of vectors.
fn wrap(e: &Emit, scalar: LLVMValueRef, vector: LLVMValueRef, ty: FloatTy, arity: u32) {
    let unnamed = c"".as_ptr();
    // SAFETY: the builder is in the scalar function, which has as many parameters as the other one.
    unsafe {
        let first = LLVMConstInt(LLVMInt32TypeInContext(e.ctx), 0, 0);
        let lane = |i| {
            LLVMBuildInsertElement(e.builder, LLVMGetPoison(e.float_type(ty)), LLVMGetParam(scalar, i), first, unnamed)
        };
        let mut args: Vec<_> = (0..arity).map(lane).collect();
        let result =
            LLVMBuildCall2(e.builder, LLVMGlobalGetValueType(vector), vector, args.as_mut_ptr(), arity, unnamed);
        LLVMBuildRet(e.builder, LLVMBuildExtractElement(e.builder, result, first, unnamed));
        LLVMSetLinkage(scalar, LLVMLinkage::LLVMInternalLinkage);
    }
}
