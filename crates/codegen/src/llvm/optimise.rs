//! The middle end: which passes run.

use super::module::Module;
use super::target::Machine;
use super::{c_string, check, saturate, vecmath};
use llvm_sys::transforms::pass_builder::*;
use std::time::Instant;

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

macro_rules! simplify {
    () => {
        "simplifycfg<keep-loops;switch-range-to-icmp>"
    };
}

/// Vectors, and what they and inlining leave behind. In an unrolled loop, `slsr` makes the product of each copy's index and stride from
/// the one before.
macro_rules! vectors {
    ($interleave:literal, $unroll:literal) => {
        concat!(
            "loop-vectorize<",
            $interleave,
            "interleave-forced-only;no-vectorize-forced-only>,loop-load-elim,",
            combine!(),
            ",simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;",
            "sink-common-insts>,slp-vectorizer,loop-unroll<O2;",
            $unroll,
            "runtime>,",
            combine!(),
            ",loop-mssa(licm<allowspeculation>),slsr,instsimplify,div-rem-pairs,simplifycfg",
        )
    };
}

/// Functions with one caller are put there first, see `lower::inlining`. Statuses that are always good are found before other functions
/// are inlined; recursive ones profit.
const PREPARE: &str = "always-inline,function<eager-inv>(simplifycfg<keep-loops>,sroa<modify-cfg>,early-cse<>),ipsccp,";

/// Each loop as fast as it can be: the function passes of LLVM's `default<O2>`, without those of the module that find nothing in the code
/// generated here. Loops are simplified, rotated and unrolled before and after what is constant in them is found; nests of short loops
/// with indices modulo something are three times faster for it.
const USUAL: &str = concat!(
    "cgscc(inline,function-attrs,function(sroa<modify-cfg>,early-cse<memssa>,jump-threading,correlated-propagation,",
    simplify!(),
    ",",
    combine!(),
    ",tailcallelim,",
    simplify!(),
    ",reassociate,constraint-elimination,",
    "loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,",
    "loop-rotate<header-duplication;no-prepare-for-lto>,licm<allowspeculation>,simple-loop-unswitch<no-nontrivial;trivial>),",
    simplify!(),
    ",",
    combine!(),
    ",loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,vector-combine,mldst-motion,gvn<>,sccp,bdce,",
    combine!(),
    ",dfa-jump-threading,jump-threading,correlated-propagation,adce,memcpyopt,dse,loop-mssa(licm<allowspeculation>),",
    "simplifycfg<keep-loops;hoist-common-insts;sink-common-insts>,",
    combine!(),
    ")),deadargelim,function(",
    vectors!("no-", ""),
    ")",
);

/// Each pass once, and loops neither unrolled nor interleaved but for constant counts: that saves half of the time.
const LARGE: &str = concat!(
    "cgscc(inline),deadargelim,function<eager-inv>(early-cse<memssa>,simplifycfg<keep-loops>,",
    combine!(),
    ",tailcallelim,loop-mssa(loop-rotate<header-duplication;no-prepare-for-lto>,licm<allowspeculation>,",
    "simple-loop-unswitch<no-nontrivial;trivial>),simplifycfg<keep-loops>,",
    combine!(),
    ",loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),gvn,dfa-jump-threading,adce,",
    vectors!("", "no-"),
    ")",
);

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

    /// The text that LLVM parses.
    fn pipeline(self) -> String {
        match self {
            Effort::Large | Effort::Usual => format!("{PREPARE}{}", self.passes()),
            _ => self.passes().to_owned(),
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

/// Runs the passes: with `times` one by one, how long each takes is written there then.
pub(crate) fn optimise(
    module: &Module,
    machine: &Machine,
    effort: Effort,
    times: Option<&mut String>,
) -> Result<(), String> {
    if let Some(options) = &module.vecmath {
        vecmath::prefer_registers(module.module, options);
    }
    match times {
        None => run_passes(module, machine, &effort.pipeline())?,
        Some(times) => run_one_by_one(module, machine, &effort.pipeline(), times)?,
    }
    if let Some(options) = &module.vecmath {
        vecmath::finish(module.module, options);
    }
    let (prof, _, rarely) = module.prof;
    if machine.is_x86_64() && saturate::rewrite(module.module, (prof, rarely)) {
        run_passes(module, machine, "always-inline")?;
    }
    Ok(())
}

/// Runs passes one by one over the whole module, and writes a line for each: seconds, a tab and its name.
fn run_one_by_one(module: &Module, machine: &Machine, passes: &str, times: &mut String) -> Result<(), String> {
    for (pass, name) in single_passes(passes) {
        let start = Instant::now();
        run_passes(module, machine, &pass)?;
        times.push_str(&format!("{:.9}\t{name}\n", start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// The passes of a list, each as a list of its own with what it stands in, and its name.
fn single_passes(list: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for item in items(list) {
        let Some(open) = item.find('(') else {
            let name = item.split('<').next().unwrap_or(item);
            found.push((item.to_owned(), name.to_owned()));
            continue;
        };
        let inner = item[open + 1..].strip_suffix(')').unwrap_or(&item[open + 1..]);
        let around = |(pass, name)| (format!("{}({pass})", &item[..open]), name);
        found.extend(single_passes(inner).into_iter().map(around));
    }
    found
}

/// The parts of a list between the commas that are in no brackets.
fn items(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, character) in list.char_indices() {
        match character {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found.retain(|item| !item.is_empty());
    found
}

/// Runs the passes of a list as LLVM writes it.
pub(crate) fn run_passes(module: &Module, machine: &Machine, passes: &str) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_single_passes() {
        let found = single_passes("a,cgscc(b<x;y=1>,function<eager-inv>(c,loop-mssa(d<e>))),,f<g,h>");
        let expected = [
            ("a", "a"),
            ("cgscc(b<x;y=1>)", "b"),
            ("cgscc(function<eager-inv>(c))", "c"),
            ("cgscc(function<eager-inv>(loop-mssa(d<e>)))", "d"),
            ("f<g,h>", "f"),
        ];
        assert_eq!(found, expected.map(|(pass, name)| (pass.to_owned(), name.to_owned())));
    }
}
