//! log, log2, log10 and log1p.
//!
//! `x = 2^k m` with m in [sqrt(1/2), sqrt(2)), f = m - 1 and s = f / (2 + f), so that
//! `log(m) = f - f^2/2 + s (f^2/2 + s^2 P(s^2))` (J.-M. Muller, "Elementary Functions", the expansion of atanh): the leading
//! term is exact and the correction is small.

use super::FloatTy;
use super::coefficients::{LOG_F32, LOG_F64};
use super::dd::{Dd, fast_two_sum, two_product, two_sum};
use super::emit::{F, I};

/// The number of bits of the mantissa field.
pub(super) fn mantissa_bits(ty: FloatTy) -> u32 {
    match ty {
        FloatTy::F32 => 23,
        FloatTy::F64 => 52,
    }
}

/// `x = 2^k m` with m in [sqrt(1/2), sqrt(2)).
#[derive(Clone, Copy)]
pub(super) struct Parts<'e> {
    pub m: F<'e>,
    pub k: F<'e>,
    /// `k` plus the bias of the exponent.
    pub biased: I<'e>,
}

/// Takes a positive normal number apart; anything else gives some finite garbage.
pub(super) fn split_normal(x: F<'_>) -> Parts<'_> {
    let (sqrt_half, one) = x.by((0x3fe6_a09e_667f_3bcd_i64, 0x3ff0_0000_0000_0000), (0x3f35_04f3, 0x3f80_0000));
    let bits = x.bits();
    let mantissa = mantissa_bits(x.ty);
    let biased = (bits + (one - sqrt_half)).lshr(mantissa);
    let m = bits - (biased - super::exp::bias(x)).shl(mantissa);
    // The integer becomes a number by the exponent of 2^52, whose unit in the last place is 1.
    let (magic_bits, magic) = x.by((0x4330_0000_0000_0000, 4_503_599_627_370_496.0), (0x4b00_0000, 8_388_608.0));
    let k = (biased | magic_bits).as_float() - (magic + super::exp::bias(x) as f64);
    Parts { m: m.as_float(), k, biased }
}

/// Takes a positive number apart, subnormal or not.
pub(super) fn split(x: F<'_>) -> Parts<'_> {
    let (tiny, up, bits) =
        x.by((f64::MIN_POSITIVE, 4_503_599_627_370_496.0, 52.0), (f64::from(f32::MIN_POSITIVE), 8_388_608.0, 23.0));
    let subnormal = x.lt(tiny);
    let parts = split_normal(subnormal.pick(x * up, x));
    Parts { k: parts.k - subnormal.pick(x.c(bits), x.c(0.0)), ..parts }
}

/// `log(1 + f) - f` for 1 + f in [sqrt(1/2), sqrt(2)).
fn log_tail(f: F<'_>) -> F<'_> {
    let s = f / (f + 2.0);
    let z = s * s;
    let p = z.poly(f.by(&LOG_F64[..], &LOG_F32[..]));
    let half_square = f * f * 0.5;
    s.mad(z.mad(p, half_square), -half_square)
}

/// `k ln(2) + f + tail`, rounded once but for the rounding of `tail`.
fn combine<'e>(k: F<'e>, f: F<'e>, tail: F<'e>) -> F<'e> {
    let (high, low) = super::exp::ln2_split(k);
    let sum = fast_two_sum(k * high, f);
    sum.hi + (k.mad(low, tail) + sum.lo)
}

/// Puts in the results of a logarithm for arguments that are not positive and finite.
fn special<'e>(x: F<'e>, regular: F<'e>) -> F<'e> {
    let finite = x.lt(x.inf()).pick(regular, x);
    let zero = x.eq(0.0).pick(-x.inf(), finite);
    x.lt(0.0).pick(x.nan(), zero)
}

pub(super) fn log(x: F<'_>) -> F<'_> {
    let parts = split(x);
    let f = parts.m - 1.0;
    special(x, combine(parts.k, f, log_tail(f)))
}

/// `log(m)` times a constant plus `k` times a constant.
fn log_base<'e>(x: F<'e>, per_unit: Dd<'e>, per_octave: Dd<'e>) -> F<'e> {
    let parts = split(x);
    let f = parts.m - 1.0;
    let log = fast_two_sum(f, log_tail(f)).mul(per_unit);
    let octaves = two_product(parts.k, per_octave.hi);
    let sum = fast_two_sum(octaves.hi, log.hi);
    let low = parts.k.mad(per_octave.lo, octaves.lo) + (log.lo + sum.lo);
    special(x, sum.hi + low)
}

pub(super) fn log2(x: F<'_>) -> F<'_> {
    let per_unit = Dd::constant(x, std::f64::consts::LOG2_E, 2.035_527_374_093_103_3e-17);
    log_base(x, per_unit, Dd::constant(x, 1.0, 0.0))
}

pub(super) fn log10(x: F<'_>) -> F<'_> {
    let per_unit = Dd::constant(x, std::f64::consts::LOG10_E, 1.098_319_650_216_765e-17);
    let per_octave = Dd::constant(x, std::f64::consts::LOG10_2, -2.803_728_127_785_170_3e-18);
    log_base(x, per_unit, per_octave)
}

/// `log(x.hi + x.lo) + extra_octaves ln(2)` for a positive normal finite argument; precise relative to the result also near 1.
pub(super) fn log_dd<'e>(x: Dd<'e>, extra_octaves: F<'e>) -> F<'e> {
    let parts = split_normal(x.hi);
    let f = parts.m - 1.0;
    // 2^(1-k): in range for the largest k, 1024.
    let scale = super::exp::exponent_bits(parts.biased.c(2 * super::exp::bias(f) + 1) - parts.biased);
    // The low part moves the logarithm by about c / (1 + f).
    let c = x.lo * scale * 0.5 * f.mad(f - 1.0, 1.0);
    combine(parts.k + extra_octaves, f, log_tail(f) + c)
}

pub(super) fn log1p(x: F<'_>) -> F<'_> {
    let regular = log_dd(two_sum(x.c(1.0), x), x.c(0.0)).copysign(x);
    let finite = x.lt(x.inf()).pick(regular, x);
    let pole = x.eq(-1.0).pick(-x.inf(), finite);
    x.lt(-1.0).pick(x.nan(), pole)
}
