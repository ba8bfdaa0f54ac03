//! pow.
//!
//! `|x|^y = exp(y log|x|)` as in [`super::super::pow`], with another logarithm: `|x| = 2^k m` with m in [1, 2), and r = m i - 1 is exact for
//! one of sixteen short numbers i near the inverse of m. `log(1 + r) = r - r^2/2 + r^3 P(r)`, of which the first two terms count in full.
//! Next to 1, where k log(2) and log(i) are small or cancel, i is 1 or 1/2, with which they are zero.

use super::super::dd::{Dd, two_product};
use super::super::emit::F;
use super::super::exp::exponent_limits;
use super::super::pow::with_special;
use super::super::rare::{apart, unlikely};
use super::exp::exp_dd;
use super::instructions::Index;
use super::log::MAGIC;
use super::tables::{LN2_PARTS, LOG_CUBIC, LOGS, LOGS_REST, PLACE, SHORT_INVERSES};

pub(in super::super) fn pow<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    // NaN for negative numbers. What is too large, infinite or NaN on the way ends as 0, infinite or NaN.
    let log = log_extended(x, x.positive_mantissa());
    let regular = exp_dd(product(y, log));
    unlikely(regular.is_special(), regular, || apart("pow", &[x, y], |args| special(args[0], args[1])))
}

fn product<'e>(y: F<'e>, log: Dd<'e>) -> Dd<'e> {
    let product = two_product(y, log.hi);
    Dd { hi: product.hi, lo: y.mad(log.lo, product.lo) }
}

/// `log|x|` of a number with this mantissa, if it is not zero and finite, else an infinite number and NaN. Relative error below 2^-64.
fn log_extended<'e>(x: F<'e>, m: F<'e>) -> Dd<'e> {
    let k = x.exponent();
    let [square, linear] = PLACE;
    let index = Index(m.mad(m.mad(square, m.c(linear)), MAGIC).bits());
    let r = m.fma(index.of_16(&SHORT_INVERSES), -1.0);
    let [high, low] = LN2_PARTS;
    let base = k.fma(high, index.of_16(&LOGS));
    let base_low = k.mad(low, index.of_16(&LOGS_REST));
    let half = r * -0.5;
    let cube = r * (r * r);
    // Four terms, so that what is left is small, without waiting for the polynomial.
    let sum = base + cube.mad(r.mad(-0.25, r.c(1.0 / 3.0)), half.mad(r, r));
    // What the sum has of them. The difference to the first two is exact but for a rounding.
    let taken = sum - base;
    let rest = cube.mad(r.horner(&LOG_CUBIC), half.fma(r, r - taken));
    Dd { hi: sum, lo: rest + base_low }
}

/// `regular`, but 0 or infinity for an exponent that is out of range. It may have no digits left then.
fn limit<'e>(exponent: F<'e>, regular: F<'e>) -> F<'e> {
    let (lowest, highest) = exponent_limits(exponent);
    let finite = exponent.gt(highest).pick(exponent.inf(), regular);
    exponent.lt(lowest).pick(exponent.c(0.0), finite)
}

/// The result for any arguments.
fn special<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let log = log_extended(x, x.mantissa());
    let size = x.abs();
    let finite = size.lt(x.inf()).pick(log.hi, size);
    let whole = size.eq(0.0).pick(-x.inf(), finite);
    // An infinite exponent must not meet a logarithm of zero; this one is large enough for all others.
    let exponent = y.clamp(-1e60, 1e60) * whole;
    let regular = exp_dd(product(y, log));
    let known = exponent.eq(0.0).pick(x.c(1.0), limit(exponent, regular));
    with_special(x, y, exponent.is_nan().pick(exponent, known))
}
