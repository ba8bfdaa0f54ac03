"""Functions and objects of the interpreter in compiled code.

A function is called there with objects made of the arguments, and what it gives is taken as a value of a known type. An object
that compiled code has no type for is held by an array, which comes back as itself.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from coluber import _native
from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_array, is_integral, is_none, is_real
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

    from coluber.core.types import Type

TEXT = types.unicode_type
BYTES = types.from_id(_native.type_make("bytes"))
BOOL = types.boolean
INT = types.int64
FLOAT = types.float64
NONE = types.none
TEXTS = types.List(TEXT)

HANDLE = types.Array(types.int64, 1, "C")
_INT64 = np.dtype(np.int64)


class Handle(np.ndarray):  # type: ignore[type-arg]
    """An array that holds an object of the interpreter as long as compiled code holds the array."""

    held: Any


def handle_of(held: object) -> Handle:
    """Return an array that holds an object."""
    made = Handle(0, _INT64)
    made.held = held
    return made


# ---------------------------------------------------------------------------------------------------- types of arguments


def plain(ty: Any) -> Any:
    """Return the type of a value that may be a constant."""
    return types.unliteral(ty) if isinstance(ty, types.Type) else ty


def is_text(ty: Any) -> bool:
    """Whether an argument is a text."""
    return isinstance(ty, str) or plain(ty) == TEXT


def is_bytes(ty: Any) -> bool:
    """Whether an argument is bytes."""
    return isinstance(ty, bytes) or plain(ty) == BYTES


def is_buffer(ty: Any) -> bool:
    """Whether an argument has memory that is read as bytes."""
    from coluber.lib.python.byte_arrays import ByteArray
    from coluber.lib.python.memory_views import MemoryView, ReadOnlyView
    from coluber.lib.python.typed_arrays import TypedArray

    if is_bytes(ty) or is_array(ty):
        return True
    return getattr(ty, "instance_class", None) in (ByteArray, MemoryView, ReadOnlyView, TypedArray)


def is_number(ty: Any) -> bool:
    """Whether an argument is a real number."""
    return isinstance(ty, (int, float)) or is_real(plain(ty))


def is_whole(ty: Any) -> bool:
    """Whether an argument is an integer or a bool."""
    return isinstance(ty, int) or is_integral(plain(ty))


def or_none(accepts: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return whether an argument is what a function accepts, or None, or one of both."""

    def accepted(ty: Any) -> bool:
        if is_none(ty):
            return True
        return accepts(ty.type if isinstance(ty, types.Optional) else ty)

    return accepted


# ---------------------------------------------------------------------------------------------------- functions


def site(function: Any, gives: Type) -> str:
    """Return how code names a function of a module of the library, which keeps it."""
    return register(f"{function.__module__}!{function.__name__}", function, gives)


def calling(function: Any, gives: Type, signature: str) -> FunctionType:
    """Return a function that compiled code may call, whose call is one of a function of the interpreter.

    Parameters
    ----------
    function : function
        A function of a module of the library, which takes all arguments by position.
    gives : Type
        What it gives.
    signature : str
        The parameters with their defaults, as in a definition.
    """
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "call": call_object,
        "site": site(function, gives),
        "gives": gives,
    }
    names = ", ".join(_names(signature))
    exec(f"def {function.__name__.strip('_')}({signature}):\n    return call(site, gives, {names})\n", scope)
    return scope[function.__name__.strip("_")]  # type: ignore[no-any-return]


def module_function(scope: dict[str, Any], module: Any, name: str) -> Any:
    """Return a function that calls one of a module of the interpreter, which is found when it is called.

    Parameters
    ----------
    scope : dict
        The names of the library's module that wants it, where it is kept.
    module : module
        The module of the interpreter.
    name : str
        The name of the function in it.
    """

    def call(*args: Any) -> Any:
        return getattr(module, name)(*args)

    call.__name__ = f"_{module.__name__.replace('.', '_')}_{name}"
    call.__module__ = scope["__name__"]
    scope[call.__name__] = call
    return call


def _names(signature: str) -> list[str]:
    scope: dict[str, Any] = {}
    exec(f"def f({signature}): pass", scope)
    return list(inspect.signature(scope["f"]).parameters)


def implement(key: str, signature: str, gives: Type, function: Any, **accepts: Callable[[Any], bool]) -> None:
    """Implement a function by one of the interpreter.

    Parameters
    ----------
    key : str
        What is implemented.
    signature : str
        Its parameters with their defaults; those by name only come to the interpreter's function by position.
    gives : Type
        The type of what it gives.
    function : function
        The interpreter's function, in a module of the library.
    **accepts : function
        For each parameter, whether an argument of a type is taken; that of a ``*parameter`` says it of each item.
    """
    implementation = calling(function, gives, signature)

    def choose(**given: Any) -> FunctionType | None:
        return implementation if all(_is_accepted(accepts[name], ty) for name, ty in given.items()) else None

    arguments = ", ".join(f"{name}={name}" for name in _names(signature))
    scope: dict[str, Any] = {"__name__": function.__module__, "choose": choose}
    exec(f"def overload({signature}):\n    return choose({arguments})\n", scope)
    implements(key)(scope["overload"])


def _is_accepted(accepts: Callable[[Any], bool], ty: Any) -> bool:
    return all(map(accepts, ty)) if isinstance(ty, tuple) else accepts(ty)
