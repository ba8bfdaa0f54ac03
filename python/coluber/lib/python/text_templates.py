"""The class that stands for ``string.Template`` in compiled code.

Templates of classes derived from it, whose placeholders may be others, have no type.
"""

from __future__ import annotations

import string
from dataclasses import dataclass

from coluber import _native
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


@dataclass(eq=False)
class Template:
    """A text with placeholders.

    Parameters
    ----------
    template : str
        The text.
    """

    template: str

    def substitute(self, mapping: Any = None, /, **kws: Any) -> str:
        """Return the text with values in the places of names."""
        return _filled(self.template, _texts(mapping, kws), True)

    def safe_substitute(self, mapping: Any = None, /, **kws: Any) -> str:
        """Return the text with those values that there are in the places of names."""
        return _filled(self.template, _texts(mapping, kws), False)

    def is_valid(self) -> bool:
        """Whether there is a name behind each dollar sign."""
        return all(kind != "" for kind, _, _ in _placeholders(self.template))

    def get_identifiers(self) -> list[str]:
        """Return the names."""
        found: list[str] = []
        for kind, start, end in _placeholders(self.template):
            name = _name(self.template, kind, start, end)
            if name != "" and name not in found:
                found.append(name)
        return found


def _texts(mapping: Any, kws: Any) -> dict[str, str]:
    """Return the texts of all values by name."""
    texts: dict[str, str] = {}
    if mapping is not None:
        for name, value in mapping.items():
            texts[name] = str(value)
    for name, value in kws.items():
        texts[name] = str(value)
    return texts


def _end_of_name(text: str, start: int) -> int:
    """Return where a name ends that begins at a place; the place itself where none does."""
    end = start
    while end < len(text) and (text[end] in _LETTERS or (end > start and text[end] in _DIGITS)):
        end += 1
    return end


def _placeholders(text: str) -> list[tuple[str, int, int]]:
    """Return what begins with a dollar sign, by ``$``, ``name``, ``{``, or nothing where it is wrong: kind, start and end."""
    found = []
    at = text.find("$")
    while at >= 0:
        end = _end_of_name(text, at + 1)
        if text[at + 1 : at + 2] == "$":
            kind, end = "$", at + 2
        elif end > at + 1:
            kind = "name"
        else:
            inner = _end_of_name(text, at + 2) if text[at + 1 : at + 2] == "{" else at + 2
            is_braced = inner > at + 2 and text[inner : inner + 1] == "}"
            kind, end = ("{", inner + 1) if is_braced else ("", at + 1)
        found.append((kind, at, end))
        at = text.find("$", end)
    return found


def _name(text: str, kind: str, start: int, end: int) -> str:
    """Return the name in a placeholder; nothing for one without."""
    if kind == "name":
        return text[start + 1 : end]
    return text[start + 2 : end - 1] if kind == "{" else ""


def _filled(text: str, values: dict[str, str], is_strict: bool) -> str:
    parts: list[str] = []
    done = 0
    for kind, start, end in _placeholders(text):
        parts.append(text[done:start])
        name = _name(text, kind, start, end)
        done = end
        if kind == "$":
            parts.append("$")
        elif name != "" and name in values:
            parts.append(values[name])
        elif not is_strict:
            parts.append(text[start:end])
        elif kind == "":
            before = text[: start + 1]
            line = before.count("\n") + 1
            column = start - before.rfind("\n")
            raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
        else:
            raise KeyError(name)
    parts.append(text[done:])
    return "".join(parts)


def counterpart_of(value: Any) -> Template:
    """Return what a template is in compiled code."""
    if type(value) is not string.Template:
        raise TypeError(f"templates of the class {type(value).__name__} have no type in compiled code")
    return Template(value.template)


def write_back(value: Any, counterpart: Template) -> None:
    """Give a template the text of its counterpart."""
    value.template = counterpart.template


def original_of(counterpart: Template) -> Any:
    """Return the template that a counterpart stands for."""
    return string.Template(counterpart.template)


_native.register_counterpart(string.Template, Template, __name__)


@implements("string.Template")
def template(template: Any) -> FunctionType:
    """Make a template of a text."""

    def impl(template):
        return Template(template)

    return impl
