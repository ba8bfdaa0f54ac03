//! pow.
//!
//! `|x|^y = exp(y log|x|)`, with the logarithm as a sum of two values and a relative error below 2^-65, since the exponential
//! multiplies it by up to 745 (J.-M. Muller et al., "Handbook of Floating-Point Arithmetic", section 11.4). The atanh series as in
//! [`super::log`], with its first two terms in double-double. For binary32 plain binary64 arithmetic is enough.

use super::coefficients::{EXP2_SHORT, LOG_REST_F64, LOG2_SHORT};
use super::dd::{Dd, fast_two_sum, two_product};
use super::emit::{B, F};
use super::exp::{bias, exp_dd, exponent_bits, ln2_split, round_product};
use super::log::{Parts, split, split_normal};

pub(super) fn pow<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let magnitude = if x.is_double() { magnitude_f64(x.abs(), y) } else { magnitude_f32(x.abs(), y) };
    with_special(x, y, magnitude)
}

/// `x^y` for x >= 0, but for a zero exponent.
fn magnitude_f64<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let log = log_extended(split(x));
    // An infinite exponent must not meet a logarithm of zero; this one is large enough for all others.
    let y = y.clamp(-1e60, 1e60);
    let product = two_product(y, log_special(x, log.hi));
    exp_dd(Dd { hi: product.hi, lo: y.mad(log.lo, product.lo) })
}

/// `log(2^k m)`, relative error below 2^-65.
fn log_extended(parts: Parts<'_>) -> Dd<'_> {
    let f = parts.m - 1.0;
    let zero = f.c(0.0);
    let s = Dd { hi: f, lo: zero }.div(fast_two_sum(f.c(2.0), f));
    let z = s.mul(s);
    let rest = two_product(z.hi, z.hi.poly(&LOG_REST_F64));
    let two_thirds = Dd::constant(f, 0.666_666_666_666_666_6, 3.700_743_415_417_188e-17);
    let series = s.mul(z).mul(two_thirds.add_smaller(rest));
    let (high, low) = ln2_split(f);
    let octaves = Dd { hi: parts.k * high, lo: parts.k * low };
    octaves.add_smaller(s.scale(2.0)).add_smaller(series)
}

/// The logarithm of a number >= 0 that may be 0, infinite or NaN.
fn log_special<'e>(x: F<'e>, log: F<'e>) -> F<'e> {
    let finite = x.lt(x.inf()).pick(log, x);
    x.eq(0.0).pick(-x.inf(), finite)
}

/// `x^y` for x >= 0 in binary32, computed in binary64, but for a zero exponent.
fn magnitude_f32<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let wide = x.extend();
    let parts = split_normal(wide);
    let f = parts.m - 1.0;
    let s = f / (f + 2.0);
    let log2 = s.mad((s * s).poly(&LOG2_SHORT), parts.k);
    // Beyond these limits the result is 0 or infinite in binary32.
    let y = y.extend().clamp(-1e60, 1e60);
    let exponent = (y * log_special(wide, log2)).clamp(-200.0, 200.0);
    let n = round_product(exponent, 1.0);
    let power = (exponent - n.value).poly(&EXP2_SHORT);
    (power * exponent_bits(n.low_bits + bias(wide))).truncate()
}

/// Whether `y` is an even and whether it is an odd integer. Infinity counts as even.
fn parity(y: F<'_>) -> (B<'_>, B<'_>) {
    // From here on all numbers are even integers; adding half of it to a smaller number rounds that to an integer.
    let limit = y.by(9_007_199_254_740_992.0, 16_777_216.0);
    let size = y.abs();
    let size = size.lt(limit).pick(size, size.c(limit));
    let half = size.mad(0.5, 0.5 * limit) - 0.5 * limit;
    let rest = half.mad(-2.0, size);
    (rest.eq(0.0), rest.abs().eq(1.0))
}

/// The table of special cases of C99, F.9.4.4, given `|x|^y`.
pub(super) fn with_special<'e>(x: F<'e>, y: F<'e>, magnitude: F<'e>) -> F<'e> {
    let size = x.abs();
    let (even, odd) = parity(y);
    let sign = x.bits() ^ size.bits();
    let signed = (magnitude.bits() | odd.pick(sign, sign.c(0))).as_float();
    let no_real_result = x.lt(0.0) & size.lt(x.inf()) & !(even | odd);
    let result = no_real_result.pick(x.nan(), signed);
    (y.eq(0.0) | x.eq(1.0)).pick(x.c(1.0), result)
}
