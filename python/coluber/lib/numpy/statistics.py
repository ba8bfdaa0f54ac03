"""Averages and the spread of the elements: ``average``, ``var``, ``std``, ``ptp``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_half,
    is_integer,
    is_integral,
    is_none,
    is_time,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.folds import flat_view, pairwise_squares
from coluber.lib.numpy.options import along, is_everywhere, masked, result_ndim, stored
from coluber.lib.numpy.parallel import in_pieces
from coluber.lib.numpy.reductions import add, counted, extremes
from coluber.lib.numpy.several_axes import checked_axes, over_merged_axes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


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


def _total(a: Any, squares: FunctionType, number: Any) -> FunctionType:
    """Return ``(a, mean)``: the sum of the squared distances of all elements from a mean."""
    flat, run = flat_view(a), pairwise_squares(squares, add, number(0))

    def part(a, first, last, mean):
        return run(a, first, last - first, mean)

    total = in_pieces(part, add, number)

    def of_temporary(a, mean):
        return squares(a, mean).sum()

    def of_vector(a, mean):
        return total(a, a.size, a.size, mean)

    def of_contiguous(a, mean):
        return total(flat(a), a.size, a.size, mean)

    if a.layout == "A" and a.ndim != 1:
        return of_temporary
    return of_vector if a.ndim == 1 else of_contiguous


def _variance(a: Any, axis: Any, dtype: Any, keepdims: Any) -> FunctionType:
    """Return the variance as a function of the array, the axis and ``ddof``."""
    if not is_none(dtype) and dtype_type(dtype) != a.dtype:
        return _variance_of_converted(a, axis, dtype, keepdims)
    if is_half(a.dtype):
        return _variance_of_halves(a.ndim, axis, literal_bool(keepdims, "keepdims"))
    if is_integral(a.dtype):
        number = numpy_class(types.float64)
    else:
        number = numpy_class(a.dtype.underlying_float if is_complex(a.dtype) else a.dtype)
    squares, ndim, keep = _squares(a), a.ndim, literal_bool(keepdims, "keepdims") and a.ndim > 0
    total_of = _total(a, squares, number)

    def whole(a, axis, ddof):
        return number(np.divide(total_of(a, np.mean(a)), number(max(a.size - ddof, 0))))

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


def _variance_of_halves(ndim: int, axis: Any, keep: bool) -> FunctionType:
    """Return the variance of numbers of 16 bits: all but the divisions is done in them, as in NumPy."""

    def squares(a, total, n):
        distance = a - np.divide(total.astype(np.float64), np.float64(n)).astype(np.float16)
        return distance * distance

    def divided(total, n, ddof):
        found = np.divide(np.asarray(total).astype(np.float64), np.float64(max(n - ddof, 0)))
        return np.asarray(found).astype(np.float16)[()]

    def whole(a, axis, ddof):
        return divided(squares(a, a.sum(keepdims=True), a.size).sum(keepdims=keep), a.size, ddof)

    def along(a, axis, ddof):
        n = a.shape[normalize_axis(axis, ndim)]
        return divided(squares(a, a.sum(axis, keepdims=True), n).sum(axis, keepdims=keep), n, ddof)

    return whole if is_none(axis) else along


def _variance_of_converted(a: Any, axis: Any, dtype: Any, keepdims: Any) -> FunctionType:
    converted = dtype_type(dtype)
    number = numpy_class(converted)
    variance_of = _variance(types.Array(converted, a.ndim, "C"), axis, None, keepdims)

    def variance(a, axis, ddof):
        return variance_of(a.astype(number), axis, ddof)

    return variance


def _spread(root: bool, arguments: tuple[Any, ...]) -> FunctionType | None:
    """Return the function for the variance, or its root."""
    a, axis, dtype, out, keepdims, where, mean, correction = arguments
    if not is_array(a):
        return None
    if not is_none(dtype) and is_integral(dtype_type(dtype)):
        raise errors.TypingError(f"the argument 'dtype' must be one of floats or complex numbers, not {dtype_type(dtype)}")
    is_real_of_complex = is_complex(a.dtype) and not is_none(dtype) and not is_complex(dtype_type(dtype))
    plain = where is True and mean is None and (is_none(axis) or is_integer(axis)) and not is_real_of_complex
    variance = _variance(a, axis, dtype, keepdims) if plain else _general_variance(a, axis, dtype, keepdims, where, mean)
    corrected, ndim = not is_none(correction), result_ndim(a, axis, keepdims)
    finish = as_dtype_asks(np.sqrt if root else _itself, dtype, ndim)
    store = stored("sqrt" if root else "true_divide", _spread_type(a.dtype, dtype), out, ndim)

    def impl(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        return store(finish(variance(a, axis, ddof)), out)

    def impl_general(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=0):
        return store(finish(variance(a, axis, correction if corrected else ddof, where, mean)), out)

    def impl_corrected(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=0):
        return store(finish(variance(a, axis, correction)), out)

    if not plain:
        return impl_general
    return impl_corrected if corrected else impl


def _spread_type(element: Type, dtype: Any) -> Type:
    """Return the type of variances of elements."""
    if not is_none(dtype):
        return dtype_type(dtype)
    return types.float64 if is_integral(element) else element.underlying_float if is_complex(element) else element


def as_dtype_asks(finish: Any, dtype: Any, ndim: int) -> FunctionType:
    """Return what is made of variances of some axes: complex numbers where a complex dtype is given."""
    if is_none(dtype) or not is_complex(dtype_type(dtype)):
        return finish
    number = numpy_class(dtype_type(dtype))
    if ndim == 0:
        return lambda variance: number(finish(variance))
    return lambda variance: finish(variance).astype(number)


def _itself(x):
    return x


def _general_variance(a: Any, axis: Any, dtype: Any, keepdims: Any, where: Any, mean: Any) -> FunctionType:
    """Return the variance as a function of the array, the axis, ``ddof``, ``where`` and ``mean``."""
    dtype = (types.float64 if is_integral(a.dtype) else a.dtype) if is_none(dtype) else dtype_type(dtype)
    converted, kind = numpy_class(dtype), dtype.underlying_float if is_complex(dtype) else dtype
    # Of complex elements a real dtype is that of the mean and of the sum of the squares.
    keeps_elements = is_complex(a.dtype) and not is_complex(dtype)
    number, squares = numpy_class(kind), _squares(a if keeps_elements else types.Array(dtype, a.ndim, "C"))
    mean_of, total = along(np.mean, axis, a.ndim, True, converted), along(np.sum, axis, a.ndim, keepdims, number)
    everywhere, given = is_everywhere(where), not is_none(mean)
    count = _all_counted(a, axis) if everywhere else counted(a, where, axis, keepdims)
    scalar = everywhere or result_ndim(a, axis, keepdims) == 0
    select = masked(types.Array(kind, a.ndim, "C"), where, 0)
    part = _mean_of_counted(a, where, axis, converted) if not everywhere else mean_of

    def center(a, axis, where, mean):
        return mean if given else part(a, axis) if everywhere else part(a, axis, where)

    def divided(total, count, ddof):
        return np.divide(total, number(max(count - ddof, 0)))

    def divided_each(total, count, ddof):
        return np.divide(total, np.maximum(count - ddof, 0).astype(number))

    divide = divided if scalar else divided_each

    are_numbers = keeps_elements or a.dtype == dtype

    def variance(a, axis, ddof, where, mean):
        elements = a if are_numbers else a.astype(converted)
        distances = squares(elements, center(a, axis, where, mean))
        return divide(total(select(distances, where), axis), count(a, axis, where), ddof)

    return variance


def _mean_of_counted(a: Any, where: Any, axis: Any, converted: Any) -> FunctionType:
    """Return ``(a, axis, where)``: the mean with all axes."""
    total, count = along(np.sum, axis, a.ndim, True, converted), counted(a, where, axis, True)
    select = masked(a, where, 0)

    def mean(a, axis, where):
        return np.divide(total(select(a, where), axis), count(a, axis, where).astype(converted))

    return mean


def _all_counted(a: Any, axis: Any) -> FunctionType:
    """Return ``(a, axis, where)``: how many elements there are along the axes."""
    if is_none(axis):
        return lambda a, axis, where: a.size
    ndim = a.ndim
    if is_integer(axis):
        return lambda a, axis, where: a.shape[normalize_axis(axis, ndim)]

    def count(a, axis, where):
        n = 1
        for k in axis:
            n *= a.shape[k]
        return n

    return count


@implements("numpy.var", "array.var")
def var(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, where: Any = True,
    mean: Any = None, correction: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Mean squared distance from the mean."""
    return _spread(False, (a, axis, dtype, out, keepdims, where, mean, correction))


