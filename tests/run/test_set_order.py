"""Sets give their items in the order in which CPython's do: in loops, results and arguments, and when they are popped."""

from __future__ import annotations

import enum
import operator
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import njit, typed
from tests.run.support import check, check_lines, groups, jitted


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Point:
    x: int
    y: float


class Level(enum.IntEnum):
    LOW = 40
    MIDDLE = 3
    HIGH = 21


class Key:
    """A key whose hash is its own: few of them differ."""

    def __init__(self, number: int, name: str) -> None:
        self.number, self.name = number, name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and not self.number != other.number  # noqa: SIM202

    def __hash__(self) -> int:
        return self.number % 5 * 8


def with_marks() -> set[int]:
    """A set from which items have gone, and which has popped some."""
    items = {k * k % 97 for k in range(30)}
    for k in (4, 9, 16, 25, 64):
        items.discard(k)
    items.pop()
    items.add(1000)
    return items


NUMBERS = {k * 37 % 1009 - 500 for k in range(60)}
ARGUMENTS = (NUMBERS, with_marks(), [k * 7 % 31 for k in range(40)], ["ab", "", "é", "x" * 40, "𝄞", "ab", "zz", "0"])

LINES = [
    "list({20, 3, 1, 40, 5})",
    "list({7, 15, 23, 1})",
    "[k for k in {15, 7, 1, 23}]",
    "list({1.5, 2.0, -3.25, 100.0, 7.0, 0.1})",
    "list({(1, 2), (3, 4), (0, 1), (-1, 0), (0, -1)})",
    "list({-1, -2, -3, 5})",
    "list({'one', 'two', 'three', 'four', 'five', 'six'})",
    "list({b'one', b'two', b'three', b''})",
    "list({v[0], v[1], v[2], v[3], v[4], v[5]})",
    "list({True, False})",
    "list(a), list(b)",
    "list(set(v)), list(set(w))",
    "list(frozenset(v)), list(frozenset(a))",
    "list({k * k for k in v}), list({k / 8 for k in v})",
    "list({(k, -k) for k in v}), list({(str(k), k) for k in v})",
    "list({((k, 1), k % 3 == 0) for k in v})",
    "list({t[:1] for t in w}), list({t.encode() for t in w})",
    "list({2.0**k for k in v}), list({-(2.0**-k) for k in v})",
    "list({k * 2**58 - 2**61 for k in v})",
    "list(set({k: 1 for k in v})), list(set(dict.fromkeys(a, 0)))",
    "list({k: 1 for k in v}.keys() & b), list({k: 1 for k in v}.keys() | b)",
    "list({k: 1 for k in v}.keys() - b), list({k: 1 for k in v}.keys() ^ b)",
    "list(a | b), list(a & b), list(a - b), list(a ^ b)",
    "list(b | a), list(b & a), list(b - a), list(b ^ a)",
    "list(a | a), list(a & a), list(a - a), list(a ^ a)",
    "list(a.union(v)), list(a.intersection(v)), list(a.difference(v)), list(a.symmetric_difference(v))",
    "list(a.union(b, v)), list(a.intersection(b, v)), list(a.difference(b, v))",
    "list(a.union()), list(a.intersection()), list(a.difference()), list(a.copy()), list(b.copy())",
    "list(frozenset(a) | b), list(frozenset(a) & b), list(frozenset(a) - b), list(frozenset(a) ^ frozenset(b))",
    "list(frozenset(b).copy()), list(frozenset(frozenset(b)))",
    "list({frozenset((k, k % 4)) for k in v})",
    "[list(s) for s in {frozenset((k, k % 4)) for k in v}]",
    "max(a, key=lambda k: k % 10), min(b, key=lambda k: k % 3), sorted(a, key=lambda k: k % 7)",
    "[(k, m) for k in b for m in {k, k * 8, k * 64}]",
    "list(enumerate(b)), list(zip(a, b)), list(map(abs, a)), list(filter(None, b))",
    "str(b), repr(frozenset(b)), f'{set(v)}'",
    "next(iter(a)), next(iter(b))",
    "sum({k / 3 for k in v})",
    "tuple(b), dict.fromkeys(b, 0), [*b, *a]",
]


@pytest.mark.parametrize("lines", groups(LINES))
def test_lines(lines: tuple[str, ...]) -> None:
    check_lines(lines, "a, b, v, w", *ARGUMENTS)


def changed(a, b, v):
    seen = [0]
    a |= b
    seen.extend(a)
    a -= {k for k in v if k % 2}
    seen.extend(a)
    a ^= b
    seen.extend(a)
    a.update(v, b)
    a &= set(v)
    seen.extend(a)
    a.difference_update(v[:3], v[5:7])
    a.symmetric_difference_update(v)
    a.intersection_update(range(20), range(3, 30))
    seen.extend(a)
    while len(a) > 3:
        seen.append(a.pop())
    a.add(64)
    seen.append(a.pop())
    return seen, a, a | b


def test_methods_that_change() -> None:
    check(changed, *ARGUMENTS[:3])
    check(changed, set(), {0}, list(range(90)))


def grown(count, modulus):
    s = set()
    for k in range(count):
        s.add(k * k % modulus)
    return list(s)[:1000], s


@pytest.mark.parametrize(("count", "modulus"), [(4, 64), (5, 64), (20, 64), (1000, 10007), (70_000, 1_000_003)])
def test_growth(count: int, modulus: int) -> None:
    check(grown, count, modulus)


