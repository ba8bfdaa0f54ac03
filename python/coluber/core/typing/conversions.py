"""How values of types of programs become values of other types.

The compiler asks `unify` and `convert` about pairs of types one of which at least is a program's. They ask the methods `unify`,
`can_convert_to` and `can_convert_from` that a program has written for its types; those of `Type` itself say nothing then.
"""

from __future__ import annotations

import warnings

from coluber import _native
from coluber.core.errors import NumbaWarning
from coluber.core.typeconv import Conversion
from coluber.core.types.base import Type, from_id
from coluber.core.typing.templates import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any


def unify(first: int, second: int) -> int | None:
    """Return the number of the type that two types become, or None."""
    a, b = from_id(first), from_id(second)
    for one, other in ((a, b), (b, a)):
        found = _said(one, "unify", other)
        if isinstance(found, Type):
            return found.id
    for one, other in ((a, b), (b, a)):
        way = _by_program(one, other)
        if way is not None and way <= Conversion.safe:
            return other.id
    return None


def convert(first: int, second: int) -> str | None:
    """Return how the first type becomes the second: exact, promote, safe, unsafe, or None."""
    way = _by_program(from_id(first), from_id(second))
    return None if way is None else way.name


def conversion(fromty: Type, toty: Type) -> Conversion | None:
    """Return how one type becomes another, or None."""
    way = _native.can_convert(fromty.id, toty.id)
    return None if way is None else Conversion[way]


def _by_program(fromty: Type, toty: Type) -> Conversion | None:
    way = _said(fromty, "can_convert_to", toty)
    if way is None:
        way = _said(toty, "can_convert_from", fromty)
    return None if way is None else Conversion(way)


def is_own(ty: Type, method: str) -> bool:
    """Whether a program has written a method for the types of a class, which else are `Type`'s."""
    return getattr(type(ty), method) is not getattr(Type, method)


def rules_digest(*types: Type) -> str:
    """Return a text that changes when a program changes what it has written of how these types convert."""
    import hashlib

    found = hashlib.blake2b(digest_size=8)
    for ty in types:
        for method in ("unify", "can_convert_to", "can_convert_from"):
            code = getattr(getattr(type(ty), method), "__code__", None) if is_own(ty, method) else None
            if code is not None:
                found.update(repr(_said_by(code)).encode())
    return found.hexdigest()


def _said_by(code: CodeType) -> list[Any]:
    """Return what a function does, without where it is written."""
    constants: list[Any] = []
    for value in code.co_consts:
        if isinstance(value, frozenset):
            constants.append(sorted(map(repr, value)))
        else:
            constants.append(_said_by(value) if hasattr(value, "co_code") else value)
    return [code.co_code, code.co_names, code.co_varnames, constants]


def _said(ty: Type, method: str, other: Type) -> Any:
    """Return what a program's method answers; None where there is none."""
    from coluber.core.typing.context import typing_context

    if not is_own(ty, method):
        return None
    function: Callable[[Any, Type], Any] = getattr(ty, method)
    try:
        return function(typing_context, other)
    except Exception as error:
        what = f"{type(error).__name__} in the extension's function {place_of(function)}: {error}"
        warnings.warn(NumbaWarning(what), stacklevel=2)
        return None
