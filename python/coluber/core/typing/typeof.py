"""The type of a Python value; `typeof_impl` takes what programs say of their classes."""

from __future__ import annotations

from collections import namedtuple
from enum import Enum
from functools import singledispatch

from coluber import _native
from coluber.core.types.base import Type, complete_extensions, from_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable
    from typing import Any, TypeVar

    # A function that says the type of a value, and its decorated form.
    _TypeOfValue = Callable[[Any, Any], Any]
    _F = TypeVar("_F", bound=_TypeOfValue)


class Purpose(Enum):
    """What a type is for."""

    argument = 1
    constant = 2


_TypeofContext = namedtuple("_TypeofContext", ("purpose",))


def typeof(val: object, purpose: Purpose = Purpose.argument) -> Any:
    """Return the type that the compiler gives to a value.

    Raises
    ------
    ValueError
        The compiler has no type for the value.
    """
    if purpose is Purpose.constant and has_type(type(val)):
        found_by_program = type_by_program(val, purpose)
        if found_by_program is not None:
            return found_by_program
    found = _native.typeof(val)
    return from_id(found) if isinstance(found, int) else found


class _TypeOf:
    """The types of values by their classes: ``typeof_impl.register(cls)`` decorates a function of a value and a context."""

    def __init__(self) -> None:
        self._functions = singledispatch(_of_compiler)

    if TYPE_CHECKING:

        @typing.overload
        def register(self, cls: type, func: None = None) -> Callable[[_F], _F]: ...
        @typing.overload
        def register(self, cls: type, func: _F) -> _F: ...

    def register(self, cls: type, func: _TypeOfValue | None = None) -> Any:
        """Take a function for the values of a class and of those that are derived from it."""
        if func is not None:
            self._functions.register(cls, func)
            return func
        return lambda function: self.register(cls, function)

    def dispatch(self, cls: type) -> _TypeOfValue:
        """Return the function for the values of a class."""
        return self._functions.dispatch(cls)

    def __call__(self, val: object, c: Any = None) -> Any:
        """Return the type of a value."""
        return self._functions(val, _TypeofContext(Purpose.argument) if c is None else c)


def _of_compiler(val: object, c: Any) -> Any:
    return typeof(val)


typeof_impl = _TypeOf()


def has_type(cls: type) -> bool:
    """Whether a program has registered a function for values of a class."""
    return typeof_impl.dispatch(cls) is not _of_compiler


def type_by_program(val: object, purpose: Purpose = Purpose.argument) -> Any:
    """Return the type that a program gives to a value, or None.

    Of the compiler's own types it may be one whose values are made of any object that converts, or of arrays.
    """
    complete_extensions()
    function = typeof_impl.dispatch(type(val))
    if function is _of_compiler:
        found = val._numba_type_
    else:
        found = function(val, _TypeofContext(purpose))
    if found is None:
        return None
    if not isinstance(found, Type):
        raise TypeError(_no_type(function, val, found))
    return found if _native.type_info(found.id)[0] in _FOR_OTHERS else None


def _no_type(function: Any, val: object, found: object) -> str:
    """Return the text for what a program says of a value, and is no type."""
    if function is _of_compiler:
        return f"_numba_type_ of a {type(val).__qualname__} must be a type or None, not {found!r}"
    from coluber.core.typing.templates import place_of

    what = f"a function with @typeof_impl.register must return a type or None, not {found!r}"
    return f"{what}\nin the extension's function {place_of(function)}"


# Kinds of the types that a program may give to its classes. Values of the compiler's own are made as those for a signature are.
_FOR_OTHERS = frozenset(("extension", "bool", "int", "float", "complex", "tuple", "optional", "array"))
