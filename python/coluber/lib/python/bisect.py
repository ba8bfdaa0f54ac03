"""The module ``bisect``: places in lists that are in order."""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("bisect.bisect_left")
def bisect_left(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType | None:
    """Return the first place where an item keeps the order."""

    def impl(a, x, lo=0, hi=None, key=None):
        if lo < 0:
            raise ValueError("lo must be non-negative")
        low = lo
        high = len(a) if hi is None else hi
        while low < high:
            middle = (low + high) // 2
            if a[middle] < x:
                low = middle + 1
            else:
                high = middle
        return low

    def impl_key(a, x, lo=0, hi=None, key=None):
        if lo < 0:
            raise ValueError("lo must be non-negative")
        low = lo
        high = len(a) if hi is None else hi
        while low < high:
            middle = (low + high) // 2
            if key(a[middle]) < x:
                low = middle + 1
            else:
                high = middle
        return low

    return impl if is_none(key) else impl_key


@implements("bisect.bisect_right", "bisect.bisect")
def bisect_right(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType | None:
    """Return the last place where an item keeps the order."""

    def impl(a, x, lo=0, hi=None, key=None):
        if lo < 0:
            raise ValueError("lo must be non-negative")
        low = lo
        high = len(a) if hi is None else hi
        while low < high:
            middle = (low + high) // 2
            if x < a[middle]:
                high = middle
            else:
                low = middle + 1
        return low

    def impl_key(a, x, lo=0, hi=None, key=None):
        if lo < 0:
            raise ValueError("lo must be non-negative")
        low = lo
        high = len(a) if hi is None else hi
        while low < high:
            middle = (low + high) // 2
            if x < key(a[middle]):
                high = middle
            else:
                low = middle + 1
        return low

    return impl if is_none(key) else impl_key


@implements("bisect.insort_left")
def insort_left(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType | None:
    """Insert an item at the first place where it keeps the order."""
    from bisect import bisect_left

    def impl(a, x, lo=0, hi=None, key=None):
        a.insert(bisect_left(a, x, lo, hi), x)

    def impl_key(a, x, lo=0, hi=None, key=None):
        a.insert(bisect_left(a, key(x), lo, hi, key=key), x)

    return impl if is_none(key) else impl_key


@implements("bisect.insort_right", "bisect.insort")
def insort_right(a: Any, x: Any, lo: Any = 0, hi: Any = None, key: Any = None) -> FunctionType | None:
    """Insert an item at the last place where it keeps the order."""
    from bisect import bisect_right

    def impl(a, x, lo=0, hi=None, key=None):
        a.insert(bisect_right(a, x, lo, hi), x)

    def impl_key(a, x, lo=0, hi=None, key=None):
        a.insert(bisect_right(a, key(x), lo, hi, key=key), x)

    return impl if is_none(key) else impl_key
