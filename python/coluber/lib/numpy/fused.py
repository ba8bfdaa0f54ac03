"""Reductions of expressions: ``((a - b) ** 2).sum()`` makes no array of the squares.

The compiler calls these functions in place of those of `reductions.py` where an array is an expression that is used nowhere
else. They are given the type of the array, the name of the expression, and the arrays and numbers that it is computed from; the
array itself is not there. Elements are computed in chunks that stay in the cache, in the order of memory, and joined as those
of an array are: results are the same.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import expression_part, expression_shape, in_parallel, tuple_remove, tuple_replace
from coluber.lib.kinds import dtype_type, is_half, is_integer, is_integral, is_none, is_number, literal_bool, numpy_class
from coluber.lib.numpy import reductions
from coluber.lib.numpy.axes import constant_axes, normalize_axis
from coluber.lib.numpy.folds import FEW, Fold, one_by_one, split_at
from coluber.lib.numpy.layouts import reshaped
from coluber.lib.numpy.options import is_everywhere
from coluber.lib.numpy.parallel import in_pieces, piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type

# Elements that are computed at a time.
_CHUNK = 2048


# ---------------------------------------------------------------------------------------------------------- stretches


def _stretch(text: str, fold: Fold, decided: bool | None) -> FunctionType:
    """Return ``(inputs, start, n, buffer)``: reduce n elements of an expression from a place on.

    Floats are joined as the halves of `folds.pairwise`; truth values end where one decides.
    """
    run, join = fold.run, fold.join

    def halves(inputs, start, n, buffer):
        if n <= _CHUNK:
            expression_part(text, inputs, buffer, start, n)
            return run(buffer, 0, n)
        half = n >> 1
        half -= half & 7
        left = halves(inputs, start, half, buffer)
        return join(left, halves(inputs, start + half, n - half, buffer))

    def in_order(inputs, start, n, buffer):
        first = min(n, _CHUNK)
        expression_part(text, inputs, buffer, start, first)
        total = run(buffer, 0, first)
        for low in range(start + first, start + n, _CHUNK):
            count = min(_CHUNK, start + n - low)
            if decided is not None and total == decided:
                break
            expression_part(text, inputs, buffer, low, count)
            total = join(total, run(buffer, 0, count))
        return total

    is_sum = fold.join is reductions.add and not is_integral(fold.result)
    return halves if is_sum else in_order


def _whole(text: str, dtype: Type, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, size)``: reduce all elements."""
    element = numpy_class(dtype)

    def part(inputs, first, last, given):
        return stretch(inputs, first, last - first, np.empty(min(last - first, _CHUNK), element))

    reduce = in_pieces(part, fold.join, fold.number)

    def whole(inputs, size):
        return reduce(inputs, size, size, None)

    return whole


# ------------------------------------------------------------------------------------------------------ along an axis


