"""Indices with arrays of integers and masks: reading and assignment.

An index is first made a vector of offsets, all of them checked; elements, or rows of them, are then copied one after the other.
"""

from __future__ import annotations

import sys
from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import elements, in_parallel, strided_view
from coluber.lib.kinds import fits, is_array, is_integer, is_list, is_number, is_text, is_time
from coluber.lib.numpy import flat
from coluber.lib.numpy.index_plan import plan_of, with_item
from coluber.lib.numpy.parallel import piece_count, piece_starts
from coluber.lib.numpy.structured import filler, records_of_tuples, set_fields
from coluber.lib.numpy.text_arrays import is_string, ndim_of_texts
from coluber.lib.numpy.texts import shape_text
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array
    from coluber.lib.numpy.index_plan import Choice, Plan


def checked(index, n, axis):
    """Return an index into n elements, counted from the first one; raise IndexError if there is no such element."""
    k = np.int64(index)
    if k < -n or k >= n:
        raise IndexError(f"index {k} is out of bounds for axis {axis} with size {n}")
    return k + n if k < 0 else k


def check_all(index, n, axis):
    """Raise IndexError for the first of some indices into n elements that is out of range."""
    check_part(index, 0, index.size, n, axis)


def check_part(index, start, stop, n, axis):
    """As `check_all`, for the indices from one on up to another one."""
    wrong = False
    for k in range(start, stop):
        i = np.int64(index[np.uint64(k)])
        wrong = wrong | (i < -n) | (i >= n)
    if wrong:
        for k in range(start, stop):
            checked(index[k], n, axis)


def from_first(index, n):
    """Return an index that `check_all` has let pass, counted from the first element.

    A loop over indices that were checked before is twice as fast as one that checks each of them.
    """
    k = np.int64(index)
    return k + n if k < 0 else k


_PIECE = 1024


def take_rows(source, index, axis, result):
    """Copy the elements, or rows, of the first axis of an array that a vector of indices chooses."""
    n = source.shape[0]
    if in_parallel():
        check_all(index, n, axis)
        for k in elements(index.size):
            result[k] = source[np.uint64(from_first(index[k], n))]
    else:
        # Pieces of the indices are near when they are read again.
        for start in range(0, index.size, _PIECE):
            stop = min(start + _PIECE, index.size)
            check_part(index, start, stop, n, axis)
            for k in range(start, stop):
                result[np.uint64(k)] = source[np.uint64(from_first(index[np.uint64(k)], n))]


# ------------------------------------------------------------------------------------------------------------ offsets


def scaled(index, n, step, axis):
    """Return the offsets of the elements that an array of indices chooses."""
    source = index.ravel()
    check_all(source, n, axis)
    result = np.empty(source.size, np.int64)
    for k in elements(source.size):
        result[k] = from_first(source[k], n) * step
    return result.reshape(index.shape)


def _mask_filler(ndim: int) -> FunctionType:
    """Return ``(mask, steps, base, target, k)``: write the offsets from k on of the elements where a mask is true."""

    def fill(mask, steps, base, target, k):
        for i in range(mask.shape[0]):
            target[k] = base + i * steps[0]
            k += np.int64(mask[i])
        return k

    if ndim == 1:
        return fill
    row = _mask_filler(ndim - 1)

    def fill_rows(mask, steps, base, target, k):
        for i in range(mask.shape[0]):
            k = row(mask[i], steps[1:], base + i * steps[0], target, k)
        return k

    return fill_rows


def mask_offsets(ndim: int, axis: int) -> FunctionType:
    """Return ``(mask, shape, steps)``: the offsets where a mask of some axes, the first being `axis`, is true."""
    fill = _mask_filler(ndim)

    def offsets(mask, shape, steps):
        check_mask(mask.shape, shape, axis)
        count = np.count_nonzero(mask)
        # One more, because an offset is written before it is known whether it counts.
        target = np.empty(count + 1, np.int64)
        fill(mask, steps, 0, target, 0)
        return target[:count]

    return offsets


def check_mask(mask, shape, axis):
    """Raise IndexError unless a mask has the shape of what it chooses from."""
    for k in range(len(mask)):
        if mask[k] != shape[k]:
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis + k}; "
                f"size of axis is {shape[k]} but size of corresponding boolean axis is {mask[k]}"
            )


