"""Running sums and products, and differences of neighbours."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import in_parallel, tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_integer,
    is_integral,
    is_none,
    is_number,
    is_time,
    is_unsigned,
    numpy_class,
    refuse,
)
from coluber.lib.numpy.axes import check_one_axis, normalize_axis
from coluber.lib.numpy.layouts import order_of
from coluber.lib.numpy.running import running_lines, running_vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _add(p, q):
    return p + q


def _multiply(p, q):
    return p * q


def _running(a: Any, axis: Any, dtype: Any, out: Any, join: Any) -> FunctionType | None:
    if not is_array(a):
        return None
    check_one_axis(axis)
    if is_time(a.dtype) and (join is _multiply or not isinstance(a.dtype, types.NPTimedelta)):
        return None
    if not is_none(out):
        return _running_into(a, axis, dtype, out, join)
    if not is_none(dtype):
        result = dtype.dtype if is_array(dtype) else dtype_type(dtype)
    elif is_integral(a.dtype):
        result = types.uint64 if is_unsigned(a.dtype) else types.int64
    else:
        result = a.dtype
    number, ndim, is_contiguous = numpy_class(result), a.ndim, a.layout in "CF"
    # The sum of -0.0 and 0.0 is 0.0.
    neutral = 1 if join is _multiply else 0 if is_time(result) else -0.0
    divided, lines = running_vector(result, join, neutral), running_lines(result, join, neutral)

    def vector(a, target):
        if a.size == 0:
            return
        if in_parallel():
            divided(a, target)
            return
        last = number(a[0])
        target[0] = last
        for i in range(1, a.size):
            last = number(join(last, number(a[i])))
            target[i] = last

    def whole(a, axis=None, dtype=None, out=None):
        target = np.empty(a.size, number)
        vector(a.ravel(), target)
        return target

    def along(a, axis=None, dtype=None, out=None):
        result = np.empty(a.shape, number)
        if is_contiguous or in_parallel():
            lines(a, result, normalize_axis(axis, ndim))
            return result
        at = normalize_axis(axis, ndim)
        source, target = np.moveaxis(a, at, 0), np.moveaxis(result, at, 0)
        if result.size == 0:
            return result
        target[0] = source[0]
        for i in range(1, source.shape[0]):
            target[i] = join(target[i - 1], source[i].astype(number))
        return result

    def along_reversed(a, axis=None, dtype=None, out=None):
        return along(a.T, ndim - 1 - normalize_axis(axis, ndim)).T

    def checked(a, axis=None, dtype=None, out=None):
        target = np.empty(a.size, number)
        vector(np.moveaxis(a, axis, 0), target)
        return target

    def single(a, axis=None, dtype=None, out=None):
        normalize_axis(axis, 1)
        return whole(a)

    if is_none(axis):
        return whole
    if ndim == 0:
        return single
    if ndim == 1:
        return checked
    return along_reversed if a.layout == "F" else along


def _running_into(a: Any, axis: Any, dtype: Any, out: Any, join: Any) -> FunctionType | None:
    """Return the function that stores the results in an array."""
    if not is_array(out) or out.ndim != (1 if is_none(axis) else a.ndim):
        refuse("out", out)
    number = numpy_class(out.dtype)
    run = _running(a, axis, out if is_none(dtype) else dtype, None, join)

    def impl(a, axis=None, dtype=None, out=None):
        result = run(a, axis)
        if result.shape != out.shape:
            raise ValueError("provided out is the wrong size for the accumulation.")
        out[...] = result.astype(number)
        return out

    return impl


@implements("numpy.cumsum", "array.cumsum")
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running sums of the elements."""
    return _running(a, axis, dtype, out, _add)


