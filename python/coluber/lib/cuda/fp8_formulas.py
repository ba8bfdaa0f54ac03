"""Conversions to numbers of 8 bits and back. Compiled kernels and the simulator run the same bodies."""

from __future__ import annotations

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
