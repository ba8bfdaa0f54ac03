"""Lists, dicts and sets of items of one type, which Python and compiled code share without copying."""

from __future__ import annotations

from collections.abc import MutableMapping, MutableSequence, MutableSet

from coluber._native import TypedDict as Dict
from coluber._native import TypedList as List
from coluber._native import TypedSet as Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Dict", "List", "Set"]

MutableSequence.register(List)
MutableMapping.register(Dict)
MutableSet.register(Set)


def _list_of(item: Any, items: list[Any]) -> List:
    """Return a list that was pickled."""
    made = List() if item is None else List.empty_list(item, allocated=len(items))
    made.extend(items)
    return made


def _dict_of(types: tuple[Any, Any] | None, items: dict[Any, Any]) -> Dict:
    """Return a dict that was pickled."""
    made = Dict() if types is None else Dict.empty(*types)
    made.update(items)
    return made


def _set_of(item: Any, items: list[Any]) -> Set:
    """Return a set that was pickled."""
    made = Set() if item is None else Set.empty(item)
    made.update(items)
    return made


def __getattr__(name: str) -> object:
    """Load a module of this package at first use."""
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
