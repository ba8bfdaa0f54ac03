//! The linker of object code in memory: one LLJIT.

use super::target::{create, initialise};
use super::{c_string, check};
use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::LLVMErrorRef;
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use std::ffi::c_void;
use std::sync::Mutex;

/// What the linker reported besides the errors that it returned.
type Reports = Mutex<Vec<String>>;

/// A linker; all threads may use it.
pub(crate) struct Engine {
    jit: LLVMOrcLLJITRef,
    dylib: LLVMOrcJITDylibRef,
    reports: Box<Reports>,
}

// SAFETY: an LLJIT locks its session itself.
unsafe impl Send for Engine {}
// SAFETY: as above.
unsafe impl Sync for Engine {}

/// The code of one object; removed when it is dropped through [`Engine::remove`].
pub(crate) struct Resource(LLVMOrcResourceTrackerRef);

// SAFETY: a tracker is used with its session's lock held.
unsafe impl Send for Resource {}
// SAFETY: as above.
unsafe impl Sync for Resource {}

extern "C" fn on_error(reports: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: the pointer that `Engine::new` gave; the error is ours.
    unsafe {
        if let Err(text) = check(error) {
            (*reports.cast::<Reports>()).lock().unwrap_or_else(|e| e.into_inner()).push(text);
        }
    }
}

impl Engine {
    /// A linker for code of this machine.
    pub(crate) fn new(triple: &str, cpu: &str, features: &str) -> Result<Self, String> {
        initialise();
        let machine = create(&c_string(triple), cpu, features, 2)?;
        let reports = Box::<Reports>::default();
        // SAFETY: the target machine builder consumes the machine, the LLJIT builder that, and LLJIT its builder.
        unsafe {
            let builder = LLVMOrcCreateLLJITBuilder();
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
                builder,
                LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine),
            );
            let mut jit = std::ptr::null_mut();
            check(LLVMOrcCreateLLJIT(&mut jit, builder))?;
            let session = LLVMOrcLLJITGetExecutionSession(jit);
            LLVMOrcExecutionSessionSetErrorReporter(session, on_error, (&raw const *reports).cast_mut().cast());
            let dylib = LLVMOrcLLJITGetMainJITDylib(jit);
            let engine = Engine { jit, dylib, reports };
            engine.add_process_symbols()?;
            Ok(engine)
        }
    }

    /// Symbols that nothing defines are looked for in the process.
    fn add_process_symbols(&self) -> Result<(), String> {
        let mut generator = std::ptr::null_mut();
        // SAFETY: the library takes the generator over.
        unsafe {
            let prefix = LLVMOrcLLJITGetGlobalPrefix(self.jit);
            check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                &mut generator,
                prefix,
                None,
                std::ptr::null_mut(),
            ))?;
            LLVMOrcJITDylibAddGenerator(self.dylib, generator);
        }
        Ok(())
    }

    /// Defines functions of this process by address.
    pub(crate) fn define(&self, symbols: &mut dyn Iterator<Item = (&str, usize)>) -> Result<(), String> {
        let flags = || LLVMJITSymbolFlags {
            GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
                | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8,
            TargetFlags: 0,
        };
        // SAFETY: interned names are taken over; on failure the unit is still ours.
        unsafe {
            let mut pairs: Vec<_> = symbols
                .map(|(name, address)| LLVMOrcCSymbolMapPair {
                    Name: LLVMOrcLLJITMangleAndIntern(self.jit, c_string(name).as_ptr()),
                    Sym: LLVMJITEvaluatedSymbol { Address: address as u64, Flags: flags() },
                })
                .collect();
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            let error = LLVMOrcJITDylibDefine(self.dylib, unit);
            if !error.is_null() {
                LLVMOrcDisposeMaterializationUnit(unit);
            }
            check(error)
        }
    }

    /// Adds an object; it is linked when one of its symbols is looked up.
    pub(crate) fn add(&self, object: &[u8]) -> Result<Resource, String> {
        // SAFETY: the bytes are copied; the buffer is taken over also when it fails.
        unsafe {
            let tracker = LLVMOrcJITDylibCreateResourceTracker(self.dylib);
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(object.as_ptr().cast(), object.len(), c"object".as_ptr());
            let result = check(LLVMOrcLLJITAddObjectFileWithRT(self.jit, tracker, buffer));
            if result.is_err() {
                LLVMOrcReleaseResourceTracker(tracker);
            }
            result.map(|()| Resource(tracker)).map_err(|e| self.with_reports(e))
        }
    }

    /// The address of a symbol.
    pub(crate) fn address(&self, symbol: &str) -> Result<usize, String> {
        let mut address = 0;
        // SAFETY: the name ends with NUL.
        let result = unsafe { check(LLVMOrcLLJITLookup(self.jit, &mut address, c_string(symbol).as_ptr())) };
        result.map(|()| address as usize).map_err(|e| self.with_reports(e))
    }

    /// Has objects that are added from now on made known to debuggers that are attached to the process.
    pub(crate) fn register_with_debuggers(&self) -> Result<(), String> {
        // SAFETY: the LLJIT is alive. Objects are linked by one thread at a time.
        unsafe { check(LLVMOrcLLJITEnableDebugSupport(self.jit)) }
    }

    /// Frees the code of an object; nothing may run or refer to it.
    pub(crate) fn remove(&self, resource: &Resource) {
        // SAFETY: called once for each resource, by its owner's drop.
        unsafe {
            let _ = check(LLVMOrcResourceTrackerRemove(resource.0));
            LLVMOrcReleaseResourceTracker(resource.0);
        }
    }

    fn with_reports(&self, error: String) -> String {
        let mut reports = self.reports.lock().unwrap_or_else(|e| e.into_inner());
        reports.drain(..).fold(error, |text, report| if text.contains(&report) { text } else { text + "; " + &report })
    }
}
