"""Views with other axes, or with axes in reverse."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_insert, tuple_remove, tuple_replace
from coluber.lib.kinds import is_array, is_int_tuple, is_integer, is_none
from coluber.lib.numpy.axes import normalize_axis, normalize_named_axis
from coluber.lib.numpy.several_axes import expanded, flipped, moved, squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("numpy.swapaxes", "array.swapaxes")
def swapaxes(a: Any, axis1: Any, axis2: Any) -> FunctionType | None:
    """Return a view with two axes exchanged."""
    if not (is_array(a) and is_integer(axis1) and is_integer(axis2)):
        return None
    ndim = a.ndim

    def impl(a, axis1, axis2):
        i, j = normalize_named_axis(axis1, ndim, "axis1"), normalize_named_axis(axis2, ndim, "axis2")
        shape = tuple_replace(tuple_replace(a.shape, i, a.shape[j]), j, a.shape[i])
        strides = tuple_replace(tuple_replace(a.strides, i, a.strides[j]), j, a.strides[i])
        return strided_view(a, shape, strides)

    return impl


@implements("numpy.moveaxis")
def moveaxis(a: Any, source: Any, destination: Any) -> FunctionType | None:
    """Return a view with an axis, or several, at another place."""
    if is_array(a) and is_int_tuple(source) and is_int_tuple(destination):
        return moved(a.ndim, len(source), len(destination))
    if not (is_array(a) and is_integer(source) and is_integer(destination)):
        return None
    ndim = a.ndim

    def impl(a, source, destination):
        i, j = normalize_named_axis(source, ndim, "source"), normalize_named_axis(destination, ndim, "destination")
        shape = tuple_insert(tuple_remove(a.shape, i), j, a.shape[i])
        strides = tuple_insert(tuple_remove(a.strides, i), j, a.strides[i])
        return strided_view(a, shape, strides)

    return impl


@implements("numpy.expand_dims")
def expand_dims(a: Any, axis: Any) -> FunctionType | None:
    """Return a view with one more axis, or several, of one element."""
    if is_array(a) and is_int_tuple(axis):
        return expanded(a.ndim, len(axis))
    if not (is_array(a) and is_integer(axis)):
        return None
    ndim = a.ndim + 1
    keeps_order = a.layout == "C"

    def impl(a, axis):
        at = normalize_axis(axis, ndim)
        return strided_view(a, tuple_insert(a.shape, at, 1), tuple_insert(a.strides, at, 0))

    def impl_contiguous(a, axis):
        return a.reshape(tuple_insert(a.shape, normalize_axis(axis, ndim), 1))

    return impl_contiguous if keeps_order else impl


@cache
def _without_ones(ndim: int) -> FunctionType:
    """Return ``(array)``, of an array with so many axes: a view without those of one element, of one of several types."""
    if ndim == 0:
        return lambda a: a
    fewer = _without_ones(ndim - 1)

    def without_ones(a):
        for at in range(ndim):
            if a.shape[at] == 1:
                return fewer(np.squeeze(a, at))
        return a

    return without_ones


@implements("numpy.squeeze", "array.squeeze")
def squeeze(a: Any, axis: Any = None) -> FunctionType | None:
    """Return a view without an axis, or several, of one element; or without all such, which has one of several types."""
    if not is_array(a):
        return None
    if is_int_tuple(axis):
        return squeezed(a.ndim, len(axis))
    if is_none(axis):
        without = _without_ones(a.ndim)
        return lambda a, axis=None: without(a)
    if not (a.ndim > 0 and is_integer(axis)):
        return None
    ndim = a.ndim
    keeps_order = a.layout == "C"

    def checked(a, axis):
        at = normalize_axis(axis, ndim)
        if a.shape[at] != 1:
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return at

    def impl(a, axis):
        at = checked(a, axis)
        return strided_view(a, tuple_remove(a.shape, at), tuple_remove(a.strides, at))

    def impl_contiguous(a, axis):
        return a.reshape(tuple_remove(a.shape, checked(a, axis)))

    return impl_contiguous if keeps_order else impl


# ---------------------------------------------------------------------------------------------------------- reversed


@implements("numpy.flip")
def flip(m: Any, axis: Any = None) -> FunctionType | None:
    """Return a view with an axis, several or all of them, in reverse."""
    if not is_array(m):
        return None
    if m.ndim == 0:
        return (lambda m, axis=None: m[()]) if is_none(axis) else None
    if is_none(axis):
        return _flip_all(m.ndim)
    if is_int_tuple(axis):
        return flipped(m.ndim, len(axis))
    ndim = m.ndim

    def impl(m, axis):
        at = normalize_axis(axis, ndim)
        back = np.moveaxis(m, at, 0)[::-1]
        return np.moveaxis(back, 0, at)

    return impl if is_integer(axis) else None


def _flip_all(ndim: int) -> FunctionType | None:
    """Return the function that reverses all axes, for up to four."""

    def one(m, axis=None):
        return m[::-1]

    def two(m, axis=None):
        return m[::-1, ::-1]

    def three(m, axis=None):
        return m[::-1, ::-1, ::-1]

    def four(m, axis=None):
        return m[::-1, ::-1, ::-1, ::-1]

    return {1: one, 2: two, 3: three, 4: four}.get(ndim)


@implements("numpy.flipud")
def flipud(m: Any) -> FunctionType | None:
    """Return a view with the first axis in reverse."""

    def impl(m):
        return m[::-1]

    return impl if is_array(m) and m.ndim >= 1 else None


@implements("numpy.fliplr")
def fliplr(m: Any) -> FunctionType | None:
    """Return a view with the second axis in reverse."""

    def impl(m):
        return m[:, ::-1]

    return impl if is_array(m) and m.ndim >= 2 else None
