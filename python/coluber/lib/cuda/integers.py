"""Functions of 32-bit and 64-bit integers and of the bits of numbers."""

from __future__ import annotations

from coluber.core import types
from coluber.cuda.kernel import scalar
from coluber.lib import intrinsics

_int32, _int64, _uint32, _uint64 = types.int32, types.int64, types.uint32, types.uint64


def umax(x: int, y: int) -> int:
    """Return the larger uint32."""
    return _int32(max(_uint32(x), _uint32(y)))


def umin(x: int, y: int) -> int:
    """Return the smaller uint32."""
    return _int32(min(_uint32(x), _uint32(y)))


def ullmax(x: int, y: int) -> int:
    """Return the larger uint64."""
    return _int64(max(_uint64(x), _uint64(y)))


def ullmin(x: int, y: int) -> int:
    """Return the smaller uint64."""
    return _int64(min(_uint64(x), _uint64(y)))


def hadd(x: int, y: int) -> int:
    """Return the mean, rounded down."""
    return (x + y) >> 1


def rhadd(x: int, y: int) -> int:
    """Return the mean, rounded up."""
    return (x + y + 1) >> 1


def uhadd(x: int, y: int) -> int:
    """Return the mean of uint32, rounded down."""
    return (_int64(_uint32(x)) + _int64(_uint32(y))) >> 1


def urhadd(x: int, y: int) -> int:
    """Return the mean of uint32, rounded up."""
    return (_int64(_uint32(x)) + _int64(_uint32(y)) + 1) >> 1


def mulhi(x: int, y: int) -> int:
    """Return the high half of a product."""
    return (_int64(x) * _int64(y)) >> 32


def umulhi(x: int, y: int) -> int:
    """Return the high half of a product of uint32."""
    return _int64((_uint64(_uint32(x)) * _uint64(_uint32(y))) >> _uint64(32))


def umul64hi(x: int, y: int) -> int:
    """Return the high half of a product of uint64."""
    a, b, half = _uint64(x), _uint64(y), _uint64(32)
    low = _uint64(0xFFFFFFFF)
    a_low, a_high, b_low, b_high = a & low, a >> half, b & low, b >> half
    middle = a_high * b_low + ((a_low * b_low) >> half)
    other = a_low * b_high + (middle & low)
    return _int64(a_high * b_high + (middle >> half) + (other >> half))


def mul64hi(x: int, y: int) -> int:
    """Return the high half of a product of int64."""
    return umul64hi(x, y) - (y if x < 0 else 0) - (x if y < 0 else 0)


def low_24(x: int) -> int:
    """Return the low 24 bits as a signed integer."""
    return ((x & 0xFFFFFF) ^ 0x800000) - 0x800000


def mul24(x: int, y: int) -> int:
    """Return the product of 24-bit integers."""
    return low_24(x) * low_24(y)


def umul24(x: int, y: int) -> int:
    """Return the product of 24-bit integers without sign."""
    return (x & 0xFFFFFF) * (y & 0xFFFFFF)


def sad(x: int, y: int, z: int) -> int:
    """Return ``abs(x - y) + z``."""
    return abs(x - y) + z


def usad(x: int, y: int, z: int) -> int:
    """Return ``abs(x - y) + z`` of uint32."""
    return abs(_int64(_uint32(x)) - _int64(_uint32(y))) + z


def byte_perm(x: int, y: int, selector: int) -> int:
    """Return four bytes out of the eight of two integers."""
    source = _int64(_uint32(x)) | (_int64(y) << 32)
    picked = 0
    for place in range(4):
        choice = (selector >> (4 * place)) & 15
        byte = (source >> (8 * (choice & 7))) & 0xFF
        if choice & 8:
            byte = 0xFF if byte & 0x80 else 0
        picked = picked | (byte << (8 * place))
    return picked


def popc(x: int) -> int:
    """Return the number of bits that are set."""
    return scalar.popc(x)


def clz(x: int) -> int:
    """Return the number of zero bits above the highest one."""
    return scalar.clz(x)


def ffs(x: int) -> int:
    """Return one more than the position of the lowest bit that is set."""
    return scalar.ffs(x)


def brev(x: int) -> int:
    """Return the bits in reverse order."""
    return scalar.brev(x)


def hiint(x: float) -> int:
    """Return the high half of a float64's bits."""
    return intrinsics.float_bits(x) >> 32


def loint(x: float) -> int:
    """Return the low half of a float64's bits."""
    return _int32(intrinsics.float_bits(x))


def hiloint(high: int, low: int) -> float:
    """Return the float64 with these halves of its bits."""
    return intrinsics.bits_float((_int64(high) << 32) | _int64(_uint32(low)))


def to_half(x: float) -> int:
    """Return the bits of a float32 as a float16."""
    bits = _int64(intrinsics.float32_bits(x))
    sign = (bits >> 16) & 0x8000
    size = bits & 0x7FFFFFFF
    if size > 0x7F800000:
        return sign | 0x7E00 | ((size >> 13) & 0x3FF)
    if size >= 0x47800000:
        return sign | 0x7C00
    # Numbers below 2**-14 lose the more bits the smaller they are.
    shift = 13 if size >= 0x38800000 else min(126 - (size >> 23), 40)
    fraction = size - 0x38000000 if size >= 0x38800000 else (size & 0x7FFFFF) | 0x800000
    whole = fraction >> shift
    rest, half = fraction - (whole << shift), 1 << (shift - 1)
    if rest > half or (rest == half and whole & 1 != 0):
        whole = whole + 1
    return sign | whole


def from_half(bits: int) -> float:
    """Return the float32 of the bits of a float16."""
    size = bits & 0x7FFF
    exponent, fraction = size >> 10, size & 0x3FF
    value = types.float64(fraction) * 2.0**-24
    if exponent == 31:
        return intrinsics.bits_float32(_int32(((bits & 0x8000) << 16) | 0x7F800000 | (fraction << 13)))
    if exponent != 0:
        value = intrinsics.bits_float((exponent + 1008) << 52) * (1.0 + types.float64(fraction) / 1024.0)
    return types.float32(-value if bits & 0x8000 else value)
