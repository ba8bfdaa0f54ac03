"""Calls that a callable of the program decides about: ``inline=callable`` of jitted functions and of implementations.

Functions that refer to what such a callable decides about are read as IR (`coluber.core.program_ir.inlining`), others are not.
"""

from __future__ import annotations

from types import FunctionType, ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Deciders:
    """What there are callables for: jitted functions, functions with implementations, methods and attributes by their names."""

    def __init__(self) -> None:
        self.jitted = False
        self.functions: list[Any] = []
        self.names: set[str] = set()

    def __bool__(self) -> bool:
        return self.jitted or bool(self.functions) or bool(self.names)


# The compiler asks whether there are any.
registered = Deciders()


def check(value: object) -> None:
    """Refuse what says nothing about inlining."""
    if value not in ("always", "never") and not callable(value):
        raise ValueError(f"the option inline must be 'always', 'never' or a callable, got {value!r}")


def note_option(value: object) -> None:
    """Note the option ``inline`` of a jitted function."""
    registered.jitted = registered.jitted or callable(value)


def note_implementation(value: object, function: Any) -> None:
    """Note the option ``inline`` of an implementation for a function."""
    if callable(value):
        registered.functions.append(function)


def note_member(value: object, name: str) -> None:
    """Note the option ``inline`` of an implementation of a method or attribute."""
    if callable(value):
        registered.names.add(name)


def decider_of(value: Any) -> Any:
    """Return the callable that decides about calls of a jitted function; None where there is none."""
    from coluber.core.dispatcher import Dispatcher

    option = value.targetoptions.get("inline") if isinstance(value, Dispatcher) else None
    return option if callable(option) else None


def refers_to_jitted(function: FunctionType) -> bool:
    """Whether a function may call jitted functions with such a callable."""
    return registered.jitted and any(decider_of(value) is not None for value in _values(function))


def refers_to_implemented(function: FunctionType) -> bool:
    """Whether a function may use implementations with such a callable."""
    if registered.names.intersection(function.__code__.co_names):
        return True
    if any(getattr(known, "__module__", "") == "_operator" for known in registered.functions):
        return True
    return bool(registered.functions) and any(known is value for value in _values(function) for known in registered.functions)


def _values(function: FunctionType) -> Iterator[Any]:
    """Yield what the global names and captured variables of a function are, and what it may take out of modules among these."""
    import builtins

    names = function.__code__.co_names
    found: list[Any] = [
        function.__globals__[name] if name in function.__globals__ else getattr(builtins, name, None) for name in names
    ]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:
            continue
    seen: set[int] = set()
    while found:
        value = found.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if isinstance(value, ModuleType):
            found.extend(vars(value)[name] for name in names if name in vars(value))
