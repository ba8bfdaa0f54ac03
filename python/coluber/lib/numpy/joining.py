"""``concatenate``, ``stack``, ``block`` and other functions that make one array of several."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_insert, tuple_remove, tuple_replace
from coluber.lib.kinds import dtype_type, is_array, is_complex, is_integer, is_list, is_none, is_number, is_text
from coluber.lib.numpy.arguments import (
    array_type,
    common_dtype,
    empty_function,
    gather_items,
    is_array_like,
    same,
    to_array,
)
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.conversion import check_cast
from coluber.lib.numpy.folds import split_at
from coluber.lib.numpy.layouts import is_reversed
from coluber.lib.numpy.text_elements import appended_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array


# -------------------------------------------------------------------------------------------------------- concatenate

# Blocks of fewer elements are copied element by element: it costs less than to begin a copy of a slice.
_SHORT = 8


@cache
def joined(given: tuple[Array, ...], dtype: Any, of_list: bool = False) -> FunctionType:
    """Return ``(arrays, axis)``: arrays of one rank, one after the other along an axis; a list's have the type given."""
    ndim, layouts = given[0].ndim, {ty.layout for ty in given}
    new = empty_function(common_dtype(*given) if dtype is None else dtype)
    if ndim > 1 and layouts == {"F"}:
        return _joined_reversed(given, dtype, of_list)
    each = _each_of_one_type if of_list else partial(_each, given)
    lengths, copies = each(check_lengths), each(copy_block)
    last = ndim - 1

    def join(arrays, axis):
        at = normalize_axis(axis, ndim)
        first = arrays[0]
        total = lengths(arrays, first.shape, at, 0)
        result = new(tuple_replace(first.shape, at, total), first)
        outer, inner = split_at(first.shape, at)
        copies(arrays, result.ravel(), (outer, total * inner), 0)
        return result

    def join_vectors(arrays, axis):
        normalize_axis(axis, 1)
        result = new(lengths(arrays, arrays[0].shape, 0, 0), arrays[0])
        copies(arrays, result, (1, result.size), 0)
        return result

    def join_list(arrays, axis):
        if len(arrays) == 0:
            raise ValueError("need at least one array to concatenate")
        return join_all(arrays, axis)

    join_all = join_vectors if last == 0 else join
    return join_list if of_list else join_all


def _joined_reversed(given: tuple[Array, ...], dtype: Any, of_list: bool) -> FunctionType:
    """Join arrays in Fortran order as the C arrays that their transposes are."""
    ndim = given[0].ndim
    join = joined(tuple(ty.copy(layout="C") for ty in given), dtype, of_list)
    transposed = _gathering([_transposed] * len(given), of_list)
    last = ndim - 1

    def join_reversed(arrays, axis):
        return join(transposed(arrays), last - normalize_axis(axis, ndim)).T

    return join_reversed


def _gathering(functions: Sequence[FunctionType], of_list: bool) -> FunctionType:
    """Return ``(items)``: what functions return for the items of a tuple, or the only function for those of a list."""
    if not of_list:
        return gather_items(functions)
    function = functions[0]
    return same if function is same else lambda items: [function(item) for item in items]


def _transposed(a):
    return a.T


def check_lengths(a, k, state, shape, axis):
    """Return a sum of lengths along an axis with that of an array; ValueError where its other lengths don't fit."""
    for d in range(len(shape)):
        if d != axis and a.shape[d] != shape[d]:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but along "
                f"dimension {d}, the array at index 0 has size {shape[d]} and the array at index {k} has size {a.shape[d]}"
            )
    return state + a.shape[axis]


def copy_block(a, k, state, target, sizes):
    """Copy an array's part of each block of a vector from a position on; return the position after it."""
    outer, block = sizes
    if outer == 0:
        return state
    source = a.ravel()
    own = source.size // outer
    if own < _SHORT:
        for i in range(outer):
            for j in range(own):
                target[np.uint64(i * block + state + j)] = source[np.uint64(i * own + j)]
    else:
        for i in range(outer):
            low = i * block + state
            target[low : low + own] = source[i * own : (i + 1) * own]
    return state + own


