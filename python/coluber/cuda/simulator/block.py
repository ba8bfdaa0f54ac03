"""One block: its threads, its shared memory, and who waits for whom."""

from __future__ import annotations

import numpy as np

from coluber.cuda.kernel.memory import records
from coluber.cuda.simulator.report import DeadlockError, describe_waiting
from coluber.cuda.simulator.thread import CONVERGE, GRID, PAUSE, WARP_SIZE, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from coluber.cuda.simulator.grid import Grid

# Rounds in which the threads do nothing but let each other run, before other blocks get their turn.
_PATIENCE = 100


class Block:
    """A block of a launch.

    Parameters
    ----------
    grid : Grid
        The launch.
    position : tuple of int
        ``blockIdx``.
    """

    def __init__(self, grid: Grid, position: tuple[int, int, int]) -> None:
        self.grid = grid
        self.position = position
        self.shape = grid.block_shape
        width, height, depth = self.shape
        places = ((x, y, z) for z in range(depth) for y in range(height) for x in range(width))
        self.threads = [Thread(self, number, place) for number, place in enumerate(places)]
        self._ready = self.threads
        self._shared: dict[Hashable, np.ndarray] = {}
        self._dynamic: np.ndarray | None = None

    # ------------------------------------------------------------------------------------------------- its memory

    def shared_array(self, place: Hashable, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """Return the array of a place in the program; the first thread that comes makes it."""
        array = self._shared.get(place)
        if array is None:
            array = self._shared[place] = records(np.empty(shape, dtype))
        elif array.shape != shape or array.dtype.fields != dtype.fields or array.dtype.itemsize != dtype.itemsize:
            raise ValueError(
                f"cuda.shared.array: the shape and type at one place in the program are the same for all threads of a block;"
                f" here {shape} of {dtype}, before {array.shape} of {array.dtype}"
            )
        return array

    def dynamic_memory(self, dtype: np.dtype) -> np.ndarray:
        """Return all dynamic shared memory as an array."""
        if self._dynamic is None:
            self._dynamic = np.empty(self.grid.dynamic_bytes, np.uint8)
        count = self.grid.dynamic_bytes // dtype.itemsize
        return records(self._dynamic[: count * dtype.itemsize].view(dtype))

    # -------------------------------------------------------------------------------------------------- execution

    @property
    def ended(self) -> bool:
        """Whether all threads have ended."""
        return all(thread.ended for thread in self.threads)

    @property
    def at_grid_barrier(self) -> bool:
        """Whether all threads that have not ended wait for the other blocks."""
        return all(thread.ended or thread.wait is GRID for thread in self.threads)

    def run(self) -> None:
        """Run until all threads have ended, or wait for other blocks.

        Raises
        ------
        DeadlockError
            The threads wait for each other.
        """
        idle = 0
        while self._ready and idle < _PATIENCE:
            for thread in self._ready:
                thread.resume()
            paused = [thread for thread in self._ready if thread.wait is PAUSE]
            self._ready = paused + self._released(bool(paused))
            idle = idle + 1 if len(paused) == len(self._ready) else 0
        if not self._ready and not self.at_grid_barrier:
            raise DeadlockError(f"deadlock: the threads of a block wait for each other\n{describe_waiting([self])}")

    def pass_grid_barrier(self) -> None:
        """Let the threads go on that wait for the other blocks."""
        self._ready = [thread for thread in self.threads if not thread.ended]

    def cancel(self) -> None:
        """End all threads where they are."""
        for thread in self.threads:
            thread.cancel()

    def _released(self, anyone_runs: bool) -> list[Thread]:
        """Return the threads whose waiting is over, with their answers."""
        waiting = [thread for thread in self.threads if not thread.ended and thread.wait is not PAUSE]
        released = self._converged(waiting) + self._released_lanes(waiting)
        if released or anyone_runs or not waiting:
            return released
        words = {thread.wait.word for thread in waiting}
        if len(words) > 1 or waiting[0].wait.mask is not None or waiting[0].wait is GRID:
            return []
        values = [thread.wait.value for thread in waiting]
        for thread in waiting:
            thread.answer = values
        return waiting

    def _converged(self, waiting: list[Thread]) -> list[Thread]:
        """Return the threads that ask which lanes are where they are."""
        asking = [thread for thread in waiting if thread.wait.word == CONVERGE]
        places: dict[Hashable, list[int]] = {}
        for thread in asking:
            thread.answer = places.setdefault((thread.warp, thread.wait.value), [])
            thread.answer.append(thread.lane)
        return asking

    def _released_lanes(self, waiting: list[Thread]) -> list[Thread]:
        groups: dict[tuple[int, str, int], dict[int, Thread]] = {}
        for thread in waiting:
            wait = thread.wait
            if wait.mask is not None:
                groups.setdefault((thread.warp, wait.word, wait.mask), {})[thread.lane] = thread
        released = []
        for (warp, _, mask), present in groups.items():
            lanes = self.threads[warp * WARP_SIZE : (warp + 1) * WARP_SIZE]
            if all(thread.ended or thread.lane in present for thread in lanes if (mask >> thread.lane) & 1):
                values = {lane: thread.wait.value for lane, thread in present.items()}
                for thread in present.values():
                    thread.answer = values
                released += present.values()
        return released
