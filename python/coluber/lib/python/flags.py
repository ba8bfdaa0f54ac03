"""Operators of members of `enum.Flag`, which compiled code calls as methods."""

from __future__ import annotations

from coluber.lib.intrinsics import with_value

TYPE_CHECKING = False
if TYPE_CHECKING:
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
}

OPERATORS = {
    "__or__": _or,
    "__and__": _and,
    "__xor__": _xor,
    "__invert__": _invert,
    "__contains__": _contains,
    "__bool__": _bool,
}