def _each(given: Sequence[Any], function: FunctionType) -> FunctionType:
    """Return ``(arrays, x, y, state)``: the state after ``function(array, k, state, x, y)`` of all arrays."""
    if len(set(given)) == 1 and len(given) > 2:
        return _each_of_one_type(function)
    if len(given) == 0:
        return lambda arrays, x, y, state: state
    before, k = _each(given[:-1], function), len(given) - 1

    def each(arrays, x, y, state):
        return function(arrays[k], k, before(arrays, x, y, state), x, y)

    return each


def _each_of_one_type(function: FunctionType) -> FunctionType:
    def each(arrays, x, y, state):
        for k in range(len(arrays)):
            state = function(arrays[k], k, state, x, y)
        return state

    return each


def _items(arrays: Any) -> tuple[Any, ...] | None:
    """Return the types of what is joined: those of a tuple's items, the one of a list's or array's; None for other things."""
    if is_list(arrays):
        return (arrays.dtype,) if is_array_like(arrays.dtype) else None
    if is_array(arrays) and arrays.ndim > 0:
        return (_part(arrays),)
    if not isinstance(arrays, types.BaseTuple):
        return None
    if len(arrays) == 0:
        raise errors.NumbaValueError("need at least one array to concatenate")
    return tuple(arrays.types) if all(is_array_like(ty) for ty in arrays.types) else None


def _part(a: Array) -> Any:
    """Return the type of the parts of an array along its first axis."""
    return a.dtype if a.ndim == 1 else types.Array(a.dtype, a.ndim - 1, "C" if a.layout == "C" else "A")


def _of_one_type(arrays: Any) -> bool:
    """Whether what is joined has items of one type, as many as there are when the program runs: a list, or an array."""
    return is_list(arrays) or is_array(arrays)


def _flat(a):
    return np.asarray(a).ravel()


def _same_rank(given: Sequence[Any]) -> None:
    for k, ty in enumerate(given):
        if ty.ndim != given[0].ndim:
            raise errors.NumbaValueError(
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{given[0].ndim} dimension(s) and the array at index {k} has {ty.ndim} dimension(s)"
            )


def _dtype_argument(dtype: Any) -> Any:
    return None if is_none(dtype) else dtype_type(dtype)


def _check_casts(items: Sequence[Any], dtype: Any, casting: Any) -> None:
    """Raise TypingError where a rule for casts forbids what a dtype argument, or the array for the result, asks for."""
    if is_none(dtype):
        return
    target = dtype.dtype if is_array(dtype) else dtype_type(dtype)
    for ty in items:
        source = array_type(ty).dtype
        if is_number(source) and is_number(target):
            check_cast(source, target, "same_kind" if is_none(casting) else casting)


def _real_part(a):
    return np.asarray(a).real


def concatenation(items: Sequence[Any], axis: Any, dtype: Any = None, of_list: bool = False) -> FunctionType:
    """Return ``(sequence, axis)`` for the types of the items of a tuple, or the one of those of a list, and of the axis."""
    given = tuple(array_type(ty) for ty in items)
    if any(is_complex(ty.dtype) for ty in given) and not is_none(dtype) and not is_complex(dtype_type(dtype)):
        real = tuple(types.Array(getattr(ty.dtype, "underlying_float", ty.dtype), ty.ndim, "A") for ty in given)
        join_real, parts = concatenation(real, axis, dtype, of_list), _gathering([_real_part] * len(given), of_list)
        return lambda arrays, axis: join_real(parts(arrays), axis)
    if is_none(axis):
        join = joined(tuple(types.Array(ty.dtype, 1, "C") for ty in given), _dtype_argument(dtype), of_list)
        vectors = _gathering([_flat] * len(given), of_list)

        def join_flat(arrays, axis):
            return join(vectors(arrays), 0)

        return join_flat
    if given[0].ndim == 0:
        raise errors.NumbaValueError("zero-dimensional arrays cannot be concatenated")
    _same_rank(given)
    join_arrays = joined(given, _dtype_argument(dtype), of_list)
    arrays_of = _gathering([to_array(ty) for ty in items], of_list)

    def join_converted(arrays, axis):
        return join_arrays(arrays_of(arrays), axis)

    return join_arrays if all(is_array(ty) for ty in items) else join_converted


