"""Combinations of members of `enum.Flag`: operators, which compiled code calls as methods, and how they are found by value."""

from __future__ import annotations

import enum

from coluber.core.errors import TypingError
from coluber.lib.intrinsics import with_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any


def _or(self: Any, other: Any) -> Any:
    return with_value(self, self.value | other.value)


def _and(self: Any, other: Any) -> Any:
    return with_value(self, self.value & other.value)


def _xor(self: Any, other: Any) -> Any:
    return with_value(self, self.value ^ other.value)


def _invert(self: Any) -> Any:
    every = 0
    for member in type(self):
        every |= member.value
    return with_value(self, every & ~self.value)


def _contains(self: Any, other: Any) -> Any:
    return self.value & other.value == other.value


def _bool(self: Any) -> Any:
    return self.value != 0


def _iter(self: Any) -> Iterator[Any]:
    for member in type(self):
        if member.value & self.value:
            yield member


def _len(self: Any) -> int:
    return int(self.value).bit_count()


def _int_or(self: Any, other: Any) -> Any:
    return with_value(self, int(self) | int(other)) if isinstance(other, int) else NotImplemented


def _int_and(self: Any, other: Any) -> Any:
    return with_value(self, int(self) & int(other)) if isinstance(other, int) else NotImplemented


def _int_xor(self: Any, other: Any) -> Any:
    return with_value(self, int(self) ^ int(other)) if isinstance(other, int) else NotImplemented


def _int_invert(self: Any) -> Any:
    # All bits up to the highest one count, those of no flag, too.
    every = 0
    for member in type(self):
        every |= int(member)
    full = (1 << every.bit_length()) - 1
    if int(self) <= full:
        return with_value(self, full ^ int(self))
    other = ~int(self)
    return with_value(self, other + (1 << other.bit_length()))


# Those of `enum.IntFlag`, whose other operand may be any integer.
INTEGER_OPERATORS = {
    "__or__": _int_or,
    "__and__": _int_and,
    "__xor__": _int_xor,
    "__ror__": _int_or,
    "__rand__": _int_and,
    "__rxor__": _int_xor,
    "__invert__": _int_invert,
    "__contains__": _contains,
    "__iter__": _iter,
    "__len__": _len,
}

OPERATORS = {
    "__or__": _or,
    "__and__": _and,
    "__xor__": _xor,
    "__invert__": _invert,
    "__contains__": _contains,
    "__iter__": _iter,
    "__len__": _len,
    "__bool__": _bool,
}


def flags_by_value(cls: Any) -> FunctionType:
    """Return the function that finds the combination of flags that an integer is."""
    found, boundary = tuple(cls), cls._boundary_
    if not found:
        raise TypingError(f"{cls.__qualname__} has no members")
    known, every, text = cls._flag_mask_, cls._all_bits_, repr(cls)
    if boundary is enum.FlagBoundary.EJECT:
        raise TypingError(f"{cls.__qualname__}(...) gives members or integers, as the value is")
    is_kept, is_strict = boundary is enum.FlagBoundary.KEEP, boundary is enum.FlagBoundary.STRICT

    def impl(cls, value):
        number = int(value)
        if not ~every <= number <= every or number & (every ^ known):
            if is_strict:
                width = max(number.bit_length(), known.bit_length())
                given, allowed = _digits(number, width), _digits(known, width)
                raise ValueError(f"{text} invalid value {number}\n    given {given}\n  allowed {allowed}")
            if not is_kept:
                number &= known
            elif number < 0:
                number += max(every + 1, 1 << number.bit_length())
        if number < 0:
            number += every + 1
        return with_value(found[0], number)

    return impl


def _digits(number: int, width: int) -> str:
    """Return the bits of a number as messages of `enum` have them: the sign's, then as many as the width says."""
    digits = ""
    for k in range(width):
        digits = ("1" if number >> k & 1 else "0") + digits
    return ("0b1 " if number < 0 else "0b0 ") + digits
