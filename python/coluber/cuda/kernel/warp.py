"""Operations of warps: 32 threads, which exchange values without memory.

`mask` names the lanes that take part, bit ``i`` for lane ``i``. The caller must be one of them, and all of them that have not
ended must come to the same operation with the same mask.
"""

from __future__ import annotations

import sys

from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, SupportsIndex, TypeVar

    import numpy as np

    _T = TypeVar("_T")

WARP_SIZE = 32


def shfl_sync(mask: SupportsIndex, value: _T, src_lane: SupportsIndex) -> _T:
    """Return the `value` of lane ``src_lane % 32``.

    Parameters
    ----------
    mask : int
        The lanes that take part.
    value : int32, uint32, int64, uint64, float32 or float64
        What this thread gives.
    src_lane : int
        The lane to read; where it takes no part, the thread's own value comes back.
    """
    return _shuffle("shfl_sync", mask, value, lambda lane: src_lane % WARP_SIZE)


def shfl_up_sync(mask: SupportsIndex, value: _T, delta: SupportsIndex) -> _T:
    """Return the `value` of the lane `delta` below; the first `delta` lanes get their own.

    Parameters
    ----------
    mask : int
        The lanes that take part.
    value : int32, uint32, int64, uint64, float32 or float64
        What this thread gives.
    delta : int
        How far below.
    """
    return _shuffle("shfl_up_sync", mask, value, lambda lane: lane - delta)


def shfl_down_sync(mask: SupportsIndex, value: _T, delta: SupportsIndex) -> _T:
    """Return the `value` of the lane `delta` above; the last `delta` lanes get their own.

    Parameters
    ----------
    mask : int
        The lanes that take part.
    value : int32, uint32, int64, uint64, float32 or float64
        What this thread gives.
    delta : int
        How far above.
    """
    return _shuffle("shfl_down_sync", mask, value, lambda lane: lane + delta)


def shfl_xor_sync(mask: SupportsIndex, value: _T, lane_mask: SupportsIndex) -> _T:
    """Return the `value` of lane ``laneid ^ lane_mask``.

    Parameters
    ----------
    mask : int
        The lanes that take part.
    value : int32, uint32, int64, uint64, float32 or float64
        What this thread gives.
    lane_mask : int
        The bits of the lane's number to flip.
    """
    return _shuffle("shfl_xor_sync", mask, value, lambda lane: lane ^ lane_mask)


def _shuffle(word: str, mask: SupportsIndex, value: Any, source: Any) -> Any:
    thread = current(word)
    values = thread.gather(word, mask, value)
    return values.get(int(source(thread.lane)), value)


def all_sync(mask: SupportsIndex, predicate: object) -> bool:
    """Return whether the predicate is true for all lanes of `mask`."""
    return all(current("all_sync").gather("all_sync", mask, bool(predicate)).values())


def any_sync(mask: SupportsIndex, predicate: object) -> bool:
    """Return whether the predicate is true for any lane of `mask`."""
    return any(current("any_sync").gather("any_sync", mask, bool(predicate)).values())


def eq_sync(mask: SupportsIndex, predicate: object) -> bool:
    """Return whether the predicate is the same for all lanes of `mask`."""
    return len(set(current("eq_sync").gather("eq_sync", mask, bool(predicate)).values())) == 1


def ballot_sync(mask: SupportsIndex, predicate: object) -> np.int32:
    """Return the lanes of `mask` for which the predicate is true, as bits (int32)."""
    return _signed(lane for lane, value in current("ballot_sync").gather("ballot_sync", mask, bool(predicate)).items() if value)


def match_any_sync(mask: SupportsIndex, value: Any) -> np.int32:
    """Return the lanes of `mask` that gave the same value as this one, as bits (int32)."""
    values = current("match_any_sync").gather("match_any_sync", mask, value)
    return _signed(lane for lane, other in values.items() if other == value)


def match_all_sync(mask: SupportsIndex, value: Any) -> tuple[np.int32, bool]:
    """Return the lanes of `mask` as bits and True if all gave the same value, else ``(0, False)``."""
    values = current("match_all_sync").gather("match_all_sync", mask, value)
    same = all(other == value for other in values.values())
    return _signed(values if same else ()), same


def activemask() -> np.uint32:
    """Return the lanes of the warp that run together with this one, as bits (uint32).

    In the simulator these are the lanes that come to the same place before the warp waits for something else.
    """
    caller = sys._getframe(1)
    return _bits(current("activemask").converge((caller.f_code, caller.f_lasti)))


def lanemask_lt() -> np.uint32:
    """Return the lanes below this one, as bits (uint32)."""
    return _bits(range(current("lanemask_lt").lane))


def _bits(lanes: Any) -> np.uint32:
    import numpy as np

    return np.uint32(sum(1 << lane for lane in lanes))


def _signed(lanes: Any) -> np.int32:
    import numpy as np

    return _bits(lanes).astype(np.int32)


def vote_sync_intrinsic(mask: SupportsIndex, mode: int, predicate: object) -> tuple[int, bool]:
    """Vote in the way that `mode` says: 0 all, 1 any, 2 equal, 3 ballot.

    Returns
    -------
    tuple of int and bool
        The ballot (0 in the other modes) and the answer (False in mode 3).
    """
    if mode == 3:
        return ballot_sync(mask, predicate), False
    return 0, (all_sync, any_sync, eq_sync)[mode](mask, predicate)


def shfl_sync_intrinsic(mask: SupportsIndex, mode: int, value: Any, a: int, b: int) -> tuple[Any, bool]:
    """Shuffle in the way that `mode` says: 0 index, 1 up, 2 down, 3 xor.

    Parameters
    ----------
    mask : int
        The lanes that take part.
    mode : int
        The way, a constant.
    value : int32
        What this thread gives.
    a : int
        The lane, distance or bits of the lane's number.
    b : int
        PTX's clamp: the last lane of the segment in bits 0 to 4, the mask of segments in bits 8 to 12.

    Returns
    -------
    tuple
        The value and whether the lane that was asked for is inside the segment.
    """
    thread = current("shfl_sync_intrinsic")
    segment, clamp = (b >> 8) & 31, b & 31
    first = thread.lane & segment
    last = first | (clamp & ~segment)
    if mode == 0:
        source = first | (a & ~segment & 31)
        inside = source <= last
    elif mode == 1:
        source = thread.lane - a
        inside = source >= last
    else:
        source = thread.lane + a if mode == 2 else thread.lane ^ a
        inside = source <= last
    values = thread.gather("shfl_sync_intrinsic", mask, value)
    return values.get(source if inside else thread.lane, value), inside
