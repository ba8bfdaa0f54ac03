"""Functions of the modules ``string`` and ``textwrap``."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

from coluber.core.extending import implements
from coluber.lib.hosted import TEXT, TEXTS, implement, is_number, is_text
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_ANY_SPACE_IS_BLANK = sys.version_info >= (3, 14)


@implements("string.capwords")
def capwords(s: Any, sep: Any = None) -> FunctionType | None:
    """Capitalize the words of a text."""

    def impl(s, sep=None):
        return " ".join([word.capitalize() for word in s.split()])

    def impl_sep(s, sep=None):
        return sep.join([word.capitalize() for word in s.split(sep)])

    return impl if is_none(sep) else impl_sep


@implements("textwrap.indent")
def indent(text: Any, prefix: Any, predicate: Any = None) -> FunctionType | None:
    """Put a prefix in front of the lines that are not blank, or of those that a function chooses."""

    def impl(text, prefix, predicate=None):
        return "".join([prefix + line if line.strip() else line for line in text.splitlines(True)])

    def impl_predicate(text, prefix, predicate=None):
        return "".join([prefix + line if predicate(line) else line for line in text.splitlines(True)])

    return impl if is_none(predicate) else impl_predicate


def _wrap(text: str, *options: Any) -> list[str]:
    return textwrap.wrap(text, **dict(zip(_OPTIONS, options, strict=True)))


def _fill(text: str, *options: Any) -> str:
    return textwrap.fill(text, **dict(zip(_OPTIONS, options, strict=True)))


def _shorten(text: str, *options: Any) -> str:
    return textwrap.shorten(text, **dict(zip(_OPTIONS_OF_SHORTEN, options, strict=True)))


# Parameters of a `TextWrapper` with their defaults; `shorten` has a limit of one line.
_OPTIONS = {
    "width": 70,
    "initial_indent": "",
    "subsequent_indent": "",
    "expand_tabs": True,
    "replace_whitespace": True,
    "fix_sentence_endings": False,
    "break_long_words": True,
    "drop_whitespace": True,
    "break_on_hyphens": True,
    "tabsize": 8,
    "max_lines": None,
    "placeholder": " [...]",
}
_OPTIONS_OF_SHORTEN = {name: default for name, default in _OPTIONS.items() if name != "max_lines"}


def _signature(options: dict[str, Any], *by_position: str) -> str:
    named = ", ".join(f"{name}={default!r}" for name, default in options.items() if name not in by_position)
    return f"text, {', '.join(by_position)}, *, {named}"


def _takes_option(ty: Any) -> bool:
    return is_none(ty) or is_text(ty) or is_number(ty)


_ACCEPTED = {"text": is_text, **dict.fromkeys(_OPTIONS, _takes_option)}

implement("textwrap.wrap", _signature(_OPTIONS, "width").replace("width", "width=70", 1), TEXTS, _wrap, **_ACCEPTED)
implement("textwrap.fill", _signature(_OPTIONS, "width").replace("width", "width=70", 1), TEXT, _fill, **_ACCEPTED)
implement("textwrap.shorten", _signature(_OPTIONS_OF_SHORTEN, "width"), TEXT, _shorten, **_ACCEPTED)


def is_blank(line: str) -> bool:
    """Whether a line has nothing but space."""
    return line.isspace() if _ANY_SPACE_IS_BLANK else line.strip(" \t") == "" and line != ""


@implements("textwrap.dedent")
def dedent(text: Any) -> FunctionType | None:
    """Take the space that all lines begin with from them."""

    def impl(text):
        lines = text.split("\n")
        filled = [line for line in lines if line and not is_blank(line)]
        if len(filled) == 0:
            return "\n".join(["" if is_blank(line) else line for line in lines])
        first, last = min(filled), max(filled)
        margin = 0
        while margin < len(first) and margin < len(last) and first[margin] in " \t" and first[margin] == last[margin]:
            margin += 1
        return "\n".join(["" if is_blank(line) else line[margin:] for line in lines])

    return impl