def _offsets_of(choice: Choice, plan: Plan) -> FunctionType:
    """Return ``(view, index, steps)``: the offsets for one entry."""
    entry, axis, is_tuple = choice.entry, choice.axis, plan.is_tuple
    k, first = entry.position, choice.place
    last = first + entry.axes

    def item(at):
        return at[k] if is_tuple else at

    def of_number(a, at, steps):
        return checked(item(at), a.shape[first], axis) * steps[first]

    def of_zero(a, at, steps):
        return checked(item(at)[()], a.shape[first], axis) * steps[first]

    def of_array(a, at, steps):
        return scaled(item(at), a.shape[first], steps[first], axis)

    if entry.kind == "mask":
        of_axes = mask_offsets(entry.axes, axis)

        def of_mask(a, at, steps):
            return of_axes(item(at), a.shape[first:last], steps[first:last])

        return of_mask
    if entry.kind == "integer":
        return of_number
    return of_zero if entry.ty.ndim == 0 else of_array


def _sum(plan: Plan) -> FunctionType:
    """Return ``(view, index, steps)``: the offsets for all entries together."""
    first, *others = plan.choices
    total, rank = _offsets_of(first, plan), first.rank
    for choice in others:
        own = choice.rank
        total = _added(total, _offsets_of(choice, plan), (rank, own))
        rank = max(rank, own)
    return total


def _added(left: FunctionType, right: FunctionType, ranks: tuple[int, int]) -> FunctionType:
    def add(a, at, steps):
        return left(a, at, steps) + right(a, at, steps)

    if 0 in ranks:
        return add
    check = check_broadcast(*ranks)

    def add_checked(a, at, steps):
        p, q = left(a, at, steps), right(a, at, steps)
        check(p.shape, q.shape)
        return p + q

    return add_checked


@cache
def check_broadcast(left: int, right: int) -> FunctionType:
    """Return ``(p, q)``: raise IndexError unless two shapes of so many axes fit each other."""
    ones, more = (1,) * max(right - left, 0), (1,) * max(left - right, 0)
    left_text, right_text = shape_text(left), shape_text(right)

    def check(p, q):
        first, second = ones + p, more + q
        for k in range(len(first)):
            if first[k] != second[k] and first[k] != 1 and second[k] != 1:
                raise IndexError(
                    "shape mismatch: indexing arrays could not be broadcast together with shapes "
                    f"{left_text(p)} {right_text(q)} "
                )

    return check


# ------------------------------------------------------------------------------------------------------------- places


def _located(plan: Plan) -> FunctionType:
    """Return ``(array, index)``: the rows to choose from, all offsets, and the lengths of the axes before and after.

    The rows are a view that has one axis in the place of those that the index chooses from. The offsets have the shape that the
    entries have in the result; they are to be used as unsigned integers there.
    """
    base, offsets, p, end = _base(plan), _sum(plan), plan.prefix, plan.prefix + plan.used

    def locate_one(a, at):
        view = base(a, at)
        return view, offsets(view, at, (1,) * view.ndim), view.shape[:p], view.shape[end:]

    def locate(a, at):
        view = base(a, at)
        before, after = view.shape[:p], view.shape[end:]
        # An axis of bytes, along which the offsets are.
        rows = strided_view(view, (*before, 1, *after), (*view.strides[:p], 1, *view.strides[end:]))
        return rows, offsets(view, at, view.strides), before, after

    return locate_one if plan.used == 1 else locate


def _base(plan: Plan) -> FunctionType:
    def same(a, at):
        return a

    return plan.view or same


# ------------------------------------------------------------------------------------------------------------ reading


