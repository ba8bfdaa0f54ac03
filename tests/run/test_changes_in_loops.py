"""Containers that a loop over them changes: CPython's errors, at the same step."""

from __future__ import annotations

import copy
from collections import OrderedDict, deque
from itertools import groupby

import pytest

from coluber import njit
from tests.run.support import check, expression


def deque_that_grows(d):
    for x in d:
        d.append(x)


def deque_that_goes_round(d):
    for _ in d:
        d.append(d.popleft())


def deque_at_its_limit(d):
    for x in d:
        d.append(x)


def reversed_deque_that_grows(d):
    n = 0
    for x in reversed(d):
        d.append(x)
        n += 1
    return n


def deque_with_other_items(d):
    n = 0
    for x in d:
        d[0] = 7
        n += x
    for i, x in enumerate(reversed(d)):
        n += i * x
    d.extend(d)
    d += d
    return n, list(d), list(zip(d, d, strict=True))


def dict_with_other_keys(d):
    for k in d:
        d.pop(k)
        d[k + 10] = 0


def dict_with_other_values(d):
    for k in d:
        d[k] = 3
    for k, v in d.items():
        d[k] = v + k
    return list(d.values())


def dict_that_grows(d):
    for k in d:
        d[k + 1] = 2


def dict_that_shrinks(d):
    for k in d:
        del d[k]
    return len(d)


def moved_keys(d):
    for k in d:
        d.move_to_end(k)


def entries_of_ordered(d):
    total = 0
    for k, v in d.items():
        total += k * v
        d[k] = v + 1
    return total, list(d), list(d.values()), list(zip(d, d, strict=True))


@pytest.mark.parametrize(
    ("function", "container"),
    [
        (deque_that_grows, deque([1])),
        (deque_that_goes_round, deque([1, 2, 3])),
        (deque_at_its_limit, deque([1, 2, 3], 3)),
        (reversed_deque_that_grows, deque([1])),
        (reversed_deque_that_grows, deque([1, 2])),
        (deque_with_other_items, deque([1, 2])),
        (dict_with_other_keys, {1: 1, 2: 2}),
        (dict_with_other_values, {1: 1, 2: 2}),
        (dict_with_other_values, OrderedDict({1: 1, 2: 2})),
        (dict_that_grows, {1: 1, 5: 2}),
        (dict_that_grows, OrderedDict({5: 1})),
        (dict_that_grows, OrderedDict({1: 1, 5: 2})),
        (dict_that_shrinks, OrderedDict({1: 1})),
        (dict_that_shrinks, OrderedDict({1: 1, 2: 2})),
        (moved_keys, OrderedDict({1: 1, 2: 2, 3: 3})),
        (entries_of_ordered, OrderedDict({1: 1, 2: 2, 3: 3})),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_changed_in_a_loop(function, container):
    outcomes = []
    for called in (function, njit(function)):
        given = copy.deepcopy(container)
        try:
            result = called(given)
        except RuntimeError as error:
            result = str(error)
        outcomes.append((result, given))
    assert outcomes[0] == outcomes[1]


def groups_behind_the_loop(items):
    by_value, by_parity = [g for _, g in groupby(items)], [g for _, g in groupby(items, lambda x: x % 2)]
    return [list(g) for g in by_value], [list(g) for g in by_parity], [(k, list(g)) for k, g in groupby(items)]


def test_groups_end_when_the_next_one_begins():
    check(groups_behind_the_loop, [1, 1, 2])


def test_what_is_true_is_an_index():
    check(expression("operator.index(a), operator.index(b)"), True, 5)