@implements("numpy.concatenate", "numpy.concat")
def concatenate(arrays: Any, axis: Any = 0, out: Any = None, dtype: Any = None, casting: Any = None) -> FunctionType | None:
    """Return arrays one after the other along an axis that they have."""
    if is_array(arrays) and arrays.ndim > 1 and axis == 0 and is_none(out) and is_none(dtype):
        return _rows_joined
    items = _items(arrays)
    if items is None or not (axis == 0 or is_none(axis) or is_integer(axis)) or not (is_none(out) or is_array(out)):
        return None
    _check_casts(items, out if is_array(out) else dtype, casting)
    join = concatenation(items, axis, dtype, _of_one_type(arrays))

    def impl(arrays, axis=0, out=None, dtype=None, casting=None):
        return join(arrays, axis)

    def impl_out(arrays, axis=0, out=None, dtype=None, casting=None):
        return stored(out, join(arrays, axis))

    return impl if is_none(out) else impl_out


def _rows_joined(arrays, axis=0, out=None, dtype=None, casting=None):
    """Return the parts of an array along its first axis, one after the other."""
    if arrays.shape[0] == 0:
        raise ValueError("need at least one array to concatenate")
    return arrays.reshape((arrays.shape[0] * arrays.shape[1], *arrays.shape[2:])).copy()


def stored(out, result):
    """Return an array to which the elements of another one of the same shape are copied."""
    if out.shape != result.shape:
        raise ValueError("Output array is the wrong shape")
    out[...] = result
    return out


# -------------------------------------------------------------------------------------------------------------- stack


@implements("numpy.stack")
def stack(arrays: Any, axis: Any = 0, out: Any = None, dtype: Any = None, casting: Any = None) -> FunctionType | None:
    """Return arrays of one shape side by side along a new axis."""
    items = _items(arrays)
    if items is None or not (axis == 0 or is_integer(axis)) or not (is_none(out) or is_array(out)):
        return None
    _check_casts(items, out if is_array(out) else dtype, casting)
    given = tuple(array_type(ty) for ty in items)
    ndim = given[0].ndim + 1
    if any(ty.ndim != given[0].ndim for ty in given):
        raise errors.NumbaValueError("all input arrays must have the same shape")
    of_list = _of_one_type(arrays)
    if all(is_reversed(ty) for ty in given):
        return _stack_reversed(given, axis, out, dtype, of_list)
    join = joined(tuple(types.Array(ty.dtype, ndim, "C") for ty in given), _dtype_argument(dtype), of_list)
    raised = _raise_list if of_list else _raise_all(len(given))
    arrays_of = _gathering([to_array(ty) for ty in items], of_list)

    def stacked(arrays, axis):
        at = normalize_axis(axis, ndim)
        return join(raised(arrays_of(arrays), at), at)

    def impl(arrays, axis=0, out=None, dtype=None, casting=None):
        return stacked(arrays, axis)

    def impl_out(arrays, axis=0, out=None, dtype=None, casting=None):
        return stored(out, stacked(arrays, axis))

    return impl if is_none(out) else impl_out


def _stack_reversed(given: tuple[Array, ...], axis: Any, out: Any, dtype: Any, of_list: bool) -> FunctionType:
    """Return the function for arrays in Fortran order: their elements stay as they lie, beside the new axis or behind it."""
    ndim, c_arrays = given[0].ndim + 1, tuple(ty.copy(layout="C") for ty in given)
    argument = types.List(c_arrays[0]) if of_list else types.Tuple(c_arrays)
    stack_c = stack(argument, types.int64, None, dtype, types.literal("unsafe"))
    transposed = _gathering([_transposed] * len(given), of_list)

    def stacked(arrays, axis):
        at = normalize_axis(axis, ndim)
        made = stack_c(transposed(arrays), np.int64(0) if at == 0 else np.int64(-1))
        own = 0 if at == 0 else ndim - 1
        shape, strides = tuple_remove(made.shape, own)[::-1], tuple_remove(made.strides, own)[::-1]
        return strided_view(made, tuple_insert(shape, at, made.shape[own]), tuple_insert(strides, at, made.strides[own]))

    def impl(arrays, axis=0, out=None, dtype=None, casting=None):
        return stacked(arrays, axis)

    def impl_out(arrays, axis=0, out=None, dtype=None, casting=None):
        return stored(out, stacked(arrays, axis))

    return impl if is_none(out) else impl_out


