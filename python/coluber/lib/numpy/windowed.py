"""Views with any strides, of windows that slide, and of the parts of complex numbers."""

from __future__ import annotations

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_int_tuple,
    is_integer,
    is_none,
    is_number,
    literal_bool,
    numpy_class,
    refuse,
)
from coluber.lib.numpy.arguments import same
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.broadcasting import read_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("numpy.lib.stride_tricks.as_strided")
def as_strided(
    x: Any, shape: Any = None, strides: Any = None, subok: Any = False, writeable: Any = True
) -> FunctionType | None:
    """Return a view with any shape and strides; nothing checks that it stays in the array's memory."""
    if not is_array(x) or not all(is_none(ty) or is_int_tuple(ty) for ty in (shape, strides)):
        return None
    own_shape, own_strides = is_none(shape), is_none(strides)
    protect = _protection(x, x.ndim if own_shape else len(shape), writeable)

    def impl(x, shape=None, strides=None, subok=False, writeable=True):
        return protect(strided_view(x, x.shape if own_shape else shape, x.strides if own_strides else strides))

    return impl


def _protection(x: Any, ndim: int, writeable: Any) -> FunctionType:
    """Return the function that makes of a view what the argument says."""
    return same if literal_bool(writeable, "writeable") else read_only(x.dtype, ndim, x.aligned)


@implements("numpy.lib.stride_tricks.sliding_window_view")
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, subok: Any = False, writeable: Any = False
) -> FunctionType | None:
    """Return a view of all windows of a shape, whose axes come last: along all axes, or along one."""
    if not is_array(x) or x.ndim == 0 or not (is_integer(window_shape) or is_int_tuple(window_shape)):
        return None
    if is_integer(axis) and is_integer(window_shape):
        return _windows_along(x.ndim, _protection(x, x.ndim + 1, writeable))
    if is_integer(axis) or is_int_tuple(axis):
        windows, axes = (len(ty) if isinstance(ty, types.BaseTuple) else 1 for ty in (window_shape, axis))
        return _windows_along_axes(x.ndim, windows, axes, _protection(x, x.ndim + axes, writeable), window_shape, axis)
    refuse("axis", axis)
    is_one, ndim = is_integer(window_shape), x.ndim
    if ndim != (1 if is_one else len(window_shape)):
        raise errors.NumbaValueError(
            "Since axis is None, must provide window_shape for all dimensions of `x`; "
            f"got {1 if is_one else len(window_shape)} window_shape elements and `x.ndim` is {ndim}."
        )

    protect = _protection(x, 2 * ndim, writeable)

    def impl(x, window_shape, axis=None, subok=False, writeable=False):
        window, shape = (window_shape,) if is_one else window_shape, x.shape
        for k in range(ndim):
            check_window(window[k], shape[k])
            shape = tuple_replace(shape, k, shape[k] - window[k] + 1)
        return protect(strided_view(x, shape + window, x.strides + x.strides))

    return impl


def check_window(width, n):
    """Raise ValueError for a window that does not fit."""
    if width < 0:
        raise ValueError("`window_shape` cannot contain negative values")
    if width > n:
        raise ValueError("window shape cannot be larger than input array shape")


def _windows_along_axes(
    ndim: int, windows: int, axes: int, protect: FunctionType, window_shape: Any, axis: Any
) -> FunctionType:
    if windows != axes:
        raise errors.NumbaValueError(
            f"Must provide matching length window_shape and axis; got {windows} window_shape elements and {axes} axes elements."
        )
    ones, one_window, one_axis = (0,) * axes, is_integer(window_shape), is_integer(axis)

    def impl(x, window_shape, axis=None, subok=False, writeable=False):
        window, places = (window_shape,) if one_window else window_shape, (axis,) if one_axis else axis
        shape, steps = x.shape, ones
        for k in range(axes):
            at = normalize_axis(places[k], ndim)
            check_window(window[k], shape[at])
            shape = tuple_replace(shape, at, shape[at] - window[k] + 1)
            steps = tuple_replace(steps, k, x.strides[at])
        return protect(strided_view(x, shape + window, x.strides + steps))

    return impl


def _windows_along(ndim: int, protect: FunctionType) -> FunctionType:
    def impl(x, window_shape, axis=None, subok=False, writeable=False):
        at = normalize_axis(axis, ndim)
        check_window(window_shape, x.shape[at])
        shape = tuple_replace(x.shape, at, x.shape[at] - window_shape + 1)
        return protect(strided_view(x, (*shape, window_shape), (*x.strides, x.strides[at])))

    return impl


@implements("numpy.real")
def real(val: Any) -> FunctionType | None:
    """Return the real parts, as a view."""

    def impl(val):
        return val.real

    return impl if is_array(val) or is_number(val) else None


@implements("numpy.imag")
def imag(val: Any) -> FunctionType | None:
    """Return the imaginary parts, as a view."""

    def impl(val):
        return val.imag

    return impl if is_array(val) or is_number(val) else None


@implements("numpy.astype")
def astype(x: Any, dtype: Any, copy: Any = True) -> FunctionType | None:
    """Return a copy of an array with another dtype."""
    if not is_array(x):
        return None
    number, copies = numpy_class(dtype_type(dtype)), literal_bool(copy, "copy")

    def impl(x, dtype, copy=True):
        return x.astype(number)

    return impl if copies or dtype_type(dtype) != x.dtype else (lambda x, dtype, copy=True: x)
