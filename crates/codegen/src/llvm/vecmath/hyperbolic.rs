//! sinh, cosh and tanh.
//!
//! With `|x| = n ln(2) + r`, `sinh|x| = cosh(n ln 2) sinh(r) + sinh(n ln 2) cosh(r)` and likewise for cosh (the addition theorems; Cody
//! and Waite reduce exp in this way). The hyperbolic functions of `n ln 2` are sums of two powers of two, those of r short polynomials,
//! so that nothing cancels and no quotient is needed.

use super::coefficients::{COSH_F32, COSH_F64, SINH_F32, SINH_F64};
use super::dd::{Dd, fast_two_sum, two_product};
use super::emit::F;
use super::exp::{Rounded, bias, exponent_bits, reduce};

/// `sinh` and `cosh` of the same argument, multiplied by a power of two.
struct Pair<'e> {
    sinh: Dd<'e>,
    cosh: Dd<'e>,
}

/// `2^(n-1-shift)` and `2^(-n-1-shift)`, the latter 0 where it is too small to matter.
fn powers<'e>(n: Rounded<'e>, shift: i64) -> (F<'e>, F<'e>) {
    let like = n.value;
    let up = exponent_bits(n.low_bits + (bias(like) - 1 - shift));
    let down = exponent_bits(n.low_bits.c(bias(like) - 1 - shift) - n.low_bits);
    (up, n.value.gt(like.by(64.0, 32.0)).pick(like.c(0.0), down))
}

/// `sinh(x) / 2^shift` and `cosh(x) / 2^shift` for x >= 0.
fn sinh_cosh(x: F<'_>, shift: i64) -> Pair<'_> {
    let (n, r) = reduce(x);
    let (up, down) = powers(n, shift);
    let octave_sinh = fast_two_sum(up, -down);
    let octave_cosh = fast_two_sum(up, down);
    let z = r.hi * r.hi;
    let sinh_poly = z.poly(x.by(&SINH_F64[..], &SINH_F32[..]));
    let cosh_poly = z.poly(x.by(&COSH_F64[..], &COSH_F32[..]));
    let sinh_rest = (r.hi * z).mad(sinh_poly, r.lo);
    let cosh_rest = (z * z).mad(cosh_poly, z.mad(0.5, r.hi * r.lo));
    let rest = (cosh_rest, sinh_rest);
    Pair {
        sinh: add_theorem(octave_sinh, octave_cosh, r.hi, rest),
        cosh: add_theorem(octave_cosh, octave_sinh, r.hi, rest),
    }
}

/// `a (1 + cosh_rest) + b (r + sinh_rest)`, where a is zero or at least as large as b r.
fn add_theorem<'e>(a: Dd<'e>, b: Dd<'e>, r: F<'e>, rest: (F<'e>, F<'e>)) -> Dd<'e> {
    let product = two_product(b.hi, r);
    let sum = fast_two_sum(a.hi, product.hi);
    let low = a.lo + b.lo.mad(r, product.lo) + sum.lo;
    Dd { hi: sum.hi, lo: a.hi.mad(rest.0, b.hi.mad(rest.1, low)) }
}

/// |x|, limited to a little beyond the overflow of sinh and cosh.
fn limited(x: F<'_>) -> F<'_> {
    let limit = x.by(710.5, 89.5);
    let size = x.abs();
    size.gt(limit).pick(size.c(limit), size)
}

/// The exponent taken out of sinh and cosh, so that exact products do not overflow before the result does.
fn shift(like: F<'_>) -> i64 {
    like.by(60, 20)
}

pub(super) fn sinh(x: F<'_>) -> F<'_> {
    let up = (shift(x) as f64).exp2();
    let regular = sinh_cosh(limited(x), shift(x)).sinh.value() * up;
    // A small argument is its own result; scaled down it might be subnormal.
    x.abs().lt(x.by(1e-17, 1e-9)).pick(x, regular.copysign(x))
}

pub(super) fn cosh(x: F<'_>) -> F<'_> {
    let up = (shift(x) as f64).exp2();
    sinh_cosh(limited(x), shift(x)).cosh.value() * up
}

pub(super) fn tanh(x: F<'_>) -> F<'_> {
    // Beyond this the result rounds to 1.
    let limit = x.by(20.0, 10.0);
    let size = x.abs();
    let pair = sinh_cosh(size.gt(limit).pick(size.c(limit), size), 0);
    pair.sinh.normal().div(pair.cosh.normal()).value().copysign(x)
}
