"""The module ``bisect``: places in lists that are in order."""

from __future__ import annotations

import bisect

from coluber.core.extending import implements
from coluber.lib.kinds import is_none
from coluber.lib.python.said import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def own(item):
    """Return an item as it is: what is compared without a key."""
    return item


def is_less(item, x):
    """Whether an item stands before the first place of another."""
    return item < x


def is_not_greater(item, x):
    """Whether an item stands before the last place of another."""
    return not x < item


def _search(is_before: FunctionType, given: Any) -> FunctionType:
    """Return the search for the first item that does not stand before another one, with the key that is given or without."""
    without = is_none(given)
    negative = said(lambda: bisect.bisect_left([], 0, -1))

    def impl(a, x, lo=0, hi=None, key=None):
        if lo < 0:
            raise ValueError(negative)
        key_of = own if without else key
        low = lo
        high = len(a) if hi is None else hi
        while low < high:
            middle = (low + high) // 2
            if is_before(key_of(a[middle]), x):
                low = middle + 1
            else:
                high = middle
        return low

    return impl


def _insertion(search: FunctionType, given: Any) -> FunctionType:
    """Return the insertion at the place that a search finds."""
    without = is_none(given)

    def impl(a, x, lo=0, hi=None, key=None):
        key_of = own if without else key
        a.insert(search(a, key_of(x), lo, hi, key), x)

    return impl


@implements("bisect.bisect_left")
def bisect_left(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType:
    """Return the first place where an item keeps the order."""
    return _search(is_less, key)


@implements("bisect.bisect_right", "bisect.bisect")
def bisect_right(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType:
    """Return the last place where an item keeps the order."""
    return _search(is_not_greater, key)


@implements("bisect.insort_left")
def insort_left(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType:
    """Insert an item at the first place where it keeps the order."""
    return _insertion(_search(is_less, key), key)


@implements("bisect.insort_right", "bisect.insort")
def insort_right(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType:
    """Insert an item at the last place where it keeps the order."""
    return _insertion(_search(is_not_greater, key), key)
