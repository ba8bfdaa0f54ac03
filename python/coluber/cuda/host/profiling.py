"""Profiles, and putting off deallocations."""

from __future__ import annotations

import contextlib

from coluber.cuda.host import backend
from coluber.cuda.host.devices import current_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def profile_start() -> None:
    """Let the profiler that watches this process record."""
    current_context()
    backend.current().profiler_start()


def profile_stop() -> None:
    """Let the profiler that watches this process stop recording."""
    current_context()
    backend.current().profiler_stop()


@contextlib.contextmanager
def profiling() -> Iterator[None]:
    """Let the profiler record inside of the block."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()


@contextlib.contextmanager
def defer_cleanup() -> Iterator[None]:
    """Free no device memory inside of the block; blocks nest."""
    with current_context().defer_cleanup():
        yield
