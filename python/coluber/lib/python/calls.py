"""What calls and patterns ask of the library."""

from __future__ import annotations

from string import Formatter

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.types.base import unify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("coluber.wrong_count")
def wrong_count(name: Any, parameters: Any, defaults: Any, given: Any, items: Any) -> FunctionType:
    """Raise what a call raises whose number of positional arguments is not what the function takes."""
    called, first = name.literal_value, given.literal_value
    names = tuple(f"'{name}'" for name in parameters.literal_value.split())
    most = len(names)
    least = most - defaults.literal_value
    takes = f"from {least} to {most} positional arguments" if least < most else f"{most} positional argument{'s' * (most != 1)}"

    def impl(name, parameters, defaults, given, items):
        count = first + items
        if count > most:
            raise TypeError(f"{called}() takes {takes} but {count} {'was' if count == 1 else 'were'} given")
        missing = list(names[:least])[count:]
        last = missing.pop()
        others = ", ".join(missing)
        if len(missing) > 1:
            others += ","
        if len(missing) > 0:
            others += " and "
        s = "s" if len(missing) > 0 else ""
        raise TypeError(f"{called}() missing {len(missing) + 1} required positional argument{s}: {others}{last}")

    return impl


_MATCH_KEYS = """\
def impl(subject, keys):
    if {missing}:
        return None
    return ({values},)
"""


@implements("coluber.match_keys")
def match_keys(subject: Any, keys: Any) -> FunctionType | None:
    """Return the values of keys in a dict as a tuple, or None where one is missing."""
    if not isinstance(subject, types.DictType):
        return None
    count = len(keys)
    if not count:
        return lambda subject, keys: ()
    if any(unify(types.unliteral(key), subject.key_type) is None for key in keys):
        return lambda subject, keys: None
    missing = " or ".join(f"keys[{k}] not in subject" for k in range(count))
    values = ", ".join(f"subject[keys[{k}]]" for k in range(count))
    scope: dict[str, Any] = {}
    exec(_MATCH_KEYS.format(missing=missing, values=values), scope)
    return scope["impl"]


@implements("coluber.items_from")
def items_from(items: Any, first: Any) -> FunctionType:
    """Return a tuple of the items of a sequence from an index on."""
    return lambda items, first: tuple(items[first:])


def _numbers_of_fields(template: str) -> list[int]:
    """Return which arguments the fields of a format take, and those of their specifications; nothing for a wrong format."""
    found: list[int] = []

    def visit(text: str) -> None:
        for _, name, spec, _ in Formatter().parse(text):
            if name is None:
                continue
            number = name.replace("[", ".").split(".")[0]
            if number == "" or number.isdecimal():
                found.append(int(number) if number else len(found))
            visit(spec or "")

    try:
        visit(template)
    except ValueError:
        return []
    return found


@implements("spread:str.format")
def format_items(self: Any, items: Any) -> FunctionType | None:
    """Return ``template.format(*items)`` for a constant template and a sequence of any length."""
    template = getattr(self, "literal_value", None)
    if template is None:
        return None
    numbers = _numbers_of_fields(template)
    checks = "".join(
        f"    if len(items) <= {number}:\n"
        f"        raise IndexError('Replacement index {number} out of range for positional args tuple')\n"
        for number in dict.fromkeys(numbers)
    )
    arguments = ", ".join(f"items[{number}]" for number in range(max(numbers, default=-1) + 1))
    scope: dict[str, Any] = {}
    exec(f"def impl(self, items):\n{checks}    return {template!r}.format({arguments})", scope)
    return scope["impl"]
