"""``arange``, ``linspace``, ``eye`` and other functions that make arrays by a rule."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_integral,
    is_none,
    is_number,
    is_real,
    is_text,
    is_time,
    literal_bool,
    literal_str,
    numpy_class,
    result_type,
    text_dtype,
)
from coluber.lib.numpy.arguments import common_dtype, dtype_of, is_array_like, to_array
from coluber.lib.numpy.time_functions import range_in_unit, range_of_times, unit_of_dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Array lengths are checked against this before they are converted from floats.
_MOST = 2.0**62


# ------------------------------------------------------------------------------------------------------------- arange


def length_of_range(distance: float, step: float) -> int:
    """Return how many steps lie in a distance; 0 where they lead away."""
    if step == 0.0:
        raise ZeroDivisionError("division by zero")
    steps = np.divide(distance, step)
    if steps != steps:
        raise ValueError("arange: cannot compute length")
    if steps >= _MOST:
        raise ValueError("Maximum allowed size exceeded")
    return max(math.ceil(max(steps, -1.0)), 0)


def _arange_dtype(given: list[Type]) -> Type:
    """Return NumPy's dtype for these bounds: at least int64."""
    return result_type(types.int64, *given)


def _fill_range(wide: Type, dtype: Type) -> FunctionType:
    """Return ``(start, step, n)``: n numbers from start, of a dtype; the second one decides the distance, as in NumPy."""
    target, source = numpy_class(dtype), numpy_class(wide)
    number = np.int64 if isinstance(dtype, types.Boolean) else target

    def fill(start, step, n):
        result = np.empty(n, target)
        first = number(start)
        delta = number(number(source(start) + source(step)) - first)
        for i in elements(n):
            result[i] = target(number(first + number(number(i) * delta)))
        return result

    return fill


@implements("numpy.arange")
def arange(start: Any = None, stop: Any = None, step: Any = None, dtype: Any = None) -> FunctionType | None:
    """Return numbers at equal distances, without the end."""
    bounds = [ty for ty in (start, stop, step) if not is_none(ty)]
    if any(is_time(ty) for ty in bounds) and is_none(dtype):
        return range_of_times(start, stop, step)
    if (unit := unit_of_dates(start, stop, dtype)) is not None:
        return range_in_unit(stop, step, unit)
    if not is_none(dtype) and is_time(dtype_type(dtype)):
        return range_in_unit(stop, step, dtype_type(dtype))
    if bounds and all(is_number(ty) for ty in bounds) and any(is_complex(ty) for ty in bounds):
        return _complex_range(start, stop, step, dtype)
    if not bounds or not all(is_real(ty) for ty in bounds):
        return None
    wide = _arange_dtype(bounds)
    fill = _fill_range(wide, wide if is_none(dtype) else dtype_type(dtype))
    source, double = numpy_class(wide), np.float64
    no_start, no_stop, no_step = is_none(start), is_none(stop), is_none(step)
    if no_start and no_stop:
        return None

    def impl(start=None, stop=None, step=None, dtype=None):
        if no_stop:
            first, last = source(0), source(start)
        elif no_start:
            first, last = source(0), source(stop)
        else:
            first, last = source(start), source(stop)
        by = source(1) if no_step else source(step)
        return fill(first, by, length_of_range(double(last - first), double(by)))

    return impl


def _complex_range(start: Any, stop: Any, step: Any, dtype: Any) -> FunctionType:
    """Return the function for complex bounds: as many numbers as both parts of the distance, in steps, have room for."""
    source = numpy_class(result_type(*(ty for ty in (start, stop, step) if not is_none(ty))))
    number = source if is_none(dtype) else numpy_class(dtype_type(dtype))
    from_zero, no_step = is_none(stop), is_none(step)

    def impl(start=None, stop=None, step=None, dtype=None):
        first, last = (source(0), source(start)) if from_zero else (source(start), source(stop))
        by = source(1) if no_step else source(step)
        steps = (last - first) / by
        length = max(min(np.int64(np.ceil(steps.real)), np.int64(np.ceil(steps.imag))), 0)
        result = np.empty(length, source)
        for k in range(length):
            result[k] = first + k * by
        return result.astype(number)

    return impl


# ----------------------------------------------------------------------------------------------------------- linspace


