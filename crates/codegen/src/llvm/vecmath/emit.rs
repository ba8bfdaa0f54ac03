//! Values of LLVM IR with the operators of arithmetic, so that an algorithm reads like its formula.
//!
//! [`F`] is a vector of floating point values, [`I`] one of integers of the same width and [`B`] one of conditions. All of them
//! are copies of an LLVM value together with the builder that they belong to. Nothing here sets fast-math flags:
//! the algorithms depend on every rounding.

use std::ffi::{CStr, c_char, c_uint};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMIntPredicate, LLVMRealPredicate};

use super::{FloatTy, Options};

const NAME: *const c_char = c"".as_ptr();

/// The function under construction.
pub(super) struct Emit {
    pub ctx: LLVMContextRef,
    pub module: LLVMModuleRef,
    pub builder: LLVMBuilderRef,
    /// Whether the target has a fused multiply-add instruction.
    pub has_fma: bool,
    /// Whether it has the instructions of AVX-512.
    pub has_avx512: bool,
    /// The number of lanes of all values.
    pub lanes: u32,
}

impl Drop for Emit {
    fn drop(&mut self) {
        // SAFETY: the builder was created for this value and is not used after it.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

impl Emit {
    pub fn new(ctx: LLVMContextRef, module: LLVMModuleRef, options: &Options, lanes: u32) -> Self {
        // SAFETY: the caller of the module gives a live context.
        let builder = unsafe { LLVMCreateBuilderInContext(ctx) };
        Self { ctx, module, builder, has_fma: options.has_fma, has_avx512: options.has_avx512, lanes }
    }

    /// What the target has.
    pub fn options(&self) -> Options {
        Options { has_fma: self.has_fma, has_avx512: self.has_avx512 }
    }

    /// Opens the first block of `function` and goes there.
    pub fn start_block(&self, function: LLVMValueRef) -> LLVMBasicBlockRef {
        // SAFETY: the function belongs to the module of this builder.
        unsafe {
            let block = LLVMAppendBasicBlockInContext(self.ctx, function, NAME);
            LLVMPositionBuilderAtEnd(self.builder, block);
            block
        }
    }

    /// Lanes of two vectors, which are counted on from the first to the second.
    pub fn shuffled(&self, a: LLVMValueRef, b: LLVMValueRef, lanes: impl Iterator<Item = u32>) -> LLVMValueRef {
        // SAFETY: both are vectors of one type, whose lanes the numbers name.
        unsafe {
            let int = LLVMInt32TypeInContext(self.ctx);
            let mut lanes: Vec<LLVMValueRef> = lanes.map(|lane| LLVMConstInt(int, u64::from(lane), 0)).collect();
            let mask = LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as c_uint);
            LLVMBuildShuffleVector(self.builder, a, b, mask, NAME)
        }
    }

    /// The vector of `ty`.
    pub fn float_type(&self, ty: FloatTy) -> LLVMTypeRef {
        // SAFETY: the element is a floating point type.
        unsafe { LLVMVectorType(ty.llvm(self.ctx), self.lanes) }
    }

    /// The vector of integers as wide as `ty`.
    pub fn int_type(&self, ty: FloatTy) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMVectorType(LLVMIntTypeInContext(self.ctx, ty.bits()), self.lanes) }
    }

    /// The vector with `value` in each lane.
    fn splat(&self, value: LLVMValueRef) -> LLVMValueRef {
        let mut lanes = vec![value; self.lanes as usize];
        // SAFETY: the value is a constant.
        unsafe { LLVMConstVector(lanes.as_mut_ptr(), self.lanes) }
    }

    pub fn float(&self, ty: FloatTy, value: LLVMValueRef) -> F<'_> {
        F { e: self, ty, v: value }
    }

    fn int(&self, ty: FloatTy, value: LLVMValueRef) -> I<'_> {
        I { e: self, ty, v: value }
    }

    fn cond(&self, value: LLVMValueRef) -> B<'_> {
        B { e: self, v: value }
    }

    fn constant(&self, ty: FloatTy, value: f64) -> F<'_> {
        // SAFETY: the type is a floating point type.
        let lane = unsafe { LLVMConstReal(ty.llvm(self.ctx), value) };
        self.float(ty, self.splat(lane))
    }

    fn int_constant(&self, ty: FloatTy, value: i64) -> I<'_> {
        // SAFETY: the context is alive; the value is cut to the width, which is what it is given for.
        let lane = unsafe {
            let wide = LLVMConstInt(LLVMInt64TypeInContext(self.ctx), value as u64, 1);
            if ty == FloatTy::F64 { wide } else { LLVMConstTrunc(wide, LLVMInt32TypeInContext(self.ctx)) }
        };
        self.int(ty, self.splat(lane))
    }

    /// Call of an intrinsic that is overloaded on the type of its arguments.
    fn intrinsic(&self, name: &CStr, ty: FloatTy, args: &mut [LLVMValueRef]) -> F<'_> {
        let mut overload = [self.float_type(ty)];
        // SAFETY: the names used are intrinsics overloaded on one type; module and builder are alive.
        let value = unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr(), name.to_bytes().len());
            let decl = LLVMGetIntrinsicDeclaration(self.module, id, overload.as_mut_ptr(), 1);
            let fn_type = LLVMIntrinsicGetType(self.ctx, id, overload.as_mut_ptr(), 1);
            LLVMBuildCall2(self.builder, fn_type, decl, args.as_mut_ptr(), args.len() as c_uint, NAME)
        };
        self.float(ty, value)
    }
}

