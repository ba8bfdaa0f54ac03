"""``scipy.linalg``: matrices that are made of vectors and of other matrices."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_name, is_array, is_list, is_none, is_number, numpy_class
from coluber.lib.numpy.arguments import dtype_of, is_array_like, ndim_of, to_array
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _number_class(*given: Any) -> Any:
    """Return NumPy's class of what arrays are promoted to; numbers count as arrays here."""
    return numpy_class(from_dtype(np.result_type(*(dtype_name(dtype_of(ty)) for ty in given))))


def _is_vector(name: str, ty: Any) -> bool:
    if not is_array(ty) or not is_number(ty.dtype):
        return False
    if ty.ndim > 1:
        raise errors.UnsupportedError(f"{name}: vectors are taken in compiled code, not {ty}; call it for each row, in a loop")
    return True


def _as_vector(ty: Any) -> FunctionType:
    """Return the function that gives a vector, or makes one of an array without axes."""
    return (lambda x: x) if ty.ndim == 1 else (lambda x: x.reshape(1))


@implements("scipy.linalg.toeplitz")
def toeplitz(c: Any, r: Any = None) -> FunctionType | None:
    """Matrix with constant diagonals, whose first column and row are given."""
    if not _is_vector("toeplitz", c) or not (is_none(r) or _is_vector("toeplitz", r)):
        return None
    number, column = _number_class(c) if is_none(r) else _number_class(c, r), _as_vector(c)
    row = (lambda r: r) if is_none(r) else _as_vector(r)
    is_same = is_none(r)

    def impl(c, r=None):
        left = column(c)
        top = np.conj(left) if is_same else row(r)
        out = np.empty((left.size, top.size), number)
        for i in range(left.size):
            for j in range(top.size):
                out[i, j] = left[i - j] if i >= j else top[j - i]
        return out

    return impl


@implements("scipy.linalg.hankel")
def hankel(c: Any, r: Any = None) -> FunctionType | None:
    """Matrix with constant diagonals from the right to the left, whose first column and last row are given."""
    if not _is_vector("hankel", c) or not (is_none(r) or _is_vector("hankel", r)):
        return None
    number, column = _number_class(c) if is_none(r) else _number_class(c, r), _as_vector(c)
    row = (lambda r: np.zeros(0, number)) if is_none(r) else _as_vector(r)
    is_square = is_none(r)

    def impl(c, r=None):
        left, last = column(c), row(r)
        n = left.size if is_square else last.size
        out = np.zeros((left.size, n), number)
        for i in range(left.size):
            for j in range(n):
                if i + j < left.size:
                    out[i, j] = left[i + j]
                elif not is_square:
                    out[i, j] = last[i + j - left.size + 1]
        return out

    return impl


@implements("scipy.linalg.circulant")
def circulant(c: Any) -> FunctionType | None:
    """Matrix whose columns are a vector, each moved down by one more."""
    if not _is_vector("circulant", c):
        return None
    number, column = _number_class(c), _as_vector(c)

    def impl(c):
        first = column(c)
        n = first.size
        out = np.empty((n, n), number)
        for i in range(n):
            for j in range(n):
                out[i, j] = first[i - j if i >= j else i - j + n]
        return out

    return impl


# ---------------------------------------------------------------------------------------------------------- block_diag


def _as_block(ty: Any) -> FunctionType:
    """Return the function that makes a matrix of a number, vector or matrix."""
    array = to_array(ty)
    return (lambda x: array(x)) if ndim_of(ty) == 2 else (lambda x: np.atleast_2d(array(x)))


def _joined(blocks: list[FunctionType], number: Any) -> FunctionType:
    """Return ``(arrs, row, column)``: a matrix with the blocks on its diagonal, and room for more in front of them."""
    if not blocks:
        return lambda arrs, row, column: np.zeros((row, column), number)
    before, make, k = _joined(blocks[:-1], number), blocks[-1], len(blocks) - 1

    def joined(arrs, row, column):
        block = make(arrs[k])
        out = before(arrs, row + block.shape[0], column + block.shape[1])
        m, n = out.shape[0] - row, out.shape[1] - column
        out[m - block.shape[0] : m, n - block.shape[1] : n] = block
        return out

    return joined


@implements("scipy.linalg.block_diag")
def block_diag(*arrs: Any) -> FunctionType | None:
    """Matrix with others on its diagonal."""
    if not all(is_array_like(ty) and is_number(dtype_of(ty)) for ty in arrs):
        return None
    if any(ndim_of(ty) > 2 for ty in arrs):
        raise errors.UnsupportedError("block_diag: stacks of matrices are not supported in compiled code")
    if not arrs:
        return lambda *arrs: np.zeros((1, 0))
    joined = _joined([_as_block(ty) for ty in arrs], _number_class(*arrs))
    return lambda *arrs: joined(arrs, 0, 0)


@implements("spread:scipy.linalg.block_diag")
def block_diag_of_items(arrs: Any) -> FunctionType | None:
    """Matrix with the arrays of a list on its diagonal, or the parts of an array."""
    if is_list(arrs):
        item = arrs.dtype
    elif is_array(arrs) and arrs.ndim > 0:
        item = types.Array(arrs.dtype, arrs.ndim - 1, "A") if arrs.ndim > 1 else arrs.dtype
    else:
        return None
    if not is_array_like(item) or not is_number(dtype_of(item)) or ndim_of(item) > 2:
        return None
    number, make = _number_class(item), _as_block(item)

    def impl(arrs):
        m, n = 0, 0
        for item in arrs:
            block = make(item)
            m, n = m + block.shape[0], n + block.shape[1]
        if len(arrs) == 0:
            return np.zeros((1, 0), number)
        out = np.zeros((m, n), number)
        m, n = 0, 0
        for item in arrs:
            block = make(item)
            out[m : m + block.shape[0], n : n + block.shape[1]] = block
            m, n = m + block.shape[0], n + block.shape[1]
        return out

    return impl
