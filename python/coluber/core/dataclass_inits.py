"""The ``__init__`` of dataclasses as compiled code sees it: a function with statements that set the fields.

It is what ``super().__init__(...)`` calls where the class above is a dataclass, and what makes objects of dataclasses whose
methods set more than their fields. What ``dataclasses`` makes has no source, and tells arguments that are not given by an
object of its own, which compiled code has no type for.
"""

from __future__ import annotations

import ast
import dataclasses
from weakref import WeakKeyDictionary

from coluber.core.source import define

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


_known: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


class _NotGiven:
    """The default of parameters whose values a factory makes."""


def init_of(cls: type, made: Any) -> FunctionType | None:
    """Return a function of Python that does what the ``__init__`` does that a class, or one of its bases, was given.

    None where that base is frozen: statements don't set its fields.

    Parameters
    ----------
    cls : type
        A dataclass, or a class that is derived from one.
    made : function
        The ``__init__`` of the dataclass.
    """
    owner: Any = next(base for base in cls.__mro__ if vars(base).get("__init__") is made)
    if owner.__dataclass_params__.frozen:
        return None
    found = _known.get(made)
    if found is None:
        found = _known[made] = _written(owner)
    return found


def _written(owner: Any) -> FunctionType:
    kinds = dataclasses._FIELD, dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]
    fields = [field for field in owner.__dataclass_fields__.values() if field._field_type in kinds]
    scope: dict[str, Any] = {"_NotGiven": _NotGiven}
    body = [line for field in fields if field._field_type is kinds[0] and (line := _statement(field, scope))]
    if hasattr(owner, "__post_init__"):
        body.append(f"_self.__post_init__({', '.join(field.name for field in fields if field._field_type is kinds[1])})")
    text = "\n    ".join([f"def __init__({_parameters(fields, scope)}):", *(body or ["pass"])])
    exec(compile(text, f"<__init__ of {owner.__qualname__}>", "exec"), scope)
    function: FunctionType = scope["__init__"]
    define(function, ast.parse(text).body[0])
    function.__qualname__, function.__module__ = f"{owner.__qualname__}.__init__", owner.__module__
    return function


def _parameters(fields: list[Any], scope: dict[str, Any]) -> str:
    given = [field for field in fields if field.init]
    plain = [_parameter(field, scope) for field in given if not field.kw_only]
    named = [_parameter(field, scope) for field in given if field.kw_only]
    return ", ".join(["_self", *plain, *(["*", *named] if named else [])])


def _parameter(field: Any, scope: dict[str, Any]) -> str:
    """Return the parameter of a field; its default value is put into the global variables of the function."""
    if field.default is not dataclasses.MISSING:
        scope[f"_default_{field.name}"] = field.default
        return f"{field.name}=_default_{field.name}"
    return f"{field.name}=_NotGiven" if field.default_factory is not dataclasses.MISSING else field.name


def _statement(field: Any, scope: dict[str, Any]) -> str:
    """Return the statement that sets a field; none where neither an argument nor a default says what it holds."""
    name, has_factory = field.name, field.default_factory is not dataclasses.MISSING
    if has_factory:
        scope[f"_make_{name}"] = field.default_factory
        made = f"_make_{name}()"
        return f"_self.{name} = {made} if {name} is _NotGiven else {name}" if field.init else f"_self.{name} = {made}"
    if field.init:
        return f"_self.{name} = {name}"
    if field.default is dataclasses.MISSING:
        return ""
    scope[f"_default_{name}"] = field.default
    return f"_self.{name} = _default_{name}"
