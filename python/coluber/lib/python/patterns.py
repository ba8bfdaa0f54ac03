"""The classes that stand for ``re.Pattern`` and ``re.Match`` in compiled code, and what CPython's `re` does for them.

A pattern is known by its text and its flags, in one string, so that it means the same in each process. For each shape of a
pattern (see `pattern_shapes`) there is a class of its own, so that the types of what matches give are known; patterns whose
text only the running program knows are of the classes without a shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from coluber import _native
from coluber.core import types
from coluber.lib.intrinsics import call_object
from coluber.lib.python.pattern_shapes import Shape, shape_of, shape_of_text
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = types.unicode_type
BYTES = types.from_id(_native.type_make("bytes"))
COUNT = types.int64
FLAG = types.boolean

# Spans of matches. In front of those of a match is what group was closed last, or 0, and how many spans there are.
SPANS = types.List(types.UniTuple(types.int64, 2))


# ---------------------------------------------------------------------------------------------------- what CPython does

_compiled: dict[str, re.Pattern[Any]] = {}
_MOST_COMPILED = 2000


def source_of(pattern: str | bytes, flags: int) -> str:
    """Return the string by which a pattern is known."""
    return f"{flags}b:{pattern.decode('latin-1')}" if isinstance(pattern, bytes) else f"{flags}:{pattern}"


def pattern_of(source: str) -> re.Pattern[Any]:
    """Return the pattern of a string."""
    found = _compiled.get(source)
    return _compile(source) if found is None else found


def _compile(source: str) -> re.Pattern[Any]:
    head, _, text = source.partition(":")
    pattern = text.encode("latin-1") if head.endswith("b") else text
    made = re.compile(pattern, int(head.removesuffix("b")))
    if len(_compiled) >= _MOST_COMPILED:
        _compiled.clear()
    _compiled[source] = made
    return made


_NOTHING: list[tuple[int, int]] = []


def _spans(match: re.Match[Any]) -> list[tuple[int, int]]:
    regs = match.regs  # type: ignore[attr-defined]
    return [(match.lastindex or 0, len(regs)), *regs]


def _search(source: str, string: Any) -> list[tuple[int, int]]:
    match = pattern_of(source).search(string)
    return _NOTHING if match is None else _spans(match)


def _match(source: str, string: Any) -> list[tuple[int, int]]:
    match = pattern_of(source).match(string)
    return _NOTHING if match is None else _spans(match)


def _fullmatch(source: str, string: Any) -> list[tuple[int, int]]:
    match = pattern_of(source).fullmatch(string)
    return _NOTHING if match is None else _spans(match)


def _search_within(source: str, string: Any, pos: int, endpos: int) -> list[tuple[int, int]]:
    match = pattern_of(source).search(string, pos, endpos)
    return _NOTHING if match is None else _spans(match)


def _match_within(source: str, string: Any, pos: int, endpos: int) -> list[tuple[int, int]]:
    match = pattern_of(source).match(string, pos, endpos)
    return _NOTHING if match is None else _spans(match)


def _fullmatch_within(source: str, string: Any, pos: int, endpos: int) -> list[tuple[int, int]]:
    match = pattern_of(source).fullmatch(string, pos, endpos)
    return _NOTHING if match is None else _spans(match)


def _all(source: str, string: Any, pos: int, endpos: int) -> list[tuple[int, int]]:
    """Return the spans of all matches, one match after the other."""
    found: list[tuple[int, int]] = []
    for match in pattern_of(source).finditer(string, pos, endpos):
        regs = match.regs  # type: ignore[attr-defined]
        found.append((match.lastindex or 0, len(regs)))
        found += regs
    return found


def _findall(source: str, string: Any, pos: int, endpos: int) -> list[Any]:
    pattern = pattern_of(source)
    if pattern.groups > 1:
        raise TypeError(
            f"findall() gives tuples of {pattern.groups} strings for the pattern {pattern.pattern!r}, which only the running "
            "program knows: write the pattern as a constant, use a compiled pattern, or finditer()"
        )
    return pattern.findall(string, pos, endpos)


def _findall_in_turn(source: str, string: Any, pos: int, endpos: int) -> list[Any]:
    """Return what several groups of all matches are, one after the other."""
    return [group for found in pattern_of(source).findall(string, pos, endpos) for group in found]


def _split(source: str, string: Any, maxsplit: int) -> list[Any]:
    return pattern_of(source).split(string, maxsplit)


def _sub(source: str, repl: Any, string: Any, count: int) -> Any:
    return pattern_of(source).sub(repl, string, count)


def _subn(source: str, repl: Any, string: Any, count: int) -> Any:
    return pattern_of(source).subn(repl, string, count)


def _check(source: str) -> None:
    pattern_of(source)


def _groups(source: str) -> int:
    return pattern_of(source).groups


def _flags(source: str) -> int:
    return pattern_of(source).flags


def _names(source: str) -> list[str]:
    """Return the names of the groups from 1 on."""
    pattern = pattern_of(source)
    names = [""] * pattern.groups
    for name, number in pattern.groupindex.items():
        names[number - 1] = name
    return names


def _number(source: str, name: str) -> int:
    number = pattern_of(source).groupindex.get(name, -1)
    if number < 0:
        raise IndexError("no such group")
    return number


def _same(source: str, other: str) -> bool:
    return pattern_of(source) == pattern_of(other)


def _hash(source: str) -> int:
    return hash(pattern_of(source))


def _repr(source: str) -> str:
    return repr(pattern_of(source))


def _expand(source: str, string: Any, pos: int, endpos: int, spans: list[tuple[int, int]], template: Any) -> Any:
    return _made_again(source, string, pos, endpos, spans).expand(template)


def _made_again(source: str, string: Any, pos: int, endpos: int, spans: list[tuple[int, int]]) -> re.Match[Any]:
    """Return the match with these spans, which one of the methods finds again."""
    pattern = pattern_of(source)
    for method in (pattern.search, pattern.match, pattern.fullmatch):
        match = method(string, pos, endpos)
        if match is not None and _spans(match) == spans:
            return match
    for match in pattern.finditer(string, pos, endpos):
        if _spans(match) == spans:
            return match
    raise ValueError(f"{pattern!r} does not find the match again")


def _escape(pattern: Any) -> Any:
    return re.escape(pattern)


def _purge() -> None:
    _compiled.clear()
    re.purge()


def _site(function: Callable[..., Any], gives: Any, form: str = "") -> tuple[str, Any]:
    """Return how compiled code names a function, and the type of its result; a form tells those of several types apart."""
    if form:
        function = _copy(function)
    return register(f"{__name__}!{function.__name__}{form}", function, gives), gives


def _copy(function: Any) -> Any:
    made = type(function)(function.__code__, function.__globals__, function.__name__)
    _copies.append(made)
    return made


_copies: list[Any] = []


def _sites(function: Callable[..., Any], gives: Callable[[Any], Any], form: str = "") -> dict[bool, tuple[str, Any]]:
    """Return the sites of a function for text and, under True, for bytes."""
    return {False: _site(function, gives(TEXT), f" str{form}"), True: _site(function, gives(BYTES), f" bytes{form}")}


SEARCHES = {function.__name__[1:]: _site(function, SPANS)[0] for function in (_search, _match, _fullmatch)}
WITHIN = {
    function.__name__[1:].removesuffix("_within"): _site(function, SPANS)[0]
    for function in (_search_within, _match_within, _fullmatch_within)
}
ALL = _site(_all, SPANS)[0]
FINDALL = _sites(_findall, types.List)
FINDALL_IN_TURN = _sites(_findall_in_turn, types.List)
SPLIT = _sites(_split, types.List)
SPLIT_OR_NONE = _sites(_split, lambda ty: types.List(types.Optional(ty)), " or None")
SUB = _sites(_sub, lambda ty: ty)
SUBN = _sites(_subn, lambda ty: types.Tuple((ty, COUNT)))
EXPAND = _sites(_expand, lambda ty: ty)
ESCAPE = _sites(_escape, lambda ty: ty)
CHECK = _site(_check, types.none)
GROUPS = _site(_groups, COUNT)
FLAGS = _site(_flags, COUNT)
NAMES = _site(_names, types.List(TEXT))
NUMBER = _site(_number, COUNT)
PURGE = _site(_purge, types.none)
_SAME, _HASH, _REPR = _site(_same, FLAG)[0], _site(_hash, COUNT)[0], _site(_repr, TEXT)[0]


# ---------------------------------------------------------------------------------------------------- the classes


@dataclass(eq=False)
class Pattern:
    """A ``re.Pattern`` of text whose shape is not known; its methods are in `pattern_methods`.

    Parameters
    ----------
    source : str
        What `source_of` says.
    """

    source: str

    def __repr__(self) -> str:
        return call_object(_REPR, TEXT, self.source)

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, re.Pattern):
            return self.source == other.source or call_object(_SAME, FLAG, self.source, other.source)  # type: ignore[attr-defined]
        return False

    def __hash__(self) -> int:
        return call_object(_HASH, COUNT, self.source)


class BytesPattern(Pattern):
    """The same for bytes."""


@dataclass(eq=False)
class Match:
    """A ``re.Match`` in text of a pattern whose shape is not known; its methods are in `match_methods`.

    Parameters
    ----------
    string : str or bytes
        What was searched.
    source : str
        What the pattern is known by.
    pos : int
        Where in the string the search began.
    endpos : int
        Where it ended.
    spans : list of tuple
        As `SPANS` says.
    """

    string: Any
    source: str
    pos: int
    endpos: int
    spans: Any

    def __repr__(self) -> str:
        start, end = self.spans[1]
        return f"<re.Match object; span=({start}, {end}), match={self.string[start:end]!r}>"


class BytesMatch(Match):
    """The same for bytes."""


def is_pattern(ty: object) -> bool:
    """Whether the type is one of patterns."""
    return _is_of(ty, Pattern)


def is_match(ty: object) -> bool:
    """Whether the type is one of matches."""
    return _is_of(ty, Match)


def _is_of(ty: object, cls: type) -> bool:
    own = getattr(ty, "instance_class", None)
    return isinstance(own, type) and issubclass(own, cls)


def is_binary(cls: Any) -> bool:
    """Whether a class of patterns or matches is one of bytes."""
    return issubclass(cls, (BytesPattern, BytesMatch))


def shape(cls: Any) -> Shape | None:
    """Return the shape that a class of patterns or matches has; None where it has none."""
    name = cls.__name__
    return shape_of_text(name[name.index("(") :]) if "(" in name else None


def match_class(cls: Any) -> Any:
    """Return the class of the matches of a class of patterns."""
    return _class_of(cls.__name__.replace("Pattern", "Match", 1))


def pattern_class(cls: Any) -> Any:
    """Return the class of the patterns of a class of matches."""
    return _class_of(cls.__name__.replace("Match", "Pattern", 1))


def class_for(found: Shape | None, binary: bool) -> Any:
    """Return the class of patterns of a shape."""
    return _class_of(f"{'Bytes' if binary else ''}Pattern{'' if found is None else found.text}")


_PLAIN: dict[str, Any] = {cls.__name__: cls for cls in (Pattern, BytesPattern, Match, BytesMatch)}
_ORIGINALS: dict[str, Any] = {"Pattern": re.Pattern, "Match": re.Match}


@cache
def _class_of(name: str) -> Any:
    kind = name.partition("(")[0]
    if kind == name:
        return _PLAIN[name]
    made = type(name, (_PLAIN[kind],), {"__module__": __name__, "__doc__": f"A {kind} with these groups."})
    _native.register_counterpart(_ORIGINALS[kind.removeprefix("Bytes")], made, __name__)
    return made


def __getattr__(name: str) -> Any:
    """Return the class of a shape: code that is kept names it."""
    if name.partition("(")[0] in _PLAIN:
        return _class_of(name)
    raise AttributeError(name)


# ---------------------------------------------------------------------------------------------------- Python's objects

_known: dict[re.Pattern[Any], Pattern] = {}


def counterpart_of(value: Any) -> Any:
    """Return what a pattern or a match is in compiled code."""
    if isinstance(value, re.Match):
        if not isinstance(value.string, (str, bytes)):
            raise TypeError(f"a match in a {type(value.string).__name__} has no type in compiled code")
        pattern = _counterpart_of_pattern(value.re)
        return match_class(type(pattern))(value.string, pattern.source, value.pos, value.endpos, _spans(value))
    return _counterpart_of_pattern(value)


def _counterpart_of_pattern(value: re.Pattern[Any]) -> Pattern:
    # Equal patterns have the same text and flags.
    found = _known.get(value)
    if found is None:
        source = source_of(value.pattern, value.flags)
        _compiled[source] = value
        if len(_known) >= _MOST_COMPILED:
            _known.clear()
        found = _known[value] = class_for(shape_of(value.pattern, value.flags), isinstance(value.pattern, bytes))(source)
    return found


def write_back(value: Any, counterpart: Any) -> None:
    """Do nothing: patterns and matches don't change."""


def original_of(counterpart: Any) -> Any:
    """Return the pattern or match that a counterpart stands for."""
    if isinstance(counterpart, Pattern):
        return pattern_of(counterpart.source)
    return _made_again(counterpart.source, counterpart.string, counterpart.pos, counterpart.endpos, counterpart.spans)


for _name, _cls in _PLAIN.items():
    _native.register_counterpart(_ORIGINALS[_name.removeprefix("Bytes")], _cls, __name__)
