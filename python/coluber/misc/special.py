"""Functions that have a meaning for the compiler."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _T = TypeVar("_T")

_ELSEWHERE = ("pndindex", "prange", "typeof")


def literally(obj: _T) -> _T:
    """Return the argument; in compiled code, as a value that is known while compiling.

    Applied to an argument of a compiled function, it has the function compiled for the argument's value: an integer, a bool or
    a string. The caller's argument must then be a constant, or an argument of its own, which gets the same treatment.

    Parameters
    ----------
    obj : int, bool or str
        The value.
    """
    return obj


def literal_unroll(container: _T) -> _T:
    """Return the argument; in compiled code, a ``for`` loop over it is written out for each item.

    So the items of a tuple may have different types: the body is compiled once for each of them.

    Parameters
    ----------
    container : tuple
        What is iterated over.
    """
    return container


def gdb(*args: str) -> None:
    """Attach gdb to the process, and stop there.

    The function is best compiled with ``debug=True``: gdb shows its lines and variables, below the frame where it stops.

    Parameters
    ----------
    *args : str
        Arguments of the command ``gdb``, such as ``"-ex", "backtrace"``, for when it has stopped.
    """
    from coluber.misc import gdb_hook

    gdb_hook.attach(args)
    gdb_hook.stop()


def gdb_init(*args: str) -> None:
    """Attach gdb to the process, and go on: `gdb_breakpoint` stops.

    Parameters
    ----------
    *args : str
        As of `gdb`, for when it stops.
    """
    from coluber.misc import gdb_hook

    gdb_hook.attach(args)


def gdb_breakpoint() -> None:
    """Stop, where `gdb` or `gdb_init` has attached gdb."""
    from coluber.misc import gdb_hook

    gdb_hook.stop()


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from coluber.core import public

    return public.load(name)
