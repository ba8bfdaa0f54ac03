//! Tables of operators and elementary functions: one row each, from which names, messages and lowering derive.

pub mod math;
pub mod operators;

pub use math::MathFn;
pub use operators::{BinOp, CmpOp, UnOp};
