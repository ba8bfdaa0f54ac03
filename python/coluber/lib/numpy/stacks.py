"""Matrix products of stacks of matrices."""

from __future__ import annotations

import numpy as np

from coluber.core import errors
from coluber.lib.kinds import is_number, numpy_class, result_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def stacked_product(a: Any, b: Any) -> FunctionType | None:
    """Return ``(a, b)``: the products of matrices in the last two axes, the others broadcast; a vector counts for each."""
    if not (is_number(a.dtype) and is_number(b.dtype)):
        return None
    if a.ndim == 0 or b.ndim == 0:
        raise errors.NumbaValueError("matmul: an operand does not have enough dimensions")
    number, products = numpy_class(result_type(a.dtype, b.dtype)), _products
    rows, columns = a.ndim == 1, b.ndim == 1

    def of_stacks(a, b):
        return products(a, b, number)

    def of_row(a, b):
        return np.squeeze(products(np.expand_dims(a, 0), b, number), -2)

    def of_column(a, b):
        return np.squeeze(products(a, np.expand_dims(b, 1), number), -1)

    return of_row if rows else of_column if columns else of_stacks


def _products(a, b, number):
    n, k, m = a.shape[-2], a.shape[-1], b.shape[-1]
    if k != b.shape[-2]:
        raise ValueError("matmul: Input operand 1 has a mismatch in its core dimension 0")
    outer = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    result = np.empty((*outer, n, m), number)
    if b.size == k * m > 0:
        # One matrix for all: the rows of the others are those of one matrix.
        result.reshape(-1, m)[...] = np.matmul(np.ascontiguousarray(a).reshape(-1, k), b.reshape(k, m))
        return result
    lefts, rights = np.broadcast_to(a, (*outer, n, k)), np.broadcast_to(b, (*outer, k, m))
    for at in np.ndindex(outer):
        result[at] = np.matmul(lefts[at], rights[at])
    return result
