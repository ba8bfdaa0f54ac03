"""Ranges as sequences: slices of them, and comparison."""

from __future__ import annotations

from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("range.getitem")
def slice_of_range(items: Any, where: Any) -> FunctionType:
    """Return a slice of a range, which is a range."""

    def impl(items, where):
        start, stop, step = where.indices(len(items))
        first = items.start
        return range(first + start * items.step, first + stop * items.step, step * items.step)

    return impl


@implements("range.eq")
def equal_ranges(a: Any, b: Any) -> FunctionType:
    """Return whether two ranges have the same numbers."""

    def impl(a, b):
        count = len(a)
        if count != len(b):
            return False
        return count == 0 or (a.start == b.start and (count == 1 or a.step == b.step))

    return impl


@implements("range.ne")
def unequal_ranges(a: Any, b: Any) -> FunctionType:
    """Return whether two ranges have other numbers."""
    return lambda a, b: not a == b  # noqa: SIM201
