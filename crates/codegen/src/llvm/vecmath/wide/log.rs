//! log.
//!
//! `x = 2^k m` with m in [3/4, 3/2), and `m = c (1 + r)` with one of thirteen centres c, so that `log(x) = k ln(2) + log(c) + log(1 + r)`.
//! The inverses of the centres are numbers whose logarithms are nearly multiples of 2^-42 (S. Gal, "An accurate elementary mathematical
//! library for the IEEE floating point standard", 1991), so that the first two terms are one exact sum.

use super::super::dd::fast_two_sum;
use super::super::emit::F;
use super::instructions::Index;
use super::tables::{INVERSE_LOGS, INVERSES, LN2_PARTS, LOG_STEP};

/// `|x| = 2^k m` with m in [3/4, 3/2).
pub(super) struct Parts<'e> {
    pub m: F<'e>,
    pub k: F<'e>,
}

impl<'e> Parts<'e> {
    /// Of a number with this mantissa. The exponent of zero is minus infinity.
    pub fn of(x: F<'e>, m: F<'e>) -> Self {
        Parts { m, k: x.exponent() - m.exponent() }
    }
}

/// The nearest multiple of a power of two, and its low bits; `magic` is 1.5 * 2^52 times the power.
pub(super) fn nearest<'e>(x: F<'e>, magic: f64) -> (F<'e>, Index<'e>) {
    let shifted = x + magic;
    (shifted, Index(shifted.bits()))
}

pub(in super::super) fn log(x: F<'_>) -> F<'_> {
    let parts = Parts::of(x, x.positive_mantissa());
    // Sixteenths.
    let (_, index) = nearest(parts.m, 1.5 * 2f64.powi(48));
    let r = parts.m.fma(index.of_16(&INVERSES), -1.0);
    let [high, low] = LN2_PARTS;
    let sum = fast_two_sum(parts.k.fma(high, index.of_16(&INVERSE_LOGS)), r);
    let tail = (r * r).mad(r.poly_by_halves(&LOG_STEP), parts.k.mad(low, sum.lo));
    // Where the sum is infinite, for zero and infinity, its rest is NaN.
    sum.hi + tail.gt(-1.0).pick(tail, tail.c(-1.0))
}
