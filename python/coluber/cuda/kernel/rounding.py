"""Arithmetic rounded in a given direction, for the simulator: exact fractions, rounded once."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Directions: to the nearest, to zero, up, down.
DIRECTIONS = ("rn", "rz", "ru", "rd")


def rounded(exact: Fraction, dtype: type, direction: str = "rn") -> Any:
    """Return an exact number as a floating-point one.

    Parameters
    ----------
    exact : Fraction
        The number.
    dtype : type
        ``numpy.float16``, ``float32`` or ``float64``.
    direction : str
        One of `DIRECTIONS`.
    """
    nearest = _nearest(exact, dtype)
    if direction == "rn":
        return nearest
    if math.isinf(nearest):
        above = nearest > 0
    else:
        difference = Fraction(float(nearest)) - exact
        if difference == 0:
            return nearest
        above = difference > 0
    down = direction == "rd" or (direction == "rz" and exact > 0)
    with np.errstate(all="ignore"):
        if down:
            return np.nextafter(nearest, dtype(-np.inf)) if above else nearest
        return nearest if above else np.nextafter(nearest, dtype(np.inf))


def _nearest(exact: Fraction, dtype: type) -> Any:
    try:
        wide = float(exact)
    except OverflowError:
        wide = math.inf if exact > 0 else -math.inf
    if dtype is np.float64:
        return np.float64(wide)
    with np.errstate(all="ignore"):
        guess = dtype(wide)
        if not np.isfinite(guess):
            return guess
        choices = [guess, np.nextafter(guess, dtype(np.inf)), np.nextafter(guess, dtype(-np.inf))]
    choices = [choice for choice in choices if np.isfinite(choice)]
    # A tie goes to the one whose last bit is zero.
    bits = {2: np.uint16, 4: np.uint32}[np.dtype(dtype).itemsize]
    return min(choices, key=lambda choice: (abs(Fraction(float(choice)) - exact), int(choice.view(bits)) & 1))


def exactly(
    compute: Callable[..., Fraction], plain: Callable[..., Any], values: tuple[Any, ...], dtype: type, direction: str
) -> Any:
    """Compute with exact numbers and round once; `plain` is for infinities, NaN and zeros.

    Parameters
    ----------
    compute : callable
        The function of fractions.
    plain : callable
        The same of floating-point numbers.
    values : tuple of float
        The arguments.
    dtype : type
        The type of the result.
    direction : str
        One of `DIRECTIONS`.
    """
    numbers = [dtype(value) for value in values]
    with np.errstate(all="ignore"):
        if all(np.isfinite(number) for number in numbers):
            try:
                exact = compute(*(Fraction(float(number)) for number in numbers))
            except ZeroDivisionError:
                return dtype(plain(*numbers))
            if exact != 0:
                return rounded(exact, dtype, direction)
        return dtype(plain(*numbers))


def fused(a: Any, b: Any, c: Any) -> Any:
    """Return ``a * b + c``, rounded once to the common type."""
    dtype = np.result_type(*(value if isinstance(value, np.generic) else np.float64 for value in (a, b, c))).type
    if not issubclass(dtype, np.floating):
        dtype = np.float64
    return multiply_add(a, b, c, dtype, "rn")


def multiply_add(a: Any, b: Any, c: Any, dtype: type, direction: str) -> Any:
    """Return ``a * b + c``, rounded once in a direction."""
    return exactly(lambda x, y, z: x * y + z, lambda x, y, z: x * y + z, (a, b, c), dtype, direction)


def square_root(x: Any, dtype: type, direction: str) -> Any:
    """Return the square root, rounded in a direction."""
    with np.errstate(all="ignore"):
        nearest = np.sqrt(dtype(x))
        if direction == "rn" or not np.isfinite(nearest):
            return nearest
        difference = Fraction(float(nearest)) ** 2 - Fraction(float(dtype(x)))
        if difference > 0 and direction in ("rd", "rz"):
            return np.nextafter(nearest, dtype(-np.inf))
        if difference < 0 and direction == "ru":
            return np.nextafter(nearest, dtype(np.inf))
        return nearest


def integer(x: Any, direction: str) -> int:
    """Return a finite number as an integer, rounded in a direction."""
    if direction == "rn":
        return round(float(x))
    return {"rz": math.trunc, "ru": math.ceil, "rd": math.floor}[direction](float(x))
