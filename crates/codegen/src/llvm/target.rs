//! The machine that code is made for.

use super::module::Module;
use super::{c_string, native, take_message};
use llvm_sys::core::{LLVMDisposeMemoryBuffer, LLVMGetBufferSize, LLVMGetBufferStart, LLVMSetTarget};
use llvm_sys::prelude::{LLVMMemoryBufferRef, LLVMModuleRef};
use llvm_sys::target::{LLVMDisposeTargetData, LLVMSetModuleDataLayout, LLVMTargetDataRef};
use llvm_sys::target_machine::*;
use std::ffi::CString;
use std::sync::Once;

/// Triple, processor and features of this machine, as LLVM names them.
pub(crate) fn host_target() -> (String, String, String) {
    initialise();
    // SAFETY: the texts are ours.
    unsafe {
        (
            take_message(LLVMGetDefaultTargetTriple()),
            take_message(LLVMGetHostCPUName()),
            take_message(LLVMGetHostCPUFeatures()),
        )
    }
}

/// Registers the native target and sets LLVM's process-wide options, once.
pub(super) fn initialise() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: called once; the options exist in LLVM 22.
        unsafe {
            native::register();
            super::fatal::install();
            // Loop strength reduction takes a third of the time of large functions, and makes some loops slower.
            let options = [c"coluber".as_ptr(), c"-disable-lsr".as_ptr()];
            llvm_sys::support::LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), std::ptr::null());
        }
    });
}

/// What a module is emitted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmittedKind {
    Object,
    Assembly,
}

/// LLVM's target machine. Used by one thread at a time.
pub(crate) struct Machine {
    pub(super) raw: LLVMTargetMachineRef,
    triple: CString,
    layout: LLVMTargetDataRef,
}

// SAFETY: a machine is not bound to the thread that made it, and whoever has one uses it alone.
unsafe impl Send for Machine {}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: made by `new`.
        unsafe {
            LLVMDisposeTargetData(self.layout);
            LLVMDisposeTargetMachine(self.raw);
        }
    }
}

impl Machine {
    /// A machine; `level` is 0 to 3.
    pub(crate) fn new(triple: &str, cpu: &str, features: &str, level: u8) -> Result<Self, String> {
        initialise();
        if triple.starts_with("nvptx") {
            super::nvptx::initialise();
        }
        let triple = c_string(triple);
        let raw = create(&triple, cpu, features, level)?;
        // SAFETY: the machine is alive.
        let layout = unsafe { LLVMCreateTargetDataLayout(raw) };
        Ok(Machine { raw, triple, layout })
    }

    /// Whether the code is for x86 with 64 bits.
    pub(super) fn is_x86_64(&self) -> bool {
        self.triple.to_bytes().starts_with(b"x86_64")
    }

    /// Makes a module one for this machine.
    pub(crate) fn prepare(&self, module: &Module) {
        module.set_target(self.triple.as_ptr(), self.layout);
    }

    /// The same for a module that is not ours yet.
    pub(super) fn prepare_raw(&self, module: LLVMModuleRef) {
        // SAFETY: module and layout are alive; the text ends with NUL.
        unsafe {
            LLVMSetTarget(module, self.triple.as_ptr());
            LLVMSetModuleDataLayout(module, self.layout);
        }
    }

    /// Code of a module. Emitting changes the module; it can't be emitted again.
    pub(crate) fn emit(&self, module: &Module, kind: EmittedKind) -> Result<Vec<u8>, String> {
        let kind = match kind {
            EmittedKind::Object => LLVMCodeGenFileType::LLVMObjectFile,
            EmittedKind::Assembly => LLVMCodeGenFileType::LLVMAssemblyFile,
        };
        let (mut buffer, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: machine and module are alive; buffer and message are ours.
        unsafe {
            if LLVMTargetMachineEmitToMemoryBuffer(self.raw, module.module, kind, &mut message, &mut buffer) != 0 {
                return Err(take_message(message));
            }
            Ok(take_bytes(buffer))
        }
    }
}

/// What is in a buffer, which is disposed of.
///
/// # Safety
/// The buffer is the caller's.
pub(super) unsafe fn take_bytes(buffer: LLVMMemoryBufferRef) -> Vec<u8> {
    // SAFETY: the buffer is alive until it is disposed of.
    unsafe {
        let bytes = std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast(), LLVMGetBufferSize(buffer)).to_vec();
        LLVMDisposeMemoryBuffer(buffer);
        bytes
    }
}

/// A raw machine that the caller owns.
pub(super) fn create(triple: &CString, cpu: &str, features: &str, level: u8) -> Result<LLVMTargetMachineRef, String> {
    let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
    let level = match level {
        0 => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
        2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
        _ => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
    };
    let (cpu, features) = (c_string(cpu), c_string(features));
    // SAFETY: all texts end with NUL and are copied; the message is ours.
    unsafe {
        if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
            return Err(take_message(message));
        }
        let machine = LLVMCreateTargetMachine(
            target,
            triple.as_ptr(),
            cpu.as_ptr(),
            features.as_ptr(),
            level,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelJITDefault,
        );
        if machine.is_null() { Err(format!("no target machine for {triple:?}, {cpu:?}")) } else { Ok(machine) }
    }
}
