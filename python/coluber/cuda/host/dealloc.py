"""The queue of deferred deallocations: freeing device memory waits for the device, so it is done in batches."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections import deque

from coluber.core import config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


_queues: weakref.WeakSet[PendingDeallocations] = weakref.WeakSet()


def _renew_locks() -> None:
    """Give a child process locks of its own: another thread may have held one when the process forked."""
    for queue in _queues:
        queue._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


class PendingDeallocations:
    """Resources that are to be freed, until one of the limits is passed.

    The limits are ``config.CUDA_DEALLOCS_COUNT`` resources and the part ``config.CUDA_DEALLOCS_RATIO`` of the capacity.

    Parameters
    ----------
    capacity : int
        The device's memory in bytes; 0 while it is not known.
    """

    def __init__(self, capacity: int = 0) -> None:
        self.memory_capacity = capacity
        self._items: deque[tuple[Callable[[Any], Any], Any, int]] = deque()
        self._size = 0
        self._disabled = 0
        # A finalizer may run at any allocation, also inside of the methods below.
        self._lock = threading.RLock()
        _queues.add(self)

    def add_item(self, destructor: Callable[[Any], Any], handle: Any, size: int = 0) -> None:
        """Add a resource, which ``destructor(handle)`` frees; `size` is in bytes."""
        with self._lock:
            self._items.append((destructor, handle, size))
            self._size += size
            full = len(self._items) > config.CUDA_DEALLOCS_COUNT or self._size > self._max_pending_bytes
        if full:
            self.clear()

    @property
    def _max_pending_bytes(self) -> int:
        return int(self.memory_capacity * config.CUDA_DEALLOCS_RATIO)

    def clear(self) -> None:
        """Free what is pending, unless that is disabled at present."""
        while True:
            with self._lock:
                if self._disabled or not self._items:
                    return
                destructor, handle, size = self._items.popleft()
                self._size -= size
            # Without the lock: a destructor takes the backend's, and a finalizer may come here while that is held.
            destructor(handle)

    @contextlib.contextmanager
    def disable(self) -> Iterator[None]:
        """Free nothing inside of the block; blocks nest."""
        with self._lock:
            self._disabled += 1
        try:
            yield
        finally:
            with self._lock:
                self._disabled -= 1

    @property
    def is_disabled(self) -> bool:
        """Whether a block of `disable` is active."""
        return self._disabled > 0

    def __len__(self) -> int:
        return len(self._items)
