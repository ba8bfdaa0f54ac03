"""Kinds: the types of values that programs compute with, written as ``dict[str, list[int]]``.

Single capital letters are variables: ``T`` and ``U`` stand for any kind, ``O`` for one whose values are ordered, ``H`` for
items of sets, whose order in a set follows from their values, and ``K`` and ``V`` for keys and values of dicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

VARIABLES = frozenset("TUOHKV")
ORDERED = frozenset({"int", "float", "str", "bytes"})
NO_VALUES = frozenset({"statement", "own", "fn", "iter"})
VALUES = frozenset({"int", "float", "str", "bytes", "bool"})


@dataclass(frozen=True)
class Kind:
    """A type of values.

    Parameters
    ----------
    name : str
        The class, or a variable.
    items : tuple of Kind
        The kinds of what is inside.
    """

    name: str
    items: tuple[Kind, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}[{', '.join(map(str, self.items))}]" if self.items else self.name

    @property
    def depth(self) -> int:
        """How many containers are inside of each other."""
        return 1 + max((item.depth for item in self.items), default=0)


@cache
def parse(text: str) -> Kind:
    """Return the kind that a text names."""
    name, bracket, rest = text.strip().partition("[")
    if not bracket:
        return Kind(name)
    return Kind(name, tuple(parse(part) for part in _parts(rest.removesuffix("]"))))


def _parts(text: str) -> list[str]:
    """Split at the commas that are not inside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def unify(pattern: Kind, kind: Kind, bound: dict[str, Kind]) -> bool:
    """Whether a pattern can be a kind; `bound` gets what its variables are then."""
    if pattern.name in VARIABLES:
        if pattern.name in bound:
            return bound[pattern.name] == kind
        bound[pattern.name] = kind
        return allows(pattern.name, kind)
    if pattern.name != kind.name or len(pattern.items) != len(kind.items):
        return False
    return all(unify(one, other, bound) for one, other in zip(pattern.items, kind.items, strict=True))


def substitute(pattern: Kind, bound: dict[str, Kind]) -> Kind:
    """Put kinds in the place of variables."""
    if pattern.name in VARIABLES:
        return bound[pattern.name]
    return Kind(pattern.name, tuple(substitute(item, bound) for item in pattern.items))


def variables(pattern: Kind) -> frozenset[str]:
    """Return the variables of a pattern."""
    if pattern.name in VARIABLES:
        return frozenset(pattern.name)
    return frozenset().union(*map(variables, pattern.items))


def allows(variable: str, kind: Kind) -> bool:
    """Whether a variable may be a kind."""
    if kind.name in NO_VALUES or (kind.name == "opt" and variable != "T"):
        return False
    return {
        "O": is_made_of(kind, ORDERED, {"tuple"}),
        "H": is_made_of(kind, VALUES, {"tuple", "frozenset"}),
        "K": is_made_of(kind, VALUES, {"tuple", "frozenset"}) or kind.name.startswith(("Colour", "Pair", "Fixed")),
    }.get(variable, True)


def is_made_of(kind: Kind, names: frozenset[str], containers: set[str]) -> bool:
    """Whether a kind has one of these names, or is a container of such."""
    if kind.items:
        return kind.name in containers and all(is_made_of(item, names, containers) for item in kind.items)
    return kind.name in names


POOL = tuple(
    map(
        parse,
        (
            *(
                "int",
                "str",
                "float",
                "bool",
                "tuple[int, str]",
                "list[int]",
                "bytes",
                "list[str]",
                "dict[str, int]",
                "set[int]",
            ),
            *("opt[int]", "tuple[str, float, int]", "frozenset[str]", "list[tuple[str, int]]", "dict[int, list[str]]"),
            *("deque[int]", "Counter[str]", "list[list[int]]", "dict[tuple[int, str], float]", "set[str]", "opt[str]"),
            *("odict[str, int]", "ddict[str, list[int]]", "list[float]", "dict[str, dict[str, int]]"),
            *("deque[tuple[int, str]]", "list[opt[int]]", "typedlist[int]", "typeddict[str, float]", "set[tuple[int, str]]"),
            *("list[set[int]]", "tuple[list[int], dict[str, int]]", "list[bytes]", "opt[list[int]]", "dict[bool, str]"),
            *("dict[frozenset[int], int]", "list[bool]"),
        ),
    )
)