/// A floating point value.
#[derive(Clone, Copy)]
pub(super) struct F<'e> {
    pub e: &'e Emit,
    pub ty: FloatTy,
    pub v: LLVMValueRef,
}

/// An integer value as wide as the floating point type `ty`.
#[derive(Clone, Copy)]
pub(super) struct I<'e> {
    pub e: &'e Emit,
    pub ty: FloatTy,
    pub v: LLVMValueRef,
}

/// A condition.
#[derive(Clone, Copy)]
pub(super) struct B<'e> {
    pub e: &'e Emit,
    pub v: LLVMValueRef,
}

impl<'e> F<'e> {
    /// Whether this is a binary64 value.
    pub fn is_double(self) -> bool {
        self.ty == FloatTy::F64
    }

    /// The constant `value` in this value's type.
    pub fn c(self, value: f64) -> F<'e> {
        self.e.constant(self.ty, value)
    }

    /// One of two Rust values, by the width of this value.
    pub fn by<T>(self, double: T, single: T) -> T {
        if self.is_double() { double } else { single }
    }

    pub fn inf(self) -> F<'e> {
        self.c(f64::INFINITY)
    }

    pub fn nan(self) -> F<'e> {
        self.c(f64::NAN)
    }

    /// `self * b + c`, fused where that is cheap: for sums whose error does not matter.
    pub fn mad(self, b: impl Operand<'e>, c: impl Operand<'e>) -> F<'e> {
        if self.e.has_fma { self.llvm_fma(b.of(self), c.of(self)) } else { self * b.of(self) + c.of(self) }
    }

    /// `self * b + c` with one rounding. Without hardware: for binary32 computed in binary64, for binary64 by
    /// Dekker's product and Knuth's sum, which is exact whenever the result is representable.
    pub fn fma(self, b: impl Operand<'e>, c: impl Operand<'e>) -> F<'e> {
        let (b, c) = (b.of(self), c.of(self));
        if self.e.has_fma {
            return self.llvm_fma(b, c);
        }
        if !self.is_double() {
            return (self.extend() * b.extend() + c.extend()).truncate();
        }
        let product = super::dd::dekker_product(self, b);
        let sum = super::dd::two_sum(product.hi, c);
        sum.hi + (sum.lo + product.lo)
    }

    fn llvm_fma(self, b: F<'e>, c: F<'e>) -> F<'e> {
        self.e.intrinsic(c"llvm.fma", self.ty, &mut [self.v, b.v, c.v])
    }

    pub fn abs(self) -> F<'e> {
        self.e.intrinsic(c"llvm.fabs", self.ty, &mut [self.v])
    }

    pub fn sqrt(self) -> F<'e> {
        self.e.intrinsic(c"llvm.sqrt", self.ty, &mut [self.v])
    }

    /// The integer next to it towards zero.
    pub fn trunc(self) -> F<'e> {
        self.e.intrinsic(c"llvm.trunc", self.ty, &mut [self.v])
    }

    /// The magnitude of `self` with the sign of `sign`.
    pub fn copysign(self, sign: F<'e>) -> F<'e> {
        self.e.intrinsic(c"llvm.copysign", self.ty, &mut [self.v, sign.v])
    }

    pub fn bits(self) -> I<'e> {
        // SAFETY: both types have the same width.
        let v = unsafe { LLVMBuildBitCast(self.e.builder, self.v, self.e.int_type(self.ty), NAME) };
        self.e.int(self.ty, v)
    }

    /// Exact conversion of a binary32 value to binary64.
    pub fn extend(self) -> F<'e> {
        // SAFETY: extension to the wider floating point type.
        let v = unsafe { LLVMBuildFPExt(self.e.builder, self.v, self.e.float_type(FloatTy::F64), NAME) };
        self.e.float(FloatTy::F64, v)
    }

    /// Rounds a binary64 value to binary32.
    pub fn truncate(self) -> F<'e> {
        // SAFETY: truncation to the narrower floating point type.
        let v = unsafe { LLVMBuildFPTrunc(self.e.builder, self.v, self.e.float_type(FloatTy::F32), NAME) };
        self.e.float(FloatTy::F32, v)
    }

    fn compare(self, predicate: LLVMRealPredicate, other: impl Operand<'e>) -> B<'e> {
        let other = other.of(self);
        // SAFETY: both operands have the same floating point type.
        self.e.cond(unsafe { LLVMBuildFCmp(self.e.builder, predicate, self.v, other.v, NAME) })
    }

    /// Ordered `<`: false for NaN.
    pub fn lt(self, other: impl Operand<'e>) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealOLT, other)
    }

    /// Ordered `<=`: false for NaN.
    pub fn le(self, other: impl Operand<'e>) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealOLE, other)
    }

    /// Ordered `>`: false for NaN.
    pub fn gt(self, other: impl Operand<'e>) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealOGT, other)
    }

    /// Ordered `>=`: false for NaN.
    pub fn ge(self, other: impl Operand<'e>) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealOGE, other)
    }

    /// Ordered `==`: false for NaN.
    pub fn eq(self, other: impl Operand<'e>) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealOEQ, other)
    }

    pub fn is_nan(self) -> B<'e> {
        self.compare(LLVMRealPredicate::LLVMRealUNO, self)
    }

    /// Limits the value to `[low, high]`; NaN stays NaN.
    pub fn clamp(self, low: f64, high: f64) -> F<'e> {
        let below = self.gt(high).pick(self.c(high), self);
        below.lt(low).pick(self.c(low), below)
    }

    /// `sum(coefs[i] * self^i)` as two polynomials of the square, for the even and the odd powers: few operations, in chains half as long
    /// as that of Horner's scheme.
    pub fn poly_by_halves(self, coefs: &[f64]) -> F<'e> {
        let square = self * self;
        let half = |first: usize| {
            let mut terms = coefs[first..].iter().step_by(2).rev().map(|&c| self.c(c));
            let highest = terms.next().unwrap_or_else(|| self.c(0.0));
            terms.fold(highest, |sum, c| sum.mad(square, c))
        };
        self.mad(half(1), half(0))
    }

    /// `sum(coefs[i] * self^i)` by Horner's scheme: the fewest operations, each of which waits for the one before. Only the last
    /// rounding counts where `self` is small.
    pub fn horner(self, coefs: &[f64]) -> F<'e> {
        let mut terms = coefs.iter().rev().map(|&c| self.c(c));
        let highest = terms.next().unwrap_or_else(|| self.c(0.0));
        terms.fold(highest, |sum, c| sum.mad(self, c))
    }

    /// `sum(coefs[i] * self^i)` by Estrin's scheme: pairs of terms, then pairs of pairs, so that the chain of dependent
    /// operations is short.
    pub fn poly(self, coefs: &[f64]) -> F<'e> {
        let mut terms: Vec<F<'e>> = coefs.iter().map(|&c| self.c(c)).collect();
        let mut power = self;
        while terms.len() > 1 {
            terms = terms.chunks(2).map(|pair| pair.get(1).map_or(pair[0], |high| power.mad(*high, pair[0]))).collect();
            power = power * power;
        }
        terms[0]
    }
}

