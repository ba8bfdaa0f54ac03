//! Vocabulary that every other crate uses: names, source spans and diagnostics.
//!
//! This crate knows nothing of types, IR, Python or LLVM.

pub mod diag;
pub mod span;

pub use diag::{Diagnostic, ErrorClass, Result};
pub use span::Span;

/// An immutable, cheaply cloned name (of a variable, an attribute, a function).
pub type Name = std::sync::Arc<str>;
