"""``math.fsum``: the exact sum, rounded once.

The sum is kept as numbers that do not overlap (J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
geometric predicates", 1997).
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Numbers that do not overlap are at least a bit apart; their exponents span 2098 bits, each has up to 53.
MOST_PARTS = 64


def add_part(parts: Any, count: int, x: float) -> int:
    """Add a number to a sum in parts of increasing size; return their new count."""
    kept = 0
    for k in range(count):
        y = parts[k]
        if abs(x) < abs(y):
            x, y = y, x
        total = x + y
        error = y - (total - x)
        if error != 0.0:
            parts[kept] = error
            kept += 1
        x = total
    parts[kept] = x
    return kept + 1


def round_parts(parts: Any, count: int) -> float:
    """Return the sum of the parts, rounded to nearest, to even at ties."""
    if count == 0:
        return 0.0
    k = count - 1
    total = parts[k]
    error = 0.0
    while k > 0 and error == 0.0:
        k -= 1
        x = total
        y = parts[k]
        total = x + y
        error = y - (total - x)
    if not math.isfinite(total):
        raise OverflowError("intermediate overflow in fsum")
    # A tie of the last two parts is decided by the next one.
    if k > 0 and ((error < 0.0 and parts[k - 1] < 0.0) or (error > 0.0 and parts[k - 1] > 0.0)):
        y = error * 2.0
        x = total + y
        if y == x - total:
            return x
    # The sum of negative zeros is 0.0.
    return total + 0.0


@implements("math.fsum")
def fsum(seq: Any) -> FunctionType | None:
    """Sum without loss of precision."""
    is_tuple = isinstance(seq, types.BaseTuple) and all(is_real(ty) for ty in seq.types)
    item = getattr(seq, "dtype", None) or getattr(seq, "yield_type", None)
    is_sequence = (is_array(seq, 1) or not is_array(seq)) and is_real(item)
    if not (is_tuple or is_sequence):
        return None

    def impl(seq):
        parts = np.empty(MOST_PARTS)
        count = 0
        special, infinities = 0.0, 0.0
        for x in seq:
            value = float(x)
            if math.isfinite(value):
                count = add_part(parts, count, value)
            else:
                special += value
                infinities += value if math.isinf(value) else 0.0
        if special != 0.0:
            if math.isnan(infinities):
                raise ValueError("-inf + inf in fsum")
            return special
        return round_parts(parts, count)

    return impl
