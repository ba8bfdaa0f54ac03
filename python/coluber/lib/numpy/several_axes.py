"""Views with several axes moved, added, removed or reversed, which a tuple names."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


@cache
def checked_axes(count: int, ndim: int, name: str) -> FunctionType:
    """Return ``(axes)``: axes counted from the first one; AxisError or ValueError where they are wrong."""
    message = f"repeated axis in `{name}` argument" if name else "repeated axis"

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
    checked = checked_axes(count, ndim, "")

    def flip(m, axis):
        axes = checked(axis)
        view = strided_view(m, m.shape, m.strides)
        for k in range(count):
            view = np.flip(view, axes[k])
        return view

    return flip