def _raise_list(arrays, axis):
    """Return a list of arrays with one more axis; ValueError where their shapes differ."""
    if len(arrays) == 0:
        raise ValueError("need at least one array to stack")
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
    return [a.reshape(tuple_insert(a.shape, axis, 1)) for a in arrays]


def _raise_all(count: int) -> FunctionType:
    """Return ``(arrays, axis)``: arrays with one more axis; ValueError where their shapes differ."""
    if count == 0:
        return lambda arrays, axis: ()
    before, k = _raise_all(count - 1), count - 1

    def raised(arrays, axis):
        a = arrays[k]
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
        return (*before(arrays, axis), a.reshape(tuple_insert(a.shape, axis, 1)))

    return raised


# --------------------------------------------------------------------------------------------------- more axes first


@cache
def raised_to(have: int, want: int, layout: str) -> FunctionType:
    """Return the function that puts axes of one element before those of an array, up to a number of them."""
    ones, news = (1,) * (want - have), (None,) * (want - have)
    if have >= want:
        return same

    def contiguous(a):
        return a.reshape(ones + a.shape)

    def other(a):
        return a[(*news, ...)]

    return contiguous if layout == "C" else other


def at_least(ty: Any, ndim: int) -> tuple[Any, FunctionType]:
    """Return the type of array that has at least a number of axes, and the function that makes it of a value."""
    given = array_type(ty)
    of_array, more = to_array(ty), raised_to(given.ndim, ndim, given.layout)
    layout = given.layout if given.ndim >= ndim or given.layout == "C" else "A"

    def raised(x):
        return more(of_array(x))

    return given.copy(ndim=max(ndim, given.ndim), layout=layout), raised


def three_axes(ty: Any) -> tuple[Any, FunctionType]:
    """Return the type of array of at least three axes, and the function that makes it, as `numpy.atleast_3d`, of a value."""
    given, of_array = array_type(ty), to_array(ty)

    def of_number(x):
        return of_array(x).reshape((1, 1, 1))

    def of_vector(x):
        a = of_array(x)
        return a.reshape((1, a.size, 1))

    def of_matrix(x):
        a = of_array(x)
        return a.reshape((*a.shape, 1))

    found = {0: of_number, 1: of_vector, 2: of_matrix}.get(given.ndim, of_array)
    layout = "C" if given.layout == "C" else "A"
    return (given.copy(ndim=3, layout=layout) if given.ndim < 3 else given), found


def column(ty: Any) -> tuple[Any, FunctionType]:
    """Return the type of matrix that a vector becomes as a column, and the function that makes it of a value."""
    given, of_array = array_type(ty), to_array(ty)

    def of_vector(x):
        a = of_array(x)
        return a.reshape((a.size, 1))

    layout = "C" if given.layout == "C" else "A"
    return (given.copy(ndim=2, layout=layout), of_vector) if given.ndim < 2 else (given, of_array)


def _stacker(tup: Any, axis: int, convert: Any, dtype: Any, casting: Any = None) -> FunctionType | None:
    """Return the function that joins what `convert` makes of the items of a tuple."""
    items = _items(tup)
    if items is None:
        return None
    _check_casts(items, dtype, casting)
    converted = [convert(ty) for ty in items]
    _same_rank([ty for ty, _ in converted])
    join = joined(tuple(ty for ty, _ in converted), _dtype_argument(dtype), _of_one_type(tup))
    arrays = _gathering([function for _, function in converted], _of_one_type(tup))

    def impl(tup, dtype=None, casting=None):
        return join(arrays(tup), axis)

    return impl


@implements("numpy.vstack", "numpy.row_stack")
def vstack(tup: Any, dtype: Any = None, casting: Any = None) -> FunctionType | None:
    """Return arrays one below the other; vectors are rows."""
    return _stacker(tup, 0, lambda ty: at_least(ty, 2), dtype, casting)