@implements("operator.getitem")
def getitem(a: Any, b: Any) -> FunctionType | None:
    """``a[b]`` for an array and an index with arrays, for a match of `re`, or for an object that an index is put into."""
    if isinstance(a, types.Function):
        from coluber.lib.numpy.grids import in_object

        return in_object(a, b)
    if flat.is_flat(a):
        return flat.getitem(a, b)
    patterns = sys.modules.get("coluber.lib.python.patterns")
    if patterns is not None and patterns.may_be_match(a):
        from coluber.lib.python.match_methods import item

        return item(a, b)
    if is_number(a) or is_time(a):
        return _of_number(b)
    if is_array(a) and _is_condition(b):
        return lambda a, b: _chosen_whole(a, b).copy()
    converted = _converted(b) if is_array(a) else None
    if converted is not None:

        def impl_converted(a, b):
            return a[converted(b)]

        return impl_converted
    plan = plan_of(a, b) if is_array(a) else None
    if plan is None:
        return None
    if plan.rank == 0:
        return _one(plan, isinstance(b, types.BaseTuple) and types.ellipsis in b.types)
    if _is_whole_mask(a, plan):
        return _masked(a, plan)
    return _from_first_axis(plan) if _is_of_first_axis(plan) else _chosen(plan)


def _of_number(at: Any) -> FunctionType | None:
    """Return ``number[index]`` for new axes and `...` as the index, which NumPy's numbers take."""
    items = at.types if isinstance(at, types.BaseTuple) else (at,)
    if not all(isinstance(ty, types.NoneType) or ty == types.ellipsis for ty in items):
        return None
    return (lambda a, b: np.asarray(a)[b]) if items else (lambda a, b: a)


def _is_condition(at: Any) -> bool:
    """Whether an index is one bool, which chooses all of an array or nothing."""
    return isinstance(at, types.Boolean) or (is_array(at, 0) and isinstance(at.dtype, types.Boolean))


def _chosen_whole(a, condition):
    """Return a view that has one more axis, of one element or none."""
    return a[None][: np.int64(bool(condition))]


def _is_of_first_axis(plan: Plan) -> bool:
    """Whether there is one array of integers, which chooses from the first axis."""
    return plan.used == 1 and plan.view is None and plan.prefix == 0 and plan.choices[0].entry.kind == "array"


def _converted(at: Any) -> FunctionType | None:
    """Return the function that makes arrays of the tuples in an index; None where there are none."""
    if not isinstance(at, types.BaseTuple) or not any(isinstance(ty, types.BaseTuple) for ty in at.types):
        return None

    def index(at):
        return ()

    for k, ty in enumerate(at.types):
        index = _with_array(index, k) if isinstance(ty, types.BaseTuple) else with_item(index, k)
    return index


def _with_array(before: FunctionType, k: int) -> FunctionType:
    def index(at):
        return (*before(at), np.asarray(at[k]))

    return index


def _one(plan: Plan, has_ellipsis: bool) -> FunctionType:
    """Return the function for arrays of no axes: they are integers, but the result is a copy. Beside `...` it is an array."""
    locate, before_only = _located(plan), plan.suffix == plan.prefix == 0

    def element(a, at):
        rows, place, _, _ = locate(a, at)
        return rows[np.uint64(place)]

    def element_as_array(a, at):
        return np.asarray(element(a, at))

    def part(a, at):
        rows, place, before, _ = locate(a, at)
        return rows[(*((slice(None),) * len(before)), np.uint64(place))].copy()

    if not before_only:
        return part
    return element_as_array if has_ellipsis else element


def _from_first_axis(plan: Plan) -> FunctionType:
    """Return the function for one array of integers that chooses from the first axis."""
    is_tuple, place = plan.is_tuple, plan.choices[0].entry.position

    def impl(a, at):
        given = at[place] if is_tuple else at
        index = given.ravel()
        result = np.empty((index.size, *a.shape[1:]), a.dtype)
        take_rows(a, index, 0, result)
        return result.reshape((*given.shape, *a.shape[1:]))

    return impl


