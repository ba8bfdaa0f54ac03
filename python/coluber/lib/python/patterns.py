"""The classes that stand for ``re.Pattern`` and ``re.Match`` in compiled code, and what CPython's `re` does for them.

A pattern is known by its text and its flags, in one string, so that it means the same in each process. For each shape of a
pattern (see `pattern_shapes`) there is a class of its own, so that the types of what matches give are known; patterns whose
text only the running program knows are of the classes without a shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import chain
from types import FunctionType
from typing import Any

# The compiler asks for the names of `re.Match` and `re.Pattern` where this is imported.
import coluber.core.extending  # noqa: F401
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

# Matches of patterns with more groups have their spans in a list.
_MOST_IN_TUPLE = 12


# ---------------------------------------------------------------------------------------------------- what CPython does

_compiled: dict[int, re.Pattern[Any]] = {}
_MOST_COMPILED = 2000


def source_of(pattern: str | bytes, flags: int) -> str:
    """Return the string by which a pattern is known."""
    return f"{flags}b:{pattern.decode('latin-1')}" if isinstance(pattern, bytes) else f"{flags}:{pattern}"


@lru_cache(_MOST_COMPILED)
def key_of(source: str) -> int:
    """Return the number by which a pattern is found that has been compiled: the same in each process."""
    return int.from_bytes(blake2b(source.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") >> 1


def _know(source: str) -> int:
    """Compile a pattern, if that is needed, and return its number."""
    key = key_of(source)
    if key not in _compiled:
        head, _, text = source.partition(":")
        pattern = text.encode("latin-1") if head.endswith("b") else text
        _keep(key, re.compile(pattern, int(head.removesuffix("b"))))
    return key


def _keep(key: int, pattern: re.Pattern[Any]) -> None:
    if len(_compiled) >= _MOST_COMPILED:
        _compiled.clear()
    _compiled[key] = pattern


# The functions below raise KeyError for a pattern that is not kept: compiled code asks again then, see `asking`.

_Found = tuple[int, Any] | None


def _search(key: int, string: Any) -> _Found:
    match = _compiled[key].search(string)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _match(key: int, string: Any) -> _Found:
    match = _compiled[key].match(string)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _fullmatch(key: int, string: Any) -> _Found:
    match = _compiled[key].fullmatch(string)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _search_within(key: int, string: Any, pos: int, endpos: int) -> _Found:
    match = _compiled[key].search(string, pos, endpos)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _match_within(key: int, string: Any, pos: int, endpos: int) -> _Found:
    match = _compiled[key].match(string, pos, endpos)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _fullmatch_within(key: int, string: Any, pos: int, endpos: int) -> _Found:
    match = _compiled[key].fullmatch(string, pos, endpos)
    return None if match is None else (match.lastindex or 0, match.regs)  # type: ignore[attr-defined]


def _all(key: int, string: Any, pos: int, endpos: int) -> list[tuple[int, Any]]:
    found = _compiled[key].finditer(string, pos, endpos)
    return [(match.lastindex or 0, match.regs) for match in found]  # type: ignore[attr-defined]


def _findall(key: int, string: Any, pos: int, endpos: int) -> list[Any]:
    pattern = _compiled[key]
    if pattern.groups > 1:
        raise TypeError(
            f"findall() gives tuples of {pattern.groups} strings for the pattern {pattern.pattern!r}, which only the running "
            "program knows: write the pattern as a constant, use a compiled pattern, or finditer()"
        )
    return pattern.findall(string, pos, endpos)


def _findall_in_turn(key: int, string: Any, pos: int, endpos: int) -> list[Any]:
    """Return what several groups of all matches are, one after the other."""
    return [group for found in _compiled[key].findall(string, pos, endpos) for group in found]


def _split(key: int, string: Any, maxsplit: int) -> list[Any]:
    return _compiled[key].split(string, maxsplit)


def _sub(key: int, repl: Any, string: Any, count: int) -> Any:
    return _compiled[key].sub(repl, string, count)


def _subn(key: int, repl: Any, string: Any, count: int) -> Any:
    return _compiled[key].subn(repl, string, count)


def _groups(key: int) -> int:
    return _compiled[key].groups


def _flags(key: int) -> int:
    return _compiled[key].flags


def _names(key: int) -> list[str]:
    """Return the names of the groups from 1 on."""
    pattern = _compiled[key]
    names = [""] * pattern.groups
    for name, number in pattern.groupindex.items():
        names[number - 1] = name
    return names


def _number(key: int, name: str) -> int:
    number = _compiled[key].groupindex.get(name, -1)
    if number < 0:
        raise IndexError("no such group")
    return number


def _equals(key: int, other: str) -> bool:
    return _compiled[key] == _compiled[_know(other)]


def _hash(key: int) -> int:
    return hash(_compiled[key])


def _repr(key: int) -> str:
    return repr(_compiled[key])


def _expand(key: int, string: Any, pos: int, endpos: int, last: int, spans: Any, template: Any) -> Any:
    return _made_again(_compiled[key], string, pos, endpos, (last, tuple(spans))).expand(template)


def _made_again(pattern: re.Pattern[Any], string: Any, pos: int, endpos: int, found: tuple[int, Any]) -> re.Match[Any]:
    """Return the match with these spans, which one of the methods finds again."""
    tried = (method(string, pos, endpos) for method in (pattern.search, pattern.match, pattern.fullmatch))
    for match in chain(tried, pattern.finditer(string, pos, endpos)):
        if match is not None and (match.lastindex or 0, match.regs) == found:  # type: ignore[attr-defined]
            return match
    raise ValueError(f"{pattern!r} does not find the match again")


def _escape(pattern: Any) -> Any:
    return re.escape(pattern)


def _purge() -> None:
    _compiled.clear()
    re.purge()


# ---------------------------------------------------------------------------------------------------- calls of these


def _found_type(groups: str) -> Any:
    """Return the type of the last group and the spans of a match; ``?`` is for any number of groups."""
    pair = types.UniTuple(COUNT, 2)
    if groups == "?" or int(groups) > _MOST_IN_TUPLE:
        return types.Tuple((COUNT, types.LongTuple(pair)))
    return types.Tuple((COUNT, types.UniTuple(pair, int(groups) + 1)))


def _string_type(form: str) -> Any:
    """Return the type of strings: ``str`` or ``bytes``, behind which ``?`` says that it may be None."""
    ty = BYTES if form.startswith("bytes") else TEXT
    return types.Optional(ty) if form.endswith("?") else ty


def _optional_found(groups: str) -> Any:
    return types.Optional(_found_type(groups))


def _list_of_strings(form: str) -> Any:
    return types.List(_string_type(form))


# The types of what the functions give, which may depend on a word behind the name.
_GIVE: dict[Any, Callable[[str], Any]] = {
    _search: _optional_found,
    _match: _optional_found,
    _fullmatch: _optional_found,
    _search_within: _optional_found,
    _match_within: _optional_found,
    _fullmatch_within: _optional_found,
    _all: lambda form: types.List(_found_type(form)),
    _findall: _list_of_strings,
    _findall_in_turn: _list_of_strings,
    _split: _list_of_strings,
    _sub: _string_type,
    _subn: lambda form: types.Tuple((_string_type(form), COUNT)),
    _expand: _string_type,
    _escape: _string_type,
    _know: lambda _: COUNT,
    _groups: lambda _: COUNT,
    _flags: lambda _: COUNT,
    _number: lambda _: COUNT,
    _hash: lambda _: COUNT,
    _equals: lambda _: types.boolean,
    _names: lambda _: types.List(TEXT),
    _repr: lambda _: TEXT,
    _purge: lambda _: types.none,
}
_BY_NAME = {function.__name__[1:]: function for function in _GIVE}
_made: dict[str, Any] = {}


def site(name: str, form: str = "") -> tuple[str, Any]:
    """Return how compiled code names a function, and the type of its result."""
    key = f"{__name__}!{name} {form}"
    if key not in _made:
        make_site(key)
    return f"object:{key}", _GIVE[_BY_NAME[name]](form)


def make_site(key: str) -> None:
    """Make the function that compiled code, perhaps of another process, has named."""
    name, _, form = key.partition("!")[2].partition(" ")
    function = _BY_NAME[name]
    _made[key] = FunctionType(function.__code__, globals(), function.__name__)
    register(key, _made[key], _GIVE[function](form))


@cache
def asking(name: str, form: str = "", parameters: str = "") -> FunctionType:
    """Return the function that asks CPython for something of a pattern, which it is told once more where that is not kept.

    Parameters
    ----------
    name, form : str
        As for `site`.
    parameters : str
        Those behind the pattern.
    """
    call, gives = site(name, form)
    know, number = site("know")
    scope = {"call_object": call_object, "call": call, "gives": gives, "know": know, "number": number}
    given = f", {parameters}" if parameters else ""
    text = (
        f"def ask(pattern{given}):\n"
        f"    try:\n        return call_object(call, gives, pattern.key{given})\n"
        "    except KeyError:\n        call_object(know, number, pattern.source)\n"
        f"        return call_object(call, gives, pattern.key{given})\n"
    )
    return _function("ask", text, scope)


def _function(name: str, text: str, scope: dict[str, Any]) -> FunctionType:
    """Return a function that a text defines."""
    scope = {"__name__": __name__, **scope}
    exec(compile(text, "<re>", "exec"), scope)
    return scope[name]


_said = asking("repr")


# ---------------------------------------------------------------------------------------------------- the classes


@dataclass(eq=False)
class Pattern:
    """A ``re.Pattern`` of text whose shape is not known; its methods are in `pattern_methods`.

    Parameters
    ----------
    source : str
        What `source_of` says.
    key : int
        What `key_of` says.
    """

    source: str
    key: int

    def __repr__(self) -> str:
        return _said(self)


# These are made of text, so that the compiler does not read this file for what they compare.
_COMPARING = {
    "__eq__": (
        "def __eq__(self, other):\n    if isinstance(other, Pattern):\n"
        "        return self.key == other.key or equal(self, other.source)\n    return False\n"
    ),
    "__hash__": "def __hash__(self):\n    return hashed(self)\n",
}
for _name, _body in _COMPARING.items():
    _known_names = {"Pattern": re.Pattern, "equal": asking("equals", "", "other"), "hashed": asking("hash")}
    setattr(Pattern, _name, _function(_name, _body, _known_names))


class BytesPattern(Pattern):
    """The same for bytes."""


@dataclass(eq=False)
class Match:
    """A ``re.Match`` in text of a pattern whose shape is not known; its methods are in `match_methods`.

    Parameters
    ----------
    string : str or bytes
        What was searched.
    re : Pattern
        The pattern.
    pos : int
        Where in the string the search began.
    endpos : int
        Where it ended.
    last : int
        The group that was closed last; 0 where there is none.
    regs : tuple of tuple
        Where the match is, and the groups.
    """

    string: Any
    re: Any
    pos: int
    endpos: int
    last: int
    regs: Any

    def __repr__(self) -> str:
        start, end = self.regs[0]
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


def may_be_match(ty: object) -> bool:
    """Whether the type is one of matches, whose class may be one of several."""
    return is_match(ty) or _is_one_of(ty, Match)


def _is_one_of(ty: object, cls: type) -> bool:
    return str(ty).startswith((f"one of ({cls.__name__}", f"one of (Bytes{cls.__name__}"))


def of_several(ty: object, cls: type, name: str, **given: Any) -> FunctionType | None:
    """Return the function for a value whose class is one of several; None for other values.

    It calls a method of these classes, behind which the class is known.

    Parameters
    ----------
    ty : type
        The type of the value.
    cls : type
        `Pattern` or `Match`.
    name : str
        The name of a method, or of an attribute if it begins with a dot.
    **given : type or object
        The types of the arguments, or defaults of those that are left out.
    """
    if not _is_one_of(ty, cls):
        return None
    own = f"_{name.removeprefix('.')}_of_one"
    if not hasattr(cls, own):
        call = f"self{name}" if name.startswith(".") else f"self.{name}(*given)"
        setattr(cls, own, _function(own, f"def {own}(self, *given):\n    return {call}\n", {}))
    defaults = {f"default_{key}": value for key, value in given.items() if not isinstance(value, types.Type)}
    parameters = [f"{key}=default_{key}" if f"default_{key}" in defaults else key for key in given]
    count = max((k + 1 for k, value in enumerate(given.values()) if isinstance(value, types.Type)), default=0)
    text = f"def call({', '.join(['self', *parameters])}):\n    return self.{own}({', '.join([*given][:count])})\n"
    return _function("call", text, defaults)


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
    if isinstance(value, re.Pattern):
        return _known.get(value) or _counterpart_of_pattern(value)
    if not isinstance(value.string, (str, bytes)):
        raise TypeError(f"a match in a {type(value.string).__name__} has no type in compiled code")
    made = match_class(type(counterpart_of(value.re)))
    return made(value.string, value.re, value.pos, value.endpos, value.lastindex or 0, value.regs)


def _counterpart_of_pattern(value: re.Pattern[Any]) -> Pattern:
    source = source_of(value.pattern, value.flags)
    found = class_for(shape_of(value.pattern, value.flags), isinstance(value.pattern, bytes))(source, key_of(source))
    _keep(found.key, value)
    if len(_known) >= _MOST_COMPILED:
        _known.clear()
    _known[value] = found
    return found


def write_back(value: Any, counterpart: Any) -> None:
    """Do nothing: patterns and matches don't change."""


def original_of(counterpart: Any) -> Any:
    """Return the pattern or match that a counterpart stands for."""
    if isinstance(counterpart, Pattern):
        return _compiled[_know(counterpart.source)]
    pattern = counterpart.re if isinstance(counterpart.re, re.Pattern) else original_of(counterpart.re)
    found = counterpart.last, tuple(counterpart.regs)
    return _made_again(pattern, counterpart.string, counterpart.pos, counterpart.endpos, found)


for _name, _cls in _PLAIN.items():
    _native.register_counterpart(_ORIGINALS[_name.removeprefix("Bytes")], _cls, __name__)
