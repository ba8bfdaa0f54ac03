"""Plain functions of a module that methods of its classes call: they are compiled as the methods are.

Nobody has decorated those either.
"""

from __future__ import annotations

import sys
from weakref import WeakKeyDictionary

from coluber.core.classes import jitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# The jitted functions, by the plain ones.
_helpers: WeakKeyDictionary[FunctionType, Any] = WeakKeyDictionary()


def helper_for(caller: FunctionType, function: FunctionType) -> Any:
    """Return the jitted function of one that a method calls, or what a method calls; for other callers the function itself.

    Parameters
    ----------
    caller : FunctionType
        A function that is compiled.
    function : FunctionType
        What it finds under a name of its module.
    """
    if function.__globals__ is not caller.__globals__ or not (caller in _helpers or _is_method(caller)):
        return function
    programs = sys.modules.get("coluber.core.overloads")
    if programs is not None and programs.registered_key(function) is not None:
        return function
    if function not in _helpers:
        _helpers[function] = jitted(function, _live=True)
    return _helpers[function]


def _is_method(function: FunctionType) -> bool:
    outer = function.__qualname__.rpartition(".")[0]
    return bool(outer) and not outer.endswith("<locals>")
