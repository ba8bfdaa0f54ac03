"""Attributes that classes of exceptions give their objects in ``__init__``."""

from __future__ import annotations

import dis
from functools import cache
from inspect import CO_VARARGS

from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.python.exception_members import call_of, count_by_name, has_member, keyword_only, reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("coluber.exception_attribute")
def exception_attribute(classes: Any, name: Any, arguments: Any) -> FunctionType | None:
    """Return an attribute of an exception of one of some classes, from the arguments that it was made of."""
    attribute = name.literal_value
    found = {_source(cls.exc_class, attribute, len(arguments)) for cls in classes.types}
    if not found or any(kind == "none" for kind, _ in found):
        return None
    if len(found) != 1:
        raise TypingError(f"the attribute '{attribute}' is not the same argument in all classes that come here")
    (kind, value) = found.pop()
    if kind == "all" and not value:
        return lambda classes, name, arguments: arguments
    if kind == "first":
        return lambda classes, name, arguments: arguments[:value]
    if kind == "all":
        return lambda classes, name, arguments: arguments + value
    if kind == "member":
        return reading(classes.types[0].exc_class, attribute, *value, len(arguments))
    if kind == "made":
        return _computing(classes.types[0].exc_class, *value, len(arguments))
    if kind == "default":
        return lambda classes, name, arguments: value
    return lambda classes, name, arguments: arguments[value]


@implements("coluber.no_exception_attribute")
def no_exception_attribute(exception: Any, name: Any) -> FunctionType:
    """Raise the error of an exception whose class has no such attribute."""
    text = f"' object has no attribute '{name.literal_value}'"

    def impl(exception, name):
        raise AttributeError("'" + type(exception).__name__ + text)

    return impl


@implements("coluber.same_exception")
def same_exception(caught: Any, made: Any) -> FunctionType:
    """Whether a caught exception is one that the function has made: their classes and arguments say so."""

    def impl(caught, made):
        try:
            raise made
        except BaseException as error:
            return repr(error) == repr(caught)

    return impl


@implements("coluber.is_of_class")
def is_of_class(caught: Any, cls: Any) -> FunctionType:
    """Whether the class of a caught exception is this one, not one that is derived from it."""
    expected = cls.exc_class
    name = expected.__name__

    def impl(caught, cls):
        return isinstance(caught, expected) and type(caught).__name__ == name

    return impl


def _computing(cls: Any, function: Any, index: int, count: int) -> FunctionType:
    """Return the function that computes an attribute again."""
    scope = {"function": function}
    text = f"def impl(classes, name, arguments):\n    return {call_of(cls, count)}[{index}]\n"
    exec(compile(text, "<exceptions>", "exec"), scope)
    return scope["impl"]


def _source(cls: type, attribute: str, count: int) -> tuple[str, Any]:
    """Return where an attribute comes from: all arguments, one of them, a parameter's default, a method of the class."""
    init = getattr(cls.__init__, "__code__", None)
    if attribute == "args":
        if init is not None and not _hands_on_all(init):
            made = _made(cls, attribute)
            if made[0] != "none":
                return made
            raise TypingError(
                f"the arguments of {cls.__name__} are not known: its __init__ may change them. Use str(e), or attributes"
            )
        if init is not None and count_by_name(init):
            return "first", max(count - count_by_name(init), 0)
        if init is None and issubclass(cls, OSError) and 2 < count < 6:
            # The names of files are attributes only.
            return "first", 2
        return "all", () if init is None else _defaults_behind(cls, init, count)
    if has_member(cls, attribute):
        function, names = _fields(cls)
        return "member", (function, tuple(names))
    if init is None:
        return _of_class(cls, attribute)
    of_class = _of_class(cls, attribute)
    # What the class has counts where `__init__` sets the attribute on some ways only.
    parameter = _parameter(init, attribute) if of_class[0] == "none" else None
    if parameter is None:
        made = _made(cls, attribute)
        return made if made[0] != "none" else of_class
    return _argument(cls.__init__, parameter, count)


