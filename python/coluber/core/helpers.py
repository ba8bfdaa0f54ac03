"""Plain functions that compiled code calls, or is given: they are compiled without being decorated.

These are functions of the program. Those of libraries, which are compiled seldom, are left to the interpreter, unless code of
the same library calls them. Functions that are alike, as those of a lambda in a loop are, have one jitted function for as long
as something holds it.
"""

from __future__ import annotations

import sys
from collections import deque
from types import FunctionType
from weakref import WeakValueDictionary

# The compiler asks for the names of functions, such as those of `re`, where this is imported.
import coluber.core.extending  # noqa: F401
from coluber.core.classes import jitted
from coluber.core.global_variables import names_in
from coluber.core.installed import is_in_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

# Values that are alike where they are equal and of one class.
_PLAIN = (int, float, str, bytes, type(None))

_jitted: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
# More than a call has as arguments, on a few threads.
_recent: deque[Any] = deque(maxlen=64)


def helper_for(caller: FunctionType, function: FunctionType) -> Any:
    """Return the jitted function of one that the code of its library calls; for other callers the function itself.

    Parameters
    ----------
    caller : FunctionType
        A function that is compiled.
    function : FunctionType
        What it finds under a name of its module.
    """
    package, of_caller = _package(function), _package(caller)
    own = package == of_caller and package != "coluber"
    return jitted_for(function) if own and _is_whole(function) else function


def standing_for(value: Any) -> Any:
    """Return the jitted function that stands for an object that is called as a function; None where there is none."""
    if isinstance(value, FunctionType):
        # Functions of the library and of NumPy are asked for often: nothing is imported for them.
        if str(value.__module__).startswith(("coluber.", "numpy.")) and not hasattr(value, "__wrapped__"):
            return None
        found = of_program(value)
        if found is not None:
            return found
    from coluber.core import stand_ins

    return stand_ins.find(value)


def of_program(function: FunctionType) -> Any:
    """Return the jitted function of one that the program defines.

    None for those of libraries, and those that have implementations for compiled code.
    """
    is_own = not is_in_library(function.__code__.co_filename)
    return jitted_for(function) if is_own and _is_whole(function) else None


def jitted_for(function: FunctionType) -> Any:
    """Return the jitted function of a plain one, which functions that are alike share."""
    key = _what_it_is(function)
    found = _jitted.get(key)
    # A variable that a function captured may have got another value.
    if found is None or _what_it_is(found.py_func) != key:
        found = _jitted[key] = jitted(function, _live=True)
    # It lives as long as the function, and until the call that it is an argument of has looked for it.
    function.__coluber_jitted__ = found  # type: ignore[attr-defined]
    _recent.append(found)
    return found


def _what_it_is(function: FunctionType) -> Hashable:
    """Return what is equal for functions that compiled code can't tell apart: it has what they refer to as constants."""
    values = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:
            # A variable without a value: the cell may get one.
            values.append(cell)
    names = function.__globals__
    values.extend(names[name] for name in names_in(function.__code__) if name in names)
    # Numbers that are attributes of it may change, each function's its own.
    values.extend(function for value in vars(function).values() if type(value) in _PLAIN)
    return id(function.__code__), id(names), *map(_identity, values)


def _identity(value: Any) -> Hashable:
    if type(value) in _PLAIN:
        return type(value), repr(value)
    if type(value) is tuple:
        return tuple(map(_identity, value))
    if hasattr(value, "tobytes") and type(value).__module__ == "numpy":
        return type(value), value.dtype, value.shape, value.strides, value.tobytes()
    return id(value)


def _is_whole(function: FunctionType) -> bool:
    """Return whether a function is what it does: nothing implements it for compiled code, or will do so."""
    programs = sys.modules.get("coluber.core.overloads")
    has_implementation = programs is not None and programs.registered_key(function) is not None
    return not has_implementation and function.__code__.co_names != ("NotImplementedError",)


def _package(function: FunctionType) -> str:
    return str(function.__globals__.get("__name__")).partition(".")[0]
