"""How much memory of compiled code is in use."""

from __future__ import annotations

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

    def initialize(self, ctx: object) -> None:
        """Do nothing: the runtime is there from the start."""

    def get_allocation_stats(self) -> NRTStats:
        """Return the counts of allocations."""
        live = _native.live_allocations()
        return NRTStats(live, 0, live, 0)


rtsys = _System()
