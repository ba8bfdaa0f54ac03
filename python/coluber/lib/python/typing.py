"""Module ``typing``."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("typing.cast")
def cast(typ: Any, val: Any) -> FunctionType:
    """Return the value as it is."""
    return lambda typ, val: val


def _named(ty: Any) -> Any:
    """Return the type that an argument stands for."""
    return getattr(ty, "instance_type", None) or ty.dtype


@implements("coluber.core.types.containers.ListType")
def list_type(itemty: Any) -> FunctionType:
    """Return the type of typed lists."""
    made = types.ListType(_named(itemty))
    return lambda itemty: made


@implements("coluber.core.types.containers.DictType")
def dict_type(keyty: Any, valty: Any) -> FunctionType:
    """Return the type of typed dicts."""
    made = types.DictType(_named(keyty), _named(valty))
    return lambda keyty, valty: made
