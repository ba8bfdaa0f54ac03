"""Members of enumerations: their names, and how they are found."""

from __future__ import annotations

import enum

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_list
from coluber.lib.python.flags import flags_by_value

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


@implements("coluber.enum_members_by_name")
def members_by_name(cls: Any) -> FunctionType:
    """Return a dict of all members, aliases included, by their names."""
    found = dict(cls.typing_key.__members__)
    scope: dict[str, Any] = {f"member_{k}": member for k, member in enumerate(found.values())}
    entries = ", ".join(f"{name!r}: member_{k}" for k, name in enumerate(found))
    exec(f"def impl(cls):\n    return {{{entries}}}\n", scope)
    return scope["impl"]  # type: ignore[no-any-return]


def reader_of(cls: Any, name: str) -> FunctionType:
    """Return the function that gives what each member has under a name."""
    having = [member for member in cls if hasattr(member, name)]
    values, attributes = tuple(one.value for one in having), tuple(getattr(one, name) for one in having)
    pairs = tuple(zip(values, attributes, strict=True))

    def reader(member):
        value = member.value
        for k in range(len(values)):
            if values[k] == value:
                return attributes[k]
        raise AttributeError(name)

    def reader_of_several_types(member):
        value = member.value
        for known, attribute in pairs:
            if known == value:
                return attribute
        raise AttributeError(name)

    return reader if _are_alike(having) else reader_of_several_types


def _are_alike(members: Any) -> bool:
    """Whether the values of members have one type."""
    kinds = {type(member.value) for member in members}
    return len(kinds) == 1 and kinds <= {bool, int, float, complex, str, bytes}


@implements("coluber.enum_name")
def name(member: Any) -> FunctionType | None:
    """Return the name of a member."""
    cls = member.instance_class
    values, names = tuple(one.value for one in cls), tuple(one.name for one in cls)
    if issubclass(cls, enum.Flag):
        return _name_of_flags(values, names, tuple(cls.__members__), tuple(one.value for one in cls.__members__.values()))

    pairs = tuple(zip(values, names, strict=True))

    def impl(member):
        value = member.value
        for k in range(len(values)):
            if values[k] == value:
                return names[k]
        raise ValueError("no member has this value")

    def impl_of_several_types(member):
        value = member.value
        for known, found in pairs:
            if known == value:
                return found
        raise ValueError("no member has this value")

    return impl if _are_alike(cls) else impl_of_several_types


def _name_of_flags(
    values: tuple[int, ...], names: tuple[str, ...], known: tuple[str, ...], combined: tuple[int, ...]
) -> FunctionType:
    """Return the function for flags: a combination without a name has those of all its flags, and what else is in it."""

    def impl(member):
        rest = member.value
        for k in range(len(combined)):
            if combined[k] == rest:
                return known[k]
        if rest == 0:
            return None
        found = ""
        for k in range(len(values)):
            if values[k] & member.value == values[k]:
                found += ("|" if found else "") + names[k]
                rest &= ~values[k]
        if rest:
            found += ("|" if found else "") + str(rest)
        return found

    return impl


@implements("coluber.numbers_of_members")
def numbers_of_members(members: Any) -> FunctionType:
    """Return the numbers that the members in a list are, or in lists of it."""

    def impl(members):
        return [member.value for member in members]

    def impl_of_lists(members):
        return [numbers(inner) for inner in members]

    return impl_of_lists if is_list(members.dtype) else impl


def numbers(members):
    """Return the numbers that the members in a list are."""
    return [member.value for member in members]


@implements("coluber.enum_by_value")
def by_value(cls: Any, value: Any) -> FunctionType | None:
    """Return the member with a value."""
    if issubclass(cls.typing_key, enum.Flag) and isinstance(value, (types.Integer, types.Boolean)):
        return flags_by_value(cls.typing_key)
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
    members = cls.typing_key.__members__
    found, names, pairs = tuple(members.values()), tuple(members), tuple(members.items())

    def impl(cls, name):
        for k in range(len(names)):
            if names[k] == name:
                return found[k]
        raise KeyError(name)

    def impl_of_several_types(cls, name):
        for known, member in pairs:
            if known == name:
                return member
        raise KeyError(name)

    return impl if _are_alike(found) else impl_of_several_types
