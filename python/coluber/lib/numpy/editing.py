"""``insert``, ``delete``, ``trim_zeros`` and ``copyto``."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import sort_numbers, tuple_replace
from coluber.lib.kinds import (
    is_array,
    is_integer,
    is_integral,
    is_none,
    is_number,
    is_text,
    is_varying_str,
    literal_bool,
    literal_str,
)
from coluber.lib.numpy.arguments import array_type, is_array_like, ndim_of, to_array
from coluber.lib.numpy.axes import constant_axes, normalize_axis
from coluber.lib.numpy.conversion import check_cast
from coluber.lib.numpy.fancy import checked
from coluber.lib.numpy.folds import split_at
from coluber.lib.numpy.layouts import is_reversed, order_of
from coluber.lib.numpy.records import truth_of
from coluber.lib.numpy.structured import records_of_tuples
from coluber.lib.numpy.text_arrays import ndim_of_texts
from coluber.lib.numpy.text_elements import copied_text, goes_with_texts
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def is_bools(ty: Any) -> bool:
    """Whether the array that is made of a value has bools."""
    return isinstance(array_type(ty).dtype, types.Boolean)


# ------------------------------------------------------------------------------------------------------------- delete


def _keeper(obj: Any) -> FunctionType | None:
    """Return ``(obj, n, axis)``: which of n parts are kept, where those that an index names are deleted."""

    def but_slice(obj, n, axis):
        keep = np.ones(n, np.bool_)
        keep[obj] = False
        return keep

    if isinstance(obj, types.SliceType):
        return but_slice
    if not is_array_like(obj) or (ndim_of(obj) > 1 and not is_integer(array_type(obj).dtype)):
        return None
    of_array = to_array(obj)
    if ndim_of(obj) == 1 and not is_integral(array_type(obj).dtype):
        return _all_but_none(of_array)

    def but_masked(obj, n, axis):
        mask = of_array(obj)
        if mask.size != n:
            raise ValueError(f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}")
        return ~mask

    def but_indices(obj, n, axis):
        keep, index = np.ones(n, np.bool_), of_array(obj).ravel()
        for k in range(index.size):
            keep[np.uint64(checked(index[k], n, 0))] = False
        return keep

    return but_masked if is_bools(obj) else but_indices


def _all_but_none(of_array: FunctionType) -> FunctionType:
    """Return ``(obj, n, axis)``: keep all parts; an empty list is an array of floats."""

    def all_kept(obj, n, axis):
        if of_array(obj).size > 0:
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        return np.ones(n, np.bool_)

    return all_kept


@implements("numpy.delete")
def delete(arr: Any, obj: Any, axis: Any = None) -> FunctionType | None:
    """Return an array without the elements, or the parts along an axis, that an index names."""
    keeper = _keeper(obj)
    if (keeper is None and not is_integer(obj)) or not is_array_like(arr) or not (is_none(axis) or is_integer(axis)):
        return None
    of_array, is_flat, ndim = to_array(arr), is_none(axis), ndim_of(arr)

    reverse = is_reversed(array_type(arr))
    if is_integer(obj):
        return _delete_one(of_array, is_flat, ndim, reverse)

    def impl_flat(arr, obj, axis=None):
        source = of_array(arr).ravel()
        return source[keeper(obj, source.size, 0)]

    def impl(arr, obj, axis=None):
        a = of_array(arr)
        at = normalize_axis(axis, ndim)
        return np.compress(keeper(obj, a.shape[at], at), a, at)

    def impl_reversed(arr, obj, axis=None):
        at = normalize_axis(axis, ndim)
        return np.compress(keeper(obj, arr.shape[at], at), arr.T, ndim - 1 - at).T

    if is_flat:
        return impl_flat
    return impl_reversed if reverse else impl


def _delete_one(of_array: FunctionType, is_flat: bool, ndim: int, reverse: bool) -> FunctionType:
    """Return the function for one index."""

    def without(source, at, n, outer, inner):
        target = np.empty(source.size - outer * inner, source.dtype)
        own, first = (n - 1) * inner, at * inner
        for i in range(outer):
            low, start = i * own, i * n * inner
            target[low : low + first] = source[start : start + first]
            target[low + first : low + own] = source[start + first + inner : start + n * inner]
        return target

    def impl_flat(arr, obj, axis=None):
        source = of_array(arr).ravel()
        return without(source, checked(obj, source.size, 0), source.size, 1, 1)

    def impl(arr, obj, axis=None):
        a = of_array(arr)
        at = normalize_axis(axis, ndim)
        n = a.shape[at]
        outer, inner = split_at(a.shape, at)
        return without(a.ravel(), checked(obj, n, at), n, outer, inner).reshape(tuple_replace(a.shape, at, n - 1))

    def impl_reversed(arr, obj, axis=None):
        at = normalize_axis(axis, ndim)
        n = arr.shape[at]
        inner, outer = split_at(arr.shape, at)
        flat = without(arr.T.ravel(), checked(obj, n, at), n, outer, inner)
        return flat.reshape(tuple_replace(arr.shape, at, n - 1)[::-1]).T

    if is_flat:
        return impl_flat
    return impl_reversed if reverse else impl


# ------------------------------------------------------------------------------------------------------------- insert


def _index_function(obj: Any) -> FunctionType | None:
    """Return ``(obj, n)``: the indices that are named, among n, as a vector."""

    def of_slice(obj, n):
        return np.arange(n)[obj]

    if isinstance(obj, types.SliceType):
        return of_slice
    if is_array(obj, 1) and isinstance(obj.dtype, types.Float):
        return _no_indices
    if not is_array_like(obj) or ndim_of(obj) > 1 or not is_integral(array_type(obj).dtype):
        return None
    of_array = to_array(obj)

    def of_indices(obj, n):
        return of_array(obj).ravel().astype(np.int64)

    def of_mask(obj, n):
        return np.flatnonzero(of_array(obj))

    return of_mask if is_bools(obj) else of_indices


def _no_indices(obj, n):
    """Return no indices: an empty list becomes an array of floats."""
    if obj.size > 0:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return np.empty(0, np.int64)


def counted(index, n, axis):
    """Return indices of places between n parts, counted from the first one; raise IndexError for others."""
    result = np.empty(index.size, np.int64)
    for k in range(index.size):
        i = index[k]
        if i < -n or i > n:
            raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
        result[k] = i + n if i < 0 else i
    return result


def places_of(index, count):
    """Return where inserted parts are in the result: each before the part at its index, those of one index in order."""
    order = np.argsort(index, kind="mergesort")
    result = np.empty(count, np.int64)
    for k in range(count):
        result[order[k]] = index[order[k]] + k
    return result


def copy_parts(source, target):
    """Copy the parts of an array to one that has other memory."""
    index = np.uint64
    for i in range(target.shape[0]):
        target[index(i)] = source[index(i)]


def fill_around(source, target, places):
    """Copy the parts of an array, in order, to all places of another one but some."""
    between = np.empty(places.size + 1, np.int64)
    between[:-1] = places
    between[-1] = target.shape[0]
    sort_numbers(between)
    low = 0
    for k in range(between.size):
        copy_parts(source[low - k : between[k] - k], target[low : between[k]])
        low = between[k] + 1


@implements("numpy.insert")
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> FunctionType | None:
    """Return an array with other elements, or parts along an axis, before those that an index names."""
    index_of = _index_function(obj)
    if index_of is not None and is_array(arr) and is_text(arr.dtype) and ndim_of_texts(values) is not None:
        return _insert_texts(arr.dtype)
    of_records = records_of_tuples(arr, values)
    if index_of is not None and of_records is not None:
        return lambda arr, obj, values, axis=None: np.insert(arr, obj, of_records(values), axis)
    if index_of is None or not (is_array_like(arr) and is_array_like(values)) or not (is_none(axis) or is_integer(axis)):
        return None
    of_array, of_values = to_array(arr), to_array(values)
    is_flat, ndim, extra = is_none(axis), ndim_of(arr), ndim_of(values)
    is_one = is_integer(obj)
    if is_flat or ndim == 1:
        return _insert_flat(of_array, of_values, index_of, is_flat, is_one)
    if extra > ndim:
        return None
    full, order = _full_values(ndim, extra, is_one), order_of(array_type(arr))

    def impl(arr, obj, values, axis=None):
        a = of_array(arr)
        at = normalize_axis(axis, ndim)
        n = a.shape[at]
        index, new = counted(index_of(obj, n), n, at), full(of_values(values), at)
        at_one = is_one or index.size == 1
        count = new.shape[at] if at_one else index.size
        places = np.full(count, index[0]) + np.arange(count) if at_one else places_of(index, count)
        result = np.empty(tuple_replace(a.shape, at, n + count), a.dtype, order)
        target = np.moveaxis(result, at, 0)
        fill_around(np.moveaxis(a, at, 0), target, places)
        target[places] = np.moveaxis(new, at, 0)
        return result

    return impl


def _insert_texts(dtype: Any) -> FunctionType:
    """Return ``(arr, obj, values, axis)`` for texts that become an array of the dtype."""
    name = as_dtype(dtype).str
    return lambda arr, obj, values, axis=None: np.insert(arr, obj, np.array(values, name), axis)


@cache
def _full_values(ndim: int, have: int, is_one: bool) -> FunctionType:
    """Return ``(values, axis)``: values with as many axes as the array, the first one put there where there is one index."""
    news = (None,) * (ndim - have)

    def raised(values, axis):
        return values[(*news, ...)]

    def moved(values, axis):
        return np.moveaxis(values[(*news, ...)], 0, axis)

    return moved if is_one else raised


def _insert_flat(of_array: Any, of_values: Any, index_of: Any, is_flat: bool, is_one: bool) -> FunctionType:
    def impl(arr, obj, values, axis=None):
        source, new = of_array(arr).ravel(), of_values(values).ravel()
        n = source.size
        at = 0 if is_flat else normalize_axis(axis, 1)
        index = counted(index_of(obj, n), n, at)
        at_one = is_one or index.size == 1
        count = new.size if at_one else index.size
        places = np.full(count, index[0]) + np.arange(count) if at_one else places_of(index, count)
        if new.size not in (1, count):
            raise ValueError(
                f"shape mismatch: value array of shape ({new.size},) could not be broadcast to indexing result of "
                f"shape ({count},)"
            )
        result = np.empty(n + count, source.dtype)
        fill_around(source, result, places)
        for k in range(count):
            result[places[k]] = new[k if new.size > 1 else 0]
        return result

    return impl


# ---------------------------------------------------------------------------------------------------------- trim, copy


@implements("numpy.trim_zeros")
def trim_zeros(filt: Any, trim: Any = "fb", axis: Any = None) -> FunctionType | None:
    """Return an array without the zeros at its front ('f') or back ('b'), along all axes or some."""
    if not is_array(filt) or filt.ndim == 0:
        return None
    sides = literal_str(trim, "trim").lower()
    if sides not in ("fb", "bf", "f", "b"):
        raise errors.NumbaValueError(f"unexpected character(s) in `trim`: {literal_str(trim, 'trim')!r}")
    front, back = "f" in sides, "b" in sides
    if filt.ndim > 1:
        if is_integer(axis):
            axes = (int(axis.literal_value) % filt.ndim,) if isinstance(axis, types.IntegerLiteral) else ()
        else:
            axes = tuple(range(filt.ndim)) if is_none(axis) else constant_axes(axis, filt.ndim)
        trimmed = _trimmed(axes, front, back)
        return lambda filt, trim="fb", axis=None: trimmed(filt, np.argwhere(filt))

    holds = truth_of(filt.dtype)

    def impl(filt, trim="fb", axis=None):
        a = filt
        low, high = 0, a.size
        while front and low < high and not holds(a[low]):
            low += 1
        while back and high > low and not holds(a[high - 1]):
            high -= 1
        return a[low:high]

    return impl


@implements("varying:numpy.trim_zeros")
def trim_zeros_by_sides(filt: Any, trim: Any, axis: Any = None) -> FunctionType | None:
    """Return an array without zeros at sides that are no constant."""
    return _trimmed_by_sides if is_varying_str(trim) else None


def _trimmed_by_sides(filt, trim="fb", axis=None):
    sides = trim.lower()
    if sides == "fb" or sides == "bf":
        return np.trim_zeros(filt, "fb", axis)
    if sides == "f":
        return np.trim_zeros(filt, "f", axis)
    if sides != "b":
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    return np.trim_zeros(filt, "b", axis)


def _trimmed(axes: tuple[int, ...], front: bool, back: bool) -> FunctionType:
    """Return ``(a, places)``: a view between the first and the last of the places of elements, along some axes."""
    if not axes:
        return lambda a, places: a
    before, axis = _trimmed(axes[:-1], front, back), axes[-1]

    def trimmed(a, places):
        rest = np.moveaxis(before(a, places), axis, 0)
        none = len(places) == 0
        low = (0 if none else places[:, axis].min()) if front else 0
        high = (1 if none else places[:, axis].max() + 1) if back else rest.shape[0]
        return np.moveaxis(rest[low : 0 if none else high], 0, axis)

    return trimmed


def _least(number: Any, wanted: Any) -> Any:
    """Return the narrowest type of a kind of numbers, which Python's numbers have beside others of NumPy."""
    if number == types.int64:
        return types.int8 if isinstance(wanted, types.Boolean) else types.boolean
    return types.float16 if number == types.float64 else types.complex64


