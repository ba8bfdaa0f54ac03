"""Python functions that compiled code calls, by names that are the same in each process, so that such code can be kept."""

from __future__ import annotations

from weakref import WeakValueDictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type

_functions: WeakValueDictionary[str, FunctionType] = WeakValueDictionary()
_GIVES = "_gives"

# How names of calls of functions of libraries begin; see `coluber.objectmode.statements`.
STATEMENT = "statement:"


def register(name: str, function: FunctionType, gives: Type) -> str:
    """Return how code names a function, which somebody has to keep alive.

    Parameters
    ----------
    name : str
        What tells it from others: a number is added where several that are alive have it. ``MODULE!NAME`` is for a function
        that is there when its module is imported, or made by the module's ``make_site``.
    function : function
        The function.
    gives : Type
        The type of its result.
    """
    key, count = name, 0
    while _functions.get(key, function) is not function:
        count += 1
        key = f"{name}#{count}"
    function.__dict__[_GIVES] = gives
    _functions[key] = function
    return f"object:{key}"


def find(key: str) -> tuple[FunctionType, int]:
    """Return the function of a name, and the number of the type of its result."""
    if key not in _functions and "!" in key and not key.startswith(STATEMENT):
        from importlib import import_module

        module = import_module(key.partition("!")[0])
        if key not in _functions and hasattr(module, "make_site"):
            module.make_site(key)
    function = _functions.get(key)
    if function is None and key.startswith(STATEMENT):
        from coluber.objectmode import statements

        function = statements.make(key)
    if function is None:
        raise SystemError(f"the Python function {key} of an objmode block is not there any more")
    return function, function.__dict__[_GIVES].id
