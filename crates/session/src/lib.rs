//! Specialisations of functions: what has been compiled, and how it is driven through the stages.

pub mod environment;

pub use environment::{Environment, FunctionDef};
