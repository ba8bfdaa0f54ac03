"""The classes that stand for ``memoryview`` in compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber.lib.python.byte_arrays import data_of
from coluber.lib.python.packed import plain


class View:
    """A view of memory; what those that can be written to and others have in common."""

    of: Any
    format: str

    def __len__(self) -> int:
        return len(self.of)

    def __iter__(self) -> Any:
        for k in range(len(self.of)):
            yield plain(self.of[k])

    def _checked(self, at: int) -> int:
        k = at + len(self.of) if at < 0 else at
        if k < 0 or k >= len(self.of):
            raise IndexError("index out of bounds on dimension 1")
        return k

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return self._like(self.of[at])
        if isinstance(at, (int, np.integer)):
            return plain(self.of[self._checked(at)])
        return plain(self.of[at])

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        pass

    def release(self) -> None:
        """Do nothing: the memory lives as long as it is used."""

    def __contains__(self, x: Any) -> bool:
        return any(item == x for item in self)

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, memoryview):
            return np.array_equal(self.of, other.of)
        return np.array_equal(self.of, data_of(other))

    def __bytes__(self) -> bytes:
        return self.of.tobytes()

    def tobytes(self) -> bytes:
        """Return the bytes of the memory, in the order of its items."""
        return self.of.tobytes()

    def hex(self) -> str:
        """Return the bytes as digits."""
        return self.of.tobytes().hex()

    def tolist(self) -> Any:
        """Return the items as a list."""
        return self.of.tolist()

    @property
    def nbytes(self) -> int:
        """Bytes of all items."""
        return self.of.size * self.of.itemsize

    @property
    def itemsize(self) -> int:
        """Bytes of an item."""
        return self.of.itemsize

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.of.ndim

    @property
    def shape(self) -> Any:
        """Items along each axis."""
        return self.of.shape

    @property
    def strides(self) -> Any:
        """Bytes from one item to the next along each axis."""
        return self.of.strides

    @property
    def c_contiguous(self) -> bool:
        """Whether the items lie one behind the other."""
        return self.of.flags.c_contiguous

    @property
    def f_contiguous(self) -> bool:
        """Whether the items lie one behind the other, the first axis fastest."""
        return self.of.flags.f_contiguous

    @property
    def contiguous(self) -> bool:
        """Whether the items lie one behind the other in either order."""
        return self.of.flags.c_contiguous or self.of.flags.f_contiguous


@dataclass(eq=False)
class MemoryView(View):
    """A ``memoryview`` that can be written to.

    Parameters
    ----------
    of : array
        The memory.
    format : str
        The code of the type of its items.
    """

    of: Any
    format: str

    @property
    def readonly(self) -> bool:
        """Whether the memory can't be written to."""
        return False

    def _like(self, of: Any) -> Any:
        return MemoryView(of, self.format)

    def toreadonly(self) -> Any:
        """Return a view of the same memory that can't be written to."""
        return ReadOnlyView(self.of, self.format)

    def __setitem__(self, at: Any, x: Any) -> None:
        if isinstance(at, slice):
            self._set_slice(self.of[at], x)
        elif isinstance(at, (int, np.integer)):
            self.of[self._checked(at)] = self._value(x)
        else:
            self.of[at] = self._value(x)

    def _set_slice(self, target: Any, x: Any) -> None:
        source = x.of if isinstance(x, memoryview) else data_of(x)
        if len(target) != len(source):
            raise ValueError("memoryview assignment: lvalue and rvalue have different structures")
        target[:] = source

    def _value(self, x: Any) -> Any:
        value = self.of.dtype.type(x)
        if self.of.dtype.kind in "iu":
            if not isinstance(x, (int, np.integer)):
                raise TypeError(f"memoryview: invalid type for format '{self.format}'")
            if int(value) != x or (x < 0 and self.of.dtype.kind == "u"):
                raise ValueError(f"memoryview: invalid value for format '{self.format}'")
        return value


@dataclass(eq=False)
class ReadOnlyView(View):
    """A ``memoryview`` that can't be written to.

    Parameters
    ----------
    of : array
        The memory.
    format : str
        The code of the type of its items.
    """

    of: Any
    format: str

    @property
    def readonly(self) -> bool:
        """Whether the memory can't be written to."""
        return True

    def _like(self, of: Any) -> Any:
        return ReadOnlyView(of, self.format)

    def toreadonly(self) -> Any:
        """Return the view."""
        return self

    def __setitem__(self, at: Any, x: Any) -> None:
        raise TypeError("cannot modify read-only memory")
