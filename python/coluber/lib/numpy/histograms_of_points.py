"""Counting points in the cells of a grid of any number of dimensions: ``histogramdd``. The edges are in a tuple."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_none, is_number, literal_bool
from coluber.lib.numpy.histograms import edges_for, place_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


class _Dimension:
    """What is done with one coordinate of the points.

    Parameters
    ----------
    k : int
        Which.
    sample, bins, range_ : type
        The arguments.
    """

    def __init__(self, k: int, sample: Any, bins: Any, range_: Any) -> None:
        in_tuple = isinstance(sample, types.BaseTuple)
        vector = sample.types[k] if in_tuple else types.Array(sample.dtype, 1, "A")
        several, ranged = isinstance(bins, types.BaseTuple), not is_none(range_)
        own_bins, own_range = bins.types[k] if several else bins, range_.types[k] if ranged else None
        self.edges, self.place = edges_for(vector, own_bins, own_range, None, True), place_on(vector, own_bins)
        self.column = _item(k) if in_tuple else _column(k)
        self.bins, self.range = _item(k) if several else _same, _item(k) if ranged else _same


def _item(k: int) -> FunctionType:
    def item(values):
        return values[k]

    return item


def _column(k: int) -> FunctionType:
    def column(sample):
        return sample[:, k]

    return column


def _same(value):
    return value


def _edges(dimensions: list[_Dimension]) -> FunctionType:
    """Return ``(sample, bins, range)``: a tuple of the edges along each dimension."""
    if not dimensions:
        return lambda sample, bins, range: ()  # noqa: A006
    one, rest = dimensions[0], _edges(dimensions[1:])
    edges, column, own_bins, own_range = one.edges, one.column, one.bins, one.range

    def make(sample, bins, range):  # noqa: A002
        return (edges(column(sample), own_bins(bins), own_range(range)), *rest(sample, bins, range))

    return make


def _cell(dimensions: list[_Dimension], k: int) -> FunctionType:
    """Return ``(sample, edges, i, at)``: the number of the cell of point i; -1 for points outside of the grid."""
    if k == len(dimensions):
        return lambda sample, edges, i, at: at
    place, column, rest = dimensions[k].place, dimensions[k].column, _cell(dimensions, k + 1)

    def cell(sample, edges, i, at):
        own = place(edges[k], column(sample)[i])
        return rest(sample, edges, i, at * (edges[k].size - 1) + own) if own >= 0 else -1

    return cell


def _volume(count: int) -> FunctionType:
    """Return ``(edges, at)``: the volume of a cell."""
    if count == 0:
        return lambda edges, at: 1.0
    k, rest = count - 1, _volume(count - 1)

    def volume(edges, at):
        own = at % (edges[k].size - 1)
        return rest(edges, at // (edges[k].size - 1)) * (np.float64(edges[k][own + 1]) - np.float64(edges[k][own]))

    return volume


def _shape(count: int) -> FunctionType:
    if count == 0:
        return lambda edges: ()
    k, rest = count - 1, _shape(count - 1)

    def shape(edges):
        return (*rest(edges), edges[k].size - 1)

    return shape


def _size(sample: Any) -> FunctionType:
    """Return the function that says how many points there are."""

    def of_vectors(sample):
        for vector in sample:
            if vector.size != sample[0].size:
                raise ValueError("The vectors of a sample must have one length.")
        return sample[0].size

    def of_rows(sample):
        return sample.shape[0]

    return of_vectors if isinstance(sample, types.BaseTuple) else of_rows


def _dimensions(sample: Any, bins: Any) -> int | None:
    """Return how many coordinates points have."""
    if isinstance(sample, types.BaseTuple):
        return len(sample) if all(is_array(ty, 1) and _is_real(ty) for ty in sample.types) and len(sample) else None
    if not is_array(sample, 2) or not _is_real(sample):
        return None
    if not isinstance(bins, types.BaseTuple):
        raise errors.TypingError(
            "histogramdd() needs a tuple of columns or a tuple 'bins': the type of the result depends on their number"
        )
    return len(bins)


def _is_real(ty: Any) -> bool:
    return is_number(ty.dtype) and not is_complex(ty.dtype)


@implements("numpy.histogramdd")
def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,  # noqa: A002
    density: Any = None,
    weights: Any = None,
) -> FunctionType | None:
    """Return how many points lie in each cell of a grid, and the edges of its cells along each dimension."""
    count = _dimensions(sample, bins)
    if count is None or not (is_none(weights) or is_array(weights, 1)):
        return None
    for ty in (bins, range):
        if isinstance(ty, types.BaseTuple) and len(ty) != count:
            raise errors.NumbaValueError("The dimension of bins must be equal to the dimension of the sample x.")
    dimensions = [_Dimension(k, sample, bins, range) for k in _indices(count)]
    if any(dimension.edges is None for dimension in dimensions):
        return None
    edges_of, cell, shape_of, size, volume = (
        _edges(dimensions), _cell(dimensions, 0), _shape(count), _size(sample), _volume(count),
    )  # fmt: skip
    weighted, is_density = not is_none(weights), not is_none(density) and literal_bool(density, "density")
    checked = None if isinstance(sample, types.BaseTuple) else count

    def impl(sample, bins=10, range=None, density=None, weights=None):  # noqa: A002
        if checked is not None and sample.shape[1] != count:
            raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
        edges = edges_of(sample, bins, range)
        shape, total = shape_of(edges), 1
        for n in shape:
            total *= n
        cells = np.zeros(total)
        for i in _indices(size(sample)):
            at = cell(sample, edges, i, 0)
            if at >= 0:
                cells[at] += np.float64(weights[i]) if weighted else 1.0
        if is_density:
            every = cells.sum()
            for at in _indices(total):
                cells[at] = np.divide(np.divide(cells[at], volume(edges, at)), every)
        return cells.reshape(shape), edges

    return impl


_indices = range
