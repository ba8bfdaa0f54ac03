"""The writer of a program: its lines, the names that are in scope, and expressions of a kind at any place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.kinds import POOL, Kind, allows, parse, substitute, unify
from tests.fuzz.literals import literal
from tests.fuzz.rules import Place, Rule

STATEMENT = Kind("statement")
INT, BOOL, STR = parse("int"), parse("bool"), parse("str")


@dataclass(frozen=True)
class Variable:
    """A name that is in scope."""

    name: str
    kind: Kind
    writable: bool = True


@dataclass
class Writer:
    """Writes one program.

    Parameters
    ----------
    draw : callable
        Hypothesis' function that chooses.
    groups : frozenset of str
        The parts of the language that the program uses.
    rules : list of Rule
        What there is to choose from.
    """

    draw: Callable[..., Any]
    groups: frozenset[str]
    rules: list[Rule] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    scope: list[Variable] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    bases: dict[str, str] = field(default_factory=dict)
    literals: dict[str, list[str]] = field(default_factory=dict)
    generators: list[tuple[str, Kind]] = field(default_factory=list)
    fields: dict[str, list[tuple[str, Kind]]] = field(default_factory=dict)
    indent: int = 0
    loops: int = 0
    guards: int = 0
    count: int = 0
    yields: Kind | None = None
    _fitting: dict[Kind, list[tuple[Rule, dict[str, Kind]]]] = field(default_factory=dict)

    # Choices.

    def choose(self, items: Any) -> Any:
        """One of some items; the first is the simplest."""
        return self.draw(st.sampled_from(list(items)))

    def number(self, low: int, high: int) -> int:
        """A number of a range."""
        return self.draw(st.integers(low, high))

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self.draw(st.integers(0, one_in - 1)) == one_in - 1

    def fresh(self, prefix: str = "v") -> str:
        """A name that the program doesn't have yet."""
        self.count += 1
        return f"{prefix}{self.count}"

    def add(self, rules: list[Rule]) -> None:
        """Add rules, for what was just defined."""
        self.rules += [rule for rule in rules if rule.group in self.groups]
        self._fitting.clear()

    def any_kind(self, variable: str = "T", deepest: int = 3) -> Kind:
        """A kind for a variable of kinds."""
        return self.choose(
            kind for kind in self.kinds if allows(variable, kind) and kind.depth <= deepest and kind.name != "opt"
        )

    # Lines and scopes.

    def line(self, text: str) -> None:
        """Append a line."""
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Write the lines of a block, whose new variables end with it."""
        self.line(header)
        self.indent += 1
        known = len(self.scope)
        yield
        del self.scope[known:]
        self.indent -= 1

    @contextmanager
    def function(self, header: str, parameters: list[Variable]) -> Iterator[None]:
        """Write a function: it reads the names around it, and assigns its own."""
        outer = self.scope, self.loops, self.guards, self.yields
        self.scope = [Variable(one.name, one.kind, False) for one in self.scope] + parameters
        self.loops = self.guards = 0
        self.yields = None
        self.line(header)
        self.indent += 1
        yield
        self.indent -= 1
        self.scope, self.loops, self.guards, self.yields = outer

    def declare(self, name: str, kind: Kind, writable: bool = True) -> None:
        """Bring a name into scope, once."""
        if all(one.name != name for one in self.scope):
            self.scope.append(Variable(name, kind, writable))

    def variables(self, kind: Kind, only_writable: bool = False) -> list[str]:
        """The names of a kind that are in scope, the newest first."""
        return [
            one.name
            for one in reversed(self.scope)
            if (one.writable or not only_writable) and (one.kind == kind or (not only_writable and self.is_a(one.kind, kind)))
        ]

    def is_a(self, kind: Kind, base: Kind) -> bool:
        """Whether objects of one class are objects of another."""
        name: str | None = kind.name
        while name is not None and name != base.name:
            name = self.bases.get(name)
        return name is not None and not kind.items and not base.items

    # Expressions.

    def expression(self, kind: Kind, depth: int = 2) -> str:
        """An expression of a kind."""
        if depth <= 0 or self.number(0, 4) == 0:
            return self.atom(kind)
        fitting = [pair for pair in self.fitting(kind) if self.is_possible(*pair)]
        if not fitting:
            return self.atom(kind)
        rule, bound = self.choose(fitting)
        return self.filled(rule, bound, depth - 1)

    def expression_in(self, scope: list[Variable], kind: Kind) -> str:
        """An expression that may use some more names."""
        known = len(self.scope)
        self.scope += [Variable(one.name, one.kind, False) for one in scope]
        text = self.expression(kind)
        del self.scope[known:]
        return text

    def atom(self, kind: Kind) -> str:
        """A variable, or else a literal."""
        names = self.variables(kind)
        if names and not self.chance(4):
            return self.choose(names)
        return literal(self, kind)

    def fitting(self, kind: Kind) -> list[tuple[Rule, dict[str, Kind]]]:
        """The rules for a kind, and what their variables are."""
        if kind not in self._fitting:
            found = []
            for rule in self.rules:
                bound: dict[str, Kind] = {}
                if unify(rule.result, kind, bound):
                    found.append((rule, bound))
            self._fitting[kind] = found
        return self._fitting[kind]

    def is_possible(self, rule: Rule, bound: dict[str, Kind]) -> bool:
        """Whether there are the variables that a rule wants, and whether it may raise here."""
        if rule.raises and not self.guards:
            return False
        return all(self.matches(place, bound) for place in rule.places if place.mark == "!")

    def matches(self, place: Place, bound: dict[str, Kind]) -> list[Variable]:
        """The variables that a place of a rule can be: those that may be changed, and functions."""
        usable = (one for one in self.scope if one.writable or one.kind.name == "fn")
        return [one for one in usable if unify(place.kind, one.kind, dict(bound))]

    def filled(self, rule: Rule, bound: dict[str, Kind], depth: int) -> str:
        """The text of a rule, with expressions in its places."""
        bound = dict(bound)
        chosen: dict[Place, str] = {}
        for place in rule.places:
            if place.mark == "!" and place not in chosen:
                one = self.choose(self.matches(place, bound)[::-1])
                unify(place.kind, one.kind, bound)
                chosen[place] = one.name
        for name in rule.variables:
            if name not in bound:
                bound[name] = self.any_kind(name, deepest=2)
        names: dict[str, str] = {}
        assigned: list[tuple[str, Kind]] = []
        text = "".join(
            self._named(part, names) if isinstance(part, str) else self._place(part, chosen, bound, names, assigned, depth)
            for part in rule.parts
        )
        for name, kind in assigned:
            self.declare(name, kind)
        return text

    def _place(
        self,
        place: Place,
        chosen: dict[Place, str],
        bound: dict[str, Kind],
        names: dict[str, str],
        assigned: list[tuple[str, Kind]],
        depth: int,
    ) -> str:
        kind = substitute(place.kind, bound)
        if place.mark == "!":
            return chosen[place]
        if place.mark == "=":
            return self.target(kind, assigned)
        known = len(self.scope)
        for name, its_kind in place.names:
            self.scope.append(Variable(self._named(name, names), substitute(its_kind, bound), False))
        text = self.plain_atom(kind) if place.mark == "@" else self.expression(kind, depth)
        del self.scope[known:]
        return text

    def _named(self, text: str, names: dict[str, str]) -> str:
        """Give a template's own names their fresh ones."""
        for name in ("$v", "$w"):
            if name in text and name not in names:
                names[name] = self.fresh()
        for name, fresh in names.items():
            text = text.replace(name, fresh)
        return text.replace("«", "{").replace("»", "}")

    def plain_atom(self, kind: Kind) -> str:
        """A variable, or a literal without quotes of its own kind inside of f-strings."""
        names = self.variables(kind)
        return self.choose(names) if names else literal(self, kind)

    def target(self, kind: Kind, assigned: list[tuple[str, Kind]]) -> str:
        """A variable to assign to, an old one or a new one."""
        names = [name for name in self.variables(kind, only_writable=True) if all(name != other for other, _ in assigned)]
        name = self.fresh(kind.name[0].lower()) if not names or self.chance(3) else self.choose(names)
        assigned.append((name, kind))
        return name


def started(draw: Callable[..., Any], groups: frozenset[str], rules: list[Rule]) -> Writer:
    """A writer that has the rules of some groups, and the kinds that they are about."""
    writer = Writer(draw, groups)
    writer.kinds = [kind for kind in POOL if _names(kind) <= groups]
    writer.add(rules)
    return writer


_GROUPS = {
    "opt": "optionals",
    "set": "sets",
    "frozenset": "sets",
    "deque": "deques",
    "Counter": "counters",
    "odict": "dicts",
    "ddict": "dicts",
    "dict": "dicts",
    "bytes": "bytes",
    "typedlist": "typed",
    "typeddict": "typed",
}


def _names(kind: Kind) -> frozenset[str]:
    """The groups that a kind belongs to."""
    own = {_GROUPS[kind.name]} if kind.name in _GROUPS else set()
    return frozenset(own).union(*map(_names, kind.items))
