"""``apply_along_axis`` and ``fromfunction``: arrays of what functions return."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_array, is_int_tuple, is_integer, is_none, numpy_class
from coluber.lib.numpy.arguments import gather_items
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("numpy.apply_along_axis")
def apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any) -> FunctionType | None:
    """Return what a function gives for each vector along an axis: a number or an array, which has the place of the axis."""
    if not is_array(arr) or arr.ndim == 0 or not is_integer(axis):
        return None
    ndim, last = arr.ndim, arr.ndim - 1

    def impl(func1d, axis, arr, *args):
        at = normalize_axis(axis, ndim)
        moved = np.moveaxis(arr, at, -1)
        n, around = moved.shape[last], moved.shape[:last]
        count = 1
        for length in around:
            count *= length
        if count == 0:
            raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
        lines = moved.reshape((count, n))
        first = np.asarray(func1d(lines[0], *args))
        result = np.empty((count, *first.shape), first.dtype)
        result[0, ...] = first
        for k in range(1, count):
            result[k, ...] = np.asarray(func1d(lines[k], *args))
        whole = result.reshape((*around, *first.shape))
        return np.moveaxis(whole, last, at) if first.ndim == 1 else whole

    return impl


@implements("numpy.fromfunction")
def fromfunction(function: Any, shape: Any, dtype: Any = None) -> FunctionType | None:
    """Return what a function gives for the arrays of the indices of an array."""
    if not is_int_tuple(shape) or len(shape) == 0:
        return None
    number = np.float64 if is_none(dtype) else numpy_class(dtype_type(dtype))
    views = gather_items([_row(k) for k in range(len(shape))])
    count = len(shape)

    def impl(function, shape, dtype=None):
        indices = np.indices(shape, number)
        return function(*views((indices,) * count))

    return impl


def _row(k: int) -> FunctionType:
    return lambda a: a[k]
