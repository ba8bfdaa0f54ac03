"""Iterators that programs keep, and builtin functions of iterators."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_iterator, is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MISSING = "no default value"


@implements("coluber.iterate")
def iterate(iterable: Any) -> FunctionType:
    """Go over something once: the result knows how far it has come."""

    def impl(iterable):
        for x in iterable:  # noqa: UP028
            yield x

    return impl


@implements("builtins.next")
def next_(iterator: Any, default: Any = _MISSING) -> FunctionType | None:
    """Return the next item."""

    def impl(iterator):
        for x in iterator:
            return x
        raise StopIteration

    def impl_default(iterator, default):
        for x in iterator:
            return x
        return default

    if not is_iterator(iterator):
        return None
    return impl if default is _MISSING else impl_default


@implements("builtins.map")
def map_(function: Any, *iterables: Any) -> FunctionType | None:
    """Call a function with each item."""

    def impl(function, iterable):
        for x in iterable:
            yield function(x)

    def impl_many(function, *iterables):
        for items in zip(*iterables):  # noqa: B905
            yield function(*items)

    if not iterables:
        return None
    return impl if len(iterables) == 1 else impl_many


@implements("builtins.filter")
def filter_(function: Any, iterable: Any) -> FunctionType:
    """Go over the items for which a function is true."""

    def impl(function, iterable):
        for x in iterable:
            if function(x):
                yield x

    def impl_true(function, iterable):
        for x in iterable:
            if x:
                yield x

    return impl_true if is_none(function) else impl


@implements("coluber.list")
def list_(iterable: Any) -> FunctionType:
    """Make a list of what something gives."""

    def impl(iterable):
        return [x for x in iterable]  # noqa: C416

    return impl


@implements("coluber.zip")
def zip_(*iterables: Any) -> FunctionType | None:
    """As ``zip``, of two to four; what each gives is taken before the next is asked."""

    def impl_2(a, b):
        rest = iter(b)
        for x in a:
            for y in rest:
                yield x, y
                break
            else:
                return

    def impl_3(a, b, c):
        rest = iter(c)
        for x in zip(a, b):  # noqa: B905
            for y in rest:
                yield (*x, y)
                break
            else:
                return

    def impl_4(a, b, c, d):
        rest = iter(d)
        for x in zip(a, b, c):  # noqa: B905
            for y in rest:
                yield (*x, y)
                break
            else:
                return

    return {2: impl_2, 3: impl_3, 4: impl_4}.get(len(iterables))


@implements("coluber.join")
def join(separator: Any, items: Any) -> FunctionType | None:
    """Join the strings that something gives."""

    def impl(separator, items):
        return separator.join([x for x in items])  # noqa: C416

    return None if isinstance(items, types.List) else impl
