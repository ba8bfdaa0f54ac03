"""``pad``: an array with more elements around it."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_integer, is_integral, is_number, literal_str, numpy_class, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# -------------------------------------------------------------------------------------------------------------- pairs


def _pairs(ty: Any, ndim: int, name: str) -> FunctionType:
    """Return ``(value, axis)``: the pair for an axis, of a number or of tuples as NumPy allows."""

    def of_number(value, axis):
        return value, value

    def of_one(value, axis):
        return value[0], value[0]

    def of_two(value, axis):
        return value[0], value[1]

    def of_one_pair(value, axis):
        return value[0][0], value[0][1]

    def of_pairs(value, axis):
        return value[axis][0], value[axis][1]

    if isinstance(ty, (int, float)) or is_number(ty):
        return of_number
    items = ty.types if isinstance(ty, types.BaseTuple) else ()
    if items and all(is_number(item) for item in items) and len(items) <= 2:
        return of_one if len(items) == 1 else of_two
    if items and all(isinstance(item, types.BaseTuple) and len(item) == 2 for item in items) and len(items) in (1, ndim):
        return of_one_pair if len(items) == 1 else of_pairs
    raise errors.TypingError(f"the argument '{name}' must be a number, a pair, or a tuple with a pair for each axis")


def _numbers_in(ty: Any) -> list[Any]:
    return [leaf for item in ty.types for leaf in _numbers_in(item)] if isinstance(ty, types.BaseTuple) else [ty]


# -------------------------------------------------------------------------------------------- which element is copied


def _edge(i, n):
    return min(max(i, 0), n - 1)


def _reflect(i, n):
    if n == 1:
        return 0
    k = i % (2 * (n - 1))
    return k if k < n else 2 * (n - 1) - k


def _symmetric(i, n):
    k = i % (2 * n)
    return k if k < n else 2 * n - 1 - k


def _wrap(i, n):
    return i % n


_COPIES = {"edge": _edge, "reflect": _reflect, "symmetric": _symmetric, "wrap": _wrap}


# -------------------------------------------------------------------- fillers: (rows, n, before, after, low, high)


def _copies(source: FunctionType) -> FunctionType:
    def fill(rows, n, before, after, low, high):
        for i in range(before):
            rows[i] = rows[before + source(i - before, n)]
        for i in range(n, n + after):
            rows[before + i] = rows[before + source(i, n)]

    return fill


def _constant(rows, n, before, after, low, high):
    rows[:before] = low
    rows[before + n :] = high


def _nothing(rows, n, before, after, low, high):
    pass


def _ramp(dtype: Any) -> FunctionType:
    """Return the filler with numbers at equal distances between the edges and the end values."""
    part = np.complex128 if is_complex(dtype) else np.float64
    rounded = is_integer(dtype)

    def step_of(x):
        return np.floor(x) if rounded else x

    def fill(rows, n, before, after, low, high):
        for k in range(before):
            step = (rows[before] - part(low)) / part(before)
            rows[k] = step_of(part(k) * step + part(low))
        for k in range(after):
            step = (rows[before + n - 1] - part(high)) / part(after)
            rows[before + n + after - 1 - k] = step_of(part(k) * step + part(high))

    return fill


def _maximum(part):
    return np.max(part, axis=0)


def _minimum(part):
    return np.min(part, axis=0)


def _mean(part):
    return np.mean(part, axis=0)


def _rounded_mean(part):
    return np.rint(np.mean(part, axis=0))


def _statistic(function: FunctionType) -> FunctionType:
    def fill(rows, n, before, after, low, high):
        value = function(rows[before : before + n])
        rows[:before] = value
        rows[before + n :] = value

    return fill


def _filler(mode: str, dtype: Any) -> FunctionType:
    if mode in _COPIES:
        return _copies(_COPIES[mode])
    if mode == "linear_ramp":
        return _ramp(dtype)
    statistics = {"maximum": _maximum, "minimum": _minimum, "mean": _rounded_mean if is_integral(dtype) else _mean}
    if mode in statistics:
        return _statistic(statistics[mode])
    if mode in ("constant", "empty"):
        return _constant if mode == "constant" else _nothing
    raise errors.UnsupportedError(f"mode '{mode}' is not supported")


# ---------------------------------------------------------------------------------------------------------------- pad


@cache
def _shape(ndim: int, pairs: FunctionType) -> FunctionType:
    """Return ``(shape, widths)``: the shape with the elements around it."""
    if ndim == 0:
        return lambda shape, widths: ()
    rest, k = _shape(ndim - 1, pairs), ndim - 1

    def padded(shape, widths):
        before, after = pairs(widths, k)
        if before < 0 or after < 0:
            raise ValueError("index can't contain negative values")
        return (*rest(shape, widths), np.int64(before + shape[k] + after))

    return padded


@cache
def _middle(ndim: int, pairs: FunctionType) -> FunctionType:
    """Return ``(shape, widths)``: the index of the elements of the array in the result."""
    if ndim == 0:
        return lambda shape, widths: ()
    rest, k = _middle(ndim - 1, pairs), ndim - 1

    def middle(shape, widths):
        before, _ = pairs(widths, k)
        return (*rest(shape, widths), slice(np.int64(before), np.int64(before) + shape[k]))

    return middle


def _sides(count: int, fill: FunctionType, pairs: FunctionType, ends: FunctionType, needs_elements: bool) -> FunctionType:
    """Return ``(result, shape, widths, values)``: fill what is around the middle along the first axes, one after the other.

    What is filled before the last axis is not all final; later axes write again where they meet.
    """
    if count == 0:
        return lambda result, shape, widths, values: None
    rest, axis = _sides(count - 1, fill, pairs, ends, needs_elements), count - 1

    def sides(result, shape, widths, values):
        rest(result, shape, widths, values)
        before, after = pairs(widths, axis)
        low, high = ends(values, axis)
        if needs_elements and shape[axis] == 0:
            if before > 0 or after > 0:
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
            return
        fill(np.moveaxis(result, axis, 0), shape[axis], np.int64(before), np.int64(after), low, high)

    return sides


@implements("numpy.pad")
def pad(
    array: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = 0, end_values: Any = 0,
    stat_length: Any = None, reflect_type: Any = "even",
) -> FunctionType | None:  # fmt: skip
    """Return an array with more elements around it."""
    if not is_array(array) or array.ndim == 0 or not is_number(array.dtype):
        return None
    refuse("stat_length", stat_length)
    if literal_str(reflect_type, "reflect_type") != "even":
        raise errors.UnsupportedError("the argument 'reflect_type=' is not supported yet")
    name, ndim = literal_str(mode, "mode"), array.ndim
    values = end_values if name == "linear_ramp" else constant_values
    if not all(is_integral(ty) for ty in _numbers_in(pad_width)):
        raise errors.TypingError("`pad_width` must be of integral type.")
    pairs, is_ramp = _pairs(pad_width, ndim, "pad_width"), name == "linear_ramp"
    ends = _pairs(values, ndim, "end_values" if is_ramp else "constant_values")
    shape_of, middle, number = _shape(ndim, pairs), _middle(ndim, pairs), numpy_class(array.dtype)
    sides = _sides(ndim, _filler(name, array.dtype), pairs, ends, name not in ("constant", "empty"))

    def impl(array, pad_width, mode="constant", constant_values=0, end_values=0, stat_length=None, reflect_type="even"):
        result = np.empty(shape_of(array.shape, pad_width), number)
        result[middle(array.shape, pad_width)] = array
        sides(result, array.shape, pad_width, end_values if is_ramp else constant_values)
        return result

    return impl
