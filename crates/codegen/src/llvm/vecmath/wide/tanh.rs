//! tanh.
//!
//! `tanh(x) = (1 - w) / (1 + w)` with `w = exp(-2x)` for x >= 0. The numerator is a sum of two values, which keeps the digits of small
//! arguments; the quotient comes from an approximate inverse.

use super::super::dd::{Dd, fast_two_sum, two_product};
use super::super::emit::F;
use super::exp::power;
use super::tables::{EXACT_LN2_PARTS, EXPM1_STEP};

/// From here on the result is 1.
const LIMIT: f64 = 20.0;

/// `1 - exp(z)` for z <= 0.
fn one_less_exp(z: F<'_>) -> Dd<'_> {
    let power = power(z);
    let [high, low] = EXACT_LN2_PARTS;
    let r = Dd { hi: power.octaves.mad(-high, z), lo: power.octaves * -low };
    let base = power.base.scaled(power.octaves);
    // exp(z) = base (1 + r.hi + grown)
    let sum = r.value();
    let grown = (sum * sum).mad(sum.poly_by_halves(&EXPM1_STEP), r.lo + power.rest);
    let gap = fast_two_sum(z.c(1.0), -base);
    let product = two_product(base, r.hi);
    let sum = fast_two_sum(gap.hi, -product.hi);
    fast_two_sum(sum.hi, base.mad(-grown, sum.lo + gap.lo - product.lo))
}

/// `a / b`, for divisors around one.
fn quotient<'e>(a: Dd<'e>, b: Dd<'e>) -> F<'e> {
    let rough = b.hi.rough_inverse();
    let inverse = rough.mad((-b.hi).mad(rough, 1.0), rough);
    let first = a.hi * inverse;
    let left = (-first).fma(b.hi, a.hi) + (-first).mad(b.lo, a.lo);
    left.mad(inverse, first)
}

pub(in super::super) fn tanh(x: F<'_>) -> F<'_> {
    let size = x.abs();
    let limited = size.gt(LIMIT).pick(size.c(LIMIT), size);
    let top = one_less_exp(limited * -2.0);
    let bottom = fast_two_sum(x.c(2.0), -top.hi);
    quotient(top, Dd { hi: bottom.hi, lo: bottom.lo - top.lo }).copysign(x)
}
