"""Methods and attributes of matches of `re` in compiled code.

A group that is part of each match, as far as the pattern says, is a string; others are strings or None.
"""

from __future__ import annotations

from typing import Any

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_integral, is_none
from coluber.lib.python import patterns
from coluber.lib.python.pattern_methods import function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

    from coluber.lib.python.pattern_shapes import Shape

_NO_GROUP = "no such group"
_RAISING = f"raise IndexError({_NO_GROUP!r})"


# ---------------------------------------------------------------------------------------------------- which group


def _place(shape: Shape | None, group: Any, name: str) -> tuple[list[str], str, bool]:
    """Return statements, the expression of the place of a group's span, and whether the group is part of each match.

    The expression is empty where there is no such group.
    """
    value = group if isinstance(group, int) else getattr(group, "literal_value", None)
    is_number, is_name = isinstance(group, int) or is_integral(group), isinstance(types.unliteral(group), types.UnicodeType)
    if not is_number and not is_name:
        raise errors.TypingError(f"a group is named by an integer or a string, not {group}")
    if shape is None:
        of = "number_of" if is_name else "checked"
        return [f"{name}_place = {of}(self, {name})"], f"{name}_place", value == 0 and is_number
    if value is None:
        of = "number_of" if is_name else "checked"
        return [f"{name}_place = {of}({name})"], f"{name}_place", all(shape.certain)
    number = shape.numbers.get(value, -1) if is_name else int(value)
    if not 0 <= number <= shape.groups:
        return [_RAISING], "", True
    return [], str(number), number == 0 or shape.certain[number - 1]


def _finders(shape: Shape | None) -> dict[str, Any]:
    """Return the functions that find the number of a group."""
    if shape is None:
        return {"number_of": _number_in_host, "checked": _checked_at_run_time}
    return {"number_of": _number_among(shape), "checked": _checked_among(shape.groups)}


def _number_in_host(match: Any, name: str) -> int:
    return _asked_number(match.re, name)


_asked_number = patterns.asking("number", "", "name")


def _checked_at_run_time(match: Any, number: int) -> int:
    if number < 0 or number > len(match.regs) - 1:
        raise IndexError(_NO_GROUP)
    return int(number)


def _number_among(shape: Shape) -> FunctionType:
    names, numbers = tuple(shape.numbers), tuple(shape.numbers.values())

    def number_of(name):
        for k in range(len(names)):
            if names[k] == name:
                return numbers[k]
        raise IndexError(_NO_GROUP)

    def no_number_of(name):
        if name == name:
            raise IndexError(_NO_GROUP)
        return 0

    return number_of if names else no_number_of


def _checked_among(groups: int) -> FunctionType:
    def checked(number):
        if number < 0 or number > groups:
            raise IndexError(_NO_GROUP)
        return int(number)

    return checked


def _sure(match: Any, place: int) -> Any:
    start, stop = match.regs[place]
    return match.string[start:stop]


def _perhaps(match: Any, place: int) -> Any:
    start, stop = match.regs[place]
    return None if start < 0 else match.string[start:stop]


def _or_else(match: Any, place: int, default: Any) -> Any:
    start, stop = match.regs[place]
    return default if start < 0 else match.string[start:stop]


def _made(parameters: str, *lines: str, shape: Shape | None) -> FunctionType:
    return function(parameters, *lines, sure=_sure, perhaps=_perhaps, or_else=_or_else, **_finders(shape))


# ---------------------------------------------------------------------------------------------------- groups


@implements("object.group")
def group(self: Any, *groups: Any) -> FunctionType | None:
    """Return a group, or a tuple of several."""
    if not patterns.is_match(self):
        return patterns.of_several(self, patterns.Match, "group", **{f"group{k}": ty for k, ty in enumerate(groups)})
    if any(isinstance(ty, types.Optional) for ty in groups):
        return None
    shape = patterns.shape(self.instance_class)
    names = [f"group{k}" for k in range(len(groups))]
    lines, texts = [], []
    for name, ty in zip(names, groups, strict=True):
        found, place, certain = _place(shape, ty, name)
        lines += found
        texts.append(f"{'sure' if certain else 'perhaps'}(self, {place or 0})")
    result = "sure(self, 0)" if not texts else texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    return _made(", ".join(["self", *names]), *lines, f"return {result}", shape=shape)


def item(a: Any, b: Any) -> FunctionType | None:
    """Return the function of ``match[group]``."""
    found = group(a, b)
    if found is None:
        return None

    def impl(a, b):
        return found(a, b)

    return impl


def _text(shape: Shape, k: int, default: Any) -> str:
    """Return the expression of a group by its number, for which a default may stand."""
    if shape.certain[k - 1]:
        return f"sure(self, {k})"
    return f"perhaps(self, {k})" if is_none(default) else f"or_else(self, {k}, default)"


