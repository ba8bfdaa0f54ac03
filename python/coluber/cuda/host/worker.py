"""The thread that calls the callbacks of the emulator's streams, in the order in which they were added."""

from __future__ import annotations

import os
import threading
from collections import Counter, deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Worker:
    """A queue of functions and the thread that calls them; the thread ends when the queue has been empty for a while."""

    _IDLE_SECONDS = 5.0

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[tuple[int, Callable[[], None]]] = deque()
        self._pending: Counter[int] = Counter()
        self._thread: threading.Thread | None = None

    def add(self, stream: int, function: Callable[[], None]) -> None:
        """Append a function to the queue."""
        with self._changed:
            self._queue.append((stream, function))
            self._pending[stream] += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="coluber-cuda-callbacks", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def is_busy(self, stream: int) -> bool:
        """Whether functions of a stream are still to be called, or being called."""
        return bool(self._pending) and self._pending[stream] > 0

    def wait_for(self, stream: int) -> None:
        """Wait until all functions of a stream have returned."""
        if self._pending and threading.current_thread() is not self._thread:
            with self._changed:
                self._changed.wait_for(lambda: not self._pending[stream])

    def wait_for_all(self) -> None:
        """Wait until all functions have returned."""
        if self._pending and threading.current_thread() is not self._thread:
            with self._changed:
                self._changed.wait_for(lambda: not self._pending.total())

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._changed.wait_for(lambda: self._queue, self._IDLE_SECONDS):
                    self._thread = None
                    return
                stream, function = self._queue.popleft()
            try:
                function()
            except Exception:
                import traceback

                traceback.print_exc()
            with self._changed:
                self._pending[stream] -= 1
                if not self._pending[stream]:
                    del self._pending[stream]
                self._changed.notify_all()
