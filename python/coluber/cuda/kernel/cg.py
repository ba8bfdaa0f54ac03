"""Cooperative groups: the grid."""

from __future__ import annotations

from coluber.cuda.kernel.sync import sync_grid
from coluber.cuda.kernel.thread import current


class GridGroup:
    """All threads of a launch."""

    def sync(self) -> int:
        """Wait until all threads of the grid are here; return 1 (int32)."""
        sync_grid()
        return 1

    def __repr__(self) -> str:
        return "<cuda.cg.GridGroup>"


def this_grid() -> GridGroup:
    """Return the group of all threads of the launch; a kernel that calls it is launched cooperatively."""
    current("cg.this_grid")
    return GridGroup()
