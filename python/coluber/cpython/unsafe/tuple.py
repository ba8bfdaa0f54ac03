"""Tuples of compiled code with another item, and tuples of slices."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import overload
from coluber.lib.intrinsics import coerce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def tuple_setitem(tup: tuple[Any, ...], idx: int, val: Any) -> tuple[Any, ...]:
    """Return a tuple of items of one type with another item, which is converted, at an index, which is not checked."""
    items = list(tup)
    items[idx] = val
    return tuple(items)


def build_full_slice_tuple(sz: int) -> tuple[slice, ...]:
    """Return a tuple of so many slices of everything; the number is a constant."""
    return (slice(None, None),) * sz


def unpack_single_tuple(tup: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the tuple: what ``(*tup,)`` is."""
    return tup


@overload(tuple_setitem)
def _tuple_setitem(tup: Any, idx: Any, val: Any) -> Any:
    if not isinstance(tup, types.BaseTuple) or not isinstance(idx, types.Integer):
        return None
    kinds = {types.unliteral(ty) for ty in tup}
    if len(kinds) != 1:
        return None
    items = "".join(f"new if idx == {k} else tup[{k}], " for k in range(len(tup)))
    source = f"def setitem(tup, idx, val):\n    new = coerce(val, item)\n    return ({items})\n"
    return _defined(source, "setitem", coerce=coerce, item=kinds.pop())


@overload(build_full_slice_tuple, prefer_literal=True)
def _build_full_slice_tuple(sz: Any) -> Any:
    if not isinstance(sz, types.IntegerLiteral):
        return None
    slices = "slice(None, None), " * sz.literal_value
    return _defined(f"def build(sz):\n    return ({slices})\n", "build")


@overload(unpack_single_tuple)
def _unpack_single_tuple(tup: Any) -> Any:
    return (lambda tup: tup) if isinstance(tup, types.BaseTuple) else None


def _defined(source: str, name: str, **scope: Any) -> Any:
    exec(source, scope)
    return scope[name]
