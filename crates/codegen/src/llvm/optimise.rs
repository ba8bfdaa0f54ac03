//! The middle end: which passes run.

use super::module::Module;
use super::target::Machine;
use super::{c_string, check, vecmath};
use llvm_sys::transforms::pass_builder::*;

/// How much work the code of a module is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Only what must be done.
    None,
    /// The code has no loop: it is soon run, and should be soon compiled.
    Straight,
    /// A little; loops are not vectorised.
    Some,
    /// LLVM's usual pipeline. O3 takes up to a quarter longer and gains nothing on numeric loops; shorter pipelines made of the
    /// same passes save 5 %.
    Usual,
}

impl Effort {
    fn passes(self) -> &'static str {
        match self {
            // Functions that must be inlined are, whatever the level: they may have no other form.
            Effort::None => "always-inline",
            Effort::Straight => {
                "cgscc(inline),function(sroa,early-cse,simplifycfg,instcombine<max-iterations=1;no-verify-fixpoint>,simplifycfg)"
            }
            Effort::Some => "default<O1>",
            Effort::Usual => "default<O2>",
        }
    }

    /// LLVM's level of code generation, 0 to 2. At level 0 instructions are selected one by one, in a third of the time.
    pub(crate) fn codegen_level(self) -> u8 {
        match self {
            Effort::None | Effort::Straight => 0,
            Effort::Some => 1,
            Effort::Usual => 2,
        }
    }
}

/// Runs the passes.
pub(crate) fn optimise(module: &Module, machine: &Machine, effort: Effort) -> Result<(), String> {
    run(module, machine, effort.passes())?;
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
