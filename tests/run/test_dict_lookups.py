"""Searches of dicts that the compiler makes once: what the program sees is the same."""

from __future__ import annotations

import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check, expression


@njit
def counted(keys):
    counts = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return counts


@njit
def summed(pairs):
    totals = {}
    for key, amount in pairs:
        totals[key] = totals.get(key, 0.0) - amount
    return totals


@njit
def looked_up_and_counted(keys):
    counts = {}
    for key in keys:
        if key in counts:
            counts[key] += 1
        else:
            counts[key] = 1
    return counts


@njit
def remembered(n, memo):
    if n in memo:
        return memo[n]
    result = n if n < 2 else remembered(n - 1, memo) + remembered(n - 2, memo)
    memo[n] = result
    return memo[n]


@njit
def longest(words):
    by_letter = {}
    for word in words:
        first = word[:1]
        if first not in by_letter or len(by_letter[first]) < len(word):
            by_letter[first] = word
        by_letter[first] = by_letter[first] + "!"
    return by_letter


@njit
def changed_between(counts, key):
    before = counts.get(key, 0)
    counts.clear()
    counts[key] = before + counts.get(key, 0)
    return key in counts, len(counts)


@njit
def moved(key, other, n):
    places = {key: 1}
    for k in range(n):
        places[other + k] = k
        places[key] += 1
    return places[key], len(places)


@njit
def told(counts, key):
    value = counts.get(key, 0)
    was_there = key in counts
    counts[key] = value + 1
    return was_there, value


@njit
def divided(counts, key, by):
    counts[key] = counts.get(key, 0) // by


@njit
def added(n):
    totals = {0: 1}
    result = 0
    for k in range(1, n):
        result += totals.get(0, 0)
        totals[k] = totals.get(k, 0) + totals.get(0, 0)
    return result, totals


@njit
def kept(n, key):
    table = {"a": [n, 1], "b": [n]}
    if key in table:
        return table[key]
    return [0]


KEYS = (
    [3, 1, 3, 2, 3, 1],
    ["a", "b", "a", "", "long " * 5, "long " * 5],
    [(1, 2), (2, 1), (1, 2)],
    [(1, 2, 3), (1, 2, 4), (1, 2, 3)],
)


@pytest.mark.parametrize("keys", KEYS, ids=["numbers", "texts", "pairs", "triples"])
@pytest.mark.parametrize("function", [counted, looked_up_and_counted], ids=["get", "in"])
def test_counts_are_those_of_cpython(function, keys):
    result = function(keys)
    assert result == function.py_func(keys)
    assert list(result) == list(function.py_func(keys))


def test_sums_begin_with_zero():
    pairs = [("a", 1.5), ("b", 0.0), ("a", 2.5)]
    assert repr(summed(pairs)) == repr(summed.py_func(pairs))


def test_what_is_remembered_goes_back():
    ours, theirs = {0: 0}, {0: 0}
    assert remembered(30, ours) == remembered.py_func(30, theirs)
    assert ours == theirs


def test_values_that_hold_memory():
    words = ["ant", "anteater", "bee", "ape", "b", "", "bumblebee"]
    assert longest(words) == longest.py_func(words)


def test_a_dict_that_was_changed_meanwhile():
    for counts in ({5: 2, 6: 1}, {6: 1}):
        ours, theirs = dict(counts), dict(counts)
        assert changed_between(ours, 5) == changed_between.py_func(theirs, 5)
        assert ours == theirs


def test_another_entry_that_moves_when_a_key_is_put_in():
    assert added(2000) == added.py_func(2000)


@pytest.mark.parametrize("key", ["a", "b", "c"])
def test_a_value_outlives_its_dict(key):
    assert kept(7, key) == kept.py_func(7, key)


def test_entries_that_move():
    assert moved(7, 100, 1000) == moved.py_func(7, 100, 1000)


@pytest.mark.parametrize("key", [1, 2])
def test_whether_a_key_was_there(key):
    ours, theirs = {1: 10}, {1: 10}
    assert told(ours, key) == told.py_func(theirs, key)
    assert ours == theirs


def test_nothing_is_put_in_where_the_value_raises():
    counts = {1: 10}
    with pytest.raises(ZeroDivisionError):
        divided(counts, 2, 0)
    assert counts == {1: 10}
    divided(counts, 2, 3)
    divided(counts, 1, 3)
    assert counts == {1: 3, 2: 0}


@njit
def replaced(table, key, value):
    if key in table:
        table[key] = value
        return True
    return False


def test_a_change_without_a_search_goes_back_to_python():
    table = {"a": [1], "b": [2]}
    assert replaced(table, "a", [7, 8])
    assert not replaced(table, "c", [9])
    assert table == {"a": [7, 8], "b": [2]}


SOUGHT_AMONG_BOOLS = [
    ("d[5]", {True: 1}), ("d[1]", {True: 1}), ("d.get(5, 0), d.get(1, 0)", {True: 1}), ("5 in d, 1 in d", {True: 1}),
    ("d.pop(5)", {True: 1}), ("d.pop(1)", {True: 1}), ("d.remove(5)", {True, False}), ("d.discard(5)", {True, False}),
    ("5 in d, 1 in d", {True}), ("(5, 2) in d, (1, 2) in d", {(True, 2)}), ("d[5, 2]", {(True, 2): 1}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "held"), SOUGHT_AMONG_BOOLS)
def test_numbers_sought_among_bools(text, held):
    check(expression(text, "d"), held)


@pytest.mark.parametrize("text", ["a | b", "a ^ b", "a & b", "a - b", "b - a", "a <= b", "a.union(b)", "a == b"])
def test_sets_of_bools_and_of_numbers(text):
    function = expression(text)
    assert njit(function)({True}, {2, 1}) == function({True}, {2, 1})


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("d.add(5)", {True}), ("d.update([5])", {True}), ("d.setdefault(5, 6)", {True: 1}), ("d.update({5: 6})", {True: 1}),
        ("d.__setitem__(5, 6)", {True: 1}), ("d.__setitem__(True, 6)", {True: True}),
    ],
)  # fmt: skip
def test_no_number_becomes_a_bool(text, held):
    """A container of bools that Python passes has the number afterwards, or is refused."""
    function = expression(text, "d")
    ours, theirs = held.copy(), held.copy()
    function(theirs)
    try:
        njit(function)(ours)
    except TypingError as error:
        assert "can't hold" in str(error)
        theirs = held
    assert ours == theirs


@pytest.mark.parametrize("held", [{True: True}, {True: 1}, {1: True}, {1: 2}, {2.5: 1}])
def test_displays_with_entries_of_narrower_dicts(held):
    for function in (expression("{**d, 5: 6}", "d"), expression("{5: 6, **d}", "d"), expression("{**d, 5: 6.5}", "d")):
        assert njit(function)(held) == function(held)
