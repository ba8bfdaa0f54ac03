"""``sort``, ``argsort``, ``partition``, ``argpartition`` and ``lexsort``."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import in_kernel, in_parallel, order_numbers, partition_numbers, sort_number_pairs, sort_numbers
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integer,
    is_none,
    is_number,
    is_text,
    is_time,
    literal_bool,
    literal_str,
    numpy_class,
    refuse,
)
from coluber.lib.numpy.axes import is_last_axis, normalize_axis
from coluber.lib.numpy.layouts import is_reversed
from coluber.lib.numpy.lines import each_line, each_pair_with, in_place, is_axis, mapped
from coluber.lib.numpy.ordering import nans_last, own_sorter
from coluber.lib.numpy.record_order import has_records, positions_of_records, sort_records, sorted_records
from coluber.lib.numpy.selection import select
from coluber.lib.numpy.sorting_parallel import divided_sorter
from coluber.lib.numpy.text_order import (
    has_lines_of_texts,
    has_texts,
    order_line,
    order_of,
    positions_of_texts,
    sort_line,
    sorted_texts,
)
from coluber.lib.numpy.time_order import keys_of, partitioned_times, positions_of_times, sort_times, sorted_times
from coluber.lib.numpy.vectors import has_nan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_KINDS = ("quicksort", "heapsort", "mergesort", "stable")


def _is_stable(kind: Any, stable: Any) -> bool:
    if not is_none(stable):
        return literal_bool(stable, "stable")
    if is_none(kind):
        return False
    name = literal_str(kind, "kind")
    if name not in _KINDS:
        raise errors.NumbaValueError(f"sort kind must be one of {', '.join(map(repr, _KINDS))}, not {name!r}")
    return name in ("mergesort", "stable")


def _sortable(a: Any) -> bool:
    return is_array(a) and is_number(a.dtype)


# --------------------------------------------------------------------------------------------------------------- sort


@cache
def vector_sort(dtype: Type, stable: bool) -> FunctionType:
    """Return ``(a)``: sort a vector."""
    one = _sort_on_one_thread(dtype, stable)
    divided = divided_sorter(dtype, one)

    def sort_vector(a):
        if in_parallel():
            divided(a)
        else:
            one(a)

    return sort_vector


@cache
def _sort_on_one_thread(dtype: Type, stable: bool) -> FunctionType:
    """Return ``(a)``; only numbers with zeros of both signs show whether a sort is stable."""

    def sort(a):
        sort_numbers(a)

    def sort_stable(a):
        sort_number_pairs(a, np.empty(a.size, np.int64))

    return sort_stable if stable and (isinstance(dtype, types.Float) or is_complex(dtype)) else sort


def _has_times(a: Any, axis: Any) -> bool:
    return is_array(a) and a.ndim > 0 and is_time(a.dtype) and (axis == -1 or is_axis(axis))


@implements("numpy.sort")
def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, stable: Any = None) -> FunctionType | None:
    """Return a sorted copy; NaNs come last."""
    if has_records(a, axis):
        return sorted_records(a, axis, order)
    if _has_times(a, axis):
        refuse("order", order)
        return sorted_times(a, axis)
    if has_texts(a, axis):
        return sorted_texts
    if has_lines_of_texts(a, axis):
        sort_lines = in_place(a.ndim, sort_line)

        def impl_texts(a, axis=-1, kind=None, order=None, stable=None):
            result = np.copy(a)
            sort_lines(result, axis)
            return result

        return impl_texts
    if not _sortable(a) or not (axis == -1 or is_axis(axis)):
        return None
    refuse("order", order)
    vector, ndim = vector_sort(a.dtype, _is_stable(kind, stable)), a.ndim
    # Copies are in C order but for arrays in that of Fortran: rows are vectors of their own there.
    lines = _lines_sorter(ndim, vector, axis, a.layout != "F") if ndim > 0 else None

    def impl_number(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, 0)
        return a.copy()

    def impl_flat(a, axis=-1, kind=None, order=None, stable=None):
        result = a.flatten()
        vector(result)
        return result

    def impl_vector(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, ndim)
        result = a.copy()
        vector(result)
        return result

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        result = np.copy(a)
        lines(result, axis)
        return result

    if is_none(axis):
        return impl_flat
    return (impl_number, impl_vector)[ndim] if ndim <= 1 else impl


def _lines_sorter(ndim: int, vector: FunctionType, axis: Any, is_c: bool) -> FunctionType:
    """Return ``(a, axis)``: sort the lines of an array along an axis, without copies of rows that are next to each other."""
    if not (is_c and is_last_axis(axis, ndim)):
        return in_place(ndim, vector)
    rows = each_line(ndim, vector)
    return lambda a, axis: rows(a)


def _refuse_to_sort(a, axis=-1, kind=None, order=None, stable=None):
    raise ValueError("sort array is read-only")


@implements("array.sort")
def sort_in_place(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, stable: Any = None) -> FunctionType | None:
    """Sort an array's lines along an axis."""
    if is_array(a) and not a.mutable:
        return _refuse_to_sort
    if has_records(a, axis) and not is_none(axis):
        return sort_records(a, order)
    if _has_times(a, axis) and not is_none(axis):
        refuse("order", order)
        return sort_times
    if has_lines_of_texts(a, axis):
        sort_lines = in_place(a.ndim, sort_line)
        return lambda a, axis=-1, kind=None, order=None, stable=None: sort_lines(a, axis)
    if not _sortable(a) or a.ndim == 0 or not (axis == -1 or is_integer(axis)):
        return None
    refuse("order", order)
    ndim, is_stable = a.ndim, _is_stable(kind, stable)
    vector = vector_sort(a.dtype, is_stable)
    lines = _lines_sorter(ndim, vector, axis, a.layout == "C" and a.aligned)
    on_host = (lambda a, axis: vector(a)) if a.layout == "C" and a.aligned else lines
    own = vector if is_stable else own_sorter(a.dtype)

    def impl_vector(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, 1)
        if in_kernel():
            own(a)
        else:
            on_host(a, axis)

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        lines(a, axis)

    return impl_vector if ndim == 1 else impl


