"""Methods and attributes of patterns of `re` in compiled code, and the functions of the module."""

from __future__ import annotations

import re
import sys
from typing import Any

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_integer_member, is_integral
from coluber.lib.python import patterns
from coluber.lib.python.pattern_shapes import shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

# ---------------------------------------------------------------------------------------------------- arguments


def _is_bytes(ty: Any) -> bool:
    return str(ty) == "bytes"


def _is_text(ty: Any) -> bool:
    return isinstance(ty, (types.UnicodeType, types.StringLiteral))


def _kind(ty: Any) -> str:
    return "str" if _is_text(ty) else str(types.unliteral(ty))


def _check_string(pattern: Any, string: Any) -> None:
    """Raise where a pattern can't be looked for in a string."""
    if not (_is_text(string) or _is_bytes(string)):
        raise errors.TypingError(f"expected a string or bytes, got '{_kind(string)}'")
    if patterns.is_binary(pattern.instance_class) != _is_bytes(string):
        wrong = "a bytes pattern on a string" if _is_text(string) else "a string pattern on bytes"
        raise errors.TypingError(f"cannot use {wrong}")


def _check_integers(**given: Any) -> None:
    for name, ty in given.items():
        if isinstance(ty, types.Type) and not is_integral(ty):
            raise errors.TypingError(f"the argument '{name}' must be an integer, not {_kind(ty)}")


def _may_be_none(*given: Any) -> bool:
    """Whether an argument may be None: the compiler asks again for the type that it has otherwise."""
    return any(isinstance(ty, types.Optional) for ty in given)


# ---------------------------------------------------------------------------------------------------- one match


def form_of(cls: Any) -> str:
    """Return the word by which the types of spans of a class of patterns are known."""
    shape = patterns.shape(cls)
    return "?" if shape is None else str(shape.groups)


def _strings(cls: Any) -> str:
    return "bytes" if patterns.is_binary(cls) else "str"


