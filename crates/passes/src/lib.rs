//! Passes over typed IR: one file or folder a pass, one list of them.

pub mod index_range;
pub mod inline;
pub mod kernel;
pub mod ownership;
pub mod simplify;
pub mod split_params;

use coluber_ir::Typed;

/// A pass: a name, for dumps and tests, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// Changes a function; the result is well-formed when the function was.
    pub run: fn(&mut Typed),
}

/// All passes in the order in which they run.
pub const PIPELINE: &[Pass] = &[
    Pass { name: "split_params", run: split_params::run },
    Pass { name: "simplify", run: simplify::run },
    Pass { name: "index_range", run: index_range::run },
    Pass { name: "ownership", run: ownership::run },
];

/// Runs all passes. In debug builds the function is verified after each.
///
/// # Panics
/// In debug builds, when a pass has made a function ill-formed.
pub fn run_pipeline(func: &mut Typed) {
    for pass in PIPELINE {
        run_checked(pass, func);
    }
}

/// Runs the pass with this name; false when there is none.
pub fn run_pass(name: &str, func: &mut Typed) -> bool {
    match PIPELINE.iter().find(|pass| pass.name == name) {
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
