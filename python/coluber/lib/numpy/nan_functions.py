"""Reductions and running sums that pass over NaNs."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, in_kernel
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_half,
    is_integral,
    is_none,
    is_time,
    is_unsigned,
    literal_bool,
    numpy_class,
    refuse,
)
from coluber.lib.numpy.arguments import same
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.folds import Fold, in_lanes, nonempty, one_by_one, pairwise
from coluber.lib.numpy.layouts import order_of
from coluber.lib.numpy.lines import each_line, is_axis
from coluber.lib.numpy.options import along, first_number, is_everywhere, output_type, result_ndim, stored
from coluber.lib.numpy.options import masked as elements_that_count
from coluber.lib.numpy.reductions import (
    add,
    extreme_of_some,
    extremum_fold,
    joining,
    mean,
    multiply,
    needs_initial,
    reduction,
    rounded_once,
    sum_,
    sum_fold,
)
from coluber.lib.numpy.several_axes import over_merged_axes
from coluber.lib.numpy.statistics import as_dtype_asks, std, var
from coluber.lib.numpy.time_functions import extremes_of_dates, positions_of_extremes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


def _accumulator(dtype: Type) -> Type:
    if is_integral(dtype):
        return types.uint64 if is_unsigned(dtype) else types.int64
    return dtype


@cache
def _lift(result: Type, replacement: int) -> FunctionType:
    """Return the function that makes a partial result of an element, of NaN a number that changes nothing."""
    number = numpy_class(result)
    neutral = number(replacement)

    def lift(x):
        return number(x) if x == x else neutral

    return lift


@cache
def number_sum_fold(result: Type) -> Fold:
    """Return the fold to a sum of the elements that are no NaNs."""
    number, lift = numpy_class(result), _lift(result, 0)
    if is_half(result):
        return Fold(lift, add, rounded_once(number, pairwise(_lift(types.float32, 0), add, np.float32(0))), result, number(0))
    join = joining(add, result)
    run = one_by_one(lift, join, number(0)) if is_integral(result) else pairwise(lift, join, number(0))
    return Fold(lift, join, run, result, number(0))


@cache
def number_prod_fold(result: Type) -> Fold:
    """Return the fold to a product of the elements that are no NaNs."""
    number, lift = numpy_class(result), _lift(result, 1)
    if is_half(result):
        run = rounded_once(number, one_by_one(_lift(types.float32, 1), multiply, np.float32(1)))
        return Fold(lift, multiply, run, result, number(1))
    join = joining(multiply, result)
    run = one_by_one(lift, join, number(1)) if is_integral(result) else in_lanes(lift, join, number(1))
    return Fold(lift, join, run, result, number(1))


def smaller_number(p, q):
    """Return the smaller one of two numbers, NaN only where both are."""
    return np.fmin(p, q)


def larger_number(p, q):
    """Return the larger one of two numbers, NaN only where both are."""
    return np.fmax(p, q)


@cache
def number_extremum_fold(dtype: Type, name: str) -> Fold:
    """Return the fold to the ``fmin`` or ``fmax``."""
    if is_integral(dtype):
        return extremum_fold(dtype, "minimum" if name == "fmin" else "maximum", name)
    number, join = numpy_class(dtype), smaller_number if name == "fmin" else larger_number
    message = f"zero-size array to reduction operation {name} which has no identity"
    return Fold(number, join, nonempty(in_lanes(number, join, number(np.nan)), message), dtype, message=message)


# ---------------------------------------------------------------------------------------------------------- reductions


def _with_dtype(name: str, a: Any, fold: Fold, axis: Any, out: Any, keepdims: Any) -> FunctionType:
    reduce, store = _reducer(a, fold, axis, keepdims), stored(name, fold.result, out, result_ndim(a, axis, keepdims))

    def impl(a, axis=None, dtype=None, out=None, keepdims=False):
        return store(reduce(a, axis), out)

    return impl


def _result(name: str, a: Array, dtype: Any, out: Any) -> Type:
    """Return the type in which elements are added or multiplied."""
    if not is_none(dtype):
        return dtype_type(dtype)
    return output_type(name, a, out) or _accumulator(a.dtype)


def _total_of_some(
    name: str, a: Array, result: Type, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any
) -> FunctionType:
    """Return the function for a sum or product of the elements that count, and a first one."""
    function, join = (np.nansum, add) if name == "add" else (np.nanprod, multiply)
    number, begins, first = numpy_class(result), not is_none(initial), first_number(initial, result)
    select, compute = elements_that_count(a, where, 0 if name == "add" else 1), along(function, axis, a.ndim, keepdims, number)
    store = stored(name, result, out, result_ndim(a, axis, keepdims))

    def impl(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        found = compute(select(a, where), axis)
        return store(join(found, first(initial)) if begins else found, out)

    return impl


@implements("numpy.nansum")
def nansum(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Sum of the elements that are no NaNs; NaT is none."""
    if not is_array(a):
        return None
    if is_time(a.dtype):
        return sum_(a, axis, dtype, out, keepdims, initial, where)
    result = _result("add", a, dtype, out)
    if initial is not None or where is not True:
        return _total_of_some("add", a, result, axis, out, keepdims, initial, where)
    return _with_dtype("add", a, number_sum_fold(result), axis, out, keepdims)


