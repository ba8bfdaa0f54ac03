//! fmod.
//!
//! With `q = trunc(|x| / |y|)` the result is `|x| - q |y|` exactly, or that plus `|y|`: the quotient is rounded, so that q may be one more
//! than that of exact numbers where it is next to an integer, but never less. In both cases the difference is a multiple of the unit in
//! the last place of y, and below it in magnitude, and so is a number: a fused multiply-add has no error.
//!
//! Quotients from 2^53 on, which have no such q, are left to the C library, and so are infinities and NaNs. It subtracts bit by bit,
//! which takes as long as the quotient is large.

use super::emit::F;
use super::rare::rare;

pub(super) fn fmod<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    if !x.is_double() {
        // The result is a binary32 value.
        return fmod_f64(x.extend(), y.extend()).truncate();
    }
    fmod_f64(x, y)
}

fn fmod_f64<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let (size, divisor) = (x.abs(), y.abs());
    let quotient = size / divisor;
    let difference = (-quotient.trunc()).fma(divisor, size);
    let rest = difference.lt(0.0).pick(difference + divisor, difference);
    // A product without a fused multiply-add must not overflow in its parts.
    let largest = if x.e.has_fma { f64::INFINITY } else { 2f64.powi(990) };
    let usual = quotient.lt(2f64.powi(53)) & divisor.lt(largest) & size.lt(largest);
    rare(!usual, "fmod", &[x, y], rest.copysign(x))
}
