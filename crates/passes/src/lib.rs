//! Passes over typed IR: one file or folder a pass, one list of them.

pub mod concat;
pub mod distances;
pub mod filled;
pub mod generator;
pub mod index_range;
pub mod inline;
pub mod instrument;
pub mod interrupts;
pub mod jam;
pub mod kernel;
pub mod local_frames;
pub mod lookups;
pub mod outline;
pub mod ownership;
mod replaced;
pub mod simplify;
pub mod split_params;
mod uses;

use coluber_ir::Typed;

/// A pass: a name, for dumps and tests, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// Changes a function; the result is well-formed when the function was.
    pub run: fn(&mut Typed),
}

const SPLIT_PARAMS: Pass = Pass { name: "split_params", run: split_params::run };
const SIMPLIFY: Pass = Pass { name: "simplify", run: simplify::run };
const CONCAT: Pass = Pass { name: "concat", run: concat::run };
const FILLED: Pass = Pass { name: "filled", run: filled::run };
const LOOKUPS: Pass = Pass { name: "lookups", run: lookups::run };
const DISTANCES: Pass = Pass { name: "distances", run: distances::run };
const INDEX_RANGE: Pass = Pass { name: "index_range", run: index_range::run };
const INSTRUMENT: Pass = Pass { name: "instrument", run: instrument::run };
const JAM: Pass = Pass { name: "jam", run: jam::run };
const INTERRUPTS: Pass = Pass { name: "interrupts", run: interrupts::run };
const OWNERSHIP: Pass = Pass { name: "ownership", run: ownership::run };

/// The passes over functions that Python calls, in the order in which they run.
pub const PIPELINE: &[Pass] =
    &[SPLIT_PARAMS, SIMPLIFY, CONCAT, FILLED, LOOKUPS, DISTANCES, INDEX_RANGE, JAM, INTERRUPTS, OWNERSHIP];

/// The passes over CUDA kernels and what they call: nothing is owned there.
pub const KERNEL_PIPELINE: &[Pass] = &[SPLIT_PARAMS, SIMPLIFY, INDEX_RANGE];

/// The passes over functions of the program for checked kernels.
pub const CHECKED_PIPELINE: &[Pass] = &[SPLIT_PARAMS, SIMPLIFY, INDEX_RANGE, INSTRUMENT];

/// Runs the passes of a list. In debug builds the function is verified after each.
///
/// # Panics
/// In debug builds, when a pass has made a function ill-formed.
pub fn run_pipeline(passes: &[Pass], func: &mut Typed) {
    run_pipeline_with(passes, func, &mut |_, _| {});
}

/// As [`run_pipeline`]; `before` is called before each pass with its name.
///
/// # Panics
/// As [`run_pipeline`].
pub fn run_pipeline_with(passes: &[Pass], func: &mut Typed, before: &mut dyn FnMut(&str, &mut Typed)) {
    for pass in passes {
        before(pass.name, func);
        run_checked(pass, func);
    }
}

/// Runs the pass with this name; false when there is none.
pub fn run_pass(name: &str, func: &mut Typed) -> bool {
    match PIPELINE.iter().chain(CHECKED_PIPELINE).find(|pass| pass.name == name) {
        Some(pass) => {
            run_checked(pass, func);
            true
        }
        None => false,
    }
}

fn run_checked(pass: &Pass, func: &mut Typed) {
    (pass.run)(func);
    if cfg!(debug_assertions)
        && let Err(error) = coluber_ir::verify::verify_typed(func)
    {
        panic!("after pass {}: {error}\n{func}", pass.name);
    }
}
