//! Trailing zeros on a GPU: the leading ones of the bits in reverse, two instructions. LLVM would branch around a count of zero's bits.
//! It is done after the optimiser, which makes one count of the two again.

use super::module::Module;
use super::nvptx::functions_of;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

const COUNT: &str = "llvm.cttz";

impl Module {
    /// Rewrites all counts of trailing zeros in numbers.
    pub(crate) fn reverse_trailing_zeros(&self) {
        for function in functions_of(self.module) {
            // SAFETY: the functions and their uses are alive; calls are erased once.
            unsafe {
                let ty = LLVMGlobalGetValueType(function);
                if !has_name(function, COUNT)
                    || LLVMGetTypeKind(LLVMGetReturnType(ty)) != llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind
                {
                    continue;
                }
                while let Some(call) = first_user(function) {
                    self.rewrite(call);
                }
            }
        }
    }

    unsafe fn rewrite(&self, call: LLVMValueRef) {
        // SAFETY: a live call of the intrinsic: of a number and of whether zero has an undefined count.
        unsafe {
            let b = LLVMCreateBuilderInContext(self.ctx);
            LLVMPositionBuilderBefore(b, call);
            let (number, undefined) = (LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
            let reversed = self.call(b, "llvm.bitreverse", &mut [number]);
            let count = self.call(b, "llvm.ctlz", &mut [reversed, undefined]);
            LLVMReplaceAllUsesWith(call, count);
            LLVMInstructionEraseFromParent(call);
            LLVMDisposeBuilder(b);
        }
    }

    /// Calls an intrinsic that is overloaded on the type of its first argument.
    unsafe fn call(&self, b: LLVMBuilderRef, name: &str, args: &mut [LLVMValueRef]) -> LLVMValueRef {
        // SAFETY: the builder stands in a function of this module.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let function = LLVMGetIntrinsicDeclaration(self.module, id, &mut LLVMTypeOf(args[0]), 1);
            let ty = LLVMGlobalGetValueType(function);
            LLVMBuildCall2(b, ty, function, args.as_mut_ptr(), args.len() as u32, c"".as_ptr())
        }
    }
}

unsafe fn has_name(function: LLVMValueRef, start: &str) -> bool {
    // SAFETY: a live function.
    unsafe {
        let mut length = 0;
        let name = LLVMGetValueName2(function, &mut length);
        std::slice::from_raw_parts(name.cast::<u8>(), length).starts_with(start.as_bytes())
    }
}

unsafe fn first_user(function: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: a live function; an intrinsic is used by calls only.
    unsafe {
        let first = LLVMGetFirstUse(function);
        (!first.is_null()).then(|| LLVMGetUser(first))
    }
}
