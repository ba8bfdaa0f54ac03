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
    /// Much code, in which each loop matters less.
    Large,
    /// All that makes numeric code faster, see [`USUAL`].
    Usual,
}

macro_rules! combine {
    () => {
        "instcombine<max-iterations=1;no-verify-fixpoint>"
    };
}

/// Passes for code without loops.
const STRAIGHT: &str = concat!("cgscc(inline),function(sroa,early-cse,simplifycfg,", combine!(), ",simplifycfg)");

/// The passes of LLVM's `default<O2>` that matter for the code generated here, each once where it gains most. They make code that is
/// as fast as that of `default<O2>` and `default<O3>` on the benchmarks, in 15 % less time for the whole compilation.
macro_rules! usual {
    ($interleave:literal, $unroll:literal) => {
        concat!(
            // Statuses that are always good are found before functions are inlined; recursive ones profit.
            "function<eager-inv>(simplifycfg<keep-loops>,sroa<modify-cfg>,early-cse<>),ipsccp,cgscc(inline),deadargelim,",
            "function<eager-inv>(",
            // Simple code.
            "early-cse<memssa>,simplifycfg<keep-loops>,",
            combine!(),
            ",tailcallelim,",
            // Loops in the form that the vectoriser wants, with nothing in them that does not change.
            "loop-mssa(loop-rotate<header-duplication;no-prepare-for-lto>,licm<allowspeculation>,",
            "simple-loop-unswitch<no-nontrivial;trivial>),simplifycfg<keep-loops>,",
            combine!(),
            ",loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),gvn,adce,",
            // Vectors.
            "loop-vectorize<",
            $interleave,
            "interleave-forced-only;no-vectorize-forced-only>,loop-load-elim,",
            combine!(),
            ",simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;",
            "sink-common-insts>,slp-vectorizer,",
            // What vectors and inlining leave behind.
            "loop-unroll<O2;",
            $unroll,
            "runtime>,",
            combine!(),
            ",loop-mssa(licm<allowspeculation>),instsimplify,div-rem-pairs,simplifycfg)",
        )
    };
}

/// Each loop as fast as it can be.
const USUAL: &str = usual!("no-", "");

/// Loops are neither unrolled nor interleaved, but for constant counts: that saves 40 % of the time.
const LARGE: &str = usual!("", "no-");

impl Effort {
    fn passes(self) -> &'static str {
        match self {
            // Functions that must be inlined are, whatever the level: they may have no other form.
            Effort::None => "always-inline",
            Effort::Straight => STRAIGHT,
            Effort::Some => "default<O1>",
            Effort::Large => LARGE,
            Effort::Usual => USUAL,
        }
    }

    /// LLVM's level of code generation, 0 to 2. At level 0 instructions are selected one by one, in a third of the time.
    pub(crate) fn codegen_level(self) -> u8 {
        match self {
            Effort::None | Effort::Straight => 0,
            Effort::Some => 1,
            Effort::Large | Effort::Usual => 2,
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
