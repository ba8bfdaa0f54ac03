//! Random functions on integers mean the same before and after the passes.

use coluber_ir::verify::verify_typed;
use coluber_passes::{PIPELINE, run_pass};
use coluber_testkit::eval::{Outcome, eval};
use coluber_testkit::integers::integer_function;
use coluber_testkit::random::Random;

const ARGUMENTS: [i128; 10] = [0, 1, -1, 2, 5, -100, 1 << 40, i64::MAX as i128, i64::MIN as i128, i64::MAX as i128 - 1];

fn check(seed: u64, passes: &[&str]) {
    let mut random = Random::new(seed);
    let size = 2 + random.below(7);
    let before = integer_function(&mut random, size);
    verify_typed(&before).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{before}"));
    let mut after = before.clone();
    for pass in passes {
        assert!(run_pass(pass, &mut after), "no pass {pass}");
    }
    for _ in 0..20 {
        let mut any = || ARGUMENTS[random.below(ARGUMENTS.len())];
        let args = [any() & 1, any(), any()];
        let (old, new) = (eval(&before, &args, 200), eval(&after, &args, 400));
        // Passes remove blocks, so that a limited execution comes further.
        let same =
            if old.0 == Outcome::Endless { new.1.starts_with(&old.1) || new.0 == Outcome::Endless } else { old == new };
        assert!(same, "seed {seed}, {args:?}: {old:?}, then {new:?}\n{before}\n{after}");
    }
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
