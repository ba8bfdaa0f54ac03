//! The target of this build's processor. No other one is linked: each has some hundred options that register themselves when the
//! library is loaded.

#[cfg(target_arch = "aarch64")]
use llvm_sys::target::{
    LLVMInitializeAArch64AsmParser as asm_parser, LLVMInitializeAArch64AsmPrinter as asm_printer,
    LLVMInitializeAArch64Target as target, LLVMInitializeAArch64TargetInfo as info,
    LLVMInitializeAArch64TargetMC as machine_code,
};
#[cfg(target_arch = "x86_64")]
use llvm_sys::target::{
    LLVMInitializeX86AsmParser as asm_parser, LLVMInitializeX86AsmPrinter as asm_printer,
    LLVMInitializeX86Target as target, LLVMInitializeX86TargetInfo as info, LLVMInitializeX86TargetMC as machine_code,
};

/// Registers the target.
///
/// # Safety
///
/// No other thread registers targets at the same time.
pub unsafe fn register() {
    // SAFETY: the caller's contract.
    unsafe {
        info();
        target();
        machine_code();
        asm_printer();
        // For inline assembly in the LLVM IR of programs.
        asm_parser();
    }
}
