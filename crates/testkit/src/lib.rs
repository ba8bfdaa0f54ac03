//! Help for tests: text cases that can be blessed, random functions, and machines that execute them.

pub mod cases;
pub mod eval;
mod graph;
pub mod integers;
pub mod kernels;
pub mod nests;
pub mod owning;
pub mod random;
pub mod refcount;
pub mod threads;
