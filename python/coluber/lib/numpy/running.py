"""Running sums and products, on all cores in functions with ``parallel=True``.

A vector is divided into pieces, whose number depends on its size alone where there is more than one thread: the totals of all
pieces are found first, and each begins with what those before it come to. Lines along an axis are independent of each other.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core.threads import get_num_threads, prange
from coluber.lib.kinds import is_integral, numpy_class
from coluber.lib.numpy.folds import in_lanes, one_by_one, split_at
from coluber.lib.numpy.parallel import piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Columns that are not divided: narrower groups would read memory in too many places.
_GROUP = 1024


@cache
def running_vector(result: Type, join: FunctionType, neutral: float) -> FunctionType:
    """Return ``(a, target)``: store the running results of a vector's elements."""
    number = numpy_class(result)
    first_of = number(neutral)
    total_of = (one_by_one if is_integral(result) else in_lanes)(number, join, first_of)

    some = _stretch(number, join)

    def vector(a, target):
        n = a.size
        pieces = piece_count(n, n) if get_num_threads() > 1 else 1
        starts = np.empty(pieces, number)
        for p in prange(pieces - 1):
            first = n * p // pieces
            starts[p + 1] = total_of(a, first, n * (p + 1) // pieces - first)
        starts[0] = number(a[0])
        target[0] = starts[0]
        for p in range(1, pieces):
            starts[p] = join(first_of if p == 1 else starts[p - 1], starts[p])
        for p in prange(pieces):
            some(a, target, max(n * p // pieces, 1), n * (p + 1) // pieces, starts[p])

    return vector


@cache
def _stretch(number: Any, join: FunctionType) -> FunctionType:
    """Return ``(a, target, first, last, before)``: store running results, from what the elements before come to."""

    def stretch(a, target, first, last, before):
        total = before
        for i in range(first, last):
            total = number(join(total, number(a[i])))
            target[i] = total

    return stretch


@cache
def running_lines(result: Type, join: FunctionType, neutral: float) -> FunctionType:
    """Return ``(a, target, axis)``: store the running results along an axis of an array of several axes; both in C order."""
    number, vector = numpy_class(result), running_vector(result, join, neutral)
    line = _stretch(number, join)

    def columns(source, target, base, n, inner, first, last):
        for j in range(base + first, base + last):
            target[j] = number(source[j])
        for k in range(1, n):
            at = base + k * inner
            for j in range(at + first, at + last):
                target[j] = join(target[j - inner], number(source[j]))

    def some(source, target, first, last, groups, n, inner):
        if inner == 1:
            for k in range(first, last):
                target[k * n] = number(source[k * n])
                line(source, target, k * n + 1, (k + 1) * n, target[k * n])
            return
        for task in range(first, last):
            k, g = task // groups, task % groups
            columns(source, target, k * n * inner, n, inner, inner * g // groups, inner * (g + 1) // groups)

    def lines(a, result, axis):
        n = a.shape[axis]
        if a.size == 0:
            return
        outer, inner = split_at(a.shape, axis)
        source, target = a.ravel(), result.ravel()
        if outer * inner == 1:
            vector(source, target)
            return
        groups = piece_count(inner // _GROUP, n * inner)
        tasks = outer * groups
        pieces = piece_count(tasks, source.size)
        for p in prange(pieces):
            some(source, target, tasks * p // pieces, tasks * (p + 1) // pieces, groups, n, inner)

    return lines
