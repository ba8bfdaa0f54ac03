"""Counting points of a plane in the cells of a grid: ``histogram2d``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integral, is_list, is_none, literal_bool
from coluber.lib.numpy.arguments import is_array_like, ndim_of, to_array
from coluber.lib.numpy.from_lists import ndim_of_list
from coluber.lib.numpy.histograms import edges_for, place_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_indices = range


@implements("numpy.histogram2d")
def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,  # noqa: A002
    density: Any = None,
    weights: Any = None,
) -> FunctionType | None:
    """Return how many points lie in each cell of a grid, and the edges of its cells."""
    if not (is_array(x, 1) and is_array(y, 1)) or not (is_none(weights) or is_array(weights, 1)):
        return None
    is_density = not is_none(density) and literal_bool(density, "density")
    if _is_listed(bins):
        return _of_listed(x, y, bins, is_density)
    pair = isinstance(bins, types.BaseTuple)
    first, second = bins.types if pair else (bins, bins)
    if is_array(range, 2) or (is_list(range) and ndim_of_list(range) == 2):
        return _in_rows_of_ranges(bins, density)
    if not is_none(range) and not (isinstance(range, types.BaseTuple) and len(range) == 2):
        raise errors.TypingError("range must be a pair of pairs")
    ranged = not is_none(range)
    x_range, y_range = range.types if ranged else (None, None)
    x_edges, y_edges = edges_for(x, first, x_range, None, True), edges_for(y, second, y_range, None, True)
    if x_edges is None or y_edges is None:
        return None
    x_place, y_place = place_on(x, first), place_on(y, second)
    weighted = not is_none(weights)
    bins_of_x, bins_of_y = _item(0, pair), _item(1, pair)
    range_of_x, range_of_y, check = _item(0, ranged), _item(1, ranged), _check_of(bins)

    def impl(x, y, bins=10, range=None, density=None, weights=None):  # noqa: A002
        if x.size != y.size:
            raise ValueError("x and y must have the same length.")
        check(bins)
        p = x_edges(x, bins_of_x(bins), range_of_x(range))
        q = y_edges(y, bins_of_y(bins), range_of_y(range))
        cells = np.zeros((p.size - 1, q.size - 1))
        for i in _indices(x.size):
            j, k = x_place(p, x[i]), y_place(q, y[i])
            if j >= 0 and k >= 0:
                cells[j, k] += np.float64(weights[i]) if weighted else 1.0
        if is_density:
            cells = cells / _areas(p, q) / cells.sum()
        return cells, p, q

    return impl


_WRONG_COUNT = "The dimension of bins must be equal to the dimension of the sample x."


def _is_listed(bins: Any) -> bool:
    """Whether the bins are rows of edges or a tuple of more than two numbers, or a pair has tuples of edges."""
    if isinstance(bins, types.BaseTuple):
        return len(bins) != 2 or any(isinstance(ty, types.BaseTuple) for ty in bins.types)
    return is_array(bins, 2)


def _of_listed(x: Any, y: Any, bins: Any, is_density: bool) -> FunctionType | None:
    """Return the function for bins that are made arrays first."""
    if isinstance(bins, types.BaseTuple) and len(bins) == 2:
        return _of_pair(bins, is_density)
    if not is_array_like(bins) or ndim_of(bins) > 2:
        return None
    if isinstance(bins, types.BaseTuple) and len(bins) == 1:
        raise errors.NumbaValueError(_WRONG_COUNT)
    if ndim_of(bins) == 2:
        return _of_rows(is_density)

    def of_edges(x, y, bins=10, range=None, density=None, weights=None):  # noqa: A002
        return np.histogram2d(x, y, np.asarray(bins), range, is_density, weights)

    return of_edges


def _of_pair(bins: Any, is_density: bool) -> FunctionType:
    first, second = (to_array(ty) if isinstance(ty, types.BaseTuple) else _same for ty in bins.types)

    def of_pair(x, y, bins=10, range=None, density=None, weights=None):  # noqa: A002
        return np.histogram2d(x, y, (first(bins[0]), second(bins[1])), range, is_density, weights)

    return of_pair


def _of_rows(is_density: bool) -> FunctionType:
    def of_rows(x, y, bins=10, range=None, density=None, weights=None):  # noqa: A002
        rows = np.asarray(bins)
        if rows.shape[0] != 2:
            raise ValueError(_WRONG_COUNT)
        return np.histogram2d(x, y, (rows[0], rows[1]), range, is_density, weights)

    return of_rows


def _check_of(bins: Any) -> FunctionType:
    """Return ``(bins)``: refuse vectors that NumPy does not take for edges: an item for each coordinate is a number of bins."""
    if not is_array(bins, 1):
        return lambda bins: None
    message = "two numbers of bins are a tuple here: np.histogram2d(x, y, (m, n))"
    wrong = (ValueError, message) if is_integral(bins.dtype) else (TypeError, "`bins[0]` must be an integer, when a scalar")
    error, text = wrong

    def check(bins):
        if bins.size == 1:
            raise ValueError(_WRONG_COUNT)
        if bins.size == 2:
            raise error(text)

    return check


def _same(value):
    return value


def _in_rows_of_ranges(bins: Any, density: Any) -> FunctionType:
    """Return the function for ranges that are the rows of an array."""
    is_density, is_default = not is_none(density) and literal_bool(density, "density"), isinstance(bins, int)

    def impl(x, y, bins=10, range=None, density=None, weights=None):  # noqa: A002
        rows = np.asarray(range)
        both = ((rows[0, 0], rows[0, 1]), (rows[1, 0], rows[1, 1]))
        return np.histogram2d(x, y, 10 if is_default else bins, both, is_density, weights)

    return impl


def _item(k: int, is_pair: bool) -> FunctionType:
    """Return the function that gives an item of a pair, or other values as they are."""

    def item(value):
        return value[k]

    return item if is_pair else _same


def _areas(p, q):
    widths, heights = (p[1:] - p[:-1]).astype(np.float64), (q[1:] - q[:-1]).astype(np.float64)
    return widths.reshape(widths.size, 1) * heights.reshape(1, heights.size)
