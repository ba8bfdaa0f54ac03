//! cbrt and hypot.

use super::coefficients::INVERSE_CBRT;
use super::dd::{Dd, two_product};
use super::emit::F;
use super::exp::{bias, exponent_bits, round_product};
use super::log::split;

/// The cube root: a polynomial for `m^(-1/3)`, one step of Newton's iteration for the inverse root, which needs no division, and a step
/// for the root itself with the cube in two parts (J.-M. Muller, "Elementary Functions", section 5).
pub(super) fn cbrt(x: F<'_>) -> F<'_> {
    let size = x.abs();
    let parts = split(size);
    // k = 3 q + r with r in -1, 0, 1.
    let q = round_product(parts.k, 1.0 / 3.0);
    let r = q.value.mad(-3.0, parts.k);
    let by_rest = |low: f64, high: f64| r.lt(0.0).pick(x.c(low), r.gt(0.0).pick(x.c(high), x.c(1.0)));
    let m = parts.m * by_rest(0.5, 2.0);
    let start = parts.m.poly(&INVERSE_CBRT) * by_rest(1.259_921_049_894_873_2, 0.793_700_525_984_099_8);
    let inverse = if x.is_double() { newton(start, m) } else { start };
    let inverse_square = inverse * inverse;
    let root = m * inverse_square;
    let cube = two_product(root, root).mul_f(root);
    let error = (cube.hi - m) + cube.lo;
    let root = (error * inverse_square).mad(-1.0 / 3.0, root);
    let regular = root * exponent_bits(q.low_bits + bias(x));
    let finite = size.lt(x.inf()).pick(regular, size);
    size.eq(0.0).pick(size, finite).copysign(x)
}

/// One step towards `m^(-1/3)`: the error is squared and doubled.
fn newton<'e>(y: F<'e>, m: F<'e>) -> F<'e> {
    let error = (y * y * y).mad(-m, 1.0);
    (error * y).mad(1.0 / 3.0, y)
}

pub(super) fn hypot<'e>(x: F<'e>, y: F<'e>) -> F<'e> {
    let (a, b) = (x.abs(), y.abs());
    let regular = if x.is_double() { hypot_f64(a, b) } else { hypot_f32(a, b) };
    (a.eq(x.inf()) | b.eq(x.inf())).pick(x.inf(), regular)
}

/// In binary64 nothing overflows and the squares are exact.
fn hypot_f32<'e>(a: F<'e>, b: F<'e>) -> F<'e> {
    let (a, b) = (a.extend(), b.extend());
    a.mad(a, b * b).sqrt().truncate()
}

/// The sum of the squares in two parts, scaled out of the reach of overflow and underflow, and a correction of its root.
fn hypot_f64<'e>(a: F<'e>, b: F<'e>) -> F<'e> {
    let larger = a.gt(b).pick(a, b);
    let (down, up) = (2f64.powi(-600), 2f64.powi(600));
    let (big, small) = (larger.gt(1e150), larger.lt(1e-140));
    let pick = |if_big: f64, if_small: f64| big.pick(a.c(if_big), small.pick(a.c(if_small), a.c(1.0)));
    let (scale, back) = (pick(down, up), pick(up, down));
    let (a, b) = (a * scale, b * scale);
    let (aa, bb) = (two_product(a, a), two_product(b, b));
    let sum: Dd<'_> = aa.add(bb);
    let root = sum.hi.sqrt();
    let divisor = root.eq(0.0).pick(root.c(1.0), root + root);
    let rest = (-root).fma(root, sum.hi) + sum.lo;
    (root + rest / divisor) * back
}
