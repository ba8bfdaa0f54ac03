"""Ufuncs for one element, where they are more than an operation of the compiler.

The operands have the type of the ufunc's loop already, and the result has exactly the type of its row in the compiler's table.
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_complex, is_half, is_integer, is_integral, is_unsigned, numpy_class
from coluber.lib.python import complex_functions, float_parts
from coluber.lib.python.complex_math import in_type
from coluber.lib.python.mathmod import gcd_unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

# ufunc -> the function of complex numbers
_COMPLEX = {
    "sqrt": complex_functions.sqrt,
    "exp": complex_functions.exp,
    "exp2": complex_functions.exp2,
    "expm1": complex_functions.expm1,
    "log": complex_functions.log,
    "log2": complex_functions.log2,
    "log10": complex_functions.log10,
    "log1p": complex_functions.log1p,
    "sin": complex_functions.sin,
    "cos": complex_functions.cos,
    "tan": complex_functions.tan,
    "arcsin": complex_functions.asin,
    "arccos": complex_functions.acos,
    "arctan": complex_functions.atan,
    "sinh": complex_functions.sinh,
    "cosh": complex_functions.cosh,
    "tanh": complex_functions.tanh,
    "arcsinh": complex_functions.asinh,
    "arccosh": complex_functions.acosh,
    "arctanh": complex_functions.atanh,
}


def _register_complex(name: str, function: Callable[[complex], complex]) -> None:
    @implements(f"coluber.ufunc.{name}")
    def choose(z):
        return in_type(function, z) if is_complex(z) else None


for _name, _function in _COMPLEX.items():
    _register_complex(_name, _function)


# ------------------------------------------------------------------------------------------------- complex arithmetic


def _quotient(part: Any) -> FunctionType:
    """Return the division of complex numbers with parts of a type: Smith's method without branches, as it is for all elements.

    Division by zero divides both parts by zero.
    """
    zero, one = part(0), part(1)
    number = np.complex64 if part is np.float32 else np.complex128

    def divide(a, b):
        by_real = abs(b.real) >= abs(b.imag)
        big, small = (b.real, b.imag) if by_real else (b.imag, b.real)
        x, y = (a.real, a.imag) if by_real else (a.imag, a.real)
        is_zero = (big == zero) & (small == zero)
        ratio = zero if is_zero else np.divide(small, big)
        # As in NumPy, one division by the size of the divisor serves both parts.
        inverse = np.divide(one, zero if is_zero else big + small * ratio)
        from_y, from_x = (zero, zero) if is_zero else (y * ratio, x * ratio)
        return number(complex((x + from_y) * inverse, (y - from_x if by_real else from_x - y) * inverse))

    return divide


quotient = _quotient(np.float64)
quotient_single = _quotient(np.float32)


@implements("coluber.ufunc.divide")
def divide(a: Any, b: Any) -> FunctionType | None:
    """Return ``a / b`` of complex numbers."""
    if not is_complex(a):
        return None
    return quotient if a == types.complex128 else quotient_single


def complex_power(a: complex, b: complex) -> complex:
    """Return a to the power b, as NumPy does."""
    if b == 0.0:
        return complex(1.0, 0.0)
    if a == 0.0:
        if b.real > 0.0:
            return complex(0.0, 0.0)
        return complex(math.nan, math.nan)
    if b.imag == 0.0 and abs(b.real) < 100.0 and math.floor(b.real) == b.real:
        power = complex_functions.integer_power(a, abs(int(b.real)))
        return power if b.real > 0.0 else quotient(complex(1.0, 0.0), power)
    return complex_functions.polar_power(a, b)


# ------------------------------------------------------------------------------------------------------------- powers


def _power(base: Any) -> FunctionType:
    number = numpy_class(base)
    if is_complex(base):
        double = np.complex128

        def impl(a, b):
            return number(complex_power(double(a), double(b)))

    elif is_integral(base):
        impl = _integer_power(number)
    else:

        def impl(a, b):
            return math.pow(a, b)

    return impl


def _integer_power(number: Any) -> FunctionType:
    wide = np.uint64 if number(0).dtype.kind == "u" else np.int64

    def impl(a, b):
        if b < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        result, factor, left = wide(1), wide(a), np.uint64(b)
        while left != 0:
            if left & 1 != 0:
                result = result * factor
            factor = factor * factor
            left = left >> 1
        return number(result)

    return impl


@implements("coluber.ufunc.power", "coluber.ufunc.float_power")
def power(a: Any, b: Any) -> FunctionType | None:
    """Return ``a ** b``."""
    return _power(a)


# --------------------------------------------------------------------------------------------------- sign, reciprocal


def complex_sign(z: complex) -> complex:
    """Return z divided by its modulus, or 0."""
    x, y = z.real, z.imag
    if math.isnan(x) or math.isnan(y):
        return complex(math.nan, math.nan)
    if math.isinf(x) or math.isinf(y):
        if math.isinf(x) and math.isinf(y):
            return complex(math.nan, math.nan)
        real = math.copysign(1.0, x) if math.isinf(x) else 0.0
        return complex(real, math.copysign(1.0, y) if math.isinf(y) else 0.0)
    if x == 0.0 and y == 0.0:
        return complex(0.0, 0.0)
    size = math.hypot(x, y)
    return complex(x / size, y / size)


@implements("coluber.ufunc.sign")
def sign(x: Any) -> FunctionType | None:
    """Return -1, 0 or 1; the direction of a complex number."""
    if is_complex(x):
        return in_type(complex_sign, x)
    number = numpy_class(x)

    def impl(x):
        return number(number(x > number(0)) - number(x < number(0)))

    def impl_float(x):
        if x > number(0):
            return number(1)
        return number(-1) if x < number(0) else x + number(0)

    return impl if is_integral(x) else impl_float


def complex_reciprocal(z: complex) -> complex:
    """Return 1 / z by Smith's method."""
    x, y = z.real, z.imag
    if abs(y) <= abs(x):
        ratio = np.divide(y, x)
        scale = x + y * ratio
        return complex(np.divide(1.0, scale), np.divide(-ratio, scale))
    ratio = np.divide(x, y)
    scale = x * ratio + y
    return complex(np.divide(ratio, scale), np.divide(-1.0, scale))


