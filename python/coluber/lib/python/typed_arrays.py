"""The class that stands for ``array.array`` in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber.lib.python.packed import Packed, plain


@dataclass(eq=False)
class TypedArray(Packed):
    """An ``array.array``.

    Parameters
    ----------
    memory : array
        The items, and room for more.
    length : int
        How many items there are.
    typecode : str
        The code of their type.
    """

    memory: Any
    length: int
    typecode: str
    KIND = "array"

    @property
    def itemsize(self) -> int:
        """Bytes of an item."""
        return self.memory.itemsize

    def _value(self, x: Any) -> Any:
        value = self.memory.dtype.type(x)
        if self.memory.dtype.kind in "iu":
            if not isinstance(x, (int, np.integer)):
                raise TypeError("the item of an array of integers must be an integer")
            if int(value) != x or (x < 0 and self.memory.dtype.kind == "u"):
                raise OverflowError(_misfit(self.typecode, x))
        return value

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return self._like(self._items()[at].copy())
        return plain(self.memory[self._at(at, "array index out of range")])

    def __setitem__(self, at: Any, x: Any) -> None:
        if isinstance(at, slice):
            self._set_slice(at, x._items())
            return
        self.memory[self._target(at)] = self._value(x)
        self.length = self.length + 0

    def __delitem__(self, at: Any) -> None:
        if isinstance(at, slice):
            self._del_slice(at)
        else:
            k = self._target(at)
            self._close(k, k + 1)

    def _target(self, at: int) -> int:
        return self._at(at, "array assignment index out of range")

    def _like(self, memory: Any) -> Any:
        return TypedArray(memory, len(memory), self.typecode)

    def __contains__(self, x: Any) -> bool:
        return any(item == x for item in self)

    def __eq__(self, other: Any) -> bool:
        if self.length != other.length:
            return False
        return all(self.memory[k] == other.memory[k] for k in range(self.length))

    def __repr__(self) -> str:
        items = ", ".join([repr(item) for item in self])
        return f"array({self.typecode!r}, [{items}])" if self.length else f"array({self.typecode!r})"

    def __add__(self, other: Any) -> Any:
        return self._like(np.concatenate((self._items(), other._items())))

    def __iadd__(self, other: Any) -> Any:
        self._extend(other._items().copy())
        return self

    def __mul__(self, count: int) -> Any:
        return self._like(np.tile(self._items(), max(0, count)))

    def __rmul__(self, count: int) -> Any:
        return self * count

    def extend(self, items: Any) -> None:
        """Append items."""
        for item in items:
            self.append(item)

    def fromlist(self, items: Any) -> None:
        """Append the items of a list."""
        self.extend(items)

    def frombytes(self, data: Any) -> None:
        """Append items that are given as bytes."""
        found = bytes(data)
        if len(found) % self.memory.itemsize:
            raise ValueError("bytes length not a multiple of item size")
        self._extend(np.frombuffer(found, self.memory.dtype).copy())

    def tobytes(self) -> bytes:
        """Return the memory of the items."""
        return self._items().tobytes()

    def tolist(self) -> Any:
        """Return a list of the items."""
        return [item for item in self]  # noqa: C416

    def count(self, x: Any) -> int:
        """Return how many items are equal to a value."""
        return sum([1 for item in self if item == x])

    def index(self, x: Any, start: int = 0, stop: int = 2**63 - 1) -> int:
        """Return the position of the first item that is equal to a value."""
        first = max(0, start + self.length) if start < 0 else start
        last = max(0, stop + self.length) if stop < 0 else min(stop, self.length)
        for k in range(first, last):
            if plain(self.memory[k]) == x:
                return k
        raise ValueError("array.index(x): x not in array")

    def remove(self, x: Any) -> None:
        """Take the first item out that is equal to a value."""
        for k in range(self.length):
            if plain(self.memory[k]) == x:
                self._close(k, k + 1)
                return
        raise ValueError("array.remove(x): x not in array")


def _misfit(typecode: str, x: int) -> str:
    side = "less than minimum" if x < 0 else "greater than maximum"
    if typecode == "b":
        return ("signed char is " if -32768 <= x < 32768 else "signed short integer is ") + side
    if typecode == "B":
        return "unsigned byte integer is " + side
    if typecode == "h":
        return "signed short integer is " + side
    if typecode == "H":
        return ("unsigned short is " if -(2**31) <= x < 2**31 else "signed integer is ") + side
    if typecode == "i":
        return "signed integer is " + side
    if typecode == "Q":
        return "can't convert negative int to unsigned"
    return "can't convert negative value to unsigned int" if x < 0 else "unsigned int is greater than maximum"
