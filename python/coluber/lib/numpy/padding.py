"""``pad``: an array with more elements around it."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    fits,
    is_array,
    is_complex,
    is_integer,
    is_integral,
    is_none,
    is_number,
    is_text,
    is_time,
    literal_str,
    numpy_class,
)
from coluber.lib.numpy.arguments import is_element
from coluber.lib.numpy.layouts import order_of
from coluber.lib.numpy.structured import text_of_number
from coluber.lib.numpy.text_arrays import is_string

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

    if isinstance(ty, (int, float)) or _is_leaf(ty):
        return of_number
    if is_array(ty, 1) or is_array(ty, 2):
        return _in_array(ty, ndim)
    if isinstance(ty, types.DictType) and name == "pad_width":
        return _of_dict(_pairs(ty.value_type, 1, name), ndim)
    items = ty.types if isinstance(ty, types.BaseTuple) else ()
    if items and all(_is_leaf(item) for item in items) and len(items) <= 2:
        return of_one if len(items) == 1 else of_two
    if items and all(isinstance(item, types.BaseTuple) and len(item) == 2 for item in items) and len(items) in (1, ndim):
        return of_one_pair if len(items) == 1 else of_pairs
    raise errors.TypingError(f"the argument '{name}' must be a number, a pair, or a tuple with a pair for each axis")


def _in_array(ty: Any, ndim: int) -> FunctionType:
    """Return ``(value, axis)``: the pair for an axis in an array that is broadcast to a pair for each of them."""

    def of_row(value, axis):
        if value.size < 1 or value.size > 2:
            raise ValueError(
                f"operands could not be broadcast together with remapped shapes [original->remapped]: ({value.size},)  "
                f"and requested shape ({ndim},2)"
            )
        return value[0], value[-1]

    def of_rows(value, axis):
        n, m = value.shape
        if (n != 1 and n != ndim) or m < 1 or m > 2:
            raise ValueError(
                f"operands could not be broadcast together with remapped shapes [original->remapped]: ({n},{m})  "
                f"and requested shape ({ndim},2)"
            )
        return value[axis if n > 1 else 0, 0], value[axis if n > 1 else 0, m - 1]

    return of_row if ty.ndim == 1 else of_rows


def _is_leaf(ty: Any) -> bool:
    return is_number(ty) or is_element(ty) or is_string(ty)


def _of_dict(pair: FunctionType, ndim: int) -> FunctionType:
    """Return ``(value, axis)`` for a dict from axes to their widths; the last of two names of an axis counts, as in NumPy."""

    def widths(value, axis):
        before, after = 0, 0
        for key, width in value.items():
            if key < -ndim or key >= ndim:
                raise IndexError("list assignment index out of range")
            if key == axis or key + ndim == axis:
                before, after = pair(width, axis)
        return before, after

    return widths


def _numbers_in(ty: Any) -> list[Any]:
    if isinstance(ty, types.DictType):
        return [ty.key_type, *_numbers_in(ty.value_type)]
    if is_array(ty):
        return [ty.dtype]
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


def _checked_constant(dtype: Any) -> FunctionType:
    """Return the filler of an array of integers with a sign, for which NumPy converts numbers as Python does."""
    name, number, least, beyond = dtype.name, numpy_class(dtype), float(dtype.minval), float(dtype.maxval + 1)

    def checked(x):
        if np.isnan(x):
            raise ValueError("cannot convert float NaN to integer")
        if np.isinf(x):
            raise OverflowError("cannot convert float infinity to integer")
        if not least <= np.trunc(x) < beyond:
            raise OverflowError(f"Python integer {int(x)} out of bounds for {name}")

    def fill(rows, n, before, after, low, high):
        checked(np.float64(low))
        checked(np.float64(high))
        rows[:before] = number(low)
        rows[before + n :] = number(high)

    return fill


def _constant_for(dtype: Any, values: Any) -> FunctionType:
    """Return the filler with constants of some types."""
    given = [types.literal(leaf) if isinstance(leaf, (bool, int)) else leaf for leaf in _numbers_in(values)]
    is_signed = is_integer(dtype) and dtype.signed
    if not is_signed or any(map(is_complex, given)) or not any(_can_be_beyond(leaf, dtype) for leaf in given):
        return _constant
    return _checked_constant(dtype)


def _can_be_beyond(value: Any, dtype: Any) -> bool:
    if isinstance(value, types.IntegerLiteral) or not is_integer(value):
        return not (is_integral(value) and fits(value, dtype))
    return value.bitwidth > dtype.bitwidth


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


def _median(part):
    return np.median(part, axis=0)


def _rounded_median(part):
    return np.rint(np.median(part, axis=0))


def _statistic(function: FunctionType, is_extremum: bool, has_length: bool) -> FunctionType:
    """Return the filler with a statistic of all rows, or of as many on each side as are given."""

    def fill(rows, n, before, after, low, high):
        value = function(rows[before : before + n])
        rows[:before] = value
        rows[before + n :] = value

    def fill_sides(rows, n, before, after, low, high):
        if low < 0 or high < 0:
            raise ValueError("index can't contain negative values")
        first, last = min(np.int64(low), n), min(np.int64(high), n)
        if is_extremum and (first == 0 or last == 0):
            raise ValueError("stat_length of 0 yields no value for padding")
        # The rows in the middle are not written in between.
        rows[:before] = function(rows[before : before + first])
        rows[before + n :] = function(rows[before + n - last : before + n])

    return fill_sides if has_length else fill


def _odd(number: Any, is_symmetric: bool) -> FunctionType:
    """Return the filler that mirrors the distances from an edge, of which `symmetric` repeats it, stretch by stretch."""
    two, repeated = number(2), 1 if is_symmetric else 0

    def fill(rows, n, before, after, low, high):
        length = n if is_symmetric else n - 1
        end = before + n - 1
        for i in range(after):
            edge = end + (i // length * length if length > 0 else 0)
            source = edge - (end + 1 + i - edge) + repeated if length > 0 else edge
            rows[end + 1 + i] = rows[edge] * two - rows[source]
        for i in range(before):
            edge = before - (i // length * length if length > 0 else 0)
            source = edge + (edge - before + 1 + i) - repeated if length > 0 else edge
            rows[before - 1 - i] = rows[edge] * two - rows[source]

    return fill


def _filler(mode: str, dtype: Any, has_length: bool, odd: bool, values: Any) -> FunctionType:
    if odd and mode in ("reflect", "symmetric"):
        return _odd(numpy_class(dtype), mode == "symmetric")
    if mode in _COPIES:
        return _copies(_COPIES[mode])
    if mode == "linear_ramp":
        return _ramp(dtype)
    whole = is_integer(dtype)
    statistics = {"mean": _rounded_mean if whole else _mean, "median": _rounded_median if whole else _median}
    statistics |= {"maximum": _maximum, "minimum": _minimum}
    if mode in statistics:
        return _statistic(statistics[mode], mode in ("maximum", "minimum"), has_length)
    if mode == "constant":
        return _constant_for(dtype, values)
    if mode == "empty":
        return _nothing
    raise errors.NumbaValueError(f"mode '{mode}' is not supported")


def _other_elements(element: Any, mode: str, value: Any) -> FunctionType | None:
    """Return the filler for texts, times and records: with copies, or with one of them, or what a number becomes there."""
    if mode in _COPIES or mode == "empty":
        return _copies(_COPIES[mode]) if mode in _COPIES else _nothing
    if mode != "constant":
        return None
    return (
        _constant_times(element.name)
        if is_time(element)
        else _constant_texts(element, value)
        if is_text(element)
        else _constant
    )


def _constant_times(name: str) -> FunctionType:
    """Return the filler for times, which numbers become."""

    def fill(rows, n, before, after, low, high):
        rows[:before] = np.full(1, low).view(name)
        rows[before + n :] = np.full(1, high).view(name)

    return fill


def _constant_texts(element: Any, value: Any) -> FunctionType | None:
    """Return the filler for texts, which numbers become; None where texts and numbers are given."""
    leaves = [types.literal(leaf) if isinstance(leaf, int) else leaf for leaf in _numbers_in(value)]
    if len({is_string(leaf) for leaf in leaves}) > 1:
        return None
    if is_string(leaves[0]):
        return _constant
    as_text = text_of_number(element)

    def fill(rows, n, before, after, low, high):
        rows[:before] = as_text(low)
        rows[before + n :] = as_text(high)

    return fill


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


def _argument(number: int) -> FunctionType:
    def argument(*values):
        return values[number]

    return argument


_KEYWORDS = {
    "constant": "constant_values",
    "linear_ramp": "end_values",
    "reflect": "reflect_type",
    "symmetric": "reflect_type",
    **dict.fromkeys(("maximum", "mean", "median", "minimum"), "stat_length"),
    **dict.fromkeys(("edge", "empty", "wrap"), ""),
}


def _check_keywords(mode: str, given: dict[str, Any]) -> None:
    """Refuse arguments that the mode has no use for; those that are given have types."""
    wrong = {name for name, ty in given.items() if isinstance(ty, types.Type) and name != _KEYWORDS.get(mode)}
    if wrong and mode in _KEYWORDS:
        raise errors.NumbaValueError(f"unsupported keyword arguments for mode '{mode}': {wrong}")


def _dtype_of(dtype: Any) -> Any:
    return dtype.numpy_dtype if isinstance(dtype, types.Record) else numpy_class(dtype)


def _without_axes(
    array, pad_width, mode="constant", constant_values=0, end_values=0, stat_length=None, reflect_type="even"
):  # fmt: skip
    """Return a copy of what has no axes."""
    return np.array(array)


@implements("numpy.pad")
def pad(
    array: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = 0, end_values: Any = 0,
    stat_length: Any = None, reflect_type: Any = "even",
) -> FunctionType | None:  # fmt: skip
    """Return an array with more elements around it."""
    if is_number(array) or is_array(array, 0):
        return _without_axes
    if not is_array(array):
        return None
    others = None if is_number(array.dtype) else _other_elements(array.dtype, literal_str(mode, "mode"), constant_values)
    if others is None and not is_number(array.dtype):
        return None
    keywords = {"constant_values": constant_values, "end_values": end_values, "stat_length": stat_length}
    _check_keywords(literal_str(mode, "mode"), keywords | {"reflect_type": reflect_type})
    odd, has_length = literal_str(reflect_type, "reflect_type") == "odd", not is_none(stat_length)
    name, ndim = literal_str(mode, "mode"), array.ndim
    is_statistic = has_length and name in ("maximum", "minimum", "mean", "median")
    values = end_values if name == "linear_ramp" else stat_length if is_statistic else constant_values
    if not all(is_integral(ty) for ty in _numbers_in(pad_width)):
        raise errors.TypingError("`pad_width` must be of integral type.")
    pairs, is_ramp = _pairs(pad_width, ndim, "pad_width"), name == "linear_ramp"
    ends = _pairs(values, ndim, "end_values" if is_ramp else "stat_length" if is_statistic else "constant_values")
    shape_of, middle, number = _shape(ndim, pairs), _middle(ndim, pairs), _dtype_of(array.dtype)
    filler = others or _filler(name, array.dtype, is_statistic, odd, constant_values)
    sides = _sides(ndim, filler, pairs, ends, name not in ("constant", "empty"))

    given, order = _argument(0 if is_ramp else 1 if is_statistic else 2), order_of(array)

    def impl(array, pad_width, mode="constant", constant_values=0, end_values=0, stat_length=None, reflect_type="even"):
        result = np.empty(shape_of(array.shape, pad_width), number, order)
        result[middle(array.shape, pad_width)] = array
        sides(result, array.shape, pad_width, given(end_values, stat_length, constant_values))
        return result

    return impl
