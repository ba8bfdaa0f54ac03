"""Functions that put items of other types into containers that they are given: Python sees what CPython would put there."""

from __future__ import annotations

import copy
from collections import deque

import pytest

from coluber import njit, typed
from tests.run.support import check, compile_error


def halve_first(items):
    items[0] = items[1] / 2


def add_scaled(items, other):
    for k in range(len(items)):
        items[k] += other[k] * 0.5
    return sum(items)


def append_text(items):
    items.append("end")
    return len(items)


def insert_in_front(items):
    items.sort()
    items.insert(0, -0.5)
    return items[-1]


def forget_first(items):
    items[0] = None
    return items.count(None)


def halve_rows(rows):
    for row in rows:
        for k in range(len(row)):
            row[k] = row[k] / 2
    return rows[0][0]


def put_floats(table):
    table["x"] = 2.5
    table["y"] = table["x"] + 1


def add_float(items):
    items.add(2.5)
    return len(items)


def append_to_both(numbers, texts):
    numbers.append(0.5)
    texts.append("c")
    return len(numbers) + len(texts)


def push_left(items):
    items.appendleft(0.25)
    return items[0]


CASES = [
    (halve_first, ([1, 2, 3],)),
    (add_scaled, ([1, 2], [3, 4])),
    (append_text, ([1, 2],)),
    (insert_in_front, ([3, 1, 2],)),
    (forget_first, ([1, 2],)),
    (halve_rows, ([[1, 2], [3, 4]],)),
    (put_floats, ({"x": 1, "z": 3},)),
    (add_float, ({1, 2},)),
    (append_to_both, ([1, 2], ["a"])),
    (push_left, (deque([1, 2]),)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_arguments_are_changed_as_in_python(function, arguments):
    expected = copy.deepcopy(arguments)
    result = function(*expected)
    compiled = njit(function)
    for _ in range(2):
        given = copy.deepcopy(arguments)
        assert compiled(*given) == result
        assert given == expected


def test_items_that_stay_keep_their_types():
    items = [4, 2, 3]
    njit(halve_first)(items)
    assert [type(item) for item in items] == [float, int, int]


def test_other_calls_have_code_of_their_own():
    compiled = njit(halve_first)
    check(halve_first, [1.5, 2.5])
    items = [1, 2]
    compiled(items)
    floats = [1.5, 2.5]
    compiled(floats)
    assert (items, floats) == ([1.0, 2], [1.25, 2.5])


def test_typed_lists_have_one_type():
    assert "can't hold" in compile_error(append_text, typed.List([1, 2]))


def put_text(a, b, weights, back):
    back[1] = "a"
    return sum(weights)


def test_other_arguments_keep_their_numbers():
    check(put_text, [], [], [0, 2.5, True], {1: -1})


def scaled_into(src, dst):
    for i, x in enumerate(src):
        dst[i] = x / 2
    return sum(src)


def put_both(a, b):
    a.append(0.5)
    b.append(1)
    return len(a)


def put_none(a, b):
    a[0] = None
    return b[0]


def put_names(a, b):
    a["x"] = 0.5
    b["y"] = 1
    return len(a)


def put_into_sets(a, b):
    a.add(0.5)
    b.add(7)
    return len(a)


SAME = [
    (scaled_into, [1, 2, 3]),
    (put_both, [1, 2]),
    (put_both, deque([1])),
    (put_none, [1]),
    (put_names, {"a": 1}),
    (put_into_sets, {1, 2}),
]


@pytest.mark.parametrize(("function", "container"), SAME)
def test_a_container_that_is_passed_twice_is_one(function, container):
    wanted, found = copy.deepcopy(container), copy.deepcopy(container)
    assert njit(function)(found, found) == function(wanted, wanted)
    assert found == wanted


def test_items_that_are_one_empty_list_are_one():
    def fill(rows):
        rows[0].append(1)
        rows[1].append(2)
        return len(rows[0])

    rows = [[]] * 2
    assert (njit(fill)(rows), rows) == (2, [[1, 2], [1, 2]])