def _chosen(plan: Plan) -> FunctionType:
    """Return the function for all indices with arrays of at least one axis."""
    locate, gather, prefix, rank = _located(plan), _gather(plan.prefix), plan.prefix, plan.rank
    in_front = (*range(1, prefix + 1), 0, *range(prefix + 1, prefix + 1 + plan.suffix))
    in_place = (*range(rank, rank + prefix), *range(rank), *range(rank + prefix, plan.ndim))

    def impl(a, at):
        rows, places, before, after = locate(a, at)
        result = np.empty((*before, places.size, *after), a.dtype)
        gather(rows, places.ravel(), result)
        return result.reshape((*before, *places.shape, *after))

    # In memory the axes of the index come first, as in NumPy.
    def impl_behind(a, at):
        rows, places, before, after = locate(a, at)
        result = np.empty((*places.shape, *before, *after), a.dtype)
        gather(rows, places.ravel(), result.reshape((places.size, *before, *after)).transpose(in_front))
        return result.transpose(in_place)

    return impl_behind if prefix else impl


def _gather(prefix: int) -> FunctionType:
    """Return ``(rows, places, target)``: copy the rows at places, in each of the first axes."""

    def gather(rows, places, target):
        for k in elements(places.size):
            target[k] = rows[np.uint64(places[k])]

    if prefix == 0:
        return gather
    inner = _gather(prefix - 1)

    def gather_rows(rows, places, target):
        for i in range(target.shape[0]):
            inner(rows[i], places, target[i])

    return gather_rows


# --------------------------------------------------------------------------------------------------------- assignment


def _set_records(a: Any, b: Any, c: Any) -> FunctionType | None:
    """Return ``(a, b, c)``: set the fields of one record, or of several, one by one."""
    items = b.types if isinstance(b, types.BaseTuple) else (b,)
    is_one = len(items) == a.ndim and all(is_integer(ty) for ty in items)
    of_records = records_of_tuples(a, c) if is_list(c) else None
    if of_records is not None:

        def impl(a, b, c):
            a[b] = of_records(c)

        return impl
    if not is_one or not isinstance(c, types.BaseTuple):
        return set_fields(a, c, is_one, any(is_array(ty) or is_list(ty) or isinstance(ty, types.Boolean) for ty in items))
    if len(c) != len(a.dtype.fields):
        return None
    fill = filler(a.dtype)
    return lambda a, b, c: fill(a[b], c)


def _is_element(dtype: Any, ty: Any) -> bool:
    """Whether elements of the dtype, which are no numbers, can be set to a value; times may have another unit."""
    return ty == dtype or (is_text(dtype) and is_string(ty)) or (is_time(ty) and type(ty) is type(dtype))


@implements("operator.setitem")
def setitem(a: Any, b: Any, c: Any) -> FunctionType | None:
    """``a[b] = c`` for an array and an index with arrays."""
    if flat.is_flat(a):
        return flat.setitem(a, b, c)
    if is_array(a) and isinstance(a.dtype, types.Record) and c != a.dtype and not (is_array(c) and c.dtype == a.dtype):
        return _set_records(a, b, c)
    if is_array(a) and is_text(a.dtype) and ndim_of_texts(c):
        return _set_texts(a.dtype)
    if is_array(a) and _is_condition(b):
        return _set_whole
    converted = _converted(b) if is_array(a) else None
    if converted is not None:

        def impl_converted(a, b, c):
            a[converted(b)] = c

        return impl_converted
    plan = plan_of(a, b) if is_array(a) else None
    if plan is None or not (is_array(c) or is_number(c) or _is_element(a.dtype, c)):
        return None
    if not is_text(a.dtype) and not fits(c, a.dtype):
        return _too_large(f"Python integer {c.literal_value} out of bounds for {a.dtype}")
    is_scalar = not is_array(c) or c.ndim == 0
    if plan.rank == 0:
        return _set_one(plan, c)
    if _is_one_mask(a, b) and is_array(c) and c.ndim > 1:
        raise errors.TypingError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
            f"input has {c.ndim} dimensions: make it a vector by `ravel()`"
        )
    # An array of bools may be its own mask.
    if _is_whole_mask(a, plan) and not isinstance(a.dtype, types.Boolean) and (is_scalar or c.ndim == 1):
        return _set_masked_all(a, plan, _scalar(c)) if is_scalar else _set_masked(a, plan)
    return _set_all(plan, _scalar(c)) if is_scalar else _set_each(plan, c)


def _set_whole(a, b, c):
    """``a[b] = c`` for one bool."""
    _chosen_whole(a, b)[...] = c


