"""Integers of 128 bits without sign: pairs of uint64, the high half first."""

from __future__ import annotations

from coluber.core.types import int64, uint64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def whole(x: Any) -> int:
    """Return an integer of any type as an int64."""
    if x > (1 << 63) - 1:
        raise OverflowError("Python int too large to convert to C int")
    return int64(x)


def magnitude(x: Any) -> Any:
    """Return the distance of an int64 from 0, as a uint64."""
    return uint64(x) if x >= 0 else uint64(-(x + 1)) + uint64(1)


def multiplied(a: Any, b: Any) -> Any:
    """Return the product of two uint64, by the digits of 32 bits."""
    a_low, a_high = a & uint64(0xFFFFFFFF), a >> uint64(32)
    b_low, b_high = b & uint64(0xFFFFFFFF), b >> uint64(32)
    lowest = a_low * b_low
    middle = a_high * b_low + (lowest >> uint64(32))
    other = a_low * b_high + (middle & uint64(0xFFFFFFFF))
    return a_high * b_high + (middle >> uint64(32)) + (other >> uint64(32)), (other << uint64(32)) | (
        lowest & uint64(0xFFFFFFFF)
    )


def added(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return a sum that has no more than 128 bits."""
    low = a_low + b_low
    return a_high + b_high + (uint64(1) if low < a_low else uint64(0)), low


def subtracted(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return the difference from a number that is not larger."""
    return a_high - b_high - (uint64(1) if a_low < b_low else uint64(0)), a_low - b_low


def is_less(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> bool:
    """Whether the first number is less than the second."""
    return a_high < b_high or (a_high == b_high and a_low < b_low)


def shifted(x: Any, count: Any) -> Any:
    """Return a uint64 times 2 to a power from 0 to 127."""
    if count == uint64(0):
        return uint64(0), x
    if count >= uint64(64):
        return x << (count - uint64(64)), uint64(0)
    return x >> (uint64(64) - count), x << count


def divided(a_high: Any, a_low: Any, b_high: Any, b_low: Any) -> Any:
    """Return the quotient and the remainder, both as halves, of a division by a number from 1 to 2**127 - 1."""
    if a_high == uint64(0) and b_high == uint64(0):
        quotient = a_low // b_low
        return uint64(0), quotient, uint64(0), a_low - quotient * b_low
    high, low = uint64(0), uint64(0)
    rest_high, rest_low = uint64(0), uint64(0)
    for _ in range(128):
        rest_high, rest_low = (
            (rest_high << uint64(1)) | (rest_low >> uint64(63)),
            (rest_low << uint64(1)) | (a_high >> uint64(63)),
        )
        a_high, a_low = (a_high << uint64(1)) | (a_low >> uint64(63)), a_low << uint64(1)
        high, low = (high << uint64(1)) | (low >> uint64(63)), low << uint64(1)
        if not is_less(rest_high, rest_low, b_high, b_low):
            rest_high, rest_low = subtracted(rest_high, rest_low, b_high, b_low)
            low = low | uint64(1)
    return high, low, rest_high, rest_low


def is_int64(is_negative: bool, high: Any, low: Any) -> bool:
    """Whether a number with a sign fits into an int64."""
    return high == uint64(0) and (low >> uint64(63) == uint64(0) or (is_negative and low << uint64(1) == uint64(0)))


def with_sign(is_negative: bool, low: Any) -> int:
    """Return the int64 with a sign and a magnitude that fit."""
    if not is_negative:
        return int64(low)
    return -int64(low - uint64(1)) - 1 if low != uint64(0) else int64(0)
