"""Module ``functools``."""

from __future__ import annotations

from dataclasses import dataclass, field

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.partials import call_of_partial
from coluber.lib.intrinsics import named_as
from coluber.lib.kinds import is_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MISSING = "no initial value"


@dataclass(eq=False, repr=False)
class Compared:
    """What ``cmp_to_key`` gives for a value: it is compared by a function of two values."""

    obj: Any = field()
    compare: Any = field()

    def __lt__(self, other: Any) -> Any:
        return self.compare(self.obj, other.obj) < 0

    def __gt__(self, other: Any) -> Any:
        return self.compare(self.obj, other.obj) > 0

    def __le__(self, other: Any) -> Any:
        return self.compare(self.obj, other.obj) <= 0

    def __ge__(self, other: Any) -> Any:
        return self.compare(self.obj, other.obj) >= 0

    def __eq__(self, other: Any) -> Any:
        return self.compare(self.obj, other.obj) == 0


@implements("functools.cmp_to_key")
def cmp_to_key(mycmp: Any) -> FunctionType:
    """Return a function whose results are ordered by a function of two values."""

    def impl(mycmp):
        def key(obj):  # type: ignore[no-untyped-def]
            return Compared(obj, mycmp)

        return key

    return impl


@implements("functools.wraps")
def wraps(wrapped: Any, assigned: Any = None, updated: Any = None) -> FunctionType:
    """Return a decorator that gives a function the name of another one, all that compiled code sees of what it changes."""

    def impl(wrapped, assigned=None, updated=None):
        return lambda wrapper: named_as(wrapper, wrapped)

    return impl


@implements("functools.update_wrapper")
def update_wrapper(wrapper: Any, wrapped: Any, assigned: Any = None, updated: Any = None) -> FunctionType:
    """Return a function with the name of another one."""

    def impl(wrapper, wrapped, assigned=None, updated=None):
        return named_as(wrapper, wrapped)

    return impl


@implements("functools.reduce")
def reduce(function: Any, iterable: Any, initial: Any = _MISSING) -> FunctionType:
    """Join all items by a function of two.

    Functions in a tuple are joined one after the other, since each that is made of them has a type of its own.
    """
    if isinstance(iterable, types.BaseTuple) and any(map(is_function, iterable.types)):
        return _reduce_functions(iterable, initial)

    def impl(function, iterable):
        started = False
        for x in iterable:
            result = function(result, x) if started else x  # noqa: F821
            started = True
        if not started:
            raise TypeError("reduce() of empty iterable with no initial value")
        return result

    def impl_initial(function, iterable, initial):
        result = initial
        for x in iterable:
            result = function(result, x)
        return result

    return impl if initial is _MISSING else impl_initial


def _reduce_functions(iterable: types.BaseTuple, initial: Any) -> FunctionType:
    if initial is _MISSING:
        return lambda function, iterable: _joined(function, iterable[1:], iterable[0])
    return lambda function, iterable, initial: _joined(function, iterable, initial)


def _joined(function, items, result):  # type: ignore[no-untyped-def]
    return _joined(function, items[1:], function(result, items[0])) if len(items) > 0 else result


@implements("functools.partial")
def partial(func: Any, *args: Any, **named: Any) -> FunctionType:
    """Return the function with its first arguments, and with some that are given by name."""

    def impl(func, *args):
        def call(*more, **others):  # type: ignore[no-untyped-def]
            return func(*args, *more, **others)

        return call

    def impl_named(func, *args, **named):
        def call(*more, **others):  # type: ignore[no-untyped-def]
            return call_of_partial(func, args, named, *more, **others)

        return call

    return impl_named if named else impl


def named(**values: Any) -> Any:
    """Return arguments that are given by name."""
    return values


@implements("coluber.core.partials.call_of_partial")
def _call_of_partial(func: Any, args: Any, named: Any, *more: Any, **others: Any) -> FunctionType:
    if not set(named.fields) & others.keys():
        return lambda func, args, named, *more, **others: func(*args, *more, **named, **others)
    names = dict.fromkeys((*named.fields, *others))
    given = ", ".join(f"{name}={'others' if name in others else 'named'}[{name!r}]" for name in names)
    text = f"def impl(func, args, named, *more, **others):\n    return func(*args, *more, {given})\n"
    scope: dict[str, Any] = {}
    exec(compile(text, "<functools.partial>", "exec"), scope)
    return scope["impl"]
