"""``round(x, n)`` of floats."""

from __future__ import annotations

import math

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_integral

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# The powers of ten that are exact as float64.
_POWERS = tuple(float(10**k) for k in range(23))
_LARGEST = len(_POWERS) - 1

# From here on the distance of float64 numbers is 2: a number that is as large when it is scaled has no more digits to round.
_INTEGERS = 2.0**53

# Splits a float64 into two of 26 bits (Dekker, "A floating-point technique for extending the available precision", 1971).
_SPLITTER = 2.0**27 + 1.0


def product_error(a: float, b: float, product: float) -> float:
    """Return what rounding took from the product of two numbers that are not huge."""
    t = a * _SPLITTER
    a_high = t - (t - a)
    t = b * _SPLITTER
    b_high = t - (t - b)
    a_low, b_low = a - a_high, b - b_high
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


def round_product(x: float, unit: float) -> float:
    """Return the integer nearest to the exact product of two numbers, the even one at ties; it is below 2**53."""
    product = x * unit
    below = math.floor(product)
    rest = product - float(below)
    error = product_error(x, unit, product)
    if rest > 0.5 or (rest == 0.5 and (error > 0.0 or (error == 0.0 and below % 2 != 0))):
        return float(below + 1)
    return float(below)


def round_to_fraction(x: float, digits: int) -> float:
    """Return a positive x rounded to digits behind the point: the float64 nearest to the decimal that is nearest to x."""
    if digits > _LARGEST:
        if digits > 330 or x * 1e22 >= _INTEGERS:
            return x
        # The powers are not exact any more; the result is within a unit of the last place.
        first, second = _POWERS[_LARGEST], math.pow(10.0, float(digits - _LARGEST))
        scaled = x * first * second
        return x if scaled >= _INTEGERS else float(math.floor(scaled + 0.5)) / first / second
    unit = _POWERS[digits]
    if x >= _INTEGERS or x * unit >= _INTEGERS:
        return x
    return round_product(x, unit) / unit


def round_to_multiple(x: float, digits: int) -> float:
    """Return a positive x rounded to a multiple of a power of ten."""
    if digits > 308:
        return 0.0
    unit = _POWERS[digits] if digits <= _LARGEST else math.pow(10.0, float(digits))
    rest = math.fmod(x, unit)
    up = unit - rest
    if rest > up or (rest == up and math.fmod(x, 2.0 * unit) >= unit):
        return x + up
    return x - rest


def round_digits_double(x: float, n: int) -> float:
    """Return x rounded to n digits behind the point (before it, for a negative n), to even at ties."""
    if x == 0.0 or not math.isfinite(x):
        return x
    size = abs(x)
    rounded = round_to_fraction(size, n) if n >= 0 else round_to_multiple(size, -n)
    return math.copysign(rounded, x)


@implements("coluber.round_digits")
def round_digits(x: Any, n: Any) -> FunctionType | None:
    """Return ``round(x, n)`` of a float."""
    if not (isinstance(x, types.Float) and is_integral(n)):
        return None
    number, double, count = types.unliteral(x), types.float64, types.int64

    def impl(x, n):
        return number(round_digits_double(double(x), count(n)))

    return impl
