//! The LLVM part of the code generator.

pub mod vecmath;
