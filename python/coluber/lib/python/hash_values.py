"""Hashes of values that are no numbers, texts or tuples, as CPython makes them."""

from __future__ import annotations

import enum

from coluber.core import types
from coluber.lib.hosted import INT, calling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def hash_of_none() -> int:
    """Return the hash of None, which is its address in some versions: another process has another one."""
    return hash(None)


of_none = calling(hash_of_none, INT, "")


def of_type(obj: Any) -> FunctionType | None:
    """Return the function that gives the hash of values of a type; None for others."""
    if isinstance(obj, types.Set):
        return _of_frozenset if str(obj).startswith("frozenset") else None
    if isinstance(obj, types.NoneType):
        return lambda obj: of_none()
    if isinstance(obj, types.Optional):
        return lambda obj: of_none() if obj is None else hash(obj)
    if isinstance(obj, types.RangeType):
        return _of_range
    return _of_member(obj.instance_class) if isinstance(obj, types.EnumMember) else None


def _of_member(cls: type[enum.Enum]) -> FunctionType | None:
    """Return the function for members of an enumeration: the hash of the name, or of the value where that is the class's."""
    found = cls.__hash__
    if found is enum.Enum.__hash__:
        return lambda obj: hash(obj.name)
    known = (int.__hash__, float.__hash__, complex.__hash__, str.__hash__, bytes.__hash__)
    return (lambda obj: hash(obj.value)) if found in known else None


def _of_frozenset(obj):  # type: ignore[no-untyped-def]
    word = types.uint64
    total = word(0)
    for item in obj:
        own = word(hash(item))
        total = total ^ (((own ^ word(89869747)) ^ (own << word(16))) * word(3644798167))
    total = total ^ (word(len(obj) + 1) * word(1927868237))
    total = total ^ (total >> word(11)) ^ (total >> word(25))
    result = types.int64(total * word(69069) + word(907133923))
    return 590923713 if result == -1 else result


def _of_range(obj):  # type: ignore[no-untyped-def]
    length = len(obj)
    if length == 0:
        return hash((0, None, None))
    if length == 1:
        return hash((1, obj.start, None))
    return hash((length, obj.start, obj.step))
