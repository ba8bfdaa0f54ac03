//! What only code for NVIDIA's processors has: kernels, address spaces, intrinsics without overloads.

use super::module::Module;
use super::value::{Func, Type, Val};
use super::{Builder, UNNAMED, c_string};
use llvm_sys::core::*;
use llvm_sys::target::{
    LLVMInitializeNVPTXAsmPrinter, LLVMInitializeNVPTXTarget, LLVMInitializeNVPTXTargetInfo,
    LLVMInitializeNVPTXTargetMC,
};
use llvm_sys::{LLVMInlineAsmDialect, LLVMLinkage, LLVMModuleFlagBehavior};
use std::sync::Once;

/// LLVM's number of the calling convention of kernels.
const PTX_KERNEL: u32 = 71;

/// Memory of a GPU, by LLVM's numbers. Generic addresses are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global = 1,
    Shared = 3,
}

/// Registers the target, once.
pub(super) fn initialise() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: called once.
        unsafe {
            LLVMInitializeNVPTXTargetInfo();
            LLVMInitializeNVPTXTarget();
            LLVMInitializeNVPTXTargetMC();
            LLVMInitializeNVPTXAsmPrinter();
        }
    });
}

impl Func {
    /// Makes it one that a launch can start.
    pub(crate) fn set_kernel(self) {
        // SAFETY: the function is alive.
        unsafe { LLVMSetFunctionCallConv(self.value, PTX_KERNEL) }
    }
}

impl Builder {
    /// The generic address of what an address in a space means, or the other way round.
    pub(crate) fn space_cast(&self, value: Val, to: Type) -> Val {
        // SAFETY: two pointer types.
        Val(unsafe { LLVMBuildAddrSpaceCast(self.raw(), value.0, to.0, UNNAMED) })
    }
}

impl Module {
    /// The type of addresses in a space.
    pub(crate) fn pointer_in(&self, space: Space) -> Type {
        // SAFETY: the context is alive.
        Type(unsafe { LLVMPointerTypeInContext(self.ctx, space as u32) })
    }

