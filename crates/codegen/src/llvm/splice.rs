//! LLVM IR that programs write: its text is parsed, verified, and linked into a module.

use super::module::{Linkage, Module};
use super::nvptx::functions_of;
use super::value::Func;
use super::{c_string, take_message};
use coluber_abi::SPLICE;
use llvm_sys::LLVMLinkage;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use std::ffi::CStr;

/// What LLVM says against the text of a module; None for one that is well formed.
pub fn check_text(text: &str) -> Option<String> {
    let module = Module::new("check", true);
    let parsed = module.parse(text);
    parsed.map(|parsed| parsed.dispose()).err()
}

/// A module that has been parsed and not linked yet.
struct Parsed(LLVMModuleRef);

impl Parsed {
    fn dispose(self) {
        // SAFETY: nothing else refers to the module.
        unsafe { LLVMDisposeModule(self.0) }
    }

    /// What the verifier says, if anything.
    fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is alive; the message is ours.
        unsafe {
            let failed = LLVMVerifyModule(self.0, action, &mut message) != 0;
            let text = take_message(message);
            if failed { Err(text) } else { Ok(()) }
        }
    }

    /// The function of this name, if it has a body.
    fn function(&self, name: &str) -> Option<LLVMValueRef> {
        // SAFETY: the module is alive; the name ends with NUL.
        unsafe {
            let found = LLVMGetNamedFunction(self.0, c_string(name).as_ptr());
            (!found.is_null() && LLVMIsDeclaration(found) == 0).then_some(found)
        }
    }

    /// Makes all that the module defines its own, so that it never meets definitions of other texts.
    fn make_internal(&self) {
        let internal = LLVMLinkage::LLVMInternalLinkage;
        // SAFETY: functions and globals of the module; declarations keep their linkage.
        unsafe {
            for function in functions_of(self.0) {
                if LLVMIsDeclaration(function) == 0 {
                    LLVMSetLinkage(function, internal);
                }
            }
            let mut global = LLVMGetFirstGlobal(self.0);
            while !global.is_null() {
                if LLVMIsDeclaration(global) == 0 {
                    LLVMSetLinkage(global, internal);
                }
                global = LLVMGetNextGlobal(global);
            }
        }
    }
}

impl Module {
    /// Links the text of a module and returns its function [`SPLICE`] under a new name.
    pub(crate) fn link_text(&mut self, text: &str, name: &str, linkage: Linkage) -> Result<Func, String> {
        let layout = self.layout();
        let parsed = self.parse(&format!("target datalayout = \"{layout}\"\n{text}"))?;
        let Some(function) = parsed.function(SPLICE) else {
            parsed.dispose();
            return Err(format!("the text does not define the function {SPLICE}"));
        };
        parsed.make_internal();
        // SAFETY: both modules are of one context; a function that is internal would not be linked unless it is used, so that this
        // one is external until it is there. Linking consumes the parsed module.
        let linked = unsafe {
            LLVMSetValueName2(function, name.as_ptr().cast(), name.len());
            LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
            LLVMSetTarget(parsed.0, LLVMGetTarget(self.module));
            if LLVMLinkModules2(self.module, parsed.0) != 0 {
                return Err(self.first_error().unwrap_or_else(|| "the module can't be linked".to_owned()));
            }
            LLVMGetNamedFunction(self.module, c_string(name).as_ptr())
        };
        if linked.is_null() {
            return Err("the function is not there after linking".to_owned());
        }
        // SAFETY: a function of this module.
        unsafe {
            if linkage == Linkage::Internal {
                LLVMSetLinkage(linked, LLVMLinkage::LLVMInternalLinkage);
            }
            Ok(Func { value: linked, ty: LLVMGlobalGetValueType(linked) })
        }
    }

    /// The data layout as LLVM writes it.
    fn layout(&self) -> String {
        // SAFETY: the text belongs to the module, which is alive.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.module)).to_string_lossy().into_owned() }
    }

    fn parse(&self, text: &str) -> Result<Parsed, String> {
        let (mut parsed, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        let text = c_string(text);
        // SAFETY: the buffer refers to a text that ends with NUL and lives until the buffer is disposed of.
        unsafe {
            let (start, len) = (text.as_ptr(), text.count_bytes());
            let buffer = LLVMCreateMemoryBufferWithMemoryRange(start, len, c"extension".as_ptr(), 1);
            // Text can be read only where names are kept.
            let discards = LLVMContextShouldDiscardValueNames(self.ctx);
            LLVMContextSetDiscardValueNames(self.ctx, 0);
            let failed = LLVMParseIRInContext2(self.ctx, buffer, &mut parsed, &mut message) != 0;
            LLVMContextSetDiscardValueNames(self.ctx, discards);
            LLVMDisposeMemoryBuffer(buffer);
            if failed {
                return Err(take_message(message));
            }
        }
        let parsed = Parsed(parsed);
        match parsed.verify() {
            Ok(()) => Ok(parsed),
            Err(text) => {
                parsed.dispose();
                Err(text)
            }
        }
    }
}
