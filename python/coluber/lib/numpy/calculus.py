"""Differences and sums along axes: ``gradient``, ``trapezoid``, ``unwrap``, ``diff`` with ends."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integer,
    is_integral,
    is_none,
    is_number,
    is_time,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import common_dtype
from coluber.lib.numpy.axes import constant_axes, normalize_axis, place_of_axis
from coluber.lib.numpy.layouts import is_reversed, order_of
from coluber.lib.numpy.lines import each_pair_with
from coluber.lib.numpy.rounding import at_least_double, element_type
from coluber.lib.numpy.time_quantiles import gradient_of_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


# ---------------------------------------------------------------------------------------------------- ends of a diff


def extension(a: Any, prepend: Any, append: Any) -> FunctionType | None:
    """Return ``(a, axis, prepend, append)``: an array with more elements at both ends of an axis; None if they don't fit."""
    given = [ty for ty in (prepend, append) if not is_none(ty)]
    if not all(is_number(ty) or (is_array(ty) and ty.ndim in (0, a.ndim)) for ty in given):
        return None
    number = numpy_class(result_type(a.dtype, *[element_type(ty) for ty in given]))
    ndim, (head_size, head), (tail_size, tail) = a.ndim, _end(prepend), _end(append)
    check, is_turned = _check_ends(prepend, append), all(is_reversed(ty) for ty in (a, *given) if is_array(ty) and ty.ndim)
    order = "F" if is_turned else "C"

    def extended(a, axis, prepend, append):
        at = normalize_axis(axis, ndim)
        check(a, prepend, append, at)
        before, after, n = head_size(prepend, at), tail_size(append, at), a.shape[at]
        result = np.empty(tuple_replace(a.shape, at, before + n + after), number, order)
        target = np.moveaxis(result, at, 0)
        head(target[:before], prepend, at)
        target[before : before + n] = np.moveaxis(a, at, 0)
        tail(target[before + n :], append, at)
        return result

    return extended


def _check_ends(prepend: Any, append: Any) -> FunctionType:
    """Return ``(a, prepend, append, axis)``, which raises ValueError where other lengths than that of the axis differ."""
    from coluber.lib.numpy.joining import check_lengths

    of_head, of_tail = (is_array(ty) and ty.ndim > 0 for ty in (prepend, append))
    at, last = (0, 1) if is_none(prepend) else (1, 2)

    def check(a, prepend, append, axis):
        first = prepend.shape if of_head else a.shape
        if of_head:
            check_lengths(a, at, 0, first, axis)
        if of_tail:
            check_lengths(append, last, 0, first, axis)

    return check


def _end(ty: Any) -> tuple[FunctionType, FunctionType]:
    """Return ``(end, axis)``: how long an end is, and ``(target, end, axis)``, which stores it."""

    def no_size(end, axis):
        return 0

    def nothing(target, end, axis):
        pass

    def one(end, axis):
        return 1

    def number(target, end, axis):
        target[...] = end

    def item(target, end, axis):
        target[...] = end[()]

    def length(end, axis):
        return end.shape[axis]

    def array(target, end, axis):
        target[...] = np.moveaxis(end, axis, 0)

    if is_none(ty):
        return no_size, nothing
    if is_number(ty):
        return one, number
    return (length, array) if ty.ndim else (one, item)


# ----------------------------------------------------------------------------------------------------------- gradient


def _plain_quotient(x, y):
    return x / y


def _uniform(number: Any, quotient: Any) -> FunctionType:
    """Return ``(v, out, h, edge_order)`` for points at one distance; lines are along the first axis.

    At edges of the second order the distance divides with `quotient`: that of a number of Python's raises where it is zero.
    """
    two, three_halves, half = number(2), number(1.5), number(0.5)

    def differences(v, out, spacing, edge_order):
        n, h = v.shape[0], number(spacing)
        for k in range(1, n - 1):
            out[k] = np.divide(v[k + 1] - v[k - 1], two * h)
        if edge_order == 1:
            out[0] = np.divide(v[1] - v[0], h)
            out[n - 1] = np.divide(v[n - 1] - v[n - 2], h)
        else:
            p, q, r = quotient(-three_halves, h), quotient(two, h), quotient(-half, h)
            out[0] = p * v[0] + q * v[1] + r * v[2]
            out[n - 1] = -r * v[n - 3] - q * v[n - 2] - p * v[n - 1]

    return differences