@implements("numpy.sort_complex")
def sort_complex(a: Any) -> FunctionType | None:
    """Return the elements as sorted complex numbers."""
    if not _sortable(a) or a.ndim == 0:
        return None
    small = ("int8", "int16", "uint8", "uint16", "complex64")
    number = np.complex64 if a.dtype.name in small else np.complex128

    def impl(a):
        return np.sort(a.astype(number))

    return impl


# ------------------------------------------------------------------------------------------------------------ argsort


def positions(a):
    """Return the positions of a vector's elements in order; equal ones stay in order."""
    order = np.empty(a.size, np.int64)
    order_numbers(np.ascontiguousarray(a), order)
    return order


def _positions_line(a, target):
    target[:] = positions(a)


@implements("numpy.argsort", "array.argsort")
def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, stable: Any = None) -> FunctionType | None:
    """Return the positions of elements in order; NaNs come last."""
    if has_records(a, axis):
        return positions_of_records(a, axis, order)
    if _has_times(a, axis):
        refuse("order", order)
        return positions_of_times(a, axis)
    if has_texts(a, axis):
        return positions_of_texts
    if has_lines_of_texts(a, axis):
        order_lines = mapped(a.ndim, order_line, np.int64)
        return lambda a, axis=-1, kind=None, order=None, stable=None: order_lines(a, axis)
    if not _sortable(a) or not (axis == -1 or is_axis(axis)):
        return None
    refuse("order", order)
    _is_stable(kind, stable)
    ndim = a.ndim
    lines = mapped(ndim, _positions_line, np.int64) if ndim > 1 else None

    def impl_flat(a, axis=-1, kind=None, order=None, stable=None):
        return positions(a.ravel())

    def impl_vector(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, 1)
        return impl_flat(a)

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        return lines(a, axis)

    if is_none(axis):
        return impl_flat
    return impl_vector if ndim <= 1 else impl


