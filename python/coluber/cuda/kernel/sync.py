"""Barriers and fences."""

from __future__ import annotations

from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex

FULL_MASK = 0xFFFFFFFF


def syncthreads() -> None:
    """Wait until all threads of the block that have not ended are here; their writes are then visible to each other."""
    current("syncthreads").barrier("syncthreads")


def syncthreads_count(predicate: object) -> int:
    """Wait as `syncthreads` does and return for how many threads the predicate is true.

    Parameters
    ----------
    predicate : int or bool
        The thread's own value.

    Returns
    -------
    int
        The number of threads whose predicate is not zero (int32).
    """
    return sum(current("syncthreads_count").barrier("syncthreads_count", bool(predicate)))


def syncthreads_and(predicate: object) -> int:
    """Wait as `syncthreads` does and return 1 if the predicate is true for all threads, else 0 (int32).

    Parameters
    ----------
    predicate : int or bool
        The thread's own value.
    """
    return int(all(current("syncthreads_and").barrier("syncthreads_and", bool(predicate))))


def syncthreads_or(predicate: object) -> int:
    """Wait as `syncthreads` does and return 1 if the predicate is true for any thread, else 0 (int32).

    Parameters
    ----------
    predicate : int or bool
        The thread's own value.
    """
    return int(any(current("syncthreads_or").barrier("syncthreads_or", bool(predicate))))


def syncwarp(mask: SupportsIndex = FULL_MASK) -> None:
    """Wait until all threads of the warp that `mask` names are here.

    Parameters
    ----------
    mask : int
        Bit ``i`` stands for lane ``i``; the caller must be among them.
    """
    current("syncwarp").gather("syncwarp", mask)


def sync_grid() -> None:
    """Wait until all threads of the grid are here; the launch is a cooperative one.

    Programs say ``cuda.cg.this_grid().sync()``.
    """
    current("cg.this_grid().sync").grid_barrier()


def threadfence() -> None:
    """Make the writes that the thread has done visible to all threads of the device before those that follow."""
    current("threadfence").pause()


def threadfence_block() -> None:
    """Make the writes that the thread has done visible to its block before those that follow."""
    current("threadfence_block").pause()


def threadfence_system() -> None:
    """Make the writes that the thread has done visible to the device, the host and other devices before those that follow."""
    current("threadfence_system").pause()
