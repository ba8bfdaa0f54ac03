"""Types of iterators, and of the views of dicts; compiled code makes their values."""

from __future__ import annotations

from coluber.core.errors import UnsupportedError
from coluber.core.types.abstract import SimpleIterableType, SimpleIteratorType
from coluber.core.types.base import Type, family, from_id, make
from coluber.core.types.containers import Tuple, UniTuple
from coluber.core.types.npytypes import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Made(Type):
    """Base of types that only the compiler makes."""

    @classmethod
    def _describe(cls, *args: Any, **kwargs: Any) -> Any:
        raise UnsupportedError(f"types.{cls.__name__}(...) is not supported: only the compiler makes types of this class")


class _Iterator(Made, SimpleIteratorType):
    """Base of the types of iterators."""

    _yield: Type | None = None

    @property
    def iterator_type(self) -> Type:
        """An iterator is its own iterator."""
        return self

    @property
    def yield_type(self) -> Any:
        """The type of what it gives."""
        return self._yield


class BaseContainerIterator(_Iterator):
    """Base of the types of iterators over containers."""

    def _fill(self, container: int) -> None:
        self.container = from_id(container)
        self._yield = getattr(self.container, "dtype", None)


@family("listiter")
class ListIter(BaseContainerIterator):
    """The type of iterators over lists."""


@family("tupleiter")
class UniTupleIter(BaseContainerIterator):
    """The type of iterators over tuples whose items have one type."""


@family("rangeiter")
class RangeIteratorType(_Iterator):
    """The type of iterators over ranges."""

    def _fill(self, dtype: int) -> None:
        self.dtype = self._yield = from_id(dtype)


@family("striter")
class UnicodeIteratorType(_Iterator):
    """The type of iterators over the characters of a string."""

    def _fill(self) -> None:
        self.data = self._yield = make("str")


@family("arrayiter")
class ArrayIterator(_Iterator):
    """The type of iterators over the first axis of an array."""

    def _fill(self, array: int) -> None:
        self.array_type = array_type = from_id(array)
        self._yield = array_type.dtype if array_type.ndim < 2 else _row_of(array_type)


def _row_of(array: Any) -> Array:
    return Array(array.dtype, array.ndim - 1, "C" if array.layout == "C" else "A", readonly=not array.mutable)


@family("flatiter")
class NumpyFlatType(_Iterator):
    """The type of ``array.flat``."""

    def _fill(self, array: int) -> None:
        self.array_type = from_id(array)
        self.dtype = self._yield = self.array_type.dtype


@family("ndenumerate")
class NumpyNdEnumerateType(_Iterator):
    """The type of what ``np.ndenumerate`` gives."""

    def _fill(self, array: int) -> None:
        self.array_type = from_id(array)
        self._yield = Tuple((UniTuple(make("int", 64, True), self.array_type.ndim), self.array_type.dtype))


@family("ndindex")
class NumpyNdIndexType(_Iterator):
    """The type of what ``np.ndindex`` gives."""

    def _fill(self, ndim: int) -> None:
        self.ndim = ndim
        self._yield = UniTuple(make("int", 64, True), ndim)


@family("enumerate")
class EnumerateType(_Iterator):
    """The type of what ``enumerate`` gives."""

    def _fill(self, source: int) -> None:
        self.source_type = from_id(source)
        of = getattr(self.source_type, "yield_type", None)
        self._yield = None if of is None else Tuple((make("int", 64, True), of))


@family("zip")
class ZipType(_Iterator):
    """The type of what ``zip`` gives."""

    def _fill(self, sources: Iterable[int]) -> None:
        self.source_types = tuple(map(from_id, sources))
        parts = [getattr(source, "yield_type", None) for source in self.source_types]
        self._yield = None if None in parts else Tuple(parts)


class _View(Made, SimpleIterableType):
    """Base of the types of what a dict's ``keys``, ``values`` and ``items`` give."""

    def _fill(self, parent: int, part: str) -> None:
        self.parent = from_id(parent)
        self._yield = _part_of(self.parent, part)

    @property
    def yield_type(self) -> Any:
        """The type of what iterations give."""
        return self._yield


def _part_of(container: Any, part: str) -> Any:
    if not hasattr(container, "key_type"):
        return getattr(container, "dtype", None)
    pair = container.key_type, container.value_type
    return {"keys": pair[0], "values": pair[1]}.get(part) or Tuple(pair)


def _view_class(parent: int, part: str) -> type[Type]:
    return {"keys": DictKeysIterableType, "values": DictValuesIterableType, "items": DictItemsIterableType}[part]


@family("dictview", _view_class)
class DictKeysIterableType(_View):
    """The type of a dict's ``keys()``."""


@family("dictview", _view_class)
class DictValuesIterableType(_View):
    """The type of a dict's ``values()``."""


@family("dictview", _view_class)
class DictItemsIterableType(_View):
    """The type of a dict's ``items()``."""


@family("dictiter")
class DictIteratorType(_Iterator):
    """The type of iterators over dicts and sets."""

    def _fill(self, parent: int, part: str) -> None:
        self.parent = from_id(parent)
        self._yield = _part_of(self.parent, part)