@implements("numpy.nanprod")
def nanprod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Product of the elements that are no NaNs."""
    if not is_array(a):
        return None
    result = _result("multiply", a, dtype, out)
    if initial is not None or where is not True:
        return _total_of_some("multiply", a, result, axis, out, keepdims, initial, where)
    return _with_dtype("multiply", a, number_prod_fold(result), axis, out, keepdims)


def _without_dtype(name: str, a: Any, axis: Any, out: Any, keepdims: Any, where: Any) -> FunctionType:
    fold = number_extremum_fold(a.dtype, name)
    reduce, store = _reducer(a, fold, axis, keepdims), stored(name, fold.result, out, result_ndim(a, axis, keepdims))

    def impl(a, axis=None, out=None, keepdims=False):
        return store(reduce(a, axis), out)

    def impl_everywhere(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        return store(reduce(a, axis), out)

    return impl if where is True else impl_everywhere


def _extreme_of_some(name: str, a: Array, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any) -> FunctionType:
    if is_none(initial):
        return needs_initial(name)
    store = stored(name, a.dtype, out, result_ndim(a, axis, keepdims))
    function, join = (np.nanmin, smaller_number) if name == "fmin" else (np.nanmax, larger_number)
    return extreme_of_some(a, axis, initial, where, store, along(function, axis, a.ndim, keepdims), join)


def _extreme_of_complex(
    function: FunctionType, least: float, a: Any, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any
) -> FunctionType | None:
    """Return the function of ``nanmin`` or ``nanmax`` for complex numbers, which are compared by their real parts first."""
    if not (is_none(out) and is_everywhere(where)):
        return None
    number, begins, join = numpy_class(a.dtype), not is_none(initial), np.fmin if function is np.min else np.fmax
    extreme, every = along(function, axis, a.ndim, keepdims), along(np.all, axis, a.ndim, keepdims)

    def impl(a, axis=None, out=None, keepdims=False, initial=None, where=True):
        missing = np.isnan(a)
        found = extreme(np.where(missing, number(complex(least, least)), a), axis)
        result = np.where(every(missing, axis), number(complex(np.nan, 0.0)), found)[()]
        return join(result, number(initial)) if begins else result

    return impl


@implements("numpy.nanmin")
def nanmin(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Smallest element that is no NaN; NaN if there is none."""
    if not is_array(a):
        return None
    if is_complex(a.dtype):
        return _extreme_of_complex(np.min, np.inf, a, axis, out, keepdims, initial, where)
    if not (is_none(initial) and is_everywhere(where)):
        return _extreme_of_some("fmin", a, axis, out, keepdims, initial, where)
    if is_time(a.dtype) and is_none(out) and not literal_bool(keepdims, "keepdims"):
        return extremes_of_dates(a, axis, "fmin")
    return _without_dtype("fmin", a, axis, out, keepdims, where)


