//! Conversions between scalars.

use super::arith::Number;
use super::function::{Done, Lower};
use super::half::computing;
use crate::llvm::{FloatCmp, IntCmp, Intrinsic, Type, Val};
use coluber_abi::{Leaf, leaves};
use coluber_ir::InstData;
use coluber_ir::typed::Op;
use coluber_types::{FloatTy, Kind, Ty};

impl Lower<'_, '_, '_> {
    pub(super) fn cast(&mut self, inst: &InstData<Op>) -> Done {
        let (from, value) = self.operand(inst, 0);
        let to = self.result_ty(inst);
        match self.cast_scalar(value, from, to) {
            Some(value) => self.result(inst, value),
            None => self.unsupported(inst, &format!("there is no conversion to {to}")),
        }
    }

    fn cast_scalar(&mut self, value: Val, from: Ty, to: Ty) -> Option<Val> {
        if from == to {
            return Some(value);
        }
        let value = self.widened(from, value);
        let from = computing(from);
        if !to.is_half() {
            return self.cast_wide(value, from, to);
        }
        let value = match from.kind() {
            Kind::Float(_) => value,
            // float32 has all integers that a float16 next to it depends on.
            _ if *to.kind() == Kind::Float(FloatTy::F16) => self.cast_wide(value, from, Ty::float32())?,
            Kind::Int(int) if int.bits == 64 => {
                let value = self.with_sticky_bit(value, int.signed);
                self.cast_wide(value, from, Ty::float64())?
            }
            _ => self.cast_wide(value, from, Ty::float64())?,
        };
        Some(self.narrowed(to, value))
    }

    /// A conversion between scalars that are no floats of 16 bits.
    fn cast_wide(&mut self, value: Val, from: Ty, to: Ty) -> Option<Val> {
        let (from, number) = (Number::of(from)?, Number::of(to)?);
        let target = self.leaf(*leaves(to).first()?);
        Some(match (from, number) {
            (_, Number::Bool) => self.is_not_zero(value, from),
            (Number::Float, Number::Float) => self.resize_float(value, target),
            (Number::Float, Number::Signed | Number::Unsigned) => self.float_to_int(value, number, target),
            (Number::Signed, Number::Float) => self.b.signed_to_float(value, target),
            (Number::Unsigned | Number::Bool, Number::Float) => self.b.unsigned_to_float(value, target),
            (Number::Signed | Number::Unsigned | Number::Bool, Number::Signed | Number::Unsigned) => {
                self.resize(value, target, from == Number::Signed)
            }
            (Number::Address, Number::Signed | Number::Unsigned) => {
                let word = self.b.ptr_to_int(value, self.leaf(Leaf::I64));
                self.resize(word, target, false)
            }
            (Number::Signed | Number::Unsigned, Number::Address) => {
                let word = self.resize(value, self.leaf(Leaf::I64), from == Number::Signed);
                self.b.int_to_ptr(word, target)
            }
            (Number::Address, Number::Address) => value,
            _ => return None,
        })
    }

    fn is_not_zero(&mut self, value: Val, number: Number) -> Val {
        let zero = value.ty().zero();
        match number {
            Number::Bool => value,
            // True for a NaN.
            Number::Float => self.b.fcmp(FloatCmp::Ne, value, zero),
            _ => self.b.icmp(IntCmp::Ne, value, zero),
        }
    }

    /// An integer of another width.
    pub(super) fn resize(&mut self, value: Val, to: Type, signed: bool) -> Val {
        match value.ty().int_bits().cmp(&to.int_bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.b.trunc(value, to),
            std::cmp::Ordering::Less if signed => self.b.sext(value, to),
            std::cmp::Ordering::Less => self.b.zext(value, to),
        }
    }

    fn resize_float(&mut self, value: Val, to: Type) -> Val {
        if value.ty() == to {
            value
        } else if to == self.leaf(Leaf::F64) {
            self.b.fpext(value, to)
        } else {
            self.b.fptrunc(value, to)
        }
    }

    /// Toward zero; saturates at the limits of 64 bits, then wraps. Narrow unsigned types go by int64, so that -1.0 wraps.
    fn float_to_int(&mut self, value: Val, number: Number, to: Type) -> Val {
        let wide = self.leaf(Leaf::I64);
        let intrinsic = if number == Number::Unsigned && to == wide {
            Intrinsic::FloatToUnsigned
        } else {
            Intrinsic::FloatToSigned
        };
        let func = self.cx.module.intrinsic(intrinsic, wide, Some(value.ty()));
        let converted = self.b.call(func, &[value]);
        self.resize(converted, to, false)
    }

    pub(super) fn bitcast(&mut self, inst: &InstData<Op>) -> Done {
        let (from, value) = self.operand(inst, 0);
        let to = self.result_ty(inst);
        let (Some(&from), [to]) = (leaves(from).first(), leaves(to)) else {
            return self.unsupported(inst, &format!("there is no reinterpretation as {to}"));
        };
        let target = self.leaf(*to);
        let value = match (from, *to) {
            _ if from == *to => value,
            _ if from.bytes() != to.bytes() => return self.unsupported(inst, "the sizes differ"),
            (Leaf::I1, _) => self.b.zext(value, target),
            (_, Leaf::I1) => self.b.icmp(IntCmp::Ne, value, value.ty().zero()),
            (Leaf::Ptr, _) => {
                let word = self.b.ptr_to_int(value, self.leaf(Leaf::I64));
                self.b.bitcast(word, target)
            }
            (_, Leaf::Ptr) => {
                let word = self.b.bitcast(value, self.leaf(Leaf::I64));
                self.b.int_to_ptr(word, target)
            }
            _ => self.b.bitcast(value, target),
        };
        self.result(inst, value)
    }
}
