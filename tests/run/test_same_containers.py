"""One empty container as several arguments: what is put into one of them is in all."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np
import pytest

from coluber import njit


def append_to_both(a, b):
    a.append(1)
    b.append(2)
    return len(a), len(b), a is b


def append_several_types(a, b):
    a.append("x")
    b.append(2)
    return len(a)


def append_to_first(a, b):
    a.append(1.5)
    return [x * 2 for x in b], b


def count_up(a, b):
    while len(a) < 5:
        a.append(len(b))
    return a == b


def append_in_callee(a, b):
    def add(x, y):
        x.append(1.5)
        y.append(2.5)

    add(a, b)
    return sum(b)


def append_arrays(a, b):
    a.append(np.ones(2))
    b.append(np.zeros(2))
    return len(a), float(b[0].sum())


def nothing(a, b):
    return len(a) + len(b)


def append_both_ends(a, b):
    a.append("q")
    b.appendleft("r")
    return a[0], b[-1]


def put(a, b):
    a["x"] = 1
    b["y"] = 2
    return list(a), len(b)


def count(a, b):
    a["q"] += 1
    b["q"] += 1
    return a["q"]


def add(a, b):
    a.add(1)
    b.add(2)
    return len(a & b)


CASES = [
    *((function, list) for function in (append_to_both, append_several_types, append_to_first, count_up, append_in_callee)),
    (append_arrays, list),
    (nothing, list),
    (nothing, dict),
    (nothing, frozenset),
    (append_to_both, deque),
    (append_both_ends, deque),
    (put, dict),
    (put, OrderedDict),
    (count, Counter),
    (count, lambda: defaultdict(int)),
    (add, set),
]


@pytest.mark.parametrize(("function", "make"), CASES)
def test_twice(function, make):
    """The second call takes the code of the first; then come two containers, for which there is other code."""
    jitted = njit(function)
    for _ in range(2):
        expected, found = make(), make()
        assert repr(jitted(found, found)) == repr(function(expected, expected))
        assert repr(found) == repr(expected)
    expected, found = (make(), make()), (make(), make())
    assert repr(jitted(*found)) == repr(function(*expected))
    assert repr(found) == repr(expected)


def append_to_three(a, b, c):
    a.append(1)
    b.append(2)
    c.append(3)
    return a, b, c


@pytest.mark.parametrize("pattern", ["aaa", "aab", "aba", "baa", "abc"])
def test_some_of_three(pattern):
    """Each way in which three arguments can be the same has code of its own."""

    def call(function):
        made = {name: [] for name in pattern}
        return function(*[made[name] for name in pattern])

    assert call(njit(append_to_three)) == call(append_to_three)


def test_by_name():
    """The order of the parameters counts, not that of the call."""
    jitted, items = njit(append_to_three), []
    jitted(c=items, b=[], a=items)
    assert items == [1, 3]


def test_signature():
    """With types that are given the arguments are one list, too."""
    items: list[int] = []
    njit("void(List(int64), List(int64))")(append_lengths)(items, items)
    assert items == [1, 2]


def append_lengths(a, b):
    a.append(len(b) + 1)
    b.append(len(a) + 1)


def append_in_a_list(items, rows):
    rows[0].append(1.5)
    return len(items)


def put_into_a_list(table, tables):
    tables[0]["x"] = 1.5
    return len(table)


@pytest.mark.parametrize(("function", "empty"), [(append_in_a_list, []), (put_into_a_list, {})])
def test_in_another_argument(function, empty):
    """What another argument holds may have items of another type: two containers, of which none may be changed then."""
    with pytest.raises(TypeError, match=f"a {type(empty).__name__} that arguments hold in several places has been changed"):
        njit(function)(empty, [empty])
    assert not empty
    other = type(empty)()
    assert njit(function)(empty, [other]) == 0
    assert len(other) == 1
