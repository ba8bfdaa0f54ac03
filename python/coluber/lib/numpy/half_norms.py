"""Norms of numbers of 16 bits, which NumPy computes and rounds as such, step by step."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_integer, is_none, literal_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_UNSUPPORTED = "array type float16 is unsupported in linalg"


def half_norm(x: Any, order: Any, axis: Any) -> FunctionType:
    """Return the function of ``norm`` for an array of float16 and an axis that is None or an integer."""
    if not is_none(axis):
        if not is_integer(types.unliteral(axis)):
            raise errors.UnsupportedError("norm: 'axis' must be an integer")
        return _along(order)
    if is_none(order):
        return _of_all
    return _of_vector if x.ndim == 1 else _of_matrix(order)


def _of_all(x, ord=None, axis=None, keepdims=False):  # noqa: A002
    flat = x.ravel()
    return np.sqrt(np.dot(flat, flat))


def _powers(x, order, axis):
    """Return the norms along an axis in an order that has no rule of its own."""
    total = (np.abs(x) ** np.float16(order)).sum(axis)
    return total ** np.float16(np.divide(1.0, order))


def _lines(x, order, axis):
    sizes = np.abs(x)
    if order == np.inf:
        return sizes.max(axis, initial=0)
    if order == -np.inf:
        return sizes.min(axis)
    if order == 0:
        return (x != 0).astype(np.float16).sum(axis)
    if order == 1:
        return sizes.sum(axis)
    if order == 2:
        return np.sqrt((x * x).sum(axis))
    return _powers(x, order, axis)


def _of_vector(x, ord=None, axis=None, keepdims=False):  # noqa: A002
    if ord == 2:
        return np.sqrt(np.dot(x, x))
    return _lines(x, ord, 0)


def _along(order: Any) -> FunctionType:
    def two(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return np.sqrt((x * x).sum(axis))

    def any_order(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        return _lines(x, ord, axis)

    return two if is_none(order) else any_order


def _of_matrix(order: Any) -> FunctionType:
    def sums(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        if ord == 2 or ord == -2:
            raise TypeError(_UNSUPPORTED)
        if ord != 1 and ord != -1 and ord != np.inf and ord != -np.inf:
            raise ValueError("Invalid norm order for matrices.")
        found = np.abs(x).sum(0 if ord == 1 or ord == -1 else 1)
        return found.max(initial=0) if ord > 0 else found.min()

    if not isinstance(order, types.StringLiteral):
        return sums
    name = literal_str(order, "ord")
    if name == "nuc":
        raise errors.TypingError(_UNSUPPORTED)
    if name not in ("fro", "f"):
        raise errors.NumbaValueError("Invalid norm order for matrices.")
    return _of_all
