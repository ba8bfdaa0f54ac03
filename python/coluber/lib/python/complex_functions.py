"""Elementary functions of complex128 numbers, for ``cmath``, for NumPy's ufuncs and for powers.

The inverse functions follow W. Kahan, "Branch cuts for complex elementary functions, or much ado about nothing's sign bit"
(1987); infinities and NaNs follow Annex G of the C standard. None of these functions raises: outside of a function's domain
the result has infinite or NaN parts.
"""

from __future__ import annotations

import math

INF = math.inf
NAN = math.nan
LN2 = math.log(2.0)
LN10 = math.log(10.0)
PI_2 = math.pi / 2.0

# Beyond these, squares or sums of parts overflow or lose bits.
_HUGE = 1e300
_TINY = 1e-290
_SQUARE_HUGE = 1e150
_SQUARE_TINY = 1e-150


def hypotenuse_logarithm(x: float, y: float) -> float:
    """Return the logarithm of the modulus of x + iy."""
    ax, ay = abs(x), abs(y)
    big, small = (ax, ay) if ax >= ay else (ay, ax)
    if ax == 0.0 and ay == 0.0:
        return -INF
    if big > _HUGE:
        return math.log(math.hypot(ax * 0.5, ay * 0.5)) + LN2
    if big < _TINY:
        return math.log(math.hypot(ax * 2.0**60, ay * 2.0**60)) - 60.0 * LN2
    size = math.hypot(ax, ay)
    if 0.7 < size < 1.75:
        return 0.5 * math.log1p((big - 1.0) * (big + 1.0) + small * small)
    return math.log(size)


def exp(z: complex) -> complex:
    """Return e to the power z."""
    x, y = z.real, z.imag
    if y == 0.0:
        return complex(math.exp(x), y)
    if not math.isfinite(y):
        if x == -INF:
            return complex(0.0, 0.0)
        if x == INF:
            return complex(INF, NAN)
        return complex(NAN, NAN)
    if abs(x) > 700.0:
        half = math.exp(x * 0.5)
        return complex(half * math.cos(y) * half, half * math.sin(y) * half)
    size = math.exp(x)
    return complex(size * math.cos(y), size * math.sin(y))


def exp2(z: complex) -> complex:
    """Return 2 to the power z."""
    return exp(complex(z.real * LN2, z.imag * LN2))


def expm1(z: complex) -> complex:
    """Return e to the power z less 1, without cancellation for small z."""
    x, y = z.real, z.imag
    half = math.sin(y * 0.5)
    return complex(math.expm1(x) * math.cos(y) - 2.0 * half * half, math.exp(x) * math.sin(y))


def log(z: complex) -> complex:
    """Return the natural logarithm of z."""
    return complex(hypotenuse_logarithm(z.real, z.imag), math.atan2(z.imag, z.real))


def log2(z: complex) -> complex:
    """Return the logarithm to base 2."""
    w = log(z)
    return complex(w.real / LN2, w.imag / LN2)


def log10(z: complex) -> complex:
    """Return the logarithm to base 10."""
    w = log(z)
    return complex(w.real / LN10, w.imag / LN10)


def log1p(z: complex) -> complex:
    """Return the logarithm of 1 + z, without cancellation for small z."""
    x, y = z.real, z.imag
    if abs(x) < 0.5 and abs(y) < 0.5:
        return complex(0.5 * math.log1p(x * (2.0 + x) + y * y), math.atan2(y, 1.0 + x))
    return log(complex(1.0 + x, y))


def sqrt(z: complex) -> complex:
    """Return the square root with a real part that is not negative."""
    x, y = z.real, z.imag
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    if math.isinf(y):
        return complex(INF, y)
    if math.isnan(x):
        return complex(NAN, NAN)
    if math.isinf(x):
        return _sqrt_of_infinity(x, y)
    ax, ay, scale = abs(x), abs(y), 1.0
    if ax > _HUGE or ay > _HUGE:
        ax, ay, scale = ax * 0.0625, ay * 0.0625, 4.0
    elif ax < _TINY and ay < _TINY:
        ax, ay, scale = ax * 2.0**108, ay * 2.0**108, 2.0**-54
    root = math.sqrt((ax + math.hypot(ax, ay)) * 0.5)
    other = ay / (root + root)
    if x >= 0.0:
        return complex(root * scale, math.copysign(other * scale, y))
    return complex(other * scale, math.copysign(root * scale, y))


