"""The memory of compiled code: how much is in use, and functions by which C code of extensions allocates it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from coluber import _native


class NRTStats(NamedTuple):
    """Counts of allocations.

    Attributes
    ----------
    alloc, mi_alloc : int
        Allocations that are in use.
    free, mi_free : int
        Always 0: only what is in use is counted, so that differences tell what leaks.
    """

    alloc: int
    free: int
    mi_alloc: int
    mi_free: int


class _System:
    """The runtime."""

    def get_allocation_stats(self) -> NRTStats:
        """Return the counts of allocations."""
        live = _native.live_allocations()
        return NRTStats(live, 0, live, 0)


rtsys = _System()


def include_path() -> str:
    """Return the folder of the header that C code includes as ``numba/core/runtime/nrt_external.h``."""
    return str(Path(__file__).parents[2] / "include")
