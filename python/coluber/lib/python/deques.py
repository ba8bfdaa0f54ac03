"""Methods and operators of deques that are loops over the items."""

from __future__ import annotations

import sys
from collections import deque

from coluber.core.extending import implements
from coluber.lib.kinds import is_deque
from coluber.lib.python.lists import position_of
from coluber.lib.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Some versions of Python name the value.
_NO_INDEX = text_of(lambda: deque[int]().index(0))
_NOT_REMOVED = text_of(lambda: deque[int]().remove(0))


@implements("deque.extend")
def extend(self: Any, iterable: Any) -> FunctionType | None:
    """Append the items of something else."""

    def impl(self, iterable):
        for item in iterable:
            self.append(item)

    return impl


@implements("deque.extendleft")
def extendleft(self: Any, iterable: Any) -> FunctionType | None:
    """Put the items of something else in front, one after the other."""

    def impl(self, iterable):
        for item in iterable:
            self.appendleft(item)

    def impl_deque(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    return impl_deque if is_deque(iterable) else impl


@implements("deque.copy")
def copy(self: Any) -> FunctionType | None:
    """Return a deque with the same items and the same limit."""
    from collections import deque

    def impl(self):
        return deque(self, self.maxlen)

    return impl


@implements("deque.rotate")
def rotate(self: Any, n: Any = 1) -> FunctionType | None:
    """Move items from the end to the front, or the other way."""

    def impl(self, n=1):
        length = len(self)
        if length < 2:
            return
        steps = n % length
        if 2 * steps <= length:
            for _ in range(steps):
                self.appendleft(self.pop())
        else:
            for _ in range(length - steps):
                self.append(self.popleft())

    return impl


@implements("deque.index")
def index(self: Any, value: Any, start: Any = 0, stop: Any = sys.maxsize) -> FunctionType | None:
    """Position of the first item that is equal."""

    def impl(self, value, start=0, stop=sys.maxsize):
        position = position_of(self, value, start, stop)
        if position < 0:
            raise ValueError(f"{value!r} is not in deque")
        return position

    def impl_plain(self, value, start=0, stop=sys.maxsize):
        position = position_of(self, value, start, stop)
        if position < 0:
            raise ValueError(_NO_INDEX)
        return position

    return impl if _NO_INDEX.startswith("0 ") else impl_plain


@implements("deque.remove")
def remove(self: Any, value: Any) -> FunctionType | None:
    """Remove the first item that is equal."""

    def impl(self, value):
        position = position_of(self, value, 0, sys.maxsize)
        if position < 0:
            raise ValueError(f"{value!r} is not in deque")
        del self[position]

    def impl_plain(self, value):
        position = position_of(self, value, 0, sys.maxsize)
        if position < 0:
            raise ValueError(_NOT_REMOVED)
        del self[position]

    return impl if _NOT_REMOVED.startswith("0 ") else impl_plain


@implements("deque.add")
def add(a: Any, b: Any) -> FunctionType | None:
    """Return a deque with the items of both, and the limit of the first."""

    def impl(a, b):
        out = a.copy()
        out.extend(b)
        return out

    return impl


@implements("deque.imul")
def repeat_in_place(a: Any, n: Any) -> FunctionType | None:
    """Put the items into the deque so many times."""

    def impl(a, n):
        items = list(a)
        if n <= 0:
            a.clear()
        for _ in range(n - 1):
            a.extend(items)
        return a

    return impl


@implements("deque.mul")
def repeat(a: Any, n: Any) -> FunctionType | None:
    """Return a deque with the items so many times."""

    def impl(a, n):
        out = a.copy()
        out *= n
        return out

    return impl
