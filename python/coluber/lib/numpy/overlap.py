"""Which arrays have memory in common: ``shares_memory`` and ``may_share_memory``; and the bytes of an array."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import address
from coluber.lib.kinds import is_array, is_none, is_number, is_text, is_time, literal_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# All bytes: a slice is one of them.
_LETTERS = bytes(range(256))


def extent(a):
    """Return the addresses of an array's first byte, and of the one behind its last."""
    low = high = address(a)
    for k in range(a.ndim):
        reach = (a.shape[k] - 1) * a.strides[k]
        low += min(reach, 0)
        high += max(reach, 0)
    return low, high + a.itemsize


def _of_number(a: Any, b: Any) -> bool:
    return not (is_array(a) and is_array(b))


def never(a, b, max_work=None):
    """Numbers have no memory of arrays."""
    return False


def bounds_meet(a, b, max_work=None):
    """Whether the stretches of memory in which two arrays lie have bytes in common."""
    if a.size == 0 or b.size == 0:
        return False
    (low, high), (other_low, other_high) = extent(a), extent(b)
    return low < other_high and other_low < high


def addresses(a):
    """Return the addresses of all elements, in order."""
    found, start = np.empty(a.size, np.int64), address(a)
    for k, index in enumerate(np.ndindex(a.shape)):
        place = start
        for d in range(a.ndim):
            place += index[d] * a.strides[d]
        found[k] = place
    found.sort()
    return found


@implements("numpy.may_share_memory")
def may_share_memory(a: Any, b: Any, max_work: Any = None) -> FunctionType | None:
    """Whether two arrays may have memory in common: whether the stretches in which they lie have."""
    return never if _of_number(a, b) else bounds_meet


@implements("numpy.shares_memory")
def shares_memory(a: Any, b: Any, max_work: Any = None) -> FunctionType | None:
    """Whether two arrays have memory in common."""
    if _of_number(a, b):
        return never
    dense = a.layout in "CF" and b.layout in "CF"

    def exact(a, b, max_work=None):
        if not bounds_meet(a, b):
            return False
        first, second = addresses(a), addresses(b)
        i = j = 0
        while i < first.size and j < second.size:
            if first[i] + a.itemsize <= second[j]:
                i += 1
            elif second[j] + b.itemsize <= first[i]:
                j += 1
            else:
                return True
        return False

    return bounds_meet if dense else exact


def _has_bytes(dtype: Any) -> bool:
    """Whether the memory of elements can be read as bytes."""
    return is_number(dtype) or is_time(dtype) or is_text(dtype) or isinstance(dtype, types.Record)


@implements("method:tobytes")
def tobytes(a: Any, order: Any = "C") -> FunctionType | None:
    """Return the bytes of the elements, in an order."""
    name = "C" if is_none(order) else literal_str(order, "order")
    if not is_array(a) or not _has_bytes(a.dtype) or name not in ("C", "F", "A", "K"):
        return None
    reverse = name == "F" or (name in ("A", "K") and a.layout == "F")

    def impl(a, order="C"):
        flat = a.T.ravel() if reverse else a.ravel()
        raw = flat.view(np.uint8)
        return b"".join([_LETTERS[k : k + 1] for k in raw])

    return impl
