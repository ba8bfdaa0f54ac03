"""Working on an array line by line: on the vectors along one of its axes."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core.threads import prange
from coluber.lib.intrinsics import in_parallel, tuple_remove, tuple_replace
from coluber.lib.kinds import is_integer, is_none
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.parallel import piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _in_pieces(some: FunctionType) -> FunctionType:
    """Return ``(a, others)``: call ``some(a, others, first, last)`` for all parts of an array along its first axis."""

    def each(a, others):
        rows = a.shape[0]
        if in_parallel():
            pieces = piece_count(rows, a.size)
            for p in prange(pieces):
                some(a, others, rows * p // pieces, rows * (p + 1) // pieces)
        else:
            some(a, others, 0, rows)

    return each


@cache
def each_line(ndim: int, function: FunctionType) -> FunctionType:
    """Return ``(a)``: call a function with each vector along the last axis of an array."""
    if ndim == 1:
        return function
    inner = each_line(ndim - 1, function)

    def some(a, others, first, last):
        for k in range(first, last):
            inner(a[k])

    each = _in_pieces(some)
    return lambda a: each(a, ())


@cache
def each_pair(ndim: int, function: FunctionType) -> FunctionType:
    """As `each_line` for two arrays, whose shapes are equal but for the last axis."""
    if ndim == 1:
        return function
    inner = each_pair(ndim - 1, function)

    def some(a, others, first, last):
        for k in range(first, last):
            inner(a[k], others[0][k])

    each = _in_pieces(some)
    return lambda a, b: each(a, (b,))


@cache
def in_place(ndim: int, function: FunctionType) -> FunctionType:
    """Return ``(a, axis)``: call a function that changes a vector with copies of the lines along an axis, and store them."""

    def line(a):
        buffer = a.copy()
        function(buffer)
        a[:] = buffer

    rows = each_line(ndim, line)

    def along(a, axis):
        rows(np.moveaxis(a, normalize_axis(axis, ndim), -1))

    return along


@cache
def mapped(ndim: int, function: FunctionType, number: Any) -> FunctionType:
    """Return ``(a, axis)``: a new array of one shape with a, whose lines ``function(line, target)`` fills."""
    rows = each_pair(ndim, function)

    def along(a, axis):
        at = normalize_axis(axis, ndim)
        result = np.empty(a.shape, number)
        rows(np.moveaxis(a, at, -1), np.moveaxis(result, at, -1))
        return result

    return along


@cache
def folded(ndim: int, function: FunctionType, number: Any, keepdims: bool, order: str = "C") -> FunctionType:
    """Return ``(a, axis)``: what ``function(line)`` returns for each line along an axis, in an order."""

    def line(a, target):
        target[0] = function(a)

    rows = each_pair(ndim, line)

    def along(a, axis):
        at = normalize_axis(axis, ndim)
        kept = np.empty(tuple_replace(a.shape, at, 1), number)
        rows(np.moveaxis(a, at, -1), np.moveaxis(kept, at, -1))
        return kept if keepdims else kept.reshape(tuple_remove(kept.shape, at))

    def along_reversed(a, axis):
        return along(a.T, ndim - 1 - normalize_axis(axis, ndim)).T

    def single(a, axis):
        normalize_axis(axis, 1)
        return np.full((1,), function(a), number) if keepdims else number(function(a))

    if ndim == 1:
        return single
    return along_reversed if order == "F" else along


@cache
def folded_whole(ndim: int, function: FunctionType, number: Any, keepdims: bool) -> FunctionType:
    """Return ``(a)``: what a function returns for the vector of all elements."""
    ones = (1,) * ndim

    def number_of(a):
        return number(function(a.ravel()))

    def kept(a):
        return np.full(ones, function(a.ravel()), number)

    return kept if keepdims else number_of


def is_axis(axis: Any) -> bool:
    """Whether an argument is None or an integer."""
    return is_none(axis) or is_integer(axis)


@cache
def each_pair_with(ndim: int, function: FunctionType) -> FunctionType:
    """As `each_pair`, with one more argument, which is passed on."""
    if ndim == 1:
        return function
    inner = each_pair_with(ndim - 1, function)

    def some(a, others, first, last):
        for k in range(first, last):
            inner(a[k], others[0][k], others[1])

    each = _in_pieces(some)
    return lambda a, b, argument: each(a, (b, argument))
