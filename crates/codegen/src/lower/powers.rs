//! Powers of which one part is a constant that makes them simpler.
//!
//! Errors are at most one unit in the last place, but for inverse squares of very large and very small numbers; zeros, infinities and NaNs
//! give what they give to `pow`.

use super::function::{Done, Lower};
use crate::llvm::{FloatCmp, Intrinsic, Val};
use coluber_ops::MathFn;
use coluber_types::{FloatTy, Kind, Ty};

impl Lower<'_, '_, '_> {
    /// `base ** exponent` of floats of a type, if a part is one of these constants.
    pub(super) fn simple_power(&mut self, ty: Ty, base: Val, exponent: Val) -> Done<Option<Val>> {
        if base.as_const_float() == Some(2.0) {
            return self.elementary(MathFn::Exp2, ty, &[exponent]).map(Some);
        }
        let one = base.ty().float(1.0);
        let Some(exponent) = exponent.as_const_float() else { return Ok(None) };
        Ok(Some(match exponent {
            0.0 => one,
            1.0 => base,
            2.0 => self.b.fmul(base, base),
            3.0 => self.cube(base),
            -1.0 => self.b.fdiv(one, base),
            -2.0 => self.inverse_square(ty, base),
            0.5 => self.root(base),
            -0.5 => {
                let root = self.root(base);
                self.b.fdiv(one, root)
            }
            1.5 => {
                // A number below zero has no root.
                let (root, size) = (self.root(base), self.call_intrinsic(Intrinsic::Fabs, &[base]));
                self.b.fmul(size, root)
            }
            _ => return Ok(None),
        }))
    }

    fn cube(&mut self, base: Val) -> Val {
        let square = self.b.fmul(base, base);
        self.b.fmul(square, base)
    }

    /// `base ** 0.5`: as `sqrt`, but 0 for -0 and infinity for minus infinity.
    fn root(&mut self, base: Val) -> Val {
        let float = base.ty();
        let positive = self.b.fadd(base, float.float(0.0));
        let root = self.call_intrinsic(Intrinsic::Sqrt, &[positive]);
        let is_infinite = self.b.fcmp(FloatCmp::Eq, base, float.float(f64::NEG_INFINITY));
        self.b.select(is_infinite, float.float(f64::INFINITY), root)
    }

    /// `base ** -2`: where the square would overflow or lose digits, the square of the inverse, which is right within 1.5 units.
    fn inverse_square(&mut self, ty: Ty, base: Val) -> Val {
        let float = base.ty();
        let limit = if *ty.kind() == Kind::Float(FloatTy::F32) { 2f64.powi(60) } else { 2f64.powi(500) };
        let size = self.call_intrinsic(Intrinsic::Fabs, &[base]);
        let small = self.b.fcmp(FloatCmp::Lt, size, float.float(limit));
        let large = self.b.fcmp(FloatCmp::Gt, size, float.float(1.0 / limit));
        let is_usual = self.b.and(small, large);
        let square = self.b.fmul(base, base);
        let usual = self.b.fdiv(float.float(1.0), square);
        let inverse = self.b.fdiv(float.float(1.0), base);
        let other = self.b.fmul(inverse, inverse);
        self.b.select(is_usual, usual, other)
    }
}