def _searching(name: str) -> Callable[..., FunctionType | None]:
    """Return the overload function of a method that gives a match or None."""

    def describe(self: Any, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> FunctionType | None:
        if not patterns.is_pattern(self) or _may_be_none(string):
            return patterns.of_several(self, patterns.Pattern, name, string=string, pos=pos, endpos=endpos)
        _check_string(self, string)
        _check_integers(pos=pos, endpos=endpos)
        made, form = patterns.match_class(self.instance_class), form_of(self.instance_class)
        ask = patterns.asking(name, form, "string")
        ask_within = patterns.asking(f"{name}_within", form, "string, pos, endpos")

        def impl(self, string, pos=0, endpos=sys.maxsize):
            found = ask(self, string)
            if found is None:
                return None
            last, regs = found
            return made(string, self, 0, len(string), last, regs)

        def impl_within(self, string, pos=0, endpos=sys.maxsize):
            start, stop = _clipped(pos, len(string)), _clipped(endpos, len(string))
            found = ask_within(self, string, start, stop)
            if found is None:
                return None
            last, regs = found
            return made(string, self, start, stop, last, regs)

        return impl_within if isinstance(pos, types.Type) or isinstance(endpos, types.Type) else impl

    return describe


def _clipped(place: int, length: int) -> int:
    return min(max(int(place), 0), length)


for _name in ("search", "match", "fullmatch"):
    implements(f"object.{_name}")(_searching(_name))


# ---------------------------------------------------------------------------------------------------- all matches


@implements("object.finditer")
def finditer(self: Any, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> FunctionType | None:
    """Return a generator of all matches."""
    if not patterns.is_pattern(self) or _may_be_none(string):
        return patterns.of_several(self, patterns.Pattern, "finditer", string=string, pos=pos, endpos=endpos)
    _check_string(self, string)
    _check_integers(pos=pos, endpos=endpos)
    made = patterns.match_class(self.instance_class)
    ask = patterns.asking("all", form_of(self.instance_class), "string, pos, endpos")

    def impl(self, string, pos=0, endpos=sys.maxsize):
        start, stop = _clipped(pos, len(string)), _clipped(endpos, len(string))
        for last, regs in ask(self, string, start, stop):
            yield made(string, self, start, stop, last, regs)

    return impl


@implements("object.findall")
def findall(self: Any, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> FunctionType | None:
    """Return what all matches are, or their groups if there are any."""
    if not patterns.is_pattern(self) or _may_be_none(string):
        return patterns.of_several(self, patterns.Pattern, "findall", string=string, pos=pos, endpos=endpos)
    _check_string(self, string)
    _check_integers(pos=pos, endpos=endpos)
    form, shape = _strings(self.instance_class), patterns.shape(self.instance_class)
    ask = patterns.asking("findall", form, "string, pos, endpos")

    def impl(self, string, pos=0, endpos=sys.maxsize):
        return ask(self, string, int(pos), int(endpos))

    return impl if shape is None or shape.groups < 2 else _findall_of_tuples(shape.groups, form)


def _findall_of_tuples(groups: int, form: str) -> FunctionType:
    items = ", ".join(f"found[k + {k}]" for k in range(groups))
    return function(
        "self, string, pos=0, endpos=sys.maxsize",
        "found = ask(self, string, int(pos), int(endpos))",
        f"return [({items}) for k in range(0, len(found), {groups})]",
        ask=patterns.asking("findall_in_turn", form, "string, pos, endpos"),
    )


def function(parameters: str, *lines: str, **known: Any) -> FunctionType:
    """Return a function with a body that is made for one shape."""
    scope: dict[str, Any] = {"__name__": __name__, "sys": sys, "call_object": call_object, **known}
    body = "".join(f"    {line}\n" for line in lines)
    exec(compile(f"def impl({parameters}):\n{body}", "<re>", "exec"), scope)
    return scope["impl"]


@implements("object.split")
def split(self: Any, string: Any, maxsplit: Any = 0) -> FunctionType | None:
    """Return what is between the matches, and their groups."""
    if not patterns.is_pattern(self) or _may_be_none(string):
        return patterns.of_several(self, patterns.Pattern, "split", string=string, maxsplit=maxsplit)
    _check_string(self, string)
    _check_integers(maxsplit=maxsplit)
    shape = patterns.shape(self.instance_class)
    optional = "" if shape is not None and all(shape.certain) else "?"
    ask = patterns.asking("split", _strings(self.instance_class) + optional, "string, maxsplit")

    def impl(self, string, maxsplit=0):
        return ask(self, string, int(maxsplit))

    return impl


# ---------------------------------------------------------------------------------------------------- replacing


def _replaces(name: str, result: str) -> Callable[..., FunctionType | None]:
    """Return the overload function of a method that replaces matches: it gives the text, or both that and how many went."""

    def describe(self: Any, repl: Any, string: Any, count: Any = 0) -> FunctionType | None:
        if not _may_replace(self, repl, string, count):
            return patterns.of_several(self, patterns.Pattern, name, repl=repl, string=string, count=count)
        ask = patterns.asking(name, _strings(self.instance_class), "repl, string, count")
        replaced = _replacing(self.instance_class)

        def impl(self, repl, string, count=0):
            return ask(self, repl, string, int(count))

        def impl_of_function(self, repl, string, count=0):
            return replaced(self, repl, string, int(count))

        def impl_of_function_alone(self, repl, string, count=0):
            return replaced(self, repl, string, int(count))[0]

        if _is_text(repl) or _is_bytes(repl):
            return impl
        return impl_of_function if result == "both" else impl_of_function_alone

    return describe


# Matches are replaced by a string in which groups may be named, or by what a function gives for them.
sub = implements("object.sub")(_replaces("sub", "text"))
subn = implements("object.subn")(_replaces("subn", "both"))


def _may_replace(self: Any, repl: Any, string: Any, count: Any) -> bool:
    if not patterns.is_pattern(self) or _may_be_none(repl, string):
        return False
    _check_string(self, string)
    _check_integers(count=count)
    if (_is_text(repl) or _is_bytes(repl)) and _is_text(repl) != _is_text(string):
        raise errors.TypingError(f"the replacement is {_kind(repl)}, and the string {_kind(string)}")
    if isinstance(repl, (types.Integer, types.Float, types.Boolean, types.NoneType, types.Complex)):
        raise errors.TypingError(f"the replacement must be a string or a function, not {_kind(repl)}")
    return True


def _replacing(cls: Any) -> FunctionType:
    """Return the function that replaces matches by what a function gives for them, where None is no text."""
    made, empty = patterns.match_class(cls), b"" if patterns.is_binary(cls) else ""
    ask = patterns.asking("all", form_of(cls), "string, pos, endpos")

    def replaced(self, repl, string, count):
        length = len(string)
        pieces = [string[:0]]
        done = end = 0
        for last, regs in ask(self, string, 0, length):
            if 0 < count <= done:
                break
            start, stop = regs[0]
            pieces.append(string[end:start])
            piece = repl(made(string, self, 0, length, last, regs))
            if piece is not None:
                pieces.append(piece)
            end, done = stop, done + 1
        pieces.append(string[end:])
        return empty.join(pieces), done

    return replaced


# ---------------------------------------------------------------------------------------------------- attributes


@implements("attribute:pattern")
def pattern_text(self: Any) -> FunctionType | None:
    """Return the text of a pattern."""

    def impl(self):
        return self.source[self.source.index(":") + 1 :]

    def impl_bytes(self):
        return self.source[self.source.index(":") + 1 :].encode("latin-1")

    if not patterns.is_pattern(self):
        return patterns.of_several(self, patterns.Pattern, ".pattern")
    return impl_bytes if patterns.is_binary(self.instance_class) else impl


@implements("attribute:flags")
def pattern_flags(self: Any) -> FunctionType | None:
    """Return the flags of a pattern, with those that it has itself."""
    ask = patterns.asking("flags")

    def impl(self):
        return ask(self)

    return impl if patterns.is_pattern(self) else patterns.of_several(self, patterns.Pattern, ".flags")


@implements("attribute:groups")
def pattern_groups(self: Any) -> FunctionType | None:
    """Return the number of groups."""
    if not patterns.is_pattern(self):
        return patterns.of_several(self, patterns.Pattern, ".groups")
    shape, ask = patterns.shape(self.instance_class), patterns.asking("groups")

    def impl(self):
        return ask(self)

    return impl if shape is None else function("self", f"return {shape.groups}")


@implements("attribute:groupindex")
def pattern_groupindex(self: Any) -> FunctionType | None:
    """Return the numbers of the groups that have names."""
    if not patterns.is_pattern(self):
        return patterns.of_several(self, patterns.Pattern, ".groupindex")
    shape, ask = patterns.shape(self.instance_class), patterns.asking("names")

    def impl(self):
        found: dict[str, int] = {}
        for k, name in enumerate(ask(self)):
            if name != "":
                found[name] = k + 1
        return found

    if shape is None:
        return impl
    stated = [f"found[{name!r}] = {number}" for name, number in shape.numbers.items()]
    return function("self", "found = {'': 0}", "found.clear()", *stated, "return found")


# ---------------------------------------------------------------------------------------------------- the module


def _constant_flags(flags: Any) -> int | None:
    """Return flags that are constant; None for others."""
    ty = flags.dtype if is_integer_member(flags) else flags
    if isinstance(ty, types.Type):
        found = getattr(ty, "literal_value", None)
        return None if found is None else int(found)
    return int(ty)


def _constant_text(pattern: Any) -> str | None:
    return str(pattern.literal_value) if isinstance(pattern, types.StringLiteral) else None


@implements("re.compile")
def compile_(pattern: Any, flags: Any = 0) -> FunctionType | None:
    """Make a pattern of a text, of a class that says what is known of its groups."""
    if _may_be_none(pattern):
        return None
    if not isinstance(flags, int) and not is_integral(flags) and not is_integer_member(flags):
        raise errors.TypingError(f"the argument 'flags' must be flags of re, not {_kind(flags)}")
    if patterns.is_pattern(pattern):
        return _compile_again(flags)
    if not (_is_text(pattern) or _is_bytes(pattern)):
        raise errors.TypingError(f"first argument must be string or compiled pattern, not {_kind(pattern)}")
    text, known = _constant_text(pattern), _constant_flags(flags)
    shape = None if text is None else shape_of(text, known)
    if shape is None:
        return _compile_unknown(_is_bytes(pattern))
    return _compile_known(patterns.class_for(shape, False), str(text), known)


def _compile_known(made: Any, text: str, flags: int | None) -> FunctionType:
    """Return the function for a constant pattern, which is right as far as its shape says."""
    source, behind = patterns.source_of(text, flags or 0), f":{text}"
    key, (know, number) = patterns.key_of(source), patterns.site("know")

    def impl(pattern, flags=0):
        return made(source, key)

    def impl_with_flags(pattern, flags=0):
        source = str(int(flags)) + behind
        return made(source, call_object(know, number, source))

    def impl_raising(pattern, flags=0):
        return made(source, call_object(know, number, source))

    if flags is None:
        return impl_with_flags
    return impl if _is_right(text, flags) else impl_raising


def _is_right(text: str, flags: int) -> bool:
    try:
        re.compile(text, flags & ~re.DEBUG)
    except (re.error, ValueError, OverflowError, RecursionError):
        return False
    return not flags & re.DEBUG


def _compile_unknown(binary: bool) -> FunctionType:
    made = patterns.class_for(None, binary)
    know, number = patterns.site("know")

    def impl(pattern, flags=0):
        source = f"{int(flags)}:{pattern}"
        return made(source, call_object(know, number, source))

    def impl_bytes(pattern, flags=0):
        source = f"{int(flags)}b:{pattern.decode('latin-1')}"
        return made(source, call_object(know, number, source))

    return impl_bytes if binary else impl


def _compile_again(flags: Any) -> FunctionType:
    def impl(pattern, flags=0):
        return pattern

    def impl_with_flags(pattern, flags=0):
        if int(flags) != 0:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern

    return impl if isinstance(flags, int) else impl_with_flags


def _of_module(name: str, parameters: str) -> Callable[..., FunctionType | None]:
    """Return the overload function of a function of the module, which calls the method of the pattern.

    Parameters
    ----------
    name : str
        Its name.
    parameters : str
        Those between the pattern and the flags, with their defaults.
    """
    passed = ", ".join(part.partition("=")[0] for part in parameters.split(", "))

    def describe(pattern: Any, flags: Any) -> FunctionType | None:
        make = compile_(pattern, flags)
        if make is None:
            return None
        given = "flags" if patterns.is_pattern(pattern) else "int(flags)"
        call = f"return make(pattern, {given}).{name}({passed})"
        return function(f"pattern, {parameters}, flags=0", call, make=make)

    scope: dict[str, Any] = {"__name__": __name__, "describe": describe}
    exec(f"def {name}(pattern, {parameters}, flags=0):\n    return describe(pattern, flags)\n", scope)
    return scope[name]


for _name, _parameters in {
    "search": "string",
    "match": "string",
    "fullmatch": "string",
    "findall": "string",
    "finditer": "string",
    "split": "string, maxsplit=0",
    "sub": "repl, string, count=0",
    "subn": "repl, string, count=0",
}.items():
    implements(f"re.{_name}")(_of_module(_name, _parameters))


@implements("re.escape")
def escape(pattern: Any) -> FunctionType | None:
    """Escape what means something in a pattern."""
    if not (_is_text(pattern) or _is_bytes(pattern)):
        return None
    site, gives = patterns.site("escape", "bytes" if _is_bytes(pattern) else "str")

    def impl(pattern):
        return call_object(site, gives, pattern)

    return impl


@implements("re.purge")
def purge() -> FunctionType:
    """Forget the patterns that are kept."""
    site, gives = patterns.site("purge")

    def impl():
        call_object(site, gives)

    return impl
