//! asin, acos, atan and atan2.
//!
//! Odd polynomials on a short interval, and the identities `asin(x) = pi/2 - 2 asin(sqrt((1-x)/2))` and
//! `atan(x) = c + atan((x - tan c) / (1 + x tan c))` for c = pi/4 and pi/2 (Cody and Waite). What the identities add is carried in two parts.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::coefficients::{ASIN_F32, ASIN_F64, ATAN_F32, ATAN_F64};
use super::dd::{Dd, fast_two_sum, pick, two_sum};
use super::emit::{B, F};

/// What pi lacks as a binary64 number.
const PI_REST: f64 = 1.224_646_799_147_353_2e-16;

/// `(pi * hi / PI)` in two parts, for a binary fraction of pi.
fn fraction_of_pi(like: F<'_>, hi: f64) -> Dd<'_> {
    Dd::constant(like, hi, PI_REST * (hi / PI))
}

/// `base + t` where |base| >= |t| or base = 0.
fn add_base<'e>(base: Dd<'e>, t: Dd<'e>) -> F<'e> {
    base.add_smaller(t).value()
}

/// `asin` of the reduced argument, not yet multiplied and added to.
struct Reduced<'e> {
    asin: Dd<'e>,
    /// The identity for arguments beyond 1/2 is in use.
    far: B<'e>,
}

/// `asin(|x|)` if |x| <= 1/2, else `asin(sqrt((1-|x|)/2))`.
fn reduce_asin(x: F<'_>) -> Reduced<'_> {
    let size = x.abs();
    let far = size.gt(0.5);
    let half_rest = size.mad(-0.5, 0.5);
    let square = far.pick(half_rest, size * size);
    let root = half_rest.sqrt();
    // The error of the root; a root of zero has none.
    let divisor = root.eq(0.0).pick(root.c(1.0), root + root);
    let root_rest = (-root).fma(root, half_rest) / divisor;
    let s = far.pick(root, size);
    let rest = far.pick(root_rest, size.c(0.0));
    let poly = square.poly(x.by(&ASIN_F64[..], &ASIN_F32[..]));
    let asin = Dd { hi: s, lo: (s * square).mad(poly, rest) };
    Reduced { asin, far }
}

pub(super) fn asin(x: F<'_>) -> F<'_> {
    let r = reduce_asin(x);
    let base = pick(r.far, fraction_of_pi(x, FRAC_PI_2), Dd::zero(x));
    let factor = r.far.pick(x.c(-2.0), x.c(1.0));
    add_base(base, r.asin.times(factor)).copysign(x)
}

pub(super) fn acos(x: F<'_>) -> F<'_> {
    let r = reduce_asin(x);
    let negative = x.lt(0.0);
    let far_base = pick(negative, fraction_of_pi(x, PI), Dd::zero(x));
    let base = pick(r.far, far_base, fraction_of_pi(x, FRAC_PI_2));
    let factor = r.far.pick(x.c(2.0), x.c(-1.0));
    let signed = negative.pick(-factor, factor);
    add_base(base, r.asin.times(signed))
}

/// `base + atan(t)` with the quotient `t = num / den` in [0, infinity] reduced to |t| <= tan(pi/8).
struct Angle<'e> {
    base: Dd<'e>,
    atan: Dd<'e>,
}

/// The angle of the point (den, num), both finite and not negative.
fn angle<'e>(num: F<'e>, den: F<'e>) -> Angle<'e> {
    const TAN_PI_8: f64 = 0.414_213_562_373_095_1;
    let near = num.le(den * TAN_PI_8);
    let far = den.lt(num * TAN_PI_8);
    let single = |hi: F<'e>| Dd { hi, lo: hi.c(0.0) };
    let choose =
        |near_value: Dd<'e>, far_value: Dd<'e>, middle: Dd<'e>| pick(near, near_value, pick(far, far_value, middle));
    let top = choose(single(num), single(-den), two_sum(num, -den));
    let bottom = choose(single(den), single(num), two_sum(num, den));
    let base = choose(Dd::zero(num), fraction_of_pi(num, FRAC_PI_2), fraction_of_pi(num, FRAC_PI_4));
    let t = top.div(bottom);
    let z = t.hi * t.hi;
    let poly = z.poly(num.by(&ATAN_F64[..], &ATAN_F32[..]));
    Angle { base, atan: Dd { hi: t.hi, lo: (t.hi * z).mad(poly, t.lo.mad(-z, t.lo)) } }
}

pub(super) fn atan(x: F<'_>) -> F<'_> {
    // Beyond this the result does not change, and 1/x must not underflow.
    let limit = x.by(1e18, 1e9);
    let size = x.abs();
    let size = size.gt(limit).pick(size.c(limit), size);
    let angle = angle(size, x.c(1.0));
    add_base(angle.base, angle.atan).copysign(x)
}

/// Scales two numbers, keeping their ratio, so that neither their sum overflows nor the error of their quotient underflows; an
/// infinity becomes 1 beside 0.
fn normalise<'e>(y: F<'e>, x: F<'e>) -> (F<'e>, F<'e>) {
    let (inf, one, zero) = (x.inf(), x.c(1.0), x.c(0.0));
    let infinite = y.eq(inf) | x.eq(inf);
    let flatten = |v: F<'e>| infinite.pick(v.eq(inf).pick(one, zero), v);
    let (y, x) = (flatten(y), flatten(x));
    let larger = y.gt(x).pick(y, x);
    let (big, small) = x.by((1e290, 1e100), (1e36, 1e15));
    let (down, up) = x.by((2f64.powi(-100), 2f64.powi(600)), (2f64.powi(-20), 2f64.powi(60)));
    let scale = larger.gt(big).pick(x.c(down), larger.lt(small).pick(x.c(up), one));
    (y * scale, x * scale)
}

pub(super) fn atan2<'e>(y: F<'e>, x: F<'e>) -> F<'e> {
    let (num, den) = normalise(y.abs(), x.abs());
    // At the origin the angle is 0 or pi.
    let den = (num.eq(0.0) & den.eq(0.0)).pick(x.c(1.0), den);
    let angle = angle(num, den);
    // The sign counts, also that of a zero.
    let left = x.c(1.0).copysign(x).lt(0.0);
    let pi = fraction_of_pi(x, PI);
    let mirrored = fast_two_sum(pi.hi, -angle.base.hi);
    let mirrored = Dd { hi: mirrored.hi, lo: mirrored.lo + (pi.lo - angle.base.lo) };
    let base = pick(left, mirrored, angle.base);
    let sign = left.pick(x.c(-1.0), x.c(1.0));
    let result = add_base(base, angle.atan.times(sign)).copysign(y);
    (y.is_nan() | x.is_nan()).pick(x.nan(), result)
}
