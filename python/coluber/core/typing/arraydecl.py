"""What an index of an array gives."""

from __future__ import annotations

from collections import namedtuple

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type

IndexResult = namedtuple("IndexResult", ("index", "result", "advanced"))
IndexResult.__doc__ = """The type of an index, that of what it gives, and whether it has arrays in it."""


def get_array_index_type(ary: Any, idx: Type) -> IndexResult | None:
    """Return what an index of an array gives; None for a type that is no index of it.

    Parameters
    ----------
    ary : Array
        The type of the array.
    idx : Type
        The type of the index.
    """
    from coluber.core.typing.context import typing_context

    result = typing_context.resolve_getitem(ary, idx)
    if result is None:
        return None
    items = idx.types if isinstance(idx, types.BaseTuple) else (idx,)
    return IndexResult(idx, result, any(isinstance(item, types.Array) for item in items))


def __getattr__(name: str) -> Callable[..., Any]:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.typing.arraydecl.{name} yet", name)