def _set_texts(dtype: Any) -> FunctionType:
    """Return ``(a, b, c)``: set elements to those of a list or tuple of texts, which are cut off where they are too long."""
    name = as_dtype(dtype).str

    def impl(a, b, c):
        a[b] = np.array(c, name)

    return impl


def _too_large(message: str) -> FunctionType:
    def impl(a, b, c):
        raise OverflowError(message)

    return impl


def _scalar(ty: Any) -> FunctionType:
    """Return the function that gives a number, and the element of an array of no axes."""

    def of_array(c):
        return c[()]

    def of_number(c):
        return c

    return of_array if is_array(ty) else of_number


def _set_one(plan: Plan, value: Any) -> FunctionType:
    locate = _located(plan)

    def impl(a, at, value):
        rows, place, before, _ = locate(a, at)
        rows[(*((slice(None),) * len(before)), np.uint64(place))] = value

    def impl_element(a, at, value):
        rows, place, _, _ = locate(a, at)
        rows[np.uint64(place)] = value.reshape(())[()]

    return impl_element if is_array(value) and plan.ndim == 0 else impl


def _set_all(plan: Plan, scalar: FunctionType) -> FunctionType:
    """Return the function that sets all that is chosen to one number."""
    if _is_of_first_axis(plan):
        return _set_first_axis(plan, scalar)
    locate, set_rows = _located(plan), _set_rows(plan.prefix)

    def impl(a, at, value):
        rows, places, before, _ = locate(a, at)
        set_rows(rows, places.ravel(), before, scalar(value))

    return impl


def _set_first_axis(plan: Plan, scalar: FunctionType) -> FunctionType:
    is_tuple, place = plan.is_tuple, plan.choices[0].entry.position

    def impl(a, at, value):
        index, n, number = (at[place] if is_tuple else at).ravel(), a.shape[0], scalar(value)
        check_all(index, n, 0)
        for k in range(index.size):
            a[np.uint64(from_first(index[k], n))] = number

    return impl


def _set_rows(prefix: int) -> FunctionType:
    """Return ``(rows, places, lengths, value)``: set the rows at places, in each of the first axes."""

    def set_rows(rows, places, lengths, value):
        for k in range(places.size):
            rows[np.uint64(places[k])] = value

    if prefix == 0:
        return set_rows
    inner = _set_rows(prefix - 1)

    def set_inner(rows, places, lengths, value):
        for i in range(lengths[0]):
            inner(rows[i], places, lengths[1:], value)

    return set_inner


def _set_each(plan: Plan, value: Array) -> FunctionType:
    """Return the function that sets what is chosen to the elements of an array, which is broadcast."""
    fitted = fit_value(value.ndim, plan.ndim)
    if _is_of_first_axis(plan):
        return _set_rows_each(plan, fitted)
    locate, scatter = _located(plan), _scatter(plan.prefix)

    def impl(a, at, value):
        rows, places, before, after = locate(a, at)
        # A copy: the value may be a view of the array.
        source = np.empty((*before, *places.shape, *after), a.dtype)
        source[...] = fitted(value, source.shape)
        scatter(rows, places.ravel(), source.reshape((*before, places.size, *after)))

    return impl


def _set_rows_each(plan: Plan, fitted: FunctionType) -> FunctionType:
    is_tuple, place = plan.is_tuple, plan.choices[0].entry.position

    def impl(a, at, value):
        given, n = at[place] if is_tuple else at, a.shape[0]
        index = given.ravel()
        check_all(index, n, 0)
        source = np.empty((*given.shape, *a.shape[1:]), a.dtype)
        source[...] = fitted(value, source.shape)
        rows = source.reshape((index.size, *a.shape[1:]))
        for k in range(index.size):
            a[np.uint64(from_first(index[k], n))] = rows[k]

    return impl


def _scatter(prefix: int) -> FunctionType:
    """Return ``(rows, places, source)``: set the rows at places, in each of the first axes."""

    def scatter(rows, places, source):
        for k in range(places.size):
            rows[np.uint64(places[k])] = source[k]

    if prefix == 0:
        return scatter
    inner = _scatter(prefix - 1)

    def scatter_rows(rows, places, source):
        for i in range(source.shape[0]):
            inner(rows[i], places, source[i])

    return scatter_rows