@implements("numpy.std", "array.std")
def std(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False, where: Any = True,
    mean: Any = None, correction: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Root of the mean squared distance from the mean."""
    return _spread(True, (a, axis, dtype, out, keepdims, where, mean, correction))


@implements("numpy.ptp", "array.ptp")
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Largest element less the smallest."""
    if not is_array(a):
        return None
    if isinstance(a.dtype, types.Boolean):
        raise errors.TypingError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
            "logical_xor function instead."
        )
    if isinstance(axis, types.BaseTuple):
        return over_merged_axes(np.ptp, a, axis, keepdims, {"a": a, "axis": axis, "out": out, "keepdims": keepdims})
    _check_axis(axis)
    if is_array(out):
        return _ptp_into(literal_bool(keepdims, "keepdims"))
    number, keep = numpy_class(a.dtype), literal_bool(keepdims, "keepdims")
    both = extremes(a)

    def whole(a, axis=None, out=None, keepdims=False):
        low, high = both(a)
        return number(number(high) - number(low))

    def span(a, axis=None, out=None, keepdims=False):
        low, high = both(a)
        return high - low

    def along(a, axis=None, out=None, keepdims=False):
        return a.max(axis, keepdims=keep) - a.min(axis, keepdims=keep)

    def along_vector(a, axis=None, out=None, keepdims=False):
        return number(a.max(axis) - a.min(axis))

    if is_integer(axis) and a.ndim == 1 and not keep and not is_time(a.dtype):
        return along_vector
    if not is_none(axis) or keep or is_complex(a.dtype):
        return along
    return span if is_time(a.dtype) else whole


