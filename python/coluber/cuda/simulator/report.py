"""What the simulator says when something goes wrong."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from coluber.cuda.simulator.block import Block
    from coluber.cuda.simulator.thread import Thread

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

# Threads that a message names, of each group.
_NAMED = 4


class DeadlockError(RuntimeError):
    """Threads wait for each other, and none of them can go on."""


def add_position(error: Exception, thread: Thread) -> None:
    """Put the position of the thread that raised an exception before its text."""
    if type(error).__module__ == "bdb":
        return
    prefix = position(thread)
    first, *others = error.args or ("",)
    text = str(error) if len(error.args) != 1 or not isinstance(first, str) else first
    before = error.args
    error.args = (f"{prefix}: {text}", *others)
    if prefix not in str(error):
        error.args = before
        error.add_note(prefix)


def position(thread: Thread) -> str:
    """Return where a thread is: ``tid=[x, y, z] ctaid=[x, y, z]``."""
    return f"tid={list(thread.position)} ctaid={list(thread.block.position)}"


def describe_waiting(blocks: list[Block]) -> str:
    """Return a line for each place where threads wait, and one for those that have ended."""
    groups: dict[str, list[Thread]] = {}
    for block in blocks:
        for thread in block.threads:
            groups.setdefault(_whereabouts(thread), []).append(thread)
    return "\n".join(f"  {len(threads)} {where}: {_name(threads)}" for where, threads in groups.items())


def _whereabouts(thread: Thread) -> str:
    if thread.ended:
        return "ended"
    wait = thread.wait
    if wait is None:
        return "have not begun"
    mask = "" if wait.mask is None else f" with the mask {wait.mask:#010x}"
    return f"at {wait.word}{mask}{_line(thread.frame)}"


def _line(frame: FrameType | None) -> str:
    """Return the line of the program, below the simulator's own frames."""
    while frame is not None and os.path.abspath(frame.f_code.co_filename).startswith(_PACKAGE):
        frame = frame.f_back
    return f" ({frame.f_code.co_filename}:{frame.f_lineno})" if frame is not None else ""


def _name(threads: list[Thread]) -> str:
    named = ", ".join(position(thread) for thread in threads[:_NAMED])
    return named + (", ..." if len(threads) > _NAMED else "")
