//! The streams of one function mean the same in all versions, however differently the compilers lay out the code.
//!
//! Each stream is run on symbolic values: an operation's result is the text of the operation. What depends on real values (which
//! way a condition goes, whether an operation raises, when an iterator ends) is decided by a hash. The sequence of effects of a run
//! must be the same for all versions.

mod machine;
mod value;

use coluber_bytecode::json::Recording;

const RECORDINGS: [&str; 5] = [
    include_str!("../../../../tests/bytecode/fixtures/v311.json"),
    include_str!("../../../../tests/bytecode/fixtures/v312.json"),
    include_str!("../../../../tests/bytecode/fixtures/v313.json"),
    include_str!("../../../../tests/bytecode/fixtures/v314.json"),
    include_str!("../../../../tests/bytecode/fixtures/v315.json"),
];

const RUNS: u64 = 60;

#[test]
fn streams_have_the_same_effects_in_all_versions() {
    let recordings = RECORDINGS.map(|text| Recording::parse(text).expect("a readable recording"));
    let [first, others @ ..] = &recordings;
    for function in first.functions.iter().filter(|function| !function.name.starts_with("unsupported_")) {
        for seed in 0..RUNS {
            let expected = machine::run(function, &first.tables, seed);
            for other in others {
                let same = other.function(&function.name).expect("the same corpus");
                let found = machine::run(same, &other.tables, seed);
                assert_eq!(expected, found, "{} with {:?}, seed {seed}", function.name, other.tables);
            }
        }
    }
}

#[test]
fn runs_take_different_ways() {
    let recording = Recording::parse(RECORDINGS[0]).expect("a readable recording");
    for name in ["nested_loops", "try_many", "with_return", "match_sequences", "nested_handlers"] {
        let function = recording.function(name).expect("a function of the corpus");
        let mut traces: Vec<_> = (0..RUNS).map(|seed| machine::run(function, &recording.tables, seed)).collect();
        traces.sort();
        traces.dedup();
        assert!(traces.len() > 3, "{name}: {} different runs", traces.len());
    }
}