def _ptp_into(keep: bool) -> FunctionType:
    def impl(a, axis=None, out=None, keepdims=False):
        out[...] = np.ptp(a, axis, keepdims=keep)
        return out

    return impl


@implements("numpy.average")
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, keepdims: Any = False) -> FunctionType | None:
    """Return the mean of elements that count as much as weights say, and the sum of the weights if that is asked for."""
    if not is_array(a):
        return None
    if isinstance(axis, types.BaseTuple) and (is_none(weights) or is_array(weights, a.ndim)):
        given = {"a": a, "axis": axis, "weights": weights, "returned": returned, "keepdims": keepdims}
        if not literal_bool(returned, "returned"):
            return over_merged_axes(np.average, a, axis, keepdims, given, ("weights",))
    if isinstance(axis, types.BaseTuple) and is_array(weights) and not literal_bool(returned, "returned"):
        return _average_of_spread(a, axis, weights, literal_bool(keepdims, "keepdims"))
    _check_axis(axis)
    with_weights = literal_bool(returned, "returned")
    compute = _plain_average(a, axis, keepdims) if is_none(weights) else _weighted_average(a, axis, weights, keepdims)

    def impl(a, axis=None, weights=None, returned=False, keepdims=False):
        return compute(a, axis, weights)[0]

    def impl_returned(a, axis=None, weights=None, returned=False, keepdims=False):
        return compute(a, axis, weights)

    return impl_returned if with_weights else impl


_WRONG_WEIGHTS = "Shape of weights must be consistent with shape of a along specified axis."


def _average_of_spread(a: Any, axis: Any, weights: Any, keep: bool) -> FunctionType:
    """Return the average along several axes whose weights have these axes only: spread over all of the array."""
    if weights.ndim != len(axis):
        raise errors.NumbaValueError(_WRONG_WEIGHTS)
    checked, n = checked_axes(len(axis), a.ndim, ""), len(axis)

    def impl(a, axis=None, weights=None, returned=False, keepdims=False):
        at = checked(axis)
        strides = a.strides
        for k in range(len(strides)):
            strides = tuple_replace(strides, k, 0)
        for k in range(n):
            if weights.shape[k] != a.shape[at[k]]:
                raise ValueError(_WRONG_WEIGHTS)
            strides = tuple_replace(strides, at[k], weights.strides[k])
        return np.average(a, axis, strided_view(weights, a.shape, strides), keepdims=keep)

    return impl


def _plain_average(a: Any, axis: Any, keepdims: Any) -> FunctionType:
    """Return ``(a, axis, weights)``: the mean, and how many elements it is of."""
    keep, number = literal_bool(keepdims, "keepdims"), np.float64 if is_integral(a.dtype) else numpy_class(a.dtype)
    whole = not keep and (is_none(axis) or a.ndim == 1)

    def of_number(a, axis, weights):
        return number(np.mean(a, axis)), number(a.size)

    def of_array(a, axis, weights):
        mean = np.mean(a, axis, keepdims=keep)
        return mean, np.full(mean.shape, number(np.divide(a.size, mean.size)), number)

    return of_number if whole else of_array


def _weighted_average(a: Any, axis: Any, weights: Any, keepdims: Any) -> FunctionType:
    """Return ``(a, axis, weights)``: the average, and the sum of the weights."""
    dtype = result_type(a.dtype, weights.dtype, *([types.float64] if is_integral(a.dtype) else []))
    number, keep = numpy_class(dtype), literal_bool(keepdims, "keepdims")
    ndim, same_rank, whole = a.ndim, a.ndim == weights.ndim, is_none(axis)

    def weighted(a, axis, weights):
        w = weights.astype(number)
        return np.sum(a * w, axis, keepdims=keep), np.sum(w, axis, keepdims=keep)

    def along(a, axis, weights):
        at = normalize_axis(axis, ndim)
        if weights.shape[0] != a.shape[at]:
            raise ValueError(_WRONG_WEIGHTS)
        w = np.empty(a.shape, number)
        np.moveaxis(w, at, -1)[:] = weights
        return np.sum(a * w, at, keepdims=keep), np.sum(w, at, keepdims=keep)

    def is_zero(scale):
        return scale == number(0)

    def some_zero(scale):
        return (scale == number(0)).any()

    totals = weighted if same_rank else along
    has_zero = is_zero if not keep and (whole or ndim == 1) else some_zero

    def compute(a, axis, weights):
        if same_rank and a.shape != weights.shape:
            if whole:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            raise ValueError(_WRONG_WEIGHTS)
        total, scale = totals(a, axis, weights)
        if has_zero(scale):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        return np.divide(total, scale), scale

    if not same_rank and whole:
        raise errors.TypingError("Axis must be specified when shapes of a and weights differ.")
    if not same_rank and weights.ndim != 1:
        raise errors.NumbaValueError(_WRONG_WEIGHTS)
    return compute
