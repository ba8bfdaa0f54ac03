//! Random functions on integers mean the same before and after the passes.

use coluber_ir::Typed;
use coluber_ir::verify::verify_typed;
use coluber_passes::{PIPELINE, run_pass};
use coluber_testkit::eval::{Outcome, eval};
use coluber_testkit::integers::integer_function;
use coluber_testkit::nests::{counted_nest_function, nest_function};
use coluber_testkit::random::Random;
use coluber_types::Ty;

const ARGUMENTS: [i128; 10] = [0, 1, -1, 2, 5, -100, 1 << 40, i64::MAX as i128, i64::MIN as i128, i64::MAX as i128 - 1];

/// The blocks that an execution before the passes may come to, and how many times more afterwards.
const BLOCKS: usize = 200;

fn check(seed: u64, passes: &[&str]) {
    let mut random = Random::new(seed);
    let size = 2 + random.below(7);
    let func = integer_function(&mut random, size);
    compare(seed, &mut random, &func, passes, (BLOCKS, 2 * BLOCKS));
}

/// Checks a function; it may come to so many blocks before the passes, and so many afterwards. Gives the function afterwards.
fn compare(seed: u64, random: &mut Random, before: &Typed, passes: &[&str], blocks: (usize, usize)) -> Typed {
    verify_typed(before).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{before}"));
    let mut after = before.clone();
    for pass in passes {
        assert!(run_pass(pass, &mut after), "no pass {pass}");
    }
    for _ in 0..20 {
        let mut any = || ARGUMENTS[random.below(ARGUMENTS.len())];
        let args = [any() & 1, any(), any()];
        let (old, new) = (eval(before, &args, blocks.0), eval(&after, &args, blocks.1));
        // Passes remove blocks, so that a limited execution comes further.
        let same =
            if old.0 == Outcome::Endless { new.1.starts_with(&old.1) || new.0 == Outcome::Endless } else { old == new };
        assert!(same, "seed {seed}, {args:?}: {old:?}, then {new:?}\n{before}\n{after}");
    }
    after
}

#[test]
fn each_pass_keeps_the_meaning() {
    for pass in PIPELINE {
        for seed in 0..200 {
            check(seed, &[pass.name]);
        }
    }
}

#[test]
fn all_passes_keep_the_meaning() {
    let all: Vec<&str> = PIPELINE.iter().map(|p| p.name).collect();
    for seed in 0..1000 {
        check(seed, &all);
    }
}

/// Loops that end by what they compute, or count, in loops that count.
#[test]
fn jam_keeps_the_meaning() {
    for (make, least) in [(nest_function as fn(&mut Random, Ty) -> Typed, 200), (counted_nest_function, 300)] {
        let mut changed = 0;
        for seed in 0..600 {
            let mut random = Random::new(seed);
            let func = make(&mut random, Ty::float64());
            let after = compare(seed, &mut random, &func, &["jam"], (20 * BLOCKS, 100 * BLOCKS));
            changed += usize::from(after.layout.len() > func.layout.len());
        }
        assert!(changed > least, "{changed} of 600 functions were changed");
    }
}
