"""One launch: its blocks, one after the other."""

from __future__ import annotations

from coluber.cuda.simulator.block import Block
from coluber.cuda.simulator.report import DeadlockError, describe_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.cuda.simulator.thread import Worker

    Shape = tuple[int, int, int]


class Grid:
    """A launch of a kernel.

    Parameters
    ----------
    function : function
        The kernel.
    arguments, keywords : tuple and dict
        What each thread is called with.
    shape : tuple of int
        Numbers of blocks.
    block_shape : tuple of int
        Numbers of threads of a block.
    dynamic_bytes : int
        Size of the dynamic shared memory.
    """

    def __init__(
        self,
        function: FunctionType,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        shape: Shape,
        block_shape: Shape,
        dynamic_bytes: int,
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.keywords = keywords
        self.shape = shape
        self.block_shape = block_shape
        self.dynamic_bytes = dynamic_bytes
        # Workers that have run a thread to its end.
        self.idle: list[Worker] = []
        self._stopped: list[Block] = []
        self._any_ended = False

    def run(self) -> None:
        """Run all blocks. One that waits for others is left where it is until they have run."""
        width, height, depth = self.shape
        try:
            for position in ((x, y, z) for z in range(depth) for y in range(height) for x in range(width)):
                block = Block(self, position)
                self._stopped.append(block)
                self._advance(block)
            while self._stopped:
                self._continue()
        except BaseException:
            for block in self._stopped:
                block.cancel()
            raise

    def _advance(self, block: Block) -> None:
        block.run()
        if block.ended:
            self._stopped.remove(block)
            self._any_ended = True

    def _continue(self) -> None:
        running = [block for block in self._stopped if not block.at_grid_barrier]
        if not running:
            if self._any_ended:
                waiting = describe_waiting(self._stopped)
                raise DeadlockError(f"deadlock: blocks wait for the whole grid, but others have ended\n{waiting}")
            running = list(self._stopped)
            for block in running:
                block.pass_grid_barrier()
        for block in running:
            self._advance(block)
