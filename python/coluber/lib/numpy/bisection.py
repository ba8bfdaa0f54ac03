"""``searchsorted`` and ``digitize``: looking for places in sorted vectors."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integer,
    is_none,
    is_number,
    is_text,
    literal_str,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.ordering import less_complex
from coluber.lib.numpy.record_sets import bisected_records
from coluber.lib.numpy.structured import is_record_array
from coluber.lib.numpy.text_arrays import is_string
from coluber.lib.numpy.text_order import bisected_texts
from coluber.lib.numpy.time_functions import bisected_times, has_times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


# Searches that are done step by step together: their keys and places stay in the first cache.
_TOGETHER = 512


def less_or_nan(x, y):
    """Whether a number comes before another, NaNs last."""
    return (x < y) | ((y != y) & (x == x))


def less_number(x, y):
    """Whether an integer comes before another."""
    return x < y


def before_function(dtype: Type) -> FunctionType:
    """Return the order of numbers of a type in which NaNs are last."""
    if is_complex(dtype):
        return less_complex
    return less_or_nan if isinstance(dtype, types.Float) else less_number


@cache
def bisector(dtype: Type, side: str) -> FunctionType:
    """Return ``(a, key)``: the place for a number in a sorted vector, before or after elements that are equal.

    Both are compared as numbers of a type.
    """
    before, number, index = before_function(dtype), numpy_class(dtype), np.uint64
    is_left = side == "left"

    def is_below(a, i, key):
        x = number(a[index(i)])
        return before(x, key) if is_left else not before(key, x)

    def place(a, key):
        # How often the loop runs depends on the length alone, and it has no other branch: nothing has to be guessed.
        low, count = 0, a.size
        if count == 0:
            return 0
        while count > 1:
            half = count >> 1
            low += half * np.int64(is_below(a, low + half - 1, key))
            count -= half
        return low + np.int64(is_below(a, low, key))

    return place


@cache
def bisector_of_many(dtype: Type, side: str) -> FunctionType:
    """Return ``(a, keys, target)``: store the places for numbers in a sorted vector.

    The steps of many searches are taken together, so that one does not wait for the memory that another reads.
    """
    before, number, index = before_function(dtype), numpy_class(dtype), np.uint64
    is_left = side == "left"

    def is_below(a, i, key):
        x = number(a[index(i)])
        return before(x, key) if is_left else not before(key, x)

    def step(a, keys, target, start, end, half):
        for i in range(start, end):
            at = target[index(i)]
            goes_on = is_below(a, at + half - 1, number(keys[index(i)]))
            target[index(i)] = at + (half & -np.int64(goes_on))

    def places(a, keys, target):
        target[:] = 0
        if a.size == 0:
            return
        for start in range(0, keys.size, _TOGETHER):
            end, count = min(start + _TOGETHER, keys.size), a.size
            while count > 1:
                half = count >> 1
                step(a, keys, target, start, end, half)
                count -= half
            step(a, keys, target, start, end, 1)

    return places


def _reordered_bisector(dtype: Type, side: str) -> FunctionType:
    """As `bisector`, ``(a, sorter, key)``, for a vector and the positions that sort it."""
    before, number = before_function(dtype), numpy_class(dtype)
    is_left = side == "left"

    def place(a, sorter, key):
        low, high = 0, a.size
        while low < high:
            middle = (low + high) >> 1
            position = np.int64(sorter[middle])
            if position < 0 or position >= a.size:
                raise ValueError("Sorter index out of range.")
            x = number(a[position])
            if before(x, key) if is_left else not before(key, x):
                low = middle + 1
            else:
                high = middle
        return low

    return place


def _side(side: Any) -> str:
    name = literal_str(side, "side")
    if name not in ("left", "right"):
        raise errors.NumbaValueError(f"search side must be 'left' or 'right' (got '{name}')")
    return name


@implements("numpy.searchsorted", "method:searchsorted")
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> FunctionType | None:
    """Return where values would be inserted into a sorted vector."""
    if is_array(a, 1) and has_times(a, v):
        return bisected_times(a, v, _side(side))
    if is_record_array(a) and a.ndim == 1 and (v.dtype if is_array(v) else v) == a.dtype:
        return bisected_records(a, v, _side(side))
    if is_array(a, 1) and is_text(a.dtype) and (is_string(v) or (is_array(v) and is_text(v.dtype))):
        return bisected_texts(v, _side(side))
    if is_array(a) and a.ndim > 1:
        raise errors.NumbaValueError(f"object too deep for desired array: the argument 'a' must be a vector, not {a}")
    if not is_array(a, 1) or not is_number(a.dtype):
        return None
    element = v.dtype if is_array(v) else types.unliteral(v)
    if not is_number(element):
        return _of_tuple(v)
    dtype = result_type(a.dtype, element)
    number, name = numpy_class(dtype), _side(side)
    if is_none(sorter):
        search = bisector(dtype, name)

        def place(a, sorter, key):
            return search(a, key)

    elif is_array(sorter, 1) and is_integer(sorter.dtype):
        place = _reordered_bisector(dtype, name)
    else:
        return None
    checked = not is_none(sorter)

    def check(a, sorter):
        if checked and sorter.size != a.size:
            raise ValueError("sorter.size must equal a.size")

    def impl_number(a, v, side="left", sorter=None):
        check(a, sorter)
        return place(a, sorter, number(v))

    def impl(a, v, side="left", sorter=None):
        check(a, sorter)
        result = np.empty(v.shape, np.int64)
        target, keys = result.ravel(), v.ravel()
        for i in elements(target.size):
            target[i] = place(a, sorter, number(keys[i]))
        return result[()]

    def impl_many(a, v, side="left", sorter=None):
        result = np.empty(v.shape, np.int64)
        search_all(a, v.ravel(), result.ravel())
        return result[()]

    if not is_array(v):
        return impl_number
    search_all = None if checked else bisector_of_many(dtype, name)
    return impl if checked else impl_many


def _of_tuple(v: Any) -> FunctionType | None:
    if not isinstance(v, types.BaseTuple):
        return None

    def impl(a, v, side="left", sorter=None):
        return np.searchsorted(a, np.asarray(v), side, sorter)

    return impl


@implements("numpy.digitize")
def digitize(x: Any, bins: Any, right: Any = False) -> FunctionType | None:
    """Return in which bins values lie."""
    element = x.dtype if is_array(x) else types.unliteral(x)
    if not (is_array(bins, 1) and is_number(element)) or is_complex(element) or is_complex(bins.dtype):
        return None
    dtype = result_type(bins.dtype, element)
    number, before = numpy_class(dtype), bisector(dtype, "left")
    after = bisector(dtype, "right")
    all_before, all_after = bisector_of_many(dtype, "left"), bisector_of_many(dtype, "right")

    def direction(bins):
        first = 1
        while first < bins.size and bins[first] == bins[0]:
            first += 1
        up = first >= bins.size or bins[first - 1] < bins[first]
        for i in range(first + 1, bins.size):
            # NaNs are in order with everything.
            if bins[i - 1] > bins[i] if up else bins[i - 1] < bins[i]:
                raise ValueError("bins must be monotonically increasing or decreasing")
        return up

    def impl_number(x, bins, right=False):
        up = direction(bins)
        ordered, key = bins if up else bins[::-1], number(x)
        at = before(ordered, key) if right else after(ordered, key)
        return at if up else bins.size - at

    def impl(x, bins, right=False):
        up = direction(bins)
        ordered = bins.copy() if up else bins[::-1].copy()
        result = np.empty(x.shape, np.int64)
        target, keys = result.ravel(), x.ravel()
        if right:
            all_before(ordered, keys, target)
        else:
            all_after(ordered, keys, target)
        if not up:
            target[:] = bins.size - target
        return result

    def impl_only(x, bins, right=False):
        return impl_number(x[()], bins, right)

    if is_array(x, 0):
        return impl_only
    return impl if is_array(x) else impl_number
