"""Threads, by the names that Numba has here."""

from __future__ import annotations

from coluber.core.threads import (
    get_num_threads,
    get_parallel_chunksize,
    get_thread_id,
    set_num_threads,
    set_parallel_chunksize,
    threading_layer,
)

__all__ = [
    "get_num_threads",
    "get_parallel_chunksize",
    "get_thread_count",
    "get_thread_id",
    "set_num_threads",
    "set_parallel_chunksize",
    "threading_layer",
]

_get_thread_id = get_thread_id


def get_thread_count() -> int:
    """Return how many threads there are at most."""
    from coluber.core import config

    return config.NUMBA_NUM_THREADS


def _launch_threads() -> None:
    """Start the threads, if they do not run yet, which parallel code does by itself."""


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have np.ufunc.parallel.{name} yet", name)
