"""Variables of modules that compiled functions assign to (``global count``), such as counters.

Compiled code has each as the field of an object that all code shares: its attribute reads and sets the variable of the module,
so that it is converted and written back like any object that a module names. Which variables these are is found by the code of
jitted functions, and of methods, among the module's names; all others are constants, as ever.
"""

from __future__ import annotations

import builtins
import dis
import weakref
from types import CodeType, FunctionType, ModuleType
from weakref import WeakKeyDictionary

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_TYPED = (bool, int, float, complex, str)
_NEVER = (type, FunctionType, ModuleType, _native.Dispatcher)

_STORE = dis.opmap["STORE_GLOBAL"]

# The variables that compiled functions know as such; for a variable of a module in one of them, all others are constants.
_built: WeakKeyDictionary[FunctionType, frozenset[str]] = WeakKeyDictionary()
# What code assigns to, by its address: code may hold what has no hash.
_assigned: dict[int, tuple[weakref.ref[CodeType], frozenset[str]]] = {}
# The objects, by the address of the module's names, which they keep alive.
_objects: dict[tuple[int, str], Any] = {}


def names_for(function: FunctionType) -> tuple[str, ...]:
    """Return the names that are variables of the module in a function which is compiled now.

    One that code which was compiled before has as a constant is none, so that its assignment is refused. One that has no value
    yet is None until it is assigned to.
    """
    names = function.__globals__
    found = _assigned_by(function.__code__).union(*map(_assigned_by, _codes_of(names)))
    found = frozenset(name for name in found if not isinstance(names.get(name), _NEVER) and not hasattr(builtins, name))
    known = frozenset(name for name in found if not _is_constant(names, name))
    _built[function] = known
    return tuple(sorted(known))


def _codes_of(names: dict[str, Any]) -> Iterator[CodeType]:
    """Yield the code of jitted functions and methods of classes among a module's names, and of functions compiled before."""
    yield from (function.__code__ for function in list(_built) if function.__globals__ is names)
    for value in list(names.values()):
        if isinstance(value, _native.Dispatcher):
            yield value.py_func.__code__
        elif isinstance(value, type) and value.__module__ == names.get("__name__"):
            yield from (method.__code__ for method in _methods(value))


def _methods(cls: type) -> Iterator[FunctionType]:
    for value in vars(cls).values():
        parts = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
        yield from (part for part in parts if isinstance(part, FunctionType))


def _assigned_by(code: CodeType) -> frozenset[str]:
    """Return the names of globals that code assigns to, or an inner function of it."""
    known = _assigned.get(id(code))
    if known is None or known[0]() is not code:
        found = frozenset(name for part in _with_inner(code) for name in _stored(part))
        known = _assigned[id(code)] = weakref.ref(code), found
    return known[1]


def _stored(code: CodeType) -> list[str]:
    if _STORE not in code.co_code[::2]:
        return []
    return [step.argval for step in dis.get_instructions(code) if step.opname == "STORE_GLOBAL"]


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    """Yield code, and that of the functions in it."""
    waiting = [code]
    while waiting:
        code = waiting.pop()
        yield code
        waiting.extend(part for part in code.co_consts if isinstance(part, CodeType))


def _is_constant(names: dict[str, Any], name: str) -> bool:
    """Whether a function that has been compiled has a variable of a module as a constant."""
    for function, known in list(_built.items()):
        if function.__globals__ is names and name not in known and name in names_in(function.__code__):
            return True
    return False


def names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes in code, and in the functions in it."""
    return {name for part in _with_inner(code) for name in part.co_names}


def object_of(names: dict[str, Any], name: str) -> Any:
    """Return the object that has a variable of a module, whose names these are, as its field."""
    key = id(names), name
    if key not in _objects:
        from coluber.core.annotations import type_of_annotation, type_of_global
        from coluber.core.classes import View

        made = type("globals", (), {"__slots__": (), name: _forwarded(names, name)})
        _native.class_add(made, View(made), [name], "", False, "", object, 0)
        said, value = type_of_global(names, name), names.get(name)
        found = type_of_annotation(type(value)) if said is None and isinstance(value, _TYPED) else None
        number = said if found is None else found.id
        if number is not None:
            _native.class_define(made, [number])
        _objects[key] = made()
    return _objects[key]


def _forwarded(names: dict[str, Any], name: str) -> property:
    return property(lambda _: names.get(name), lambda _, value: names.__setitem__(name, value))
