"""Conversions to numbers of 8 bits and back. Compiled kernels and the simulator run the same bodies."""

from __future__ import annotations

import math

from coluber.lib import intrinsics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ABSOLUTE = (1 << 63) - 1
_INFINITY = 0x7FF << 52
_FRACTION = (1 << 52) - 1
_HALF = 1 << 51


def double_to_fp8(x: float, saturate: int, interpretation: int) -> int:
    """Return the bits of a float64 in E4M3 (0) or E5M2 (1), rounded to the nearest, to even at ties."""
    bits = intrinsics.float_bits(x)
    sign = 128 if bits < 0 else 0
    size = bits & _ABSOLUTE
    # Bits of the mantissa, exponent of the smallest normal number, largest finite number, what stands for too large ones.
    digits, lowest, largest, over = (2, -14, 0x7B, 0x7C) if interpretation == 1 else (3, -6, 0x7E, 0x7F)
    if size > _INFINITY:
        return sign | (0x7E if interpretation == 1 else 0x7F)
    exponent = max((size >> 52) - 1023, lowest)
    if exponent > 16:
        code = over
    else:
        # What the last bit is worth becomes 1. A carry out of the mantissa goes into the exponent.
        scale = intrinsics.bits_float((digits - exponent + 1023) << 52)
        code = int(intrinsics.rint(intrinsics.bits_float(size) * scale)) + ((exponent - lowest) << digits)
    if code > largest:
        code = largest if saturate == 1 else over
    return sign | code


def float_to_fp8(x: Any, saturate: int, interpretation: int) -> int:
    """Return the bits of a float32 or bfloat16 in E4M3 or E5M2; a NaN has no sign."""
    wide = float(x)
    return double_to_fp8(wide, saturate, interpretation) if wide == wide else 0x7F


def to_e8m0(x: Any, saturate: int, rounding: int) -> int:
    """Return the exponent of a number's size in E8M0.

    Parameters
    ----------
    x : float
        The number.
    saturate : int
        Whether what is too large becomes the largest number (1), not NaN (0).
    rounding : int
        A ``cudaRoundMode``: to the nearest, at ties up (0), up (2), else to zero.
    """
    size = intrinsics.float_bits(float(x)) & _ABSOLUTE
    if size > _INFINITY:
        return 0xFF
    if size == _INFINITY:
        return 0xFE if saturate == 1 else 0xFF
    exponent = (size >> 52) - 1023 + 127
    if exponent < 0:
        return 0
    fraction = size & _FRACTION
    if exponent > 254:
        exponent, fraction = 254, _FRACTION
    if (rounding == 2 and fraction != 0) or (rounding == 0 and fraction >= _HALF):
        exponent += 1
    return min(exponent, 254) if saturate == 1 else exponent


def e8m0_to_bfloat16(x: int) -> Any:
    """Return the power of two with the bits of an E8M0."""
    bits = int(x)
    if bits == 0:
        return intrinsics.bits_bfloat16(0x0040)
    return intrinsics.bits_bfloat16(0x7FFF if bits == 255 else bits << 7)


def pair_of_doubles_to_fp8(pair: Any, saturate: int, interpretation: int) -> int:
    """Return the bits of two float64 in E4M3 or E5M2, the first lowest."""
    return double_to_fp8(pair.x, saturate, interpretation) | double_to_fp8(pair.y, saturate, interpretation) << 8


def pair_to_fp8(pair: Any, saturate: int, interpretation: int) -> int:
    """Return the bits of two float32 in E4M3 or E5M2, the first lowest."""
    return float_to_fp8(pair.x, saturate, interpretation) | float_to_fp8(pair.y, saturate, interpretation) << 8


def pair_to_e8m0(pair: Any, saturate: int, rounding: int) -> int:
    """Return the exponents of two numbers in E8M0, the first lowest."""
    return to_e8m0(pair.x, saturate, rounding) | to_e8m0(pair.y, saturate, rounding) << 8


# What the classes do: too large numbers become the largest, and E8M0 rounds up.


def _double_to_e5m2(x: float) -> int:
    return double_to_fp8(x, 1, 1)


def _single_to_e5m2(x: float) -> int:
    return float_to_fp8(x, 1, 1)


def _double_to_e4m3(x: float) -> int:
    return double_to_fp8(x, 1, 0)


def _single_to_e4m3(x: float) -> int:
    return float_to_fp8(x, 1, 0)


def _float_to_e8m0(x: float) -> int:
    return to_e8m0(x, 1, 2)


def _whole_to_e8m0(x: int) -> int:
    if -(1 << 53) <= x <= 1 << 53:
        return to_e8m0(float(x), 1, 2)
    # The float64 of this lies on the same side of each power of two.
    return to_e8m0(4096.0 * float((x >> 12) | (1 if x & 4095 else 0)), 1, 2)


def _with_mantissa(code: int, digits: int, bias: int) -> float:
    size = code & 127
    exponent, mantissa = size >> digits, size & ((1 << digits) - 1)
    # What the last bit is worth, times the bits.
    lowest = max(exponent, 1) - bias - digits
    scale = intrinsics.bits_float((lowest + 1023) << 52)
    value = scale * (mantissa + (1 << digits if exponent > 0 else 0))
    return -value if code & 128 else value


def _from_e5m2(code: int) -> float:
    size = int(code) & 127
    if size > 0x7C:
        return math.nan
    if size == 0x7C:
        return -math.inf if int(code) & 128 else math.inf
    return _with_mantissa(int(code), 2, 15)


def _from_e4m3(code: int) -> float:
    return math.nan if int(code) & 127 == 127 else _with_mantissa(int(code), 3, 7)


def _from_e8m0(code: int) -> float:
    return float(e8m0_to_bfloat16(code))


# By format: to it, by what is converted, and from it.
ENCODERS: dict[str, dict[str, Any]] = {
    "e5m2": {"single": _single_to_e5m2, "double": _double_to_e5m2, "whole": _double_to_e5m2},
    "e4m3": {"single": _single_to_e4m3, "double": _double_to_e4m3, "whole": _double_to_e4m3},
    "e8m0": {"single": _float_to_e8m0, "double": _float_to_e8m0, "whole": _whole_to_e8m0},
}
DECODERS: dict[str, Any] = {"e5m2": _from_e5m2, "e4m3": _from_e4m3, "e8m0": _from_e8m0}
