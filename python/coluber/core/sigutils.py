"""Signatures as programs write them: ``"f8(i4, i4)"``, ``float64(int32, int32)``, ``(int32, int32)``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from coluber.core.types import Type


class _Namespace(dict):
    """The names that a signature in a string may use."""

    def __missing__(self, name: str) -> object:
        from coluber.core import types

        if name == "types":
            return types
        try:
            return getattr(types, name)
        except AttributeError as error:
            if name in types.NOT_YET:
                raise
            from coluber.core.errors import did_you_mean

            names = [n for n in dir(types) if not n.startswith("_")]
            raise NameError(f"name '{name}' is not defined{did_you_mean(name, names)}", name=name) from error


def is_signature(sig: object) -> bool:
    """Whether a value is a signature in any of its forms: a string, a tuple of types, a `Signature`."""
    if isinstance(sig, str):
        return True
    if isinstance(sig, tuple):
        from coluber.core.types.base import Type

        return all(isinstance(item, Type) for item in sig) or any(isinstance(item, (Type, str)) for item in sig)
    return type(sig).__name__ == "Signature" and _is_signature_object(sig)


def _is_signature_object(sig: object) -> bool:
    from coluber.core.typing.templates import Signature

    return isinstance(sig, Signature)


def _parse(sig: str) -> object:
    """Evaluate a signature in a string."""
    try:
        return eval(sig, {"__builtins__": {}}, _Namespace())
    except SyntaxError as error:
        raise SyntaxError(f"invalid signature {sig!r}: {error.msg}") from None


def parse_type(ty: Any) -> Type:
    """Return a type, which may be given as text.

    Raises
    ------
    TypeError
        The value is not a type.
    NameError
        A string names a type that does not exist.
    SyntaxError
        A string is not an expression.
    """
    from coluber.core.types.base import Type

    parsed = _parse(ty) if isinstance(ty, str) else ty
    if not isinstance(parsed, Type):
        raise TypeError(f"expected a type, got {parsed!r}")
    return parsed


def normalize_signature(sig: Any) -> tuple[tuple[Type, ...], Type | None]:
    """Return argument types and the result's type (None: to be inferred) of a signature in any of its forms.

    Raises
    ------
    TypeError
        The value is not a signature.
    NameError
        A string names a type that does not exist.
    SyntaxError
        A string is not an expression.
    """
    from coluber.core.types.base import Type, complete_extensions
    from coluber.core.typing.templates import Signature

    complete_extensions()
    parsed = _parse(sig) if isinstance(sig, str) else sig
    if isinstance(parsed, tuple):
        args, return_type = parsed, None
    elif isinstance(parsed, Signature):
        args, return_type = parsed.args, parsed.return_type
    else:
        raise TypeError(
            f"invalid signature: {sig!r} is neither types of arguments nor a call of a type, but {type(parsed).__name__!r}"
        )
    for value in args if return_type is None else (*args, return_type):
        if not isinstance(value, Type):
            raise TypeError(f"a signature is made of types, and {value!r} is none")
    return _without_omitted(args), return_type


def _without_omitted(args: Sequence[Any]) -> tuple[Any, ...]:
    """Leave out what is omitted at the end; in front of other arguments it is of the type of its default."""
    from coluber.core.types.scalars import Omitted

    given = list(args)
    while given and isinstance(given[-1], Omitted):
        given.pop()
    if not any(isinstance(value, Omitted) for value in given):
        return tuple(given)
    from coluber.core.typing import typeof

    return tuple(typeof.typeof(value.value) if isinstance(value, Omitted) else value for value in given)