@implements("numpy.hstack")
def hstack(tup: Any, dtype: Any = None, casting: Any = None) -> FunctionType | None:
    """Return arrays one after the other along the second axis, vectors along their only one."""
    items = _items(tup)
    axis = 0 if items is not None and array_type(items[0]).ndim <= 1 else 1
    return _stacker(tup, axis, lambda ty: at_least(ty, 1), dtype, casting)


@implements("numpy.dstack")
def dstack(tup: Any) -> FunctionType | None:
    """Return arrays one behind the other along the third axis."""
    items = _items(tup)
    if items is not None and all(is_reversed(ty) and ty.ndim == 2 for ty in items):
        return lambda tup: np.stack(tup, 2)
    found = _stacker(tup, 2, three_axes, None)

    def impl(tup):
        return found(tup)

    return None if found is None else impl


@implements("numpy.column_stack")
def column_stack(tup: Any) -> FunctionType | None:
    """Return vectors as the columns of a matrix, matrices one beside the other."""
    found = _stacker(tup, 1, column, None)

    def impl(tup):
        return found(tup)

    return None if found is None else impl


# -------------------------------------------------------------------------------------------------------------- block


@implements("numpy.block")
def block(arrays: Any) -> FunctionType | None:
    """Return an array made of blocks, which are given in nested tuples: the innermost ones are joined along the last axis."""
    depth = _depth(arrays)
    leaves = _leaves(arrays)
    if depth is None or not leaves or not all(is_array_like(ty) for ty in leaves):
        return None
    ndim = max(depth, *(array_type(ty).ndim for ty in leaves))
    _, join = _joined_blocks(arrays, depth, ndim)

    def impl(arrays):
        return join(arrays)

    def impl_one(arrays):
        return join(arrays).copy()

    return impl if depth else impl_one


def _depth(ty: Any) -> int | None:
    """Return how deep tuples are nested; None where that differs."""
    if not isinstance(ty, types.BaseTuple) and not is_list(ty):
        return 0
    depths = {_depth(item) for item in _parts_of(ty)}
    return None if len(depths) != 1 or None in depths else depths.pop() + 1


def _leaves(ty: Any) -> list[Any]:
    return [leaf for item in _parts_of(ty) for leaf in _leaves(item)] if _depth(ty) != 0 else [ty]


def _parts_of(ty: Any) -> tuple[Any, ...]:
    """Return the types of the items of a tuple, or the one of those of a list."""
    return (ty.dtype,) if is_list(ty) else tuple(ty.types)


def _joined_blocks(ty: Any, depth: int, ndim: int) -> tuple[Any, FunctionType]:
    """Return the type of array that tuples nested so deep make, and the function that makes it."""
    if depth == 0:
        return at_least(ty, ndim)
    parts = [_joined_blocks(item, depth - 1, ndim) for item in _parts_of(ty)]
    given, axis = tuple(part for part, _ in parts), ndim - depth
    join, arrays = joined(given, None, is_list(ty)), _gathering([function for _, function in parts], is_list(ty))
    layout = "F" if ndim > 1 and all(part.layout == "F" for part in given) else "C"

    def make(items):
        return join(arrays(items), axis)

    return types.Array(common_dtype(*given), ndim, layout), make


# ------------------------------------------------------------------------------------------------------------- append


def _with_text(text: str) -> FunctionType:
    def impl(arr, values, axis=None):
        return np.append(arr, np.array([text]), axis)

    return impl


@implements("numpy.append")
def append(arr: Any, values: Any, axis: Any = None) -> FunctionType | None:
    """Return an array with others after it: all elements in C order, or along an axis."""
    if is_array(arr) and is_text(arr.dtype) and isinstance(values, types.StringLiteral):
        return _with_text(values.literal_value)
    if not (is_array_like(arr) and is_array_like(values)) or not (is_none(axis) or is_integer(axis)):
        return appended_texts(arr, values)
    join = concatenation((arr, values), axis)

    def impl(arr, values, axis=None):
        return join((arr, values), axis)

    return impl