    /// An intrinsic that is not overloaded.
    pub(crate) fn plain_intrinsic(&mut self, name: &str) -> Func {
        // SAFETY: names come from this crate and are intrinsics of LLVM 22 without overloads.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            debug_assert_ne!(id, 0, "{name} is an intrinsic");
            let none = std::ptr::null_mut();
            let value = LLVMGetIntrinsicDeclaration(self.module, id, none, 0);
            Func { value, ty: LLVMIntrinsicGetType(self.ctx, id, none, 0) }
        }
    }

    /// A text in assembly language as a function, which may do anything to memory.
    pub(crate) fn assembly(&mut self, text: &str, constraints: &str, result: Type, params: &[Type]) -> Func {
        // SAFETY: `Type` is a transparent handle; LLVM copies the texts, which the caller made for these types.
        unsafe {
            let ty = LLVMFunctionType(result.0, params.as_ptr().cast_mut().cast(), params.len() as u32, 0);
            let (code, rules) = (text.as_ptr().cast(), constraints.as_ptr().cast());
            let dialect = LLVMInlineAsmDialect::LLVMInlineAsmDialectATT;
            let value = LLVMGetInlineAsm(ty, code, text.len(), rules, constraints.len(), 1, 0, dialect, 0);
            Func { value, ty }
        }
    }

    /// Memory that a block shares, without a value at the start.
    pub(crate) fn shared_memory(&mut self, name: &str, bytes: u32, align: u32) -> Val {
        let ty = self.leaf(coluber_abi::Leaf::I8).array(u64::from(bytes));
        // SAFETY: a type with a size; the alignment is a power of two.
        unsafe {
            let global = self.global(name, ty, Space::Shared, align);
            LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetInitializer(global, LLVMGetUndef(ty.0));
            Val(global)
        }
    }

    /// The shared memory whose size a launch says.
    pub(crate) fn dynamic_shared_memory(&mut self, name: &str, align: u32) -> Val {
        let ty = self.leaf(coluber_abi::Leaf::I8).array(0);
        Val(self.global(name, ty, Space::Shared, align))
    }

    /// Global memory that is zero when the module is loaded; `visible` says that the host finds it by its name.
    pub(crate) fn zeroed_memory(&mut self, name: &str, ty: Type, align: u32, visible: bool) -> Val {
        // SAFETY: every type used here has a zero.
        unsafe {
            let global = self.global(name, ty, Space::Global, align);
            LLVMSetInitializer(global, LLVMConstNull(ty.0));
            LLVMSetExternallyInitialized(global, i32::from(visible));
            if !visible {
                LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
            }
            Val(global)
        }
    }

    /// A copy of memory that the IR has as a constant, constant and in global memory of the device.
    pub(crate) fn copy_of_memory(&mut self, name: &str, address: u64, bytes: u64, align: u32) -> Val {
        let start = if bytes == 0 { std::ptr::dangling() } else { address as *const u8 };
        // SAFETY: constants of the IR are memory that lives and stays as it is.
        let data = unsafe { std::slice::from_raw_parts(start, bytes as usize) };
        // SAFETY: bytes are given with their length.
        unsafe {
            let value = LLVMConstStringInContext2(self.ctx, data.as_ptr().cast(), data.len(), 1);
            let global = self.global(name, Type(LLVMTypeOf(value)), Space::Global, align);
            LLVMSetInitializer(global, value);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
            Val(global)
        }
    }

    fn global(&mut self, name: &str, ty: Type, space: Space, align: u32) -> llvm_sys::prelude::LLVMValueRef {
        // SAFETY: a type of this context; the alignment is a power of two.
        unsafe {
            let global = LLVMAddGlobalInAddressSpace(self.module, ty.0, c_string(name).as_ptr(), space as u32);
            LLVMSetAlignment(global, align);
            global
        }
    }

    /// The generic address of a global in a space, a constant.
    pub(crate) fn generic_address(&self, global: Val) -> Val {
        // SAFETY: a constant address.
        Val(unsafe { LLVMConstAddrSpaceCast(global.0, self.leaf(coluber_abi::Leaf::Ptr).0) })
    }

    /// An address of global memory that is known, a constant.
    pub(crate) fn global_address(&self, address: Val) -> Val {
        // SAFETY: the context is alive, and the address a constant integer.
        Val(unsafe { LLVMConstIntToPtr(address.0, LLVMPointerTypeInContext(self.ctx, Space::Global as u32)) })
    }

    /// Subnormal float32 numbers count as zero: tells so the functions of libdevice.
    pub(crate) fn flush_subnormals_in_libdevice(&mut self) {
        let key = "nvvm-reflect-ftz";
        // SAFETY: the module is alive; the text is given with its length.
        unsafe {
            let one = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(self.ctx), 1, 0));
            let behaviour = LLVMModuleFlagBehavior::LLVMModuleFlagBehaviorOverride;
            LLVMAddModuleFlag(self.module, behaviour, key.as_ptr().cast(), key.len(), one);
        }
    }

    /// Puts a text attribute on each function that has a body.
    pub(crate) fn add_text_attribute_to_bodies(&self, name: &str, value: &str) {
        for function in self.functions() {
            // SAFETY: a function of the module.
            let (declared, ty) = unsafe { (LLVMIsDeclaration(function) != 0, LLVMGlobalGetValueType(function)) };
            if !declared {
                self.add_text_attribute(Func { value: function, ty }, name, value);
            }
        }
    }

    /// The functions of the module, declarations included.
    pub(super) fn functions(&self) -> Vec<llvm_sys::prelude::LLVMValueRef> {
        functions_of(self.module)
    }
}

/// The functions of a module.
pub(super) fn functions_of(module: llvm_sys::prelude::LLVMModuleRef) -> Vec<llvm_sys::prelude::LLVMValueRef> {
    let mut all = Vec::new();
    // SAFETY: the module is alive.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            all.push(function);
            function = LLVMGetNextFunction(function);
        }
    }
    all
}