def _sqrt_of_infinity(x: float, y: float) -> complex:
    """Return the square root where the real part is infinite and the imaginary is not."""
    zero = y if math.isnan(y) else 0.0
    if x > 0.0:
        return complex(x, math.copysign(zero, y))
    return complex(zero, math.copysign(INF, y))


def sinh(z: complex) -> complex:
    """Return the hyperbolic sine."""
    x, y = z.real, z.imag
    if y == 0.0:
        return complex(math.sinh(x), y)
    if not math.isfinite(y):
        real = x if x == 0.0 or math.isinf(x) else NAN
        return complex(real, NAN)
    if abs(x) > 700.0:
        half = math.exp(abs(x) * 0.5)
        return complex(math.copysign(0.5 * half, x) * math.cos(y) * half, 0.5 * half * math.sin(y) * half)
    return complex(math.sinh(x) * math.cos(y), math.cosh(x) * math.sin(y))


def cosh(z: complex) -> complex:
    """Return the hyperbolic cosine."""
    x, y = z.real, z.imag
    if y == 0.0:
        imaginary = y if math.isnan(x) else math.copysign(1.0, x) * y
        return complex(math.cosh(x), imaginary)
    if not math.isfinite(y):
        if x == 0.0:
            return complex(NAN, 0.0)
        return complex(INF if math.isinf(x) else NAN, NAN)
    if abs(x) > 700.0:
        half = math.exp(abs(x) * 0.5)
        return complex(0.5 * half * math.cos(y) * half, math.copysign(0.5 * half, x) * math.sin(y) * half)
    return complex(math.cosh(x) * math.cos(y), math.sinh(x) * math.sin(y))


def tanh(z: complex) -> complex:
    """Return the hyperbolic tangent."""
    x, y = z.real, z.imag
    if y == 0.0:
        return complex(math.tanh(x), y)
    if math.isinf(x):
        return complex(math.copysign(1.0, x), math.copysign(0.0, math.sin(2.0 * y) if math.isfinite(y) else y))
    if not math.isfinite(y):
        return complex(x if x == 0.0 else NAN, NAN)
    if abs(x) > 22.0:
        return complex(math.copysign(1.0, x), 4.0 * math.sin(y) * math.cos(y) * math.exp(-2.0 * abs(x)))
    tangent = math.tan(y)
    square = 1.0 + tangent * tangent
    s = math.sinh(x)
    denominator = 1.0 + square * s * s
    return complex(square * math.sqrt(1.0 + s * s) * s / denominator, tangent / denominator)


def sin(z: complex) -> complex:
    """Return the sine."""
    w = sinh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


def cos(z: complex) -> complex:
    """Return the cosine."""
    return cosh(complex(-z.imag, z.real))


def tan(z: complex) -> complex:
    """Return the tangent."""
    w = tanh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


def is_huge(x: float, y: float) -> bool:
    """Whether a part is so large, or infinite, that 1 makes no difference to it."""
    return abs(x) > _HUGE or abs(y) > _HUGE


def huge_logarithm(x: float, y: float) -> float:
    """Return the logarithm of twice the modulus of a huge x + iy."""
    return math.log(math.hypot(x * 0.25, y * 0.25)) + 3.0 * LN2


def acos(z: complex) -> complex:
    """Return the inverse cosine."""
    x, y = z.real, z.imag
    if is_huge(x, y):
        return complex(math.atan2(abs(y), x), math.copysign(huge_logarithm(x, y), -y))
    if x == 0.0 and math.isnan(y):
        return complex(PI_2, NAN)
    below, above = sqrt(complex(1.0 - x, -y)), sqrt(complex(1.0 + x, y))
    real = 2.0 * math.atan2(below.real, above.real)
    return complex(real, math.asinh(above.real * below.imag - above.imag * below.real))


