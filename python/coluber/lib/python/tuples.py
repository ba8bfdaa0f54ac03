"""Methods of tuples."""

from __future__ import annotations

import sys

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import is_found
from coluber.lib.kinds import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _comparable(items: Any, value: Any) -> bool:
    """Whether the items can be iterated over and compared with the value."""
    if not isinstance(items, types.BaseTuple) or len(items) == 0:
        return False
    same = all(types.unliteral(ty) == types.unliteral(value) for ty in items.types)
    return same or (is_number(value) and all(is_number(ty) for ty in items.types))


@implements("tuple.getslice")
def getslice(self: Any, part: Any) -> FunctionType:
    """Return items of one type between bounds that only the running program knows, as a tuple of any length."""

    def impl(self, part):
        return tuple([item for item in self][part])  # noqa: C416

    return impl


@implements("coluber.slices_of_axes")
def slices_of_axes(self: Any, count: Any) -> FunctionType:
    """Return a list of so many slices, those of a tuple and then whole ones: an index of an array with that many axes."""

    def impl(self, count):
        if len(self) > count:
            raise IndexError(f"too many indices for array: array is {count}-dimensional, but {len(self)} were indexed")
        return list(self) + [slice(None)] * (count - len(self))

    return impl


@implements("tuple.index")
def index(self: Any, value: Any, start: Any = 0, stop: Any = sys.maxsize) -> FunctionType | None:
    """Position of the first item that is equal, from one position to another."""

    def impl(self, value, start=0, stop=sys.maxsize):
        first, last = bounds_of(len(self), start, stop)
        for position, item in enumerate(self):
            if first <= position < last and is_found(item, value):
                return position
        raise ValueError("tuple.index(x): x not in tuple")

    if _comparable(self, value):
        return impl
    parts = [f"    if first <= {k} < last and is_found(self[{k}], value):\n        return {k}\n" for k in range(len(self))]
    first = "    first, last = bounds_of(len(self), start, stop)\n"
    body = f"{first}{''.join(parts)}    raise ValueError('tuple.index(x): x not in tuple')"
    return _written_out(body, f", start=0, stop={sys.maxsize}")


def bounds_of(length: int, start: int, stop: int) -> tuple[int, int]:
    """Return the positions at which a search begins and ends; negative ones are counted from the end."""
    return start + length if start < 0 else start, stop + length if stop < 0 else stop


@implements("tuple.count")
def count(self: Any, value: Any) -> FunctionType | None:
    """Return how many items are equal."""

    def impl(self, value):
        total = 0
        for item in self:
            if is_found(item, value):
                total += 1
        return total

    if _comparable(self, value):
        return impl
    lines = [f"    if is_found(self[{k}], value):\n        total += 1\n" for k in range(len(self))]
    return _written_out(f"    total = 0\n{''.join(lines)}    return total")


@implements("tuple.eq_in_turn")
def eq_in_turn(a: Any, b: Any) -> FunctionType:
    """Whether a tuple of any length is equal to one whose items may have several types."""

    def impl(a, b):
        if len(a) != len(b):
            return False
        k = 0
        for item in b:
            if not is_found(a[k], item):
                return False
            k += 1  # noqa: SIM113
        return True

    return impl


@implements("tuple.ne_in_turn")
def ne_in_turn(a: Any, b: Any) -> FunctionType:
    """Whether they differ."""

    def impl(a, b):
        return not a == b  # noqa: SIM201

    return impl


def _written_out(body: str, more: str = "") -> FunctionType:
    """Return a function of a tuple, whose items may have several types, and a value that they are compared with."""
    scope: dict[str, Any] = {"is_found": is_found, "bounds_of": bounds_of}
    exec(f"def impl(self, value{more}):\n{body}", scope)
    return scope["impl"]


@implements("method:_asdict")
def as_dict(self: Any) -> FunctionType | None:
    """Return a dict of the names and values of a named tuple."""
    if not isinstance(self, types.BaseNamedTuple):
        return None
    items = ", ".join(f"{name!r}: self.{name}" for name in self.fields)
    scope: dict[str, Any] = {}
    exec(f"def impl(self):\n    return {{{items}}}\n", scope)
    return scope["impl"]


@implements("builtins.hash")
def hash_(obj: Any) -> FunctionType | None:
    """Return the hash of what the compiler has none for, as CPython makes it."""
    if not isinstance(obj, types.LongTuple):
        from coluber.lib.python.hash_values import of_type

        return of_type(obj)
    # Rounds of xxHash over the hashes of the items.
    word = types.uint64

    def impl(obj):
        total = word(2870177450012600261)
        for item in obj:
            total = total + word(hash(item)) * word(14029467366897019727)
            total = (total << word(31)) | (total >> word(33))
            total = total * word(11400714785074694791)
        total = total + (word(len(obj)) ^ word(2870177450012600261 ^ 3527539))
        result = types.int64(total)
        return 1546275796 if result == -1 else result

    return impl
