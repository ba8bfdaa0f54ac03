"""The lock of the compiler, as programs see it: here threads compile one after the other by themselves."""

from __future__ import annotations

import functools
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _CompilerLock:
    """A lock that a thread may take several times; also a decorator."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = threading.local()

    def acquire(self) -> None:
        """Take the lock."""
        self._lock.acquire()
        self._depth.count = getattr(self._depth, "count", 0) + 1

    def release(self) -> None:
        """Give the lock back."""
        self._depth.count -= 1
        self._lock.release()

    def is_locked(self) -> bool:
        """Whether this thread has the lock."""
        return getattr(self._depth, "count", 0) > 0

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *exc: object) -> None:
        self.release()

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, which runs with the lock."""

        @functools.wraps(func)
        def locked(*args: Any, **kwargs: Any) -> Any:
            with self:
                return func(*args, **kwargs)

        return locked


global_compiler_lock = _CompilerLock()


def require_global_compiler_lock() -> None:
    """Check nothing: compiling takes the lock that it needs."""
