"""Numbers and bytes as hexadecimal digits: ``float.fromhex``, and ``bytes.hex`` with something between the digits."""

from __future__ import annotations

import math

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Digits up to here are kept exactly; of those behind it counts whether they are zero.
_ENOUGH = 1 << 58

# The exponent of the smallest number, and that above which there is none.
_LEAST, _MOST = -1074, 1024

# Exponents of more digits are as large as any that count.
_DIGITS = 9


def _digits_of(text: str) -> tuple[int, int, bool]:
    """Return a whole number, the exponent of 2 that it is multiplied with, and whether there is more behind it."""
    whole, _, fraction = text.partition(".")
    number, exponent, more = 0, 0, False
    if not whole and not fraction:
        raise ValueError("invalid hexadecimal floating-point string")
    for k, digits in enumerate((whole, fraction)):
        for c in digits:
            digit = "0123456789abcdef".find(c)
            if digit < 0:
                raise ValueError("invalid hexadecimal floating-point string")
            if number < _ENOUGH:
                number = number * 16 + digit
                exponent -= 4 * k
            else:
                more = more or digit != 0
                exponent += 4 * (1 - k)
    return number, exponent, more


def _power_of(text: str) -> int:
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits or not (digits.isascii() and digits.isdigit()):
        raise ValueError("invalid hexadecimal floating-point string")
    power = int(digits) if len(digits) <= _DIGITS else 10**_DIGITS
    return -power if text[0] == "-" else power


def _rounded(number: int, exponent: int, more: bool) -> float:
    """Return the float that is nearest."""
    bits = 0
    while number >> bits:
        bits += 1
    top = bits + exponent
    dropped = max(_LEAST - exponent, bits - 53, 0)
    if dropped > bits + 1:
        return 0.0
    half = (1 << dropped) >> 1
    rest = number & ((1 << dropped) - 1)
    kept = number >> dropped
    if rest > half or (rest == half and half and (more or kept & 1)):
        kept += 1
    if top > _MOST or (top == _MOST and kept >> 53):
        raise OverflowError("hexadecimal value too large to represent as a float")
    return math.ldexp(float(kept), exponent + dropped)


@implements("builtins.float.fromhex")
def fromhex(text: Any) -> FunctionType | None:
    """Return the number that hexadecimal digits stand for, rounded to the nearest."""

    def impl(text):
        rest = text.strip(" \t\n\r\v\f").lower()
        sign = -1.0 if rest[:1] == "-" else 1.0
        if rest[:1] == "-" or rest[:1] == "+":
            rest = rest[1:]
        if rest == "inf" or rest == "infinity":
            return sign * math.inf
        if rest == "nan":
            return sign * math.nan
        digits, mark, power = (rest[2:] if rest[:2] == "0x" else rest).partition("p")
        number, exponent, more = _digits_of(digits)
        exponent += _power_of(power) if mark else 0
        return sign * (_rounded(number, exponent, more) if number else 0.0)

    return impl if isinstance(types.unliteral(text), types.UnicodeType) else None


@implements("bytes.hex")
def hex_(self: Any, sep: Any = None, bytes_per_sep: Any = 1) -> FunctionType | None:
    """Return two digits for each byte, with something between groups: from the end, unless their size is negative."""

    def impl(self, sep=None, bytes_per_sep=1):
        return self.hex()

    def impl_groups(self, sep, bytes_per_sep=1):
        if len(sep) != 1:
            raise ValueError("sep must be length 1.")
        if not sep.isascii():
            raise ValueError("sep must be ASCII.")
        digits, count, size = self.hex(), len(self), abs(bytes_per_sep)
        if size == 0:
            return digits
        first = count % size if bytes_per_sep > 0 else 0
        parts = [digits[: 2 * first]] if first else []
        for at in range(first, count, size):
            parts.append(digits[2 * at : 2 * (at + size)])
        return str(sep).join(parts)

    def impl_bytes(self, sep, bytes_per_sep=1):
        return self.hex(sep.decode("latin-1"), bytes_per_sep)

    if is_none(sep):
        return impl
    return impl_bytes if isinstance(sep, types.Bytes) else impl_groups
