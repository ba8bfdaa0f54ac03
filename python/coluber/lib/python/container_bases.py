"""What stands in compiled code for `dict`, `OrderedDict` and `list` as bases of a program's classes.

They have the container in a field, which methods that change it assign to: objects of Python are written back then. As those of
the interpreter's classes, their methods work on the container itself: what a program's class overrides they do not call, unless
CPython does so too. `core.derived` makes the classes derived from them.
"""

from __future__ import annotations

from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ContainerBase:
    """What these containers have in common."""

    def __delitem__(self, place: Any) -> None:
        del self._items[place]
        self._items = self._items

    def __contains__(self, value: Any) -> bool:
        return value in self._items

    def __iter__(self) -> Any:
        return iter(self._items)

    def __reversed__(self) -> Any:
        return reversed(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: Any) -> bool:
        if hasattr(other, "_items"):
            return self._items == other._items
        return self._items == other

    def __repr__(self) -> str:
        return repr(self._items)

    def clear(self) -> None:
        """Take all items out."""
        self._items.clear()
        self._items = self._items

    def copy(self) -> Any:
        """Return a plain container with the same items."""
        return self._items.copy()


class DictBase(ContainerBase):
    """A dict in a field."""

    def __init__(self, *items: Any, **names: Any) -> None:
        self._items = dict(*items, **names)

    def __missing__(self, key: Any) -> Any:
        raise KeyError(key)

    def __getitem__(self, key: Any) -> Any:
        if key in self._items:
            return self._items[key]
        return self.__missing__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items[key] = value
        self._items = self._items

    def __or__(self, other: Any) -> Any:
        return self._items | dict(other.items())

    def __ior__(self, other: Any) -> Any:
        self._items.update(other.items())
        self._items = self._items
        return self

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, or the default."""
        return self._items.get(key, default)

    def keys(self) -> Any:
        """Return a view of the keys."""
        return self._items.keys()

    def values(self) -> Any:
        """Return a view of the values."""
        return self._items.values()

    def items(self) -> Any:
        """Return a view of the items."""
        return self._items.items()

    def update(self, *items: Any, **names: Any) -> None:
        """Put items into the dict."""
        self._items.update(*items, **names)
        self._items = self._items

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, which is the default from now on where there is none."""
        self._items = self._items
        return self._items.setdefault(key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        """Take a key out, and return its value."""
        self._items = self._items
        return self._items.pop(key, *default)

    def popitem(self) -> Any:
        """Take the last item out, and return it."""
        self._items = self._items
        return self._items.popitem()


class OrderedDictBase(DictBase):
    """An `OrderedDict` in a field, most of whose methods use the item methods of the object."""

    def __init__(self, *items: Any) -> None:
        self._items = OrderedDict()
        self.update(*items)

    def __repr__(self) -> str:
        return repr(self._items).replace("OrderedDict", type(self).__name__, 1)

    def update(self, *items: Any) -> None:
        """Put items into the dict."""
        for some in items:
            given = dict(some)
            for key in given:
                self[key] = given[key]

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, which is the default from now on where there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def popitem(self, last: bool = True) -> Any:
        """Take the last or first item out, and return it."""
        key = next(reversed(self._items)) if last else next(iter(self._items))
        value = self[key]
        del self[key]
        return key, value

    def move_to_end(self, key: Any, last: bool = True) -> None:
        """Make a key the last or first one."""
        self._items.move_to_end(key, last)
        self._items = self._items


class ListBase(ContainerBase):
    """A list in a field."""

    def __init__(self, *items: Any) -> None:
        self._items = list(*items)

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[index] = value
        self._items = self._items

    def __add__(self, other: Any) -> Any:
        return self._items + list(other)

    def __mul__(self, count: int) -> Any:
        return self._items * count

    def __iadd__(self, other: Any) -> Any:
        self._items.extend(other)
        self._items = self._items
        return self

    def append(self, value: Any) -> None:
        """Add an item."""
        self._items.append(value)
        self._items = self._items

    def extend(self, values: Any) -> None:
        """Add items."""
        self._items.extend(values)
        self._items = self._items

    def insert(self, index: int, value: Any) -> None:
        """Put an item before another one."""
        self._items.insert(index, value)
        self._items = self._items

    def pop(self, index: int = -1) -> Any:
        """Take an item out, and return it."""
        self._items = self._items
        return self._items.pop(index)

    def remove(self, value: Any) -> None:
        """Take the first item out that is equal to a value."""
        self._items.remove(value)
        self._items = self._items

    def index(self, value: Any, *limits: Any) -> int:
        """Return where the first item is that is equal to a value."""
        return self._items.index(value, *limits)

    def count(self, value: Any) -> int:
        """Return how many items are equal to a value."""
        return self._items.count(value)

    def sort(self, key: Any = None, reverse: bool = False) -> None:
        """Sort the items."""
        self._items.sort(key=key, reverse=reverse)
        self._items = self._items

    def reverse(self) -> None:
        """Turn the order of the items round."""
        self._items.reverse()
        self._items = self._items