def _linspace_dtype(start: Type, stop: Type) -> Type:
    """Return the dtype in which NumPy computes: floating, where constant integers adapt to the other end."""
    operands = [0 if isinstance(ty, types.IntegerLiteral) else types.unliteral(ty).name for ty in (start, stop)]
    return getattr(types, np.result_type(*operands, 0.0).name)


@implements("numpy.linspace")
def linspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, retstep: Any = False, dtype: Any = None, axis: Any = None
) -> FunctionType | None:
    """Return a number of points at equal distances."""
    if is_array(start) or is_array(stop):
        return _linspace_of_arrays(start, stop, retstep, dtype)
    if not (is_number(start) and is_number(stop) and (num == 50 or is_integral(num))):
        return None
    wide = _linspace_dtype(start, stop)
    result = wide if is_none(dtype) else dtype_type(dtype)
    points = _linspace_points(wide, result)
    with_step = literal_bool(retstep, "retstep")

    def impl(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=None):
        return points(start, stop, num, endpoint)[0]

    def impl_step(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=None):
        return points(start, stop, num, endpoint)

    return impl_step if with_step else impl


def _linspace_of_arrays(start: Any, stop: Any, retstep: Any, dtype: Any) -> FunctionType | None:
    """Return the function for points between the elements of arrays."""
    both = [ty.dtype if is_array(ty) else types.unliteral(ty) for ty in (start, stop)]
    if not all(map(is_number, both)):
        return None
    if all(is_number(ty) or ty.ndim == 0 for ty in (start, stop)):
        return _linspace_of_only([ty.dtype if is_array(ty) else ty for ty in (start, stop)], retstep, dtype)
    wide = common_dtype(start, stop)
    wide = types.float64 if is_integral(wide) else wide
    number, target = numpy_class(wide), numpy_class(wide if is_none(dtype) else dtype_type(dtype))
    rounds, with_step = not is_none(dtype) and is_integral(dtype_type(dtype)), literal_bool(retstep, "retstep")
    ndim = max(ty.ndim if is_array(ty) else 0 for ty in (start, stop))
    ones = (1,) * ndim

    def points(start, stop, num, endpoint, axis):
        if num < 0:
            raise ValueError(f"Number of samples, {num}, must be non-negative.")
        first, last = np.asarray(start).astype(number), np.asarray(stop).astype(number)
        delta = last - first
        intervals = num - 1 if endpoint else num
        counts = np.arange(num).reshape((num, *ones)).astype(number)
        step = delta / intervals if intervals > 0 else np.full(delta.shape, np.nan).astype(number)
        result = counts * step + first if intervals > 0 else counts * delta + first
        if intervals > 0 and np.any(step == 0):
            result = counts / intervals * delta + first
        if endpoint and num > 1:
            result[-1] = last
        moved = np.moveaxis(result, 0, axis)
        return (np.floor(moved) if rounds else moved).astype(target), step

    def impl(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        return points(start, stop, num, endpoint, axis)[0]

    def impl_step(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        return points(start, stop, num, endpoint, axis)

    return impl_step if with_step else impl


def _linspace_of_only(both: list[Any], retstep: Any, dtype: Any) -> FunctionType:
    """Return the function for arrays without axes, which count as their elements."""
    of_numbers = linspace(*both, retstep=retstep, dtype=dtype)

    def impl(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        return of_numbers(np.asarray(start)[()], np.asarray(stop)[()], num, endpoint)

    return impl


def _floor_to(target: Any) -> FunctionType:
    """Return the function that rounds down to an integer type."""

    def convert(x):
        return target(np.floor(x))

    return convert


def _linspace_points(wide: Type, dtype: Type) -> FunctionType:
    """Return ``(start, stop, num, endpoint)``: the points and their distance."""
    number, target = numpy_class(wide), numpy_class(dtype)
    part = numpy_class(wide.underlying_float if is_complex(wide) else wide)
    convert = _floor_to(target) if isinstance(dtype, types.Integer) else target

    def points(start, stop, num, endpoint):
        if num < 0:
            raise ValueError(f"Number of samples, {num}, must be non-negative.")
        n = np.int64(num)
        first, last = number(start), number(stop)
        delta = number(last - first)
        intervals = n - 1 if endpoint else n
        step = np.divide(delta, part(intervals)) if intervals > 0 else number(np.nan)
        result = np.empty(n, target)
        if intervals > 0 and step == number(0):
            # The step is too small for a number: divide last.
            for i in elements(n):
                result[i] = convert(number(number(np.divide(part(i), part(intervals)) * delta) + first))
        elif intervals > 0:
            for i in elements(n):
                result[i] = convert(number(number(part(i) * step) + first))
        elif n > 0:
            result[0] = convert(first)
        if endpoint and n > 1:
            result[n - 1] = convert(last)
        return result, step

    return points


# ----------------------------------------------------------------------------------------------------------- matrices


@implements("numpy.eye")
def eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = None, order: Any = "C") -> FunctionType | None:  # noqa: N803
    """Return a matrix with ones on a diagonal."""
    if not (is_integral(N) and (is_none(M) or is_integral(M)) and (k == 0 or is_integral(k))):
        return None
    number = np.float64 if is_none(dtype) else numpy_class(dtype_type(dtype))
    square = is_none(M)
    if literal_str(order, "order") == "F":
        return lambda N, M=None, k=0, dtype=None, order="C": np.eye(N if square else M, N, -k, number).T  # noqa: N803

    def impl(N, M=None, k=0, dtype=None, order="C"):  # noqa: N803
        rows = np.int64(N)
        columns = rows if square else np.int64(M)
        result = np.zeros((rows, columns), number)
        for i in range(max(-k, 0), min(rows, columns - k)):
            result[i, i + k] = number(1)
        return result

    return impl


@implements("numpy.identity")
def identity(n: Any, dtype: Any = None) -> FunctionType | None:
    """Return a square matrix with ones on the diagonal."""
    if not is_integral(n):
        return None
    number = np.float64 if is_none(dtype) else numpy_class(dtype_type(dtype))

    def impl(n, dtype=None):
        result = np.zeros((n, n), number)
        for i in range(n):
            result[i, i] = number(1)
        return result

    return impl


# -------------------------------------------------------------------------------------------------------------- copies


@implements("numpy.copy")
def copy(a: Any, order: Any = "K", subok: Any = False) -> FunctionType | None:
    """Return a copy of an array in an order."""
    if not is_array(a):
        return None
    name = "K" if is_none(order) else literal_str(order, "order")
    to_fortran = name == "F" and a.ndim > 1

    def in_c_order(a, order="K", subok=False):
        return a.flatten().reshape(a.shape)

    def in_fortran_order(a, order="K", subok=False):
        return a.T.flatten().reshape(a.T.shape).T

    def as_it_is(a, order="K", subok=False):
        return a.copy()

    return in_fortran_order if to_fortran else in_c_order if name == "C" else as_it_is


def _register_like(name: str, make: Any) -> None:
    """Register a function whose result has another shape than the array that it is like, or texts of a number."""

    @implements(f"numpy.{name}_like")
    def choose(a, dtype=None, order="K", subok=True, shape=None):
        if isinstance(a, types.Record) and is_none(dtype) and is_none(shape):
            return lambda a, dtype=None, order="K", subok=True, shape=None: make((), a.dtype)
        if not is_array(a):
            return None
        element = a.dtype if is_none(dtype) else dtype_type(dtype)
        if is_none(shape) and name == "ones" and is_text(element):
            fill = full_of_texts(text_dtype(element))
            return lambda a, dtype=None, order="K", subok=True, shape=None: fill(a.shape, 1)
        if is_none(shape) and name == "ones" and isinstance(element, types.Record):
            made_of = element.numpy_dtype
            return lambda a, dtype=None, order="K", subok=True, shape=None: np.full_like(a, 1, made_of)
        if is_none(shape):
            return None
        number = numpy_class(element)
        return lambda a, dtype=None, order="K", subok=True, shape=None: make(shape, number)


for _name, _make in {"empty": np.empty, "zeros": np.zeros, "ones": np.ones}.items():
    _register_like(_name, _make)


# --------------------------------------------------------------------------------------------------------------- full


def _filling(fill: Any, dtype: Any, order: Any) -> tuple[Any, bool] | None:
    """Return the class of the numbers and whether the order is Fortran's, for an array filled with those of another."""
    if is_number(fill) or not is_array_like(fill):
        return None
    number = numpy_class(dtype_of(fill) if is_none(dtype) else dtype_type(dtype))
    name = "C" if is_none(order) else literal_str(order, "order")
    if name not in ("C", "F"):
        raise errors.UnsupportedError("the argument 'order=' is 'C' or 'F' here")
    return number, name == "F"


@implements("numpy.full")
def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C") -> FunctionType | None:
    """Return a new array with the elements of an array or a tuple, which are repeated where needed."""
    element = None if is_none(dtype) else dtype_type(dtype)
    if isinstance(element, types.Record) and is_number(fill_value):
        return _full_of_records(element, order)
    if is_text(element) and is_number(fill_value):
        return full_of_texts(text_dtype(element))
    found = _filling(fill_value, dtype, order)
    if found is None or found[1]:
        return None
    number, of_array = found[0], to_array(fill_value)

    def impl(shape, fill_value, dtype=None, order="C"):
        result = np.empty(shape, number)
        result[...] = of_array(fill_value).astype(number)
        return result

    return impl


@implements("numpy.full_like")
def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: Any = None, subok: Any = True, *, shape: Any = None
) -> FunctionType | None:
    """Return a new array of the shape of another one, with the elements of an array or a tuple."""
    if is_array(a) and not is_none(shape):
        return _filled_like(a, dtype, order, shape)
    if is_array(a) and isinstance(a.dtype if is_none(dtype) else dtype_type(dtype), types.Record) and is_number(fill_value):
        return _records_like(a, dtype)
    if is_array(a) and is_text(a.dtype if is_none(dtype) else dtype_type(dtype)) and is_number(fill_value):
        return _texts_like(text_dtype(a.dtype if is_none(dtype) else dtype_type(dtype)))
    if not is_array(a) or not is_none(order) or _filling(fill_value, dtype, order) is None:
        return None
    number, of_array = numpy_class(a.dtype if is_none(dtype) else dtype_type(dtype)), to_array(fill_value)

    def impl(a, fill_value, dtype=None, order=None, subok=True, *, shape=None):
        result = np.empty_like(a, number)
        result[...] = of_array(fill_value).astype(number)
        return result

    return impl


def full_of_texts(texts: str) -> FunctionType:
    """Return the function of ``full`` for numbers whose texts are the elements of a new array of such a dtype."""

    def impl(shape, fill_value, dtype=None, order="C"):
        return np.full(shape, fill_value).astype(texts)

    return impl


def _texts_like(texts: str) -> FunctionType:
    def impl(a, fill_value, dtype=None, order=None, subok=True, *, shape=None):
        return np.full(a.shape, fill_value).astype(texts)

    return impl


def _full_of_records(record: Any, order: Any) -> FunctionType:
    from coluber.lib.numpy.structured import filled_with

    filled = filled_with(record, literal_str(order, "order") == "F")

    def impl(shape, fill_value, dtype=None, order="C"):
        return filled(shape, fill_value)

    return impl


def _records_like(a: Any, dtype: Any) -> FunctionType:
    record = a.dtype if is_none(dtype) else dtype_type(dtype)
    made_of, reverse = record.numpy_dtype, a.layout == "F" and a.ndim > 1

    def impl(a, fill_value, dtype=None, order=None, subok=True, *, shape=None):
        return np.full(a.T.shape, fill_value, made_of).T if reverse else np.full(a.shape, fill_value, made_of)

    return impl


def _filled_like(a: Any, dtype: Any, order: Any, shape: Any) -> FunctionType:
    """Return the function for an array of another shape, in the order of the other one where they have as many axes."""
    number, ndim = numpy_class(a.dtype if is_none(dtype) else dtype_type(dtype)), 1 if is_integral(shape) else len(shape)
    name = "K" if is_none(order) else literal_str(order, "order")
    reverse = name == "F" or (name in "KA" and a.layout == "F" and ndim == a.ndim)

    def impl(a, fill_value, dtype=None, order=None, subok=True, *, shape=None):
        return np.full(shape, fill_value, number)

    def impl_reversed(a, fill_value, dtype=None, order=None, subok=True, *, shape=None):
        return np.asfortranarray(np.full(shape, fill_value, number))

    return impl_reversed if reverse and ndim > 1 else impl