@implements("numpy.nanmax")
def nanmax(
    a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> FunctionType | None:
    """Largest element that is no NaN; NaN if there is none."""
    if not is_array(a):
        return None
    if is_complex(a.dtype):
        return _extreme_of_complex(np.max, -np.inf, a, axis, out, keepdims, initial, where)
    if not (is_none(initial) and is_everywhere(where)):
        return _extreme_of_some("fmax", a, axis, out, keepdims, initial, where)
    if is_time(a.dtype) and is_none(out) and not literal_bool(keepdims, "keepdims"):
        return extremes_of_dates(a, axis, "fmax")
    return _without_dtype("fmax", a, axis, out, keepdims, where)


# ------------------------------------------------------------------------------------------------------ mean, variance


def _reducer(a: Any, fold: Fold, axis: Any, keepdims: Any) -> FunctionType:
    """Return ``(a, axis)``, whatever the axis argument is."""
    reduce, takes_axis = reduction(a, fold, axis, keepdims)

    def without(a, axis):
        return reduce(a)

    return reduce if takes_axis else without


def _count_numbers(a: Any, axis: Any, keepdims: Any) -> FunctionType:
    """Return ``(a, axis)``: how many elements are no NaNs."""
    count = _reducer(types.Array(types.int64, a.ndim, order_of(a)), _plain_count(), axis, keepdims)
    index = np.uint64

    def numbers(a, axis):
        return count((a == a).astype(np.int64), axis)

    def of_vector(a, axis):
        total = 0
        for i in elements(a.size):
            total += a[index(i)] == a[index(i)]
        return total

    return of_vector if a.ndim == 1 and not literal_bool(keepdims, "keepdims") else numbers


@cache
def _plain_count() -> Fold:
    zero = np.int64(0)
    return Fold(np.int64, add, one_by_one(np.int64, add, zero), types.int64, zero)


def _mean_type(a: Any, dtype: Any) -> Type:
    if not is_none(dtype):
        return dtype_type(dtype)
    return types.float64 if is_integral(a.dtype) else a.dtype


@implements("numpy.nanmean")
def nanmean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, where: Any = True
) -> FunctionType | None:
    """Mean of the elements that are no NaNs."""
    if not is_array(a):
        return None
    if is_integral(a.dtype) or is_time(a.dtype):
        # There are no NaNs.
        return mean(a, axis, dtype, out, keepdims, where)
    if isinstance(axis, types.BaseTuple):
        given = {"a": a, "axis": axis, "dtype": dtype, "out": out, "keepdims": keepdims, "where": where}
        return over_merged_axes(np.nanmean, a, axis, keepdims, given, ("where",))
    masked = _masked(a, where)
    result = _mean_type(a, dtype)
    store = stored("true_divide", result, out, result_ndim(a, axis, keepdims))
    total, count = _reducer(a, number_sum_fold(result), axis, keepdims), _count_numbers(a, axis, keepdims)
    is_single = (is_none(axis) or a.ndim == 1) and not literal_bool(keepdims, "keepdims")
    divide = _division(result, is_single)

    def impl(a, axis=None, dtype=None, out=None, keepdims=False, where=True):
        counted = masked(a, where)
        return store(divide(total(counted, axis), count(counted, axis)), out)

    return impl


def _division(result: Type, is_single: bool) -> FunctionType:
    """Return the function that divides sums by counts, both numbers or both arrays, in float64 and rounded once, as NumPy."""
    real, number = numpy_class(types.float64), numpy_class(result)

    def of_numbers(total, count):
        return number(np.divide(total, real(count)))

    def of_arrays(total, count):
        return np.divide(total, count.astype(real)).astype(number)

    return of_numbers if is_single else of_arrays