def _argument(init: Any, parameter: str, count: int) -> tuple[str, Any]:
    """Return where the value of a parameter is, of so many arguments."""
    named = keyword_only(init.__code__)
    if parameter in named:
        position = count - count_by_name(init.__code__) + named.index(parameter)
        known = init.__kwdefaults__ or {}
        default = ("default", known[parameter]) if parameter in known else ("none", None)
        return ("argument", position) if position >= 0 else default
    position = init.__code__.co_varnames.index(parameter) - 1
    if position < count - count_by_name(init.__code__):
        return "argument", position
    defaults = init.__defaults__ or ()
    from_end = position + 1 - init.__code__.co_argcount
    return ("default", defaults[from_end]) if -len(defaults) <= from_end < 0 else ("none", None)


def _defaults_behind(cls: Any, code: Any, count: int) -> tuple[Any, ...]:
    """Return the defaults of the parameters behind the arguments, where ``__init__`` hands all of them on."""
    if "__init__" not in code.co_names:
        return ()
    missing = code.co_argcount - 1 - count if not code.co_flags & CO_VARARGS else 0
    return (cls.__init__.__defaults__ or ())[-missing:] if missing > 0 else ()


@cache
def _fields(cls: type) -> Any:
    """Return the jitted function that gives the values that ``__init__`` sets, and their names."""
    from coluber.core.classes import jitted
    from coluber.core.initialisers import made_by

    function, names, _ = made_by(cls)
    return (None, []) if function is None else (jitted(function), names)


def _made(cls: type, attribute: str) -> tuple[str, Any]:
    """Return the function that computes an attribute again from the arguments, and where it is in the result."""
    function, names = _fields(cls)
    return ("made", (function, names.index(attribute))) if attribute in names else ("none", None)


def _of_class(cls: type, attribute: str) -> tuple[str, Any]:
    """Return the value that a class of a program, or one that it is derived from, gives all its objects."""
    for base in cls.__mro__:
        if attribute in vars(base):
            value = vars(base)[attribute]
            is_constant = isinstance(value, (bool, int, float, complex, str, bytes, tuple))
            return ("default", value) if is_constant and base.__module__ != "builtins" else ("none", None)
    return "none", None


def _hands_on_all(code: Any) -> bool:
    """Whether ``__init__`` gives the base class its own arguments, or nothing."""
    instructions = [one for one in dis.get_instructions(code) if one.opname not in ("CACHE", "NOP", "PUSH_NULL")]
    calls = [k for k, one in enumerate(instructions) if one.argval == "__init__"]
    own = list(code.co_varnames[1 : code.co_argcount])
    for k in calls:
        given: list[str] = []
        for one in instructions[k + 1 :]:
            if not one.opname.startswith("LOAD_FAST"):
                break
            given += one.argval if isinstance(one.argval, tuple) else (one.argval,)
        is_call = one.opname.startswith(("CALL", "PRECALL"))
        if not is_call or given not in (own, [code.co_varnames[0], *own]):
            return False
    return True


def _parameter(code: Any, attribute: str) -> str | None:
    """Return the parameter that is the attribute's value wherever it is set; None when something else may be."""
    parameters = (*code.co_varnames[1 : code.co_argcount], *keyword_only(code))
    instructions = [one for one in dis.get_instructions(code) if one.opname not in ("CACHE", "NOP", "RESUME")]
    stored = [one.argval for one in instructions if one.opname in ("STORE_FAST", "DELETE_FAST")]
    found = set()
    for k, one in enumerate(instructions):
        if one.opname == "STORE_ATTR" and one.argval == attribute:
            found.add(_loaded_before(instructions[:k]))
    if len(found) != 1:
        return None
    name = found.pop()
    return name if name in parameters and name not in stored else None


def _loaded_before(instructions: list[Any]) -> str | None:
    """Return the variable whose value the next instruction stores in an attribute of ``self``."""
    names: list[str] = []
    for one in reversed(instructions):
        if not one.opname.startswith("LOAD_FAST"):
            return None
        names[:0] = one.argval if isinstance(one.argval, tuple) else (one.argval,)
        if len(names) >= 2:
            return names[-2]
    return None
