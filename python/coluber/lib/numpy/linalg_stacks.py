"""Norms, ranks and pseudo-inverses of stacks of matrices, and norms along two axes."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_integer, is_integral, is_none, numpy_class
from coluber.lib.numpy.axes import are_constant, constant_axes
from coluber.lib.numpy.linalg import square_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def real_class(ty: Any) -> Any:
    """Return the class of the real results for an array."""
    name = str(ty.dtype)
    return {"float16": np.float16, "float32": np.float32, "complex64": np.float32}.get(name, np.float64)


def norms(x: Any, order: Any, axis: Any, keep: bool) -> FunctionType:
    """Return ``(x, ord, axis, keepdims)``: norms of matrices in two axes, or ones that keep the axes that they are along."""
    if is_none(axis):
        return _of_all(x.ndim)
    if is_integer(axis):

        def along(x, ord=None, axis=None, keepdims=False):  # noqa: A002
            return np.expand_dims(np.asarray(np.linalg.norm(x, ord, axis)), axis)

        return along
    if len(axis) > 2:
        raise errors.NumbaValueError("Improper number of dimensions to norm.")
    if not are_constant(axis):
        return _along_named(x.ndim, len(axis), order, keep)
    axes = constant_axes(axis, x.ndim)
    given = tuple(ty.literal_value % x.ndim for ty in axis)
    if len(axes) == 1:
        return _along_one(given[0], keep)
    return _in_two(x, order, given, keep)


def _of_all(ndim: int) -> FunctionType:
    ones = (1,) * ndim

    def whole(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return np.asarray(np.linalg.norm(x, ord)).reshape(ones)

    return whole


def _along_one(at: int, keep: bool) -> FunctionType:
    def one(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return np.linalg.norm(x, ord, at)

    def kept(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return np.expand_dims(np.asarray(np.linalg.norm(x, ord, at)), at)

    return kept if keep else one


def _along_named(ndim: int, count: int, order: Any, keep: bool) -> FunctionType:
    """Return the norms for axes that are known when the program runs: these become the last ones."""
    if not 1 <= count <= 2:
        raise errors.NumbaValueError("Improper number of dimensions to norm.")
    last = tuple(range(ndim - count, ndim)) if count == 2 else ndim - 1
    places = tuple(range(ndim - count, ndim))
    name = order.literal_value if isinstance(order, types.StringLiteral) else None

    def of_numbers(x, ord):  # noqa: A002
        return np.linalg.norm(x, ord, last)

    def of_names(x, ord):  # noqa: A002
        return np.linalg.norm(x, name, last)

    norm_of = of_numbers if name is None else of_names

    def named(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        found = norm_of(np.moveaxis(x, axis, places), ord)
        return np.expand_dims(np.asarray(found), axis) if keep else found

    return named


def _in_two(x: Any, order: Any, axes: tuple[int, int], keep: bool) -> FunctionType:
    """Return the norms of the matrices in two axes."""
    ndim, real = x.ndim, real_class(x)
    name = order.literal_value if isinstance(order, types.StringLiteral) else None
    plain = is_none(order)

    def of_one(matrix, ord):  # noqa: A002
        return np.linalg.norm(matrix) if plain else np.linalg.norm(matrix, ord)

    def of_one_named(matrix, ord):  # noqa: A002
        return np.linalg.norm(matrix, name)

    norm_of = of_one if name is None else of_one_named
    whole, places = ndim == 2, tuple(sorted(axes))

    def number(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return norm_of(np.ascontiguousarray(np.moveaxis(x, axes, (0, 1))), ord)

    def stack(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        moved = np.ascontiguousarray(np.moveaxis(x, axes, (ndim - 2, ndim - 1)))
        result = np.empty(moved.shape[: ndim - 2], real)
        for index in np.ndindex(result.shape):
            result[index] = norm_of(moved[index], ord)
        return result

    found = number if whole else stack

    def kept(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return np.expand_dims(np.asarray(found(x, ord)), places)

    return kept if keep else found


def ranks(ndim: int, symmetric: bool) -> FunctionType:
    """Return the function for the ranks of a stack of matrices."""

    def impl(A, tol=None, hermitian=False, *, rtol=None):  # noqa: N803
        result = np.empty(A.shape[: ndim - 2], np.int64)
        for index in np.ndindex(result.shape):
            result[index] = np.linalg.matrix_rank(A[index], tol, symmetric, rtol=rtol)
        return result

    return impl


def pseudo_inverses(a: Any, symmetric: bool) -> FunctionType:
    """Return the function for the pseudo-inverses of a stack of matrices."""
    ndim, number = a.ndim, np.float64 if is_integral(a.dtype) else numpy_class(a.dtype)

    def impl(a, rcond=None, hermitian=False, *, rtol=None):
        m, n = a.shape[ndim - 2], a.shape[ndim - 1]
        result = np.empty((*a.shape[: ndim - 2], n, m), number)
        for index in np.ndindex(a.shape[: ndim - 2]):
            result[index] = np.linalg.pinv(a[index], rcond, symmetric, rtol=rtol)
        return result

    return impl


def powers(a: Any, is_negative: bool) -> FunctionType:
    """Return the function for the powers of a matrix, or of a stack of matrices.

    Parameters
    ----------
    a : type
        The matrix.
    is_negative : bool
        Whether the exponent is known to be less than zero.
    """
    size = square_function(a.ndim)

    def any_sign(a, n):
        return positive(np.linalg.inv(a), -n) if n < 0 else positive(a.copy(), n)

    def of_integers(a, n):
        if n < 0:
            raise np.linalg.LinAlgError("negative powers of matrices of integers are floats: make the exponent a constant")
        return positive(a.copy(), n)

    def identity(a, rows):
        result = np.zeros(a.shape, a.dtype)
        for k in range(rows):
            result[..., k, k] = 1
        return result

    def positive(a, n):
        rows = size(a)
        if n == 0:
            return identity(a, rows)
        while n & 1 == 0:
            a = np.matmul(a, a)
            n >>= 1
        result = a
        while n > 1:
            a = np.matmul(a, a)
            n >>= 1
            if n & 1:
                result = np.matmul(result, a)
        return result

    return of_integers if is_integral(a.dtype) and not is_negative else any_sign


def condition_numbers(x: Any, name: str | None) -> FunctionType:
    """Return the function for the condition numbers of a stack of matrices."""
    ndim, real, is_named = x.ndim, real_class(x), name is not None

    def impl(x, p=None):
        result = np.empty(x.shape[: ndim - 2], real)
        for index in np.ndindex(result.shape):
            result[index] = np.linalg.cond(np.ascontiguousarray(x[index]), name if is_named else p)
        return result

    return impl
