"""Powers and rounding of integers."""

from __future__ import annotations

import math
import sys

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_integer, is_integral, is_object_of_bytes, is_real, is_unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_NEGATIVE_POWER = "zero to a negative power" if sys.version_info >= (3, 14) else "0.0 cannot be raised to a negative power"


@implements("coluber.int_pow")
def int_pow(base: Any, exp: Any) -> FunctionType | None:
    """Return ``base ** exp`` of integers, modulo 2**64, by repeated squaring; with a negative exponent, if it is an integer."""
    if not (is_integral(base) and is_integral(exp)):
        return None
    number = types.uint64 if is_unsigned(base) else types.int64
    count = types.uint64

    def impl(base, exp):
        if exp < 0:
            if base == 0:
                raise ZeroDivisionError(_NEGATIVE_POWER)
            if base != 1 and base != -1:
                raise ValueError("Integers to negative integer powers are not allowed.")
            return number(base) if exp & 1 else number(1)
        result, factor, left = number(1), number(base), count(exp)
        while left != 0:
            if left & 1 != 0:
                result = result * factor
            factor = factor * factor
            left = left >> 1
        return result

    return impl


@implements("coluber.power_of_two")
def power_of_two(exp: Any) -> FunctionType | None:
    """Return ``2 ** exp``, modulo 2**64."""
    if not is_integral(exp):
        return None

    def impl(exp):
        if exp < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        return 1 << np.int64(exp) if exp < 64 else 0

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
    if isinstance(a, types.Boolean):
        return lambda a: int(a)
    return (lambda a: a) if is_integral(a) else None


def _is_text(ty: Any) -> bool:
    return types.unliteral(ty) == types.unicode_type


@implements("builtins.int.from_bytes")
def from_bytes(bytes: Any, byteorder: Any = "big", signed: Any = False) -> FunctionType | None:  # noqa: A002
    """Return the integer that bytes stand for."""
    if is_object_of_bytes(bytes):
        from coluber.lib.python.byte_methods import bytes_in

        return lambda bytes, byteorder="big", signed=False: int.from_bytes(bytes_in(bytes), byteorder, signed=signed)  # noqa: A006
    if str(bytes) != "bytes" or not (byteorder == "big" or _is_text(byteorder)):
        return None

    def impl(bytes, byteorder="big", signed=False):  # noqa: A002
        if byteorder != "big" and byteorder != "little":
            raise ValueError("byteorder must be either 'little' or 'big'")
        count = len(bytes)
        first = 0 if byteorder == "big" else count - 1
        negative = bool(signed) and count > 0 and bytes[first] >= 128
        filling = 255 if negative else 0
        number = -1 if negative else 0
        for k in range(count):
            byte = bytes[k] if byteorder == "big" else bytes[count - 1 - k]
            if k < count - 8 and byte != filling:
                raise OverflowError("the integer has more than 64 bits")
            if k == count - 8 and (byte >= 128) != negative:
                raise OverflowError("the integer has more than 64 bits")
            number = number << 8 | byte
        return number

    return impl


@implements("method:to_bytes")
def to_bytes(x: Any, length: Any = 1, byteorder: Any = "big", signed: Any = False) -> FunctionType | None:
    """Return the bytes that stand for an integer."""
    if not is_integral(x) or not (byteorder == "big" or _is_text(byteorder)):
        return None
    unsigned = is_unsigned(x)
    from coluber.lib.python.said import said

    too_short = said(lambda: (0).to_bytes(-1))

    def impl(x, length=1, byteorder="big", signed=False):
        if byteorder != "big" and byteorder != "little":
            raise ValueError("byteorder must be either 'little' or 'big'")
        if length < 0:
            raise ValueError(too_short)
        if not signed and not unsigned and x < 0:
            raise OverflowError("can't convert negative int to unsigned")
        left = types.int64(x)
        out = [0]
        out.clear()
        for _ in range(length):
            out.append(int(left & 255))
            left = left >> 8
            if unsigned:
                left = left & 0x00FFFFFFFFFFFFFF
        fits = left == 0 or left == -1
        if length > 0:
            fits = fits and (not signed or (left == -1) == (out[length - 1] >= 128))
        if not fits or (left == -1 and not signed) or (length == 0 and x != 0):
            raise OverflowError("int too big to convert")
        if byteorder == "big":
            out.reverse()
        return bytes(out)

    return impl


@implements("method:as_integer_ratio")
def as_integer_ratio(x: Any) -> FunctionType | None:
    """Return a numerator and a denominator of a number, without common factors."""

    def impl_integer(x):
        return int(x), 1

    def impl(x):
        if math.isnan(x):
            raise ValueError("cannot convert NaN to integer ratio")
        if math.isinf(x):
            raise OverflowError("cannot convert Infinity to integer ratio")
        fraction, exponent = math.frexp(x)
        if fraction == 0.0:
            return 0, 1
        numerator, exponent = int(fraction * 2.0**53), exponent - 53
        while exponent < 0 and numerator & 1 == 0:
            numerator, exponent = numerator >> 1, exponent + 1
        if exponent > 9 or exponent < -62:
            raise OverflowError("the integers of the ratio have more than 64 bits")
        return (numerator << exponent, 1) if exponent >= 0 else (numerator, 1 << -exponent)

    if is_integral(x):
        return impl_integer
    return impl if is_real(x) else None


@implements("range.contains")
def is_in_range(items: Any, x: Any) -> FunctionType | None:
    """Return whether a number that is no integer is equal to one of a range."""

    def impl(items, x):
        return abs(x) < 2.0**63 and int(x) == x and int(x) in items

    def impl_complex(items, x):
        return x.imag == 0.0 and x.real in items

    if is_real(x):
        return impl
    return impl_complex if isinstance(x, types.Complex) else None


@implements("method:count")
def count_in_range(self: Any, x: Any) -> FunctionType | None:
    """Return how often a number is in a range."""

    def impl(self, x):
        return 1 if x in self else 0

    return impl if isinstance(self, types.RangeType) and isinstance(x, (types.Number, types.Boolean)) else None


@implements("method:index")
def index_in_range(self: Any, x: Any) -> FunctionType | None:
    """Return the place of a number in a range."""

    def impl(self, x):
        if x not in self:
            raise ValueError(str(x) + text if named else text)
        return (int(x) - self.start) // self.step

    if not isinstance(self, types.RangeType) or not (is_integral(x) or is_real(x)):
        return None
    named, text = _absent_from_range(0 if is_integral(x) else 0.5)
    return impl


def _absent_from_range(number: float) -> tuple[bool, str]:
    """Return what CPython says of a number like this one that a range lacks: releases of one version differ.

    Returns
    -------
    named : bool
        Whether the number stands in front of the text.
    text : str
        The text.
    """
    from coluber.lib.python.said import said

    text = said(lambda: range(0).index(number))  # type: ignore[arg-type]
    return text.startswith(str(number)), text.removeprefix(str(number))
