"""Arithmetic and conversions that round in a direction: 0 to the nearest, 1 to zero, 2 up, 3 down.

A result next to the exact one is computed first. The sign of its distance to the exact result, which arithmetic of float64
finds, says whether its neighbour is the one that is asked for. float32 is computed in float64, where nothing overflows.
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.lib import intrinsics
from coluber.lib.python import float_parts

_float32, _float64, _int64, _uint64 = types.float32, types.float64, types.int64, types.uint64

# Below it the error of a product may not be a float64.
_TINY = 2.0**-900


def sum_error(a: float, b: float, total: float) -> float:
    """Return what rounding took from a sum."""
    part = total - a
    return (a - (total - part)) + (b - part)


def towards(distance: float, positive: bool, direction: int) -> int:
    """Return 1 or -1 if the neighbour above or below is asked for; `distance` has the sign of the result less the exact one."""
    if distance > 0.0 and (direction == 3 or (direction == 1 and positive)):
        return -1
    if distance < 0.0 and (direction == 2 or (direction == 1 and not positive)):
        return 1
    return 0


def moved(near: float, distance: float, positive: bool, direction: int) -> float:
    """Return a float64 or its neighbour."""
    way = towards(distance, positive, direction)
    return near if way == 0 else math.nextafter(near, math.inf if way > 0 else -math.inf)


def moved_32(near: float, distance: float, positive: bool, direction: int) -> float:
    """Return a float32 or its neighbour."""
    way = towards(distance, positive, direction)
    return near if way == 0 else math.nextafter(near, _float32(math.inf if way > 0 else -math.inf))


def finite(x: float, y: float) -> bool:
    """Whether both are finite."""
    return math.isfinite(x) and math.isfinite(y)


# ------------------------------------------------------------------------------------------------------------- float32


def rounded_32(high: float, low: float, direction: int) -> float:
    """Return ``high + low`` as a float32; of `low`, which is less than half a unit of `high`, the sign counts."""
    near = _float32(high)
    wide = _float64(near)
    if not math.isfinite(high):
        return near
    return moved_32(near, -low if wide == high else wide - high, high > 0.0, direction)


def add_32(x: float, y: float, direction: int) -> float:
    """Return ``x + y``."""
    total = x + y
    return rounded_32(total, sum_error(x, y, total), direction)


def sub_32(x: float, y: float, direction: int) -> float:
    """Return ``x - y``."""
    return add_32(x, -y, direction)


def mul_32(x: float, y: float, direction: int) -> float:
    """Return ``x * y``."""
    return rounded_32(x * y, 0.0, direction)


def div_32(x: float, y: float, direction: int) -> float:
    """Return ``x / y``."""
    quotient = np.divide(x, y)
    return rounded_32(quotient, math.copysign(1.0, y) * intrinsics.fma(-quotient, y, x), direction)


def rcp_32(x: float, direction: int) -> float:
    """Return ``1 / x``."""
    return div_32(1.0, x, direction)


def sqrt_32(x: float, direction: int) -> float:
    """Return the square root."""
    root = math.sqrt(x)
    return rounded_32(root, intrinsics.fma(-root, root, x), direction)


def fma_32(x: float, y: float, z: float, direction: int) -> float:
    """Return ``x * y + z``."""
    if direction == 0:
        return intrinsics.fma(_float32(x), _float32(y), _float32(z))
    return add_32(x * y, z, direction)


# ------------------------------------------------------------------------------------------------------------- float64


def add_64(x: float, y: float, direction: int) -> float:
    """Return ``x + y``."""
    total = x + y
    if not finite(x, y):
        return total
    distance = -sum_error(x, y, total) if math.isfinite(total) else total
    return moved(total, distance, total > 0.0, direction)


def mul_64(x: float, y: float, direction: int) -> float:
    """Return ``x * y``."""
    product = x * y
    if not finite(x, y) or x == 0.0 or y == 0.0:
        return product
    a, m = float_parts.split(x)
    b, n = float_parts.split(y)
    exact = a * b
    distance = product
    if math.isfinite(product):
        distance = (float_parts.scale(product, -(m + n)) - exact) - intrinsics.fma(a, b, -exact)
    return moved(product, distance, (x > 0.0) == (y > 0.0), direction)


def div_64(x: float, y: float, direction: int) -> float:
    """Return ``x / y``."""
    quotient = np.divide(x, y)
    if not finite(x, y) or x == 0.0 or y == 0.0:
        return quotient
    a, m = float_parts.split(x)
    b, n = float_parts.split(y)
    distance = quotient
    if math.isfinite(quotient):
        distance = math.copysign(1.0, y) * intrinsics.fma(float_parts.scale(quotient, n - m), b, -a)
    return moved(quotient, distance, (x > 0.0) == (y > 0.0), direction)


def rcp_64(x: float, direction: int) -> float:
    """Return ``1 / x``."""
    return div_64(1.0, x, direction)


def sqrt_64(x: float, direction: int) -> float:
    """Return the square root."""
    root = math.sqrt(x)
    if not x > 0.0 or math.isinf(x):
        return root
    a, n = float_parts.split(x)
    if n % 2 != 0:
        a, n = a * 2.0, n - 1
    scaled = float_parts.scale(root, -(n // 2))
    return moved(root, intrinsics.fma(scaled, scaled, -a), True, direction)


def fma_distance(x: float, y: float, z: float, result: float) -> float:
    """Return a number with the sign of ``result - (x * y + z)``."""
    product = x * y
    rest = intrinsics.fma(x, y, -product)
    total = product + z
    lost = sum_error(product, z, total)
    small = lost + rest
    return ((result - total) - small) - sum_error(lost, rest, small)


def fma_64(x: float, y: float, z: float, direction: int) -> float:
    """Return ``x * y + z``."""
    result = intrinsics.fma(x, y, z)
    if not finite(x, y) or not math.isfinite(z) or x == 0.0 or y == 0.0:
        return result
    if math.isinf(result):
        return moved(result, result, result > 0.0, direction)
    product = x * y
    if math.isfinite(product) and abs(product) >= _TINY:
        return moved(result, fma_distance(x, y, z, result), result > 0.0, direction)
    a, m = float_parts.split(x)
    b, n = float_parts.split(y)
    rest = float_parts.scale(z, -(m + n))
    same = (x > 0.0) == (y > 0.0)
    if not math.isfinite(rest):
        # The product is less than a unit of z.
        return moved(result, -1.0 if same else 1.0, z > 0.0, direction)
    exact = intrinsics.fma(a, b, rest)
    distance = fma_distance(a, b, rest, float_parts.scale(result, -(m + n)))
    return moved(result, distance, exact > 0.0, direction)


# --------------------------------------------------------------------------------------------------------- conversions


def integral(x: float, direction: int) -> float:
    """Return the whole number in a direction."""
    if direction == 0:
        return intrinsics.rint(x)
    if direction == 1:
        return np.trunc(x)
    return np.ceil(x) if direction == 2 else np.floor(x)


def to_int(x: float, direction: int) -> int:
    """Return an int32; NaN gives 0."""
    whole = integral(x, direction)
    if whole != whole:
        return 0
    return _int64(min(max(whole, -2147483648.0), 2147483647.0))


def to_uint(x: float, direction: int) -> int:
    """Return a uint32; NaN gives 0."""
    whole = integral(x, direction)
    if whole != whole:
        return 0
    return _int64(min(max(whole, 0.0), 4294967295.0))


def to_ll(x: float, direction: int) -> int:
    """Return an int64; NaN gives the lowest."""
    whole = integral(x, direction)
    if whole >= 2.0**63:
        return 0x7FFFFFFFFFFFFFFF
    return _int64(whole) if whole > -(2.0**63) else -0x7FFFFFFFFFFFFFFF - 1


def to_ull(x: float, direction: int) -> int:
    """Return the bits of a uint64; NaN gives the highest bit."""
    whole = integral(x, direction)
    if whole != whole:
        return -0x7FFFFFFFFFFFFFFF - 1
    if whole >= 2.0**64:
        return -1
    return _int64(_uint64(whole)) if whole > 0.0 else 0


def int_32(x: int, direction: int) -> float:
    """Return an int32 as float32."""
    return rounded_32(_float64(x), 0.0, direction)


def uint_32(x: int, direction: int) -> float:
    """Return a uint32 as float32."""
    return rounded_32(_float64(types.uint32(x)), 0.0, direction)


def ll_distance(x: int, near: float) -> float:
    """Return the sign of a float less an int64."""
    if near >= 2.0**63:
        return 1.0
    whole = _int64(near)
    return 1.0 if whole > x else (-1.0 if whole < x else 0.0)


def ull_distance(x: int, near: float) -> float:
    """Return the sign of a float less a uint64."""
    if near >= 2.0**64:
        return 1.0
    whole = _uint64(near)
    return 1.0 if whole > x else (-1.0 if whole < x else 0.0)


def ll_32(x: int, direction: int) -> float:
    """Return an int64 as float32."""
    near = _float32(x)
    return moved_32(near, ll_distance(x, _float64(near)), x > 0, direction)


def ull_32(x: int, direction: int) -> float:
    """Return a uint64 as float32."""
    near = _float32(_uint64(x))
    return moved_32(near, ull_distance(_uint64(x), _float64(near)), True, direction)


def int_64(x: int, direction: int) -> float:
    """Return an int32 as float64."""
    return _float64(x)


def uint_64(x: int, direction: int) -> float:
    """Return a uint32 as float64."""
    return _float64(types.uint32(x))


def ll_64(x: int, direction: int) -> float:
    """Return an int64 as float64."""
    near = _float64(x)
    return moved(near, ll_distance(x, near), x > 0, direction)


def ull_64(x: int, direction: int) -> float:
    """Return a uint64 as float64."""
    near = _float64(_uint64(x))
    return moved(near, ull_distance(_uint64(x), near), True, direction)


def narrowed(x: float, direction: int) -> float:
    """Return a float64 as float32."""
    return rounded_32(x, 0.0, direction)
