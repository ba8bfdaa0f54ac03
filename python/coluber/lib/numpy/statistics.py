"""Spread of the elements: ``var``, ``std``, ``ptp``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_integer, is_integral, is_none, literal_bool, numpy_class, refuse
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _check_axis(axis: Any) -> None:
    if not (is_none(axis) or is_integer(axis)):
        raise errors.TypingError(f"an axis must be an integer here, not {axis}")


def _squares(a: Any) -> FunctionType:
    """Return the function for squared distances from a mean."""

    def real(a, mean):
        distance = a - mean
        return distance * distance

    def complex_(a, mean):
        distance = a - mean
        return distance.real * distance.real + distance.imag * distance.imag

    return complex_ if is_complex(a.dtype) else real


def _variance(a: Any, axis: Any, keepdims: Any) -> FunctionType:
    """Return the variance as a function of the array, the axis and ``ddof``."""
    if is_integral(a.dtype):
        number = numpy_class(types.float64)
    else:
        number = numpy_class(a.dtype.underlying_float if is_complex(a.dtype) else a.dtype)
    squares, ndim, keep = _squares(a), a.ndim, literal_bool(keepdims, "keepdims")

    def whole(a, axis, ddof):
        total = squares(a, np.mean(a)).sum()
        return number(np.divide(total, number(max(a.size - ddof, 0))))

    def whole_kept(a, axis, ddof):
        total = squares(a, np.mean(a)).sum(keepdims=True)
        return np.divide(total, number(max(a.size - ddof, 0)))

    def along(a, axis, ddof):
        total = squares(a, np.mean(a, axis, keepdims=True)).sum(axis)
        return np.divide(total, number(max(a.shape[normalize_axis(axis, ndim)] - ddof, 0)))

    def along_kept(a, axis, ddof):
        total = squares(a, np.mean(a, axis, keepdims=True)).sum(axis, keepdims=True)
        return np.divide(total, number(max(a.shape[normalize_axis(axis, ndim)] - ddof, 0)))

    if is_none(axis):
        return whole_kept if keep else whole
    return along_kept if keep else along


@implements("numpy.var", "array.var")
def var(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False
) -> FunctionType | None:
    """Mean squared distance from the mean."""
    if not is_array(a):
        return None
    refuse("dtype", dtype)
    refuse("out", out)
    _check_axis(axis)
    variance = _variance(a, axis, keepdims)

    def impl(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        return variance(a, axis, ddof)

    return impl


@implements("numpy.std", "array.std")
def std(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False
) -> FunctionType | None:
    """Root of the mean squared distance from the mean."""
    if not is_array(a):
        return None
    refuse("dtype", dtype)
    refuse("out", out)
    _check_axis(axis)
    variance = _variance(a, axis, keepdims)

    def impl(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        return np.sqrt(variance(a, axis, ddof))

    return impl


@implements("numpy.ptp", "array.ptp")
def ptp(a: Any, axis: Any = None, out: Any = None) -> FunctionType | None:
    """Largest element less the smallest."""
    if not is_array(a) or is_complex(a.dtype):
        return None
    refuse("out", out)
    _check_axis(axis)
    number = numpy_class(a.dtype)

    def whole(a, axis=None, out=None):
        return number(a.max() - a.min())

    def along(a, axis=None, out=None):
        return a.max(axis) - a.min(axis)

    return whole if is_none(axis) else along
