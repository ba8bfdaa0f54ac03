//! exp.
//!
//! `x = n/16 ln(2) + r`, so that `exp(x) = 2^floor(n/16) 2^(j/16) exp(r)`, where j is the low bits of n and |r| <= ln(2)/32.

use super::super::dd::Dd;
use super::super::emit::F;
use super::instructions::Index;
use super::tables::{EXACT_LN2_PARTS, EXP_STEP, POWERS, POWERS_REST};

/// Numbers of this size are multiples of 1/16, so that adding it rounds to one.
const MAGIC: f64 = 1.5 * 281_474_976_710_656.0;

/// No rest is larger in magnitude.
const LARGEST_REST: f64 = 0.0625;

/// The number of sixteenths of an octave that is next to x, rounded, and its low bits.
fn octaves(x: F<'_>) -> (F<'_>, Index<'_>) {
    let shifted = x.mad(std::f64::consts::LOG2_E, MAGIC);
    (shifted - MAGIC, Index(shifted.bits()))
}

/// `2^octaves exp(r)`.
fn power<'e>(octaves: F<'e>, index: Index<'e>, r: F<'e>) -> F<'e> {
    let grown = r.horner(&EXP_STEP).mad(r, 1.0).mad(r, index.of_16(&POWERS_REST));
    let base = index.of_16(&POWERS);
    base.mad(grown, base).scaled(octaves)
}

/// `exp(x)` of a sum whose second value is below 2^-12, where that is in range. Elsewhere it is 0, infinite or NaN.
pub(super) fn exp_dd(x: Dd<'_>) -> F<'_> {
    let (octaves, index) = octaves(x.hi);
    let [high, less] = EXACT_LN2_PARTS;
    let r = octaves.mad(-high, x.hi) + octaves.mad(-less, x.lo);
    power(octaves, index, r)
}

pub(in super::super) fn exp(x: F<'_>) -> F<'_> {
    let (octaves, index) = octaves(x);
    let [high, less] = EXACT_LN2_PARTS;
    let r = octaves.mad(-less, octaves.mad(-high, x));
    // Far out of range r means nothing, and may be NaN; the octaves alone make the result 0, infinite or NaN then.
    power(octaves, index, r.limited(LARGEST_REST))
}
