"""Items in memory with room for more: what bytearrays and arrays have in common."""

from __future__ import annotations

from typing import Any

import numpy as np

from coluber.core import types
from coluber.lib.intrinsics import coerce


def plain(x: Any) -> Any:
    """Return an element of an array as Python has it."""
    if isinstance(x, (complex, np.complexfloating)):
        return complex(x)
    if isinstance(x, bool) or x.itemsize == 8:
        return x.item()
    return coerce(x, types.int64).item() if isinstance(x, np.integer) else coerce(x, types.float64).item()


def with_room(memory: Any, length: int, wanted: int) -> Any:
    """Return memory for so many items, which begins with those that are there."""
    if wanted <= len(memory):
        return memory
    out = np.empty(wanted + wanted // 8 + 16, memory.dtype)
    out[:length] = memory[:length]
    return out


class Packed:
    """Items in memory with room for more; what bytearrays and arrays have in common."""

    memory: Any
    length: int
    KIND = ""

    def __len__(self) -> int:
        return self.length

    def __bool__(self) -> bool:
        return self.length > 0

    def __iter__(self) -> Any:
        k = 0
        while k < self.length:
            yield plain(self.memory[k])
            k += 1

    def __reversed__(self) -> Any:
        for k in range(self.length - 1, -1, -1):
            yield plain(self.memory[k])

    def _items(self) -> Any:
        return self.memory[: self.length]

    def _at(self, at: int, message: str) -> int:
        """Return the position that an index stands for."""
        k = at + self.length if at < 0 else at
        if k < 0 or k >= self.length:
            raise IndexError(message)
        return k

    def _open(self, at: int, count: int) -> None:
        """Make room in front of an item."""
        length = self.length
        self.memory = with_room(self.memory, length, length + count)
        for k in range(length - 1, at - 1, -1):
            self.memory[k + count] = self.memory[k]
        self.length = length + count

    def _close(self, start: int, stop: int) -> None:
        """Take items out. Those at the front are left behind, so that nothing has to be moved."""
        if start == 0:
            self.memory = self.memory[stop:]
        else:
            for k in range(stop, self.length):
                self.memory[k - stop + start] = self.memory[k]
        self.length = self.length - stop + start

    def _replace(self, start: int, stop: int, items: Any) -> None:
        """Put items in the place of others."""
        if len(items) == 0:
            self._close(start, max(start, stop))
            return
        old = self._items()
        self.memory = np.concatenate((old[:start], items, old[max(start, stop) :]))
        self.length = len(self.memory)

    def _set_slice(self, part: slice, items: Any) -> None:
        start, stop, step = part.indices(self.length)
        if step == 1:
            self._replace(start, stop, items)
            return
        count = len(range(start, stop, step))
        if count != len(items):
            raise ValueError(f"attempt to assign bytes of size {len(items)} to extended slice of size {count}")
        for k in range(count):
            self.memory[start + k * step] = items[k]
        self.length = self.length + 0

    def _del_slice(self, part: slice) -> None:
        start, stop, step = part.indices(self.length)
        if step == 1:
            self._close(start, max(start, stop))
            return
        gone = range(start, stop, step)
        kept = 0
        for k in range(self.length):
            if k not in gone:
                self.memory[kept] = self.memory[k]
                kept += 1
        self.length = kept

    def insert(self, at: int, x: Any) -> None:
        """Put an item in front of another one."""
        value = self._value(x)
        place = at if at >= 0 else max(0, at + self.length)
        place = min(place, self.length)
        self._open(place, 1)
        self.memory[place] = value

    def append(self, x: Any) -> None:
        """Put an item behind the others."""
        value = self._value(x)
        self.memory = with_room(self.memory, self.length, self.length + 1)
        self.memory[self.length] = value
        self.length = self.length + 1

    def _extend(self, items: Any) -> None:
        count = len(items)
        self.memory = with_room(self.memory, self.length, self.length + count)
        self.memory[self.length : self.length + count] = items
        self.length = self.length + count

    def reverse(self) -> None:
        """Turn the order of the items round."""
        self.memory = self._items()[::-1].copy()
        self.length = len(self.memory)

    def pop(self, at: int = -1) -> Any:
        """Take an item out."""
        if self.length == 0:
            raise IndexError(f"pop from empty {self.KIND}")
        k = self._at(at, "pop index out of range")
        found = plain(self.memory[k])
        self._close(k, k + 1)
        return found
