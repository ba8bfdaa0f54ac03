//! Help for tests: text cases that can be blessed, random functions, and a simulation that counts references.

pub mod cases;
pub mod generate;
pub mod random;
pub mod refcount;
