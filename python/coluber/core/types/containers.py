"""Tuples, strings, slices and ranges."""

from __future__ import annotations

from coluber.core.types.abstract import (
    ConstSized,
    Container,
    Hashable,
    InitialValue,
    IterableType,
    MutableSequence,
    Sequence,
    SimpleIterableType,
)
from coluber.core.types.base import Type, expect_type, family, from_id, make
from coluber.core.types.scalars import unliteral

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class BaseTuple(ConstSized, Hashable):
    """Base of the tuple types."""

    types: tuple[Type, ...]

    def _fill(self, items: Iterable[int]) -> None:
        self.types = tuple(map(from_id, items))
        self.count = len(self.types)

    @classmethod
    def from_types(cls, tys: Iterable[Type], pyclass: type | None = None) -> BaseTuple:
        """Return the type of tuples of these items, of a namedtuple class where one is given."""
        return NamedTuple(tys, pyclass) if pyclass is not None and pyclass is not tuple else Tuple(tys)

    def __unliteral__(self) -> BaseTuple:
        """Return the type of tuples of the items' types without known values."""
        plain = tuple(map(unliteral, self.types))
        return self if plain == self.types else BaseTuple.from_types(plain, getattr(self, "instance_class", None))

    @property
    def key(self) -> Any:
        """The types of the items."""
        return self.types

    def __getitem__(self, i: Any) -> Any:
        """Return the type of item i; with colons, the type of arrays of this type."""
        return self.types[i] if hasattr(i, "__index__") else super().__getitem__(i)

    def __len__(self) -> int:
        return len(self.types)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Type]:
        return iter(self.types)


class BaseAnonymousTuple(BaseTuple):
    """Base of the types of plain tuples."""


class BaseNamedTuple(BaseTuple):
    """Base of the types of namedtuples."""

    def _fill(self, instance_class: type, items: Iterable[int]) -> None:
        super()._fill(items)
        self.instance_class = instance_class
        self.fields = tuple(instance_class._fields)

    @property
    def key(self) -> Any:
        """The class and the types of the items."""
        return self.instance_class, self.types


def _uniform(items: Iterable[int]) -> bool:
    return len(items) > 0 and len(set(items)) == 1


def _tuple_class(items: Iterable[int]) -> type[Type]:
    return UniTuple if _uniform(items) else Tuple


def _namedtuple_class(instance_class: type, items: Iterable[int]) -> type[Type]:
    return NamedUniTuple if _uniform(items) else NamedTuple


@family("tuple", _tuple_class)
class UniTuple(BaseAnonymousTuple, Sequence):
    """The type of tuples whose items have one type.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    count : int
        How many there are.
    """

    @staticmethod
    def _describe(dtype: Type, count: int) -> tuple[Any, ...]:
        return ((expect_type(dtype).id,) * count,)

    @property
    def dtype(self) -> Type:
        """The type of the items."""
        return self.types[0]

    @property
    def key(self) -> Any:
        """The type of the items and how many there are."""
        return self.dtype, self.count

    def __repr__(self) -> str:
        return f"UniTuple({self.dtype!r}, {self.count})"


@family("tuple", _tuple_class)
class Tuple(BaseAnonymousTuple):
    """The type of tuples whose items have different types.

    Parameters
    ----------
    types : iterable of Type
        The types of the items; when they are all the same, the result is a `UniTuple`.
    """

    @staticmethod
    def _describe(types: Iterable[Type]) -> tuple[Any, ...]:
        return (tuple(expect_type(t).id for t in types),)

    def __repr__(self) -> str:
        return f"Tuple(({', '.join(map(repr, self.types))}))"


@family("tuple", _tuple_class)
class StarArgTuple(Tuple):
    """What a signature has for ``*args``: the type is that of the tuple of the arguments."""


@family("tuple", _tuple_class)
class StarArgUniTuple(UniTuple):
    """As `StarArgTuple`, for arguments of one type."""


