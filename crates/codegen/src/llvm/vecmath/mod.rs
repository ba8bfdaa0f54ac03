//! Elementary functions in vector code.
//!
//! A call of the C library keeps a loop scalar, since the vectoriser cannot look into it. [`declare()`] puts a function with the same
//! meaning into a module, without a body but with vector variants (attribute `vector-function-abi-variant`) for the usual widths, so
//! that LLVM vectorises loops over it at what the call costs. [`finish()`] runs after the optimiser: it defines the variants that the
//! vectoriser chose, inlines them, so that their constants leave the loop, and makes the other calls calls of the C library.
//!
//! That is better than an inlined scalar body that the vectoriser would see through: scalar code runs as fast as the C library, and
//! the optimiser does not work on bodies that are many times as long as the loop around them.
//!
//! # Promises
//!
//! * Errors are at most 1 unit in the last place, over the whole range, subnormal arguments and results included; where the C library
//!   computes, they are its own.
//! * Special values are those of C99, Annex F: NaN, infinities, the signs of zeros, the table of `pow`.
//! * Vector code gives one result at all widths. Scalar code, which includes the last few elements of a loop, may differ from it in the
//!   last bits: so the result for an element may depend on its place in an array.
//! * Floating point exceptions and `errno` are not kept, and rounding is to nearest.
//!
//! # Structure
//!
//! `emit` wraps values of LLVM in types with operators, so that an algorithm reads like its formula; `dd` has sums of two values; then there
//! is a file for each family of functions, which names its method and where that comes from. One body serves all widths and both
//! formats: it takes its constants by the format of its argument. Polynomials are in `coefficients.rs`, written by `coefficients.py`.
//!
//! `wide` has other methods for some functions of binary64 where the processor has AVX-512.
//!
//! Bodies have no branches, but for sin, cos and tan of large arguments and fmod of large quotients, which call the C library lane by lane
//! (`rare`), and for results of `wide`'s pow that are not normal numbers: the loop pays one branch that is not taken. They never trap, so a
//! loop with an `if` around a call may compute all lanes and choose: there are no masked variants.
//!
//! Without a fused multiply-add the same algorithms run on exact products by splitting (binary64) or on wider arithmetic (binary32).
//!
//! # Measurements
//!
//! Largest error in units in the last place, against 113 bit arithmetic, for 2.5 million arguments of each function; time for an
//! element in nanoseconds on one core of a Zen 5 at 4.1 GHz, for glibc 2.36, and vectorised with 256 and 512 bits
//! (`examples/vecmath_bench.rs`). The table is with AVX-512; without that, but with a fused multiply-add, errors are at most 0.97, and
//! binary64 takes 0.85 (exp), 1.12 (log), 1.98 (tanh) and 4.74 (pow) nanoseconds with 256 bits; without a fused multiply-add, for 0.5
//! million arguments, the largest error of all is 0.97 (asinh, f32), and times were not measured. The times of exp, log, tanh and pow
//! with AVX-512 are for a Granite Rapids at 2.6 GHz.
//!
//! | function | f64 error | glibc | 256 | 512 | f32 error | glibc | 256 | 512 |
//! |---|---|---|---|---|---|---|---|---|
//! | exp | 0.80 | 2.6 | - | 0.37 | 0.76 | 1.4 | 0.32 | 0.18 |
//! | exp2 | 0.75 | 1.7 | 0.76 | 0.54 | 0.79 | 1.2 | 0.30 | 0.16 |
//! | expm1 | 0.75 | 4.9 | 1.27 | 0.67 | 0.75 | 6.8 | 0.52 | 0.29 |
//! | log | 0.77 | 2.1 | - | 0.45 | 0.83 | 1.9 | 0.44 | 0.24 |
//! | log2 | 0.84 | 2.4 | 1.58 | 0.79 | 0.88 | 1.4 | 0.67 | 0.35 |
//! | log10 | 0.72 | 4.6 | 1.58 | 0.80 | 0.73 | 3.4 | 0.68 | 0.35 |
//! | log1p | 0.88 | 4.2 | 1.30 | 0.72 | 0.90 | 5.2 | 0.53 | 0.29 |
//! | sin | 0.78 | 7.8 | 1.17 | 0.61 | 0.76 | 1.5 | 0.46 | 0.25 |
//! | cos | 0.78 | 8.1 | 1.16 | 0.59 | 0.78 | 1.6 | 0.45 | 0.23 |
//! | tan | 0.97 | 8.3 | 1.81 | 0.94 | 0.94 | 8.6 | 0.70 | 0.39 |
//! | asin | 0.64 | 3.0 | 1.10 | 0.67 | 0.71 | 2.6 | 0.42 | 0.21 |
//! | acos | 0.62 | 3.2 | 1.10 | 0.57 | 0.66 | 3.3 | 0.43 | 0.23 |
//! | atan | 0.65 | 7.3 | 1.50 | 0.74 | 0.66 | 4.1 | 0.63 | 0.31 |
//! | atan2 | 0.75 | 9.9 | 3.18 | 1.58 | 0.74 | 8.3 | 1.43 | 0.69 |
//! | sinh | 0.76 | 8.2 | 1.30 | 0.66 | 0.69 | 9.3 | 0.56 | 0.30 |
//! | cosh | 0.65 | 3.5 | 1.13 | 0.61 | 0.63 | 3.5 | 0.51 | 0.29 |
//! | tanh | 0.81 | 7.4 | - | 1.01 | 0.62 | 8.6 | 0.92 | 0.45 |
//! | asinh | 0.92 | 6.1 | 3.60 | 1.85 | 0.92 | 5.4 | 1.49 | 0.78 |
//! | acosh | 0.86 | 4.7 | 3.28 | 1.67 | 0.85 | 3.6 | 1.39 | 0.71 |
//! | atanh | 0.94 | 7.3 | 2.47 | 1.07 | 0.88 | 8.4 | 0.99 | 0.50 |
//! | pow | 0.94 | 7.9 | - | 1.50 | 0.51 | 2.9 | 1.19 | 0.90 |
//! | cbrt | 0.51 | 7.4 | 1.75 | 0.91 | 0.51 | 6.3 | 0.68 | 0.40 |
//! | hypot | 0.50 | 3.9 | 0.97 | 0.52 | 0.50 | 1.8 | 0.23 | 0.26 |
//! | fmod | 0 | 4.1 | 0.34 | 0.23 | 0 | 4.3 | 0.23 | 0.30 |
//!
//! fmod is for quotients below 100; of a million it takes glibc 68 nanoseconds, and as long as before here, where scalar code has the body
//! of vectors, too, and takes 1.4.