@cache
def fit_value(have: int, want: int) -> FunctionType:
    """Return ``(value, shape)``: an array without leading axes of one element; ValueError where it can't have the shape."""
    extra, ones = max(have - want, 0), (1,) * max(want - have, 0)
    have_text, want_text = shape_text(have), shape_text(want)

    def check(value, shape):
        own = ones + value
        fits = True
        for k in range(extra):
            fits = fits and own[k] == 1
        for k in range(len(shape)):
            fits = fits and (own[extra + k] == shape[k] or own[extra + k] == 1)
        if not fits:
            raise ValueError(
                f"shape mismatch: value array of shape {have_text(value)} could not be broadcast to indexing "
                f"result of shape {want_text(shape)}"
            )

    def fitted(value, shape):
        check(value.shape, shape)
        return value

    def fitted_part(value, shape):
        check(value.shape, shape)
        return value.reshape(value.shape[extra:])

    return fitted_part if extra else fitted


# ------------------------------------------------------------------------------------------- masks of the whole array


def _is_one_mask(a: Array, at: Any) -> bool:
    """Whether the index is one mask of all axes, and nothing else, which NumPy assigns to by rules of its own."""
    mask = at.types[0] if isinstance(at, types.BaseTuple) and len(at) == 1 else at
    return a.ndim > 0 and is_array(mask, a.ndim) and isinstance(mask.dtype, types.Boolean)


def _is_whole_mask(a: Array, plan: Plan) -> bool:
    """Whether the index is one mask of all axes, and both can be seen as vectors."""
    if len(plan.choices) != 1 or plan.view is not None:
        return False
    entry = plan.choices[0].entry
    flat = a.ndim == 1 or (a.layout == "C" and entry.ty.layout == "C")
    return entry.kind == "mask" and entry.axes == a.ndim and flat


def _flattened(a: Array, plan: Plan) -> FunctionType:
    """Return ``(array, index)``: the array and the mask, checked, as vectors."""
    is_tuple, is_vector, place = plan.is_tuple, a.ndim == 1, plan.choices[0].entry.position

    def flat(a, at):
        mask = at[place] if is_tuple else at
        check_mask(mask.shape, a.shape, 0)
        return (a, mask) if is_vector else (a.ravel(), mask.ravel())

    return flat


def _masked(a: Array, plan: Plan) -> FunctionType:
    flattened = _flattened(a, plan)

    def divided(source, mask, dtype):
        n = source.size
        pieces = piece_count(n, n)
        starts = piece_starts(mask, pieces)
        result = np.empty(starts[pieces], dtype)
        for p in prange(pieces):
            i, end = n * p // pieces, starts[p + 1]
            k = starts[p]
            while k < end:
                result[np.uint64(k)] = source[i]
                k += np.int64(mask[i])
                i += 1
        return result

    def impl(a, at):
        source, mask = flattened(a, at)
        if in_parallel():
            return divided(source, mask, a.dtype)
        count = np.count_nonzero(mask)
        # One more, because an element is written before it is known whether it counts.
        result = np.empty(count + 1, a.dtype)
        k = 0
        for i in range(source.size):
            result[np.uint64(k)] = source[i]
            k += np.int64(mask[i])
        return result[:count]

    return impl


def _set_masked_all(a: Array, plan: Plan, scalar: FunctionType) -> FunctionType:
    flattened = _flattened(a, plan)

    def impl(a, at, value):
        target, mask = flattened(a, at)
        number = scalar(value)
        for i in elements(target.size):
            if mask[i]:
                target[i] = number

    return impl


def _set_masked(a: Array, plan: Plan) -> FunctionType:
    flattened = _flattened(a, plan)

    def impl(a, at, value):
        target, mask = flattened(a, at)
        count = np.count_nonzero(mask)
        if value.size != count and value.size != 1:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {value.size} input values to "
                f"the {count} output values where the mask is true"
            )
        # A copy: the value may be a view of the array.
        source, step = value.copy(), np.int64(value.size != 1)
        k = 0
        for i in range(target.size):
            if mask[i]:
                target[i] = source[np.uint64(k)]
                k += step

    return impl