@implements("numpy.lexsort")
def lexsort(keys: Any, axis: Any = -1) -> FunctionType | None:
    """Return the positions that sort by several keys, the last one first of all."""
    if not is_integer(axis) and axis != -1:
        return None
    if _sortable(keys) and keys.ndim >= 2:
        return _lexsort_rows(keys)
    if not isinstance(keys, types.BaseTuple) or not len(keys) or not all(_is_key(ty, keys.types[0]) for ty in keys.types):
        return None
    return _lexsort_tuple(keys.types)


def _is_key(ty: Any, first: Any) -> bool:
    return (
        is_array(ty)
        and is_array(first, ty.ndim)
        and ty.ndim > 0
        and (is_number(ty.dtype) or is_text(ty.dtype) or is_time(ty.dtype))
    )


def _lexsort_rows(keys: Any) -> FunctionType:
    """Return `lexsort` for an array of keys."""
    by_key, ndim = _sort_by_key(keys.dtype), keys.ndim - 1

    def impl(keys, axis=-1):
        normalize_axis(axis, 1)
        order = np.arange(keys.shape[1])
        for key in keys:
            by_key(key, order)
        return order

    def impl_along(keys, axis=-1):
        at = normalize_axis(axis, ndim)
        result = np.empty(keys.shape[1:], np.int64)
        turned, orders = np.moveaxis(keys, at + 1, -1), np.moveaxis(result, at, -1)
        for index in np.ndindex(orders.shape[:-1]):
            order = np.arange(orders.shape[-1])
            for key in turned:
                by_key(key[index], order)
            orders[index] = order
        return result

    return impl if ndim == 1 else impl_along


def _sort_by_text(key, order):
    """Sort positions by the texts of a vector there."""
    found = order_of([key[k] for k in order])
    before = order.copy()
    for k in range(order.size):
        order[k] = before[found[k]]


def _sort_by_key(dtype: Type) -> FunctionType:
    """Return ``(key, order)``: sort positions by the elements of a vector there."""
    if is_text(dtype):
        return _sort_by_text
    if is_time(dtype):
        by_integer = _sort_by_key(types.int64)
        return lambda key, order: by_integer(keys_of(key), order)
    number, index = numpy_class(dtype), np.uint64

    def by_key(key, order):
        values = np.empty(order.size, number)
        for i in range(order.size):
            values[index(i)] = key[index(order[index(i)])]
        sort_number_pairs(values, order)

    return by_key


def _lexsort_tuple(items: tuple[Any, ...]) -> FunctionType:
    def nothing(keys, order):
        pass

    def after(k: int) -> FunctionType:
        if k == len(items):
            return nothing
        by_key, rest = _sort_by_key(items[k].dtype), after(k + 1)

        def step(keys, order):
            if keys[k].size != order.size:
                raise ValueError("all keys need to be the same shape")
            by_key(keys[k], order)
            rest(keys, order)

        return step

    sort_all, ndim, n = after(0), items[0].ndim, len(items)

    def impl(keys, axis=-1):
        normalize_axis(axis, 1)
        order = np.arange(keys[0].size)
        sort_all(keys, order)
        return order

    def impl_along(keys, axis=-1):
        at = normalize_axis(axis, ndim)
        for shape in shapes(keys, at):
            if shape != keys[0].shape:
                raise ValueError("all keys need to be the same shape")
        result = np.empty(keys[0].shape, np.int64)
        turned, orders = turn(keys, at), np.moveaxis(result, at, -1)
        for index in np.ndindex(orders.shape[:-1]):
            order = np.arange(orders.shape[-1])
            sort_all(rows(turned, index), order)
            orders[index] = order
        return result

    turn, rows, shapes = _on_each(n, "moveaxis({}, given, -1)"), _on_each(n, "{}[given]"), _on_each(n, "{}.shape")
    return impl if ndim == 1 else impl_along


