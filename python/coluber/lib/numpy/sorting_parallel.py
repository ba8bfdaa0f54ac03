"""Sorts of vectors on all cores, for functions with ``parallel=True``.

A vector is divided into a piece for each thread. Pieces are sorted side by side, then neighbours are merged until one is left;
each merge is divided, too, by looking for the places in both pieces up to which so many elements of the result come from.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.threads import get_num_threads, prange
from coluber.lib.numpy.ordering import order_of
from coluber.lib.numpy.parallel import piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type


def _less_or_number(x, y):
    """Whether a float comes before another one, where NaNs are last."""
    return (x < y) | ((y != y) & (x == x))


def _before(dtype: Type) -> FunctionType:
    return _less_or_number if isinstance(dtype, types.Float) else order_of(dtype)


def _pieces_of(size):
    """Return the number of pieces: a power of two, at most that of threads."""
    most, pieces = min(piece_count(size, size), get_num_threads()), 1
    while 2 * pieces <= most:
        pieces *= 2
    return pieces


@cache
def _merge_part(before: FunctionType) -> FunctionType:
    """Return ``(source, target, bounds, part, parts)``: make one of some parts of the merged elements of two ranges."""
    index = np.uint64

    def split(source, low, middle, high, count):
        """Return how many of the first elements of the result come from the first range."""
        first, last = max(0, count - (high - middle)), min(count, middle - low)
        while first < last:
            i = (first + last) >> 1
            if before(source[index(middle + count - i - 1)], source[index(low + i)]):
                last = i
            else:
                first = i + 1
        return first

    def merge(source, target, bounds, part, parts):
        low, middle, high = bounds
        start, end = (high - low) * part // parts, (high - low) * (part + 1) // parts
        taken, left_end = split(source, low, middle, high, start), split(source, low, middle, high, end)
        i, i_end = low + taken, low + left_end
        j, j_end = middle + start - taken, middle + end - left_end
        at = low + start
        while i < i_end and j < j_end:
            x, y = source[index(i)], source[index(j)]
            from_right = before(y, x)
            target[index(at)] = y if from_right else x
            i += 0 if from_right else 1
            j += 1 if from_right else 0
            at += 1
        for k in range(i, i_end):
            target[index(at + k - i)] = source[index(k)]
        at += i_end - i
        for k in range(j, j_end):
            target[index(at + k - j)] = source[index(k)]

    return merge


@cache
def _merged(before: FunctionType) -> FunctionType:
    """Return ``(a, pieces)``: merge so many sorted pieces of a vector; among equals, those of pieces further up come first."""
    merge = _merge_part(before)

    def step(source, target, pieces, width):
        n = source.size
        for task in prange(pieces):
            part, first = task % (2 * width), task // (2 * width) * 2 * width
            bounds = (n * first // pieces, n * (first + width) // pieces, n * (first + 2 * width) // pieces)
            merge(source, target, bounds, part, 2 * width)

    def merge_all(a, pieces):
        other, width, is_there = np.empty_like(a), 1, True
        while width < pieces:
            if is_there:
                step(a, other, pieces, width)
            else:
                step(other, a, pieces, width)
            is_there = not is_there
            width *= 2
        if not is_there:
            a[:] = other

    return merge_all


@cache
def divided_sorter(dtype: Type, sort: FunctionType) -> FunctionType:
    """Return ``(a)``: sort a vector whose elements are next to each other, pieces of it by a function."""
    merge_all = _merged(_before(dtype))

    def sort_vector(a):
        n, pieces = a.size, _pieces_of(a.size)
        if pieces == 1:
            sort(a)
            return
        for p in prange(pieces):
            sort(a[n * p // pieces : n * (p + 1) // pieces])
        merge_all(a, pieces)

    return sort_vector
