//! Instructions of AVX-512 that LLVM IR has no words for.

use std::ffi::{CStr, c_uint};

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::super::FloatTy;
use super::super::emit::{B, Emit, F, I};

/// Numbers in a register.
const LANES: u32 = 8;
/// All lanes are wanted.
const ALL: u64 = 0xff;
/// As the processor rounds anyway.
const USUAL_ROUNDING: u64 = 4;
/// Down, without exceptions.
const DOWN: u64 = 9;
/// The interval [1, 2), and no sign.
const MANTISSA: u64 = 0b0100;
/// The same, and NaN for negative numbers.
const POSITIVE_MANTISSA: u64 = 0b1000;
/// All kinds of numbers but normal ones.
const SPECIAL: u64 = 0b1011_1111;
/// The smaller magnitude, with the sign of the first number.
const SMALLER: u64 = 0b0010;

/// Where a table has the number for each lane.
#[derive(Clone, Copy)]
pub(super) struct Index<'e>(pub I<'e>);

/// An operand of an instruction.
#[derive(Clone, Copy)]
enum Operand {
    /// A vector with as many lanes as the function works on.
    Lanes(LLVMValueRef),
    /// A constant.
    Fixed(LLVMValueRef),
}

impl<'e> F<'e> {
    /// `self * 2^floor(by)`, rounded once.
    pub fn scaled(self, by: F<'e>) -> F<'e> {
        let args = [Operand::Lanes(self.v), Operand::Lanes(by.v), nothing(self.e)];
        masked(self, c"llvm.x86.avx512.mask.scalef.pd.512", &args)
    }

    /// The exponent, as a number; minus infinity for zero.
    pub fn exponent(self) -> F<'e> {
        masked(self, c"llvm.x86.avx512.mask.getexp.pd.512", &[Operand::Lanes(self.v), nothing(self.e)])
    }

    /// The magnitude, multiplied by the power of two that brings it to [1, 2). That of zero and infinity is 1.
    pub fn mantissa(self) -> F<'e> {
        self.mantissa_by(MANTISSA)
    }

    /// The same, but NaN for numbers below zero.
    pub fn positive_mantissa(self) -> F<'e> {
        self.mantissa_by(POSITIVE_MANTISSA)
    }

    /// `self * b + c`, rounded down.
    pub fn fma_down(self, b: f64, c: f64) -> F<'e> {
        let args = [self, self.c(b), self.c(c)].map(|arg| Operand::Lanes(arg.v));
        call(self, c"llvm.x86.avx512.vfmadd.pd.512", &[args[0], args[1], args[2], int32(self.e, DOWN)])
    }

    /// The number, if its magnitude is less than `most`, else plus or minus that, also for NaN.
    pub fn limited(self, most: f64) -> F<'e> {
        let args = [Operand::Lanes(self.v), Operand::Lanes(self.c(most).v), int32(self.e, SMALLER), nothing(self.e)];
        masked(self, c"llvm.x86.avx512.mask.range.pd.512", &args)
    }

    fn mantissa_by(self, how: u64) -> F<'e> {
        let args = [Operand::Lanes(self.v), int32(self.e, how), nothing(self.e)];
        masked(self, c"llvm.x86.avx512.mask.getmant.pd.512", &args)
    }

    /// Whether the number is not normal, but 0, subnormal, infinite or NaN.
    pub fn is_special(self) -> B<'e> {
        let args = [Operand::Lanes(self.v), int32(self.e, SPECIAL)];
        B { e: self.e, v: call_raw(self.e, c"llvm.x86.avx512.fpclass.pd.512", &args) }
    }
}

impl<'e> Index<'e> {
    /// The number of a table of sixteen that the low four bits name.
    pub fn of_16(self, table: &[f64; 16]) -> F<'e> {
        let (low, high) = table.split_at(8);
        let e = self.0.e;
        let args = [register(e, low), Operand::Lanes(self.0.v), register(e, high)];
        call(self.0.as_float(), c"llvm.x86.avx512.vpermi2var.pd.512", &args)
    }
}

/// A call with all lanes, and rounding as usual.
fn masked<'e>(like: F<'e>, name: &CStr, args: &[Operand]) -> F<'e> {
    let all: Vec<Operand> = args.iter().copied().chain([mask(like.e), int32(like.e, USUAL_ROUNDING)]).collect();
    call(like, name, &all)
}

/// Calls an intrinsic that gives numbers.
fn call<'e>(like: F<'e>, name: &CStr, args: &[Operand]) -> F<'e> {
    like.e.float(FloatTy::F64, call_raw(like.e, name, args))
}

/// Calls an intrinsic for each register that the lanes fill.
fn call_raw(e: &Emit, name: &CStr, args: &[Operand]) -> LLVMValueRef {
    let parts = (0..e.lanes.div_ceil(LANES)).map(|part| {
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.of_register(e, part)).collect();
        // SAFETY: the names used are intrinsics of the target, not overloaded, called with what they take.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr(), name.to_bytes().len());
            let function = LLVMGetIntrinsicDeclaration(e.module, id, std::ptr::null_mut(), 0);
            let ty = LLVMGlobalGetValueType(function);
            LLVMBuildCall2(e.builder, ty, function, args.as_mut_ptr(), args.len() as c_uint, c"".as_ptr())
        }
    });
    let parts: Vec<LLVMValueRef> = parts.collect();
    match parts[..] {
        [one] if e.lanes == LANES => one,
        [one] => e.shuffled(one, one, 0..e.lanes),
        [low, high] => e.shuffled(low, high, 0..2 * LANES),
        _ => unreachable!("there are no functions of more than two registers"),
    }
}

impl Operand {
    /// What the instruction for a register gets. Lanes that the function does not have are those of others.
    fn of_register(self, e: &Emit, part: u32) -> LLVMValueRef {
        match self {
            Operand::Fixed(value) => value,
            Operand::Lanes(value) if e.lanes == LANES => value,
            Operand::Lanes(value) if e.lanes > LANES => e.shuffled(value, value, part * LANES..(part + 1) * LANES),
            Operand::Lanes(value) => e.shuffled(value, value, (0..LANES).map(|lane| lane % e.lanes)),
        }
    }
}

fn mask(e: &Emit) -> Operand {
    // SAFETY: the context is alive.
    Operand::Fixed(unsafe { LLVMConstInt(LLVMInt8TypeInContext(e.ctx), ALL, 0) })
}

fn int32(e: &Emit, value: u64) -> Operand {
    // SAFETY: the context is alive.
    Operand::Fixed(unsafe { LLVMConstInt(LLVMInt32TypeInContext(e.ctx), value, 0) })
}

/// What a masked instruction would give in lanes that are not wanted.
fn nothing(e: &Emit) -> Operand {
    // SAFETY: the context is alive.
    Operand::Fixed(unsafe { LLVMConstNull(LLVMVectorType(FloatTy::F64.llvm(e.ctx), LANES)) })
}

/// Constants for all lanes of a register.
fn register(e: &Emit, values: &[f64]) -> Operand {
    // SAFETY: the context is alive, and the values are constants of one type.
    unsafe {
        let mut lanes: Vec<LLVMValueRef> =
            values.iter().map(|&value| LLVMConstReal(FloatTy::F64.llvm(e.ctx), value)).collect();
        Operand::Fixed(LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as u32))
    }
}