def _at_coordinates(number: Any, uniform: FunctionType) -> FunctionType:
    """Return ``(v, out, places, edge_order)`` for points at any places."""
    two = number(2)

    def differences(v, out, places, edge_order):
        n = v.shape[0]
        if places.size != n:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        d = np.diff(places.astype(number))
        if (d == d[0]).all():
            uniform(v, out, d[0], edge_order)
            return
        for k in range(1, n - 1):
            before, after = d[k - 1], d[k]
            p = np.divide(-after, before * (before + after))
            q = np.divide(after - before, before * after)
            r = np.divide(before, after * (before + after))
            out[k] = p * v[k - 1] + q * v[k] + r * v[k + 1]
        if edge_order == 1:
            out[0] = np.divide(v[1] - v[0], d[0])
            out[n - 1] = np.divide(v[n - 1] - v[n - 2], d[n - 2])
            return
        s, t = d[0], d[1]
        p, q, r = np.divide(-(two * s + t), s * (s + t)), np.divide(s + t, s * t), np.divide(-s, t * (s + t))
        out[0] = p * v[0] + q * v[1] + r * v[2]
        s, t = d[n - 3], d[n - 2]
        p, q, r = np.divide(t, s * (s + t)), np.divide(-(t + s), s * t), np.divide(two * t + s, t * (s + t))
        out[n - 1] = p * v[n - 3] + q * v[n - 2] + r * v[n - 1]

    return differences


def _gradient_along(dtype: Type, spacing: Any, order: str) -> FunctionType:
    """Return ``(f, axis, spacing, edge_order)``: the derivative along an axis that has been checked."""
    number = numpy_class(dtype)
    real = numpy_class(dtype.underlying_float if is_complex(dtype) else dtype)
    of_numbers, of_elements = _uniform(real, _plain_quotient), _uniform(real, np.divide)
    differences = _at_coordinates(real, of_elements) if is_array(spacing) else of_numbers
    has_unit = is_none(spacing)

    def along(f, axis, spacing, edge_order):
        if edge_order > 2:
            raise ValueError("'edge_order' greater than 2 not supported")
        if f.shape[axis] < edge_order + 1:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required."
            )
        result = np.empty(f.shape, number, order)
        source = np.moveaxis(f.astype(number), axis, 0)
        differences(source, np.moveaxis(result, axis, 0), real(1) if has_unit else spacing, edge_order)
        return result

    return along


def _gradient_along_several(ndim: int, axis: Any, given: tuple[bool, ...]) -> FunctionType:
    """Return the function for the axes of a tuple, in their order; one distance is that along all of them."""
    count = len(constant_axes(axis, ndim))
    axes = tuple(int(ty.literal_value) % ndim for ty in axis.types)
    distances = sum(given)
    if distances not in (0, 1, count):
        raise errors.TypingError("invalid number of arguments")
    items = _gradients(axes, distances)

    def impl(f, first=None, second=None, third=None, axis=None, edge_order=1):
        return items(f, (first, second, third), edge_order)

    def impl_one(f, first=None, second=None, third=None, axis=None, edge_order=1):
        return items(f, (first, second, third), edge_order)[0]

    return impl_one if count == 1 else impl


def _gradients(axes: tuple[int, ...], distances: int) -> FunctionType:
    if not axes:
        return lambda f, given, edge_order: ()
    before, at, k = _gradients(axes[:-1], distances), axes[-1], len(axes) - 1 if distances > 1 else 0

    def with_distance(f, given, edge_order):
        return (*before(f, given, edge_order), np.gradient(f, given[k], axis=at, edge_order=edge_order))

    def plain(f, given, edge_order):
        return (*before(f, given, edge_order), np.gradient(f, axis=at, edge_order=edge_order))

    return with_distance if distances else plain


@implements("numpy.gradient")
def gradient(
    f: Any, first: Any = None, second: Any = None, third: Any = None, axis: Any = None, edge_order: Any = 1
) -> FunctionType | None:
    """Return derivatives along an axis, or a tuple of those along all; distances are numbers or coordinates."""
    if not is_array(f) or f.ndim == 0 or f.ndim > 3 or isinstance(f.dtype, types.Boolean):
        return None
    if isinstance(axis, types.BaseTuple):
        return _gradient_along_several(f.ndim, axis, tuple(not is_none(ty) for ty in (first, second, third)))
    if not (is_none(axis) or is_integer(axis)):
        return None
    given = [ty for ty in (first, second, third) if not is_none(ty)]
    if is_time(f.dtype):
        return gradient_of_times(f, first) if len(given) <= 1 and edge_order == 1 else None
    ndim, dtype = f.ndim, at_least_double(f.dtype)
    if len(given) > 1 and len(given) != (ndim if is_none(axis) else 1):
        raise errors.TypingError("invalid number of arguments")
    if not all(is_number(ty) or is_array(ty, 1) for ty in given):
        return None
    alike = len(given) <= 1
    spacings = [first] * 3 if alike else [first, second, third]
    d0, d1, d2 = (_gradient_along(dtype, spacing, order_of(f)) for spacing in spacings)

    def impl(f, first=None, second=None, third=None, axis=None, edge_order=1):
        return d0(f, 0 if whole else normalize_axis(axis, ndim), first, edge_order)

    def impl_two(f, first=None, second=None, third=None, axis=None, edge_order=1):
        return d0(f, 0, first, edge_order), d1(f, 1, first if alike else second, edge_order)

    def impl_three(f, first=None, second=None, third=None, axis=None, edge_order=1):
        return (
            d0(f, 0, first, edge_order),
            d1(f, 1, first if alike else second, edge_order),
            d2(f, 2, first if alike else third, edge_order),
        )

    whole = is_none(axis)
    if not whole or ndim == 1:
        return impl
    return impl_two if ndim == 2 else impl_three


