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


OPERATORS = {
    "__or__": _or,
    "__and__": _and,
    "__xor__": _xor,
    "__invert__": _invert,
    "__contains__": _contains,
    "__bool__": _bool,
}
