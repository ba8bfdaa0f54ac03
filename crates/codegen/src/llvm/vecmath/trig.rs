//! sin, cos and tan.
//!
//! Below 2^30 (binary64) or 2^16 (binary32) the argument is reduced by multiples of pi/2, held in three parts (Cody and Waite;
//! with a fused multiply-add the first step is exact, see S. Boldo, M. Daumas and R.-C. Li, "Formally verified argument reduction
//! with a fused multiply-add", 2009). The rest takes the rare path to the C library.

use super::coefficients::{COS_F32, COS_F64, SIN_F32, SIN_F64};
use super::dd::{Dd, fast_two_sum, pick, two_product};
use super::emit::{F, I};
use super::exp::round_product;
use super::rare::rare;

/// `|x| = quadrant * pi/2 + r`, with |r| hardly above pi/4.
fn reduce(x: F<'_>) -> (I<'_>, Dd<'_>) {
    let n = round_product(x, std::f64::consts::FRAC_2_PI);
    let (p1, p2, p3) = x.by(
        (std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33),
        (1.570_796_370_506_286_6, -4.371_138_828_673_793e-8, -1.715_124_510_005_881_9e-15),
    );
    let a = n.value.fma(-p1, x);
    let b = two_product(n.value, x.c(-p2));
    let sum = fast_two_sum(a, b.hi);
    (n.low_bits, Dd { hi: sum.hi, lo: n.value.mad(-p3, sum.lo + b.lo) })
}

/// `sin(r)` and `cos(r)`, each a sum of a leading term and a small one.
pub(super) fn sin_cos<'e>(r: Dd<'e>) -> (Dd<'e>, Dd<'e>) {
    let z = r.hi * r.hi;
    let sin_poly = z.poly(r.hi.by(&SIN_F64[..], &SIN_F32[..]));
    let cos_poly = z.poly(r.hi.by(&COS_F64[..], &COS_F32[..]));
    let half = z * 0.5;
    let leading = fast_two_sum(r.hi.c(1.0), -half);
    let cos = Dd { hi: leading.hi, lo: (z * z).mad(cos_poly, r.hi.mad(-r.lo, leading.lo)) };
    let sin = Dd { hi: r.hi, lo: (r.hi * z).mad(sin_poly, r.lo * leading.hi) };
    (sin, cos)
}

/// The largest argument of the fast path.
fn limit(x: F<'_>) -> f64 {
    x.by(1_073_741_824.0, 65_536.0)
}

/// Moves bit 1 of `quadrant` to the sign bit.
fn sign_of_quadrant(quadrant: I<'_>) -> I<'_> {
    (quadrant & 2).shl(quadrant.ty.bits() - 2)
}

/// `sin(r)` in an even quadrant and `cos(r)` in an odd one.
fn by_quadrant<'e>(quadrant: I<'e>, r: Dd<'e>) -> F<'e> {
    let (sin, cos) = sin_cos(r);
    let even = (quadrant & 1).eq(0);
    pick(even, sin, cos).value()
}

pub(super) fn sin(x: F<'_>) -> F<'_> {
    let magnitude = x.abs();
    let (quadrant, r) = reduce(magnitude);
    // Only the sign of x comes through the exclusive or: both magnitudes are equal.
    let sign = x.bits() ^ magnitude.bits() ^ sign_of_quadrant(quadrant);
    let regular = (by_quadrant(quadrant, r).bits() ^ sign).as_float();
    rare(magnitude.ge(limit(x)), "sin", &[x], regular)
}

pub(super) fn cos(x: F<'_>) -> F<'_> {
    let magnitude = x.abs();
    let (quadrant, r) = reduce(magnitude);
    let shifted = quadrant + 1;
    let regular = (by_quadrant(shifted, r).bits() ^ sign_of_quadrant(shifted)).as_float();
    rare(magnitude.ge(limit(x)), "cos", &[x], regular)
}

pub(super) fn tan(x: F<'_>) -> F<'_> {
    let magnitude = x.abs();
    let (quadrant, r) = reduce(magnitude);
    let (sin, cos) = sin_cos(r);
    let even = (quadrant & 1).eq(0);
    let (top, bottom) = (pick(even, sin, cos).normal(), pick(even, cos, sin).normal());
    let sign = x.bits() ^ magnitude.bits() ^ (quadrant & 1).shl(x.ty.bits() - 1);
    let regular = (top.div(bottom).value().bits() ^ sign).as_float();
    rare(magnitude.ge(limit(x)), "tan", &[x], regular)
}
