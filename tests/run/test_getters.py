"""`operator.itemgetter`, `attrgetter`, `methodcaller`; keys of more types; causes of exceptions."""

from __future__ import annotations

import operator
from collections import namedtuple

import pytest

from coluber import njit
from tests.run.support import check

Point = namedtuple("Point", "x y")


def items(rows):
    rows.sort(key=operator.itemgetter(1))
    both = operator.itemgetter(0, 1)
    return rows, both(rows[0]), operator.itemgetter(-1)((1, "a")), max(rows, key=operator.itemgetter(0))


def attributes(p):
    get, both = operator.attrgetter("x"), operator.attrgetter("x", "y")
    return get(p), both(p), operator.methodcaller("upper")("abc"), operator.methodcaller("split", ",")("a,b")


def test_getters_are_functions():
    check(items, [(3, "c"), (1, "z"), (2, "a")])
    check(attributes, Point(1, 2.5))


def numbers_as_keys():
    d = {1 + 2j: 1, 3j: 2}
    d[1 + 2j] += 1
    return d, 3j in d, 4j in d, d[0.0 + 3j]


def sets_as_keys(n):
    s = {frozenset([1, 2]), frozenset([2, 1]), frozenset([3, n])}
    d = {frozenset(["a", "b"]): 1}
    d[frozenset("ba")] += 1
    return len(s), frozenset([1, 2]) in s, frozenset([1]) in s, d


def nothing_as_key(n):
    d = {}
    for i in range(n):
        d[None if i % 2 else i] = i
    return d, d[None], 7 in d, (None if n > 100 else 2) in d


@pytest.mark.parametrize(
    "call", [(numbers_as_keys,), (sets_as_keys, 4), (nothing_as_key, 5)], ids=lambda call: call[0].__name__
)
def test_more_types_are_keys(call):
    check(*call)


def test_keys_of_arguments():
    def changed(d, s):
        d[None] = 5
        return d, len(s), frozenset([1]) in s

    check(changed, {None: 1, 3: 2}, {frozenset([1]), frozenset([2])})


def made(x):
    raise KeyError("x") from ValueError("cause", x)


def test_a_cause_that_is_made_is_kept():
    with pytest.raises(KeyError) as caught:
        njit(made)(3)
    assert repr(caught.value.__cause__) == "ValueError('cause', 3)"
    assert caught.value.__suppress_context__

    def in_a_handler(x):
        try:
            return 1 // x
        except ZeroDivisionError:
            raise KeyError(x) from TypeError

    with pytest.raises(KeyError) as caught:
        njit(in_a_handler)(0)
    assert repr(caught.value.__cause__) == "TypeError()"
