"""Functions of times that are those of integers: where they are first and last, which are there, what lies between."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.lib.kinds import is_array, is_integer, is_none, is_time
from coluber.lib.numpy.time_order import dtype_name, keys_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def has_times(*arguments: Any) -> bool:
    """Whether each argument is a time or an array of times."""
    return all(is_time(_element(ty)) for ty in arguments)


def _element(ty: Any) -> Any:
    return ty.dtype if is_array(ty) else ty


def _in_one_unit(*arguments: Any) -> tuple[str, list[FunctionType]]:
    """Return the name of the dtype in whose unit all times are whole, and for each argument the function that converts it."""
    given = [_element(ty) for ty in arguments]
    if len({type(ty) for ty in given}) > 1:
        raise TypingError("dates and spans of time have no common dtype")
    names = [dtype_name(ty) for ty in given]
    name = np.result_type(*names).str[1:]

    def as_it_is(x):
        return x

    def array(x):
        return x.astype(name)

    def element(x):
        return np.full(1, x).astype(name)[0]

    converters = [array if is_array(ty) else element for ty in arguments]
    return name, [as_it_is if own == name else convert for own, convert in zip(names, converters, strict=True)]


def positions_of_extremes(name: str, keep: bool) -> FunctionType:
    """Return the function for the position of the first or last time; the first NaT comes before either, as in NumPy."""
    function = np.argmin if name == "minimum" else np.argmax

    def first(a, axis=None, out=None, keepdims=False):
        return function(a.copy().view(np.int64), axis, out, keepdims=keep)

    def last(a, axis=None, out=None, keepdims=False):
        return function(keys_of(a), axis, out, keepdims=keep)

    return first if name == "minimum" else last


def unique_times(ar: Any, flags: tuple[bool, ...], equal_nat: bool) -> FunctionType:
    """Return the function for distinct times, with their positions and the like if flags ask for them."""
    name, (index, inverse, counts) = dtype_name(ar.dtype), flags
    if not equal_nat:
        raise TypingError("unique() of times with equal_nan=False is not supported yet")

    def values(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
        return (np.unique(keys_of(ar)) + 1).view(name)

    def with_positions(
        ar,
        return_index=False,
        return_inverse=False,
        return_counts=False,
        axis=None,
        equal_nan=True,
        sorted=True,  # noqa: A002
    ):
        found = np.unique(keys_of(ar), index, inverse, counts)
        return ((found[0] + 1).view(name), *found[1:])

    return with_positions if any(flags) else values


def union_of_times(ar1: Any, ar2: Any) -> FunctionType:
    """Return the function for the distinct times of two arrays."""
    name, (first, second) = _in_one_unit(ar1, ar2)

    def impl(ar1, ar2):
        return (np.union1d(keys_of(first(ar1)), keys_of(second(ar2))) + 1).view(name)

    return impl


def _dates_of(a):
    """Return integers in the order of times, without those for NaT, which is not equal to itself."""
    return keys_of(a.ravel()[~np.isnat(a.ravel())])


def common_times(ar1: Any, ar2: Any) -> FunctionType:
    """Return the function for the times that two arrays have in common."""
    name, (first, second) = _in_one_unit(ar1, ar2)

    def impl(ar1, ar2, assume_unique=False):
        return (np.intersect1d(_dates_of(first(ar1)), _dates_of(second(ar2))) + 1).view(name)

    return impl


def other_times(ar1: Any, ar2: Any) -> FunctionType:
    """Return the function for the times that only the first of two arrays has."""
    name, (first, second) = _in_one_unit(ar1, ar2)
    own = dtype_name(ar1.dtype)

    def impl(ar1, ar2, assume_unique=False):
        return (np.setdiff1d(keys_of(first(ar1)), _dates_of(second(ar2))) + 1).view(name)

    def impl_converted(ar1, ar2, assume_unique=False):
        return impl(ar1, ar2).astype(own)

    return impl if own == name else impl_converted


def bisected_times(a: Any, v: Any, name: str) -> FunctionType:
    """Return the function for where times would be inserted on one side of equal ones."""
    _, (first, second) = _in_one_unit(a, v)

    def number(a, v, side="left", sorter=None):
        return np.searchsorted(keys_of(first(a)), keys_of(np.full(1, second(v))), name, sorter)[0]

    def vector(a, v, side="left", sorter=None):
        return np.searchsorted(keys_of(first(a)), keys_of(second(v)), name, sorter)

    return vector if is_array(v) else number


def extremes_of_dates(a: Any, axis: Any, name: str) -> FunctionType:
    """Return the function for the first or last time that is no NaT; NaT if there is none."""
    dtype, is_first = dtype_name(a.dtype), name == "fmin"

    def extreme(a, axis):
        return np.nanmin(keys_of(a), axis) + 1 if is_first else np.nanmax(a.copy().view(np.int64), axis)

    def whole(a, axis=None, out=None, keepdims=False):
        return np.full(1, extreme(a, axis)).view(dtype)[0]

    def along(a, axis=None, out=None, keepdims=False):
        return extreme(a, axis).view(dtype)

    return whole if is_none(axis) or a.ndim == 1 else along


def _copied(ty: Any) -> FunctionType:
    """Return the function that copies an array, or makes one of a number."""

    def of_array(x):
        return x.copy()

    def of_number(x):
        return np.full(1, x)

    return of_array if is_array(ty) else of_number


def times_among(element: Any, test_elements: Any) -> FunctionType:
    """Return the function that says which times are among others; NaT is not."""
    _, (first, second) = _in_one_unit(element, test_elements)
    is_one, elements, tests = not is_array(element), _copied(element), _copied(test_elements)

    def impl(element, test_elements, assume_unique=False, invert=False, kind=None):
        looked_for, tested = elements(first(element)), tests(second(test_elements))
        found = np.isin(looked_for.view(np.int64), tested.view(np.int64)) & ~np.isnat(looked_for)
        return (found != invert).reshape(()) if is_one else found != invert

    return impl


def is_dated(ty: Any) -> bool:
    """Whether a bound is a date or its text; others say how far it is from the first."""
    return isinstance(ty, (types.NPDatetime, types.UnicodeType, types.StringLiteral))


def range_in_unit(stop: Any, step: Any, dtype: Any) -> FunctionType:
    """Return ``arange`` for times of a dtype, whose bounds are times, texts or counts of units."""
    as_time = np.timedelta64 if isinstance(dtype, types.NPTimedelta) else np.datetime64
    unit, is_distance = dtype.unit, as_time is np.datetime64 and not is_dated(stop)
    has_step = not is_none(step)

    def impl_single(start=None, stop=None, step=None, dtype=None):
        return np.arange(as_time(0, unit), as_time(start, unit))

    def impl(start=None, stop=None, step=None, dtype=None):
        first = as_time(start, unit)
        last = first + np.timedelta64(stop, unit) if is_distance else as_time(stop, unit)
        return np.arange(first, last, np.timedelta64(step, unit)) if has_step else np.arange(first, last)

    return impl_single if is_none(stop) else impl


def unit_of_dates(start: Any, stop: Any, dtype: Any) -> Any:
    """Return the type of dates of the finer unit of two constant texts, for a dtype of dates without a unit."""
    is_class = isinstance(dtype, types.Function) and dtype.typing_key is np.datetime64
    is_name = isinstance(dtype, types.StringLiteral) and dtype.literal_value in ("M8", "datetime64")
    if not (is_class or is_name) or not all(isinstance(ty, types.StringLiteral) for ty in (start, stop)):
        return None
    dates = [np.datetime64(ty.literal_value) for ty in (start, stop)]
    return types.NPDatetime(np.datetime_data(np.result_type(*dates))[0])


def range_of_times(start: Any, stop: Any, step: Any) -> FunctionType | None:
    """Return the function for times at equal distances."""
    if is_none(start) or is_none(stop) or not (is_none(step) or is_integer(step) or isinstance(step, types.NPTimedelta)):
        return None
    dated = isinstance(start, types.NPDatetime)
    if not (is_time(start) and (is_time(stop) or is_integer(stop))) or not dtype_name(start).endswith("]"):
        return None
    spans = [ty for ty in (stop, step) if is_time(ty)]
    if any(ty.unit != start.unit for ty in spans):
        names = [dtype_name(ty) for ty in (start, *spans)]
        return range_in_unit(stop, step, type(start)(np.datetime_data(np.result_type(*names))[0]))
    # A number or a span after a date says how far the last one is from it.
    name, by_one, to_time = dtype_name(start), is_none(step), not dated or isinstance(stop, types.NPDatetime)

    def bits(x):
        return np.full(1, x).view(np.int64)[0]

    def same(x):
        return np.int64(x)

    stop_of, step_of = bits if is_time(stop) else same, bits if is_time(step) else same

    def impl(start=None, stop=None, step=None, dtype=None):
        first = bits(start)
        last = stop_of(stop) if to_time else first + stop_of(stop)
        return np.arange(first, last, 1 if by_one else step_of(step)).view(name)

    return impl