def _variance(a: Any, axis: Any, dtype: Any, keepdims: Any, given: Any) -> FunctionType:
    """Return ``(a, axis, ddof, mean)``; the mean may be given."""
    has_mean = not is_none(given)
    result = _mean_type(a, dtype)
    part_type = result.underlying_float if is_complex(result) else result
    number, part = numpy_class(result), numpy_class(part_type)
    mean = _reducer(a, number_sum_fold(result), axis, True)
    count_kept, count = _count_numbers(a, axis, True), _count_numbers(a, axis, keepdims)
    squared = types.Array(part_type, a.ndim, order_of(a))
    total = _reducer(squared, sum_fold(part_type), axis, keepdims)
    # Of complex elements a real dtype is that of the mean and of the sum of the squares.
    element = numpy_class(a.dtype) if is_complex(a.dtype) and not is_complex(result) else number
    squares, zero = _squares(is_complex(result) or is_complex(a.dtype)), part(0)
    whole = (is_none(axis) or a.ndim == 1) and not literal_bool(keepdims, "keepdims")
    nan, divide_means, divide_totals = part(np.nan), _division(result, False), _division(part_type, whole)

    def of_number(total, count):
        return divide_totals(total, count) if count > 0 else nan

    def of_arrays(total, count):
        return np.where(count > 0, divide_totals(total, count), nan)

    divide = of_number if whole else of_arrays

    def centre_of(a, axis, mean_given):
        return divide_means(mean(a, axis), count_kept(a, axis))

    def given_centre(a, axis, mean_given):
        return mean_given

    find_centre = given_centre if has_mean else centre_of

    in_order = _variance_in_order(number, element, part, squares, has_mean)
    is_vector = a.ndim == 1 and whole

    def variance(a, axis, ddof, mean_given):
        if is_vector and in_kernel():
            return in_order(a, ddof, mean_given)
        centre = find_centre(a, axis, mean_given)
        # The distance of an infinite element from an infinite mean is a NaN that counts.
        distances = np.where(a == a, squares(a.astype(element) - centre), zero)
        return divide(total(distances, axis), count(a, axis) - ddof)

    return variance


def _variance_in_order(number: Any, element: Any, part: Any, squares: FunctionType, has_mean: bool) -> FunctionType:
    """Return ``(a, ddof, mean)`` for a vector, without memory for distances."""

    def mean_of(a):
        total, count = number(0), 0
        for i in range(a.size):
            if a[i] == a[i]:
                total += number(a[i])
                count += 1
        return np.divide(total, part(count))

    def variance(a, ddof, mean):
        centre = mean if has_mean else mean_of(a)
        total, count = part(0), -ddof
        for i in range(a.size):
            if a[i] == a[i]:
                total += part(squares(element(a[i]) - centre))
                count += 1
        return np.divide(total, part(count)) if count > 0 else part(np.nan)

    return variance


def _masked(a: Any, where: Any) -> FunctionType:
    """Return ``(a, where)``: the array with NaNs in the place of elements that don't count."""
    if is_everywhere(where):
        return lambda a, where: a
    if not isinstance(a.dtype, (types.Float, types.Complex)):
        refuse("where", where)
    nan = numpy_class(a.dtype)(np.nan)
    return lambda a, where: np.where(where, a, nan)


def _deltas(ddof: Any, correction: Any) -> FunctionType:
    """Return ``(ddof, correction)``: what is taken off the number of elements."""
    if is_none(correction):
        return lambda ddof, correction: ddof
    if not isinstance(ddof, int):
        raise errors.NumbaValueError("ddof and correction can't be provided simultaneously.")
    return lambda ddof, correction: correction


def _stored_part(a: Array, axis: Any, dtype: Any, out: Any, keepdims: Any) -> FunctionType:
    """Return ``(result, out)`` for results as real as variances are."""
    result = _mean_type(a, dtype)
    is_part = is_none(dtype) and is_complex(result)
    return stored("true_divide", result.underlying_float if is_part else result, out, result_ndim(a, axis, keepdims))


def _squares(complex_numbers: bool) -> FunctionType:
    def real(x):
        return x * x

    def complex_(x):
        return x.real * x.real + x.imag * x.imag

    return complex_ if complex_numbers else real


def _spread(
    function: Any,
    finish: Any,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    ddof: Any,
    keepdims: Any,
    where: Any,
    mean: Any,
    correction: Any,
) -> FunctionType | None:
    """Return the implementation of a function of the variance: what ``finish`` makes of it."""
    if not is_array(a):
        return None
    if is_integral(a.dtype):
        # There are no NaNs.
        return (var if finish is same else std)(a, axis, dtype, out, ddof, keepdims, where, mean, correction)
    if isinstance(axis, types.BaseTuple):
        given = {"a": a, "axis": axis, "dtype": dtype, "out": out, "ddof": ddof, "keepdims": keepdims, "where": where}
        given |= {"mean": mean, "correction": correction}
        return over_merged_axes(function, a, axis, keepdims, given, ("where", "mean"))
    variance, store = _variance(a, axis, dtype, keepdims, mean), _stored_part(a, axis, dtype, out, keepdims)
    masked, deltas = _masked(a, where), _deltas(ddof, correction)
    finish = as_dtype_asks(finish, dtype, result_ndim(a, axis, keepdims))

    def impl(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=None):
        return store(finish(variance(masked(a, where), axis, deltas(ddof, correction), mean)), out)

    return impl


