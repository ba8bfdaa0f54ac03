//! See ARCHITECTURE.md.

pub mod llvm;
