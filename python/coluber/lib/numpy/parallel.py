"""Large arrays in pieces, for functions with ``parallel=True``.

Functions of the library that such a function calls are compiled like it: their loops over `prange` and `elements` run on all
cores. A loop whose iterations do the work of one element each is one over `elements`; others go through pieces, of which
there is one where the code runs on one thread.
"""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.threads import prange
from coluber.lib.intrinsics import in_parallel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Elements that pay for a thread.
_GRAIN = 32768
_MOST_PIECES = 64


def piece_count(rows, size):
    """Return the number of pieces of an array with so many rows and elements."""
    if in_parallel():
        return max(1, min(rows, size // _GRAIN, _MOST_PIECES))
    return 1


def in_pieces(part: Callable[..., Any], join: Callable[[Any, Any], Any], number: Any) -> FunctionType:
    """Return ``(a, rows, size, given)``: reduce an array of so many rows and elements.

    Parameters
    ----------
    part : callable
        ``part(a, first, last, given)``: the result of the rows from one up to another.
    join : callable
        Makes one result of two, of which the first is that of rows further up.
    number : type
        The type of the results.
    """

    def divided(a, rows, size, given):
        pieces = piece_count(rows, size)
        if pieces == 1:
            return number(part(a, 0, rows, given))
        parts = np.empty(pieces, number)
        for k in prange(pieces):
            parts[k] = part(a, rows * k // pieces, rows * (k + 1) // pieces, given)
        total = parts[0]
        for k in range(1, pieces):
            total = join(total, parts[k])
        return number(total)

    def reduce(a, rows, size, given):
        if in_parallel():
            return divided(a, rows, size, given)
        return part(a, 0, rows, given)

    return reduce


def piece_starts(mask, pieces):
    """Return how many elements that are not zero stand before each piece of a vector, and how many there are."""
    n, starts = mask.size, np.zeros(pieces + 1, np.int64)
    for p in prange(pieces):
        count = 0
        for i in range(n * p // pieces, n * (p + 1) // pieces):
            count += 1 if mask[i] != 0 else 0
        starts[p + 1] = count
    for p in range(pieces):
        starts[p + 1] += starts[p]
    return starts


def is_plain(result: Type) -> bool:
    """Whether partial results of a type can wait in an array."""
    return isinstance(result, (types.Number, types.Boolean))