def _lines(text: str, dtype: Type, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, target, outer, n)``: reduce lines of n elements that follow each other."""
    run, element = fold.run, numpy_class(dtype)

    def some(inputs, target, first, last, n):
        buffer = np.empty(_CHUNK, element)
        if n == 0 or n > _CHUNK:
            for k in range(first, last):
                target[k] = stretch(inputs, k * n, n, buffer)
            return
        together = _CHUNK // n
        for k in range(first, last, together):
            count = min(together, last - k)
            expression_part(text, inputs, buffer, k * n, count * n)
            for i in range(count):
                target[k + i] = run(buffer, i * n, n)

    def lines(inputs, target, outer, n):
        pieces = piece_count(outer, outer * n)
        for p in prange(pieces):
            some(inputs, target, outer * p // pieces, outer * (p + 1) // pieces, n)

    return lines


def _columns(text: str, dtype: Type, fold: Fold) -> FunctionType:
    """Return ``(inputs, base, n, target)``: reduce the columns of n rows, of which the first begins at a place."""
    lift, join, identity, element = fold.lift, fold.join, fold.identity, numpy_class(dtype)
    begins = identity is not None

    def columns(inputs, base, n, target):
        inner, buffer = target.size, np.empty(_CHUNK, element)
        for low in range(0, inner, _CHUNK):
            width = min(_CHUNK, inner - low)
            into = target[low : low + width]
            rows = _CHUNK // width if width == inner else 1
            if begins:
                into[:] = identity
            for k in range(0, n, rows):
                count = min(rows, n - k)
                expression_part(text, inputs, buffer, base + k * inner + low, count * width)
                for i in range(count):
                    row = buffer[i * width : (i + 1) * width]
                    if not begins and k + i == 0:
                        for j in range(width):
                            into[j] = lift(row[j])
                    else:
                        for j in range(width):
                            into[j] = join(into[j], lift(row[j]))

    return columns


def _slabs(columns: FunctionType, fold: Fold) -> FunctionType:
    """Return ``(inputs, target, outer, n, inner)``: reduce the middle one of three axes."""
    number, join = fold.number, fold.join

    def divided(inputs, base, n, target):
        inner = target.size
        pieces = piece_count(n // FEW, n * inner)
        if pieces == 1:
            columns(inputs, base, n, target)
            return
        parts = np.empty((pieces, inner), number)
        for p in prange(pieces):
            first, last = n * p // pieces, n * (p + 1) // pieces
            columns(inputs, base + first * inner, last - first, parts[p])
        target[:] = parts[0]
        for p in range(1, pieces):
            for j in range(inner):
                target[j] = join(target[j], parts[p, j])

    def some(inputs, target, first, last, n, inner):
        for k in range(first, last):
            columns(inputs, k * n * inner, n, target[k * inner : (k + 1) * inner])

    def slabs(inputs, target, outer, n, inner):
        if in_parallel() and outer < FEW:
            for k in range(outer):
                divided(inputs, k * n * inner, n, target[k * inner : (k + 1) * inner])
            return
        pieces = piece_count(outer, outer * n * inner)
        for p in prange(pieces):
            some(inputs, target, outer * p // pieces, outer * (p + 1) // pieces, n, inner)

    return slabs


def _along(text: str, dtype: Type, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, shape, axis)``: reduce along an axis of a shape in C order."""
    number, element, run = fold.number, numpy_class(dtype), fold.run
    lines, slabs = _lines(text, dtype, fold, stretch), _slabs(_columns(text, dtype, fold), fold)
    needs_elements = fold.identity is None

    def along(inputs, shape, axis):
        n = shape[axis]
        outer, inner = split_at(shape, axis)
        if needs_elements and n == 0:
            run(np.empty(0, element), 0, 0)
        result = np.empty(tuple_remove(shape, axis), number)
        target = result.ravel()
        if inner == 1:
            lines(inputs, target, outer, n)
        else:
            slabs(inputs, target, outer, n, inner)
        return result

    return along


# ---------------------------------------------------------------------------------------------------- axis arguments


@cache
def _reduction(a: Array, text: str, fold: Fold, keep: bool, decided: bool | None = None) -> tuple[FunctionType, FunctionType]:
    """Return functions for all elements and for an axis: ``(inputs, axis)``."""
    stretch, number, ndim, ones = _stretch(text, fold, decided), fold.number, a.ndim, (1,) * a.ndim
    whole, along, is_reversed = _whole(text, a.dtype, fold, stretch), _along(text, a.dtype, fold, stretch), a.layout == "F"
    shaped = reshaped(a)

    def every(inputs, axis):
        size = 1
        for extent in expression_shape(text, inputs):
            size *= extent
        total = whole(inputs, size)
        return np.full(ones, total, number) if keep else total

    def only(inputs, axis):
        shape = expression_shape(text, inputs)
        normalize_axis(axis, 1)
        total = whole(inputs, shape[0])
        return np.full(ones, total, number) if keep else total

    def one(inputs, axis):
        shape = expression_shape(text, inputs)
        at = normalize_axis(axis, ndim)
        found = along(inputs, shape[::-1], ndim - 1 - at).T if is_reversed else along(inputs, shape, at)
        return shaped(found, tuple_replace(shape, at, 1)) if keep else found

    return every, only if ndim == 1 else one


def _reducer(a: Array, name: Any, fold: Fold, axis: Any, keepdims: Any, decided: bool | None = None) -> FunctionType | None:
    """Return ``(inputs, axis)``; None for several axes that are not all, and for types whose partial results can't be kept."""
    if not _is_plain(a.dtype) or not _is_plain(fold.result):
        return None
    every, one = _reduction(a, name.literal_value, fold, literal_bool(keepdims, "keepdims"), decided)
    if is_none(axis):
        return every
    if is_integer(axis):
        return one
    return every if len(constant_axes(axis, a.ndim)) == a.ndim else None


