"""Integers of 128 bits without sign: pairs of uint64, the high half first."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ZERO, ONE = np.uint64(0), np.uint64(1)

_HALF, _ALL, _TOP = np.uint64(32), np.uint64(64), np.uint64(63)
_LOW = np.uint64(0xFFFFFFFF)
_SIGN = np.uint64(1 << 63)


def magnitude(x: Any) -> Any:
    """Return the distance of an int64 from 0, as a uint64."""
    return np.uint64(x) if x >= 0 else np.uint64(-(x + 1)) + ONE


def multiplied(a: Any, b: Any) -> Any:
    """Return the product of two uint64, by the digits of 32 bits."""
    a_low, a_high = a & _LOW, a >> _HALF
    b_low, b_high = b & _LOW, b >> _HALF
    lowest = a_low * b_low
    middle = a_high * b_low + (lowest >> _HALF)
    other = a_low * b_high + (middle & _LOW)
    return a_high * b_high + (middle >> _HALF) + (other >> _HALF), (other << _HALF) | (lowest & _LOW)


def added(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return a sum that has no more than 128 bits."""
    low = a_low + b_low
    return a_high + b_high + (ONE if low < a_low else ZERO), low


def subtracted(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return the difference from a number that is not larger."""
    return a_high - b_high - (ONE if a_low < b_low else ZERO), a_low - b_low


def is_less(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> bool:
    """Whether the first number is less than the second."""
    return a_high < b_high or (a_high == b_high and a_low < b_low)


def shifted(x: Any, count: Any) -> Any:
    """Return a uint64 times 2 to a power from 0 to 127."""
    if count == ZERO:
        return ZERO, x
    if count >= _ALL:
        return x << (count - _ALL), ZERO
    return x >> (_ALL - count), x << count


def divided(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return the quotient and the remainder, both as halves, of a division by a number from 1 to 2**127 - 1."""
    if a_high == ZERO and b_high == ZERO:
        quotient = a_low // b_low
        return ZERO, quotient, ZERO, a_low - quotient * b_low
    high, low = ZERO, ZERO
    rest_high, rest_low = ZERO, ZERO
    for _ in range(128):
        rest_high, rest_low = (rest_high << ONE) | (rest_low >> _TOP), (rest_low << ONE) | (a_high >> _TOP)
        a_high, a_low = (a_high << ONE) | (a_low >> _TOP), a_low << ONE
        high, low = (high << ONE) | (low >> _TOP), low << ONE
        if not is_less(rest_high, rest_low, b_high, b_low):
            rest_high, rest_low = subtracted(rest_high, rest_low, b_high, b_low)
            low = low | ONE
    return high, low, rest_high, rest_low


def is_int64(is_negative: bool, high: Any, low: Any) -> bool:
    """Whether a number with a sign fits into an int64."""
    return high == ZERO and (low < _SIGN or (is_negative and low == _SIGN))


def with_sign(is_negative: bool, low: Any) -> int:
    """Return the int64 with a sign and a magnitude that fit."""
    if not is_negative:
        return np.int64(low)
    return -np.int64(low - ONE) - 1 if low != ZERO else np.int64(0)
