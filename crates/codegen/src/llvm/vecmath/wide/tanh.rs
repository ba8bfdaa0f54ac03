//! tanh.
//!
//! `tanh(c + r) = t + (1 - t^2) u / (1 + t u)` with `t = tanh(c)` from a table of sixteen centres, which are numbers whose tanh is nearly
//! representable, and a polynomial for `u = tanh(r)`. Around the centre 0, `t = 0` leaves u itself, which keeps the digits of small
//! arguments.

use super::super::emit::F;
use super::instructions::Index;
use super::tables::{TANH_CENTRES, TANH_SCALE, TANH_STEP, TANHS};

/// From here on the result is 1.
const LIMIT: f64 = 19.0625;
/// What the index leaves out of a number: all but two bits of the mantissa.
const REST_OF_MANTISSA: u32 = 50;

pub(in super::super) fn tanh(x: F<'_>) -> F<'_> {
    let size = x.abs();
    let limited = size.gt(LIMIT).pick(size.c(LIMIT), size);
    let index = Index(limited.fma(TANH_SCALE, 1.0).bits().lshr(REST_OF_MANTISSA));
    let t = index.of_16(&TANHS);
    let r = limited - index.of_16(&TANH_CENTRES);
    let square = r * r;
    let u = (square * r).fma(square.poly_by_halves(&TANH_STEP), r);
    // u / (1 + t u) = u - u t u / (1 + t u): errors of the quotient count little.
    let quotient = (t * u) / t.fma(u, 1.0);
    let part = (-u).fma(quotient, u);
    (-t).fma(t, 1.0).fma(part, t).copysign(x)
}
