"""`operator.itemgetter`, `attrgetter` and `methodcaller`: functions that are made of constants."""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.kinds import literal_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _value(ty: Any) -> Any:
    """Return the value of a constant; None for what is known at run time only."""
    return getattr(ty, "literal_value", None)


@implements("operator.itemgetter")
def itemgetter(*items: Any) -> FunctionType | None:
    """Return the function that takes items out of something."""
    keys = tuple(map(_value, items))
    if len(keys) == 1 and keys[0] is not None:
        key = keys[0]

        def impl_constant(item):
            return lambda obj: obj[key]

        return impl_constant
    if len(keys) > 1:
        return _items_getter(keys)

    def impl(item):
        return lambda obj: obj[item]

    return impl


def _items_getter(keys: tuple[Any, ...]) -> FunctionType:
    """Return an implementation for several items, of which some are constants, which the others are not: None."""
    scope: dict[str, Any] = {f"key{k}": key for k, key in enumerate(keys)}
    taken = ", ".join(f"obj[items[{k}]]" if key is None else f"obj[key{k}]" for k, key in enumerate(keys))
    exec(f"def impl(*items):\n    return lambda obj: ({taken})", scope)
    return scope["impl"]


@implements("operator.attrgetter")
def attrgetter(*names: Any) -> FunctionType | None:
    """Return the function that takes attributes of something, whose names are constants."""
    paths = tuple(literal_str(name, "attr").split(".") for name in names)

    def one(path: Any) -> Any:
        first = path[0]
        if len(path) == 1:
            return lambda obj: getattr(obj, first)
        rest = one(path[1:])
        return lambda obj: rest(getattr(obj, first))

    get = one(paths[0])

    def impl(name):
        return lambda obj: get(obj)

    if len(paths) == 2:
        other = one(paths[1])

        def impl_pair(a, b):
            return lambda obj: (get(obj), other(obj))

        return impl_pair
    return impl if len(paths) == 1 else None


@implements("operator.methodcaller")
def methodcaller(name: Any, *args: Any, **named: Any) -> FunctionType | None:
    """Return the function that calls a method of something, whose name is a constant."""
    method = literal_str(name, "name")

    def impl(name, *args):
        return lambda obj: getattr(obj, method)(*args)

    def impl_named(name, *args, **named):
        return lambda obj: getattr(obj, method)(*args, **named)

    return impl_named if named else impl
