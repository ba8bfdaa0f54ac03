"""``scipy.integrate``: integrals of what samples tell of a function."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import dtype_name, is_array, is_complex, is_none, is_number, numpy_class
from coluber.lib.numpy.axes import normalize_axis
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _are_samples(y: Any, x: Any) -> bool:
    """Whether the arguments are arrays of numbers, the places a vector or one for each sample."""
    if not is_array(y) or y.ndim == 0 or not is_number(y.dtype):
        return False
    return is_none(x) or (is_array(x) and is_number(x.dtype))


def _check_places(y: Any, x: Any) -> None:
    if is_array(x) and x.ndim not in (1, y.ndim):
        raise errors.NumbaValueError("If given, shape of x must be 1-D or the same as y.")


@implements("scipy.integrate.trapezoid")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> FunctionType | None:
    """Return the integral along an axis by the trapezoidal rule; that of single precision is in single precision."""
    if not _are_samples(y, x) or not (is_none(x) or x.ndim in (1, y.ndim)):
        return None
    number = {"float16": np.float16, "float32": np.float32, "complex64": np.complex64}.get(y.dtype.name)
    is_number_, is_as_it_is = y.ndim == 1, number is None

    def of_numbers(y, x=None, dx=1.0, axis=-1):
        return number(np.trapezoid(y, x, dx, axis))

    def of_arrays(y, x=None, dx=1.0, axis=-1):
        return np.trapezoid(y, x, dx, axis).astype(number)

    if is_as_it_is:
        return lambda y, x=None, dx=1.0, axis=-1: np.trapezoid(y, x, dx, axis)
    return of_numbers if is_number_ else of_arrays


# ------------------------------------------------------------------------------------------------------------- simpson


def _ratio(a, b):
    return a / b if b != 0 else 0.0


@compile_with(error_model="numpy")
def _parabolas(y, x, dx, has_places, last):
    """Return the integral of the parabolas through three samples each, up to a place."""
    total = y[0] * 0.0
    for k in range(0, last - 1, 2):
        if has_places:
            first, second = float(x[k + 1] - x[k]), float(x[k + 2] - x[k + 1])
        else:
            first, second = dx, dx
        both, product, ratio = first + second, first * second, _ratio(first, second)
        middle = both * _ratio(both, product)
        total += both / 6.0 * (y[k] * (2.0 - _ratio(1.0, ratio)) + y[k + 1] * middle + y[k + 2] * (2.0 - ratio))
    return total


@compile_with(error_model="numpy")
def _last_interval(y, x, dx, has_places):
    """Return the integral over the last interval of the parabola through the last three samples."""
    n = y.size
    if has_places:
        first, second = float(x[n - 2] - x[n - 3]), float(x[n - 1] - x[n - 2])
    else:
        first, second = dx, dx
    alpha = _ratio(2 * second**2 + 3 * first * second, 6 * (second + first))
    beta = _ratio(second**2 + 3.0 * first * second, 6 * first)
    eta = _ratio(second**3, 6 * first * (first + second))
    return alpha * y[n - 1] + beta * y[n - 2] - eta * y[n - 3]


def _simpson_of_line(y, x, dx, has_places):
    n = y.size
    if n == 0:
        raise IndexError("simpson: there are no samples")
    if n == 2:
        return 0.5 * (float(x[1] - x[0]) if has_places else dx) * (y[1] + y[0])
    if n % 2 == 1:
        return _parabolas(y, x, dx, has_places, n - 1)
    return _parabolas(y, x, dx, has_places, n - 2) + _last_interval(y, x, dx, has_places)


@implements("scipy.integrate.simpson")
def simpson(y: Any, x: Any = None, *, dx: Any = 1.0, axis: Any = -1) -> FunctionType | None:
    """Return the integral along an axis by Simpson's rule, in double precision."""
    if not _are_samples(y, x):
        return None
    _check_places(y, x)
    work, ndim = np.complex128 if is_complex(y.dtype) else np.float64, y.ndim
    has_places, has_one_line = not is_none(x), is_array(x) and x.ndim == 1

    def check_length(x, at, n):
        if x.shape[at] != n:
            raise ValueError("If given, length of x along axis must be the same as y.")

    def lines_of_places(x, at, shape):
        check_length(x, 0 if has_one_line else at, shape[ndim - 1])
        if has_one_line:
            return x.astype(np.float64).reshape(1, x.size)
        lines = np.moveaxis(x, at, -1).astype(np.float64)
        return lines.reshape(lines.size // shape[ndim - 1], shape[ndim - 1])

    places = lines_of_places if has_places else (lambda x, at, shape: np.zeros((1, 1)))

    def impl(y, x=None, *, dx=1.0, axis=-1):
        at = normalize_axis(axis, ndim)
        moved = np.ascontiguousarray(np.moveaxis(y, at, -1))
        out = np.empty(moved.shape[:-1], work)
        rows = moved.astype(work).reshape(out.size, moved.shape[ndim - 1])
        positions, flat = places(x, at, moved.shape), out.reshape(-1)
        for k in range(flat.size):
            flat[k] = _simpson_of_line(rows[k], positions[min(k, positions.shape[0] - 1)], np.float64(dx), has_places)
        return out[()]

    return impl


# -------------------------------------------------------------------------------------------------- cumulative_trapezoid


def _cumulative_class(y: Any, x: Any) -> Any:
    """Return NumPy's class of the sums: integers become floats by the division, numbers of Python adapt."""
    names = [dtype_name(y.dtype), *([] if is_none(x) else [dtype_name(x.dtype)])]
    return numpy_class(from_dtype(np.result_type(np.result_type(*names), 0.0)))


@implements("scipy.integrate.cumulative_trapezoid")
def cumulative_trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1, initial: Any = None) -> FunctionType | None:
    """Integrals along an axis up to each sample by the trapezoidal rule; with ``initial=0`` the first is that of nothing."""
    if not _are_samples(y, x):
        return None
    _check_places(y, x)
    if isinstance(initial, types.Literal) and initial.literal_value != 0:
        raise errors.NumbaValueError("`initial` must be `None` or `0`.")
    number, ndim, start = _cumulative_class(y, x), y.ndim, 0 if is_none(initial) else 1
    has_places, has_one_line, is_checked = not is_none(x), is_array(x) and x.ndim == 1, start == 1

    def widths(x, dx, at, count):
        if not has_places:
            return dx
        d = np.diff(x) if has_one_line else np.diff(np.moveaxis(x, at, -1))
        if d.shape[d.ndim - 1] != count:
            raise ValueError("If given, length of x along axis must be the same as y.")
        return d

    def impl(y, x=None, dx=1.0, axis=-1, initial=None):
        at = normalize_axis(axis, ndim)
        n = y.shape[at]
        if n == 0:
            raise ValueError("At least one point is required along `axis`.")
        if is_checked and initial != 0:
            raise ValueError("`initial` must be `None` or `0`.")
        v = np.moveaxis(y, at, -1)
        sums = np.cumsum(widths(x, dx, at, n - 1) * (v[..., 1:] + v[..., :-1]) / 2.0, ndim - 1)
        out = np.zeros(tuple_replace(y.shape, at, n - 1 + start), number)
        np.moveaxis(out, at, -1)[..., start:] = sums
        return out

    return impl
