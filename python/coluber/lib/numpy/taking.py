"""``take``, ``put`` and other functions that read or write elements whose positions are given."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, strided_view, tuple_remove, tuple_replace
from coluber.lib.kinds import is_array, is_integer, is_integral, is_none, is_number, literal_str
from coluber.lib.numpy.arguments import array_type, insert_lengths, is_array_like, ndim_of, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.fancy import check_all, checked, from_first, take_rows
from coluber.lib.numpy.folds import split_at
from coluber.lib.numpy.structured import records_of_tuples
from coluber.lib.numpy.text_arrays import is_string
from coluber.lib.numpy.text_elements import goes_with_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# Parts of fewer elements are copied element by element: it costs less than to begin a copy of a slice.
_SHORT = 8

# -------------------------------------------------------------------------------------------------------------- modes


def wrapped(index, n, axis):
    """Return an index counted modulo the number of elements."""
    return np.int64(index) % n


def clipped(index, n, axis):
    """Return the nearest index of an element."""
    return min(max(np.int64(index), 0), n - 1)


def index_mode(mode: Any) -> FunctionType:
    """Return ``(index, n, axis)``: the position of an element, for an argument 'mode'."""
    name = literal_str(mode, "mode")
    found = {"raise": checked, "wrap": wrapped, "clip": clipped}.get(name)
    if found is None:
        raise errors.TypingError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{name}')")
    return found


@cache
def _copier(place: FunctionType) -> FunctionType:
    """Return ``(source, indices, axis, target)``: copy the elements of a vector that a vector of indices chooses."""

    def copy(source, indices, axis, target):
        n = source.size
        for k in elements(indices.size):
            target[k] = source[np.uint64(place(indices[k], n, axis))]

    return take_rows if place is checked else copy


@cache
def _positions(place: FunctionType) -> FunctionType:
    """Return ``(indices, n, axis)``: the positions for a vector of indices of n elements."""

    def positions(indices, n, axis):
        result = np.empty(indices.size, np.int64)
        if n == 0 and indices.size > 0:
            raise IndexError("cannot do a non-empty take from an empty axes.")
        for k in elements(indices.size):
            result[k] = place(indices[k], n, axis)
        return result

    return positions


# --------------------------------------------------------------------------------------------------------------- take


@implements("numpy.take", "array.take")
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> FunctionType | None:
    """Return the elements, or the parts along an axis, at some positions."""
    if not (is_array_like(a) and is_array_like(indices)) or not is_integral(array_type(indices).dtype):
        return None
    if not (is_none(axis) or is_integer(axis)) or not (is_none(out) or is_array(out)):
        return None
    found = _take(array_type(a), indices, axis, index_mode(mode))
    of_array = to_array(a)

    def impl(a, indices, axis=None, out=None, mode="raise"):
        return found(of_array(a), indices, axis)

    def impl_out(a, indices, axis=None, out=None, mode="raise"):
        return copied_to(out, found(of_array(a), indices, axis))

    return impl if is_none(out) else impl_out


def copied_to(out, result):
    """Return an array to which the elements of another one of the same shape are copied."""
    if out.shape != result.shape:
        raise ValueError("output array does not match result of ndarray.take")
    out[...] = result
    return out


def _take(a: Any, indices: Any, axis: Any, place: FunctionType) -> FunctionType:
    """Return ``(array, indices, axis)``."""
    is_flat = is_none(axis)
    if (is_flat or a.ndim == 1) and ndim_of(indices) == 0:
        return _take_one(a, indices, is_flat, place)
    if is_flat or a.ndim == 1:
        return _take_flat(a, indices, is_flat, place)
    return _take_along(a, indices, place)


def _item_function(indices: Any) -> FunctionType:
    """Return the function that gives the index in an array of no axes, or the number."""

    def of_array(i):
        return i[()]

    def of_number(i):
        return i

    return of_array if is_array(indices) else of_number


def _take_one(a: Any, indices: Any, is_flat: bool, place: FunctionType) -> FunctionType:
    item, is_vector = _item_function(indices), a.ndim == 1

    def impl(a, indices, axis):
        source = a if is_vector else a.ravel()
        at = 0 if is_flat else normalize_axis(axis, 1)
        if source.size == 0:
            raise IndexError("cannot do a non-empty take from an empty axes.")
        return source[np.uint64(place(item(indices), source.size, at))]

    return impl


def _take_flat(a: Any, indices: Any, is_flat: bool, place: FunctionType) -> FunctionType:
    is_vector, of_array, copy = a.ndim == 1, to_array(indices), _copier(place)

    def impl(a, indices, axis):
        source = a if is_vector else a.ravel()
        at = 0 if is_flat else normalize_axis(axis, 1)
        given = of_array(indices)
        index = given.ravel()
        if source.size == 0 and index.size > 0:
            raise IndexError("cannot do a non-empty take from an empty axes.")
        result = np.empty(index.size, a.dtype)
        copy(source, index, at, result)
        return result.reshape(given.shape)

    return impl


def _take_along(a: Any, indices: Any, place: FunctionType) -> FunctionType:
    of_array, positions, ndim = to_array(indices), _positions(place), a.ndim
    with_lengths = insert_lengths(ndim_of(indices))

    def impl(a, indices, axis):
        at = normalize_axis(axis, ndim)
        given = of_array(indices)
        n = a.shape[at]
        index = positions(given.ravel(), n, at)
        outer, inner = split_at(a.shape, at)
        result = np.empty(with_lengths(tuple_remove(a.shape, at), at, given.shape), a.dtype)
        copy_parts(a.ravel(), index, n, result.ravel(), outer, inner)
        return result

    return impl


def copy_parts(source, index, n, target, outer, inner):
    """Copy, of each of some blocks of n parts, the parts at positions."""
    count = index.size
    for i in range(outer):
        if inner == 1:
            for k in elements(count):
                target[np.uint64(i * count + k)] = source[np.uint64(i * n + index[k])]
        elif inner < _SHORT:
            for k in range(count):
                for j in range(inner):
                    target[np.uint64((i * count + k) * inner + j)] = source[np.uint64((i * n + index[k]) * inner + j)]
        else:
            for k in range(count):
                low, first = (i * count + k) * inner, (i * n + index[k]) * inner
                target[low : low + inner] = source[first : first + inner]


# --------------------------------------------------------------------------------------------------- compress, extract


@implements("numpy.compress")
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> FunctionType | None:
    """Return the elements, or the parts along an axis, where a vector of truth values is true."""
    if not (is_array_like(condition) and is_array_like(a)):
        return None
    if ndim_of(condition) != 1:
        raise errors.TypingError("condition must be a 1-d array")
    of_condition = to_array(condition)

    def impl(condition, a, axis=None, out=None):
        return np.take(a, np.flatnonzero(of_condition(condition)), axis, out)

    return impl


@implements("method:compress")
def compress_method(a: Any, condition: Any, axis: Any = None, out: Any = None) -> FunctionType | None:
    """Return the elements, or the parts along an axis, where a vector of truth values is true."""

    def impl(a, condition, axis=None, out=None):
        return np.compress(condition, a, axis, out)

    return impl


@implements("numpy.extract")
def extract(condition: Any, arr: Any) -> FunctionType | None:
    """Return the elements where a condition holds, in C order."""
    if not (is_array_like(condition) and is_array_like(arr)):
        return None
    of_condition, of_array = to_array(condition), to_array(arr)

    def impl(condition, arr):
        return np.take(of_array(arr).ravel(), np.flatnonzero(of_condition(condition)))

    return impl


# -------------------------------------------------------------------------------------------------- along one axis


def _along(arr: Any, indices: Any) -> None:
    """Refuse what NumPy refuses."""
    if not is_integer(indices.dtype):
        raise errors.TypingError("`indices` must be an integer array")
    if arr.ndim != indices.ndim:
        raise errors.TypingError("`indices` and `arr` must have the same number of dimensions")


def common_lengths(p, q):
    """Return the lengths to which those of two arrays are broadcast."""
    shape = p
    for k in range(len(p)):
        if p[k] != q[k]:
            if p[k] == 1:
                shape = tuple_replace(shape, k, q[k])
            elif q[k] != 1:
                raise IndexError("shape mismatch: indexing arrays could not be broadcast together")
    return shape


@implements("numpy.take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> FunctionType | None:
    """Return the elements at positions along an axis that an array of the same rank gives."""
    if not (is_array(arr) and is_array(indices)):
        return None
    if is_none(axis):

        def impl_flat(arr, indices, axis=None):
            return np.take(arr.ravel(), indices)

        return impl_flat if indices.ndim == 1 else None
    _along(arr, indices)
    ndim, lines = arr.ndim, _line_taker(arr.ndim)

    def impl(arr, indices, axis=-1):
        at = normalize_axis(axis, ndim)
        n = arr.shape[at]
        shape = common_lengths(tuple_replace(arr.shape, at, 1), tuple_replace(indices.shape, at, 1))
        result = np.empty(tuple_replace(shape, at, indices.shape[at]), arr.dtype)
        lines(np.moveaxis(arr, at, -1), np.moveaxis(indices, at, -1), np.moveaxis(result, at, -1), n, at)
        return result

    return impl


@cache
def _line_taker(ndim: int) -> FunctionType:
    def line(source, indices, target, n, axis):
        check_all(indices, n, axis)
        for k in range(indices.size):
            target[k] = source[np.uint64(from_first(indices[k], n))]

    if ndim == 1:
        return line
    inner = _line_taker(ndim - 1)

    def lines(source, indices, target, n, axis):
        p, q = np.int64(source.shape[0] != 1), np.int64(indices.shape[0] != 1)
        for i in range(target.shape[0]):
            inner(source[i * p], indices[i * q], target[i], n, axis)

    return lines


@implements("numpy.put_along_axis")
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> FunctionType | None:
    """Set the elements at positions along an axis that an array of the same rank gives."""
    if not (is_array(arr) and is_array(indices) and is_array_like(values)):
        return None
    if is_none(axis):

        def impl_flat(arr, indices, values, axis):
            arr.ravel()[indices] = values

        return impl_flat if indices.ndim == 1 and arr.layout == "C" else None
    _along(arr, indices)
    ndim, lines, of_array = arr.ndim, _line_putter(arr.ndim), to_array(values)

    def impl(arr, indices, values, axis):
        at = normalize_axis(axis, ndim)
        shape = common_lengths(tuple_replace(arr.shape, at, 1), tuple_replace(indices.shape, at, 1))
        full = np.empty(tuple_replace(shape, at, indices.shape[at]), arr.dtype)
        full[...] = of_array(values)
        lines(np.moveaxis(arr, at, -1), np.moveaxis(indices, at, -1), np.moveaxis(full, at, -1), arr.shape[at], at)

    return impl


@cache
def _line_putter(ndim: int) -> FunctionType:
    def line(target, indices, source, n, axis):
        for k in range(indices.size):
            target[np.uint64(checked(indices[k], n, axis))] = source[k]

    if ndim == 1:
        return line
    inner = _line_putter(ndim - 1)

    def lines(target, indices, source, n, axis):
        p, q = np.int64(target.shape[0] != 1), np.int64(indices.shape[0] != 1)
        for i in range(source.shape[0]):
            inner(target[i * p], indices[i * q], source[i], n, axis)

    return lines


# --------------------------------------------------------------------------------------------------- put, by position


def as_bytes(a):
    """Return a vector of the elements at all bytes from the first element on."""
    return strided_view(a, (1,), (1,))


def byte_of(k, shape, strides):
    """Return where the element at a position in C order is, in bytes from the first one."""
    offset = 0
    for d in range(len(shape) - 1, -1, -1):
        offset += k % shape[d] * strides[d]
        k //= shape[d]
    return offset


@cache
def flat_setter(layout: str, ndim: int) -> FunctionType:
    """Return ``(array, k, value)``: set the element at a position in C order, which has been checked."""

    def of_vector(a, k, value):
        a[np.uint64(k)] = value

    def of_contiguous(a, k, value):
        a.ravel()[np.uint64(k)] = value

    def of_other(a, k, value):
        as_bytes(a)[np.uint64(byte_of(k, a.shape, a.strides))] = value

    if ndim == 1:
        return of_vector
    return of_contiguous if layout == "C" else of_other


def _repeated(values: Any) -> FunctionType:
    """Return ``(values, k)``: the k-th of values that are repeated."""

    def of_array(values, k):
        return values[np.uint64(k % values.size)]

    def of_number(values, k):
        return values

    return of_number if _is_single(values) else of_array


def _is_single(values: Any) -> bool:
    return is_number(values) or is_string(values)


def _may_be_set(a: Any, values: Any) -> bool:
    """Whether elements of an array can be set to values."""
    return is_array_like(values) or goes_with_texts(a, values) or records_of_tuples(a, values) is not None


def _vector_of(a: Any, values: Any) -> FunctionType:
    """Return the function that gives a number or a text as it is, others as a new vector: they may be what is changed."""
    of_array = records_of_tuples(a, values) or to_array(values)

    def vector(values):
        return of_array(values).flatten()

    def number(values):
        return values

    return number if _is_single(values) else vector


@implements("numpy.put", "method:put")
def put(a: Any, ind: Any, v: Any, mode: Any = "raise") -> FunctionType | None:
    """Set the elements at positions in C order."""
    fits = _may_be_set(a, v)
    if not (is_array(a) and a.ndim > 0 and is_array_like(ind) and fits) or not is_integral(array_type(ind).dtype):
        return None
    place, set_flat, of_index = index_mode(mode), flat_setter(a.layout, a.ndim), to_array(ind)
    vector, item, has_values = _vector_of(a, v), _repeated(v), _has_values(v)

    def impl(a, ind, v, mode="raise"):
        index, values, n = of_index(ind).ravel(), vector(v), a.size
        if not has_values(values) or index.size == 0:
            return
        if n == 0:
            raise IndexError("cannot replace elements of an empty array")
        for k in range(index.size):
            set_flat(a, place(index[k], n, 0), item(values, k))

    return impl


def _has_values(values: Any) -> FunctionType:
    def of_array(values):
        return values.size > 0

    def of_number(values):
        return True

    return of_number if _is_single(values) else of_array


@implements("numpy.putmask")
def putmask(a: Any, mask: Any, values: Any) -> FunctionType | None:
    """Set the elements where a mask is true to those at the same places of other values, which are repeated."""
    fits = _may_be_set(a, values)
    if not (is_array(a) and a.ndim > 0 and is_array_like(mask) and fits):
        return None
    set_flat, of_mask = flat_setter(a.layout, a.ndim), to_array(mask)
    vector, item, has_values = _vector_of(a, values), _repeated(values), _has_values(values)

    def impl(a, mask, values):
        where, new = of_mask(mask).ravel(), vector(values)
        if where.size != a.size:
            raise ValueError("putmask: mask and data must be the same size")
        if not has_values(new):
            return
        for k in range(where.size):
            if where[k]:
                set_flat(a, k, item(new, k))

    return impl


@implements("numpy.place")
def place(arr: Any, mask: Any, vals: Any) -> FunctionType | None:
    """Set the elements where a mask is true to other values, one after the other, which are repeated."""
    fits = _may_be_set(arr, vals)
    if not (is_array(arr) and arr.ndim > 0 and is_array_like(mask) and fits):
        return None
    set_flat, of_mask = flat_setter(arr.layout, arr.ndim), to_array(mask)
    vector, item, has_values = _vector_of(arr, vals), _repeated(vals), _has_values(vals)

    def impl(arr, mask, vals):
        where, new = of_mask(mask).ravel(), vector(vals)
        if where.size != arr.size:
            raise ValueError("place: mask and data must be the same size")
        count = 0
        for k in range(where.size):
            if where[k]:
                if not has_values(new):
                    raise ValueError("Cannot insert from an empty array!")
                set_flat(arr, k, item(new, count))
                count += 1

    return impl
