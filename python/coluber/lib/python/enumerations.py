"""Members of enumerations: their names, and how they are found."""

from __future__ import annotations

from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("coluber.enum_members")
def members(cls: Any) -> FunctionType | None:
    """Return all members."""
    found = tuple(cls.typing_key)

    def impl(cls):
        return found

    return impl


@implements("coluber.enum_name")
def name(member: Any) -> FunctionType | None:
    """Return the name of a member."""
    values = tuple(one.value for one in member.instance_class)
    names = tuple(one.name for one in member.instance_class)

    def impl(member):
        value = member.value
        for k in range(len(values)):
            if values[k] == value:
                return names[k]
        raise ValueError("a combination of flags has no name in compiled code")

    return impl


@implements("coluber.enum_by_value")
def by_value(cls: Any, value: Any) -> FunctionType | None:
    """Return the member with a value."""
    found = tuple(cls.typing_key)
    of = cls.typing_key.__qualname__

    def impl(cls, value):
        for member in found:
            if member.value == value:
                return member
        raise ValueError(f"{value!r} is not a valid {of}")

    return impl


@implements("coluber.enum_by_name")
def by_name(cls: Any, name: Any) -> FunctionType | None:
    """Return the member with a name."""
    found = tuple(cls.typing_key.__members__.values())
    names = tuple(cls.typing_key.__members__)

    def impl(cls, name):
        for k in range(len(names)):
            if names[k] == name:
                return found[k]
        raise KeyError(name)

    return impl
