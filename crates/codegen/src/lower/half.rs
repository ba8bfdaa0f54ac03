//! Floats of 16 bits. In registers and in memory they are integers with their bits; arithmetic is that of float32, whose results are
//! rounded. For float16 that is exact: sums, products, quotients and roots of float32 have more than twice as many bits. LLVM puts
//! the processor's own instructions in where there are some.

use super::function::Lower;
use crate::llvm::{FloatCmp, IntCmp, Intrinsic, Val};
use crate::ptx::ComputeCapability;
use coluber_abi::Leaf;
use coluber_types::{FloatTy, Kind, Ty};

/// The type that numbers of a type are computed in.
pub(super) fn computing(ty: Ty) -> Ty {
    if ty.is_half() { Ty::float32() } else { ty }
}

/// The first processors with conversions to bfloat16 and its multiply-add.
const BF16_FROM: ComputeCapability = ComputeCapability { major: 8, minor: 0 };

impl Lower<'_, '_, '_> {
    /// A number as what LLVM computes with: floats of 16 bits become float32.
    pub(super) fn widened(&mut self, ty: Ty, value: Val) -> Val {
        match ty.kind() {
            Kind::Float(FloatTy::F16) => {
                let half = self.b.bitcast(value, self.cx.module.half_type());
                self.b.fpext(half, self.leaf(Leaf::F32))
            }
            Kind::Float(FloatTy::BF16) => {
                let wide = self.b.zext(value, self.leaf(Leaf::I32));
                let bits = self.b.shl(wide, self.i32(16));
                self.b.bitcast(bits, self.leaf(Leaf::F32))
            }
            _ => value,
        }
    }

    /// A float32 or float64 as a number of this type; those of 16 bits are rounded once.
    pub(super) fn narrowed(&mut self, ty: Ty, value: Val) -> Val {
        match ty.kind() {
            Kind::Float(FloatTy::F16) => {
                let value = if self.on_device() { value } else { self.as_float32(value) };
                let half = self.b.fptrunc(value, self.cx.module.half_type());
                self.b.bitcast(half, self.leaf(Leaf::I16))
            }
            Kind::Float(FloatTy::BF16) => self.as_bfloat16(value),
            _ => value,
        }
    }

    /// A float64 as the float32 that rounds like it.
    ///
    /// The float32 is the next one in the direction of zero, with its last bit set where it is not exact (rounding to odd).
    fn as_float32(&mut self, value: Val) -> Val {
        let (single, word) = (self.leaf(Leaf::F32), self.leaf(Leaf::I32));
        if value.ty() == single {
            return value;
        }
        let near = self.b.fptrunc(value, single);
        let wide = self.b.fpext(near, value.ty());
        let inexact = self.b.fcmp(FloatCmp::Ne, wide, value);
        let (size, wide_size) =
            (self.call_intrinsic(Intrinsic::Fabs, &[value]), self.call_intrinsic(Intrinsic::Fabs, &[wide]));
        let away = self.b.fcmp(FloatCmp::Gt, wide_size, size);
        let bits = self.b.bitcast(near, word);
        let toward_zero = self.b.sub(bits, self.b.zext(away, word));
        let odd = self.b.or(toward_zero, self.b.zext(inexact, word));
        self.b.bitcast(odd, single)
    }

    fn as_bfloat16(&mut self, value: Val) -> Val {
        let single = self.as_float32(value);
        let (word, short) = (self.leaf(Leaf::I32), self.leaf(Leaf::I16));
        if self.has_bf16() {
            let narrow = self.b.fptrunc(single, self.cx.module.bfloat_type());
            return self.b.bitcast(narrow, short);
        }
        let bits = self.b.bitcast(single, word);
        let sixteen = self.i32(16);
        let odd = self.b.and(self.b.lshr(bits, sixteen), self.i32(1));
        let rounded = self.b.add(self.b.add(bits, self.i32(0x7fff)), odd);
        let upper = self.b.trunc(self.b.lshr(rounded, sixteen), short);
        let is_nan = self.b.fcmp(FloatCmp::Ne, single, single);
        self.b.select(is_nan, short.int(0x7fff), upper)
    }

    fn has_bf16(&mut self) -> bool {
        self.on_device() && self.cx.gpu().config.capability >= BF16_FROM
    }

    /// An integer of 64 bits with the same bfloat16 next to it, which a float64 holds: what is below its upper 48 bits counts as
    /// one bit.
    pub(super) fn with_sticky_bit(&mut self, value: Val, signed: bool) -> Val {
        let (ty, word) = (value.ty(), self.leaf(Leaf::I32));
        let low = self.b.and(value, ty.int(0xffff));
        let any = self.b.zext(self.b.icmp(IntCmp::Ne, low, ty.zero()), ty);
        let upper = self.b.or(self.b.and(value, ty.int(!0xffff)), self.b.shl(any, ty.int(16)));
        let narrow = self.b.trunc(value, word);
        let same = if signed { self.b.sext(narrow, ty) } else { self.b.zext(narrow, ty) };
        let is_small = self.b.icmp(IntCmp::Eq, same, value);
        self.b.select(is_small, value, upper)
    }

    /// `-x` or `abs(x)` of the bits of a number of 16 bits.
    pub(super) fn half_sign(&mut self, value: Val, negate: bool) -> Val {
        let ty = value.ty();
        if negate { self.b.xor(value, ty.int(0x8000)) } else { self.b.and(value, ty.int(0x7fff)) }
    }

    /// `x * y + z`, rounded once. In float64 the product is exact, and the sum as good as exact.
    pub(super) fn half_fma(&mut self, ty: Ty, args: [Val; 3]) -> Val {
        let native = match ty.kind() {
            Kind::Float(FloatTy::F16) => self.on_device().then(|| self.cx.module.half_type()),
            _ => self.has_bf16().then(|| self.cx.module.bfloat_type()),
        };
        if let Some(native) = native {
            let args = args.map(|arg| self.b.bitcast(arg, native));
            let value = self.call_intrinsic(Intrinsic::Fma, &args);
            return self.b.bitcast(value, self.leaf(Leaf::I16));
        }
        let double = self.leaf(Leaf::F64);
        let [x, y, z] = args.map(|arg| {
            let single = self.widened(ty, arg);
            self.b.fpext(single, double)
        });
        let product = self.b.fmul(x, y);
        let sum = self.b.fadd(product, z);
        self.narrowed(ty, sum)
    }
}
