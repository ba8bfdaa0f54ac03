"""The type bfloat16 of the simulator: the upper half of a float32."""

from __future__ import annotations

import operator

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsFloat

    def _operation(self: bfloat16, other: SupportsFloat) -> bfloat16: ...
    def _relation(self: bfloat16, other: SupportsFloat) -> bool: ...


def to_bits(x: Any, direction: str = "rn") -> int:
    """Return the bits of a number as a bfloat16, rounded once from its exact value.

    Parameters
    ----------
    x : float or int
        The number.
    direction : str
        ``rn`` to the nearest, ``rz`` to zero, ``ru`` up, ``rd`` down.
    """
    with np.errstate(all="ignore"):
        near = np.float32(x)
    if np.isnan(near):
        return 0x7FFF
    bits = int(near.view(np.uint32))
    if np.isinf(near) and not (isinstance(x, int) or np.isfinite(x)):
        return bits >> 16
    # The bfloat16 next to zero of the float32, moved until it is the last that is not farther from zero than the number.
    low = bits >> 16
    low = low if _magnitude(low) <= abs(x) else low - 1
    exact = _magnitude(low) == abs(x)
    if not exact and _away(low, x, direction):
        low += 1
    return low


def _away(low: int, x: Any, direction: str) -> bool:
    """Whether an inexact number is rounded to the bfloat16 after `low`, away from zero."""
    from fractions import Fraction

    if direction != "rn":
        return direction == ("rd" if x < 0 else "ru")
    number = abs(Fraction(int(x) if isinstance(x, int | np.integer) else float(x)))
    below = Fraction(_magnitude(low))
    above = Fraction(_magnitude(low + 1)) if np.isfinite(_magnitude(low + 1)) else Fraction(2) ** 128
    twice = 2 * number - below - above
    return twice > 0 or (twice == 0 and low & 1 == 1)


def _magnitude(bits: int) -> float:
    return float(np.uint32((bits & 0x7FFF) << 16).view(np.float32))


class bfloat16:  # noqa: N801 - the name is the interface's
    """A floating-point number of 16 bits with the range of float32.

    Parameters
    ----------
    x : float, int or bfloat16
        Rounded to the nearest.
    """

    __slots__ = ("bits",)

    def __init__(self, x: Any = 0.0) -> None:
        self.bits = x.bits if isinstance(x, bfloat16) else to_bits(x if isinstance(x, int | float | np.generic) else float(x))

    @classmethod
    def from_bits(cls, bits: int) -> bfloat16:
        """Return the number with the given 16 bits."""
        made = cls()
        made.bits = int(bits) & 0xFFFF
        return made

    def __float__(self) -> float:
        return float(np.uint32(self.bits << 16).view(np.float32))

    def __int__(self) -> int:
        return int(float(self))

    def __bool__(self) -> bool:
        return float(self) != 0

    def __neg__(self) -> bfloat16:
        return bfloat16.from_bits(self.bits ^ 0x8000)

    def __pos__(self) -> bfloat16:
        return self

    def __abs__(self) -> bfloat16:
        return bfloat16.from_bits(self.bits & 0x7FFF)

    def __hash__(self) -> int:
        return hash(float(self))

    def __repr__(self) -> str:
        return f"bfloat16({float(self)!r})"

    __array_ufunc__ = None

    if TYPE_CHECKING:
        # Made from tables below.
        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _operation
        __lt__ = __le__ = __gt__ = __ge__ = _relation


def _arithmetic(compute: Callable[[Any, Any], Any], reflected: bool) -> Callable[[bfloat16, Any], Any]:
    def method(self: bfloat16, other: Any) -> Any:
        if not isinstance(other, bfloat16 | int | float | np.number):
            return NotImplemented
        pair = (np.float64(float(self)), np.float64(float(bfloat16(other))))
        with np.errstate(all="ignore"):
            return bfloat16(compute(*(pair[::-1] if reflected else pair)))

    return method


def _comparison(compute: Callable[[Any, Any], bool]) -> Callable[[bfloat16, Any], bool]:
    def method(self: bfloat16, other: Any) -> bool:
        if not isinstance(other, bfloat16 | int | float | np.number):
            return NotImplemented
        return bool(compute(float(self), float(other)))

    return method


for _name in ("add", "sub", "mul", "truediv"):
    setattr(bfloat16, f"__{_name}__", _arithmetic(getattr(operator, _name), reflected=False))
    setattr(bfloat16, f"__r{_name}__", _arithmetic(getattr(operator, _name), reflected=True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(bfloat16, f"__{_name}__", _comparison(getattr(operator, _name)))
