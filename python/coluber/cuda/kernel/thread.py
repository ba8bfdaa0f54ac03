"""The simulated thread that is running, which the words of kernels ask for."""

from __future__ import annotations

import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.cuda.simulator.block import Thread


class _Running(threading.local):
    """The running thread of a kernel, for each thread of the system."""

    thread: Thread | None = None


running = _Running()


def current(word: str) -> Thread:
    """Return the simulated thread that is running.

    Parameters
    ----------
    word : str
        What was called, for the message.

    Raises
    ------
    RuntimeError
        No kernel is running here.
    """
    thread = running.thread
    if thread is None:
        raise RuntimeError(f"cuda.{word} has a meaning only inside a kernel; here no kernel is running")
    return thread
