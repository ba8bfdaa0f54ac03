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


def raise_missing(name, missing):
    """Raise what a call raises that lacks these arguments, the names of which are in quotes."""
    last = missing.pop()
    others = ", ".join(missing)
    if len(missing) > 1:
        others += ","
    if len(missing) > 0:
        others += " and "
    s = "s" if len(missing) > 0 else ""
    raise TypeError(f"{name}() missing {len(missing) + 1} required positional argument{s}: {others}{last}")


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
        raise_missing(called, list(names[:least])[count:])

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


@implements("coluber.check_names")
def check_names(
    names: Any, called: Any, taken: Any, required: Any, refused: Any, known: Any, takes_others: Any
) -> FunctionType:
    """Raise what a call raises that is given a dict of arguments by name, unless they fit."""
    name, others, needed = called.literal_value, takes_others.literal_value, required.literal_value.split()
    wrong = {key: f"{name}() got multiple values for argument '{key}'" for key in taken.literal_value.split()}
    for key in refused.literal_value.split():
        wrong[key] = f"the argument '{key}' of {name}() has another type than the values of the dict behind **"
    # What is no name makes tuples that are not empty.
    wrong_names, errors, fitting = ("\0", *wrong), ("", *wrong.values()), ("\0", *known.literal_value.split())

    def check(names, called, taken, required, refused, known, takes_others):
        for key in names:
            if key in wrong_names:
                raise TypeError(errors[wrong_names.index(key)])
            if not others and key not in fitting:
                raise TypeError(f"{name}() got an unexpected keyword argument '{key}'")

    if not needed:
        return check

    def check_all(names, called, taken, required, refused, known, takes_others):
        check(names, called, taken, required, refused, known, takes_others)
        missing = [f"'{key}'" for key in needed if key not in names]
        if len(missing) > 0:
            raise_missing(name, missing)

    needed = tuple(needed)
    return check_all


@implements("coluber.named_value")
def named_value(names: Any, name: Any, default: Any) -> FunctionType:
    """Return the value of a name in a dict, or the default of the parameter with that name."""
    return lambda names, name, default: names.get(name, default)


@implements("coluber.other_names")
def other_names(names: Any, known: Any, flag: Any) -> FunctionType:
    """Return a copy of a dict without names that are known."""
    fitting = ("\0", *known.literal_value.split())
    return lambda names, known, flag: {key: value for key, value in names.items() if key not in fitting}
