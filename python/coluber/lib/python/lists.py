"""Methods of lists that are loops over the items, and ``sorted``."""

from __future__ import annotations

import sys

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.types.base import is_extension
from coluber.lib.intrinsics import is_found, list_order
from coluber.lib.kinds import is_array, is_complex, is_integer, is_list, is_none
from coluber.lib.python.orders import items_never_ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("list.extend")
def extend(self: Any, iterable: Any) -> FunctionType | None:
    """Append the items of something else."""

    def impl(self, iterable):
        for item in iterable:
            self.append(item)

    return impl if is_list(self) else None


@implements("list.repeat")
def repeat(self: Any, count: Any) -> FunctionType | None:
    """Put the items into the list so many times, in place."""

    def impl(self, count):
        # Without memory for all items, none is added.
        self[:] = self * count
        return self

    return impl if is_list(self) and is_integer(count) else None


@implements("coluber.list_text")
def list_text(items: Any) -> FunctionType | None:
    """Return the text of a list of numbers or texts."""

    def impl(items):
        return "[" + ", ".join([repr(item) for item in items]) + "]"

    return impl if is_list(items) else None


@implements("coluber.is_found")
def found(item: Any, value: Any) -> FunctionType:
    """Whether an item is the value that is looked for, or equal to it."""
    return lambda item, value: item is value or item == value


def position_of(items: Any, value: Any, start: int, stop: int) -> int:
    """Return the position of the first item in a range that is equal; -1 where there is none."""
    n = len(items)
    first = max(start + n, 0) if start < 0 else start
    last = stop + n if stop < 0 else min(stop, n)
    for position in range(first, last):
        if is_found(items[position], value):
            return position
    return -1


@implements("list.index")
def index(self: Any, value: Any, start: Any = 0, stop: Any = sys.maxsize) -> FunctionType | None:
    """Position of the first item that is equal."""

    def impl(self, value, start=0, stop=sys.maxsize):
        position = position_of(self, value, start, stop)
        if position < 0:
            raise ValueError(f"{value!r} is not in list")
        return position

    def impl_newer(self, value, start=0, stop=sys.maxsize):
        # Of a value of a program's type there may be no text.
        position = position_of(self, value, start, stop)
        if position < 0:
            raise ValueError("list.index(x): x not in list")
        return position

    def impl_tuple(self, value, start=0, stop=sys.maxsize):
        position = position_of(self, value, start, stop)
        if position < 0:
            raise ValueError("tuple.index(x): x not in tuple")
        return position

    if isinstance(self, types.LongTuple):
        return impl_tuple
    return impl_newer if sys.version_info >= (3, 14) or is_extension(value) else impl


@implements("list.count", "deque.count")
def count(self: Any, value: Any) -> FunctionType | None:
    """Return how many items are equal."""

    def impl(self, value):
        total = 0
        for item in self:
            if is_found(item, value):
                total += 1
        return total

    return impl


@implements("list.remove")
def remove(self: Any, value: Any) -> FunctionType | None:
    """Remove the first item that is equal."""

    def impl(self, value):
        for position in range(len(self)):
            if is_found(self[position], value):
                self.pop(position)
                return
        raise ValueError("list.remove(x): x not in list")

    return impl


def merge_order(items: Any, reverse: bool) -> Any:
    """Return the indices of the items in their order; equal ones as they come. A merge sort from the bottom up."""
    n = len(items)
    order = [k for k in range(n)]  # noqa: C416
    other = [0] * n
    width = 1
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            left, right = low, middle
            for k in range(low, high):
                if left < middle and right < high:
                    a, b = items[order[left]], items[order[right]]
                    take_right = a < b if reverse else b < a
                else:
                    take_right = left >= middle
                if take_right:
                    other[k] = order[right]
                    right += 1
                else:
                    other[k] = order[left]
                    left += 1
        order, other = other, order
        width *= 2
    return order


@implements("list.order")
def order(self: Any, reverse: Any) -> FunctionType | None:
    """Return the indices of items that only compiled code can compare in their order."""

    def impl(self, reverse):
        return merge_order(self, reverse)

    def impl_unordered(self, reverse):
        if len(self) > 1:
            raise TypeError(message)
        return [0] * len(self)

    if not is_list(self):
        return None
    message = items_never_ordered(self)
    return impl_unordered if message else impl


@implements("list.sort")
def sort(self: Any, reverse: Any) -> FunctionType | None:
    """Sort items that only compiled code can compare."""

    def impl(self, reverse):
        items = self[:]
        order = merge_order(items, bool(reverse))
        for k in range(len(order)):
            self[k] = items[order[k]]

    def impl_unordered(self, reverse):
        if len(self) > 1:
            raise TypeError(message)

    if not is_list(self):
        return None
    message = items_never_ordered(self)
    return impl_unordered if message else impl


@implements("list.sort_by")
def sort_by(self: Any, key: Any, reverse: Any) -> FunctionType | None:
    """Sort by what a function gives for the items."""

    def impl(self, key, reverse):
        items = self[:]
        order = list_order([key(item) for item in items], bool(reverse))
        for k in range(len(order)):
            self[k] = items[order[k]]

    return impl if is_list(self) else None


def _sorted_complex(iterable, key=None, reverse=False):
    out = list(np.sort(iterable))
    if reverse:
        out.reverse()
    return out


@implements("builtins.sorted")
def sorted_(iterable: Any, key: Any = None, reverse: Any = False) -> FunctionType | None:
    """Return a sorted list of the items."""

    def impl(iterable, key=None, reverse=False):
        out = list(iterable)
        out.sort(reverse=reverse)
        return out

    def impl_key(iterable, key=None, reverse=False):
        out = list(iterable)
        out.sort(key=key, reverse=reverse)
        return out

    # NumPy's complex numbers have an order, which Python's have not.
    if is_array(iterable, 1) and is_complex(iterable.dtype) and is_none(key):
        return _sorted_complex
    return impl if is_none(key) else impl_key
