"""The exponent and the fraction of float64 numbers."""

from __future__ import annotations

import math

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import bits_float, float_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_FRACTION_BITS = 52
_EXPONENT_MASK = 0x7FF
_BIAS = 1023

# All bits but those of the exponent.
_OTHERS = ~(_EXPONENT_MASK << _FRACTION_BITS)


def scale(x: float, n: int) -> float:
    """Return ``x * 2**n``, rounded once."""
    if n > _BIAS:
        x = x * 2.0**1023
        n = n - 1023
        if n > _BIAS:
            x = x * 2.0**1023
            n = min(n - 1023, _BIAS)
    elif n < -1022:
        # The factor leaves the fraction's bits in the number, so that only the last product rounds.
        x = x * 2.0**-969
        n = n + 969
        if n < -1022:
            x = x * 2.0**-969
            n = max(n + 969, -1022)
    return x * bits_float((n + _BIAS) << _FRACTION_BITS)


def split(x: float) -> tuple[float, int]:
    """Return m and e with ``x == m * 2**e`` and ``0.5 <= abs(m) < 1``; x and 0 for zeros, infinities and NaNs."""
    if x == 0.0 or not math.isfinite(x):
        return x, 0
    exponent = 0
    if abs(x) < 2.0**-1022:
        x = x * 2.0**54
        exponent = -54
    bits = float_bits(x)
    exponent = exponent + ((bits >> _FRACTION_BITS) & _EXPONENT_MASK) - 1022
    return bits_float((bits & _OTHERS) | (1022 << _FRACTION_BITS)), exponent


@implements("method:hex")
def hex_(self: Any) -> FunctionType | None:
    """Return the text of a number with hexadecimal digits, which is exact."""

    def impl(self):
        x = float(self)
        if not math.isfinite(x):
            return str(x)
        sign = "-" if math.copysign(1.0, x) < 0 else ""
        bits = float_bits(abs(x))
        if bits == 0:
            return sign + "0x0.0p+0"
        exponent, fraction = bits >> _FRACTION_BITS, bits & ((1 << _FRACTION_BITS) - 1)
        power = max(exponent, 1) - _BIAS
        return f"{sign}0x{min(exponent, 1)}.{fraction:013x}p{power:+d}"

    return impl if isinstance(self, types.Float) else None
