"""One thread of a block."""

from __future__ import annotations

from contextlib import suppress
from contextvars import copy_context

from coluber.cuda.kernel.thread import running
from coluber.cuda.simulator.greenlets import GreenletExit, greenlet
from coluber.cuda.simulator.report import add_position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from types import FrameType
    from typing import Any

    from coluber.cuda.simulator.block import Block

WARP_SIZE = 32
FULL_MASK = 0xFFFFFFFF

# A thread that has done so many atomic operations without a barrier may be waiting for another one: it lets the others run.
_PATIENCE = 1000


class Wait:
    """What a thread waits for.

    Parameters
    ----------
    word : str
        The word of the kernel that waits; threads come together at the same one.
    value : object
        What the thread gives to the others.
    mask : int, optional
        The lanes that wait for each other, at a warp operation.
    """

    __slots__ = ("mask", "value", "word")

    def __init__(self, word: str, value: Any = None, mask: int | None = None) -> None:
        self.word = word
        self.value = value
        self.mask = mask


CONVERGE = "activemask"
GRID = Wait("cg.this_grid().sync")
PAUSE = Wait("pause")


class Worker(greenlet):
    """A greenlet that runs one simulated thread after the other, each until it has ended.

    Attributes
    ----------
    thread : Thread or None
        The one that it runs.
    """

    thread: Thread | None = None

    def run(self) -> None:
        """Run the thread, and then each that it is given when it is resumed."""
        while self.thread is not None:
            self.thread.run()
            self.thread = None
            self.parent.switch()


class Thread:
    """A thread of a block: where it is, and what it waits for.

    Parameters
    ----------
    block : Block
        Its block.
    number : int
        Its place among the threads of the block.
    position : tuple of int
        ``threadIdx``.
    """

    def __init__(self, block: Block, number: int, position: tuple[int, int, int]) -> None:
        self.block = block
        self.position = position
        self.warp, self.lane = divmod(number, WARP_SIZE)
        self.wait: Wait | None = None
        self.answer: Any = None
        self.ended = False
        self._steps = 0
        self._worker: Worker | None = None

    # --------------------------------------------------------------------------------------- asked by the block

    def resume(self) -> None:
        """Run until the thread waits for something or ends; raises what it raises."""
        idle = self.block.grid.idle
        if self._worker is None:
            self._worker = idle.pop() if idle else _new_worker()
            self._worker.thread = self
        self.wait = None
        before, running.thread = running.thread, self
        try:
            self._worker.switch()
        except Exception as error:
            add_position(error, self)
            raise
        finally:
            running.thread = before
            self.ended = self._worker.thread is not self or self._worker.dead
        if self.ended:
            idle.append(self._worker)
            self._worker = None

    def run(self) -> None:
        """Call the kernel."""
        grid = self.block.grid
        result = grid.function(*grid.arguments, **grid.keywords)
        if result is not None:
            raise TypeError(f"a kernel must return nothing, but {grid.function.__qualname__} returned {result!r}")

    def cancel(self) -> None:
        """End the thread where it is; its ``finally`` clauses run."""
        self.ended = True
        if self._worker is None:
            return
        before, running.thread = running.thread, self
        try:
            # What its clauses raise counts less than why the launch is given up.
            with suppress(Exception):
                self._worker.throw(GreenletExit)
        finally:
            running.thread = before

    @property
    def frame(self) -> FrameType | None:
        """Where the thread waits."""
        return self._worker.gr_frame if self._worker is not None else None

    # -------------------------------------------------------------------------------- asked by the kernel's words

    def _stop(self, wait: Wait) -> Any:
        """Let the other threads run until what the thread waits for has come."""
        if self.ended:
            raise GreenletExit
        self.wait = wait
        self._steps = 0
        self._worker.parent.switch()
        return self.answer

    def barrier(self, word: str, value: Any = None) -> list[Any]:
        """Wait for all threads of the block; return what each gave."""
        return self._stop(Wait(word, value))

    def gather(self, word: str, mask: int, value: Any = None) -> dict[int, Any]:
        """Wait for the lanes of `mask`; return what each gave, by lane."""
        lanes = int(mask) & FULL_MASK
        if not (lanes >> self.lane) & 1:
            raise ValueError(
                f"cuda.{word}: lane {self.lane} calls it with the mask {lanes:#010x}, which does not name that lane"
            )
        return self._stop(Wait(word, value, lanes))

    def grid_barrier(self) -> None:
        """Wait for all threads of the grid."""
        self._stop(GRID)

    def pause(self) -> None:
        """Let the other threads run."""
        self._stop(PAUSE)

    def step(self) -> None:
        """Count an atomic operation; a thread that does nothing else is waiting for another one."""
        self._steps += 1
        if self._steps >= _PATIENCE:
            self.pause()

    def converge(self, place: Hashable) -> list[int]:
        """Wait until the warp does nothing else; return the lanes that are at this place."""
        return self._stop(Wait(CONVERGE, place))


def _new_worker() -> Worker:
    worker = Worker()
    worker.gr_context = copy_context()
    return worker