@family("namedtuple", _namedtuple_class)
class NamedUniTuple(BaseNamedTuple, Sequence):
    """The type of namedtuples whose items have one type.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    count : int
        How many there are.
    cls : type
        The namedtuple class.
    """

    @staticmethod
    def _describe(dtype: Type, count: int, cls: type) -> tuple[Any, ...]:
        return cls, (expect_type(dtype).id,) * count

    @property
    def dtype(self) -> Type:
        """The type of the items."""
        return self.types[0]

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"{self.instance_class.__name__}({self.dtype} x {self.count})"


@family("namedtuple", _namedtuple_class)
class NamedTuple(BaseNamedTuple):
    """The type of namedtuples whose items have different types.

    Parameters
    ----------
    types : iterable of Type
        The types of the items.
    cls : type
        The namedtuple class.
    """

    @staticmethod
    def _describe(types: Iterable[Type], cls: type) -> tuple[Any, ...]:
        return cls, tuple(expect_type(t).id for t in types)

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"{self.instance_class.__name__}({', '.join(map(str, self.types))})"


@family("str")
class UnicodeType(IterableType, Hashable):
    """The type of strings."""

    @staticmethod
    def _describe(name: str = "unicode_type") -> tuple[Any, ...]:
        return ()

    def cast_python_value(self, value: object) -> str:
        """Return the text of a value."""
        return str(value)


@family("bytes")
class Bytes(IterableType, Hashable):
    """The type of bytes."""

    mutable = False

    @staticmethod
    def _describe(*args: Any) -> tuple[Any, ...]:
        return ()

    def _fill(self) -> None:
        self.dtype, self.ndim, self.layout = make("int", 8, False), 1, "C"


@family("slice")
class SliceType(Type):
    """The type of slices.

    Parameters
    ----------
    name : str
        Not used; the text follows from the number of members.
    members : int
        2 (no step) or 3.
    """

    @staticmethod
    def _describe(name: str, members: int) -> tuple[Any, ...]:
        return (members,)

    def _fill(self, members: int) -> None:
        self.members = members
        self.has_step = members >= 3

    @property
    def key(self) -> Any:
        """The number of members."""
        return self.members


@family("range")
class RangeType(SimpleIterableType):
    """The type of ranges.

    Parameters
    ----------
    dtype : Integer
        The type of the numbers in it.
    """

    @staticmethod
    def _describe(dtype: Type) -> tuple[Any, ...]:
        return (unliteral(dtype).id,)

    def _fill(self, dtype: int) -> None:
        self.dtype = from_id(dtype)


slice2_type = make("slice", 2)
slice3_type = make("slice", 3)


class BaseList(MutableSequence):
    """Base of the types of lists; ``_form`` is what the compiler calls those of a class."""

    _form = ""

    @classmethod
    def _describe(cls, dtype: Type) -> tuple[Any, ...]:
        return (unliteral(expect_type(dtype)).id, cls._form)

    def _fill(self, item: int, form: str) -> None:
        self.dtype = from_id(item)

    @property
    def item_type(self) -> Type:
        """The type of the items."""
        return self.dtype

    @property
    def key(self) -> Any:
        """The type of the items."""
        return self.dtype

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.dtype!r})"


def _list_class(item: int, form: str) -> type[Type]:
    return next(cls for cls in (List, ListType, Deque, LongTuple) if cls._form == form)


@family("list", _list_class)
class List(BaseList, InitialValue):
    """The type of Python's lists.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    reflected : bool, optional
        Accepted as Numba has it: lists that are arguments are always written back when they have been changed.
    initial_value : optional
        Accepted as Numba has it: only the compiler makes types that know it.
    """

    _form = "list"

    @classmethod
    def _describe(cls, dtype: Type, reflected: bool = False, initial_value: Any = None) -> tuple[Any, ...]:
        return super()._describe(dtype)


@family("list", _list_class)
class ListType(BaseList):
    """The type of `typed.List`.

    Parameters
    ----------
    itemty : Type
        The type of the items.
    """

    _form = "ListType"

    @classmethod
    def _describe(cls, itemty: Type) -> tuple[Any, ...]:
        return super()._describe(itemty)


