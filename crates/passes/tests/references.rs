//! The ownership pass on random functions: on every way each reference is given up once.

use coluber_ir::verify::verify_typed;
use coluber_passes::{PIPELINE, run_pass};
use coluber_testkit::owning::owning_function;
use coluber_testkit::random::Random;
use coluber_testkit::refcount::walk;

fn check(seed: u64, passes: &[&str]) {
    let mut random = Random::new(seed);
    let size = 1 + random.below(9);
    let before = owning_function(&mut random, size);
    verify_typed(&before).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{before}"));
    let mut after = before.clone();
    for pass in passes {
        assert!(run_pass(pass, &mut after), "no pass {pass}");
    }
    for _ in 0..30 {
        if let Err(failure) = walk(&after, &mut random, 60) {
            panic!("seed {seed}: {} on {:?}\n{before}\n{after}", failure.message, failure.path);
        }
    }
}

#[test]
fn each_reference_is_given_up_once() {
    for seed in 0..2000 {
        check(seed, &["ownership"]);
    }
}

#[test]
fn also_after_the_other_passes() {
    let all: Vec<&str> = PIPELINE.iter().map(|p| p.name).collect();
    for seed in 0..2000 {
        check(seed, &all);
    }
}