@implements("object.groups")
def groups(self: Any, default: Any = None) -> FunctionType | None:
    """Return all groups as a tuple."""
    if not patterns.is_match(self):
        return patterns.of_several(self, patterns.Match, "groups", default=default)
    shape = patterns.shape(self.instance_class)

    def impl(self, default=None):
        return tuple([_perhaps(self, k) for k in range(1, len(self.regs))])

    def impl_or_else(self, default=None):
        return tuple([_or_else(self, k, default) for k in range(1, len(self.regs))])

    if shape is None:
        return impl if is_none(default) else impl_or_else
    items = "".join(f"{_text(shape, k, default)}, " for k in range(1, shape.groups + 1))
    return _made("self, default=None", f"return ({items})", shape=shape)


@implements("object.groupdict")
def groupdict(self: Any, default: Any = None) -> FunctionType | None:
    """Return the groups that have names."""
    if not patterns.is_match(self):
        return patterns.of_several(self, patterns.Match, "groupdict", default=default)
    shape, ask = patterns.shape(self.instance_class), patterns.asking("names")

    def impl(self, default=None):
        found = {"": _perhaps(self, 0)}
        found.clear()
        for k, name in enumerate(ask(self.re)):
            if name != "":
                found[name] = _perhaps(self, k + 1)
        return found

    def impl_or_else(self, default=None):
        found = {"": _or_else(self, 0, default)}
        found.clear()
        for k, name in enumerate(ask(self.re)):
            if name != "":
                found[name] = _or_else(self, k + 1, default)
        return found

    if shape is None:
        return impl if is_none(default) else impl_or_else
    if not shape.numbers:
        return _made("self, default=None", "found = {'': sure(self, 0)}", "found.clear()", "return found", shape=shape)
    items = ", ".join(f"{name!r}: {_text(shape, k, default)}" for name, k in shape.numbers.items())
    return _made("self, default=None", f"return {{{items}}}", shape=shape)


# ---------------------------------------------------------------------------------------------------- places


def _locating(name: str, expression: str) -> Callable[..., FunctionType | None]:
    """Return the overload function of a method that says where a group is."""

    def describe(self: Any, group: Any = 0) -> FunctionType | None:
        if not patterns.is_match(self):
            return patterns.of_several(self, patterns.Match, name, group=group)
        if isinstance(group, types.Optional):
            return None
        shape = patterns.shape(self.instance_class)
        lines, place, _ = _place(shape, group, "group")
        return _made("self, group=0", *lines, f"return {expression.format(place or 1)}", shape=shape)

    return describe


for _name, _expression in {"start": "self.regs[{}][0]", "end": "self.regs[{}][1]", "span": "self.regs[{}]"}.items():
    implements(f"object.{_name}")(_locating(_name, _expression))


# ---------------------------------------------------------------------------------------------------- attributes


@implements("attribute:lastindex")
def lastindex(self: Any) -> FunctionType | None:
    """Return the number of the group that was closed last; None where there is none."""

    def impl(self):
        found = self.last
        return None if found == 0 else found

    return impl if patterns.is_match(self) else patterns.of_several(self, patterns.Match, ".lastindex")


@implements("attribute:lastgroup")
def lastgroup(self: Any) -> FunctionType | None:
    """Return its name; None where it has none."""
    if not patterns.is_match(self):
        return patterns.of_several(self, patterns.Match, ".lastgroup")
    shape, ask = patterns.shape(self.instance_class), patterns.asking("names")
    names = ("",) if shape is None else ("", *shape.names)

    def impl(self):
        found = self.last
        name = "" if found == 0 else ask(self.re)[found - 1]
        return None if name == "" else name

    def impl_known(self):
        name = names[self.last]
        return None if name == "" else name

    def impl_named(self):
        return names[self.last]

    if shape is None:
        return impl
    return impl_named if shape.ends_named else impl_known


@implements("object.expand")
def expand(self: Any, template: Any) -> FunctionType | None:
    """Put groups into a text that names them."""
    if not patterns.is_match(self):
        return patterns.of_several(self, patterns.Match, "expand", template=template)
    if isinstance(template, types.Optional):
        return None
    binary = patterns.is_binary(self.instance_class)
    if binary != (str(template) == "bytes") or not (binary or isinstance(types.unliteral(template), types.UnicodeType)):
        raise errors.TypingError(f"the template of a match in {'bytes' if binary else 'text'} can't be of type {template}")
    form = "bytes" if binary else "str"
    ask = patterns.asking("expand", form, "string, pos, endpos, last, regs, template")

    def impl(self, template):
        return ask(self.re, self.string, self.pos, self.endpos, self.last, self.regs, template)

    return impl
