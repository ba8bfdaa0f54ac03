"""Powers and rounding of integers."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_integer, is_integral, is_real, is_unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("coluber.int_pow")
def int_pow(base: Any, exp: Any) -> FunctionType | None:
    """Return ``base ** exp`` of integers, by repeated squaring, modulo 2**64."""
    if not (is_integral(base) and is_integral(exp)):
        return None
    number = types.uint64 if is_unsigned(base) else types.int64
    count = types.uint64

    def impl(base, exp):
        if exp < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        result, factor, left = number(1), number(base), count(exp)
        while left != 0:
            if left & 1 != 0:
                result = result * factor
            factor = factor * factor
            left = left >> 1
        return result

    return impl


@implements("builtins.pow")
def pow_modulo(base: Any, exp: Any, mod: Any) -> FunctionType | None:
    """Return ``base ** exp % mod`` of integers."""
    if not (is_integral(base) and is_integral(exp) and is_integral(mod)):
        return None

    def impl(base, exp, mod):
        if mod == 0:
            raise ValueError("pow() 3rd argument cannot be 0")
        size = abs(int(mod))
        factor = int(base) % size
        left = int(exp)
        if left < 0:
            # The inverse, by the extended algorithm of Euclid.
            left = -left
            a, b, x, y = factor, size, 1, 0
            while b:
                q = a // b
                a, b, x, y = b, a - q * b, y, x - q * y
            if a != 1:
                raise ValueError("base is not invertible for the given modulus")
            factor = x % size
        result = 1 % size
        while left:
            if left & 1:
                result = _product_modulo(result, factor, size)
            factor = _product_modulo(factor, factor, size)
            left >>= 1
        return result - size if mod < 0 and result != 0 else result

    return impl


def _product_modulo(a: Any, b: Any, size: Any) -> Any:
    """Return ``a * b % size`` of numbers below ``size``."""
    if size < 1 << 31:
        return a * b % size
    # Sums of numbers below the modulus, which is below 2**63.
    total = 0
    while b:
        if b & 1:
            total = total - (size - a) if total >= size - a else total + a
        a = a - (size - a) if a >= size - a else a + a
        b >>= 1
    return total


@implements("coluber.round_int")
def round_int(x: Any, n: Any) -> FunctionType | None:
    """Return ``round(x, n)`` of an integer: a multiple of ``10 ** -n``, even ones at ties."""
    if not (is_integral(x) and is_integral(n)):
        return None
    number = types.uint64 if is_unsigned(x) else types.int64

    def impl(x, n):
        value = number(x)
        if n >= 0:
            return value
        if n < -18:
            return number(0)
        unit = number(1)
        for _ in range(-n):
            unit = unit * number(10)
        rest = value % unit
        down = value - rest
        half = unit // number(2)
        if rest > half or (rest == half and (down // unit) % number(2) != 0):
            return down + unit
        return down

    return impl


@implements("method:bit_count")
def bit_count(x: Any) -> FunctionType | None:
    """Return the number of ones in the size of an integer."""
    if not is_integral(x):
        return None
    wide, result = types.uint64 if is_unsigned(x) else types.int64, types.int64

    def impl(x):
        return result(np.bitwise_count(wide(x)))

    return impl


@implements("method:bit_length")
def bit_length(x: Any) -> FunctionType | None:
    """Return how many bits the size of an integer takes."""
    if not is_integral(x):
        return None
    wide, size, count = types.uint64 if is_unsigned(x) else types.int64, types.uint64, types.int64

    def impl(x):
        left = size(abs(wide(x)))
        length = count(0)
        for step in (32, 16, 8, 4, 2, 1):
            if left >> size(step) != 0:
                left = left >> size(step)
                length += step
        return length + count(left)

    return impl


@implements("method:is_integer")
def is_whole(x: Any) -> FunctionType | None:
    """Whether a real number is an integer."""
    if not is_real(x):
        return None
    if is_integer(x) or isinstance(x, types.Boolean):
        return lambda x: True
    return lambda x: np.isfinite(x) and np.floor(x) == x


@implements("operator.index")
def index(a: Any) -> FunctionType | None:
    """Return an integer as it is."""
    return (lambda a: a) if is_integral(a) else None
