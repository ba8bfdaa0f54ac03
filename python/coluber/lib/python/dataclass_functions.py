"""``replace``, ``fields``, ``asdict`` and ``astuple`` of ``dataclasses``."""

from __future__ import annotations

import dataclasses

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.kinds import is_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _fields(ty: Any) -> dict[str, Any] | None:
    """Return the types of the fields of a dataclass's objects; None for other types."""
    if not isinstance(ty, types.InstanceType) or not dataclasses.is_dataclass(ty.instance_class):
        return None
    names = {field.name for field in dataclasses.fields(ty.instance_class)}
    return {name: held for name, held in ty.struct.items() if name in names}


def _made(text: str, scope: dict[str, Any]) -> FunctionType:
    exec(compile(text, "<dataclasses>", "exec"), scope)
    return scope["impl"]  # type: ignore[no-any-return]


@implements("dataclasses.replace")
def replace(obj: Any, **changes: Any) -> FunctionType | None:
    """Return a new object with some fields changed."""
    fields = _fields(obj)
    if fields is None:
        return None
    described = {field.name: field for field in dataclasses.fields(obj.instance_class)}
    for name in changes:
        if name not in described:
            raise TypingError(f"{obj.instance_class.__name__}() takes no field '{name}'")
        if not described[name].init:
            raise TypingError(f"field {name} is declared with init=False, it cannot be specified with replace()")
    given = [f"{name}={name if name in changes else f'obj.{name}'}" for name in fields if described[name].init]
    parameters = ", ".join(["obj", *changes])
    return _made(f"def impl({parameters}):\n    return cls({', '.join(given)})\n", {"cls": obj.instance_class})


def _converter(ty: Any, whole: Any) -> Any:
    """Return the function that makes what `asdict` or `astuple` puts in the place of a value; None where that is the value."""
    if _fields(ty) is not None:
        return whole
    if str(ty).startswith("one of ("):
        raise TypingError(f"{whole.__name__}() of a field that holds objects of several classes: it is {ty}")
    if isinstance(ty, types.Optional) and (given := _converter(ty.type, whole)) is not None:
        return lambda value: None if value is None else given(value)
    if is_list(ty) and (inner := _converter(ty.dtype, whole)) is not None:
        return lambda value: [inner(item) for item in value]
    if is_list(ty):
        return lambda value: value.copy()
    if isinstance(ty, types.DictType):
        key, item = _converter(ty.key_type, whole), _converter(ty.value_type, whole)
        same = lambda value: value  # noqa: E731
        of_key, of_item = key or same, item or same
        return lambda value: {of_key(k): of_item(v) for k, v in value.items()}
    if isinstance(ty, types.BaseTuple) and any(_converter(item, whole) is not None for item in ty.types):
        parts = [_converter(item, whole) for item in ty.types]
        items = [f"f{k}(value[{k}]), " if part is not None else f"value[{k}], " for k, part in enumerate(parts)]
        return _made(f"def impl(value):\n    return ({''.join(items)})\n", {f"f{k}": part for k, part in enumerate(parts)})
    return None


def _of_fields(obj: Any, whole: Any, begin: str, item: str, end: str) -> FunctionType | None:
    fields = _fields(obj)
    if fields is None:
        return None
    scope: dict[str, Any] = {}
    texts = []
    for k, (name, ty) in enumerate(fields.items()):
        scope[f"f{k}"] = converter = _converter(ty, whole)
        value = f"obj.{name}" if converter is None else f"f{k}(obj.{name})"
        texts.append(item.format(name=name, value=value))
    return _made(f"def impl(obj):\n    return {begin}{''.join(texts)}{end}\n", scope)


@implements("dataclasses.asdict")
def asdict(obj: Any) -> FunctionType | None:
    """Return a dict of the fields, whose values have one type, and so for objects in them."""
    return _of_fields(obj, dataclasses.asdict, "{", "{name!r}: {value}, ", "}")


@implements("dataclasses.astuple")
def astuple(obj: Any) -> FunctionType | None:
    """Return a tuple of the values of the fields, and so for objects in them."""
    return _of_fields(obj, dataclasses.astuple, "(", "{value}, ", ")")


@implements("dataclasses.fields")
def fields(class_or_instance: Any) -> FunctionType | None:
    """Return the descriptions of the fields, whose attributes are known while compiling."""
    cls = getattr(class_or_instance, "instance_class", None) or getattr(class_or_instance, "key", None)
    if not isinstance(cls, type) or not dataclasses.is_dataclass(cls):
        return None
    found = dataclasses.fields(cls)
    return lambda class_or_instance: found