# ---------------------------------------------------------------------------------------------------------- trapezoid


# What NumPy says where there is no such axis.
_NO_AXIS = "list assignment index out of range"


@implements("numpy.trapezoid")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> FunctionType | None:
    """Return the integral along an axis by the trapezoidal rule."""
    if not is_array(y) or y.ndim == 0 or not (is_none(x) or (is_array(x) and x.ndim in (1, y.ndim))):
        return None
    if not (axis == -1 or is_integer(axis)):
        raise errors.TypingError(f"the argument 'axis' must be an integer, not {axis}")
    ndim, no_places, same_rank = y.ndim, is_none(x), is_array(x) and x.ndim == y.ndim

    def widths(x, dx, at):
        if no_places:
            return dx
        if same_rank:
            return np.diff(np.moveaxis(x, at, -1))
        return np.diff(x)

    def impl_vector(y, x=None, dx=1.0, axis=-1):
        return (widths(x, dx, place_of_axis(axis, 1, _NO_AXIS)) * (y[1:] + y[:-1]) / 2.0).sum()

    def impl(y, x=None, dx=1.0, axis=-1):
        at = place_of_axis(axis, ndim, _NO_AXIS)
        v = np.moveaxis(y, at, -1)
        return (widths(x, dx, at) * (v[..., 1:] + v[..., :-1]) / 2.0).sum(ndim - 1)

    def impl_reversed(y, x=None, dx=1.0, axis=-1):
        return np.trapezoid(y.T, x, dx, ndim - 1 - place_of_axis(axis, ndim, _NO_AXIS)).T

    if is_reversed(y) and not same_rank:
        return impl_reversed
    return impl_vector if ndim == 1 else impl


# ------------------------------------------------------------------------------------------------------------- unwrap


def _unwrap_line(number: Any) -> FunctionType:
    """Return ``(line, target, (discont, period))``."""

    def fill(line, target, numbers):
        limit, period = numbers
        low, high = -period / number(2), period / number(2)
        total = number(0)
        for k in range(line.size):
            x = number(line[k])
            if k > 0:
                step = number(x - number(line[k - 1]))
                inside = number(np.mod(step - low, period) + low)
                if inside == low and step > number(0):
                    inside = high
                if not abs(step) < limit:
                    total += inside - step
            target[k] = x + total

    return fill


def _unwrap_integers(line, target, numbers):
    limit, period = numbers
    low = -(period // 2)
    total = 0
    for k in range(line.size):
        x = np.int64(line[k])
        if k > 0:
            step = x - np.int64(line[k - 1])
            inside = (step - low) % period + low
            if period % 2 == 0 and inside == low and step > 0:
                inside = -low
            if not abs(step) < limit:
                total += inside - step
        target[k] = x + total


@implements("numpy.unwrap")
def unwrap(p: Any, discont: Any = None, axis: Any = -1, period: Any = 2.0 * math.pi) -> FunctionType | None:
    """Return angles without jumps of more than half a period."""
    if not is_array(p) or p.ndim == 0 or is_complex(p.dtype):
        return None
    if not (axis == -1 or is_integer(axis)):
        raise errors.TypingError(f"the argument 'axis' must be an integer, not {axis}")
    number, ndim, no_limit = numpy_class(at_least_double(p.dtype)), p.ndim, is_none(discont)
    rows, order = each_pair_with(ndim, _unwrap_line(number)), order_of(p)
    if is_integral(p.dtype) and is_integer(period):
        return _unwrapped_integers(p, period, no_limit)

    def impl(p, discont=None, axis=-1, period=2.0 * math.pi):
        at = normalize_axis(axis, ndim)
        result = np.empty(p.shape, number, order)
        whole = number(period)
        half = whole / number(2)
        limit = half if no_limit else max(number(discont), half)
        rows(np.moveaxis(p, at, -1), np.moveaxis(result, at, -1), (limit, whole))
        return result

    return impl


def _unwrapped_integers(p: Any, period: Any, no_limit: bool) -> FunctionType:
    """Return the function for integers with a period that is one."""
    number, ndim, order = numpy_class(common_dtype(p, period)), p.ndim, order_of(p)
    rows = each_pair_with(ndim, _unwrap_integers)

    def impl(p, discont=None, axis=-1, period=2.0 * math.pi):
        at = normalize_axis(axis, ndim)
        result = np.empty(p.shape, number, order)
        limit = period / 2 if no_limit else np.float64(discont)
        rows(np.moveaxis(p, at, -1), np.moveaxis(result, at, -1), (max(limit, period / 2), np.int64(period)))
        return result

    return impl
