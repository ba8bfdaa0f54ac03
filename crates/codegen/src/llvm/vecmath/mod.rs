//! Elementary functions as LLVM IR that the loop vectoriser can vectorise.

mod area;
mod coefficients;
mod dd;
mod define;
mod emit;
mod exp;
mod hyperbolic;
mod inverse_trig;
mod log;
mod pow;
mod rare;
mod root;
mod trig;
mod variants;

pub use define::{declare, supports};
pub use variants::finish;

/// An elementary function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the C library")]
pub enum VecMath {
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Pow,
    Cbrt,
    Hypot,
}

impl VecMath {
    /// All functions.
    pub const ALL: [VecMath; 23] = [
        VecMath::Exp,
        VecMath::Exp2,
        VecMath::Expm1,
        VecMath::Log,
        VecMath::Log2,
        VecMath::Log10,
        VecMath::Log1p,
        VecMath::Sin,
        VecMath::Cos,
        VecMath::Tan,
        VecMath::Asin,
        VecMath::Acos,
        VecMath::Atan,
        VecMath::Atan2,
        VecMath::Sinh,
        VecMath::Cosh,
        VecMath::Tanh,
        VecMath::Asinh,
        VecMath::Acosh,
        VecMath::Atanh,
        VecMath::Pow,
        VecMath::Cbrt,
        VecMath::Hypot,
    ];

    /// The name in the C library, for binary64.
    pub fn name(self) -> &'static str {
        match self {
            VecMath::Exp => "exp",
            VecMath::Exp2 => "exp2",
            VecMath::Expm1 => "expm1",
            VecMath::Log => "log",
            VecMath::Log2 => "log2",
            VecMath::Log10 => "log10",
            VecMath::Log1p => "log1p",
            VecMath::Sin => "sin",
            VecMath::Cos => "cos",
            VecMath::Tan => "tan",
            VecMath::Asin => "asin",
            VecMath::Acos => "acos",
            VecMath::Atan => "atan",
            VecMath::Atan2 => "atan2",
            VecMath::Sinh => "sinh",
            VecMath::Cosh => "cosh",
            VecMath::Tanh => "tanh",
            VecMath::Asinh => "asinh",
            VecMath::Acosh => "acosh",
            VecMath::Atanh => "atanh",
            VecMath::Pow => "pow",
            VecMath::Cbrt => "cbrt",
            VecMath::Hypot => "hypot",
        }
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            VecMath::Atan2 | VecMath::Pow | VecMath::Hypot => 2,
            _ => 1,
        }
    }
}

/// A floating point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatTy {
    /// binary32
    F32,
    /// binary64
    F64,
}

impl FloatTy {
    /// Both types.
    pub const ALL: [FloatTy; 2] = [FloatTy::F32, FloatTy::F64];

    /// The width in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatTy::F32 => 32,
            FloatTy::F64 => 64,
        }
    }

    /// The name used in symbols.
    pub fn name(self) -> &'static str {
        match self {
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
        }
    }
}

/// What the implementations may use.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The target has a fused multiply-add instruction. Without one the results are as accurate, but slower.
    pub has_fma: bool,
}

/// The functions that [`declare`] implements, with their types.
pub const SUPPORTED: [(VecMath, FloatTy); 2 * VecMath::ALL.len()] = {
    let mut list = [(VecMath::Exp, FloatTy::F32); 2 * VecMath::ALL.len()];
    let mut i = 0;
    while i < list.len() {
        list[i] = (VecMath::ALL[i / 2], FloatTy::ALL[i % 2]);
        i += 1;
    }
    list
};
