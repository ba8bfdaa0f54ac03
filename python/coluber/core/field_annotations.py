"""The types of the fields of jitclasses that annotations stand for, also such as leave open which container is meant."""

from __future__ import annotations

import typing
from collections import abc, defaultdict

from coluber.core import types
from coluber.core.annotations import type_of_annotation, with_args
from coluber.core.types.base import make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type

# The container that a field holds whose annotation says what can be done with it.
_CONTAINERS = {
    abc.Sequence: list,
    abc.MutableSequence: list,
    abc.Mapping: dict,
    abc.MutableMapping: dict,
    abc.Set: set,
    abc.MutableSet: set,
}


def type_of_field(name: str, annotation: Any) -> Type:
    """Return the type of a field.

    Parameters
    ----------
    name : str
        The name of the field.
    annotation : object
        What its annotation says.

    Raises
    ------
    TypeError
        Compiled code has no type for the annotation.
    """
    concrete = _concrete(annotation)
    found = type_of_annotation(concrete)
    if found is None:
        raise TypeError(f"the annotation of the field '{name}' has no type in compiled code: {annotation!r}{_hint(annotation)}")
    return _typed_container(found, concrete)


def _hint(annotation: Any) -> str:
    """Return what to do about an annotation without a type, as the end of a message."""
    if isinstance(annotation, str):
        return ", a text with a name that is not known where the class is decorated: define that class before this one"
    if isinstance(annotation, typing.TypeVar):
        return ", which stands for any type: name one, or leave the decorator out, since plain classes may be generic"
    if typing.get_origin(annotation) is abc.Callable:
        return ": call the function where it is known, or leave the decorator out, since fields of plain classes hold functions"
    parts = getattr(annotation, "__args__", None) or ()
    return next((hint for hint in map(_hint, parts) if hint), "")


def _concrete(annotation: Any) -> Any:
    """Return an annotation with the containers that fields hold in the place of those that it leaves open."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Final or origin is typing.Annotated:
        return _concrete(args[0])
    if not args or origin is typing.Literal or origin is abc.Callable:
        return annotation
    parts = tuple(map(_concrete, args))
    if origin is tuple and args[1:] == (Ellipsis,):
        return _made("list", annotation, parts[:1], "tuple")
    if origin is defaultdict:
        from coluber.core.typing.typeof import typeof

        factory = typing.get_origin(args[1]) or args[1]
        is_known = isinstance(factory, type) and factory.__module__ == "builtins"
        return _made("dict", annotation, parts, "defaultdict", typeof(factory).id) if is_known else annotation
    if parts == args and origin not in _CONTAINERS:
        return annotation
    return with_args(annotation, parts, _CONTAINERS.get(origin))


def _made(kind: str, annotation: Any, parts: tuple[Any, ...], *more: Any) -> Any:
    """Return the type of a kind of containers of these items; the annotation where they have no types."""
    items = [type_of_annotation(part) for part in parts]
    return annotation if None in items else make(kind, *(item.id for item in items if item is not None), *more)


def _typed_container(ty: Type, annotation: Any) -> Type:
    """Return the type of typed lists or dicts in the place of that of Python's, which are copied where they are passed."""
    origin = typing.get_origin(annotation)
    if origin is list:
        return types.ListType(ty.dtype)
    if origin is dict:
        return types.DictType(ty.key_type, ty.value_type)
    return ty
