"""Quantiles and gradients of times: those of their integers, where lines between them are cut off at whole units."""

from __future__ import annotations

import numpy as np

from coluber.lib.kinds import is_none, is_number, literal_bool
from coluber.lib.numpy.arguments import array_type, is_array_like, ndim_of, to_array
from coluber.lib.numpy.time_order import dtype_name, keys_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_NAT = np.iinfo(np.int64).min


def between(low, high, t):
    """Return the integer on the line between two, from the nearer one on; what is not whole is cut off."""
    if t >= 0.5:
        return high - np.int64((high - low) * (1.0 - t))
    return low + np.int64((high - low) * t)


def quantile_of_times(a: Any, q: Any, axis: Any, keepdims: Any, method: str, scale: int, passes: bool) -> FunctionType | None:
    """Return the function for quantiles of all elements of an array of times; None for options that it does not have."""
    is_one = is_number(q)
    if method != "linear" or not is_none(axis) or literal_bool(keepdims, "keepdims"):
        return None
    if not is_array_like(q) or ndim_of(q) > 1 or not is_number(array_type(q).dtype):
        return None
    name, vector = dtype_name(a.dtype), to_array(q)
    message = f"{'Percentiles' if scale == 100 else 'Quantiles'} must be in the range [0, {scale}]"

    def counted(a):
        ordered = np.sort(keys_of(a.ravel()))
        count = ordered.size - np.count_nonzero(np.isnat(a))
        return ordered, count if passes or count == ordered.size else 0

    def number(ordered, count, p):
        fraction = p / scale
        if not 0 <= fraction <= 1:
            raise ValueError(message)
        if count == 0:
            return _NAT
        at = (count - 1) * fraction
        low = np.int64(np.floor(at))
        return between(ordered[low] + 1, ordered[min(low + 1, count - 1)] + 1, at - low)

    def check(a):
        if not passes and a.size == 0:
            raise IndexError("index -1 is out of bounds for axis 0 with size 0")

    def impl(
        a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, weights=None, interpolation=None
    ):
        check(a)
        ordered, count = counted(a)
        return np.full(1, number(ordered, count, q)).view(name)[0]

    def impl_several(
        a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, weights=None, interpolation=None
    ):
        check(a)
        (ordered, count), every = counted(a), vector(q)
        result = np.empty(every.shape, np.int64)
        for index in np.ndindex(every.shape):
            result[index] = number(ordered, count, every[index])
        return result.view(name)

    return impl if is_one else impl_several


def gradient_of_times(f: Any, spacing: Any) -> FunctionType | None:
    """Return the function for the gradient of a vector of times at one distance, which are spans."""
    if f.ndim != 1 or not (is_none(spacing) or is_number(spacing)):
        return None
    name, is_given = "m8" + dtype_name(f.dtype)[2:], not is_none(spacing)

    def impl(f, first=None, second=None, third=None, axis=None, edge_order=1):
        if f.size < 2:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required."
            )
        spans, distance, last = f.view(name), float(first) if is_given else 1.0, f.size - 1
        result = np.empty_like(spans)
        result[1:last] = (spans[2:] - spans[: last - 1]) / (2.0 * distance)
        result[0] = (spans[1] - spans[0]) / distance
        result[last] = (spans[last] - spans[last - 1]) / distance
        return result

    return impl