def _is_plain(dtype: Type) -> bool:
    return (is_number(dtype) or isinstance(dtype, types.Boolean)) and not is_half(dtype)


# --------------------------------------------------------------------------------------------------------- functions


def _with_dtype(reduce: FunctionType | None) -> FunctionType | None:
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return impl


def _without_dtype(reduce: FunctionType | None) -> FunctionType | None:
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(inputs, axis)

    return impl


def _total(
    make: Any, a: Array, name: Any, axis: Any, dtype: Any, keepdims: Any, others: tuple[Any, ...]
) -> FunctionType | None:
    if not _is_usual(*others):
        return None
    result = reductions.accumulator(a.dtype) if is_none(dtype) else dtype_type(dtype)
    return _with_dtype(_reducer(a, name, make(result), axis, keepdims)) if _is_plain(result) else None


def _is_usual(out: Any, initial: Any, where: Any) -> bool:
    return is_none(out) and is_none(initial) and is_everywhere(where)


@implements("coluber.fused.sum")
def sum_(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Sum of the elements."""
    return _total(reductions.sum_fold, a, name, axis, dtype, keepdims, (out, initial, where))


@implements("coluber.fused.prod")
def prod(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Product of the elements."""
    return _total(reductions.prod_fold, a, name, axis, dtype, keepdims, (out, initial, where))


def _extreme(kind: str, a: Array, name: Any, axis: Any, keepdims: Any, others: tuple[Any, ...]) -> FunctionType | None:
    if not _is_usual(*others) or not _is_plain(a.dtype):
        return None
    return _without_dtype(_reducer(a, name, reductions.extremum_fold(a.dtype, kind), axis, keepdims))


@implements("coluber.fused.min", "coluber.fused.amin")
def min_(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Smallest element."""
    return _extreme("minimum", a, name, axis, keepdims, (out, initial, where))


@implements("coluber.fused.max", "coluber.fused.amax")
def max_(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> FunctionType | None:
    """Largest element."""
    return _extreme("maximum", a, name, axis, keepdims, (out, initial, where))


def _truth(decided: bool, a: Array, name: Any, axis: Any, out: Any, keepdims: Any, where: Any) -> FunctionType | None:
    if not _is_usual(out, None, where):
        return None
    reduce = _reducer(a, name, reductions.truth_fold(decided), axis, keepdims, decided)
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, out=None, keepdims=False, where=True):
        return reduce(inputs, axis)

    return impl


@implements("coluber.fused.any")
def any_(
    a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Whether an element is not zero."""
    return _truth(True, a, name, axis, out, keepdims, where)


@implements("coluber.fused.all")
def all_(
    a: Any, name: Any, inputs: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Whether no element is zero."""
    return _truth(False, a, name, axis, out, keepdims, where)


def _one_if_true(x):
    """Return how much an element counts."""
    return np.int64(1) if x != 0 else np.int64(0)


@cache
def _count_fold() -> Fold:
    run = one_by_one(_one_if_true, reductions.add, np.int64(0))
    return Fold(_one_if_true, reductions.add, run, types.int64, np.int64(0))


@implements("coluber.fused.count_nonzero")
def count_nonzero(a: Any, name: Any, inputs: Any, axis: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Return how many elements are not zero."""
    reduce = _reducer(a, name, _count_fold(), axis, keepdims)
    if reduce is None:
        return None

    def impl(a, name, inputs, axis=None, keepdims=False):
        return reduce(inputs, axis)

    return impl


@implements("coluber.fused.mean")
def mean(
    a: Any,
    name: Any,
    inputs: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    where: Any = True,
) -> FunctionType | None:
    """Arithmetic mean."""
    result = dtype_type(dtype) if not is_none(dtype) else types.float64 if is_integral(a.dtype) else a.dtype
    if not _is_usual(out, None, where) or not _is_plain(result):
        return None
    total = _reducer(a, name, reductions.sum_fold(result), axis, keepdims)
    if total is None:
        return None
    divide, text, ndim, is_one = reductions.division(result), name.literal_value, a.ndim, is_integer(axis)

    def impl(a, name, inputs, axis=None, dtype=None, out=None, keepdims=False, where=True):
        shape = expression_shape(text, inputs)
        if is_one:
            return divide(total(inputs, axis), shape[normalize_axis(axis, ndim)])
        count = 1
        for extent in shape:
            count *= extent
        return divide(total(inputs, axis), count)

    return impl