def _on_each(n: int, expression: str) -> FunctionType:
    """Return ``(keys, given)``: the tuple of what an expression gives for each of n arrays."""
    items = ", ".join(expression.format(f"keys[{k}]") for k in range(n))
    scope = {"moveaxis": np.moveaxis, "__name__": __name__}
    exec(compile(f"def each(keys, given):\n    return ({items},)", "<keys of lexsort>", "exec"), scope)
    return scope["each"]


# ---------------------------------------------------------------------------------------------------------- partition


def _place(k, n):
    if n == 0:
        return 0
    if k < -n or k >= n:
        raise ValueError(f"kth(={k}) out of bounds ({n})")
    return k + n if k < 0 else k


def _each_kth(kth: Any) -> FunctionType | None:
    """Return ``(select, a, count, n, kth)`` for a type of the argument; None where it is of no use."""

    def one(select, a, count, n, kth):
        k = _place(np.int64(kth), n)
        if k < count:
            select(a, count, k)

    def several(select, a, count, n, kth):
        # A selection leaves those of smaller positions alone if they come later.
        for given in kth:
            _place(np.int64(given), n)
        last = count
        for _ in range(len(kth)):
            best = np.int64(-1)
            for given in kth:
                k = _place(np.int64(given), n)
                if k < last and k > best:
                    best = k
            if best < 0:
                return
            select(a, last, best)
            last = best

    if is_integer(kth):
        return one
    is_tuple = isinstance(kth, types.BaseTuple) and len(kth) and all(is_integer(ty) for ty in kth.types)
    return several if is_tuple or (is_array(kth, 1) and is_integer(kth.dtype)) else None


def _check_partition(kind: Any, order: Any) -> None:
    refuse("order", order)
    if not is_none(kind) and literal_str(kind, "kind") != "introselect":
        raise errors.NumbaValueError("the kind of a partition must be 'introselect'")


def _has_order(a: Any, axis: Any) -> bool:
    """Whether a call can order the elements: numbers, times, texts, or a vector of records."""
    return _sortable(a) or _has_times(a, axis) or has_records(a, axis) or has_texts(a, axis) or has_lines_of_texts(a, axis)


def _nothing(a, count, k):
    pass


def _sorted_whole(each: FunctionType) -> FunctionType:
    """Return the function of ``partition`` for texts and records: a sorted array is a partition at all places."""

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        n = a.size if axis is None else a.shape[normalize_axis(axis, a.ndim)]
        each(_nothing, a, 0, n, kth)
        return np.sort(a, axis)

    return impl


@implements("numpy.partition")
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> FunctionType | None:
    """Return a copy in which the elements at some positions are as in a sorted one, with smaller ones before them."""
    each = _each_kth(kth)
    if not _has_order(a, axis) or a.ndim == 0 or each is None or not (axis == -1 or is_axis(axis)):
        return None
    _check_partition(kind, order)
    if not _sortable(a):
        return partitioned_times(a, axis) if is_time(a.dtype) else _sorted_whole(each)
    count_of, ndim, number = nans_last(a.dtype), a.ndim, numpy_class(a.dtype)
    is_float = isinstance(a.dtype, types.Float)

    def line(buffer, kth):
        each(select, buffer, count_of(buffer), buffer.size, kth)

    def impl_at_one(a, kth, axis=-1, kind="introselect", order=None):
        normalize_axis(axis, 1)
        if is_float and has_nan(a, 0, a.size):
            return impl_flat(a, kth)
        result = np.empty(a.size, number)
        partition_numbers(a, _place(np.int64(kth), a.size), result)
        return result

    def impl_reversed(a, kth, axis=-1, kind="introselect", order=None):
        return np.partition(a.T, kth, ndim - 1 - normalize_axis(axis, ndim)).T

    def impl_flat(a, kth, axis=-1, kind="introselect", order=None):
        result = a.flatten()
        line(result, kth)
        return result

    def impl_vector(a, kth, axis=-1, kind="introselect", order=None):
        normalize_axis(axis, 1)
        return impl_flat(a, kth)

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        at = normalize_axis(axis, ndim)
        rows = np.moveaxis(a, at, -1).copy()
        n = rows.shape[ndim - 1]
        flat = rows.ravel()
        for low in range(0, flat.size, max(n, 1)):
            line(flat[low : low + n], kth)
        if at == ndim - 1:
            return rows
        result = np.empty(a.shape, number)
        np.moveaxis(result, at, -1)[...] = rows
        return result

    if is_none(axis):
        return impl_flat
    if ndim == 1:
        return impl_at_one if a.layout == "C" and a.aligned and is_integer(kth) else impl_vector
    return impl_reversed if is_reversed(a) else impl


