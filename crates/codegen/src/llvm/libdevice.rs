//! Links what a module needs of NVIDIA's library of elementary functions.

use super::module::Module;
use super::nvptx::functions_of;
use super::target::Machine;
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::{LLVMLinkage, prelude::LLVMModuleRef};

impl Module {
    /// Adds the functions that the module refers to, and what they call, from the bitcode of libdevice. Bodies of the others are
    /// never read: the bitcode is read lazily, and functions with the linkage set here are linked where they are used only.
    pub(crate) fn link_libdevice(&mut self, machine: &Machine, bitcode: &[u8]) -> Result<(), String> {
        let library = self.read_lazily(machine, bitcode)?;
        for function in functions_of(library) {
            // SAFETY: a function of the library. Declarations keep their linkage.
            unsafe {
                if LLVMIsDeclaration(function) == 0 {
                    LLVMSetLinkage(function, LLVMLinkage::LLVMLinkOnceODRLinkage);
                }
            }
        }
        let own = self.bodies();
        // SAFETY: both modules are of one context; linking consumes the library.
        if unsafe { LLVMLinkModules2(self.module, library) } != 0 {
            return Err(self.first_error().unwrap_or_else(|| "libdevice can't be linked".to_owned()));
        }
        self.make_others_internal(&own);
        Ok(())
    }

    fn read_lazily(&self, machine: &Machine, bitcode: &[u8]) -> Result<LLVMModuleRef, String> {
        let mut library = std::ptr::null_mut();
        // SAFETY: the buffer is a copy, which the lazy module owns; a failed read leaves no module.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bitcode.as_ptr().cast(),
                bitcode.len(),
                c"libdevice".as_ptr(),
            );
            if LLVMGetBitcodeModuleInContext2(self.ctx, buffer, &mut library) != 0 {
                return Err("libdevice is no bitcode that LLVM 22 reads".to_owned());
            }
        }
        machine.prepare_raw(library);
        Ok(library)
    }

    fn bodies(&self) -> Vec<llvm_sys::prelude::LLVMValueRef> {
        // SAFETY: functions of the module.
        self.functions().into_iter().filter(|&f| unsafe { LLVMIsDeclaration(f) } == 0).collect()
    }

    fn make_others_internal(&self, own: &[llvm_sys::prelude::LLVMValueRef]) {
        for function in self.bodies().into_iter().filter(|f| !own.contains(f)) {
            // SAFETY: a function with a body.
            unsafe { LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage) };
        }
    }
}
