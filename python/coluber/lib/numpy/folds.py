"""Folding the elements of a stretch of memory, or of each line along an axis, into one.

A `Fold` describes a reduction; `whole` and `along` make functions from it for a type of arrays. Everything here is built while
compiling: the functions that are returned, and the closures that they call, are what is compiled.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.threads import prange
from coluber.lib.intrinsics import in_kernel, in_parallel, tuple_remove, tuple_replace
from coluber.lib.kinds import numpy_class
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.layouts import reshaped
from coluber.lib.numpy.parallel import in_pieces, is_plain, piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type

# As NumPy: longer sums are made of the sums of halves, so that rounding errors grow with the logarithm of the length.
_BLOCK = 128

# Elements that are looked at before asking whether the result is known.
_GLANCE = 256


# Rows or slabs that are not worth dividing.
FEW = 8


class Fold:
    """A reduction.

    Parameters
    ----------
    lift : callable
        Makes a partial result of an element, or of a partial result.
    join : callable
        Makes one partial result of two.
    run : callable
        ``run(a, start, n)``: the result of n elements of a vector.
    result : Type
        The type of the results.
    identity : number, optional
        The result of no elements; None where that is an error, which `run` raises.
    strided : callable, optional
        As `run`, for vectors whose elements are not next to each other.
    message : str, optional
        Of the error, where there is no identity.
    """

    __slots__ = ("identity", "join", "lift", "message", "number", "result", "run", "strided")

    def __init__(
        self,
        lift: Callable[[Any], Any],
        join: Callable[[Any, Any], Any],
        run: Callable[[Any, int, int], Any],
        result: Type,
        identity: Any = None,
        strided: Callable[[Any, int, int], Any] | None = None,
        message: str = "",
    ) -> None:
        self.lift = lift
        self.join = join
        self.run = run
        self.strided = strided or run
        self.result = result
        self.number = numpy_class(result)
        self.identity = identity
        self.message = message


# ---------------------------------------------------------------------------------------------------- along a vector


def one_by_one(lift: Any, join: Any, initial: Any) -> FunctionType:
    """Return a run that joins in order; for integers the compiler makes vector code of it."""
    index = np.uint64

    def run(a, start, n):
        total = initial
        for i in range(start, start + n):
            total = join(total, lift(a[index(i)]))
        return total

    return run


def in_lanes(lift: Any, join: Any, initial: Any) -> FunctionType:
    """Return a run that keeps eight partial results of long vectors, which may be in vector registers."""
    index = np.uint64

    def run(a, start, n):
        end = start + (n & -8)
        total = initial
        if n >= 8:
            p0, p1 = lift(a[index(start)]), lift(a[index(start + 1)])
            p2, p3 = lift(a[index(start + 2)]), lift(a[index(start + 3)])
            p4, p5 = lift(a[index(start + 4)]), lift(a[index(start + 5)])
            p6, p7 = lift(a[index(start + 6)]), lift(a[index(start + 7)])
            for i in range(start + 8, end, 8):
                p0 = join(p0, lift(a[index(i)]))
                p1 = join(p1, lift(a[index(i + 1)]))
                p2 = join(p2, lift(a[index(i + 2)]))
                p3 = join(p3, lift(a[index(i + 3)]))
                p4 = join(p4, lift(a[index(i + 4)]))
                p5 = join(p5, lift(a[index(i + 5)]))
                p6 = join(p6, lift(a[index(i + 6)]))
                p7 = join(p7, lift(a[index(i + 7)]))
            total = join(join(join(p0, p1), join(p2, p3)), join(join(p4, p5), join(p6, p7)))
        for i in range(end, start + n):
            total = join(total, lift(a[index(i)]))
        return total

    return run


def pairwise(lift: Any, join: Any, zero: Any) -> FunctionType:
    """Return a run that sums floats with small rounding errors: the same additions as NumPy's."""
    block = in_lanes(lift, join, zero)

    def halves(a, start, n):
        if n <= _BLOCK:
            return block(a, start, n)
        half = n >> 1
        half -= half & 7
        left = halves(a, start, half)
        return join(left, halves(a, start + half, n - half))

    def run(a, start, n):
        return join(zero, halves(a, start, n))

    return run