@implements("method:partition")
def partition_in_place(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> FunctionType | None:
    """Move elements so that those at some positions are as in a sorted array, with smaller ones before them."""
    if is_none(axis) or partition(a, kth, axis, kind, order) is None:
        return None

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        a[...] = np.partition(a, kth, axis)

    return impl


@cache
def _divided(dtype: Type) -> FunctionType:
    """Return ``(line, target, kth)``: the positions of elements smaller than the one at kth, of equal ones, and of others."""
    is_float = isinstance(dtype, types.Float)

    def before(x, y):
        return (x < y) | ((y != y) & (x == x)) if is_float else x < y

    def divide(line, pivot, target):
        # What a cursor leaves behind lies where positions of equal elements follow.
        low, high = 0, line.size - 1
        for i in range(line.size):
            target[low] = i
            target[high] = i
            low += np.int64(before(line[i], pivot))
            high -= np.int64(before(pivot, line[i]))
        i = 0
        while low <= high:
            if not (before(line[i], pivot) or before(pivot, line[i])):
                target[low] = i
                low += 1
            i += 1

    def positions(line, target, kth):
        if line.size > 0:
            divide(line, np.partition(line, kth)[kth], target)

    return positions


def _positions_divided(a: Any, whole: bool) -> FunctionType:
    """Return the function of ``argpartition`` for one position in lines of numbers that are no complex ones."""
    positions, ndim, each = _divided(a.dtype), a.ndim, _each_kth(types.int64)
    rows = each_pair_with(ndim, positions)

    def impl_flat(a, kth, axis=-1, kind="introselect", order=None):
        each(_nothing, a, 0, a.size, kth)
        result = np.empty(a.size, np.int64)
        positions(a.ravel(), result, kth)
        return result

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        at = normalize_axis(axis, ndim)
        each(_nothing, a, 0, a.shape[at], kth)
        result = np.empty(a.shape, np.int64)
        rows(np.moveaxis(a, at, -1), np.moveaxis(result, at, -1), np.int64(kth))
        return result

    return impl_flat if whole else impl


@implements("numpy.argpartition", "method:argpartition")
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> FunctionType | None:
    """Return positions that give a partition; those of a sorted array do."""
    each = _each_kth(kth)
    if not _has_order(a, axis) or a.ndim == 0 or each is None or not (axis == -1 or is_axis(axis)):
        return None
    _check_partition(kind, order)
    if _sortable(a) and not is_complex(a.dtype) and is_integer(kth):
        return _positions_divided(a, is_none(axis))
    whole, last, nothing = is_none(axis), a.ndim - 1, _nothing

    def impl_flat(a, kth, axis=-1, kind="introselect", order=None):
        each(nothing, a, 0, a.size, kth)
        return np.argsort(a, axis=None)

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        each(nothing, a, 0, a.shape[normalize_axis(axis, last + 1)], kth)
        return np.argsort(a, axis)

    return impl_flat if whole else impl
