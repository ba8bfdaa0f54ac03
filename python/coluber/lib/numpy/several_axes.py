"""Views with several axes moved, added, removed or reversed, which a tuple names."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.kinds import literal_bool
from coluber.lib.numpy.axes import are_constant, constant_axes, normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@cache
def checked_axes(count: int, ndim: int, name: str, message: str = "") -> FunctionType:
    """Return ``(axes)``: axes counted from the first one; AxisError or ValueError where they are wrong."""
    if count == 0:
        return lambda axes: ()
    message = message or (f"repeated axis in `{name}` argument" if name else "repeated axis")

    def checked(axes):
        result = axes
        for k in range(count):
            at = normalize_axis(axes[k], ndim)
            for j in range(k):
                if result[j] == at:
                    raise ValueError(message)
            result = tuple_replace(result, k, at)
        return result

    return checked


def is_among(axis, axes):
    """Whether an axis is in a tuple."""
    found = False
    for k in range(len(axes)):
        found = found or axes[k] == axis
    return found


def moved(ndim: int, count: int, others: int) -> FunctionType:
    """Return ``(array, source, destination)`` for tuples of axes."""
    if count != others:
        raise errors.NumbaValueError("`source` and `destination` arguments must have the same number of elements")
    if count == 0:
        return lambda a, source, destination: strided_view(a, a.shape, a.strides)
    sources, destinations = checked_axes(count, ndim, "source"), checked_axes(count, ndim, "destination")

    def move(a, source, destination):
        start, end = sources(source), destinations(destination)
        shape, strides, free = a.shape, a.strides, 0
        for axis in range(ndim):
            if not is_among(axis, start):
                while is_among(free, end):
                    free += 1
                shape, strides = tuple_replace(shape, free, a.shape[axis]), tuple_replace(strides, free, a.strides[axis])
                free += 1
        for k in range(count):
            shape = tuple_replace(shape, end[k], a.shape[start[k]])
            strides = tuple_replace(strides, end[k], a.strides[start[k]])
        return strided_view(a, shape, strides)

    return move


def expanded(ndim: int, count: int) -> FunctionType:
    """Return ``(array, axes)``: a view with new axes of one element at places in the result."""
    if count == 0:
        return lambda a, axis: a[...]
    want = ndim + count
    checked, ones, zeros = checked_axes(count, want, ""), (1,) * want, (0,) * want
    is_number = ndim == 0

    def expand_number(a, axis):
        checked(axis)
        return strided_view(a, ones, zeros)

    def expand(a, axis):
        axes, shape, strides, k = checked(axis), ones, zeros, 0
        for at in range(want):
            if not is_among(at, axes):
                shape, strides = tuple_replace(shape, at, a.shape[k]), tuple_replace(strides, at, a.strides[k])
                k += 1
        return strided_view(a, shape, strides)

    return expand_number if is_number else expand


def squeezed(ndim: int, count: int) -> FunctionType:
    """Return ``(array, axes)``: a view without some axes of one element."""
    if count > ndim:
        raise errors.NumbaValueError("duplicate value in 'axis'")
    if count == 0:
        return lambda a, axis: a[...]
    checked, zeros = checked_axes(count, ndim, ""), (0,) * (ndim - count)
    is_number = ndim == count

    def check(a, axis):
        axes = checked(axis)
        for k in range(count):
            if a.shape[axes[k]] != 1:
                raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return axes

    def squeeze_all(a, axis):
        check(a, axis)
        return strided_view(a, (), ())

    def squeeze(a, axis):
        axes, shape, strides, k = check(a, axis), zeros, zeros, 0
        for at in range(ndim):
            if not is_among(at, axes):
                shape, strides = tuple_replace(shape, k, a.shape[at]), tuple_replace(strides, k, a.strides[at])
                k += 1
        return strided_view(a, shape, strides)

    return squeeze_all if is_number else squeeze


def flipped(ndim: int, count: int) -> FunctionType:
    """Return ``(array, axes)``: a view with some axes in reverse."""
    if count == 0:
        return lambda m, axis: m[...]
    checked = checked_axes(count, ndim, "")

    def flip(m, axis):
        axes = checked(axis)
        view = strided_view(m, m.shape, m.strides)
        for k in range(count):
            view = np.flip(view, axes[k])
        return view

    return flip


def merged(ndim: int, count: int) -> FunctionType:
    """Return ``(array, axes)``: an array in which several axes are one, the last."""
    if count == 0:
        return lambda a, axes: a.reshape((*a.shape, 1))
    kept, last = ndim - count, tuple(range(ndim - count, ndim))
    checked = checked_axes(count, ndim, "")

    def merge(a, axes):
        moved, length = np.moveaxis(a, checked(axes), last), 1
        for k in range(count):
            length *= moved.shape[kept + k]
        return moved.reshape((*moved.shape[:kept], length))

    return merge


def over_merged_axes(
    function: Any, a: Any, axis: Any, keepdims: Any, arguments: dict[str, Any], also: tuple[str, ...] = ()
) -> FunctionType:
    """Return the implementation of a reduction along several axes: along one that they become.

    Parameters
    ----------
    function : callable
        The reduction, which takes an axis.
    a, axis, keepdims : Type
        The types of these arguments.
    arguments : dict
        All parameters in order: the type of what was given, or the default.
    also : tuple of str
        Other arguments of the array's shape.
    """
    if not isinstance(axis, types.BaseTuple):
        raise errors.TypingError(f"the argument 'axis' must be an integer or a tuple of integers, not {axis}")
    axes = tuple(sorted(constant_axes(axis, a.ndim))) if are_constant(axis) else None
    kept = literal_bool(keepdims, "keepdims")
    names, where = list(arguments), "axis" if axes is None else "axes"
    first = next(iter(names))
    passed = ["axis=-1"]
    for name in names:
        if isinstance(arguments[name], types.Type) and name not in (first, "axis", "keepdims"):
            passed.append(f"{name}={_passed(name, arguments[name], where if name in also else None)}")
    required = [name for name in names if name == first or name == "q"]
    signature = ", ".join([*required, *(f"{name}={_default(arguments[name])}" for name in names if name not in required)])
    call = f"function(merge({first}, {where}), {', '.join(passed)})"
    if kept:
        call = f"expand_dims(asarray({call}), {'places' if axes is not None else 'from_end(axis)'})"
    scope = {
        "function": function, "merge": merged(a.ndim, len(axis)), "expand_dims": np.expand_dims, "asarray": np.asarray,
        "axes": axes, "places": tuple(k - a.ndim for k in axes or ()), "from_end": _from_end(a.ndim, len(axis)),
    }  # fmt: skip
    exec(compile(f"def impl({signature}):\n    return {call}", f"<{function.__name__} along several axes>", "exec"), scope)
    return scope["impl"]


def _from_end(ndim: int, count: int) -> FunctionType:
    """Return ``(axes)``: axes counted from the last one, since a result may have others in front, such as that of quantiles."""
    checked = checked_axes(count, ndim, "")

    def places(axes):
        result = checked(axes)
        for k in range(count):
            result = tuple_replace(result, k, result[k] - ndim)
        return result

    return places


def _passed(name: str, ty: Any, axes: str | None) -> str:
    if isinstance(ty, types.Literal):
        return repr(ty.literal_value)
    return f"merge({name}, {axes})" if axes else name


def _default(value: Any) -> str:
    return "None" if isinstance(value, types.Type) else repr(value)
