//! asinh, acosh and atanh: logarithms of an argument in two parts.
//!
//! `asinh(x) = log(x + sqrt(x^2 + 1))`, `acosh(x) = log(x + sqrt(x^2 - 1))` and `atanh(x) = log((1 + x) / (1 - x)) / 2`. The argument
//! of the logarithm is a double-double, so that what lies near 1 keeps its relative distance from 1.

use super::dd::{Dd, fast_two_sum, pick, two_product, two_sum};
use super::emit::F;
use super::log::log_dd;

/// The square root of a double-double that is not negative.
fn sqrt_dd(x: Dd<'_>) -> Dd<'_> {
    let root = x.hi.sqrt();
    let rest = (-root).fma(root, x.hi) + x.lo;
    let divisor = root.eq(0.0).pick(root.c(1.0), root + root);
    Dd { hi: root, lo: rest / divisor }
}

/// `log(x + sqrt(x^2 + c))` for x >= 0.
fn log_of_sum<'e>(x: F<'e>, c: f64) -> F<'e> {
    // From here on the constant does not matter, and the square must not overflow.
    let huge = x.gt(x.by(1e18, 1e9));
    let limited = huge.pick(x.c(1.0), x);
    let square = two_product(limited, limited);
    let sum = two_sum(square.hi, x.c(c));
    let root = sqrt_dd(fast_two_sum(sum.hi, sum.lo + square.lo));
    let total = two_sum(root.hi, limited);
    let regular = fast_two_sum(total.hi, total.lo + root.lo);
    let argument = pick(huge, Dd { hi: x, lo: x.c(0.0) }, regular);
    log_dd(argument, huge.pick(x.c(1.0), x.c(0.0)))
}

pub(super) fn asinh(x: F<'_>) -> F<'_> {
    let size = x.abs();
    let regular = log_of_sum(size, 1.0);
    // A small argument is its own result; this also keeps squares from underflowing. NaN and infinity are theirs, too.
    let regular = size.lt(x.inf()).pick(regular, size);
    size.lt(x.by(1e-9, 1e-5)).pick(size, regular).copysign(x)
}

pub(super) fn acosh(x: F<'_>) -> F<'_> {
    let regular = x.lt(x.inf()).pick(log_of_sum(x, -1.0), x);
    x.lt(1.0).pick(x.nan(), regular)
}

pub(super) fn atanh(x: F<'_>) -> F<'_> {
    let size = x.abs();
    let one = x.c(1.0);
    // A small argument is its own result.
    let quotient = two_sum(one, size).div(two_sum(one, -size)).normal();
    let regular = log_dd(quotient, x.c(0.0)) * 0.5;
    let pole = size.eq(1.0).pick(x.inf(), regular);
    let inside = size.lt(x.by(1e-9, 1e-5)).pick(size, pole);
    size.le(1.0).pick(inside, x.nan()).copysign(x)
}
