"""Variables of classes that their methods assign to, such as counters of objects.

Compiled code has them as the fields of an object that all code shares: its attributes read and set those of the class, so that
it is converted and written back like any object that a module names.
"""

from __future__ import annotations

import ast
from types import FunctionType
from weakref import WeakKeyDictionary

from coluber import _native
from coluber.core.source import shared_definition, stored_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_KINDS = (bool, int, float, complex, str)

_assigned: WeakKeyDictionary[type, frozenset[str]] = WeakKeyDictionary()
_objects: dict[type, Any] = {}


def assigned(cls: type) -> frozenset[str]:
    """Return the names of numbers and texts in the body of a class that its own methods assign to."""
    known = _assigned.get(cls)
    if known is None:
        names = {name for name, value in vars(cls).items() if type(value) in _KINDS and not name.startswith("__")}
        functions = _functions(cls) if names else ()
        setting = (found for found in functions if names & stored_attributes(found[0].__code__))
        found = (name for function in setting for name in _assigned_in(cls, *function))
        known = _assigned[cls] = frozenset(names.intersection(found))
    return known


def _functions(cls: type) -> Iterator[tuple[FunctionType, bool]]:
    """Yield the functions in the body of a class, and whether the first parameter is the class."""
    for value in vars(cls).values():
        parts = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
        # The methods of a jitclass are jitted functions.
        plain = (getattr(getattr(part, "compiled", part), "py_func", part) for part in parts)
        yield from ((part, isinstance(value, classmethod)) for part in plain if isinstance(part, FunctionType))


def _assigned_in(cls: type, function: FunctionType, of_class: bool) -> Iterator[str]:
    tree = shared_definition(function)
    own = function.__code__.co_varnames[0] if function.__code__.co_argcount else ""
    owners = {cls.__name__, f"type({own})", f"{own}.__class__", own if of_class else cls.__name__}
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) in owners:
            yield node.attr


def owner_of(cls: type, name: str) -> type | None:
    """Return the class that has a variable under a name which its methods assign to, if that is what a class finds there."""
    owner = next((base for base in cls.__mro__ if name in vars(base)), None)
    return owner if owner is not None and name in assigned(owner) else None


def object_of(cls: type) -> Any:
    """Return the object that has the variables of a class."""
    if cls not in _objects:
        from coluber.core.classes import View

        names = sorted(assigned(cls))
        made = type(f"{cls.__name__}.variables", (), {name: _forwarded(cls, name) for name in names})
        _native.class_add(made, View(made), names, "", False, "", object, 0)
        _native.class_define(made, [_type_of(cls, name) for name in names])
        _objects[cls] = made()
    return _objects[cls]


def _forwarded(cls: type, name: str) -> property:
    return property(lambda _: getattr(cls, name), lambda _, value: setattr(cls, name, value))


def _type_of(cls: type, name: str) -> int:
    from coluber.core.annotations import type_of_annotation, type_of_class_variable

    said = type_of_class_variable(cls, name)
    found = type_of_annotation(type(vars(cls)[name])) if said is None else None
    return said if found is None else found.id  # type: ignore[return-value]
