"""Inner functions of compiled code that are returned to Python."""

from __future__ import annotations

from itertools import islice
from types import CellType, CodeType, FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def make(outer: FunctionType, name: str, line: int, before: int, captured: dict[str, Any]) -> Any:
    """Return an inner function as a jitted function, with what it has captured as its closure.

    Parameters
    ----------
    outer : function
        The function of the program that it is part of.
    name : str
        Its qualified name.
    line : int
        Its first line.
    before : int
        How many functions of this name begin on this line before it.
    captured : dict
        What it has captured, and default values of its parameters.
    """
    from coluber.core.decorators import njit

    code = next(islice(_named(outer.__code__, name, line), before, None), None)
    if code is None:
        raise TypeError(f"the code of '{name}' is not part of '{outer.__qualname__}'")
    around = dict(zip(outer.__code__.co_freevars, outer.__closure__ or (), strict=True))
    cells = []
    for variable in code.co_freevars:
        if variable in captured:
            cells.append(CellType(captured[variable]))
        else:
            cells.append(around.get(variable) or CellType())
    positional = code.co_varnames[: code.co_argcount]
    keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    defaults = tuple(captured[name] for name in positional if name in captured)
    function = FunctionType(code, outer.__globals__, code.co_name, defaults or None, tuple(cells) or None)
    function.__kwdefaults__ = {name: captured[name] for name in keywords if name in captured} or None
    function.__qualname__ = name
    function.__module__ = outer.__module__
    made = njit(function)
    for variable, cell in zip(code.co_freevars, cells, strict=True):
        is_itself = variable == code.co_name or (code.co_name == "<lambda>" and variable not in around)
        if variable not in captured and is_itself:
            cell.cell_contents = made
    return made


def _named(code: CodeType, name: str, line: int) -> Iterator[CodeType]:
    """Yield the codes of inner functions with a name that begin on a line, in the order of constants."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if (constant.co_qualname, constant.co_firstlineno) == (name, line):
                yield constant
            yield from _named(constant, name, line)