@implements("numpy.copyto")
def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> FunctionType | None:
    """Set the elements of an array to those of another one, which is broadcast, where a mask is true."""
    if goes_with_texts(dst, src):
        return copied_text(dst, where)
    if not is_array(dst) or not is_array_like(src):
        return None
    source = array_type(src).dtype
    is_weak = is_number(src) and source in (types.int64, types.float64, types.complex128)
    if not is_weak or is_number(dst.dtype):
        check_cast(_least(source, dst.dtype) if is_weak else source, dst.dtype, casting)
    of_array, ndim = to_array(src), ndim_of(src)
    if ndim > dst.ndim:
        return None

    def impl(dst, src, casting="same_kind", where=True):
        dst[...] = check_source(of_array(src), dst.shape)

    if where is True or (not is_array_like(where) and literal_bool(where, "where")):
        return impl
    of_mask = to_array(where)

    def impl_where(dst, src, casting="same_kind", where=True):
        values, mask = np.empty(dst.shape, dst.dtype), np.empty(dst.shape, np.bool_)
        values[...] = check_source(of_array(src), dst.shape)
        mask[...] = of_mask(where)
        dst[mask] = values[mask]

    return impl_where


def check_source(a, shape):
    """Return an array; raise ValueError where it can't be broadcast to a shape."""
    missing = len(shape) - len(a.shape)
    fits = True
    for k, n in enumerate(a.shape):
        fits = fits and (n == 1 or n == shape[missing + k])
    if not fits:
        raise ValueError(f"could not broadcast input array from shape {a.shape} into shape {shape}")
    return a
