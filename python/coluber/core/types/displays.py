"""Types that overload functions are asked with for displays of lists and dicts, whose items are known."""

from __future__ import annotations

from coluber.core.types.abstract import ConstSized, Hashable, Literal
from coluber.core.types.base import Type, family, from_id, make
from coluber.core.types.containers import DictType, List

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def _values(items: Iterable[int]) -> list[Any]:
    return [from_id(item).literal_value for item in items]


def _display_class(of: int, items: Iterable[int]) -> type[Type]:
    display = from_id(of)
    if isinstance(display, List):
        return ListDisplay
    if isinstance(display, DictType):
        return DictDisplay
    return LiteralStrKeyDict if isinstance(display, LiteralStrKeyDict) else LiteralList


class _Display(Type):
    """Base of the types of lists and dicts that a function makes of constants."""

    def _fill(self, of: int, items: Iterable[int]) -> None:
        self._without_value = from_id(of)
        # What the type without the value has, this one has.
        self.__dict__.update({name: value for name, value in vars(self._without_value).items() if name != "name"})
        self.initial_value = self._value(_values(items))

    @staticmethod
    def _value(items: list[Any]) -> Any:
        """Return the display's value, of the values of its items in the order of the source."""
        return items

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"{self._without_value}<iv={self.initial_value}>"


@family("display", _display_class)
class ListDisplay(_Display, List):
    """The type of a list that a function makes of constants."""


@family("display", _display_class)
class DictDisplay(_Display, DictType):
    """The type of a dict that a function makes of constants."""

    @staticmethod
    def _value(items: list[Any]) -> dict[Any, Any]:
        return dict(zip(items[::2], items[1::2], strict=True))


@family("display", _display_class)
class LiteralList(Literal, ConstSized, Hashable):
    """The type of a list that a function makes of values of several types: as a tuple, it is only read.

    Its attributes ``types`` and ``literal_value`` are the types of the items, those of constants with their values.
    """

    mutable = False

    def _fill(self, of: int, items: Iterable[int]) -> None:
        self.types = tuple(map(from_id, items))
        self._literal_value, self._literal_type = list(self.types), self
        self.count = len(self.types)

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"LiteralList({self.types})"

    def __getitem__(self, i: Any) -> Any:
        """Return the type of item i."""
        return self.types[i]

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Any:
        return iter(self.types)


@family("keywords", lambda *parts: LiteralStrKeyDict)
class LiteralStrKeyDict(Literal, ConstSized, Hashable):
    """The type of a dict with constant names whose values have several types, and of ``**kwargs``: it is only read.

    Its attribute ``literal_value`` is a dict of the names' literal types and the values' types; ``types`` are the latter.
    """

    mutable = False

    def _fill(self, of: Any, items: Iterable[int]) -> None:
        types = list(map(from_id, items))
        if isinstance(of, tuple):
            pairs: Iterable[Any] = zip((make("literal_str", name) for name in of), types, strict=True)
        else:
            pairs = zip(types[::2], types[1::2], strict=True)
        self._literal_value, self._literal_type = dict(pairs), self
        self.types = tuple(self._literal_value.values())
        self.fields = tuple(key.literal_value for key in self._literal_value)
        self.count = len(self.types)

    @property
    def name(self) -> str:
        """The text of the type."""
        return "LiteralStrKey[Dict]({" + ", ".join(f"{key}: {ty}" for key, ty in self._literal_value.items()) + "})"

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Any:
        return iter(self.types)