@implements("coluber.ufunc.reciprocal")
def reciprocal(x: Any) -> FunctionType | None:
    """Return ``1 / x``, for integers without the fraction."""
    if is_complex(x):
        return in_type(complex_reciprocal, x)
    number = numpy_class(x)
    if not is_integer(x):

        def impl(x):
            return np.divide(number(1), x)

        return impl
    # What NumPy gives for 1 / 0.
    of_zero = number(-(1 << (x.bitwidth - 1)) if x.signed and x.bitwidth >= 32 else 0)

    def impl_integer(x):
        if x == number(0):
            return of_zero
        return x if x == number(1) or x == number(-1) else number(0)

    def impl_unsigned(x):
        return number(x == number(1))

    return impl_unsigned if is_unsigned(x) else impl_integer


# ------------------------------------------------------------------------------------------------------------- floats


@implements("coluber.ufunc.logaddexp")
def logaddexp(a: Any, b: Any) -> FunctionType | None:
    """Return the logarithm of a sum of exponentials."""
    number = numpy_class(a)
    ln2 = number(math.log(2.0))

    def impl(a, b):
        if a == b:
            return a + ln2
        if a > b:
            return a + np.log1p(np.exp(b - a))
        if b > a:
            return b + np.log1p(np.exp(a - b))
        return a + b

    return impl


@implements("coluber.ufunc.logaddexp2")
def logaddexp2(a: Any, b: Any) -> FunctionType | None:
    """Return the logarithm to base 2 of a sum of powers of 2."""
    number = numpy_class(a)
    log2_e = number(1.0 / math.log(2.0))

    def impl(a, b):
        if a == b:
            return a + number(1)
        if a > b:
            return a + log2_e * np.log1p(np.exp2(b - a))
        if b > a:
            return b + log2_e * np.log1p(np.exp2(a - b))
        return a + b

    return impl


@implements("coluber.ufunc.spacing")
def spacing(x: Any) -> FunctionType | None:
    """Return the distance to the next number away from zero."""
    number = numpy_class(x)
    infinity = number(np.inf)

    def impl(x):
        if x == number(0):
            return np.nextafter(number(0), number(1))
        return np.nextafter(x, np.copysign(infinity, x)) - x

    def impl_half(x):
        # NumPy's of float16 is the distance to the next larger number.
        return number(np.nan) if np.isinf(x) else np.nextafter(x, infinity) - x

    return impl_half if is_half(x) else impl


@implements("coluber.ufunc.ldexp")
def ldexp(x: Any, n: Any) -> FunctionType | None:
    """Return ``x * 2**n``."""
    number = numpy_class(x)
    if is_complex(x) or not is_integral(n):
        return None
    double, integer = np.float64, np.int64

    def impl(x, n):
        return number(float_parts.scale(double(x), integer(n)))

    return impl


# ----------------------------------------------------------------------------------------------------------- integers


@implements("coluber.ufunc.gcd")
def gcd(a: Any, b: Any) -> FunctionType | None:
    """Return the greatest common divisor."""
    number, unsigned = numpy_class(a), np.uint64

    def impl(a, b):
        return number(gcd_unsigned(unsigned(_size(a)), unsigned(_size(b))))

    _size = magnitude_unsigned if is_unsigned(a) else magnitude_signed
    return impl


@implements("coluber.ufunc.lcm")
def lcm(a: Any, b: Any) -> FunctionType | None:
    """Return the least common multiple."""
    number, unsigned = numpy_class(a), np.uint64

    def impl(a, b):
        x, y = unsigned(_size(a)), unsigned(_size(b))
        if x == 0 or y == 0:
            return number(0)
        return number(x // gcd_unsigned(x, y) * y)

    _size = magnitude_unsigned if is_unsigned(a) else magnitude_signed
    return impl


def magnitude_signed(x: int) -> int:
    """Return the absolute value of an integer with sign, in 64 bits."""
    return abs(np.int64(x))


def magnitude_unsigned(x: int) -> int:
    """Return an integer without sign."""
    return np.uint64(x)
