//! Kernels on the processor: a block is one call of a native function, blocks run on all cores.
//!
//! * [`launch`]: the blocks of a grid, one after the other or side by side.
//! * `memory`: the shared and scratch memory of a block, kept by each thread for the next one.
//! * `check`: what is told of checked kernels: races, reads of shared memory that nothing wrote, barriers that not all come to.

mod check;
pub mod launch;
mod memory;

pub use launch::{Failure, Grid, Kernel, launch};