mod area;
mod coefficients;
mod dd;
mod declare;
mod define;
mod emit;
mod exp;
mod finish;
mod hyperbolic;
mod inverse_trig;
mod log;
mod pow;
mod rare;
mod remainder;
mod root;
mod scalar;
mod trig;
mod used;
mod wide;
mod width;

use llvm_sys::core::{LLVMDoubleTypeInContext, LLVMFloatTypeInContext};
use llvm_sys::prelude::{LLVMContextRef, LLVMTypeRef};

pub use declare::{declare, supports};
pub use finish::finish;
pub(super) use scalar::define_scalar;
pub use width::prefer_registers;

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
    Fmod,
}

impl VecMath {
    /// All functions.
    pub const ALL: [VecMath; 24] = [
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
        VecMath::Fmod,
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
            VecMath::Fmod => "fmod",
        }
    }

    /// Whether scalar code has a body of our own, too: the C library is much slower.
    fn is_own_for_scalars(self) -> bool {
        self == VecMath::Fmod
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            VecMath::Atan2 | VecMath::Pow | VecMath::Hypot | VecMath::Fmod => 2,
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

    /// The type of one value.
    fn llvm(self, ctx: LLVMContextRef) -> LLVMTypeRef {
        // SAFETY: the context is alive: the callers hold a module of it.
        unsafe {
            match self {
                FloatTy::F32 => LLVMFloatTypeInContext(ctx),
                FloatTy::F64 => LLVMDoubleTypeInContext(ctx),
            }
        }
    }

    /// The numbers of lanes that there are vector variants for: up to 512 bits.
    fn widths(self) -> &'static [u32] {
        match self {
            FloatTy::F32 => &[2, 4, 8, 16],
            FloatTy::F64 => &[2, 4, 8],
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
    /// It has the instructions of AVX-512 for binary64 (F and DQ).
    pub has_avx512: bool,
}

/// The functions that [`declare()`] implements, with their types.
pub const SUPPORTED: [(VecMath, FloatTy); 2 * VecMath::ALL.len()] = {
    let mut list = [(VecMath::Exp, FloatTy::F32); 2 * VecMath::ALL.len()];
    let mut i = 0;
    while i < list.len() {
        list[i] = (VecMath::ALL[i / 2], FloatTy::ALL[i % 2]);
        i += 1;
    }
    list
};
