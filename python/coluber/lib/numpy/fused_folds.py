"""Folding elements that are computed piece by piece, and never all there: what `folds` has for those of arrays.

Elements come from a `Source`, in chunks that stay in the cache, in the order of memory, and are joined as those of an array
are. In kernels, which have no memory for chunks, one element is computed at a time.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.threads import prange
from coluber.lib.intrinsics import expression_item, expression_part, in_kernel, in_parallel, tuple_remove
from coluber.lib.kinds import is_half, is_integral, is_number, numpy_class
from coluber.lib.numpy import reductions
from coluber.lib.numpy.folds import FEW, Fold, split_at
from coluber.lib.numpy.parallel import in_pieces, piece_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type

# Elements that are computed at a time.
CHUNK = 2048


class Source:
    """What computes elements.

    Parameters
    ----------
    part : callable
        ``part(given, buffer, start, count)``: compute so many elements from a place on into the first ones of a vector.
    item : callable
        ``item(given, place)``: compute one element.
    dtype : Type
        The type of the elements.
    """

    __slots__ = ("dtype", "item", "number", "part")

    def __init__(self, part: FunctionType, item: FunctionType, dtype: Type) -> None:
        self.part = part
        self.item = item
        self.dtype = dtype
        self.number = numpy_class(dtype)


@cache
def of_expression(text: str, dtype: Type) -> Source:
    """Return the elements of the expression of a name; what is given are its inputs."""

    def part(inputs, buffer, start, count):
        expression_part(text, inputs, buffer, start, count)

    def item(inputs, place):
        return expression_item(text, inputs, place)

    return Source(part, item, dtype)


# ---------------------------------------------------------------------------------------------------------- stretches


def stretch_of(source: Source, fold: Fold, decided: bool | None = None) -> FunctionType:
    """Return ``(inputs, start, n, buffer)``: reduce n elements of an expression from a place on.

    Floats are joined as the halves of `folds.pairwise`; truth values end where one decides.
    """
    run, join, part = fold.run, fold.join, source.part

    def halves(inputs, start, n, buffer):
        if n <= CHUNK:
            part(inputs, buffer, start, n)
            return run(buffer, 0, n)
        half = n >> 1
        half -= half & 7
        left = halves(inputs, start, half, buffer)
        return join(left, halves(inputs, start + half, n - half, buffer))

    def in_order(inputs, start, n, buffer):
        first = min(n, CHUNK)
        part(inputs, buffer, start, first)
        total = run(buffer, 0, first)
        for low in range(start + first, start + n, CHUNK):
            count = min(CHUNK, start + n - low)
            if decided is not None and total == decided:
                break
            part(inputs, buffer, low, count)
            total = join(total, run(buffer, 0, count))
        return total

    is_sum = fold.join is reductions.add and not is_integral(fold.result)
    return halves if is_sum else in_order


def whole_of(source: Source, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, size)``: reduce all elements."""
    element, one_by_one = source.number, _one_by_one(source, fold)

    def part(inputs, first, last, given):
        return stretch(inputs, first, last - first, np.empty(min(last - first, CHUNK), element))

    reduce = in_pieces(part, fold.join, fold.number)

    def whole(inputs, size):
        # Kernels have no memory for elements.
        if in_kernel():
            return one_by_one(inputs, size)
        return reduce(inputs, size, size, None)

    return whole


def _one_by_one(source: Source, fold: Fold) -> FunctionType:
    """Return ``(inputs, size)``: reduce all elements, of which one is computed at a time."""
    item, lift, join, number, identity, message = source.item, fold.lift, fold.join, fold.number, fold.identity, fold.message

    def from_first(inputs, size):
        if size == 0:
            raise ValueError(message)
        total = lift(item(inputs, 0))
        for k in range(1, size):
            total = join(total, lift(item(inputs, k)))
        return number(total)

    def from_identity(inputs, size):
        total = number(identity)
        for k in range(size):
            total = join(total, lift(item(inputs, k)))
        return number(total)

    return from_first if identity is None else from_identity


# ------------------------------------------------------------------------------------------------------ along an axis


def _lines(source: Source, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, target, outer, n)``: reduce lines of n elements that follow each other."""
    run, element, part = fold.run, source.number, source.part

    def some(inputs, target, first, last, n):
        buffer = np.empty(CHUNK, element)
        if n == 0 or n > CHUNK:
            for k in range(first, last):
                target[k] = stretch(inputs, k * n, n, buffer)
            return
        together = CHUNK // n
        for k in range(first, last, together):
            count = min(together, last - k)
            part(inputs, buffer, k * n, count * n)
            for i in range(count):
                target[k + i] = run(buffer, i * n, n)

    def lines(inputs, target, outer, n):
        pieces = piece_count(outer, outer * n)
        for p in prange(pieces):
            some(inputs, target, outer * p // pieces, outer * (p + 1) // pieces, n)

    return lines


def _columns(source: Source, fold: Fold) -> FunctionType:
    """Return ``(inputs, base, n, target)``: reduce the columns of n rows, of which the first begins at a place."""
    lift, join, identity, element, part = fold.lift, fold.join, fold.identity, source.number, source.part
    begins = identity is not None

    def columns(inputs, base, n, target):
        inner, buffer = target.size, np.empty(CHUNK, element)
        for low in range(0, inner, CHUNK):
            width = min(CHUNK, inner - low)
            into = target[low : low + width]
            rows = CHUNK // width if width == inner else 1
            if begins:
                into[:] = identity
            for k in range(0, n, rows):
                count = min(rows, n - k)
                part(inputs, buffer, base + k * inner + low, count * width)
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


def along_of(source: Source, fold: Fold, stretch: FunctionType) -> FunctionType:
    """Return ``(inputs, shape, axis)``: reduce along an axis of a shape in C order."""
    number, element, run = fold.number, source.number, fold.run
    lines, slabs = _lines(source, fold, stretch), _slabs(_columns(source, fold), fold)
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


@cache
def functions_of(source: Source, fold: Fold, decided: bool | None = None) -> tuple[FunctionType, FunctionType]:
    """Return ``(inputs, size)`` and ``(inputs, shape, axis)``: reduce all elements, or along an axis of a shape in C order."""
    stretch = stretch_of(source, fold, decided)
    return whole_of(source, fold, stretch), along_of(source, fold, stretch)


def size_of(shape):
    """Return how many elements an array of a shape has."""
    size = 1
    for extent in shape:
        size *= extent
    return size


def is_plain(dtype: Type) -> bool:
    """Whether elements of a type can wait in an array, and partial results are of that type."""
    return (is_number(dtype) or isinstance(dtype, types.Boolean)) and not is_half(dtype)
