"""``argmin`` and ``argmax`` of expressions, which make no arrays of them."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import expression_shape, in_kernel, tuple_remove, tuple_replace
from coluber.lib.kinds import is_integer, is_none, literal_bool
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.folds import split_at
from coluber.lib.numpy.fused_folds import CHUNK, Source, is_plain, of_expression, size_of
from coluber.lib.numpy.layouts import is_reversed
from coluber.lib.numpy.parallel import piece_count
from coluber.lib.numpy.positions import better_of, position_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _stretch(source: Source, kind: str, message: str) -> FunctionType:
    """Return ``(inputs, start, n, buffer)``: the position of the extremum of n elements from a place on, and the extremum."""
    part, is_better, run = source.part, better_of(source.dtype, kind), position_run(source.dtype, kind, message)

    def stretch(inputs, start, n, buffer):
        count = min(n, CHUNK)
        part(inputs, buffer, start, count)
        at = run(buffer, 0, count)
        best = buffer[at]
        for low in range(count, n, CHUNK):
            if best != best:
                break
            count = min(CHUNK, n - low)
            part(inputs, buffer, start + low, count)
            k = run(buffer, 0, count)
            if is_better(buffer[k], best):
                at, best = low + k, buffer[k]
        return at, best

    return stretch


def _one_by_one(source: Source, kind: str, message: str) -> FunctionType:
    """Return ``(inputs, size)``, which computes one element at a time."""
    item, is_better = source.item, better_of(source.dtype, kind)

    def position(inputs, size):
        if size == 0:
            raise ValueError(message)
        best, at = item(inputs, 0), 0
        for k in range(1, size):
            x = item(inputs, k)
            if is_better(x, best):
                best, at = x, k
        return at

    return position


@cache
def _whole(source: Source, kind: str, message: str) -> FunctionType:
    """Return ``(inputs, size)``: the position among all elements."""
    stretch, is_better, number = _stretch(source, kind, message), better_of(source.dtype, kind), source.number
    one_by_one = _one_by_one(source, kind, message)

    def in_pieces(inputs, size):
        pieces = piece_count(size, size)
        places, extrema = np.empty(pieces, np.int64), np.empty(pieces, number)
        for k in prange(pieces):
            low = size * k // pieces
            count = size * (k + 1) // pieces - low
            at, extrema[k] = stretch(inputs, low, count, np.empty(min(count, CHUNK), number))
            places[k] = low + at
        best = 0
        for k in range(1, pieces):
            if is_better(extrema[k], extrema[best]):
                best = k
        return places[best]

    def whole(inputs, size):
        if in_kernel():
            return one_by_one(inputs, size)
        return in_pieces(inputs, size)

    return whole


def _columns(source: Source, kind: str) -> FunctionType:
    """Return ``(inputs, base, n, inner, target, first, last)``: the positions in some columns of n rows from a place on."""
    part, is_better, number = source.part, better_of(source.dtype, kind), source.number

    def columns(inputs, base, n, inner, target, first, last):
        best, buffer = np.empty(CHUNK, number), np.empty(CHUNK, number)
        for low in range(first, last, CHUNK):
            width = min(CHUNK, last - low)
            places, rows = target[low : low + width], CHUNK // width if width == inner else 1
            places[:] = 0
            part(inputs, best, base + low, width)
            for k in range(1, n, rows):
                count = min(rows, n - k)
                part(inputs, buffer, base + k * inner + low, count * width)
                for i in range(count):
                    row = buffer[i * width : (i + 1) * width]
                    for j in range(width):
                        if is_better(row[j], best[j]):
                            best[j] = row[j]
                            places[j] = k + i

    return columns


@cache
def _along(source: Source, kind: str, message: str) -> FunctionType:
    """Return ``(inputs, shape, axis)``: the positions along an axis of a shape in C order."""
    stretch, columns, number = _stretch(source, kind, message), _columns(source, kind), source.number

    def some_lines(inputs, target, first, last, n):
        buffer = np.empty(min(n, CHUNK), number)
        for k in range(first, last):
            target[k] = stretch(inputs, k * n, n, buffer)[0]

    def along(inputs, shape, axis):
        n = shape[axis]
        if n == 0:
            raise ValueError(message)
        outer, inner = split_at(shape, axis)
        result = np.empty(tuple_remove(shape, axis), np.int64)
        target = result.ravel()
        if inner == 1:
            pieces = piece_count(outer, outer * n)
            for p in prange(pieces):
                some_lines(inputs, target, outer * p // pieces, outer * (p + 1) // pieces, n)
            return result
        groups = piece_count(inner // 8, n * inner)
        tasks = outer * groups
        pieces = piece_count(tasks, outer * n * inner)
        for p in prange(pieces):
            for t in range(tasks * p // pieces, tasks * (p + 1) // pieces):
                k, g = t // groups, t % groups
                own = target[k * inner : (k + 1) * inner]
                columns(inputs, k * n * inner, n, inner, own, inner * g // groups, inner * (g + 1) // groups)
        return result

    return along


def _choose(kind: str, a: Any, name: Any, axis: Any, out: Any, keepdims: Any) -> FunctionType | None:
    """Return the function; None where positions are not in the order in which elements are computed."""
    reverse, ndim, keep = is_reversed(a), a.ndim, literal_bool(keepdims, "keepdims")
    if not is_none(out) or not is_plain(a.dtype) or not (is_none(axis) or is_integer(axis)):
        return None
    text, message = name.literal_value, f"attempt to get arg{kind[:3]} of an empty sequence"
    source = of_expression(text, a.dtype)
    if is_none(axis) or ndim == 1:
        if keep or reverse:
            return None
        whole, only = _whole(source, kind, message), not is_none(axis)

        def impl_whole(a, name, inputs, axis=None, out=None, keepdims=False):
            if only:
                normalize_axis(axis, 1)
            return whole(inputs, size_of(expression_shape(text, inputs)))

        return impl_whole
    along = _along(source, kind, message)

    def impl(a, name, inputs, axis=None, out=None, keepdims=False):
        shape = expression_shape(text, inputs)
        at = normalize_axis(axis, ndim)
        found = along(inputs, shape[::-1], ndim - 1 - at).T.copy() if reverse else along(inputs, shape, at)
        return found.reshape(tuple_replace(shape, at, 1)) if keep else found

    return impl


@implements("coluber.fused.argmin")
def argmin(a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first smallest element, or of the first NaN."""
    return _choose("minimum", a, name, axis, out, keepdims)


@implements("coluber.fused.argmax")
def argmax(a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first largest element, or of the first NaN."""
    return _choose("maximum", a, name, axis, out, keepdims)