def pairwise_squares(square: Any, join: Any, zero: Any) -> FunctionType:
    """Return ``(a, start, n, mean)``: sum the squared distances from a number, with the additions of `pairwise`."""
    block, index, number = in_lanes(identity, join, zero), np.uint64, type(zero)

    def halves(a, start, n, mean, squares):
        if n <= _BLOCK:
            for i in range(n):
                squares[index(i)] = square(a[index(start + i)], mean)
            return block(squares, 0, n)
        half = n >> 1
        half -= half & 7
        left = halves(a, start, half, mean, squares)
        return join(left, halves(a, start + half, n - half, mean, squares))

    def in_order(a, start, n, mean):
        total = zero
        for i in range(start, start + n):
            total = join(total, square(a[index(i)], mean))
        return total

    def run(a, start, n, mean):
        # Kernels have no memory for squares.
        if in_kernel():
            return in_order(a, start, n, mean)
        return halves(a, start, n, mean, np.empty(_BLOCK, number))

    return run


def identity(x):
    """Return an element as it is."""
    return x


def until(lift: Any, join: Any, decided: bool) -> FunctionType:
    """Return a run of truth values that ends soon after the result is decided."""
    index = np.uint64

    def run(a, start, n):
        end = start + n
        for low in range(start, end, _GLANCE):
            part = not decided
            for i in range(low, min(low + _GLANCE, end)):
                part = join(part, lift(a[index(i)]))
            if part == decided:
                return decided
        return not decided

    return run


def nonempty(run: Any, message: str) -> FunctionType:
    """Return a run that raises ValueError where there are no elements."""

    def checked(a, start, n):
        if n == 0:
            raise ValueError(message)
        return run(a, start, n)

    return checked


# ----------------------------------------------------------------------------------------------- all elements


def flat_view(a: Array) -> FunctionType:
    """Return the function that gives a contiguous array's elements as a vector, in the order of memory."""

    def c_order(a):
        return a.ravel()

    def f_order(a):
        return a.T.ravel()

    return f_order if a.layout == "F" and a.ndim > 1 else c_order


@cache
def whole(a: Array, fold: Fold) -> FunctionType:
    """Return the function that reduces all elements of an array of this type; their order does not matter."""
    if a.layout == "A" and a.ndim > 1:
        return _by_rows(a, fold)
    run = _divided(fold, fold.strided if a.layout == "A" else fold.run)
    if a.ndim == 1:

        def reduce_vector(a):
            return run(a, a.size)

        return reduce_vector
    flat = flat_view(a)

    def reduce_contiguous(a):
        return run(flat(a), a.size)

    return reduce_contiguous


def _divided(fold: Fold, run: FunctionType) -> FunctionType:
    """Return ``(a, n)``: reduce a vector of n elements."""

    def every(a, n):
        return run(a, 0, n)

    def part(a, first, last, given):
        return run(a, first, last - first)

    reduce = in_pieces(part, fold.join, fold.number)

    def divided(a, n):
        if in_parallel():
            return reduce(a, n, n, None)
        return every(a, n)

    return divided if is_plain(fold.result) else every


def _by_rows(a: Array, fold: Fold) -> FunctionType:
    run, join = fold.run, fold.join
    row = whole(types.Array(a.dtype, a.ndim - 1, "A"), fold)

    def some(a, first, last, given):
        total = row(a[first])
        for k in range(first + 1, last):
            total = join(total, row(a[k]))
        return total

    def every(a, rows, size, given):
        return some(a, 0, rows, given)

    reduce = in_pieces(some, join, fold.number) if is_plain(fold.result) else every

    def reduce_rows(a):
        if a.size == 0:
            return run(a.ravel(), 0, 0)
        return reduce(a, a.shape[0], a.size, None)

    return reduce_rows


# ---------------------------------------------------------------------------------------------------- along an axis


def split_at(shape: tuple[int, ...], axis: int) -> tuple[int, int]:
    """Return how many lines along an axis an array has before and after it."""
    outer, inner = 1, 1
    for k in range(len(shape)):
        if k < axis:
            outer *= shape[k]
        elif k > axis:
            inner *= shape[k]
    return outer, inner


