"""Properties and methods that classes of exceptions give their objects.

Compiled code keeps the arguments of an exception, not the object. What a method sees is another object: it has the fields that
``__init__`` makes of the arguments, and the methods of the class.
"""

from __future__ import annotations

import ast
from functools import cache
from inspect import CO_VARKEYWORDS
from types import CellType, FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def has_member(cls: type, name: str) -> bool:
    """Whether a program's class of exceptions, or one that it is derived from, has a method or property of that name."""
    return isinstance(_members(cls).get(name), (FunctionType, property, staticmethod, classmethod))


def keyword_only(code: Any) -> tuple[str, ...]:
    """Return the names of the keyword-only parameters of a function."""
    return code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]  # type: ignore[no-any-return]


def count_by_name(code: Any) -> int:
    """Return how many of the last arguments of an exception ``__init__`` takes by name: what ``**kwargs`` holds is one."""
    return len(keyword_only(code)) + bool(code.co_flags & CO_VARKEYWORDS)


def call_of(cls: Any, count: int) -> str:
    """Return the text of a call of ``function`` with so many arguments of an exception, which are called ``arguments``."""
    code = getattr(cls.__init__, "__code__", None)
    if code is None or count < count_by_name(code) or count_by_name(code) == 0:
        return "function(*arguments)"
    first = count - count_by_name(code)
    given = [f"arguments[{k}]" for k in range(first)]
    given += [f"{name}=arguments[{first + k}]" for k, name in enumerate(keyword_only(code))]
    given += [f"**arguments[{count - 1}]"] if code.co_flags & CO_VARKEYWORDS else []
    return f"function({', '.join(given)})"


def reading(cls: type, name: str, function: Any, fields: tuple[str, ...], count: int) -> FunctionType:
    """Return the function that gives the property or bound method of an exception, from its arguments.

    Parameters
    ----------
    cls : type
        The class.
    name : str
        The name of the property or method.
    function : dispatcher, optional
        What gives the values of the fields; None for classes without ``__init__``.
    fields : tuple of str
        The names of the fields.
    count : int
        How many arguments there are.
    """
    values = f"*{call_of(cls, count)}" if function is not None else ""
    if "args" not in fields:
        code = getattr(cls.__init__, "__code__", None)
        first = count if code is None else max(count - count_by_name(code), 0)
        fields, values = ("args", *fields), f"arguments[:{first}], {values}"
    made = _counterpart(cls, fields)
    scope: dict[str, Any] = {"made": made, "function": function}
    text = f"def impl(classes, name, arguments):\n    return made({values}).{name}\n"
    exec(compile(text, "<exceptions>", "exec"), scope)
    return scope["impl"]  # type: ignore[no-any-return]


def _members(cls: type) -> dict[str, Any]:
    """Return what the program's classes among those that a class is derived from have under their names."""
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ != "builtins":
            members.update(vars(base))
    return members


@cache
def _counterpart(cls: type, fields: tuple[str, ...]) -> type:
    """Return a class with the methods of a class of exceptions whose objects are made of the values of the fields."""
    return _copied(cls, __init__=_initialiser(fields), **({} if has_member(cls, "__str__") else {"__str__": _text}))


@cache
def _base(cls: type) -> type:
    """Return the counterpart of a class that others are derived from."""
    return _copied(cls)


def _copied(cls: type, **more: FunctionType) -> type:
    """Return the class with its methods and more, derived from such classes, but not from those of the interpreter."""
    left_out = ("__init__", "__dict__", "__weakref__", "__slots__")
    members = {name: value for name, value in vars(cls).items() if name not in left_out}
    bases = tuple(_base(base) for base in cls.__bases__ if base.__module__ != "builtins")
    made = type(cls.__name__, bases, {**members, **more})
    for name, value in members.items():
        if isinstance(value, FunctionType) and "__class__" in value.__code__.co_freevars:
            setattr(made, name, _of_class(value, made))
    return made


def _of_class(function: FunctionType, cls: type) -> FunctionType:
    """Return a method whose ``super()`` means the class above this one."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    closure = tuple(CellType(cls) if name == "__class__" else cell for name, cell in cells)
    made = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _initialiser(fields: tuple[str, ...]) -> FunctionType:
    """Return the ``__init__`` that sets the fields to its arguments."""
    from coluber.core.source import define

    names = [f"value_{k}" for k in range(len(fields))]
    body = [f"    self.{field} = {name}\n" for field, name in zip(fields, names, strict=True)]
    text = f"def __init__(self, {', '.join(names)}):\n{''.join(body) or '    pass'}"
    scope: dict[str, Any] = {}
    exec(compile(text, "<exceptions>", "exec"), scope)
    define(scope["__init__"], ast.parse(text).body[0])
    return scope["__init__"]  # type: ignore[no-any-return]


def _text(self: Any) -> str:
    """Return the text of an exception, as BaseException gives it."""
    if len(self.args) == 1:
        return str(self.args[0])
    return str(self.args) if len(self.args) > 0 else ""
