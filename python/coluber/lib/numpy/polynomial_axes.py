"""Derivatives and integrals of power series whose coefficients lie along an axis of an array."""

from __future__ import annotations

import numpy as np

from coluber.lib.kinds import is_array, is_integer, is_number
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def has_series(c: Any, axis: Any) -> bool:
    """Whether coefficients of series lie along an axis of an array."""
    return is_array(c) and c.ndim > 0 and is_number(c.dtype) and (axis == 0 or is_integer(axis))


def over_columns(number: Any, ndim: int, function: FunctionType) -> FunctionType:
    """Return ``(c, axis, given)``: what a function gives of each series along an axis, with zeros behind shorter ones."""

    def impl(c, axis, given):
        at = normalize_axis(axis, ndim)
        rows = np.moveaxis(c.astype(number), at, 0)
        columns = rows.reshape(rows.shape[0], rows.size // rows.shape[0])
        found = [function(columns[:, k].copy(), given) for k in range(columns.shape[1])]
        n = max([series.size for series in found])
        result = np.zeros((n, len(found)), number)
        for k in range(len(found)):
            result[: found[k].size, k] = found[k]
        return np.moveaxis(result.reshape((n, *rows.shape[1:])), 0, at)

    return impl


def derivatives(number: Any, ndim: int) -> FunctionType:
    """Return ``(c, m, scl, axis)``: derivatives of series, the lowest coefficients first."""

    def impl(c, m=1, scl=1, axis=0):
        if m < 0:
            raise ValueError("The order of derivation must be non-negative")
        at = normalize_axis(axis, ndim)
        rows = np.moveaxis(c.astype(number), at, 0).copy()
        for _ in range(m):
            n = rows.shape[0] - 1
            if n <= 0:
                rows = np.zeros((1, *rows.shape[1:]), number)
                break
            for k in range(n):
                rows[k] = rows[k + 1] * number(scl) * number(k + 1)
            rows = rows[:n]
        return np.moveaxis(rows, 0, at)

    return impl


def integrals(number: Any, ndim: int, constant: FunctionType) -> FunctionType:
    """Return ``(c, m, k, lbnd, scl, axis)``: integrals of series; the last argument gives constants of integration."""

    def value(rows, x):
        total = rows[rows.shape[0] - 1] + x * number(0)
        for j in range(rows.shape[0] - 2, -1, -1):
            total = total * x + rows[j]
        return total

    def integrated(rows, constant, lower, scale):
        n = rows.shape[0]
        longer = np.zeros((n + 1, *rows.shape[1:]), number)
        for j in range(n):
            longer[j + 1] = rows[j] * scale / number(j + 1)
        longer[0] = constant - value(longer, lower)
        return longer

    def impl(c, m=1, k=None, lbnd=0, scl=1, axis=0):
        if m < 0:
            raise ValueError("The order of integration must be non-negative")
        at = normalize_axis(axis, ndim)
        rows = np.moveaxis(c.astype(number), at, 0).copy()
        for i in range(m):
            if rows.shape[0] == 1 and np.all(rows == number(0)):
                rows[0] += constant(k, i, m)
            else:
                rows = integrated(rows, constant(k, i, m), number(lbnd), number(scl))
        return np.moveaxis(rows, 0, at)

    return impl
