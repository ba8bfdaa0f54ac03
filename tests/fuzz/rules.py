"""Rules: templates of expressions and statements, with places for expressions of some kind.

In a template ``{int}`` is any expression of the kind, ``{@int}`` a variable or literal, ``{!list[T]}`` a variable that there
is, ``{=int}`` a variable that is assigned to, ``$v`` a name of the template's own, ``{T|$v:U}`` an expression that may use it
as a ``U``; ``«`` and ``»`` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tests.fuzz.kinds import Kind, parse, variables

_PLACE = re.compile(r"\{([@!=]?)([A-Za-z][A-Za-z0-9]*(?:\[[^{}|]*\])?)((?:\|\$\w+:[^{}|]+)*)\}")


@dataclass(frozen=True)
class Place:
    """A place of a template: how it is filled, with which kind, and what names may be used there."""

    mark: str
    kind: Kind
    names: tuple[tuple[str, Kind], ...]


@dataclass(frozen=True)
class Rule:
    """A template.

    Parameters
    ----------
    group : str
        The part of the language; a program uses some of them.
    result : Kind
        What an expression gives; of a statement, ``statement``.
    template : str
        The text.
    raises : bool
        Whether it often raises, so that it stands under ``try`` as a rule.
    """

    group: str
    result: Kind
    template: str
    raises: bool = False

    @cached_property
    def parts(self) -> list[str | Place]:
        """Texts and places by turns."""
        pieces = _PLACE.split(self.template)
        parts: list[str | Place] = [pieces[0]]
        for mark, kind, names, text in zip(pieces[1::4], pieces[2::4], pieces[3::4], pieces[4::4], strict=True):
            parts += [Place(mark, parse(kind), _names(names)), text]
        return parts

    @cached_property
    def places(self) -> list[Place]:
        """The places."""
        return [part for part in self.parts if isinstance(part, Place)]

    @cached_property
    def variables(self) -> list[str]:
        """The variables of kinds, sorted."""
        kinds = [self.result]
        for place in self.places:
            kinds += [place.kind, *(kind for _, kind in place.names)]
        return sorted(frozenset().union(*map(variables, kinds)))


def _names(text: str) -> tuple[tuple[str, Kind], ...]:
    pairs = (part.split(":", 1) for part in text.split("|")[1:])
    return tuple((name, parse(kind)) for name, kind in pairs)


def rules(group: str, table: dict[str, str | Iterable[str]]) -> list[Rule]:
    """Return the rules of a table: a kind, and its templates, one a line. A line that begins with ``?`` often raises."""
    made = []
    for result, templates in table.items():
        lines = templates.strip().splitlines() if isinstance(templates, str) else templates
        for line in map(str.strip, lines):
            made.append(Rule(group, parse(result), line.removeprefix("?").strip(), line.startswith("?")))
    return made
