//! The ownership pass on random functions: on every way each reference is given up once.

use coluber_ir::verify::verify_typed;
use coluber_passes::run_pass;
use coluber_testkit::generate::owning_function;
use coluber_testkit::random::Random;
use coluber_testkit::refcount::walk;

#[test]
fn each_reference_is_given_up_once() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let size = 1 + random.below(9);
        let before = owning_function(&mut random, size);
        verify_typed(&before).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{before}"));
        let mut after = before.clone();
        assert!(run_pass("ownership", &mut after));
        for _ in 0..30 {
            if let Err(failure) = walk(&after, &mut random, 60) {
                panic!("seed {seed}: {} on {:?}\n{before}\n{after}", failure.message, failure.path);
            }
        }
    }
}