@implements("numpy.cumprod", "array.cumprod")
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running products of the elements."""
    return _running(a, axis, dtype, out, _multiply)


def _cumulative(x: Any, axis: Any, dtype: Any, out: Any, join: Any, first: int) -> FunctionType | None:
    """Return the function of the array API, which may begin with the result of no elements."""
    if is_array(x, 0) and is_none(out):
        return _cumulative_of_only(first == 1)
    if not is_array(x) or x.ndim == 0 or (is_none(axis) and x.ndim > 1):
        return None
    wanted = out if is_array(out) and is_none(dtype) else dtype
    run, ndim, whole = _running(x, axis, wanted, None, join), x.ndim, is_none(axis)
    layout = order_of(x)
    if run is None or not (is_none(out) or is_array(out)):
        return None
    is_stored = is_array(out)

    def stored(result, out):
        if result.shape != out.shape:
            raise ValueError("provided out is the wrong size for the accumulation.")
        out[...] = result
        return out

    def extended(result, axis):
        at = 0 if whole else normalize_axis(axis, ndim)
        longer = np.empty(tuple_replace(result.shape, at, result.shape[at] + 1), result.dtype, layout)
        target = np.moveaxis(longer, at, 0)
        target[:1] = first
        target[1:] = np.moveaxis(result, at, 0)
        return longer

    def impl(x, axis=None, dtype=None, out=None, include_initial=False):
        result = run(x, axis)
        if include_initial:
            result = extended(result, axis)
        return stored(result, out) if is_stored else result

    return impl


def _cumulative_of_only(is_product: bool) -> FunctionType:
    """Return the function of the array API for an array without axes, which counts as a vector."""
    function = np.cumulative_prod if is_product else np.cumulative_sum

    def impl(x, axis=None, dtype=None, out=None, include_initial=False):
        return function(np.atleast_1d(x), axis=axis, dtype=dtype, include_initial=include_initial)

    return impl


@implements("numpy.cumulative_sum")
def cumulative_sum(
    x: Any, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: Any = False
) -> FunctionType | None:
    """Return running sums of the elements, after a zero if that is asked for."""
    return _cumulative(x, axis, dtype, out, _add, 0)


@implements("numpy.cumulative_prod")
def cumulative_prod(
    x: Any, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: Any = False
) -> FunctionType | None:
    """Return running products of the elements, after a one if that is asked for."""
    return _cumulative(x, axis, dtype, out, _multiply, 1)


@implements("numpy.diff")
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> FunctionType | None:
    """Differences of neighbours along an axis, ``n`` times."""
    if not (is_array(a) and a.ndim > 0 and (n == 1 or is_integer(n)) and (axis == -1 or is_integer(axis))):
        return None
    if not (is_none(prepend) and is_none(append)):
        return _diff_extended(a, prepend, append)
    if isinstance(a.dtype, types.Boolean):
        return _changes(a.ndim)
    if a.layout == "F" and a.ndim > 1:
        return _diff_reversed(a.ndim)
    ndim, number = a.ndim, numpy_class(a.dtype) if is_number(a.dtype) else None
    flat, once = a.ndim == 1, n == 1 or (isinstance(n, types.IntegerLiteral) and n.literal_value == 1)

    def vector_once(a, n=1, axis=-1, prepend=None, append=None):
        normalize_axis(axis, 1)
        return a[1:] - a[:-1]

    def along_once(a, n=1, axis=-1, prepend=None, append=None):
        rest = np.moveaxis(a, axis, 0)
        return np.moveaxis(rest[1:] - rest[:-1], 0, axis)

    def in_order(a, n=1, axis=-1, prepend=None, append=None):
        at = normalize_axis(axis, ndim)
        rest, size = np.moveaxis(a, at, 0), max(a.shape[at] - 1, 0)
        result = np.empty(tuple_replace(a.shape, at, size), number)
        target = np.moveaxis(result, at, 0)
        target[...] = rest[1:] - rest[:-1]
        return result

    if once:
        return vector_once if flat else in_order if is_number(a.dtype) else along_once
    if isinstance(a.dtype, types.NPDatetime):
        return _spans(n)

    def vector(a, n=1, axis=-1, prepend=None, append=None):
        if n < 0:
            raise ValueError(f"order must be non-negative but got {n}")
        rest = np.moveaxis(a, axis, 0).copy()
        for _ in range(n):
            rest = rest[1:] - rest[:-1]
        return rest

    def along(a, n=1, axis=-1, prepend=None, append=None):
        if n < 0:
            raise ValueError(f"order must be non-negative but got {n}")
        rest = a.copy()
        for _ in range(n):
            rest = in_order(rest, 1, axis)
        return rest

    def along_of_spans(a, n=1, axis=-1, prepend=None, append=None):
        return np.moveaxis(vector(a, n, axis), 0, axis)

    if flat:
        return vector
    return along if is_number(a.dtype) else along_of_spans


def _diff_reversed(ndim: int) -> FunctionType:
    """Return the function for arrays in Fortran order, which gives one, too."""

    def impl(a, n=1, axis=-1, prepend=None, append=None):
        return np.diff(a.T, n, ndim - 1 - normalize_axis(axis, ndim)).T

    return impl


def _spans(n: Any) -> FunctionType | None:
    """Return the function for differences of differences of dates, which are spans, so that their number must be a constant."""
    if not isinstance(n, types.IntegerLiteral) or n.literal_value < 1:
        return None
    rest = n.literal_value - 1

    def impl(a, n=1, axis=-1, prepend=None, append=None):
        return np.diff(np.diff(a, 1, axis), rest, axis)

    return impl


def _diff_extended(a: Any, prepend: Any, append: Any) -> FunctionType | None:
    """Return the function for an array that is extended first."""
    from coluber.lib.numpy.calculus import extension

    extend = extension(a, prepend, append)
    if extend is None:
        return None

    def impl(a, n=1, axis=-1, prepend=None, append=None):
        return np.diff(extend(a, axis, prepend, append), n, axis)

    return impl


def _changes(ndim: int) -> FunctionType:
    """Return the function for arrays of bools, whose differences say where neighbours are unequal."""

    def vector(a, n=1, axis=-1, prepend=None, append=None):
        rest = np.moveaxis(a, axis, 0).copy()
        for _ in range(n):
            rest = rest[1:] != rest[:-1]
        return rest

    def along(a, n=1, axis=-1, prepend=None, append=None):
        return np.moveaxis(vector(a, n, axis), 0, axis)

    return vector if ndim == 1 else along
