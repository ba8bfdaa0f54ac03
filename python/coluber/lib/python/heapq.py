"""The module ``heapq``: a list whose item ``k`` is no larger than the items ``2k + 1`` and ``2k + 2``.

A hole that an item leaves moves down along the smaller children to a leaf, and the item that fills it up from there: the order
in which CPython compares, so that equal items end in the same places.
"""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.kinds import is_integral, is_list, is_none
from coluber.misc.special import literal_unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def rise(heap: Any, top: int, hole: int) -> None:
    """Move the item at a position up to its place, at most to the position ``top``."""
    if not 0 <= top <= hole < len(heap):
        # It never is: this tells the compiler that indices below are neither negative nor too large.
        return
    item = heap[hole]
    while hole > top:
        parent = (hole - 1) >> 1
        if not item < heap[parent]:
            break
        heap[hole] = heap[parent]
        hole = parent
    heap[hole] = item


def settle(heap: Any, top: int) -> None:
    """Move the item at a position down to its place."""
    n = len(heap)
    if not 0 <= top < n:
        # It never is: this tells the compiler that indices below are neither negative nor too large.
        return
    item, hole = heap[top], top
    child = 2 * hole + 1
    while child < n:
        if child + 1 < n and not heap[child] < heap[child + 1]:
            child += 1
        heap[hole] = heap[child]
        hole = child
        child = 2 * hole + 1
    heap[hole] = item
    rise(heap, top, hole)


@implements("heapq.heappush")
def heappush(heap: Any, item: Any) -> FunctionType | None:
    """Put an item into a heap."""

    def impl(heap, item):
        heap.append(item)
        rise(heap, 0, len(heap) - 1)

    return impl if is_list(heap) else None


@implements("heapq.heappop")
def heappop(heap: Any) -> FunctionType | None:
    """Take the smallest item out of a heap."""

    def impl(heap):
        if len(heap) == 0:
            raise IndexError("index out of range")
        last = heap.pop()
        if len(heap) == 0:
            return last
        smallest = heap[0]
        heap[0] = last
        settle(heap, 0)
        return smallest

    return impl if is_list(heap) else None


@implements("heapq.heapify")
def heapify(x: Any) -> FunctionType | None:
    """Make a list a heap."""

    def impl(x):
        for top in range(len(x) // 2 - 1, -1, -1):
            settle(x, top)

    return impl if is_list(x) else None


@implements("heapq.heapreplace")
def heapreplace(heap: Any, item: Any) -> FunctionType | None:
    """Take the smallest item out of a heap, then put another in."""

    def impl(heap, item):
        if len(heap) == 0:
            raise IndexError("index out of range")
        smallest = heap[0]
        heap[0] = item
        settle(heap, 0)
        return smallest

    return impl if is_list(heap) else None


@implements("heapq.heappushpop")
def heappushpop(heap: Any, item: Any) -> FunctionType | None:
    """Put an item into a heap, then take the smallest out."""

    def impl(heap, item):
        if len(heap) > 0 and heap[0] < item:
            smallest = heap[0]
            heap[0] = item
            settle(heap, 0)
            return smallest
        return item

    return impl if is_list(heap) else None


@implements("heapq.nsmallest")
def nsmallest(n: Any, iterable: Any, key: Any = None) -> FunctionType | None:
    """Return the smallest items in their order."""

    def impl(n, iterable, key=None):
        return sorted(iterable)[: max(int(n), 0)]

    def impl_key(n, iterable, key=None):
        return sorted(iterable, key=key)[: max(int(n), 0)]

    if not is_integral(n):
        return None
    return impl if is_none(key) else impl_key


@implements("heapq.nlargest")
def nlargest(n: Any, iterable: Any, key: Any = None) -> FunctionType | None:
    """Return the largest items, the largest first."""

    def impl(n, iterable, key=None):
        return sorted(iterable, reverse=True)[: max(int(n), 0)]

    def impl_key(n, iterable, key=None):
        return sorted(iterable, key=key, reverse=True)[: max(int(n), 0)]

    if not is_integral(n):
        return None
    return impl if is_none(key) else impl_key


def as_lists(iterables: Any) -> Any:
    """Return a list of the lists of what iterables of one type give."""
    return [[x for x in items] for items in iterables]  # noqa: C416


def mixed_as_lists(iterables: Any) -> Any:
    """Return a list of the lists of what iterables of several types give."""
    rows = []
    for items in literal_unroll(iterables):
        rows.append([x for x in items])  # noqa: C416
    return rows


def precedes(a: Any, b: Any, reverse: bool) -> bool:
    """Whether an item comes before another, to which it is not equal."""
    return b < a if reverse else a < b


def rows_themselves(rows, key):
    """Return what lists are ordered by without a key."""
    return rows


def rows_of_keys(rows, key):
    """Return what lists are ordered by."""
    return [[key(x) for x in row] for row in rows]


def in_order(rows, keys, reverse):
    """Give the items of lists that are in order by their keys, in order."""
    at = [0] * len(rows)
    while True:
        best = -1
        for k in range(len(rows)):
            if at[k] < len(rows[k]) and (best < 0 or precedes(keys[k][at[k]], keys[best][at[best]], reverse)):
                best = k
        if best < 0:
            return
        at[best] += 1
        yield rows[best][at[best] - 1]


@implements("heapq.merge")
def merge(*iterables: Any, key: Any = None, reverse: Any = False) -> FunctionType | None:
    """Give the items of several iterables that are in order, in order."""
    lists = as_lists if len(set(iterables)) == 1 else mixed_as_lists
    keys_of = rows_themselves if is_none(key) else rows_of_keys

    def impl(*iterables, key=None, reverse=False):
        rows = lists(iterables)
        yield from in_order(rows, keys_of(rows, key), reverse)

    return impl


@implements("spread:heapq.merge")
def merge_of(iterables: Any, key: Any = None, reverse: Any = False) -> FunctionType:
    """Give the items of those iterables in order that a sequence gives, of which only the running program knows how many."""
    keys_of = rows_themselves if is_none(key) else rows_of_keys

    def impl(iterables, key=None, reverse=False):
        rows = as_lists(iterables)
        yield from in_order(rows, keys_of(rows, key), reverse)

    return impl
