//! The tests of this crate, in one program: each would hold all of LLVM.

#[path = "../common/mod.rs"]
mod common;
mod control;
mod emit;
mod exceptions;
mod loops;
mod memory;
mod portable;
mod ptx;
mod random;
mod recursion;
mod scalars;
