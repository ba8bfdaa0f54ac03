//! Links what a module needs of NVIDIA's library of elementary functions.

use super::module::Module;
use super::nvptx::functions_of;
use super::take_message;
use super::target::Machine;
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::{LLVMLinkage, prelude::LLVMModuleRef};
use std::ffi::CStr;

/// LLVM IR of `devicemath/device.c`.
const OWN: &CStr = match CStr::from_bytes_with_nul(concat!(include_str!("devicemath/device.ll"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("the text has no NUL inside"),
};

impl Module {
    /// Adds the functions that the module refers to, and what they call, from the bitcode of libdevice. Bodies of the others are
    /// never read: the bitcode is read lazily, and functions with the linkage set here are linked where they are used only.
    pub(crate) fn link_libdevice(&mut self, machine: &Machine, bitcode: &[u8]) -> Result<(), String> {
        let library = self.read_lazily(bitcode)?;
        self.link_needed(machine, library)
    }

    /// The same with the functions of our own that take the place of libdevice.
    pub(crate) fn link_own_functions(&mut self, machine: &Machine) -> Result<(), String> {
        let (mut library, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the buffer refers to static text, and is disposed of when it has been read.
        unsafe {
            let (start, len) = (OWN.as_ptr().cast(), OWN.count_bytes());
            let buffer = LLVMCreateMemoryBufferWithMemoryRange(start, len, c"device".as_ptr(), 1);
            // Text can be read only where names are kept.
            let discards = LLVMContextShouldDiscardValueNames(self.ctx);
            LLVMContextSetDiscardValueNames(self.ctx, 0);
            let failed = LLVMParseIRInContext2(self.ctx, buffer, &mut library, &mut message) != 0;
            LLVMContextSetDiscardValueNames(self.ctx, discards);
            LLVMDisposeMemoryBuffer(buffer);
            if failed {
                return Err(take_message(message));
            }
        }
        self.link_needed(machine, library)
    }

    fn link_needed(&mut self, machine: &Machine, library: LLVMModuleRef) -> Result<(), String> {
        machine.prepare_raw(library);
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

    fn read_lazily(&self, bitcode: &[u8]) -> Result<LLVMModuleRef, String> {
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