@implements("numpy.nanvar")
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: Any = False,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> FunctionType | None:
    """Mean squared distance from the mean, of the elements that are no NaNs."""
    return _spread(np.nanvar, same, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@implements("numpy.nanstd")
def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: Any = False,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> FunctionType | None:
    """Root of the mean squared distance from the mean, of the elements that are no NaNs."""
    return _spread(np.nanstd, np.sqrt, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


# ---------------------------------------------------------------------------------------------- positions, running sums


def _without_nans(dtype: Type, replacement: float) -> FunctionType:
    """Return the function that copies an array with another number for NaNs; NaT is none."""
    number = numpy_class(dtype)
    if is_integral(dtype) or is_time(dtype):

        def same(a):
            return a

        return same
    value = number(replacement)

    def replaced(a):
        return np.where(a == a, a, value)

    return replaced


def _check_line(line):
    for x in line:
        if x == x:
            return
    raise ValueError("All-NaN slice encountered")


def _position_in_order(worst: Any, is_least: bool) -> FunctionType:
    """Return ``(a)`` for a vector of floats, without memory for others in the place of NaNs."""

    def position(a):
        _check_line(a)
        best, at = worst, 0
        for i in range(a.size):
            x = a[i] if a[i] == a[i] else worst
            if i == 0 or (x < best if is_least else x > best):
                best, at = x, i
        return at

    return position


def _only_position(is_plain: bool) -> FunctionType | None:
    """Return the function for an array without axes."""

    def impl(a, axis=None, out=None, keepdims=False):
        _check_line(a.ravel())
        return 0

    return impl if is_plain else None


def _positions(a: Any, axis: Any, out: Any, keepdims: Any, name: str) -> FunctionType | None:
    if not is_array(a) or not is_axis(axis):
        return None
    if is_time(a.dtype):
        # NaTs are no NaNs there.
        return positions_of_extremes("minimum" if name == "argmin" else "maximum", literal_bool(keepdims, "keepdims"))
    if a.ndim == 0:
        return _only_position(is_none(axis) and is_none(out))
    worst = np.inf if name == "argmin" else -np.inf
    # NumPy puts a real infinity in the place of complex NaNs.
    replaced = _without_nans(a.dtype, worst)
    position = np.argmin if name == "argmin" else np.argmax
    keep, whole, last = literal_bool(keepdims, "keepdims"), is_none(axis), a.ndim - 1
    is_plain = a.ndim == 1 and isinstance(a.dtype, types.Float) and is_none(out) and not keep
    check_rows = each_line(a.ndim, _check_line)
    in_order = _position_in_order(numpy_class(a.dtype)(worst) if isinstance(a.dtype, types.Float) else None, name == "argmin")

    def impl_whole(a, axis=None, out=None, keepdims=False):
        if is_plain and in_kernel():
            return in_order(a)
        if a.size > 0:
            _check_line(a.ravel())
        return position(replaced(a), None, out, keepdims=keep)

    def impl(a, axis=None, out=None, keepdims=False):
        if a.size > 0:
            check_rows(np.moveaxis(a, normalize_axis(axis, last + 1), -1))
        return position(replaced(a), axis, out, keepdims=keep)

    return impl_whole if whole else impl


@implements("numpy.nanargmin")
def nanargmin(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first smallest element that is no NaN."""
    return _positions(a, axis, out, keepdims, "argmin")


@implements("numpy.nanargmax")
def nanargmax(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> FunctionType | None:
    """Position of the first largest element that is no NaN."""
    return _positions(a, axis, out, keepdims, "argmax")


@implements("numpy.nancumsum")
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running sums in which NaNs count as 0."""
    if not is_array(a):
        return None
    replaced = _without_nans(a.dtype, 0)

    def impl(a, axis=None, dtype=None, out=None):
        return np.cumsum(replaced(a), axis, dtype, out)

    return impl


@implements("numpy.nancumprod")
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running products in which NaNs count as 1."""
    if not is_array(a):
        return None
    replaced = _without_nans(a.dtype, 1)

    def impl(a, axis=None, dtype=None, out=None):
        return np.cumprod(replaced(a), axis, dtype, out)

    return impl
