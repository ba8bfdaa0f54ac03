"""The classes that stand for those of `queue` in compiled code, where one thread uses them.

What would wait for another thread raises RuntimeError. An argument is copied, and written back when compiled code
has changed it.
"""

from __future__ import annotations

import heapq
import queue
from collections import deque
from dataclasses import dataclass
from queue import Empty, Full
from typing import Any

from coluber import _native
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_MANY_DONE = "task_done() called too many times"


class _Waiting:
    """What all queues have in common; a queue of a limit that is not positive has none."""

    queue: Any
    maxsize: int
    unfinished_tasks: int

    def qsize(self) -> int:
        """Return how many items there are."""
        return len(self.queue)

    def empty(self) -> bool:
        """Whether there are no items."""
        return len(self.queue) == 0

    def full(self) -> bool:
        """Whether there are as many items as there may be."""
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Put an item in."""
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if 0 < self.maxsize <= len(self.queue):
            if block and timeout is None:
                raise RuntimeError("put() into a full queue would wait for another thread for ever")
            raise Full
        self._put(item)
        self.unfinished_tasks = self.unfinished_tasks + 1

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take an item out."""
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if len(self.queue) == 0:
            if block and timeout is None:
                raise RuntimeError("get() of an empty queue would wait for another thread for ever")
            raise Empty
        self.unfinished_tasks = self.unfinished_tasks + 0
        return self._get()

    def put_nowait(self, item: Any) -> None:
        """Put an item in, or raise `Full`."""
        self.put(item, False)

    def get_nowait(self) -> Any:
        """Take an item out, or raise `Empty`."""
        return self.get(False)

    def task_done(self) -> None:
        """Say that what an item stands for is done."""
        if self.unfinished_tasks <= 0:
            raise ValueError(_MANY_DONE)
        self.unfinished_tasks = self.unfinished_tasks - 1

    def join(self) -> None:
        """Return when all is done."""
        if self.unfinished_tasks > 0:
            raise RuntimeError("join() of a queue with unfinished tasks would wait for another thread for ever")


@dataclass(eq=False)
class Queue(_Waiting):
    """A ``queue.Queue``.

    Parameters
    ----------
    queue : deque
        The items.
    maxsize : int
        How many there may be.
    unfinished_tasks : int
        How many items came of which nobody has said that they are done.
    """

    queue: Any
    maxsize: int
    unfinished_tasks: int

    def _put(self, item: Any) -> None:
        self.queue.append(item)

    def _get(self) -> Any:
        return self.queue.popleft()


@dataclass(eq=False)
class LifoQueue(_Waiting):
    """A ``queue.LifoQueue``, whose items are a list."""

    queue: Any
    maxsize: int
    unfinished_tasks: int

    def _put(self, item: Any) -> None:
        self.queue.append(item)

    def _get(self) -> Any:
        return self.queue.pop()


@dataclass(eq=False)
class PriorityQueue(_Waiting):
    """A ``queue.PriorityQueue``, whose items are a heap in a list."""

    queue: Any
    maxsize: int
    unfinished_tasks: int

    def _put(self, item: Any) -> None:
        heapq.heappush(self.queue, item)

    def _get(self) -> Any:
        return heapq.heappop(self.queue)


@dataclass(eq=False)
class SimpleQueue:
    """A ``queue.SimpleQueue``.

    Parameters
    ----------
    items : deque
        The items.
    changes : int
        How often it was changed; the object is written back when it was.
    """

    items: Any
    changes: int

    def qsize(self) -> int:
        """Return how many items there are."""
        return len(self.items)

    def empty(self) -> bool:
        """Whether there are no items."""
        return len(self.items) == 0

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Put an item in."""
        self.items.append(item)
        self.changes = self.changes + 1

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take an item out."""
        if timeout is not None and block and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if len(self.items) == 0:
            if block and timeout is None:
                raise RuntimeError("get() of an empty queue would wait for another thread for ever")
            raise Empty
        self.changes = self.changes + 1
        return self.items.popleft()

    def put_nowait(self, item: Any) -> None:
        """Put an item in."""
        self.put(item)

    def get_nowait(self) -> Any:
        """Take an item out, or raise `Empty`."""
        return self.get(False)


# ---------------------------------------------------------------------------------------------------- Python's objects

_PAIRS: dict[Any, Any] = {
    queue.Queue: Queue,
    queue.LifoQueue: LifoQueue,
    queue.PriorityQueue: PriorityQueue,
    queue.SimpleQueue: SimpleQueue,
}


def _drained(value: Any) -> list[Any]:
    """Take all items out of a ``SimpleQueue``."""
    items = []
    while not value.empty():
        items.append(value.get_nowait())
    return items


def counterpart_of(value: Any) -> Any:
    """Return what a queue is in compiled code."""
    if value.empty():
        raise TypeError("an empty queue has no type of items in compiled code: make it there, or put an item in")
    if isinstance(value, queue.SimpleQueue):
        items = _drained(value)
        for item in items:
            value.put(item)
        return SimpleQueue(deque(items), 0)
    if getattr(value, "is_shutdown", False):
        raise TypeError("a queue that is shut down has no type in compiled code")
    return _PAIRS[type(value)](value.queue.copy(), value.maxsize, value.unfinished_tasks)


def write_back(value: Any, counterpart: Any) -> None:
    """Give a queue the items of its counterpart."""
    if isinstance(value, queue.SimpleQueue):
        _drained(value)
        for item in counterpart.items:
            value.put(item)
        return
    value.queue.clear()
    value.queue.extend(counterpart.queue)
    value.unfinished_tasks = counterpart.unfinished_tasks


def original_of(counterpart: Any) -> Any:
    """Return the queue that a counterpart stands for."""
    if isinstance(counterpart, SimpleQueue):
        made: Any = queue.SimpleQueue()
    else:
        made = {ours: theirs for theirs, ours in _PAIRS.items()}[type(counterpart)](counterpart.maxsize)
    write_back(made, counterpart)
    return made


for _original, _counterpart in _PAIRS.items():
    _native.register_counterpart(_original, _counterpart, __name__)


# ---------------------------------------------------------------------------------------------------- making them


@implements("queue.Queue")
def queue_(maxsize: Any = 0) -> FunctionType:
    """Make a queue."""

    def impl(maxsize=0):
        return Queue(deque(), maxsize, 0)

    return impl


@implements("queue.LifoQueue")
def lifo_queue(maxsize: Any = 0) -> FunctionType:
    """Make a queue of which the last item comes first."""

    def impl(maxsize=0):
        return LifoQueue([], maxsize, 0)

    return impl


@implements("queue.PriorityQueue")
def priority_queue(maxsize: Any = 0) -> FunctionType:
    """Make a queue of which the smallest item comes first."""

    def impl(maxsize=0):
        return PriorityQueue([], maxsize, 0)

    return impl


@implements("queue.SimpleQueue")
def simple_queue() -> FunctionType:
    """Make a queue without a limit."""

    def impl():
        return SimpleQueue(deque(), 0)

    return impl
