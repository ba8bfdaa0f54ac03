"""The text of `parallel_diagnostics`."""

from __future__ import annotations

import linecache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_WHAT = {
    "divided": "prange loop: its iterations run on all cores",
    "in order": "prange loop: runs in order, on one thread: {name}",
    "expression": "array expression: on all cores when the arrays are large",
    "library": "call of {name}: has loops that run on all cores when the arrays are large",
    "library in order": "call of {name}: on one thread",
}


def describe_loops(function: FunctionType, args: tuple[Any, ...], loops: str, level: int) -> str:
    """Return the report of one specialisation.

    Parameters
    ----------
    function : function
        The Python function.
    args : tuple
        The types of the arguments.
    loops : str
        A line for each loop: line of the source, what it is and the names of its reductions, between tabs.
    level : int
        How much is told, 1 to 4.

    Raises
    ------
    ValueError
        The level is not one of these.
    """
    if level not in (1, 2, 3, 4):
        raise ValueError(f"there are reports of levels 1 to 4, and none of level {level!r}")
    code = function.__code__
    types = ", ".join(str(ty) for ty in args)
    lines = [f"Parallel loops of {function.__name__}({types}), {code.co_filename} ({code.co_firstlineno})"]
    for row in loops.splitlines():
        number, what, names = row.split("\t")
        if what == "library in order" and level < 4:
            continue
        named = f"; reductions: {', '.join(names.split(','))}" if names and what == "divided" else ""
        lines.append(f"  line {number}: {_WHAT[what].format(name=names if what == 'in order' else _shown(names))}{named}")
        if level > 1:
            lines.append(f"    {linecache.getline(code.co_filename, int(number)).strip()}")
    if len(lines) == 1:
        lines.append("  there are none")
    if level > 2:
        from coluber.core.threads import get_num_threads

        lines.append(f"  threads: {get_num_threads()}")
    return "\n".join(lines) + "\n"


def _shown(key: str) -> str:
    """Return the name of the function of a key; a function and the method of arrays share their code."""
    return key.partition(".")[2] or key


def show_loops(dispatcher: Any, index: int, level: int) -> None:
    """Print what became of the loops of a function with ``parallel=True`` that was just compiled, for ``PARALLEL_DIAGNOSTICS``.

    Parameters
    ----------
    dispatcher : Dispatcher
        The function.
    index : int
        The specialisation.
    level : int
        As for `describe_loops`; greater ones count as 4.
    """
    if dispatcher.targetoptions.get("parallel"):
        args = dispatcher.nopython_signatures[index].args
        print(describe_loops(dispatcher.py_func, args, dispatcher._loops(index), min(level, 4)), end="")


def warn_of_serial_loops(function: FunctionType, loops: list[tuple[int, str]]) -> None:
    """Warn of loops over `prange` that run on one thread.

    Parameters
    ----------
    function : function
        The Python function.
    loops : list of (int, str)
        The lines of the loops, and why.
    """
    from coluber.core import config

    if config.DISABLE_PERFORMANCE_WARNINGS:
        return
    from coluber.core.errors import NumbaPerformanceWarning, warn
    from coluber.core.report import Location

    for line, why in loops:
        text = f"a prange loop runs in order, on one thread: {why}"
        warn(NumbaPerformanceWarning(text, Location(function.__code__.co_filename, line)))
