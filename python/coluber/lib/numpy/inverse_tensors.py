"""``tensorinv`` and ``tensorsolve``: linear algebra with arrays that count as matrices."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_number, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _product(shape):
    count = 1
    for n in shape:
        count *= n
    return count


@implements("numpy.linalg.tensorinv")
def tensorinv(a: Any, ind: Any = 2) -> FunctionType | None:
    """Return the inverse of an array, whose first axes count as the rows of a matrix."""
    if not is_array(a) or not is_number(a.dtype):
        return None
    if not (ind == 2 or isinstance(ind, types.IntegerLiteral)):
        raise errors.RequireLiteralValue("the argument 'ind' must be a constant, because the order of the axes depends on it")
    first = 2 if ind == 2 else ind.literal_value
    if first <= 0:
        raise errors.NumbaValueError("Invalid ind argument.")

    def impl(a, ind=2):
        rows, columns = a.shape[:first], a.shape[first:]
        n = _product(columns)
        return np.linalg.inv(np.reshape(a, (a.size // max(n, 1), n))).reshape(columns + rows)

    return impl


@implements("numpy.linalg.tensorsolve")
def tensorsolve(a: Any, b: Any, axes: Any = None) -> FunctionType | None:
    """Return the array whose product with another one, over all its axes, is given."""
    refuse("axes", axes)
    if not (is_array(a) and is_array(b) and is_number(a.dtype) and is_number(b.dtype)):
        return None
    first = b.ndim

    def impl(a, b, axes=None):
        rest = a.shape[first:]
        n = _product(rest)
        if a.size != n * n:
            raise np.linalg.LinAlgError(
                "Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
            )
        return np.linalg.solve(np.reshape(a, (n, n)), b.ravel()).reshape(rest)

    return impl