def lines(fold: Fold) -> FunctionType:
    """Return ``(source, target, outer, n, inner)``: reduce the middle axis of a vector that is three axes in C order."""
    each = _lines_in_pieces(fold)
    columns = _columns(fold) if fold.identity is not None else _columns_from_first(fold)
    slab = _slab_in_pieces(columns, fold) if is_plain(fold.result) else columns

    def reduce_slabs(source, target, first, last, n, inner):
        for k in range(first, last):
            low = k * n * inner
            columns(source[low : low + n * inner], target[k * inner : (k + 1) * inner], n)

    def divide_slabs(source, target, outer, n, inner):
        if outer < FEW:
            for k in range(outer):
                low = k * n * inner
                slab(source[low : low + n * inner], target[k * inner : (k + 1) * inner], n)
            return
        pieces = piece_count(outer, source.size)
        for p in prange(pieces):
            reduce_slabs(source, target, outer * p // pieces, outer * (p + 1) // pieces, n, inner)

    def reduce_lines(source, target, outer, n, inner):
        if inner == 1:
            each(source, target, outer, n)
        elif in_parallel():
            divide_slabs(source, target, outer, n, inner)
        else:
            reduce_slabs(source, target, 0, outer, n, inner)

    return reduce_lines


def _lines_in_pieces(fold: Fold) -> FunctionType:
    """Return ``(source, target, outer, n)``: reduce lines of n elements that lie one after the other."""
    run, lift, join, identity = fold.run, fold.lift, fold.join, fold.identity
    begins = identity is not None

    def some(source, target, first, last, n):
        if n == 1:
            # A loop of vector code, where calls of `run` take ten times as long.
            for k in range(first, last):
                target[k] = join(identity, lift(source[k])) if begins else lift(source[k])
            return
        for k in range(first, last):
            target[k] = run(source, k * n, n)

    def each(source, target, outer, n):
        if in_parallel():
            pieces = piece_count(outer, source.size)
            for p in prange(pieces):
                some(source, target, outer * p // pieces, outer * (p + 1) // pieces, n)
        else:
            some(source, target, 0, outer, n)

    return each


def _slab_in_pieces(columns: FunctionType, fold: Fold) -> FunctionType:
    """Return ``(source, target, n)``: reduce the columns of n rows, of groups of rows side by side where there are many."""
    number = fold.number

    def reduce_columns(source, target, n):
        inner = target.size
        pieces = piece_count(n // FEW, source.size)
        if pieces == 1:
            columns(source, target, n)
            return
        parts = np.empty(pieces * inner, number)
        for p in prange(pieces):
            first, last = n * p // pieces, n * (p + 1) // pieces
            columns(source[first * inner : last * inner], parts[p * inner : (p + 1) * inner], last - first)
        columns(parts, target, pieces)

    return reduce_columns


def _columns(fold: Fold) -> FunctionType:
    """Return ``(source, target, n)``: reduce the columns of n rows."""
    lift, join, identity = fold.lift, fold.join, fold.identity

    def reduce_columns(source, target, n):
        inner = target.size
        for j in range(inner):
            target[j] = identity
        for k in range(n):
            row = source[k * inner : (k + 1) * inner]
            for j in range(inner):
                target[j] = join(target[j], lift(row[j]))

    return reduce_columns


def _columns_from_first(fold: Fold) -> FunctionType:
    """Return ``(source, target, n)``: reduce the columns of n rows, where no rows are an error."""
    lift, join, run = fold.lift, fold.join, fold.run

    def reduce_columns(source, target, n):
        inner = target.size
        if n == 0:
            run(source, 0, 0)
        for j in range(inner):
            target[j] = lift(source[j])
        for k in range(1, n):
            row = source[k * inner : (k + 1) * inner]
            for j in range(inner):
                target[j] = join(target[j], lift(row[j]))

    return reduce_columns


@cache
def along(a: Array, fold: Fold) -> FunctionType:
    """Return ``(array, axis)``: reduce along an axis, which has been checked, of an array of more than one axis."""
    if a.layout == "F":
        return _along_reversed(a, along(a.copy(layout="C"), fold))
    reduce_lines, number, identity, run = lines(fold), fold.number, fold.identity, fold.run
    needs_elements = identity is None

    def reduce_axis(a, axis):
        n = a.shape[axis]
        outer, inner = split_at(a.shape, axis)
        if needs_elements and n == 0:
            run(a.ravel(), 0, 0)
        result = np.empty(tuple_remove(a.shape, axis), number)
        reduce_lines(a.ravel(), result.ravel(), outer, n, inner)
        return result

    return reduce_axis


def _along_reversed(a: Array, reduce_axis: FunctionType) -> FunctionType:
    """Reduce an array in Fortran order as the C array that its transpose is; the result is in Fortran order, too."""
    last = a.ndim - 1

    def reduce_reversed(a, axis):
        return reduce_axis(a.T, last - axis).T

    return reduce_reversed


@cache
def along_memory(a: Array, fold: Fold) -> FunctionType:
    """As `along`, for the axis along which elements are next to each other in memory: the last one in C order."""
    if a.layout == "F":
        return _along_reversed(a, along_memory(a.copy(layout="C"), fold))
    number, run, last = fold.number, fold.run, a.ndim - 1
    needs_elements, each = fold.identity is None, _lines_in_pieces(fold)

    def reduce_last(a, axis):
        n = a.shape[last]
        source = a.ravel()
        if needs_elements and n == 0:
            run(source, 0, 0)
        result = np.empty(a.shape[:last], number)
        target = result.ravel()
        each(source, target, target.size, n)
        return result

    return reduce_last


def along_axis(a: Array, fold: Fold, axis: Any) -> FunctionType:
    """Return ``(array, axis)`` for an axis argument of some type: less code where it is a constant."""
    if isinstance(axis, types.IntegerLiteral):
        value = axis.literal_value
        if -a.ndim <= value < a.ndim and value % a.ndim == (0 if a.layout == "F" else a.ndim - 1):
            return along_memory(a, fold)
    return along(a, fold)


# ------------------------------------------------------------------------------------------------ axis arguments


def reduce_all(a: Array, fold: Fold, keepdims: bool) -> FunctionType:
    """Return ``(array)``: reduce all elements to a number, or to an array with as many axes of one element."""
    reduce_whole, number, ones = whole(a, fold), fold.number, (1,) * a.ndim
    if not keepdims or a.ndim == 0:
        return reduce_whole

    def reduce_kept(a):
        return np.full(ones, reduce_whole(a), number)

    return reduce_kept


def reduce_axis(a: Array, fold: Fold, keepdims: bool, axis: Any) -> FunctionType:
    """Return ``(array, axis)`` for the type of an integer axis."""
    ndim, shaped = a.ndim, reshaped(a)
    if ndim <= 1:
        every = reduce_all(a, fold, keepdims)

        def reduce_only(a, axis):
            normalize_axis(axis, 1)
            return every(a)

        return reduce_only
    line = along_axis(a, fold, axis)

    def reduce_one(a, axis):
        return line(a, normalize_axis(axis, ndim))

    def reduce_kept(a, axis):
        at = normalize_axis(axis, ndim)
        return shaped(line(a, at), tuple_replace(a.shape, at, 1))

    return reduce_kept if keepdims else reduce_one


def reduce_axes(a: Array, fold: Fold, keepdims: bool, axes: tuple[int, ...]) -> FunctionType:
    """Return ``(array)`` for several axes, in decreasing order."""
    if len(axes) == a.ndim:
        return reduce_all(a, fold, keepdims)
    if not axes:
        return _lifted(fold)
    chain, shaped = _chain(a, fold, axes), reshaped(a)
    if not keepdims:
        return chain

    def reduce_kept(a):
        shape = a.shape
        for axis in axes:
            shape = tuple_replace(shape, axis, 1)
        return shaped(chain(a), shape)

    return reduce_kept


def _lifted(fold: Fold) -> FunctionType:
    """Return ``(array)``: along no axis each element is a result."""
    lift, number = fold.lift, fold.number

    def lift_each(a):
        result = np.empty(a.shape, number)
        for index in np.ndindex(a.shape):
            result[index] = lift(a[index])
        return result

    return lift_each


def reduce_named_axes(a: Array, fold: Fold, keepdims: bool, count: int) -> FunctionType:
    """Return ``(array, axes)`` for a tuple of axes that is known when the program runs: these become the last ones."""
    from coluber.lib.numpy.several_axes import checked_axes

    ndim, kept = a.ndim, a.ndim - count
    if kept < 0:
        raise errors.NumbaValueError("duplicate value in 'axis'")
    checked, last = checked_axes(count, ndim, "", "duplicate value in 'axis'"), tuple(range(kept, ndim))
    reduce_last = reduce_axes(a.copy(layout="A"), fold, False, last[::-1])

    def reduce_moved(a, axes):
        return reduce_last(np.moveaxis(a, checked(axes), last))

    def reduce_kept(a, axes):
        shape = a.shape
        for axis in checked(axes):
            shape = tuple_replace(shape, axis, 1)
        return np.asarray(reduce_moved(a, axes)).reshape(shape)

    return reduce_kept if keepdims else reduce_moved


def _chain(a: Array, fold: Fold, axes: tuple[int, ...]) -> FunctionType:
    """Reduce the last axis, then the others of what is left."""
    first, line = axes[0], along_axis(a, fold, types.literal(axes[0]))

    def reduce_last(a):
        return line(a, first)

    if len(axes) == 1:
        return reduce_last
    layout = "F" if a.layout == "F" and a.ndim > 2 else "C"
    rest = _chain(types.Array(fold.result, a.ndim - 1, layout), fold, axes[1:])

    def reduce_next(a):
        return rest(reduce_last(a))

    return reduce_next
