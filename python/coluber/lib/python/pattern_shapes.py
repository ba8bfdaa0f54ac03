"""What the text of a regular expression says of what its matches give: names of groups, and which are part of each match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_REPEATS = tuple(getattr(codes, name, None) for name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))
_ATOMIC = getattr(codes, "ATOMIC_GROUP", None)


@dataclass(frozen=True)
class Shape:
    """What is known of a pattern before the program runs.

    Parameters
    ----------
    names : tuple of str
        The names of the groups from 1 on; empty where one has none.
    certain : tuple of bool
        Whether each of them is part of each match.
    ends_named : bool
        Whether the group that is closed last has a name in each match.
    """

    names: tuple[str, ...]
    certain: tuple[bool, ...]
    ends_named: bool

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return len(self.names)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the groups that have names."""
        return {name: k + 1 for k, name in enumerate(self.names) if name}

    @property
    def text(self) -> str:
        """The shape as text: names or numbers of the groups, with a question mark where one may be left out."""
        each = zip(self.names, self.certain, strict=True)
        listed = ", ".join(f"{name or k + 1}{'' if certain else '?'}" for k, (name, certain) in enumerate(each))
        return f"({listed}){'!' if self.ends_named else ''}"


def shape_of_text(text: str) -> Shape:
    """Return the shape that `Shape.text` has written."""
    listed = [part for part in text.rstrip("!")[1:-1].split(", ") if part]
    names = tuple(part.rstrip("?") for part in listed)
    return Shape(
        tuple("" if name.isdecimal() else name for name in names),
        tuple(not part.endswith("?") for part in listed),
        text.endswith("!"),
    )


def shape_of(pattern: str | bytes, flags: int | None) -> Shape | None:
    """Return the shape of a pattern; None where it is none, or where it depends on flags that are not known.

    Parameters
    ----------
    pattern : str or bytes
        The pattern.
    flags : int or None
        Flags; None where only the running program knows them.
    """
    if flags is not None:
        return _parsed(pattern, bool(flags & re.VERBOSE))
    plain, verbose = _parsed(pattern, False), _parsed(pattern, True)
    return plain if plain == verbose else None


@cache
def _parsed(pattern: str | bytes, verbose: bool) -> Shape | None:
    try:
        tree = parser.parse(pattern, re.VERBOSE if verbose else 0)
    except (re.error, OverflowError, RecursionError):
        return None
    count = tree.state.groups - 1
    names = {number: name for name, number in tree.state.groupdict.items()}
    certain, last = _certain(tree), _last(tree)
    return Shape(
        tuple(names.get(k + 1, "") for k in range(count)),
        tuple(k + 1 in certain for k in range(count)),
        None not in last and all(number in names for number in last),
    )


def _certain(tree: Iterable[tuple[Any, Any]]) -> frozenset[int]:
    """Return the groups that are part of each match of a sequence."""
    found: frozenset[int] = frozenset()
    return found.union(*(_certain_in(code, given) for code, given in tree))


def _certain_in(code: Any, given: Any) -> frozenset[int]:
    if code is codes.SUBPATTERN:
        own = [] if given[0] is None else [given[0]]
        return _certain(given[-1]).union(own)
    if code is codes.BRANCH:
        first, *others = map(_certain, given[1])
        return first.intersection(*others)
    if code in _REPEATS:
        return _certain(given[2]) if given[0] > 0 else frozenset()
    if code is codes.ASSERT:
        return _certain(given[1])
    if code is codes.GROUPREF_EXISTS:
        return _certain(given[1]) & _certain(given[2] or ())
    return _certain(given) if code is _ATOMIC else frozenset()


def _last(tree: Iterable[tuple[Any, Any]]) -> frozenset[int | None]:
    """Return the groups that a sequence may close last; None among them where it may close none."""
    found: frozenset[int | None] = frozenset([None])
    for code, given in tree:
        closed = _last_in(code, given)
        found = found | (closed - {None}) if None in closed else closed
    return found


def _last_in(code: Any, given: Any) -> frozenset[int | None]:
    if code is codes.SUBPATTERN:
        return _last(given[-1]) if given[0] is None else frozenset([given[0]])
    if code is codes.BRANCH:
        return frozenset[int | None]().union(*map(_last, given[1]))
    if code in _REPEATS:
        return _last(given[2]) if given[0] > 0 else _last(given[2]) | {None}
    if code is codes.ASSERT:
        return _last(given[1])
    if code is codes.GROUPREF_EXISTS:
        return _last(given[1]) | _last(given[2] or ())
    return _last(given) if code is _ATOMIC else frozenset([None])
