"""Methods of tuples."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _comparable(items: Any, value: Any) -> bool:
    """Whether the items can be iterated over and compared with the value."""
    if not isinstance(items, types.BaseTuple) or len(items) == 0:
        return False
    same = all(types.unliteral(ty) == types.unliteral(value) for ty in items.types)
    return same or (is_number(value) and all(is_number(ty) for ty in items.types))


@implements("tuple.index")
def index(self: Any, value: Any) -> FunctionType | None:
    """Position of the first item that is equal."""

    def impl(self, value):
        for position, item in enumerate(self):
            if item == value:
                return position
        raise ValueError("tuple.index(x): x not in tuple")

    return impl if _comparable(self, value) else None


@implements("tuple.count")
def count(self: Any, value: Any) -> FunctionType | None:
    """Return how many items are equal."""

    def impl(self, value):
        total = 0
        for item in self:
            if item == value:
                total += 1
        return total

    return impl if _comparable(self, value) else None
