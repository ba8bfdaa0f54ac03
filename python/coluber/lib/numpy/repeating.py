"""``repeat``, ``tile``, ``roll``, ``resize``: the elements of an array again, or elsewhere."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.kinds import is_array, is_int_tuple, is_integer, is_integral, is_none
from coluber.lib.numpy.arguments import array_type, is_array_like, same, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.folds import split_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# ------------------------------------------------------------------------------------------------------------- repeat


def repeat_equally(source, count, target, outer, n, inner):
    """Write each of the parts of some blocks of a vector `count` times."""
    at = 0
    for k in range(outer * n):
        if inner == 1:
            x = source[k]
            for _ in range(count):
                target[np.uint64(at)] = x
                at += 1
        else:
            part = source[k * inner : (k + 1) * inner]
            for _ in range(count):
                target[at : at + inner] = part
                at += inner


def repeat_each(source, counts, target, outer, n, inner):
    """Write each of the n parts of some blocks of a vector as often as counts say."""
    at = 0
    for k in range(outer * n):
        part = source[k * inner : (k + 1) * inner]
        for _ in range(counts[np.uint64(k % n)]):
            target[at : at + inner] = part
            at += inner


def checked_counts(repeats, n):
    """Return how often each of n parts is repeated, from one count for all, or one for each."""
    if repeats.size not in (1, n):
        raise ValueError(f"operands could not be broadcast together with shape ({n},) ({repeats.size},)")
    counts = np.empty(n, np.int64)
    for k in range(n):
        counts[k] = repeats[k if repeats.size == n else 0]
        if counts[k] < 0:
            raise ValueError("repeats may not contain negative values.")
    return counts


@implements("numpy.repeat", "array.repeat")
def repeat(a: Any, repeats: Any, axis: Any = None) -> FunctionType | None:
    """Return an array in which each element, or each part along an axis, is repeated."""
    if isinstance(a, types.StringLiteral):
        return lambda a, repeats, axis=None: np.repeat(np.array([a]), repeats, axis)
    if isinstance(types.unliteral(repeats), types.Float):
        # NumPy cuts a number of Python's.
        return lambda a, repeats, axis=None: np.repeat(a, np.int64(repeats), axis)
    if not (is_array_like(a) and is_array_like(repeats)) or not (is_none(axis) or is_integer(axis)):
        return None
    given = array_type(repeats)
    if not is_integral(given.dtype) or given.ndim > 1:
        return None
    of_array, of_counts, equally = to_array(a), to_array(repeats), is_integral(repeats)
    is_flat, ndim = is_none(axis), array_type(a).ndim

    def shaped(a, axis):
        source = of_array(a)
        return source, (source.size,) if is_flat else source.shape, 0 if is_flat else normalize_axis(axis, ndim)

    def impl(a, repeats, axis=None):
        source, shape, at = shaped(a, axis)
        counts = checked_counts(of_counts(repeats).ravel(), shape[at])
        outer, inner = split_at(shape, at)
        result = np.empty(tuple_replace(shape, at, counts.sum()), source.dtype)
        repeat_each(source.ravel(), counts, result.ravel(), outer, shape[at], inner)
        return result

    def impl_equally(a, repeats, axis=None):
        source, shape, at = shaped(a, axis)
        outer, inner = split_at(shape, at)
        result = np.empty(tuple_replace(shape, at, shape[at] * repeats), source.dtype)
        repeat_equally(source.ravel(), np.int64(repeats), result.ravel(), outer, shape[at], inner)
        return result

    return impl_equally if equally else impl


# --------------------------------------------------------------------------------------------------------------- tile


@cache
def _interleaved(ndim: int) -> FunctionType:
    """Return ``(p, q)``: the items of two tuples in turn."""
    if ndim == 0:
        return lambda p, q: ()
    before, k = _interleaved(ndim - 1), ndim - 1
    return lambda p, q: (*before(p, q), p[k], q[k])


@implements("numpy.tile")
def tile(A: Any, reps: Any) -> FunctionType | None:  # noqa: N803
    """Return an array side by side with itself, along each axis as often as a number or a tuple says."""
    if is_array_like(A) and is_array(reps):
        raise errors.TypingError(
            f"the argument 'reps' of tile() must be an integer or a tuple, whose length is that of the shape, not {reps}"
        )
    if not is_array_like(A) or not (is_integer(reps) or is_int_tuple(reps)):
        return None
    is_number, of_array, have = is_integer(reps), to_array(A), array_type(A).ndim
    given = 1 if is_number else len(reps)
    ndim = max(have, given)
    more, ones, fewer = (1,) * (ndim - have), (1,) * ndim, (1,) * (ndim - given)
    interleaved = _interleaved(ndim)
    if ndim == 0:
        return lambda A, reps: of_array(A).copy()  # noqa: N803
    products = _products(ndim)

    def impl_vector(A, reps):  # noqa: N803
        a = of_array(A)
        result = np.empty(a.size * reps, a.dtype)
        for k in range(reps):
            result[k * a.size : (k + 1) * a.size] = a
        return result

    if is_number and have == 1:
        return impl_vector

    def impl(A, reps):  # noqa: N803
        a = of_array(A)
        shape, counts = more + a.shape, fewer + ((reps,) if is_number else reps)
        result = np.empty(products(shape, counts), a.dtype)
        result.reshape(interleaved(counts, shape))[...] = a.reshape(interleaved(ones, shape))
        return result

    return impl


@cache
def _products(ndim: int) -> FunctionType:
    """Return ``(p, q)``: the products of the items of two tuples."""
    if ndim == 0:
        return lambda p, q: ()
    before, k = _products(ndim - 1), ndim - 1
    return lambda p, q: (*before(p, q), p[k] * q[k])


@implements("numpy.resize")
def resize(a: Any, new_shape: Any) -> FunctionType | None:
    """Return an array of a shape with the elements in C order, again from the first one where they are too few."""
    if not is_array_like(a) or not (is_integer(new_shape) or is_int_tuple(new_shape)):
        return None
    of_array = to_array(a)

    def impl(a, new_shape):
        source = of_array(a).ravel()
        result = np.zeros(new_shape, source.dtype)
        target, n = result.ravel(), source.size
        if n > 0:
            for low in range(0, target.size, n):
                high = min(low + n, target.size)
                target[low:high] = source[: high - low]
        return result

    return impl


# --------------------------------------------------------------------------------------------------------------- roll


def roll_lines(source, target, shift, outer, n, inner):
    """Move the n parts of each block of a vector by a number of parts; those that leave it come in at the other end."""
    if n == 0:
        return
    first = shift % n * inner
    size = n * inner
    for k in range(outer):
        low = k * size
        target[low + first : low + size] = source[low : low + size - first]
        target[low : low + first] = source[low + size - first : low + size]


@cache
def _roll_once(ndim: int) -> FunctionType:
    """Return ``(array, shift, axis)``."""

    def roll_once(a, shift, axis):
        at = normalize_axis(axis, ndim)
        outer, inner = split_at(a.shape, at)
        result = np.empty(a.shape, a.dtype)
        roll_lines(a.ravel(), result.ravel(), np.int64(shift), outer, a.shape[at], inner)
        return result

    return roll_once


@cache
def _roll_all(ndim: int, shifts: int, axes: int, count: int) -> FunctionType:
    """Return ``(array, shifts, axes)``: roll along some axes in turn; one shift or axis is for all."""
    if count == 0:
        return lambda a, shift, axis: a
    before, once, k = _roll_all(ndim, shifts, axes, count - 1), _roll_once(ndim), count - 1
    p, q = k if shifts > 1 else 0, k if axes > 1 else 0

    def roll(a, shift, axis):
        return once(before(a, shift, axis), shift[p], axis[q])

    return roll


def _tuple_function(ty: Any) -> FunctionType:
    """Return the function that makes a tuple of a number."""
    return same if isinstance(ty, types.BaseTuple) else (lambda x: (x,))


@implements("numpy.roll")
def roll(a: Any, shift: Any, axis: Any = None) -> FunctionType | None:
    """Return an array whose elements are moved along axes, or in C order; those that leave it come in at the other end."""
    if not is_array_like(a) or not (is_integral(shift) or is_int_tuple(shift)):
        return None
    if not (is_none(axis) or is_integer(axis) or is_int_tuple(axis)):
        return None
    of_array, ndim = to_array(a), array_type(a).ndim
    shifts, axes = (len(ty) if isinstance(ty, types.BaseTuple) else 1 for ty in (shift, axis))
    if shifts != axes and 1 not in (shifts, axes):
        raise errors.NumbaValueError("'shift' and 'axis' should be scalars or 1D sequences")
    of_shift, of_axis = _tuple_function(shift), _tuple_function(axis)
    if is_none(axis):
        flat = _roll_all(1, shifts, 1, shifts)

        def impl_flat(a, shift, axis=None):
            source = of_array(a)
            return flat(source.ravel(), of_shift(shift), (0,)).reshape(source.shape)

        return impl_flat
    along = _roll_all(ndim, shifts, axes, max(shifts, axes))

    def impl(a, shift, axis=None):
        return along(of_array(a), of_shift(shift), of_axis(axis))

    def impl_reversed(a, shift, axis=None):
        counted = of_axis(axis)
        for k in range(axes):
            counted = tuple_replace(counted, k, ndim - 1 - normalize_axis(counted[k], ndim))
        return along(of_array(a).T, of_shift(shift), counted).T

    return impl_reversed if array_type(a).layout == "F" and ndim > 1 else impl


@implements("numpy.rollaxis")
def rollaxis(a: Any, axis: Any, start: Any = 0) -> FunctionType | None:
    """Return a view in which an axis stands before another one."""
    if not (is_array(a) and is_integer(axis) and (start == 0 or is_integer(start))):
        return None
    ndim = a.ndim

    def impl(a, axis, start=0):
        at, before = normalize_axis(axis, ndim), np.int64(start)
        if before < 0:
            before += ndim
        if before < 0 or before > ndim:
            raise np.exceptions.AxisError(f"'start' arg requires {-ndim} <= start < {ndim + 1}, but {start} was passed in")
        return np.moveaxis(a, at, before - 1 if at < before else before)

    return impl


@implements("numpy.rot90")
def rot90(m: Any, k: Any = 1, axes: Any = None) -> FunctionType | None:
    """Return a view that is turned by right angles in the plane of two axes, from the first one towards the second."""
    if not is_array(m) or not (k == 1 or is_integral(k)) or not (axes is None or is_int_tuple(axes)):
        return None
    if axes is not None and len(axes) != 2:
        raise errors.NumbaValueError("len(axes) must be 2.")
    ndim, is_default = m.ndim, axes is None
    if is_default and ndim < 2:
        raise errors.NumbaValueError(f"Axes=(0, 1) out of range for array of ndim={ndim}.")

    def impl(m, k=1, axes=(0, 1)):
        first, second = np.int64(axes[0]), np.int64(axes[1])
        if first == second or abs(first - second) == ndim:
            raise ValueError("Axes must be different.")
        if first >= ndim or first < -ndim or second >= ndim or second < -ndim:
            raise ValueError(f"Axes={axes} out of range for array of ndim={ndim}.")
        turns = k % 4
        view = strided_view(m, m.shape, m.strides)
        if turns == 2:
            view = np.flip(np.flip(view, first), second)
        elif turns == 1:
            view = np.swapaxes(np.flip(view, second), first, second)
        elif turns == 3:
            view = np.flip(np.swapaxes(view, first, second), second)
        return view

    return impl
