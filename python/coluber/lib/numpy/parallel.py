"""Reductions on all cores, for functions with ``parallel=True``: large arrays in pieces, each reduced as on one thread.

The compiler asks for keys with ``parallel:`` first in such functions. Functions below without options work on one thread.
"""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import compile_with, implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import tuple_remove
from coluber.lib.kinds import is_array, is_none
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Elements that pay for a thread.
_GRAIN = 32768
_MOST_PIECES = 64


def piece_count(rows, size):
    """Return the number of pieces of an array with so many rows and elements."""
    return max(1, min(rows, size // _GRAIN, _MOST_PIECES))


def _is_plain(a: Type) -> bool:
    """Whether an array is one of numbers, with axes."""
    return is_array(a) and a.ndim > 0 and isinstance(a.dtype, (types.Number, types.Boolean))


def _of_all(name: str) -> FunctionType:
    """Return the reduction of all elements: of the results of pieces."""
    reduce = getattr(np, name)

    def serial(a):
        return reduce(a)

    @compile_with(parallel=True)
    def divided(a, axis=None):
        n = a.shape[0]
        pieces = piece_count(n, a.size)
        if pieces == 1:
            return serial(a)
        parts = np.full(pieces, serial(a[:1]))
        for k in prange(pieces):
            parts[k] = serial(a[n * k // pieces : n * (k + 1) // pieces])
        return serial(parts)

    return divided


def _along_axis(ndim: int, name: str) -> FunctionType:
    """Return the reduction along an axis, with the elements of another one in pieces."""
    reduce = getattr(np, name)

    def serial(a, axis):
        return reduce(a, axis)

    @compile_with(parallel=True)
    def divided(a, axis=None):
        along = normalize_axis(axis, ndim)
        across = 1 if along == 0 else 0
        n = a.shape[across]
        pieces = piece_count(n, a.size)
        if pieces == 1:
            return serial(a, along)
        out = np.empty(tuple_remove(a.shape, along), serial(a[:1], along).dtype)
        for k in prange(pieces):
            first, last = n * k // pieces, n * (k + 1) // pieces
            if along == 0:
                out[first:last] = serial(a[:, first:last], 0)
            else:
                out[first:last] = serial(a[first:last], along)
        return out

    return divided


def _register(name: str) -> None:
    """Make a reduction known."""

    @implements(f"parallel:array.{name}", f"parallel:numpy.{name}")
    def reduction(a: Any, axis: Any = None) -> FunctionType | None:
        if not _is_plain(a):
            return None
        if is_none(axis):
            return _of_all(name)
        return _along_axis(a.ndim, name) if a.ndim > 1 and isinstance(axis, types.Integer) else None


for _name in ("sum", "prod", "min", "max", "any", "all"):
    _register(_name)
