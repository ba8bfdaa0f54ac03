"""Functions of the modules ``string`` and ``textwrap``."""

from __future__ import annotations

import sys

from coluber.core.extending import implements
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

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
