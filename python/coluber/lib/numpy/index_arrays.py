"""Arrays of indices: of triangles, diagonals, grids; and positions in C or Fortran order."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_int_tuple,
    is_integer,
    is_integral,
    is_none,
    literal_bool,
    literal_str,
    numpy_class,
)
from coluber.lib.numpy.arguments import array_type, gather_items, is_array_like, to_array
from coluber.lib.numpy.selecting import flat_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# ------------------------------------------------------------------------------------------------------ ix_, indices


@implements("numpy.ix_")
def ix_(*args: Any) -> FunctionType | None:
    """Return vectors of indices, or masks, as arrays along different axes, which index a grid."""
    for k, ty in enumerate(args):
        if not (is_array_like(ty) and array_type(ty).ndim == 1):
            raise errors.NumbaValueError(f"Cross index must be 1 dimensional: argument {k + 1} of ix_() is {ty}")
    n = len(args)
    open_grid = gather_items([_axis_of(ty, (1,) * k, (1,) * (n - 1 - k)) for k, ty in enumerate(args)])

    def impl(*args):
        return open_grid(args)

    return impl


def _axis_of(ty: Any, before: tuple[int, ...], after: tuple[int, ...]) -> FunctionType:
    of_array = to_array(ty)

    def of_indices(x):
        a = of_array(x)
        return a.reshape((*before, a.size, *after))

    def of_mask(x):
        a = np.flatnonzero(of_array(x))
        return a.reshape((*before, a.size, *after))

    return of_mask if isinstance(array_type(ty).dtype, types.Boolean) else of_indices


@implements("numpy.indices")
def indices(dimensions: Any, dtype: Any = None, sparse: Any = False) -> FunctionType | None:
    """Return the indices of the elements of an array of some lengths, an array for each axis."""
    if not is_int_tuple(dimensions) or len(dimensions) == 0:
        return None
    n, number = len(dimensions), np.int64 if is_none(dtype) else numpy_class(dtype_type(dtype))
    ranges = _ranges(n, n, number)

    def impl_sparse(dimensions, dtype=None, sparse=False):
        return ranges(dimensions)

    return impl_sparse if literal_bool(sparse, "sparse") else _dense(n, ranges, number)


def _ranges(n: int, count: int, number: Any) -> FunctionType:
    """Return ``(lengths)``: the ranges of the first axes, each along its own axis."""
    if count == 0:
        return lambda lengths: ()
    rest, k, before, after = _ranges(n, count - 1, number), count - 1, (1,) * (count - 1), (1,) * (n - count)

    def ranges(lengths):
        return (*rest(lengths), np.arange(0, lengths[k], 1, number).reshape((*before, lengths[k], *after)))

    return ranges


def _dense(n: int, ranges: FunctionType, number: Any) -> FunctionType:
    store = _store(n, n)

    def impl(dimensions, dtype=None, sparse=False):
        result = np.empty((n, *dimensions), number)
        store(result, ranges(dimensions))
        return result

    return impl


def _store(n: int, count: int) -> FunctionType:
    if count == 0:
        return lambda result, parts: None
    before, k = _store(n, count - 1), count - 1

    def store(result, parts):
        before(result, parts)
        result[k] = parts[k]

    return store


# ------------------------------------------------------------------------------------------- diagonals and triangles


@implements("numpy.diag_indices")
def diag_indices(n: Any, ndim: Any = 2) -> FunctionType | None:
    """Return the indices of the main diagonal of an array whose axes all have n elements."""
    if not is_integral(n):
        return None
    if ndim != 2 and not isinstance(ndim, types.IntegerLiteral):
        raise errors.RequireLiteralValue("the argument 'ndim' must be a constant")
    count = 2 if ndim == 2 else ndim.literal_value

    def impl(n, ndim=2):
        return (np.arange(n),) * count

    return impl


@implements("numpy.diag_indices_from")
def diag_indices_from(arr: Any) -> FunctionType | None:
    """Return the indices of the main diagonal of an array whose axes all have one length."""
    if not is_array(arr):
        return None
    if arr.ndim < 2:
        raise errors.NumbaValueError("input array must be at least 2-d")
    count = arr.ndim

    def impl(arr):
        for n in arr.shape:
            if n != arr.shape[0]:
                raise ValueError("All dimensions of input must be of equal length")
        return (np.arange(arr.shape[0]),) * count

    return impl


def lower_indices(n, m, k):
    """Return the indices of the elements on and below the k-th diagonal of a matrix."""
    count = 0
    for i in range(n):
        count += min(max(i + k + 1, 0), m)
    rows, columns = np.empty(count, np.int64), np.empty(count, np.int64)
    at = 0
    for i in range(n):
        for j in range(min(max(i + k + 1, 0), m)):
            rows[at] = i
            columns[at] = j
            at += 1
    return rows, columns


def upper_indices(n, m, k):
    """Return the indices of the elements on and above the k-th diagonal of a matrix."""
    count = 0
    for i in range(n):
        count += m - min(max(i + k, 0), m)
    rows, columns = np.empty(count, np.int64), np.empty(count, np.int64)
    at = 0
    for i in range(n):
        for j in range(min(max(i + k, 0), m), m):
            rows[at] = i
            columns[at] = j
            at += 1
    return rows, columns


def _triangle(n: Any, k: Any, m: Any, find: Any) -> FunctionType | None:
    if not (is_integral(n) and (k == 0 or is_integral(k)) and (is_none(m) or is_integral(m))):
        return None
    square = is_none(m)

    def impl(n, k=0, m=None):
        return find(np.int64(n), np.int64(n) if square else np.int64(m), np.int64(k))

    return impl


def _triangle_of(arr: Any, k: Any, find: Any) -> FunctionType | None:
    if not is_array(arr) or not (k == 0 or is_integral(k)):
        return None
    if arr.ndim != 2:
        raise errors.NumbaValueError("input array must be 2-d")

    def impl(arr, k=0):
        return find(arr.shape[0], arr.shape[1], np.int64(k))

    return impl


@implements("numpy.tril_indices")
def tril_indices(n: Any, k: Any = 0, m: Any = None) -> FunctionType | None:
    """Return the indices of the lower triangle of a matrix."""
    return _triangle(n, k, m, lower_indices)


@implements("numpy.triu_indices")
def triu_indices(n: Any, k: Any = 0, m: Any = None) -> FunctionType | None:
    """Return the indices of the upper triangle of a matrix."""
    return _triangle(n, k, m, upper_indices)


@implements("numpy.tril_indices_from")
def tril_indices_from(arr: Any, k: Any = 0) -> FunctionType | None:
    """Return the indices of the lower triangle of a matrix."""
    return _triangle_of(arr, k, lower_indices)


@implements("numpy.triu_indices_from")
def triu_indices_from(arr: Any, k: Any = 0) -> FunctionType | None:
    """Return the indices of the upper triangle of a matrix."""
    return _triangle_of(arr, k, upper_indices)


@implements("numpy.argwhere")
def argwhere(a: Any) -> FunctionType | None:
    """Return the indices of the elements that are not zero, a row for each."""
    if not is_array_like(a):
        return None
    of_array, ndim = to_array(a), array_type(a).ndim
    if ndim == 0:
        return lambda a: np.argwhere(np.atleast_1d(of_array(a)))[:, :0]

    def impl(a):
        source = of_array(a)
        places = np.flatnonzero(source)
        # As in NumPy, the places along each axis lie side by side.
        result = np.empty((ndim, places.size), np.int64).T
        for i in range(places.size):
            k = places[i]
            for d in range(ndim - 1, -1, -1):
                result[i, d] = k % source.shape[d]
                k //= source.shape[d]
        return result

    return impl


# ---------------------------------------------------------------------------------------------------------- positions


def _is_c_order(order: Any) -> bool:
    name = literal_str(order, "order")
    if name not in ("C", "F"):
        raise errors.NumbaValueError("only 'C' or 'F' order is permitted")
    return name == "C"


@implements("numpy.unravel_index")
def unravel_index(indices: Any, shape: Any, order: Any = "C") -> FunctionType | None:
    """Return the indices of elements whose positions in C or Fortran order are given."""
    if not is_array_like(indices) or not (is_integer(shape) or is_int_tuple(shape)):
        return None
    if not is_integral(array_type(indices).dtype):
        raise errors.TypingError("only int indices permitted")
    is_number, n = is_integer(shape), 1 if is_integer(shape) else len(shape)
    axes = tuple(range(n - 1, -1, -1) if _is_c_order(order) else range(n))
    if is_integer(indices):
        return _unravel_one(is_number, axes)
    of_array, views = to_array(indices), gather_items([_row(k) for k in range(n)])
    split = _split(axes)

    def impl(indices, shape, order="C"):
        given, lengths = of_array(indices), (shape,) if is_number else shape
        source, total = given.ravel(), product(lengths)
        result = np.empty((n, source.size), np.int64)
        for i in range(source.size):
            parts = split(checked_position(np.int64(source[i]), total), lengths)
            for d in range(n):
                result[d, i] = parts[d]
        return views((result.reshape((n, *given.shape)),) * n)

    return impl


def _row(k: int) -> FunctionType:
    return lambda a: a[k]


def product(lengths):
    """Return the product of some lengths."""
    total = 1
    for n in lengths:
        total *= n
    return total


def checked_position(k, total):
    """Return a position; raise ValueError if there is no such element."""
    if k < 0 or k >= total:
        raise ValueError(f"index {k} is out of bounds for array with size {total}")
    return k


@cache
def _split(axes: tuple[int, ...]) -> FunctionType:
    """Return ``(k, lengths)``: the indices of an element, for the axes from the one that changes fastest on."""
    zeros = (np.int64(0),) * len(axes)

    def split(k, lengths):
        result = zeros
        for d in axes:
            result = tuple_replace(result, d, k % lengths[d])
            k //= lengths[d]
        return result

    return split


def _unravel_one(is_number: bool, axes: tuple[int, ...]) -> FunctionType:
    split = _split(axes)

    def impl(indices, shape, order="C"):
        lengths = (shape,) if is_number else shape
        return split(checked_position(np.int64(indices), product(lengths)), lengths)

    return impl


def _raised(k, n):
    if k < 0 or k >= n:
        raise ValueError("invalid entry in coordinates array")
    return k


def _wrapped(k, n):
    return k % n


def _clipped(k, n):
    return min(max(k, 0), n - 1)


@implements("numpy.ravel_multi_index")
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C") -> FunctionType | None:
    """Return the positions in C or Fortran order of elements whose indices are given."""
    if is_array(multi_index) and multi_index.ndim > 0 and is_int_tuple(dims):
        modes = mode.types if isinstance(mode, types.BaseTuple) else [mode]
        names = [literal_str(one, "mode") for one in modes]
        return _of_rows(len(dims), tuple(names) if len(names) != 1 else names[0], "C" if _is_c_order(order) else "F")
    if not isinstance(multi_index, types.BaseTuple) or not (is_integer(dims) or is_int_tuple(dims)):
        return None
    given = multi_index.types
    if not all(is_array_like(ty) for ty in given):
        return None
    if not all(is_integral(array_type(ty).dtype) for ty in given):
        raise errors.TypingError("only int indices permitted")
    is_number, n = is_integer(dims), 1 if is_integer(dims) else len(dims)
    if len(given) != n:
        raise errors.NumbaValueError(f"parameter multi_index must be a sequence of length {n}")
    rules = _rules(mode, n)
    axes = tuple(range(n) if _is_c_order(order) else range(n - 1, -1, -1))
    if all(is_integer(ty) for ty in given):
        return _ravel_one(is_number, _horner_of_one(axes, rules))
    return _ravel_many(given, is_number, _horner(axes, rules))


def _rules(mode: Any, n: int) -> list[FunctionType]:
    """Return what is done with an index out of range, for each of n axes."""
    modes = mode.types if isinstance(mode, types.BaseTuple) else [mode] * n
    if len(modes) != n:
        raise errors.NumbaValueError(f"'mode' is a tuple of {len(modes)} modes for {n} axes")
    names = [literal_str(one, "mode") for one in modes]
    rules = {"raise": _raised, "wrap": _wrapped, "clip": _clipped}
    if not all(name in rules for name in names):
        raise errors.TypingError("clipmode must be one of 'clip', 'raise', or 'wrap'")
    return [rules[name] for name in names]


def _of_rows(n: int, mode: str | tuple[str, ...], order: str) -> FunctionType:
    """Return the function for an array whose rows are the indices."""
    scope = {"ravel": np.ravel_multi_index}
    rows = "".join(f"multi_index[{k}], " for k in range(n))
    source = (
        "def impl(multi_index, dims, mode='raise', order='C'):\n"
        f"    if multi_index.shape[0] != {n}:\n"
        f"        raise ValueError('parameter multi_index must be a sequence of length {n}')\n"
        f"    return ravel(({rows}), dims, {mode!r}, {order!r})\n"
    )
    exec(compile(source, "<np.ravel_multi_index>", "exec"), scope)
    return scope["impl"]


def _ravel_one(is_number: bool, position: FunctionType) -> FunctionType:
    def impl(multi_index, dims, mode="raise", order="C"):
        return position(multi_index, (dims,) if is_number else dims)

    return impl


def _ravel_many(given: tuple[Any, ...], is_number: bool, position: FunctionType) -> FunctionType:
    flat = flat_operands(given)

    def impl(multi_index, dims, mode="raise", order="C"):
        lengths = (dims,) if is_number else dims
        shape, vectors = flat(multi_index)
        result = np.empty(vectors[0].size, np.int64)
        for i in range(result.size):
            result[i] = position(vectors, lengths, i)
        return result.reshape(shape)

    return impl


def _horner_of_one(axes: tuple[int, ...], rules: list[FunctionType]) -> FunctionType:
    """Return ``(indices, lengths)``: the position of the element with these indices."""
    if not axes:
        return lambda indices, lengths: 0
    before, d, rule = _horner_of_one(axes[:-1], rules), axes[-1], rules[axes[-1]]

    def position(indices, lengths):
        return before(indices, lengths) * lengths[d] + rule(np.int64(indices[d]), lengths[d])

    return position


def _horner(axes: tuple[int, ...], rules: list[FunctionType]) -> FunctionType:
    """Return ``(vectors, lengths, i)``: the position of the element whose indices are the elements i of vectors."""
    if not axes:
        return lambda vectors, lengths, i: 0
    before, d, rule = _horner(axes[:-1], rules), axes[-1], rules[axes[-1]]

    def position(vectors, lengths, i):
        return before(vectors, lengths, i) * lengths[d] + rule(np.int64(vectors[d][np.uint64(i)]), lengths[d])

    return position