impl<'e> I<'e> {
    pub fn c(self, value: i64) -> I<'e> {
        self.e.int_constant(self.ty, value)
    }

    pub fn as_float(self) -> F<'e> {
        // SAFETY: both types have the same width.
        let v = unsafe { LLVMBuildBitCast(self.e.builder, self.v, self.e.float_type(self.ty), NAME) };
        self.e.float(self.ty, v)
    }

    pub fn shl(self, bits: u32) -> I<'e> {
        let n = self.c(i64::from(bits));
        // SAFETY: both operands have the same integer type.
        self.e.int(self.ty, unsafe { LLVMBuildShl(self.e.builder, self.v, n.v, NAME) })
    }

    pub fn lshr(self, bits: u32) -> I<'e> {
        let n = self.c(i64::from(bits));
        // SAFETY: both operands have the same integer type.
        self.e.int(self.ty, unsafe { LLVMBuildLShr(self.e.builder, self.v, n.v, NAME) })
    }

    fn compare(self, predicate: LLVMIntPredicate, other: impl IntOperand<'e>) -> B<'e> {
        let other = other.of(self);
        // SAFETY: both operands have the same integer type.
        self.e.cond(unsafe { LLVMBuildICmp(self.e.builder, predicate, self.v, other.v, NAME) })
    }

    pub fn eq(self, other: impl IntOperand<'e>) -> B<'e> {
        self.compare(LLVMIntPredicate::LLVMIntEQ, other)
    }
}

/// What a condition can choose between.
pub(super) trait Choice<'e>: Copy {
    fn raw(self) -> LLVMValueRef;
    fn rebuilt(self, value: LLVMValueRef) -> Self;
}

