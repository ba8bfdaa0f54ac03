"""Comparison of lists, ``in``, and special methods of containers that are called by name."""

from __future__ import annotations

import operator

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import is_found
from coluber.lib.kinds import is_deque, is_list
from coluber.lib.python.orders import never_ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("list.contains", "view.contains", "deque.contains")
def contains(container: Any, value: Any) -> FunctionType | None:
    """Whether a list, or a view of the values or entries of a dict, has an item that is equal."""

    def impl(container, value):
        for item in container:  # noqa: SIM110
            if is_found(item, value):
                return True
        return False

    return impl


@implements("list.concat")
def concat(a: Any, b: Any) -> FunctionType | None:
    """Join lists whose items have different types, which meet in the list that is made."""

    def impl(a, b):
        made = []
        made.extend(a)
        made.extend(b)
        return made

    return impl if is_list(a) and is_list(b) else None


@implements("list.eq", "deque.eq")
def eq(a: Any, b: Any) -> FunctionType | None:
    """Whether two lists have equal items."""

    def impl(a, b):
        if len(a) != len(b):
            return False
        for k in range(len(a)):  # noqa: SIM110
            if not is_found(a[k], b[k]):
                return False
        return True

    return impl if _are_of_one_kind(a, b) else None


@implements("list.ne", "deque.ne")
def ne(a: Any, b: Any) -> FunctionType | None:
    """Whether two lists differ."""

    def impl(a, b):
        return not a == b  # noqa: SIM201

    return impl if _are_of_one_kind(a, b) else None


def _are_of_one_kind(a: Any, b: Any) -> bool:
    return (is_list(a) and is_list(b)) or (is_deque(a) and is_deque(b))


_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _ordering(is_kind: Any, on_items: Any, on_lengths: Any) -> Any:
    """Return the overload function of an order of lists of a kind: of the first items that differ, else of the lengths."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            for k in range(min(len(a), len(b))):
                if not is_found(a[k], b[k]):
                    return on_items(a[k], b[k])
            return on_lengths(len(a), len(b))

        def impl_any(a, b):
            for k in range(min(len(a), len(b))):
                if not is_found(a[k], b[k]):
                    # Of items in tuples it is known when the program runs that they have no order.
                    return on_items((0, a[k]), (0, b[k]))
            return on_lengths(len(a), len(b))

        def impl_unordered(a, b):
            for k in range(min(len(a), len(b))):
                if not is_found(a[k], b[k]):
                    raise TypeError(message)
            return on_lengths(len(a), len(b))

        if not is_kind(a) or not is_kind(b):
            return None
        message = never_ordered(a.dtype, b.dtype, _SIGNS[on_items.__name__])
        if message:
            return impl_unordered
        return impl if all(isinstance(ty.dtype, (types.Number, types.UnicodeType)) for ty in (a, b)) else impl_any

    return overload


list_lt = implements("list.lt")(_ordering(is_list, operator.lt, operator.lt))
list_le = implements("list.le")(_ordering(is_list, operator.le, operator.le))
list_gt = implements("list.gt")(_ordering(is_list, operator.gt, operator.gt))
list_ge = implements("list.ge")(_ordering(is_list, operator.ge, operator.ge))
deque_lt = implements("deque.lt")(_ordering(is_deque, operator.lt, operator.lt))
deque_le = implements("deque.le")(_ordering(is_deque, operator.le, operator.le))
deque_gt = implements("deque.gt")(_ordering(is_deque, operator.gt, operator.gt))
deque_ge = implements("deque.ge")(_ordering(is_deque, operator.ge, operator.ge))


@implements("method:__getitem__")
def get_item(self: Any, key: Any) -> FunctionType:
    """Return the item at an index, or under a key."""
    return lambda self, key: self[key]


@implements("method:__contains__")
def has_item(self: Any, item: Any) -> FunctionType:
    """Return whether an item or key is there."""
    return lambda self, item: item in self


@implements("method:__len__")
def number_of_items(self: Any) -> FunctionType:
    """Return the number of items."""
    return lambda self: len(self)
