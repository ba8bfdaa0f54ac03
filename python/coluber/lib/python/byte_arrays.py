"""The class that stands for ``bytearray`` in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber.lib.python.byte_methods import bytes_in, forwarded
from coluber.lib.python.packed import Packed, plain
from coluber.lib.texts import text_of

_NO_NUMBERS = text_of(lambda: bytearray().extend("x"))  # type: ignore[arg-type]


@dataclass(eq=False)
class ByteArray(Packed):
    """A ``bytearray``.

    Parameters
    ----------
    memory : array
        The bytes, and room for more.
    length : int
        How many bytes there are.
    """

    memory: Any
    length: int
    KIND = "bytearray"

    def _value(self, x: int) -> int:
        if not isinstance(x, (int, np.integer)):
            raise TypeError("the item of a bytearray must be an integer")
        if x < 0 or x > 255:
            raise ValueError("byte must be in range(0, 256)")
        return x

    def _place(self, at: int) -> int:
        return self._at(at, "bytearray index out of range")

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return of_bytes(self._items()[at].copy())
        return plain(self.memory[self._place(at)])

    def __setitem__(self, at: Any, x: Any) -> None:
        if isinstance(at, slice):
            self._set_slice(at, data_of(x))
        else:
            value = self._value(x)
            self.memory[self._place(at)] = value
            self.length = self.length + 0

    def __delitem__(self, at: Any) -> None:
        if isinstance(at, slice):
            self._del_slice(at)
        else:
            k = self._place(at)
            self._close(k, k + 1)

    def __bytes__(self) -> bytes:
        return self._items().tobytes()

    def __repr__(self) -> str:
        content = repr(bytes(self))
        # CPython escapes single quotes here, also where double ones are around.
        if content[1] == '"':
            content = content.replace("'", "\\'")
        return f"bytearray({content})"

    def __contains__(self, x: Any) -> bool:
        return bytes_in(x) in bytes(self)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, (bytes, bytearray, memoryview)) and bytes(self) == bytes_in(other)

    def __lt__(self, other: Any) -> bool:
        return bytes(self) < bytes_in(other)

    def __le__(self, other: Any) -> bool:
        return bytes(self) <= bytes_in(other)

    def __gt__(self, other: Any) -> bool:
        return bytes(self) > bytes_in(other)

    def __ge__(self, other: Any) -> bool:
        return bytes(self) >= bytes_in(other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, str):
            raise TypeError("can't concat str to bytearray")
        return of_bytes(np.concatenate((self._items(), data_of(other))))

    def __radd__(self, other: Any) -> Any:
        return other + bytes(self)

    def __iadd__(self, other: Any) -> Any:
        if isinstance(other, str):
            raise TypeError("can't concat str to bytearray")
        self._extend(data_of(other))
        return self

    def __mul__(self, count: int) -> Any:
        return of_bytes(data_of(bytes(self) * count))

    def __rmul__(self, count: int) -> Any:
        return of_bytes(data_of(bytes(self) * count))

    def __imul__(self, count: int) -> Any:
        self.memory = data_of(bytes(self) * count)
        self.length = len(self.memory)
        return self

    def extend(self, items: Any) -> None:
        """Append bytes, or numbers."""
        if isinstance(items, str):
            raise TypeError(_NO_NUMBERS)
        self._extend(data_of(items))

    def remove(self, x: int) -> None:
        """Take the first byte with a value out."""
        value = self._value(x)
        for k in range(self.length):
            if self.memory[k] == value:
                self._close(k, k + 1)
                return
        raise ValueError("value not found in bytearray")

    def clear(self) -> None:
        """Take all bytes out."""
        self.length = 0

    def maketrans(self, frm: Any, to: Any) -> bytes:
        """Return a table of bytes; those of the bytearray do not matter, as in CPython."""
        return bytes.maketrans(bytes_in(frm), bytes_in(to))

    def copy(self) -> Any:
        """Return a bytearray with the same bytes."""
        return of_bytes(self._items().copy())


def of_bytes(memory: Any) -> Any:
    """Return the bytearray of all bytes in memory that nobody else has."""
    return ByteArray(memory, len(memory))


def data_of(source: Any) -> Any:
    """Return the bytes of something as an array, which is a copy."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        found = bytes(source)
        return np.frombuffer(found, np.uint8).copy() if len(found) else np.empty(0, np.uint8)
    numbers = [x for x in source]  # noqa: C416
    out = np.empty(len(numbers), np.uint8)
    for k in range(len(numbers)):
        if numbers[k] < 0 or numbers[k] > 255:
            raise ValueError("byte must be in range(0, 256)")
        out[k] = numbers[k]
    return out


def _of_result(found: bytes) -> Any:
    return of_bytes(data_of(found))


for _name, _function in forwarded(_of_result).items():
    setattr(ByteArray, _name, _function)
