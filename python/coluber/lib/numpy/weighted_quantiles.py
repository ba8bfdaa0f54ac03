"""Quantiles of elements that count as much as weights say."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.intrinsics import tuple_remove, tuple_replace
from coluber.lib.kinds import is_array, is_none, literal_bool, numpy_class
from coluber.lib.numpy.arguments import is_array_like, ndim_of, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.lines import is_axis
from coluber.lib.numpy.options import result_ndim, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _quantile(values, weights, q):
    """Return the first element, in their order, up to which the weights are as much as a share of all."""
    order = np.argsort(values, kind="stable")
    shares = np.cumsum(weights[order])
    total = shares[shares.size - 1]
    for k in range(shares.size):
        # What counts for nothing comes first, and is not found.
        shares[k] = np.divide(shares[k], total) if shares[k] != 0.0 else -1.0
    at = np.searchsorted(shares, q)
    return values[order[min(at, values.size - 1)]]


def _line(dtype: Any, passes_nans: bool) -> FunctionType:
    """Return ``(values, weights, q)``: a quantile of a vector; NaN where there is one that counts."""
    nan = numpy_class(dtype)(np.nan if isinstance(dtype, types.Float) else 0)

    def others(values, weights, q):
        keep = values == values
        kept = values[keep]
        return _quantile(kept, weights[keep], q) if kept.size > 0 else nan

    def all_or_none(values, weights, q):
        return nan if np.any(values != values) else _quantile(values, weights, q)

    if not isinstance(dtype, types.Float):
        return _quantile
    return others if passes_nans else all_or_none


def _spread(ndim: int, rank: int, whole: bool) -> FunctionType:
    """Return ``(weights, shape, axis)``: a weight for each element, of the array's shape or along an axis."""
    message = "Shape of weights must be consistent with shape of a along specified axis."

    def same_shape(weights, shape, axis):
        if weights.shape != shape:
            raise ValueError(message)
        return weights

    def along(weights, shape, axis):
        at = normalize_axis(axis, ndim)
        if weights.size != shape[at]:
            raise ValueError(message)
        return np.broadcast_to(weights.reshape(tuple_replace((1,) * ndim, at, weights.size)), shape)

    if rank == ndim:
        return same_shape
    if whole:
        raise errors.TypingError("Axis must be specified when shapes of a and weights differ.")
    if rank != 1:
        raise errors.NumbaValueError(message)
    return along


def weighted_quantiles(
    a: Any, q: Any, axis: Any, out: Any, keepdims: Any, weights: Any, method: str, scale: int, passes_nans: bool
) -> FunctionType | None:
    """Return the implementation of a function for quantiles."""
    if method != "inverted_cdf":
        raise errors.NumbaValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    if not is_array(a) or not is_axis(axis) or not (is_array_like(q) and is_array_like(weights)):
        return None
    ndim, dtype, keep, whole = a.ndim, a.dtype, literal_bool(keepdims, "keepdims"), is_none(axis)
    number, line = numpy_class(dtype), _line(dtype, passes_nans)
    q_of, weights_of, spread = to_array(q), to_array(weights), _spread(ndim, ndim_of(weights), whole)
    ones, store = (1,) * ndim, stored("add", dtype, out, ndim_of(q) + result_ndim(a, axis, keepdims))
    message = "Percentiles must be in the range [0, 100]" if scale == 100 else "Quantiles must be in the range [0, 1]"

    def lines(a, weights, axis):
        if whole:
            return a.ravel().reshape(1, a.size), weights.ravel().reshape(1, a.size)
        at, n = normalize_axis(axis, ndim), a.shape[axis]
        rows = np.ascontiguousarray(np.moveaxis(a, at, -1)), np.ascontiguousarray(np.moveaxis(weights, at, -1))
        return rows[0].reshape(rows[0].size // n, n), rows[1].reshape(rows[0].size // n, n)

    def found(a, fractions, weights, axis):
        if np.any(weights < 0):
            raise ValueError("Weights must be non-negative.")
        values, measures = lines(a, weights, axis)
        result = np.empty((fractions.size, values.shape[0]), number)
        for k in range(fractions.size):
            if not 0 <= fractions[k] <= 1:
                raise ValueError(message)
            for i in range(values.shape[0]):
                result[k, i] = line(values[i], measures[i], fractions[k])
        return result

    def shaped(result, a, q, axis):
        if whole:
            return result.reshape((*q.shape, *ones)) if keep else result.reshape(q.shape)
        at = normalize_axis(axis, ndim)
        if keep:
            return result.reshape((*q.shape, *tuple_replace(a.shape, at, 1)))
        return result.reshape((*q.shape, *tuple_remove(a.shape, at)))

    def impl(
        a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, weights=None, interpolation=None
    ):  # fmt: skip
        given = q_of(q)
        fractions = given.ravel() / scale
        shares = spread(weights_of(weights).astype(np.float64), a.shape, axis)
        result = shaped(found(a, fractions, shares, axis), a, given, axis)
        return store(result, out)

    return impl