def asin(z: complex) -> complex:
    """Return the inverse sine."""
    x, y = z.real, z.imag
    if is_huge(x, y):
        return complex(math.copysign(math.atan2(abs(x), abs(y)), x), math.copysign(huge_logarithm(x, y), y))
    if x == 0.0 and math.isnan(y):
        return complex(x, NAN)
    below, above = sqrt(complex(1.0 - x, -y)), sqrt(complex(1.0 + x, y))
    real = math.atan2(x, below.real * above.real - below.imag * above.imag)
    return complex(real, math.asinh(below.real * above.imag - below.imag * above.real))


def acosh(z: complex) -> complex:
    """Return the inverse hyperbolic cosine."""
    x, y = z.real, z.imag
    if is_huge(x, y):
        return complex(huge_logarithm(x, y), math.atan2(y, x))
    if x == 0.0 and math.isnan(y):
        return complex(NAN, PI_2)
    below, above = sqrt(complex(x - 1.0, y)), sqrt(complex(x + 1.0, y))
    real = math.asinh(below.real * above.real + below.imag * above.imag)
    return complex(real, 2.0 * math.atan2(below.imag, above.real))


def asinh(z: complex) -> complex:
    """Return the inverse hyperbolic sine."""
    w = asin(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


def atanh(z: complex) -> complex:
    """Return the inverse hyperbolic tangent."""
    x, y = z.real, z.imag
    if math.copysign(1.0, x) < 0.0:
        w = atanh_of_right_half(-x, -y)
        return complex(-w.real, -w.imag)
    return atanh_of_right_half(x, y)


def atanh_of_right_half(x: float, y: float) -> complex:
    """Return the inverse hyperbolic tangent of x + iy for a positive x."""
    ay = abs(y)
    if x > _SQUARE_HUGE or ay > _SQUARE_HUGE:
        if math.isnan(x) and not math.isinf(ay):
            return complex(NAN, NAN)
        return complex(_huge_reciprocal(x, ay), NAN if math.isnan(y) else math.copysign(PI_2, y))
    if x == 0.0 and math.isnan(y):
        return complex(x, y)
    if x == 1.0 and ay < _SQUARE_TINY:
        if ay == 0.0:
            return complex(INF, y)
        real = -math.log(math.sqrt(ay) / math.sqrt(math.hypot(ay, 2.0)))
        return complex(real, math.copysign(0.5 * math.atan2(2.0, -ay), y))
    distance = 1.0 - x
    real = 0.25 * math.log1p(4.0 * x / (distance * distance + ay * ay))
    return complex(real, 0.5 * math.atan2(2.0 * y, distance * (1.0 + x) - ay * ay))


def _huge_reciprocal(x: float, y: float) -> float:
    """Return the real part of 1 / (x + iy) for huge parts."""
    if math.isinf(x) or math.isinf(y):
        return 0.0
    half = math.hypot(x * 0.5, y * 0.5)
    return x / 4.0 / half / half


def atan(z: complex) -> complex:
    """Return the inverse tangent."""
    w = atanh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


def divide(a: complex, b: complex) -> complex:
    """Return a / b for a divisor that is not zero, by Smith's method (CACM algorithm 116, 1962)."""
    if abs(b.real) >= abs(b.imag) or b.imag == 0.0:
        ratio = b.imag / b.real
        scale = b.real + b.imag * ratio
        return complex((a.real + a.imag * ratio) / scale, (a.imag - a.real * ratio) / scale)
    ratio = b.real / b.imag
    scale = b.real * ratio + b.imag
    return complex((a.real * ratio + a.imag) / scale, (a.imag * ratio - a.real) / scale)


def integer_power(z: complex, n: int) -> complex:
    """Return z to the power n, which is not negative, by repeated squaring."""
    result = complex(1.0, 0.0)
    factor = z
    while n > 0:
        if n & 1 != 0:
            result = result * factor
        n = n >> 1
        if n > 0:
            factor = factor * factor
    return result


def polar_power(z: complex, exponent: complex) -> complex:
    """Return z, which is not zero, to a complex power."""
    logarithm, angle = hypotenuse_logarithm(z.real, z.imag), math.atan2(z.imag, z.real)
    turn = angle * exponent.real + exponent.imag * logarithm
    size = math.pow(math.hypot(z.real, z.imag), exponent.real)
    if exponent.imag != 0.0:
        size = size * math.exp(-angle * exponent.imag)
    return complex(size * math.cos(turn), size * math.sin(turn))
