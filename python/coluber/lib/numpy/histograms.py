"""Counting elements in bins: ``bincount``, ``histogram``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integer,
    is_integral,
    is_none,
    is_number,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.bin_rules import bin_count
from coluber.lib.numpy.bisection import bisector, bisector_of_many
from coluber.lib.numpy.reductions import extremes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Elements whose bins are found before they are counted.
_BLOCK = 256


@implements("numpy.bincount")
def bincount(x: Any, weights: Any = None, minlength: Any = 0) -> FunctionType | None:
    """Return how often each number from 0 is there, or the sums of the weights."""
    if is_array(x) and not (x.ndim == 1 and is_integral(x.dtype)):
        raise errors.TypingError(f"bincount() counts integers of a vector: the argument 'x' is {x}")
    if not is_array(x) or not (minlength == 0 or is_integer(minlength)):
        return None

    def length(x, minlength):
        if minlength < 0:
            raise ValueError("'minlength' must not be negative")
        most = np.int64(-1)
        least = np.int64(0)
        for i in range(x.size):
            most = max(most, np.int64(x[i]))
            least = min(least, np.int64(x[i]))
        if least < 0:
            raise ValueError("'list' argument must have no negative elements")
        return max(most + 1, np.int64(minlength))

    def impl(x, weights=None, minlength=0):
        counts = np.zeros(length(x, minlength), np.int64)
        for i in range(x.size):
            counts[np.uint64(x[i])] += 1
        return counts

    def impl_weights(x, weights=None, minlength=0):
        sums = np.zeros(length(x, minlength), np.float64)
        if weights.size != x.size:
            raise ValueError("The weights and list don't have the same length.")
        for i in range(x.size):
            sums[np.uint64(x[i])] += np.float64(weights[i])
        return sums

    if is_none(weights):
        return impl
    return impl_weights if is_array(weights, 1) and not is_complex(weights.dtype) else None


# ---------------------------------------------------------------------------------------------------------- bin edges


def _interval(a: Any, dtype: Type, range_: Any) -> FunctionType:
    """Return ``(a, range)``: the lowest and the highest edge, as floats."""
    number, both = numpy_class(dtype), extremes(a)
    half, one = number(0.5), number(1)

    def widened(low, high):
        if low == high:
            return low - half, high + half
        return low, high

    def of_data(a, range):  # noqa: A002
        if a.size == 0:
            return number(0), one
        least, most = both(a)
        low, high = number(least), number(most)
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
        return widened(low, high)

    def given(a, range):  # noqa: A002
        low, high = number(range[0]), number(range[1])
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f"supplied range of [{low}, {high}] is not finite")
        return widened(low, high)

    return of_data if is_none(range_) else given


def _edge_type(a: Any, range_: Any) -> Type:
    """Return the type of edges at equal distances."""
    floating = types.float64 if is_integral(a.dtype) else a.dtype
    return floating if is_none(range_) or not is_array(range_) else result_type(floating, range_.dtype)


def _is_range(ty: Any) -> bool:
    if is_none(ty) or is_array(ty, 1):
        return True
    return isinstance(ty, types.BaseTuple) and len(ty) == 2 and all(is_number(item) for item in ty.types)


def _uniform(a: Any, dtype: Type, range_: Any, is_grid: bool) -> FunctionType:
    """Return ``(a, bins, range)``: edges at equal distances, which may be the same ones for a grid."""
    interval, between = _interval(a, dtype, range_), np.linspace if is_grid else _edges_between

    def edges(a, bins, range):  # noqa: A002
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        low, high = interval(a, range)
        return between(low, high, np.int64(bins) + 1)

    return edges


def _edges_between(low, high, count):
    """Return edges at equal distances; ValueError where rounding makes neighbours equal."""
    edges = np.linspace(low, high, count)
    is_fine = True
    for k in _indices(count - 1):
        is_fine = is_fine & (edges[np.uint64(k)] < edges[np.uint64(k + 1)])
    if not is_fine:
        raise ValueError(f"Too many bins for data range. Cannot create {count - 1} finite-sized bins.")
    return edges


def _given_edges(a: Any, bins: Any, range_: Any) -> FunctionType:
    """Return ``(a, bins, range)``: the edges that are given, which must be in order."""

    def edges(a, bins, range):  # noqa: A002
        for k in _indices(1, bins.size):
            if bins[k - 1] > bins[k]:
                raise ValueError("`bins` must increase monotonically, when an array")
        return bins

    return edges


_indices = range


def _estimated(a: Any, name: str, range_: Any, weights: Any) -> FunctionType:
    """Return ``(a, bins, range)``: edges at distances that a rule gives."""
    dtype = _edge_type(a, range_)
    interval, count = _interval(a, dtype, range_), bin_count(name, a, range_, weights)

    def edges(a, bins, range):  # noqa: A002
        low, high = interval(a, range)
        return _edges_between(low, high, np.int64(count(a, low, high)) + 1)

    return edges


def edges_for(a: Any, bins: Any, range_: Any, weights: Any = None, is_grid: bool = False) -> FunctionType | None:
    """Return ``(a, bins, range)``: the edges of the bins for elements; None where the arguments have no meaning."""
    if not is_array(a) or is_complex(a.dtype) or not _is_range(range_):
        return None
    if bins == 10 or is_integer(bins):
        return _uniform(a, _edge_type(a, range_), range_, is_grid)
    if isinstance(bins, types.StringLiteral):
        return _estimated(a, str(bins.literal_value), range_, weights)
    return _given_edges(a, bins, range_) if is_array(bins, 1) else None


def _is_of_bools(a: Any) -> bool:
    return is_array(a) and isinstance(a.dtype, types.Boolean)


@implements("numpy.histogram_bin_edges")
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> FunctionType | None:  # noqa: A002
    """Return the edges of the bins of a histogram."""
    if _is_of_bools(a):

        def impl_bools(a, bins=10, range=None, weights=None):  # noqa: A002
            return np.histogram_bin_edges(a.astype(np.uint8), bins, range, weights)

        return impl_bools
    edges = edges_for(a, bins, range, weights)
    if edges is None:
        return None

    def impl(a, bins=10, range=None, weights=None):  # noqa: A002
        return edges(a, bins, range)

    return impl


# ---------------------------------------------------------------------------------------------------------- histograms


def _counter(a: Any, bins: Any, edge: Type, sums: Any) -> FunctionType:
    """Return ``(a, edges, weights, result)``: add one, or a weight, to the bin of each element.

    The result has one more item, after those of the bins, which is that of the elements outside of them.
    """
    wide = result_type(a.dtype, edge)
    locate = _search_bins(wide) if is_array(bins) else _uniform_bins(edge)

    def add_one(result, k, weights, i):
        result[np.uint64(k)] += sums(1)

    def add_weight(result, k, weights, i):
        result[np.uint64(k)] += sums(weights[i])

    add = add_one if sums is np.int64 else add_weight

    def count(a, edges, weights, result):
        places = np.empty(min(_BLOCK, a.size), np.int64)
        for start in range(0, a.size, _BLOCK):
            n = min(_BLOCK, a.size - start)
            locate(a, start, n, edges, places)
            for i in range(n):
                add(result, places[np.uint64(i)], weights, start + i)

    return count


def _search_bins(wide: Type) -> FunctionType:
    """Return ``(a, start, n, edges, places)``: store in which bins n elements lie."""
    search, number, index = bisector_of_many(wide, "right"), numpy_class(wide), np.uint64

    def locate(a, start, n, edges, places):
        bins = edges.size - 1
        search(edges, a[start : start + n], places[:n])
        for i in range(n):
            k = places[index(i)] - 1
            if k == bins and bins > 0 and number(a[index(start + i)]) == number(edges[index(bins)]):
                k = bins - 1
            places[index(i)] = k if k >= 0 and k < bins else bins

    return locate


def _uniform_bins(edge: Type) -> FunctionType:
    """As `_search_bins`, for edges at equal distances: a division says where an element is, up to rounding.

    Most elements are so far from all edges that rounding does not matter, which vector code can tell of many at once.
    """
    number, index = numpy_class(edge), np.uint64
    rounding, one = number(8 * np.finfo(number).eps), number(1)
    half = number(0.5)

    def exactly(a, start, n, edges, scale, places):
        bins = edges.size - 1
        low, high = edges[0], edges[bins]
        for i in range(n):
            x = number(a[index(start + i)])
            k = bins
            if x >= low and x <= high:
                k = min(np.int64(number(number(x - low) * scale)), bins - 1)
                if x < edges[k]:
                    k -= 1
                elif k < bins - 1 and x >= edges[k + 1]:
                    k += 1
            places[index(i)] = k

    def locate(a, start, n, edges, places):
        bins = edges.size - 1
        low, high = edges[0], edges[bins]
        scale = np.divide(number(bins), number(high - low))
        near = number(rounding * number(max(abs(low), abs(high)) * scale + number(bins)))
        far, end, doubtful = number(one - near), number(number(bins) - half), False
        for i in range(n):
            x = number(a[index(start + i)])
            at = number(number(x - low) * scale)
            part = number(at - np.floor(at))
            inside = (x >= low) & (x <= high)
            is_known = ((part >= near) & (part <= far)) | (at < half) | (at > end)
            doubtful = doubtful | (inside & (not is_known))
            places[index(i)] = np.int64(min(at, end) if inside else number(bins))
        if doubtful:
            exactly(a, start, n, edges, scale, places)

    return locate


@implements("numpy.histogram")
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> FunctionType | None:  # noqa: A002
    """Return how many elements lie in each bin, or the sums of their weights, and the edges of the bins."""
    if _is_of_bools(a):
        dense = not is_none(density) and literal_bool(density, "density")

        def impl_bools(a, bins=10, range=None, density=None, weights=None):  # noqa: A002
            return np.histogram(a.astype(np.uint8), bins, range, dense, weights)

        return impl_bools
    edges_of = edges_for(a, bins, range, weights)
    if edges_of is None or not (is_none(weights) or is_array(weights)):
        return None
    edge = bins.dtype if is_array(bins) else _edge_type(a, range)
    weighted = not is_none(weights)
    sums = _sum_class(weights) if weighted else np.int64
    count = _counter(a, bins, edge, sums if not weighted or sums is not np.int64 else np.float64)
    total = _sum_class(weights) if weighted else np.int64
    partial = np.float64 if weighted and total is np.int64 else total
    is_density = not is_none(density) and literal_bool(density, "density")

    def counted(a, bins, range, weights):  # noqa: A002
        edges = edges_of(a, bins, range)
        result = np.zeros(edges.size, partial)
        if weighted:
            if a.shape != weights.shape:
                raise ValueError("weights should have the same shape as a.")
            count(a.ravel(), edges, weights.ravel(), result)
        else:
            count(a.ravel(), edges, weights, result)
        return result[:-1], edges

    def impl(a, bins=10, range=None, density=None, weights=None):  # noqa: A002
        return counted(a, bins, range, weights)

    def impl_converted(a, bins=10, range=None, density=None, weights=None):  # noqa: A002
        result, edges = counted(a, bins, range, weights)
        return result.astype(total), edges

    def impl_density(a, bins=10, range=None, density=None, weights=None):  # noqa: A002
        result, edges = counted(a, bins, range, weights)
        widths = (edges[1:] - edges[:-1]).astype(np.float64)
        return result / widths / result.sum(), edges

    if is_density:
        return impl_density
    return impl if partial is total else impl_converted


def _sum_class(weights: Any) -> Any:
    """Return the class of sums of weights."""
    return numpy_class(weights.dtype)


def place_on(a: Any, bins: Any) -> FunctionType:
    """Return ``(edges, x)``: in which bin a number lies, or -1."""
    dtype = result_type(a.dtype, bins.dtype if is_array(bins) else _edge_type(a, None))
    number, search = numpy_class(dtype), bisector(dtype, "right")

    def place(edges, x):
        last = edges.size - 1
        k = search(edges, number(x)) - 1
        if number(x) == number(edges[last]):
            return last - 1
        return k if k < last else -1

    return place