def worked_through(steps):
    s, seen = set(), [0]
    for step, k in steps:
        if step == 0:
            s.add(k)
        elif step == 1:
            s.discard(k)
        elif step == 2:
            if s:
                seen.append(s.pop())
        elif step == 3:
            seen.extend(s)
        elif step == 4:
            s.clear()
        elif step == 5:
            s = s | {k, k + 8}
        else:
            s -= {k, k + 1}
    return seen, s


numbers = st.one_of(st.integers(-10, 40), st.integers(-(2**62), 2**62))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), numbers), max_size=60))
def test_steps(steps: list[tuple[int, int]]) -> None:
    check(worked_through, [(3, 0), *steps])


def combined(a, b):
    made = [a | b, a & b, a - b, a ^ b, a.copy()]
    return [list(s) for s in made], made, [s.pop() for s in made if s]


@settings(deadline=None)
@given(st.sets(numbers, min_size=1), st.sets(numbers, min_size=1), st.data())
def test_operators(a: set[int], b: set[int], data: Any) -> None:
    for item in data.draw(st.lists(st.sampled_from(sorted(a)), max_size=4)):
        if len(a) > 1:
            a.discard(item)
    check(combined, a, b)


@settings(deadline=None)
@given(st.sets(st.text(max_size=12), min_size=1), st.sets(st.text(max_size=3), min_size=1))
def test_operators_of_texts(a: set[str], b: set[str]) -> None:
    check(combined, a, b)


def exchanged(s):
    s.add(500)
    s.discard(min(s))
    return s, s - {500}, frozenset(s), {k + 1 for k in s}


def test_python_goes_on_with_the_same_sets() -> None:
    """A set that compiled code has made or changed grows and pops as the one that it stands for."""
    outcomes = []
    for function in (exchanged, jitted(exchanged)):
        items = with_marks()
        made = [set(s) if isinstance(s, frozenset) else s for s in function(items)]
        assert made[0] is items
        for s in made:
            s.update(range(100, 140, 3))
            s.add(s.pop() * 8)
        outcomes.append([(list(s), s.pop(), s.pop()) for s in made])
    assert outcomes[0] == outcomes[1]


def of_tuples(v):
    places = {Place(k % 5, k) for k in v}
    points = {Point(k % 4, k / 2) for k in v}
    return [(p.row, p.column) for p in places], [(p.x, p.y) for p in points]


def of_members():
    return [level.value for level in {Level.LOW, Level.MIDDLE, Level.HIGH}]


def of_keys(v):
    keys = {Key(k, str(k)) for k in v}
    first = [key.name for key in keys]
    keys.discard(Key(v[0], ""))
    keys.add(Key(99, "late"))
    return first, [key.name for key in keys], keys.pop().name


def test_items_with_a_hash_of_their_fields() -> None:
    check(of_tuples, ARGUMENTS[2])
    check(of_members)
    check(of_keys, ARGUMENTS[2])


class Graph:
    def __init__(self) -> None:
        self.edges = {}
        self.open = set()

    def link(self, a: int, b: int) -> None:
        self.edges.setdefault(a, set()).add(b)
        self.open.add((a, b))


def walked(count):
    graph = Graph()
    for k in range(count):
        graph.link(k * 7 % 12, k * 5 % 9)
    return [list(there) for there in graph.edges.values()], list(graph.open), graph.open.pop()


def test_sets_in_fields_and_dicts() -> None:
    check(walked, 40)


def test_sets_of_globals_and_of_several_arguments() -> None:
    several = (NUMBERS, frozenset(range(0, 90, 8)), {"b", "a", "c"})

    def function(rows, by_name):
        return [list(row) for row in rows], [list(s) for s in by_name.values()], list(several[0]), list(several[1])

    check(function, [with_marks(), set(NUMBERS)], {"x": frozenset(NUMBERS)})


def test_reduced() -> None:
    def function(rows):
        return list(reduce(operator.and_, rows)), list(reduce(operator.or_, rows)), list(set().union(*rows))

    check(function, [set(range(0, 60, 2)), set(range(0, 60, 3)), set(range(0, 200, 5))])


def test_counted() -> None:
    def function(v):
        return list(set(Counter(v))), list(set(Counter(v).keys()))

    check(function, ARGUMENTS[2])


def test_typed_set() -> None:
    items, plain = typed.Set(), set()
    for k in ARGUMENTS[2]:
        items.add(k * k)
        plain.add(k * k)
    for k in (4, 9, 16):
        items.discard(k)
        plain.discard(k)

    @njit
    def listed(items):
        items.add(77)
        return [k for k in items]  # noqa: C416

    plain.add(77)
    assert listed(items) == list(plain) == list(items)
    assert [items.pop() for _ in range(3)] == [plain.pop() for _ in range(3)]
    assert list(items.copy()) == list(plain.copy())


def exchanging(s):
    seen = [0]
    for k in s:
        seen.append(k)
        if k < 20:
            s.discard(k + 1)
            s.add(k + 101)
            if len(s) > 7:
                s.discard(k + 101)
    return seen


def test_items_exchanged_in_a_loop() -> None:
    check(exchanging, {0, 1, 2, 3, 4, 5, 6})


def stale():
    s = {"a" * 30, "b" * 30}
    it = iter(s)
    first = next(it)
    for t in ("a" * 30, "b" * 30):
        if t != first:
            s.discard(t)
    s.add("c" * 30)
    return first, next(it)


def test_an_iterator_does_not_read_what_has_gone() -> None:
    check(stale)
