//! pow.
//!
//! `|x|^y = exp(y log|x|)` as in [`super::super::pow`], with another logarithm: `|x| = 2^k m`, and r = m i - 1 is exact for a multiple i of
//! 1/32 next to the inverse of m. `log(1 + r) = r - r^2/2 + r^3 P(r)`, of which the first two terms are sums of two values.

use super::super::dd::{Dd, fast_two_sum, two_product};
use super::super::emit::F;
use super::super::exp::exponent_limits;
use super::super::pow::with_special;
use super::super::rare::unlikely;
use super::exp::exp_sum;
use super::log::{Parts, nearest};
use super::tables::{LN2_PARTS, LOG_CUBIC, LOGS, LOGS_REST};

/// Below this exponent the exponential and its inverse are normal numbers.
const USUAL: f64 = 700.0;
/// Thirty-seconds.
const MAGIC: f64 = 1.5 * 140_737_488_355_328.0;

pub(in super::super) fn pow<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let log = log_extended(x);
    let product = two_product(y, log.hi);
    let exponent = fast_two_sum(product.hi, y.mad(log.lo, product.lo));
    let regular = exp_sum(exponent.hi, exponent.lo);
    // The logarithm of zero and infinity is infinite.
    let usual = x.gt(0.0) & product.hi.abs().lt(USUAL);
    unlikely(!usual, regular, || special(x, y, log.hi, regular))
}

/// `log|x|`, relative error below 2^-65, for a number that is not zero and finite.
fn log_extended(x: F<'_>) -> Dd<'_> {
    let parts = Parts::of(x, x.mantissa());
    let (shifted, index) = nearest(parts.m.rough_inverse(), MAGIC);
    let r = parts.m.fma(shifted - MAGIC, -1.0);
    let [high, low] = LN2_PARTS;
    let base = parts.k.fma(high, index.of_32(&LOGS));
    let base_low = parts.k.mad(low, index.of_32(&LOGS_REST));
    let first = fast_two_sum(base, r);
    let square = two_product(r, r);
    let second = fast_two_sum(first.hi, square.hi * -0.5);
    let low = square.lo.mad(-0.5, first.lo + second.lo + base_low);
    Dd { hi: second.hi, lo: (r * square.hi).mad(r.poly_by_halves(&LOG_CUBIC), low) }
}

/// `regular`, but 0 or infinity for an exponent that is out of range. It may have no digits left then.
fn limit<'e>(exponent: F<'e>, regular: F<'e>) -> F<'e> {
    let (lowest, highest) = exponent_limits(exponent);
    let finite = exponent.gt(highest).pick(exponent.inf(), regular);
    exponent.lt(lowest).pick(exponent.c(0.0), finite)
}

/// The result for any arguments; where `regular` is right, `regular`.
fn special<'e>(x: F<'e>, y: F<'e>, log: F<'e>, regular: F<'e>) -> F<'e> {
    let size = x.abs();
    let finite = size.lt(x.inf()).pick(log, size);
    let log = size.eq(0.0).pick(-x.inf(), finite);
    // An infinite exponent must not meet a logarithm of zero; this one is large enough for all others.
    let exponent = y.clamp(-1e60, 1e60) * log;
    let known = exponent.eq(0.0).pick(x.c(1.0), limit(exponent, regular));
    with_special(x, y, exponent.is_nan().pick(exponent, known))
}
