//! The middle end: which passes run.

use super::module::Module;
use super::target::Machine;
use super::{c_string, check, vecmath};
use llvm_sys::transforms::pass_builder::*;

/// Runs the passes of an optimisation level, 0 to 3.
pub(crate) fn optimise(module: &Module, machine: &Machine, level: u8) -> Result<(), String> {
    let passes = match level {
        // Functions that must be inlined are, whatever the level: they may have no other form.
        0 => "always-inline",
        1 => "default<O1>",
        2 => "default<O2>",
        _ => "default<O3>",
    };
    run(module, machine, passes)?;
    if module.uses_vecmath {
        vecmath::finish(module.module);
    }
    Ok(())
}

fn run(module: &Module, machine: &Machine, passes: &str) -> Result<(), String> {
    // SAFETY: module and machine are alive; the options are disposed of here.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
        LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
        LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
        LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
        let result = check(LLVMRunPasses(module.module, c_string(passes).as_ptr(), machine.raw, options));
        LLVMDisposePassBuilderOptions(options);
        result
    }
}
