"""Diagonals and triangles of matrices."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_integer,
    is_integral,
    is_none,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.broadcasting import read_only
from coluber.lib.numpy.structured import records_of_tuples
from coluber.lib.numpy.text_elements import cut_off, goes_with_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


@cache
def diagonal_view(ndim: int) -> FunctionType:
    """Return ``(array, offset, axis1, axis2)``: a view whose last axis is a diagonal in the plane of two axes."""

    def view(a, offset, axis1, axis2):
        i, j = normalize_axis(axis1, ndim), normalize_axis(axis2, ndim)
        if i == j:
            raise ValueError("axis1 and axis2 cannot be the same")
        plane = np.moveaxis(np.moveaxis(a, j, 0), i + 1 if i < j else i, 0)
        part = plane[:, max(offset, 0) :][max(-offset, 0) :]
        n = min(part.shape[0], part.shape[1])
        return strided_view(part, (*part.shape[2:], n), (*part.strides[2:], part.strides[0] + part.strides[1]))

    return view


@implements("numpy.diagonal", "array.diagonal")
def diagonal(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> FunctionType | None:
    """Return a view of a diagonal in the plane of two axes, as the last axis."""
    if not is_array(a) or not all(is_integral(ty) or isinstance(ty, int) for ty in (offset, axis1, axis2)):
        return None
    if a.ndim < 2:
        raise errors.NumbaValueError("diag requires an array of at least two dimensions")
    view, protect = diagonal_view(a.ndim), read_only(a.dtype, a.ndim - 1, a.aligned)

    def impl(a, offset=0, axis1=0, axis2=1):
        return protect(view(a, np.int64(offset), axis1, axis2))

    return impl


@implements("numpy.trace", "array.trace")
def trace(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return the sum of a diagonal."""
    if not is_array(a) or not all(is_integral(ty) or isinstance(ty, int) for ty in (offset, axis1, axis2)):
        return None
    if a.ndim < 2:
        raise errors.NumbaValueError("diag requires an array of at least two dimensions")
    view = diagonal_view(a.ndim)

    def impl(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        return view(a, np.int64(offset), axis1, axis2).sum(axis=-1, out=out)

    if is_none(dtype):
        return impl
    number = numpy_class(dtype_type(dtype))

    def impl_dtype(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        return view(a, np.int64(offset), axis1, axis2).astype(number).sum(axis=-1, dtype=number, out=out)

    return impl_dtype


@implements("numpy.diag")
def diag(v: Any, k: Any = 0) -> FunctionType | None:
    """Return the diagonal of a matrix, or the matrix with a vector on a diagonal."""
    if not is_array_like(v) or not (k == 0 or is_integral(k)):
        return None
    of_array, ndim = to_array(v), array_type(v).ndim
    if ndim not in (1, 2):
        raise errors.NumbaValueError("Input must be 1- or 2-d.")

    def impl_vector(v, k=0):
        return on_diagonal(of_array(v), np.int64(k))

    def impl_matrix(v, k=0):
        return np.diagonal(of_array(v), k)

    return impl_vector if ndim == 1 else impl_matrix


def on_diagonal(a, k):
    """Return the square matrix with a vector on the k-th diagonal."""
    n = a.size + abs(k)
    result = np.zeros((n, n), a.dtype)
    for i in range(a.size):
        result[i + max(-k, 0), i + max(k, 0)] = a[i]
    return result


@implements("numpy.diagflat")
def diagflat(v: Any, k: Any = 0) -> FunctionType | None:
    """Return the matrix with the elements of an array, in C order, on a diagonal."""
    if not is_array_like(v) or not (k == 0 or is_integral(k)):
        return None
    of_array = to_array(v)

    def impl(v, k=0):
        return on_diagonal(of_array(v).ravel(), np.int64(k))

    return impl


@implements("numpy.fill_diagonal")
def fill_diagonal(a: Any, val: Any, wrap: Any = False) -> FunctionType | None:
    """Set the main diagonal of an array to a number, or to values that are repeated."""
    of_records = records_of_tuples(a, val)
    if not is_array(a) or not (is_array_like(val) or goes_with_texts(a, val) or of_records):
        return None
    if a.ndim < 2:
        raise errors.NumbaValueError("array must be at least 2-d")
    is_matrix, ndim = a.ndim == 2, a.ndim
    of_array = of_records or (cut_off(a.dtype) if goes_with_texts(a, val) else to_array(val))

    def impl(a, val, wrap=False):
        for n in a.shape:
            if not is_matrix and n != a.shape[0]:
                raise ValueError("All dimensions of input must be of equal length")
        values = of_array(val).ravel()
        if values.size == 0:
            return
        k = 0
        for i in range(a.shape[0]):
            j = i % (a.shape[1] + 1) if wrap and is_matrix else i
            if j < a.shape[1]:
                a[(i, j) if is_matrix else (i,) * ndim] = values[np.uint64(k % values.size)]
                k += 1

    return impl


# ---------------------------------------------------------------------------------------------------------- triangles


@implements("numpy.tri")
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> FunctionType | None:  # noqa: N803
    """Return a matrix with ones on and below a diagonal."""
    if not is_integral(N) or not (is_none(M) or is_integral(M)) or not (k == 0 or is_integral(k)):
        return None
    number, square = np.float64 if is_none(dtype) else numpy_class(dtype_type(dtype)), is_none(M)

    def impl(N, M=None, k=0, dtype=None):  # noqa: N803
        n, m = np.int64(N), np.int64(N) if square else np.int64(M)
        result = np.zeros((max(n, 0), max(m, 0)), number)
        for i in range(n):
            for j in range(min(i + k + 1, m)):
                result[i, j] = number(1)
        return result

    return impl


@cache
def _triangle(ndim: int, lower: bool) -> FunctionType:
    """Return ``(source, target, k)``: copy the lower or upper triangles of matrices in the last two axes."""

    def copy_lower(source, target, k):
        for i in range(source.shape[0]):
            n = min(max(i + k + 1, 0), source.shape[1])
            target[i, :n] = source[i, :n]

    def copy_upper(source, target, k):
        for i in range(source.shape[0]):
            n = min(max(i + k, 0), source.shape[1])
            target[i, n:] = source[i, n:]

    if ndim == 2:
        return copy_lower if lower else copy_upper
    inner = _triangle(ndim - 1, lower)

    def copy_each(source, target, k):
        for i in range(source.shape[0]):
            inner(source[i], target[i], k)

    return copy_each


def _triangle_of(m: Any, k: Any, lower: bool) -> FunctionType | None:
    if not is_array(m) or m.ndim == 0 or not (k == 0 or is_integral(k)):
        return None
    is_vector, copy = m.ndim == 1, _triangle(max(m.ndim, 2), lower)

    def impl(m, k=0):
        result = np.zeros(m.shape, m.dtype)
        copy(m, result, np.int64(k))
        return result

    def impl_vector(m, k=0):
        result = np.zeros((m.size, m.size), m.dtype)
        copy(np.broadcast_to(m, result.shape), result, np.int64(k))
        return result

    return impl_vector if is_vector else impl


@implements("numpy.tril")
def tril(m: Any, k: Any = 0) -> FunctionType | None:
    """Return a copy of an array, with zeros above a diagonal of the last two axes."""
    return _triangle_of(m, k, lower=True)


@implements("numpy.triu")
def triu(m: Any, k: Any = 0) -> FunctionType | None:
    """Return a copy of an array, with zeros below a diagonal of the last two axes."""
    return _triangle_of(m, k, lower=False)


@implements("numpy.vander")
def vander(x: Any, N: Any = None, increasing: Any = False) -> FunctionType | None:  # noqa: N803
    """Return the matrix of the powers of a vector's elements."""
    if not is_array_like(x) or not (is_none(N) or is_integer(N)):
        return None
    if array_type(x).ndim != 1:
        raise errors.NumbaValueError("x must be a one-dimensional array or sequence.")
    number, of_array, square = numpy_class(_power_dtype(array_type(x).dtype)), to_array(x), is_none(N)

    def impl(x, N=None, increasing=False):  # noqa: N803
        a = of_array(x)
        n = a.size if square else np.int64(N)
        result = np.empty((a.size, n), number)
        for i in range(a.size):
            power = number(1)
            for j in range(n):
                result[i, j if increasing else n - 1 - j] = power
                power = number(power * number(a[i]))
        return result

    return impl


def _power_dtype(dtype: Type) -> Type:
    return result_type(dtype, types.int64)
