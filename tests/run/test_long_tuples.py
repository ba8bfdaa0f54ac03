"""Tuples whose length is known at run time only."""

from __future__ import annotations

from typing import Any

import pytest

from tests.run.support import check, compile_error


def made(items: Any, word: str) -> Any:
    t = tuple(items)
    upper = tuple(c.upper() for c in word)
    return (
        t,
        upper,
        tuple(reversed(items)),
        tuple(range(len(items))),
        tuple({1: 2}),
        tuple(zip(items, word)),
        (*items, 0),
        (*word,),
    )


def used(items: Any) -> Any:
    t = tuple(items)
    other = tuple([1, 2, 3])
    first, *rest = t
    rest.append(first)
    numbers = t[0], t[-1], len(t), t.index(2), t.count(1), sum(t), max(t), hash(t) == hash(other), bool(t)
    tuples = t[1:], t[::-1], t + (9,), (0,) + t, t * 2, t + t
    tests = 2 in t, t == (1, 2, 3), (1, 2) < t, t == other, t != t[1:], isinstance(t, tuple), isinstance(t, list)
    return numbers, tuples, tests, str(t), f"{t!r}", rest, sorted(t, reverse=True), [x + 1 for x in t], list(t)


def as_keys(rows: Any) -> Any:
    seen, counts = set(), {}
    for row in rows:
        key = tuple(row)
        seen.add(key)
        counts[key] = counts.get(key, 0) + 1
    return seen, counts, tuple([1, 2]) in seen, sorted(seen)


def several_lengths(n: int) -> Any:
    t = ()
    for k in range(n):
        t += (k,)
    u = (1.5, 2.5) if n > 2 else (0.5,)
    rows = [(1,), (1, 2), ()]
    return t, u, u == (1.5, 2.5), rows, [len(row) for row in rows]


def returned(n: int) -> Any:
    if n == 0:
        return ()
    return tuple([n] * n)


def columns(rows: Any) -> Any:
    maxima = [max(column) for column in zip(*rows)]
    return list(zip(*rows)), [list(column) for column in zip(*rows)], maxima, [sum(c) for c in zip(*rows)]


def unzipped(pairs: Any) -> Any:
    names, numbers = zip(*pairs)
    texts = [str(len(column)) for column in zip(*pairs)]
    return names, numbers, sum(numbers), texts


def index_error(items: Any) -> Any:
    return tuple(items)[len(items)]


def test_long_tuples() -> None:
    check(made, [3, 1, 2], "abc")
    check(used, [1, 2, 3])
    check(as_keys, [[1, 2], [2], [1, 2], []])
    for n in (0, 3):
        check(several_lengths, n)
        check(returned, n)
    check(index_error, [1])


def test_columns() -> None:
    check(columns, [[1, 5, 2], [7, 3, 9]])
    check(columns, [(1.5, 2.5), (0.5, 4.5)])
    check(unzipped, [("a", 1), ("b", 2)])
    check(unzipped, [(1, 2), (3, 4)])
    for pairs in ([("a", 1)][:0], [(1, 2)][:0]):
        with pytest.raises(ValueError, match="not enough values to unpack \\(expected 2, got 0\\)"):
            unzipped(pairs)


def assigned(items: Any) -> Any:
    t = tuple(items)
    t[0] = 1
    return t


def test_tuples_do_not_change() -> None:
    assert "'tuple' object does not support item assignment" in compile_error(assigned, [1])
