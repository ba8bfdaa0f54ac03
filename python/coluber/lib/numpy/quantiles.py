"""``median``, ``percentile`` and ``quantile``, and those that pass over NaNs."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_remove, tuple_replace
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integral,
    is_none,
    is_number,
    is_time,
    literal_bool,
    literal_str,
    numpy_class,
    refuse,
    result_type,
)
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.layouts import order_of
from coluber.lib.numpy.lines import each_pair_with, folded, folded_whole, is_axis
from coluber.lib.numpy.options import keep_result, result_ndim, stored
from coluber.lib.numpy.ordering import nans_last
from coluber.lib.numpy.selection import any_sorter, ranked
from coluber.lib.numpy.several_axes import over_merged_axes
from coluber.lib.numpy.time_quantiles import quantile_of_times
from coluber.lib.numpy.vectors import has_nan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Methods that interpolate at ``n * q + (alpha + q * (1 - alpha - beta)) - 1``.
_CONTINUOUS = {
    "interpolated_inverted_cdf": (0.0, 1.0),
    "hazen": (0.5, 0.5),
    "weibull": (0.0, 0.0),
    "median_unbiased": (1.0 / 3.0, 1.0 / 3.0),
    "normal_unbiased": (3.0 / 8.0, 3.0 / 8.0),
}
# From so many quantiles on it pays to sort.
_MANY = 6

_DISCRETE = ("lower", "higher", "nearest", "inverted_cdf", "closest_observation")


@cache
def _values(dtype: Type, passes_nans: bool) -> FunctionType:
    """Return ``(line)``: its elements that are numbers, next to each other; none where there are others and they count."""

    def all_of(line):
        return line.ravel()

    def all_or_none(line):
        values = line.ravel()
        return values[:0] if has_nan(values, 0, values.size) else values

    def others(line):
        values = line.copy()
        return values[: count_of(values)]

    def other_complex(line):
        values = line.ravel()
        return values[~np.isnan(values)]

    def all_or_none_complex(line):
        values = line.ravel()
        return values[:0] if np.isnan(values).any() else values

    if is_complex(dtype):
        return other_complex if passes_nans else all_or_none_complex
    if not isinstance(dtype, types.Float):
        return all_of
    count_of = nans_last(dtype)
    return others if passes_nans else all_or_none


# ------------------------------------------------------------------------------------------------------------- median


def _mean_type(dtype: Type) -> Type:
    return types.float64 if is_integral(dtype) else dtype


@cache
def _median_line(dtype: Type, passes_nans: bool) -> FunctionType:
    """Return ``(line)``: the median of a vector."""
    look_up, values_of = ranked(dtype), _values(dtype, passes_nans)
    number = numpy_class(_mean_type(dtype))
    part = numpy_class(dtype.underlying_float) if is_complex(dtype) else number
    nan = number(np.nan)

    def median_of(line):
        values = values_of(line)
        n = values.size
        if n == 0:
            return nan
        lower, upper = look_up(values, (n - 1) >> 1, n <= 1)
        if n & 1 == 1:
            return number(lower)
        return number(np.divide(number(number(lower) + number(upper)), part(2)))

    return median_of


@cache
def _median_of_spans(dtype: Type, passes_nats: bool) -> FunctionType:
    """Return ``(line)``: the median of a vector of spans of time, rounded to a whole number of units; NaT if there is one."""
    sort, nat = any_sorter(types.int64), np.int64(-(2**63))

    def median_of(line):
        counts = line.ravel().view(np.int64).copy()
        sort(counts)
        first = 0
        while first < counts.size and counts[first] == nat:
            first += 1
        n = counts.size - first
        result = np.empty(1, np.int64)
        result[0] = nat
        if n > 0 and (first == 0 or passes_nats):
            low, high = counts[first + ((n - 1) >> 1)], counts[first + (n >> 1)]
            total = low + high
            half = total // 2
            result[0] = half + 1 if total < 0 and total % 2 != 0 else half
            if n & 1 == 1:
                result[0] = low
        return result.view(dtype)[0]

    return median_of


def _median(a: Any, axis: Any, out: Any, keepdims: Any, passes_nans: bool) -> FunctionType | None:
    if not is_array(a) or not (is_number(a.dtype) or isinstance(a.dtype, types.NPTimedelta)):
        return None
    if not is_axis(axis):
        given = {"a": a, "axis": axis, "out": out, "overwrite_input": False, "keepdims": keepdims}
        return over_merged_axes(np.nanmedian if passes_nans else np.median, a, axis, keepdims, given)
    if a.ndim == 0 and not is_none(axis):
        raise errors.NumbaValueError("axis is out of bounds for array of dimension 0")
    keep, number = literal_bool(keepdims, "keepdims"), numpy_class(_mean_type(a.dtype))
    if isinstance(a.dtype, types.NPTimedelta):
        refuse("out", out)
        line, store = _median_of_spans(a.dtype, passes_nans), keep_result
    else:
        line = _median_line(a.dtype, passes_nans)
        store = stored("mean", _mean_type(a.dtype), out, result_ndim(a, axis, keepdims))
    if is_none(axis):
        every = folded_whole(a.ndim, line, number, keep)

        def impl(a, axis=None, out=None, overwrite_input=False, keepdims=False):
            return store(every(a), out)

        return impl
    along = folded(a.ndim, line, number, keep, order_of(a))

    def impl_axis(a, axis=None, out=None, overwrite_input=False, keepdims=False):
        return store(along(a, axis), out)

    return impl_axis


@implements("numpy.median")
def median(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = False
) -> FunctionType | None:
    """Return the element in the middle, or the mean of the two there."""
    return _median(a, axis, out, keepdims, passes_nans=False)


@implements("numpy.nanmedian")
def nanmedian(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = False
) -> FunctionType | None:
    """Return the median of the elements that are no NaNs."""
    return _median(a, axis, out, keepdims, passes_nans=True)


# ---------------------------------------------------------------------------------------------------------- quantiles


@cache
def _place(method: str, fraction: Type) -> FunctionType:
    """Return ``(n, q)``: where a quantile of n elements is, as a position with a fraction."""
    real = numpy_class(fraction)
    one, half = real(1), real(0.5)
    alpha, beta = _CONTINUOUS.get(method, (0.0, 0.0))
    shift, factor = real(alpha), real(1.0 - alpha - beta)

    def exclusive(n, q):
        return real(n - 1) * q

    def lower(n, q):
        return np.floor(real(n - 1) * q)

    def higher(n, q):
        return np.ceil(real(n - 1) * q)

    def nearest(n, q):
        return np.rint(real(n - 1) * q)

    def midpoint(n, q):
        return half * (np.floor(real(n - 1) * q) + np.ceil(real(n - 1) * q))

    def continuous(n, q):
        return real(n) * q + (shift + q * factor) - one

    def inverted(n, q):
        return np.ceil(real(n) * q) - one

    def averaged(n, q):
        at = real(n) * q - one
        whole = np.floor(at)
        return whole + half if whole == at else whole + one

    def closest(n, q):
        at = real(n) * q - one - half
        whole = np.floor(at)
        return whole if whole == at and np.floor(whole / real(2)) * real(2) != whole else whole + one

    rules = {
        "linear": exclusive, "lower": lower, "higher": higher, "nearest": nearest, "midpoint": midpoint,
        "inverted_cdf": inverted, "averaged_inverted_cdf": averaged, "closest_observation": closest,
    }  # fmt: skip
    return rules.get(method, continuous)


@cache
def _quantile_at(dtype: Type, fraction: Type, result: Type, method: str) -> FunctionType:
    """Return ``(a, q, is_sorted)``: a quantile of the elements of a vector."""
    look_up, place = ranked(dtype), _place(method, fraction)
    real, number = numpy_class(fraction), numpy_class(result)
    zero, half, one = real(0), real(0.5), real(1)
    is_discrete, are_floats = method in _DISCRETE, isinstance(dtype, types.Float)

    def distance(first, second):
        # As in NumPy, floats are subtracted as they are; integers are converted first, which have room for their distance then.
        return number(second - first) if are_floats else number(second) - number(first)

    def quantile_of(a, q, is_sorted):
        at = min(max(place(a.size, q), zero), real(a.size - 1))
        whole = np.floor(at)
        first, second = look_up(a, np.int64(whole), is_sorted)
        if is_discrete:
            return number(first)
        low, high, part = number(first), number(second), at - whole
        if part == zero or high == low:
            return low
        if part < half:
            return number(low + number(distance(first, second) * number(part)))
        return number(high - number(distance(first, second) * number(one - part)))

    return quantile_of


def _check_q(method: Any, interpolation: Any) -> str:
    refuse("interpolation", interpolation)
    name = literal_str(method, "method")
    known = ("linear", "midpoint", "averaged_inverted_cdf", *_DISCRETE, *_CONTINUOUS)
    if name not in known:
        raise errors.NumbaValueError(f"{name!r} is not a valid method. Use one of: {', '.join(known)}")
    return name


def _type_of_places(q: Any) -> Type:
    """Return the type of the numbers that say which quantiles are wanted."""
    if is_array(q):
        return q.dtype
    numbers = q.types if isinstance(q, types.BaseTuple) else (q,)
    return types.int64 if numbers and all(is_integral(types.unliteral(ty)) for ty in numbers) else types.float64


class _Question:
    """What all functions for quantiles need to know: types, and how a line is asked for one quantile."""

    __slots__ = ("fraction", "line", "number", "result", "scale")

    def __init__(self, a: Any, q: Any, method: str, scale: int, passes_nans: bool) -> None:
        dtype = a.dtype
        if is_complex(_type_of_places(q)) or is_complex(types.unliteral(q)):
            raise errors.TypingError(f"the argument 'q' takes real numbers, not {q}")
        floating, single = isinstance(dtype, types.Float), is_number(q)
        given = _type_of_places(q)
        # Integers are divided by 100 for percentiles, which gives float64; as quantiles, which are ends, they widen nothing.
        are_ends = scale == 1 and method == "linear" and is_integral(given)
        if single or is_integral(given):
            given = types.float16 if are_ends and floating else types.float64
        # As in NumPy from 2.4 on, places of a quantile that is a number are float64, whatever the elements are.
        if is_array(q) and isinstance(q.dtype, types.Float):
            self.fraction = q.dtype
        elif floating and not single:
            self.fraction = result_type(given, dtype, types.float16)
        else:
            self.fraction = result_type(given, types.float64)
        exact = method in _DISCRETE or are_ends or (floating and single)
        self.result = dtype if exact else result_type(dtype, given)
        self.number = numpy_class(self.result)
        self.scale = self._checked(scale)
        self.line = self._line(dtype, method, passes_nans)

    def _checked(self, scale: int) -> FunctionType:
        real = numpy_class(self.fraction)
        most, divisor = real(scale), real(scale)
        message = "Percentiles must be in the range [0, 100]" if scale == 100 else "Quantiles must be in the range [0, 1]"

        def fraction_of(q):
            x = real(q)
            if not (x >= real(0) and x <= most):
                raise ValueError(message)
            return np.divide(x, divisor)

        return fraction_of

    def _line(self, dtype: Type, method: str, passes_nans: bool) -> FunctionType:
        """Return ``(line, target, fractions)``."""
        values_of, sort, number = _values(dtype, passes_nans), any_sorter(dtype), self.number
        quantile_of = _quantile_at(dtype, self.fraction, self.result, method)
        nan = number(np.nan if isinstance(self.result, types.Float) else 0)

        def fill(line, target, fractions):
            values = values_of(line)
            if values.size == 0:
                if line.size == 0 and not passes_nans:
                    raise IndexError("index -1 is out of bounds for axis 0 with size 0")
                target[:] = nan
                return
            are_many = fractions.size > _MANY
            if are_many:
                values = values.copy()
                sort(values)
            for k in range(fractions.size):
                target[k] = quantile_of(values, fractions[k], are_many)

        return fill


def _quantiles(a: Any, q: Any, axis: Any, keepdims: Any, question: _Question) -> FunctionType | None:
    """Return ``(a, q, axis)``."""
    fractions, ndim, number = _fractions(q, question), a.ndim, question.number
    rows, line = each_pair_with(max(ndim, 1), question.line), question.line
    keep, is_whole, several = literal_bool(keepdims, "keepdims"), is_none(axis), not (is_number(q) or is_array(q, 0))
    ones = (1,) * ndim

    def whole(a, q, axis):
        asked = fractions(q)
        result = np.empty(asked.size, number)
        line(a.ravel(), result, asked.ravel())
        if keep:
            return result.reshape(asked.shape + ones)
        return result.reshape(asked.shape)

    def whole_number(a, q, axis):
        result = whole(a, q, axis)
        return result if keep else result[()]

    def along(a, q, axis):
        at, asked = normalize_axis(axis, ndim), fractions(q)
        result = np.empty((asked.size, *tuple_remove(a.shape, at)), number)
        target = np.moveaxis(result, 0, -1)
        rows(np.moveaxis(a, at, -1), target, asked.ravel())
        rest = tuple_replace(a.shape, at, 1) if keep else tuple_remove(a.shape, at)
        return result.reshape(asked.shape + rest)

    def along_number(a, q, axis):
        result = along(a, q, axis)
        return result[()] if ndim == 1 and not keep else result

    if is_whole:
        return whole if several else whole_number
    return along if several else along_number


def _fractions(q: Any, question: _Question) -> FunctionType:
    """Return the function that makes an array of fractions of the argument."""
    scale, real = question.scale, numpy_class(question.fraction)

    def of_number(q):
        return np.full((), scale(q), real)

    def of_array(q):
        result = np.empty(q.shape, real)
        source, target = q.ravel(), result.ravel()
        for k in range(target.size):
            target[k] = scale(source[k])
        return result

    def of_tuple(q):
        return of_array(np.asarray(q))

    if is_number(q):
        return of_number
    return of_array if is_array(q) else of_tuple


def _ask(a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, scale: int, passes: bool) -> FunctionType | None:
    if not is_array(a) or not is_number(a.dtype) or is_complex(a.dtype):
        return None
    if isinstance(a.dtype, types.Boolean) and method not in _DISCRETE:
        return None
    if not (is_number(q) or is_array(q) or isinstance(q, types.BaseTuple)):
        return None
    question = _Question(a, q, method, scale, passes)
    asked = q.ndim if is_array(q) else int(isinstance(q, types.BaseTuple))
    every, store = (
        _quantiles(a, q, axis, keepdims, question),
        stored("add", question.result, out, asked + result_ndim(a, axis, keepdims)),
    )

    def impl(
        a,
        q,
        axis=None,
        out=None,
        overwrite_input=False,
        method="linear",
        keepdims=False,
        weights=None,
        interpolation=None,
    ):
        return store(every(a, q, axis), out)

    return impl


def _register(function: str, scale: int, passes_nans: bool) -> None:
    @implements(f"numpy.{function}")
    def choose(
        a,
        q,
        axis=None,
        out=None,
        overwrite_input=False,
        method="linear",
        keepdims=False,
        weights=None,
        interpolation=None,
    ):
        name = _check_q(method, interpolation)
        if not is_none(weights):
            from coluber.lib.numpy.weighted_quantiles import weighted_quantiles

            return weighted_quantiles(a, q, axis, out, keepdims, weights, name, scale, passes_nans)
        if is_array(a) and is_time(a.dtype):
            return quantile_of_times(a, q, axis, keepdims, name, scale, passes_nans) if is_none(out) else None
        if is_array(a) and not is_axis(axis):
            given = {"a": a, "q": q, "axis": axis, "out": out, "overwrite_input": False, "method": method, "keepdims": keepdims}
            given |= {"weights": None, "interpolation": None}
            return over_merged_axes(getattr(np, function), a, axis, keepdims, given)
        return _ask(a, q, axis, out, name, keepdims, scale, passes_nans)


for _name, _scale, _passes in (
    ("percentile", 100, False),
    ("quantile", 1, False),
    ("nanpercentile", 100, True),
    ("nanquantile", 1, True),
):
    _register(_name, _scale, _passes)
