//! exp.
//!
//! `x = n/16 ln(2) + r`, so that `exp(x) = 2^floor(n/16) 2^(j/16) exp(r)`, where j is the low bits of n and |r| <= ln(2)/32.

use super::super::emit::F;
use super::super::exp::exponent_limits;
use super::instructions::Index;
use super::tables::{EXACT_LN2_PARTS, EXP_STEP, POWERS, POWERS_REST};

/// Numbers of this size are multiples of 1/16, so that adding it rounds to one.
const MAGIC: f64 = 1.5 * 281_474_976_710_656.0;

/// A power of two with sixteenths in the exponent: `2^octaves = base (1 + rest) 2^floor(octaves)`.
pub(super) struct Power<'e> {
    pub octaves: F<'e>,
    pub base: F<'e>,
    pub rest: F<'e>,
}

/// The power next to `exp(x)`.
pub(super) fn power(x: F<'_>) -> Power<'_> {
    let shifted = x.mad(std::f64::consts::LOG2_E, MAGIC);
    let index = Index(shifted.bits());
    Power { octaves: shifted - MAGIC, base: index.of_16(&POWERS), rest: index.of_16(&POWERS_REST) }
}

/// `exp(x + low)` where that is in range, for a small `low`.
pub(super) fn exp_sum<'e>(x: F<'e>, low: Option<F<'e>>) -> F<'e> {
    let power = power(x);
    let [high, less] = EXACT_LN2_PARTS;
    let r = power.octaves.mad(-less, power.octaves.mad(-high, x));
    let r = low.map_or(r, |low| r + low);
    let grown = (r * r).mad(r.poly_by_halves(&EXP_STEP), r) + power.rest;
    power.base.mad(grown, power.base).scaled(power.octaves)
}

pub(in super::super) fn exp(x: F<'_>) -> F<'_> {
    let (low, high) = exponent_limits(x);
    exp_sum(x.clamp(low, high), None)
}
