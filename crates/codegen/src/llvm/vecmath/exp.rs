//! exp, exp2 and expm1.
//!
//! Additive range reduction `x = n ln(2) + r` with |r| <= ln(2)/2 and ln(2) in two parts (W. J. Cody and W. Waite,
//! "Software Manual for the Elementary Functions", 1980), a polynomial for `exp(r)`, and `2^n` put together from its bits.

use super::coefficients::{EXP_F32, EXP_F64, EXPM1_F32, EXPM1_F64};
use super::dd::{Dd, fast_two_sum, two_product, two_sum};
use super::emit::{F, I};

/// An integer as a floating point value and as the low bits of an integer.
#[derive(Clone, Copy)]
pub(super) struct Rounded<'e> {
    pub value: F<'e>,
    pub low_bits: I<'e>,
}

/// The integer nearest to `x * factor`, below 2^51 (binary64) or 2^22 (binary32) in magnitude: the addition of
/// 1.5 * 2^52 leaves the integer in the low bits.
pub(super) fn round_product<'e>(x: F<'e>, factor: f64) -> Rounded<'e> {
    let magic = x.by(6_755_399_441_055_744.0, 12_582_912.0);
    let shifted = x.mad(factor, magic);
    Rounded { value: shifted - magic, low_bits: shifted.bits() }
}

/// ln(2) in two parts, the first of 42 (binary64) or 15 (binary32) bits, so that its product with an exponent is exact.
pub(super) fn ln2_split(like: F<'_>) -> (f64, f64) {
    like.by((0.693_147_180_559_890_3, 5.497_923_018_708_371e-14), (0.693_145_751_953_125, 1.428_606_820_309_417e-6))
}

/// `x = n ln(2) + r.hi + r.lo` for |x| up to 2000 (binary64) or 200 (binary32).
pub(super) fn reduce(x: F<'_>) -> (Rounded<'_>, Dd<'_>) {
    let n = round_product(x, std::f64::consts::LOG2_E);
    let (high, low) = ln2_split(x);
    let hi = n.value.mad(-high, x);
    let r = n.value.mad(-low, hi);
    let lo = n.value.mad(-low, hi - r);
    (n, Dd { hi: r, lo })
}

/// `exp(r)` for |r| <= ln(2)/2, about five bits more precise than one value.
pub(super) fn exp_reduced<'e>(r: Dd<'e>) -> Dd<'e> {
    let sum = fast_two_sum(r.hi.c(1.0), r.hi);
    let q = r.hi.poly(r.hi.by(&EXP_F64[..], &EXP_F32[..]));
    Dd { hi: sum.hi, lo: (r.hi * r.hi).mad(q, r.lo.mad(sum.hi, sum.lo)) }
}

/// `y * 2^n` with one rounding, for 0.5 < y < 2; n from -1078 to 1025 (binary64) or -152 to 129 (binary32).
pub(super) fn scale<'e>(y: F<'e>, n: Rounded<'e>) -> F<'e> {
    let (limit, shift) = y.by((-1000.0, 64), (-100.0, 32));
    let small = n.value.lt(limit);
    let offset = small.pick(n.low_bits.c(bias(y) + shift), n.low_bits.c(bias(y) - 1));
    let rest = small.pick(y.c((-shift as f64).exp2()), y.c(2.0));
    y * exponent_bits(n.low_bits + offset) * rest
}

/// The bias of the exponent.
pub(super) fn bias(like: F<'_>) -> i64 {
    like.by(1023, 127)
}

/// The value whose exponent field is the low bits of `biased`.
pub(super) fn exponent_bits(biased: I<'_>) -> F<'_> {
    biased.shl(super::log::mantissa_bits(biased.ty)).as_float()
}

/// Arguments beyond these limits give 0 or infinity.
pub(super) fn exponent_limits(like: F<'_>) -> (f64, f64) {
    like.by((-746.0, 710.0), (-104.5, 89.0))
}

pub(super) fn exp(x: F<'_>) -> F<'_> {
    let (low, high) = exponent_limits(x);
    let (n, r) = reduce(x.clamp(low, high));
    scale(exp_reduced(r).value(), n)
}

/// `exp(x)` of a sum. The limits are applied to the result, away from the chain of dependent operations.
pub(super) fn exp_dd<'e>(x: Dd<'e>) -> F<'e> {
    let n = round_product(x.hi, std::f64::consts::LOG2_E);
    let (high, low) = ln2_split(x.hi);
    let r = fast_two_sum(n.value.mad(-high, x.hi), n.value.mad(-low, x.lo));
    let regular = scale(exp_reduced(r).value(), n);
    let (lowest, highest) = exponent_limits(x.hi);
    let finite = x.hi.gt(highest).pick(x.hi.inf(), regular);
    x.hi.lt(lowest).pick(x.hi.c(0.0), finite)
}

pub(super) fn exp2(x: F<'_>) -> F<'_> {
    let (low, high) = x.by((-1076.0, 1024.0), (-151.0, 128.0));
    let x = x.clamp(low, high);
    let n = round_product(x, 1.0);
    let fraction = x - n.value;
    let ln2 = Dd::constant(x, std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
    let r = two_product(fraction, ln2.hi);
    let r = Dd { hi: r.hi, lo: fraction.mad(ln2.lo, r.lo) };
    scale(exp_reduced(r).value(), n)
}

pub(super) fn expm1(x: F<'_>) -> F<'_> {
    // Below the lower limit the result rounds to -1.
    let (low, high) = x.by((-60.0, 710.0), (-30.0, 89.0));
    let (n, r) = reduce(x.clamp(low, high));
    // Half the result, so that 2^n does not overflow before the result does.
    let half_scale = exponent_bits(n.low_bits + (bias(x) - 1));
    let one = fast_two_sum(x.c(1.0), r.hi);
    let square = two_product(r.hi, r.hi).scale(0.5);
    let (lead, rest) = x.by(&EXPM1_F64[..], &EXPM1_F32[..]).split_at(1);
    debug_assert_eq!(lead, [0.5], "the square is taken out below");
    let cubic = (r.hi * r.hi * r.hi).mad(r.hi.poly(rest), square.lo + r.lo.mad(one.hi, one.lo));
    let sum = two_sum(one.hi * half_scale, x.c(-0.5));
    let half = sum.hi + square.hi.mad(half_scale, cubic.mad(half_scale, sum.lo));
    x.abs().lt(x.by(1e-17, 1e-9)).pick(x, half + half)
}