impl<'e> Choice<'e> for F<'e> {
    fn raw(self) -> LLVMValueRef {
        self.v
    }
    fn rebuilt(self, v: LLVMValueRef) -> Self {
        F { v, ..self }
    }
}

impl<'e> Choice<'e> for I<'e> {
    fn raw(self) -> LLVMValueRef {
        self.v
    }
    fn rebuilt(self, v: LLVMValueRef) -> Self {
        I { v, ..self }
    }
}

impl<'e> B<'e> {
    /// `if self { yes } else { no }`, without a branch.
    pub fn pick<T: Choice<'e>>(self, yes: T, no: T) -> T {
        // SAFETY: both values have the same type and the condition is an i1.
        yes.rebuilt(unsafe { LLVMBuildSelect(self.e.builder, self.v, yes.raw(), no.raw(), NAME) })
    }
}

/// A value or a constant as the second operand of floating point arithmetic.
pub(super) trait Operand<'e>: Copy {
    /// The operand as a value of the type of `like`.
    fn of(self, like: F<'e>) -> F<'e>;
}

impl<'e> Operand<'e> for F<'e> {
    fn of(self, _: F<'e>) -> F<'e> {
        self
    }
}

impl<'e> Operand<'e> for f64 {
    fn of(self, like: F<'e>) -> F<'e> {
        like.c(self)
    }
}

/// A value or a constant as the second operand of integer arithmetic.
pub(super) trait IntOperand<'e>: Copy {
    /// The operand as a value of the type of `like`.
    fn of(self, like: I<'e>) -> I<'e>;
}

impl<'e> IntOperand<'e> for I<'e> {
    fn of(self, _: I<'e>) -> I<'e> {
        self
    }
}

impl<'e> IntOperand<'e> for i64 {
    fn of(self, like: I<'e>) -> I<'e> {
        like.c(self)
    }
}

type Build = unsafe extern "C" fn(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, *const c_char) -> LLVMValueRef;

macro_rules! float_operator {
    ($trait:ident, $method:ident, $build:path) => {
        impl<'e, T: Operand<'e>> $trait<T> for F<'e> {
            type Output = F<'e>;
            fn $method(self, other: T) -> F<'e> {
                let build: Build = $build;
                // SAFETY: both operands have the same floating point type.
                let v = unsafe { build(self.e.builder, self.v, other.of(self).v, NAME) };
                F { v, ..self }
            }
        }
        impl<'e> $trait<F<'e>> for f64 {
            type Output = F<'e>;
            fn $method(self, other: F<'e>) -> F<'e> {
                other.c(self).$method(other)
            }
        }
    };
}
float_operator!(Add, add, LLVMBuildFAdd);
float_operator!(Sub, sub, LLVMBuildFSub);
float_operator!(Mul, mul, LLVMBuildFMul);
float_operator!(Div, div, LLVMBuildFDiv);

impl<'e> Neg for F<'e> {
    type Output = F<'e>;
    fn neg(self) -> F<'e> {
        // SAFETY: the operand has a floating point type.
        let v = unsafe { LLVMBuildFNeg(self.e.builder, self.v, NAME) };
        F { v, ..self }
    }
}

macro_rules! int_operator {
    ($trait:ident, $method:ident, $build:path) => {
        impl<'e, T: IntOperand<'e>> $trait<T> for I<'e> {
            type Output = I<'e>;
            fn $method(self, other: T) -> I<'e> {
                let build: Build = $build;
                // SAFETY: both operands have the same integer type.
                let v = unsafe { build(self.e.builder, self.v, other.of(self).v, NAME) };
                I { v, ..self }
            }
        }
    };
}
int_operator!(Add, add, LLVMBuildAdd);
int_operator!(Sub, sub, LLVMBuildSub);
int_operator!(BitAnd, bitand, LLVMBuildAnd);
int_operator!(BitOr, bitor, LLVMBuildOr);
int_operator!(BitXor, bitxor, LLVMBuildXor);

macro_rules! condition_operator {
    ($trait:ident, $method:ident, $build:path) => {
        impl<'e> $trait for B<'e> {
            type Output = B<'e>;
            fn $method(self, other: B<'e>) -> B<'e> {
                let build: Build = $build;
                // SAFETY: both operands are i1.
                let v = unsafe { build(self.e.builder, self.v, other.v, NAME) };
                B { v, ..self }
            }
        }
    };
}
condition_operator!(BitAnd, bitand, LLVMBuildAnd);
condition_operator!(BitOr, bitor, LLVMBuildOr);

impl<'e> Not for B<'e> {
    type Output = B<'e>;
    fn not(self) -> B<'e> {
        // SAFETY: the operand is an i1.
        let v = unsafe { LLVMBuildNot(self.e.builder, self.v, NAME) };
        B { v, ..self }
    }
}
