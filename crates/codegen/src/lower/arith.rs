//! Arithmetic and comparisons of scalars.

use super::function::{Done, Lower};
use super::half::computing;
use crate::llvm::{FloatCmp, IntCmp, Intrinsic, Overflow, Val};
use coluber_abi::leaves;
use coluber_ir::InstData;
use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::{Kind, Ty};

/// How the bits of a scalar are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Bool,
    Signed,
    Unsigned,
    Float,
    Address,
}

impl Number {
    pub fn of(ty: Ty) -> Option<Number> {
        Some(match ty.kind() {
            Kind::Bool => Number::Bool,
            Kind::Int(int) if int.signed => Number::Signed,
            Kind::Int(_) => Number::Unsigned,
            Kind::Float(_) => Number::Float,
            Kind::Ptr | Kind::Owner => Number::Address,
            _ => return None,
        })
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn arith(&mut self, inst: &InstData<Op>, op: Arith) -> Done {
        let ((ty, a), (_, b)) = (self.operand(inst, 0), self.operand(inst, 1));
        let value = match Number::of(ty) {
            Some(Number::Float) => {
                let (a, b) = (self.widened(ty, a), self.widened(ty, b));
                self.float_arith(op, computing(ty), a, b)?.map(|value| self.narrowed(ty, value))
            }
            Some(Number::Signed) => self.int_arith(op, true, a, b),
            Some(Number::Unsigned) => self.int_arith(op, false, a, b),
            Some(Number::Bool) => self.bitwise(op, a, b),
            _ => None,
        };
        match value {
            Some(value) => self.result(inst, value),
            None => self.unsupported(inst, op.word()),
        }
    }

    fn float_arith(&mut self, op: Arith, ty: Ty, a: Val, b: Val) -> Done<Option<Val>> {
        Ok(Some(match op {
            Arith::Add => self.b.fadd(a, b),
            Arith::Sub => self.b.fsub(a, b),
            Arith::Mul => self.b.fmul(a, b),
            Arith::Div => self.b.fdiv(a, b),
            Arith::AddFree => self.b.in_any_order(self.b.fadd(a, b)),
            Arith::SubFree => self.b.in_any_order(self.b.fsub(a, b)),
            Arith::MulFree => self.b.in_any_order(self.b.fmul(a, b)),
            Arith::Rem => self.elementary(MathFn::Fmod, ty, &[a, b])?,
            Arith::CopySign => self.call_intrinsic(Intrinsic::CopySign, &[a, b]),
            _ => return Ok(None),
        }))
    }

    fn bitwise(&mut self, op: Arith, a: Val, b: Val) -> Option<Val> {
        Some(match op {
            Arith::And => self.b.and(a, b),
            Arith::Or => self.b.or(a, b),
            Arith::Xor => self.b.xor(a, b),
            _ => return None,
        })
    }

    fn int_arith(&mut self, op: Arith, signed: bool, a: Val, b: Val) -> Option<Val> {
        Some(match op {
            Arith::Add => self.b.add(a, b),
            Arith::Sub => self.b.sub(a, b),
            Arith::Mul => self.b.mul(a, b),
            Arith::AddNoWrap if signed => self.b.add_nsw(a, b),
            Arith::AddNoWrap => self.b.arith_known(false, a, b, Overflow::NotUnsigned),
            Arith::Div if signed => self.signed_div(a, b),
            Arith::Div => self.b.udiv(a, b),
            Arith::Rem if signed => self.signed_rem(a, b),
            Arith::Rem => self.b.urem(a, b),
            Arith::Shl => self.shift_in_zeros(a, b, true),
            Arith::Shr if signed => self.shift_right_signed(a, b),
            Arith::Shr => self.shift_in_zeros(a, b, false),
            Arith::CopySign | Arith::AddFree | Arith::SubFree | Arith::MulFree => return None,
            Arith::And | Arith::Or | Arith::Xor => return self.bitwise(op, a, b),
        })
    }

    /// `a / -1` is computed as `-a`, because the processor traps on MIN / -1.
    fn signed_div(&mut self, a: Val, b: Val) -> Val {
        let minus_one = b.ty().int(u64::MAX);
        if b.as_const_int().is_some() && b != minus_one {
            return self.b.sdiv(a, b);
        }
        let is_minus_one = self.b.icmp(IntCmp::Eq, b, minus_one);
        let divisor = self.b.select(is_minus_one, b.ty().int(1), b);
        let quotient = self.b.sdiv(a, divisor);
        let negated = self.b.neg(a);
        self.b.select(is_minus_one, negated, quotient)
    }

    /// The remainder of a division by -1 or 1 is zero.
    fn signed_rem(&mut self, a: Val, b: Val) -> Val {
        let minus_one = b.ty().int(u64::MAX);
        if b.as_const_int().is_some() && b != minus_one {
            return self.b.srem(a, b);
        }
        let is_minus_one = self.b.icmp(IntCmp::Eq, b, minus_one);
        let divisor = self.b.select(is_minus_one, b.ty().int(1), b);
        self.b.srem(a, divisor)
    }

    /// A left shift or an unsigned right shift: zero for counts that LLVM has no result for.
    fn shift_in_zeros(&mut self, a: Val, count: Val, left: bool) -> Val {
        let width = a.ty().int_bits();
        let shifted = if left { self.b.shl(a, count) } else { self.b.lshr(a, count) };
        if count.as_const_int().is_some_and(|n| n < u64::from(width)) {
            return shifted;
        }
        let in_range = self.b.icmp(IntCmp::ULt, count, count.ty().int(u64::from(width)));
        self.b.select(in_range, shifted, a.ty().zero())
    }

    /// Counts beyond the width give what the largest count gives.
    fn shift_right_signed(&mut self, a: Val, count: Val) -> Val {
        let last = count.ty().int(u64::from(a.ty().int_bits()) - 1);
        let count = self.call_intrinsic(Intrinsic::UMin, &[count, last]);
        self.b.ashr(a, count)
    }

    pub(super) fn unary(&mut self, inst: &InstData<Op>, op: Unary) -> Done {
        let (ty, a) = self.operand(inst, 0);
        let value = match Number::of(ty) {
            Some(Number::Float) if ty.is_half() && matches!(op, Unary::Neg | Unary::Abs) => {
                Some(self.half_sign(a, op == Unary::Neg))
            }
            Some(Number::Float) => {
                let a = self.widened(ty, a);
                self.float_unary(op, a).map(|value| self.narrowed(ty, value))
            }
            Some(Number::Bool) if op == Unary::Not => Some(self.b.not(a)),
            Some(number @ (Number::Signed | Number::Unsigned)) => {
                let to = self.leaf(leaves(self.result_ty(inst))[0]);
                self.int_unary(op, number == Number::Signed, a).map(|value| self.resize(value, to, false))
            }
            _ => None,
        };
        match value {
            Some(value) => self.result(inst, value),
            None => self.unsupported(inst, op.word()),
        }
    }

    fn float_unary(&mut self, op: Unary, a: Val) -> Option<Val> {
        let intrinsic = match op {
            Unary::Neg => return Some(self.b.fneg(a)),
            Unary::Abs => Intrinsic::Fabs,
            Unary::Sqrt => Intrinsic::Sqrt,
            Unary::Floor => Intrinsic::Floor,
            Unary::Ceil => Intrinsic::Ceil,
            Unary::Trunc => Intrinsic::Trunc,
            Unary::Rint => Intrinsic::Rint,
            _ => return None,
        };
        Some(self.call_intrinsic(intrinsic, &[a]))
    }

    fn int_unary(&mut self, op: Unary, signed: bool, a: Val) -> Option<Val> {
        // Abs of MIN is MIN; the count of zeros of 0 is the width. The flag asks for an undefined value instead.
        let defined = self.leaf(coluber_abi::Leaf::I1).zero();
        Some(match op {
            Unary::Neg => self.b.neg(a),
            Unary::Not => self.b.not(a),
            Unary::Abs if signed => self.call_intrinsic(Intrinsic::Abs, &[a, defined]),
            Unary::Abs => a,
            Unary::PopCount => self.call_intrinsic(Intrinsic::PopCount, &[a]),
            Unary::LeadingZeros => self.call_intrinsic(Intrinsic::LeadingZeros, &[a, defined]),
            Unary::TrailingZeros => self.call_intrinsic(Intrinsic::TrailingZeros, &[a, defined]),
            Unary::ReverseBits => self.call_intrinsic(Intrinsic::ReverseBits, &[a]),
            _ => return None,
        })
    }

    /// Calls an intrinsic that is overloaded on the type of its first operand.
    pub(super) fn call_intrinsic(&mut self, intrinsic: Intrinsic, args: &[Val]) -> Val {
        let func = self.cx.module.intrinsic(intrinsic, args[0].ty(), None);
        let value = self.b.call(func, args);
        self.b.with_flags(value)
    }

    pub(super) fn fma(&mut self, inst: &InstData<Op>) -> Done {
        let args = [self.scalar(inst.args[0]), self.scalar(inst.args[1]), self.scalar(inst.args[2])];
        let ty = self.result_ty(inst);
        let value = if ty.is_half() { self.half_fma(ty, args) } else { self.call_intrinsic(Intrinsic::Fma, &args) };
        self.result(inst, value)
    }

    pub(super) fn math(&mut self, inst: &InstData<Op>, func: MathFn) -> Done {
        let (ty, _) = self.operand(inst, 0);
        if Number::of(ty) != Some(Number::Float) || inst.args.len() != func.arity() {
            return self.unsupported(inst, func.name());
        }
        let args: Vec<Val> = inst.args.iter().map(|&arg| self.scalar(arg)).collect();
        let args: Vec<Val> = args.into_iter().map(|arg| self.widened(ty, arg)).collect();
        let value = self.elementary(func, computing(ty), &args)?;
        let value = self.narrowed(ty, value);
        self.result(inst, value)
    }

    /// An elementary function of float32 or float64.
    pub(super) fn elementary(&mut self, func: MathFn, ty: Ty, args: &[Val]) -> Done<Val> {
        if self.on_device() {
            return self.device_math(func, args);
        }
        if func == MathFn::Pow
            && let Some(simple) = self.simple_power(ty, args[0], args[1])?
        {
            return Ok(simple);
        }
        let own = self.cx.own_math.then_some(self.cx.math);
        let callee = self.cx.module.math_function(func, leaves(ty)[0], own);
        let value = self.b.call(callee, args);
        Ok(self.b.with_flags(value))
    }

    pub(super) fn compare(&mut self, inst: &InstData<Op>, op: CmpOp) -> Done {
        let ((ty, a), (_, b)) = (self.operand(inst, 0), self.operand(inst, 1));
        let value = match Number::of(ty) {
            Some(Number::Float) => {
                let (a, b) = (self.widened(ty, a), self.widened(ty, b));
                self.b.fcmp(float_predicate(op), a, b)
            }
            Some(number) => self.b.icmp(int_predicate(op, number == Number::Signed), a, b),
            None => return self.unsupported(inst, op.symbol()),
        };
        self.result(inst, value)
    }
}

fn float_predicate(op: CmpOp) -> FloatCmp {
    match op {
        CmpOp::Eq => FloatCmp::Eq,
        CmpOp::Ne => FloatCmp::Ne,
        CmpOp::Lt => FloatCmp::Lt,
        CmpOp::Le => FloatCmp::Le,
        CmpOp::Gt => FloatCmp::Gt,
        CmpOp::Ge => FloatCmp::Ge,
    }
}

fn int_predicate(op: CmpOp, signed: bool) -> IntCmp {
    match (op, signed) {
        (CmpOp::Eq, _) => IntCmp::Eq,
        (CmpOp::Ne, _) => IntCmp::Ne,
        (CmpOp::Lt, true) => IntCmp::SLt,
        (CmpOp::Le, true) => IntCmp::SLe,
        (CmpOp::Gt, true) => IntCmp::SGt,
        (CmpOp::Ge, true) => IntCmp::SGe,
        (CmpOp::Lt, false) => IntCmp::ULt,
        (CmpOp::Le, false) => IntCmp::ULe,
        (CmpOp::Gt, false) => IntCmp::UGt,
        (CmpOp::Ge, false) => IntCmp::UGe,
    }
}
