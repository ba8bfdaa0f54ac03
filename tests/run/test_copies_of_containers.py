"""Copies of dicts, sets and lists as a whole: what they hold, in which order, and that they are containers of their own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import njit
from tests.run.support import check


def with_gaps(items: dict[Any, Any]) -> dict[Any, Any]:
    """A dict from which every third entry has gone."""
    return {key: value for k, (key, value) in enumerate(items.items()) if k % 3}


def numbers(count: int) -> dict[int, float]:
    return {k * 7919 % 10007: k * 0.5 for k in range(count)}


def texts(count: int) -> dict[str, str]:
    return {f"key {k * 37 % 1009}": "\u00e4" * (k % 30) for k in range(count)}


def pairs(count: int) -> dict[tuple[int, int], list[int]]:
    return {(k % 7, k): [k] * (k % 3) for k in range(count)}


SIZES = [0, 1, 5, 12, 13, 40, 41, 300, 2500]
MADE = {"numbers": numbers, "texts": texts, "pairs": pairs}


@njit
def after_changes(items, key, value):
    """Each of the copies is changed in another way; the original stays."""
    copied, made, joined = items.copy(), dict(items), items | items
    copied[key] = value
    made.clear()
    made[key] = value
    joined.pop(key, value)
    keys, frozen = set(items), frozenset(items)
    more = {key}
    more.update(items)
    keys.discard(key)
    keys.add(key)
    return list(items.items()), list(copied.items()), list(made.items()), list(joined.items()), keys, frozen, more


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("kind", MADE)
def test_dicts(kind: str, count: int) -> None:
    items = MADE[kind](max(count, 1))
    key, value = next(iter(items.items()))
    check(after_changes, items, key, value)
    check(after_changes, with_gaps(items) or items, key, value)


@njit
def gone_and_come(items, other):
    """What goes, comes and is copied in turns."""
    kept = []
    now = items.copy()
    for step, key in enumerate(other):
        if step % 4 == 3:
            now = now.copy()
        if key in now:
            now.discard(key)
        else:
            now.add(key)
        if step % 5 == 4:
            kept.append(now | items)
            now = set(now)
    return now, kept, frozenset(now), now.union(items), now - items, items & now


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("kind", MADE)
def test_sets(kind: str, count: int) -> None:
    items = set(MADE[kind](max(count, 1)))
    other = list(MADE[kind](31))
    check(gone_and_come, items, other)
    marked = set(items)
    for item in list(marked)[::2]:
        marked.discard(item)
    check(gone_and_come, marked or items, other)


@njit
def small_after_large(count):
    """A table with room for many, of which few are left."""
    large = set(range(count))
    for k in range(count - 3):
        large.discard(k)
    table = {k: str(k) for k in range(count)}
    table.clear()
    table[5] = "five"
    copy = table.copy()
    copy[6] = "six"
    return large.copy(), table, copy, set(table)


@pytest.mark.parametrize("count", [4, 100, 20_000])
def test_few_of_many(count: int) -> None:
    check(small_after_large, count)


@njit
def of_texts(words):
    """The same objects of Python's are copied again and again."""
    twice, back, part = words + words, words[::-1], words[1:-1:2]
    table = {word: word for word in words}
    tables = [table.copy() for _ in range(3)]
    again = [list(words) for _ in range(3)]
    part.extend(back)
    back *= 2
    none = words[5:2]
    tables[0]["new"] = back[0] + "!"
    return words, twice, back, part, tables, again, none, set(words)


def test_texts_that_python_passes() -> None:
    check(of_texts, [f"word {k}" for k in range(20)])
    check(of_texts, ["only", "\u4f60\u597d"])


@njit
def steps_between(start, step, count, missing):
    """Keys in equal steps, which are looked up in order, backwards, and beside those that are not there."""
    table = {}
    for k in range(count):
        table[start + k * step] = k
    total = 0
    for key in table:
        total += table[key]
    for k in range(count - 1, -1, -1):
        total -= 2 * table[start + k * step]
    for k in range(count):
        total += table.get(start + k * step + missing, 1)
    return total, len(table)


@pytest.mark.parametrize(("start", "step"), [(0, 1), (5, 7919), (-(2**62), 2**45), (2**63 - 1, -1), (3, 2**40 + 1), (7, 0)])
def test_large_dicts(start: int, step: int) -> None:
    for count in (10, 45_000, 60_000):
        check(steps_between, start, step, count, 1 if step != -1 else -1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-300, 300)), st.lists(st.integers(-300, 300)))
def test_random_sets(first: list[int], second: list[int]) -> None:
    items = set(first)
    check(gone_and_come, items | {0}, second)


class Key:
    """An item that is found by methods of the program."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.number % 100 == other.number % 100

    def __hash__(self) -> int:
        return self.number % 100


def of_two(a, b):
    """What is said of two sets, and what they have in common."""
    said = [a <= b, a < b, a >= b, a > b, a == b, a != b, a.issubset(b), a.issuperset(b), a.isdisjoint(b)]
    left, both, more = a - b, a & b, a ^ b
    return said, len(left), len(both), len(more), left <= a, both <= b, left.isdisjoint(both), left | both == a


@njit
def items_of_two(a, b):
    return a - b, a & b, b & a, a.difference(list(b)), a.intersection(list(b))


PARTS = [range(0), range(1), range(5), range(3, 9), range(40), range(20, 70)]
ITEMS = {
    "numbers": lambda k: k * 17,
    "floats": lambda k: k / 4,
    "texts": lambda k: f"text {k}",
    "bytes": lambda k: b"%d" % k,
    "pairs": lambda k: (k % 3, str(k)),
    "frozensets": lambda k: frozenset((k, k + 1)),
}


@pytest.mark.parametrize("kind", ITEMS)
def test_two_sets(kind: str) -> None:
    sets = [{ITEMS[kind](k) for k in part} for part in PARTS]
    for a in sets[1:]:
        for b in sets[1:]:
            check(of_two, a, b)
            check(of_two, frozenset(a), b)
            check(items_of_two, a, b)
            check(items_of_two, a, frozenset(b))


def of_keys(p, q, step):
    return of_two({Key(k) for k in range(p)}, {Key(k * step) for k in range(q)})


def test_two_sets_of_objects() -> None:
    for p, q, step in [(1, 1, 1), (5, 3, 1), (3, 5, 1), (40, 40, 101), (10, 20, 3)]:
        check(of_keys, p, q, step)