@family("list", _list_class)
class LongTuple(BaseList):
    """The type of tuples whose length is known at run time only.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    """

    _form = "tuple"


@family("list", _list_class)
class Deque(BaseList):
    """The type of `collections.deque`.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    """

    _form = "deque"


def _dict_class(key: int, value: int, form: str = "dict", factory: int | None = None) -> type[Type]:
    return {
        "dict": DictType,
        "Named": DictType,
        "OrderedDict": OrderedDictType,
        "Counter": CounterType,
        "defaultdict": DefaultDictType,
    }[form]


@family("dict", _dict_class)
class DictType(IterableType, InitialValue):
    """The type of dicts.

    Parameters
    ----------
    keyty, valty : Type
        The types of keys and values.
    """

    @staticmethod
    def _describe(keyty: Type, valty: Type) -> tuple[Any, ...]:
        return unliteral(expect_type(keyty)).id, unliteral(expect_type(valty)).id, "dict"

    def _fill(self, key: int, value: int, form: str, factory: int | None) -> None:
        self.key_type, self.value_type = from_id(key), from_id(value)

    @property
    def key(self) -> Any:
        """The types of keys and values."""
        return self.key_type, self.value_type


@family("dict", _dict_class)
class OrderedDictType(DictType):
    """The type of `collections.OrderedDict`.

    Parameters
    ----------
    keyty, valty : Type
        The types of keys and values.
    """

    @staticmethod
    def _describe(keyty: Type, valty: Type) -> tuple[Any, ...]:
        return unliteral(expect_type(keyty)).id, unliteral(expect_type(valty)).id, "OrderedDict"


@family("dict", _dict_class)
class CounterType(DictType):
    """The type of `collections.Counter`.

    Parameters
    ----------
    keyty : Type
        The type of the keys.
    valty : Type, optional
        The type of the counts; int64 unless one is given.
    """

    @staticmethod
    def _describe(keyty: Type, valty: Type | None = None) -> tuple[Any, ...]:
        counts = make("int", 64, True) if valty is None else expect_type(valty)
        return unliteral(expect_type(keyty)).id, unliteral(counts).id, "Counter"


@family("dict", _dict_class)
class DefaultDictType(DictType):
    """The type of `collections.defaultdict`.

    Parameters
    ----------
    factory : callable or None
        What makes a value where there is none.
    keyty, valty : Type
        The types of keys and values.
    """

    @staticmethod
    def _describe(factory: Any, keyty: Type, valty: Type) -> tuple[Any, ...]:
        from coluber.core.typing.typeof import typeof

        return unliteral(expect_type(keyty)).id, unliteral(expect_type(valty)).id, "defaultdict", typeof(factory).id

    def _fill(self, key: int, value: int, form: str, factory: int | None) -> None:
        super()._fill(key, value, form, factory)
        self.factory = from_id(factory)

    @property
    def key(self) -> Any:
        """The types of the factory, keys and values."""
        return self.factory, self.key_type, self.value_type


def _set_class(item: int, frozen: bool) -> type[Type]:
    return FrozenSet if frozen else Set


@family("set", _set_class)
class Set(Container):
    """The type of sets.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    reflected : bool, optional
        Accepted as Numba has it.
    """

    @staticmethod
    def _describe(dtype: Type, reflected: bool = False) -> tuple[Any, ...]:
        return (unliteral(expect_type(dtype)).id, False)

    def _fill(self, item: int, frozen: bool) -> None:
        self.dtype = from_id(item)

    @property
    def key(self) -> Any:
        """The type of the items."""
        return self.dtype


@family("set", _set_class)
class FrozenSet(Set):
    """The type of frozensets.

    Parameters
    ----------
    dtype : Type
        The type of the items.
    """

    @staticmethod
    def _describe(dtype: Type) -> tuple[Any, ...]:
        return (unliteral(expect_type(dtype)).id, True)


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)
