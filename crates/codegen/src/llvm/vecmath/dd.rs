//! Unevaluated sums of two floating point values ("double-double").
//!
//! The building blocks are Dekker's fast sum, Knuth's sum and Dekker's product (T. J. Dekker, "A floating-point
//! technique for extending the available precision", 1971; J.-M. Muller et al., "Handbook of Floating-Point
//! Arithmetic", chapters 4, 5 and 14).

use super::emit::{B, F};

/// `hi + lo`, where `lo` is small against `hi`.
#[derive(Clone, Copy)]
pub(super) struct Dd<'e> {
    pub hi: F<'e>,
    pub lo: F<'e>,
}

/// `a + b` exactly, for |a| >= |b| or a = 0.
pub(super) fn fast_two_sum<'e>(a: F<'e>, b: F<'e>) -> Dd<'e> {
    let hi = a + b;
    Dd { hi, lo: b - (hi - a) }
}

/// `a + b` exactly.
pub(super) fn two_sum<'e>(a: F<'e>, b: F<'e>) -> Dd<'e> {
    let hi = a + b;
    let b_part = hi - a;
    let a_part = hi - b_part;
    Dd { hi, lo: (a - a_part) + (b - b_part) }
}

/// `a * b` exactly.
pub(super) fn two_product<'e>(a: F<'e>, b: F<'e>) -> Dd<'e> {
    if a.e.has_fma {
        let hi = a * b;
        return Dd { hi, lo: a.fma(b, -hi) };
    }
    if a.is_double() {
        return dekker_product(a, b);
    }
    let exact = a.extend() * b.extend();
    let hi = exact.truncate();
    Dd { hi, lo: (exact - hi.extend()).truncate() }
}

/// `a * b` exactly in binary64 without a fused multiply-add; neither factor above 2^996.
pub(super) fn dekker_product<'e>(a: F<'e>, b: F<'e>) -> Dd<'e> {
    let hi = a * b;
    let (a1, a2) = split(a);
    let (b1, b2) = split(b);
    let lo = a2 * b2 - (((hi - a1 * b1) - a2 * b1) - a1 * b2);
    Dd { hi, lo }
}

/// Veltkamp's splitting of a binary64 value into two halves of 26 bits.
fn split(a: F<'_>) -> (F<'_>, F<'_>) {
    let scaled = a * 134_217_729.0;
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// `if condition { yes } else { no }`, without a branch.
pub(super) fn pick<'e>(condition: B<'e>, yes: Dd<'e>, no: Dd<'e>) -> Dd<'e> {
    Dd { hi: condition.pick(yes.hi, no.hi), lo: condition.pick(yes.lo, no.lo) }
}

impl<'e> Dd<'e> {
    /// The constant `hi + lo`, given in binary64 parts, in the type of `like`.
    pub fn constant(like: F<'e>, hi: f64, lo: f64) -> Self {
        if like.is_double() {
            return Dd { hi: like.c(hi), lo: like.c(lo) };
        }
        let rounded = f64::from(hi as f32);
        Dd { hi: like.c(rounded), lo: like.c(hi - rounded) }
    }

    /// The rounded value.
    pub fn value(self) -> F<'e> {
        self.hi + self.lo
    }

    /// The same value with `lo` below half a unit in the last place of `hi`.
    pub fn normal(self) -> Self {
        fast_two_sum(self.hi, self.lo)
    }

    /// Product, relative error about 2^-104 (binary64).
    pub fn mul(self, other: Dd<'e>) -> Self {
        let p = two_product(self.hi, other.hi);
        Dd { hi: p.hi, lo: self.lo.mad(other.hi, self.hi.mad(other.lo, p.lo)) }
    }

    /// Product with a single value.
    pub fn mul_f(self, other: F<'e>) -> Self {
        let p = two_product(self.hi, other);
        Dd { hi: p.hi, lo: self.lo.mad(other, p.lo) }
    }

    /// Product with a value that is a small power of two or its negative.
    pub fn times(self, factor: F<'e>) -> Dd<'e> {
        Dd { hi: self.hi * factor, lo: self.lo * factor }
    }

    /// Zero.
    pub fn zero(like: F<'e>) -> Self {
        Dd::constant(like, 0.0, 0.0)
    }

    /// Product with a power of two.
    pub fn scale(self, by: f64) -> Self {
        Dd { hi: self.hi * by, lo: self.lo * by }
    }

    /// Sum; the larger operand, by magnitude of the high parts, is `self`.
    pub fn add_smaller(self, other: Dd<'e>) -> Self {
        let s = fast_two_sum(self.hi, other.hi);
        Dd { hi: s.hi, lo: s.lo + (self.lo + other.lo) }
    }

    /// Sum of any two.
    pub fn add(self, other: Dd<'e>) -> Self {
        let s = two_sum(self.hi, other.hi);
        Dd { hi: s.hi, lo: s.lo + (self.lo + other.lo) }
    }

    /// Quotient, relative error about 2^-102 (binary64), by one division. The low part of the divisor must be below half a unit
    /// in the last place of the high part.
    pub fn div(self, other: Dd<'e>) -> Self {
        let inverse = 1.0 / other.hi;
        let hi = self.hi * inverse;
        let rest = (-hi).fma(other.hi, self.hi);
        let lo = (rest + (-hi).mad(other.lo, self.lo)) * inverse;
        Dd { hi, lo }
    }
}
