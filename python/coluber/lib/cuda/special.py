"""Functions of float64 numbers that CUDA has and `math` has not."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.lib import intrinsics
from coluber.lib.python import float_parts

_float64 = types.float64


def erfcx(x: float) -> float:
    """Return ``exp(x * x) * erfc(x)``."""
    if x < 25.0:
        return math.exp(x * x) * math.erfc(x) if x > -26.7 else math.inf
    # Five terms of the asymptotic series give full precision from 25 on.
    half = 0.5 / (x * x)
    return (1.0 - half * (1.0 - half * (3.0 - half * (15.0 - half * 105.0)))) / (x * 1.772453850905516)


def normcdf(x: float) -> float:
    """Return the cumulative distribution of the normal distribution."""
    return 0.5 * math.erfc(-x / 1.4142135623730951)


def quantile_below(p: float) -> float:
    """Return the inverse of `normcdf` for 0 < p <= 0.5: a rational guess, then Newton's method."""
    t = math.sqrt(-2.0 * math.log(p))
    guess = (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in range(4):
        density = math.exp(-guess * guess / 2.0) / 2.5066282746310002
        if density > 0.0:
            guess = guess - (normcdf(guess) - p) / density
    return guess


def normcdfinv(p: float) -> float:
    """Return the inverse of the normal distribution."""
    if not (p > 0.0 and p < 1.0):
        return -math.inf if p == 0.0 else (math.inf if p == 1.0 else math.nan)
    if p == 0.5:
        return 0.0
    return quantile_below(p) if p < 0.5 else -quantile_below(1.0 - p)


def erfcinv(x: float) -> float:
    """Return the inverse of the complementary error function."""
    return -normcdfinv(x / 2.0) / 1.4142135623730951


def erfinv(x: float) -> float:
    """Return the inverse of the error function."""
    size = abs(x)
    if not size < 1.0:
        return math.copysign(math.inf, x) if size == 1.0 else math.nan
    if size > 0.5:
        return math.copysign(erfcinv(1.0 - size), x)
    root = x * 0.886226925452758
    for _ in range(5):
        root = root - (math.erf(root) - x) * 0.886226925452758 * math.exp(root * root)
    return root if x != 0.0 else x


def exp10(x: float) -> float:
    """Return ``10 ** x``."""
    return math.pow(10.0, x)


def lgamma(x: float) -> float:
    """Return the logarithm of the gamma function; infinite at its poles."""
    return math.inf if x <= 0.0 and x == np.floor(x) else math.lgamma(x)


def tgamma(x: float) -> float:
    """Return the gamma function; NaN at negative integers."""
    if x < 0.0 and x == np.floor(x):
        return math.nan
    return math.copysign(math.inf, x) if x == 0.0 else math.gamma(x)


def logb(x: float) -> float:
    """Return the exponent as a float."""
    if x == 0.0:
        return -math.inf
    return _float64(float_parts.split(x)[1] - 1) if math.isfinite(x) else abs(x)


def ilogb(x: float) -> int:
    """Return the exponent as an integer."""
    if x == 0.0 or x != x:
        return -2147483648
    return float_parts.split(x)[1] - 1 if math.isfinite(x) else 2147483647


def round_away(x: float) -> float:
    """Return the nearest integer; halves go away from zero."""
    whole = np.trunc(x)
    if abs(x - whole) >= 0.5:
        whole = whole + math.copysign(1.0, x)
    return math.copysign(whole, x) if x == x else x


def rcbrt(x: float) -> float:
    """Return ``1 / cbrt(x)``."""
    return np.divide(1.0, math.cbrt(x))


def rsqrt(x: float) -> float:
    """Return ``1 / sqrt(x)``."""
    return np.divide(1.0, math.sqrt(x))


def sinpi(x: float) -> float:
    """Return ``sin(pi * x)``."""
    part = math.fmod(x, 2.0)
    if part != part or part == np.trunc(part):
        return math.copysign(0.0, x) if part == part else math.nan
    size = abs(part)
    turned = size - 1.0 if size > 1.0 else size
    turned = 1.0 - turned if turned > 0.5 else turned
    value = math.sin(math.pi * turned) if turned < 0.25 else math.cos(math.pi * (0.5 - turned))
    return math.copysign(value, part if size < 1.0 else -part)


def cospi(x: float) -> float:
    """Return ``cos(pi * x)``."""
    part = abs(math.fmod(x, 2.0))
    if part != part:
        return math.nan
    turned = 2.0 - part if part > 1.0 else part
    near = 1.0 - turned if turned > 0.5 else turned
    if near == 0.5:
        return 0.0
    value = math.cos(math.pi * near) if near < 0.25 else math.sin(math.pi * (0.5 - near))
    return -value if turned > 0.5 else value


def sincospi(x: float) -> tuple[float, float]:
    """Return sine and cosine of half turns."""
    return sinpi(x), cospi(x)


def sincos(x: float) -> tuple[float, float]:
    """Return sine and cosine, in the type of x."""
    return math.sin(x), math.cos(x)


def fdim(x: float, y: float) -> float:
    """Return the difference where it is positive, else 0."""
    if x != x or y != y:
        return x + y
    return x - y if x > y else 0.0


def fmax(x: float, y: float) -> float:
    """Return the larger one; a NaN only if both are."""
    return x if y != y or x > y else y


def fmin(x: float, y: float) -> float:
    """Return the smaller one; a NaN only if both are."""
    return x if y != y or x < y else y


def powi(x: float, n: int) -> float:
    """Return ``x ** n``."""
    return math.pow(x, _float64(n))


def ldexp(x: float, n: int) -> float:
    """Return ``x * 2 ** n``."""
    return float_parts.scale(x, types.int64(n))


def modf(x: float) -> tuple[float, float]:
    """Return fraction and whole number."""
    whole = np.trunc(x)
    return math.copysign(0.0 if math.isinf(x) else x - whole, x), whole


def remquo(x: float, y: float) -> tuple[float, int]:
    """Return IEEE's remainder, and the low three bits of the quotient with its sign."""
    rest = math.remainder(x, y)
    if rest != rest or math.isinf(y):
        return rest, 0
    size, by = abs(x), abs(y)
    # The quotient modulo 8: fmod leaves less than 8 * y, whose halves, quarters ... are taken off.
    left = math.fmod(size, by * 8.0) if by < 2.0**1020 else size
    count = 0
    if by < 2.0**1021 and left >= by * 4.0:
        left, count = left - by * 4.0, 4
    if by < 2.0**1022 and left >= by * 2.0:
        left, count = left - by * 2.0, count + 2
    if left >= by:
        left, count = left - by, count + 1
    if left > by - left or (left == by - left and count % 2 != 0):
        count = count + 1
    count = count & 7
    return rest, -count if (x < 0.0) != (y < 0.0) else count


def saturate(x: float) -> float:
    """Return a number within 0 and 1; 0 for NaN."""
    return min(x, 1.0) if x > 0.0 else 0.0


def llrint(x: float) -> float:
    """Return the nearest integer as a float."""
    return intrinsics.rint(x)


# -------------------------------------------------------------------------------------------------------------- Bessel


def bessel_j(n: int, x: float) -> float:
    """Return the Bessel function of the first kind of an integer order."""
    order, size = abs(n), abs(x)
    sign = -1.0 if order % 2 != 0 and (n < 0) != (x < 0.0) else 1.0
    if order == 0 or size == 0.0 or not math.isfinite(x):
        return intrinsics.bessel_j0(size) if order == 0 else size * 0.0 if math.isfinite(x) else (x if x != x else 0.0)
    if order == 1:
        return sign * intrinsics.bessel_j1(size)
    return sign * (upwards(order, size) if size > _float64(order) else downwards(order, size))


def upwards(n: int, x: float) -> float:
    """Recurrence from orders 0 and 1, which is stable below x."""
    before, present = intrinsics.bessel_j0(x), intrinsics.bessel_j1(x)
    for order in range(1, n):
        before, present = present, 2.0 * _float64(order) / x * present - before
    return present


def downwards(n: int, x: float) -> float:
    """Miller's recurrence from a high order, scaled by the sum of the even orders."""
    if x < 1e-8:
        # The first term of the series.
        term = 1.0
        for order in range(1, n + 1):
            term = term * (x * 0.5 / _float64(order))
        return term
    start = 2 * ((n + types.int64(math.sqrt(60.0 * _float64(n))) + 20) // 2)
    above, present, total, found = 0.0, 1e-300, 0.0, 0.0
    for order in range(start, 0, -1):
        above, present = present, 2.0 * _float64(order) / x * present - above
        if abs(present) > 1e200:
            above, present, total, found = above * 1e-200, present * 1e-200, total * 1e-200, found * 1e-200
        if order - 1 == n:
            found = present
        if (order - 1) % 2 == 0:
            total = total + (present if order == 1 else 2.0 * present)
    return found / total


def bessel_y(n: int, x: float) -> float:
    """Return the Bessel function of the second kind of an integer order."""
    order = abs(n)
    sign = -1.0 if n < 0 and order % 2 != 0 else 1.0
    if not x > 0.0:
        return -sign * math.inf if x == 0.0 else math.nan
    if math.isinf(x):
        return 0.0
    before, present = intrinsics.bessel_y0(x), intrinsics.bessel_y1(x)
    if order == 0:
        return before
    for k in range(1, order):
        if math.isinf(present):
            break
        before, present = present, 2.0 * _float64(k) / x * present - before
    return sign * present
