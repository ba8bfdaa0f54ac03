"""Containers of numbers that a function or a copy gives, into which wider numbers are put: they are made with room for these.

Numbers that were integers are floats there, as in a list that the function makes itself, so results are compared by ``==``.
"""

from __future__ import annotations

import random

import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check, compile_error


@njit
def zeros(n):
    return [0] * n


@njit
def zeros_by(n, m):
    return [[0 for _ in range(m)] for _ in range(n)]


@njit
def identity(n):
    rows = []
    for i in range(n):
        row = [0] * n
        row[i] = 1
        rows.append(row)
    return rows


@njit
def table(n):
    counts = {}
    for k in range(n):
        counts[k] = 0
    return counts


@njit
def handed_on(n):
    return zeros(n)


@njit
def copy_and_length(items):
    return items[:], len(items)


@njit
def advanced(items, step):
    return [item + step for item in items]


@njit
def itself(items):
    return items


def from_a_function(n):
    items = zeros(n)
    items[1] = 1.5
    rows = zeros_by(2, n)
    rows[1][0] = 0.25
    ones = identity(n)
    for i in range(n):
        ones[i][i] /= 3
    counts = table(n)
    counts[1] += 0.5
    return items, rows, ones, counts


def from_its_callee(n):
    items = handed_on(n)
    items[0] = 0.5
    return items


def complex_numbers(n):
    items = zeros(n)
    same = items
    same[0] = 1j
    return items


def step_by_step(n):
    items = zeros(n)
    for _ in range(3):
        items = advanced(items, 0.5)
    return items


def copied_rows(n):
    rows = identity(n)
    others = [row[:] for row in rows]
    others[0][0] = 0.5
    return rows, others


@pytest.mark.parametrize("function", [from_a_function, from_its_callee, complex_numbers, step_by_step, copied_rows])
def test_what_functions_give(function):
    assert njit(function)(3) == function(3)


def listed(items):
    copy = list(items)
    copy[0] = 0.5
    return items, copy


def sliced(items):
    copy = items[1:]
    copy[0] = 0.5
    return items, copy


def by_method(items):
    copy = items.copy()
    copy.append(0.5)
    return items, copy


def joined(items):
    copy = items + [3]  # noqa: RUF005
    copy[0] = 0.5
    return items, copy


def in_order(items):
    copy = sorted(items)
    copy[0] = 0.5
    return items, copy


def as_set(items):
    copy = set(items)
    copy.add(0.5)
    return items, copy


def with_its_length(items):
    copy, n = copy_and_length(items)
    copy[0] = 0.5
    return items, copy, n


@pytest.mark.parametrize("function", [listed, sliced, by_method, joined, in_order, as_set, with_its_length])
def test_copies(function):
    assert njit(function)([4, 1, 2]) == function([4, 1, 2])


def test_copies_of_dicts():
    def f(numbers):
        copy = dict(numbers)
        copy[1] = 0.5
        return numbers, copy

    assert njit(f)({1: 2, 3: 4}) == f({1: 2, 3: 4})


def test_other_items_are_refused():
    def f(n):
        items = zeros(n)
        items[0] = "a"
        return items

    assert "a list of int64 can't hold a value of type" in compile_error(f, 2)


def test_lists_that_others_hold_are_refused():
    def f(n):
        rows = identity(n)
        kept = {0: rows[0]}
        kept[0][0] = 1
        kept[0].append("a")
        return rows

    assert "a list of int64 can't hold a value of type" in compile_error(f, 2)


def the_argument(items):
    same = itself(items)
    same[0] = 0.5
    return items, same


def test_arguments_have_room_for_other_numbers():
    check(the_argument, [4, 1, 2])


class Bus:
    def __init__(self):
        self.handlers = {}
        self.numbers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def note(self, name, number):
        if name not in self.numbers:
            self.numbers[name] = []
        self.numbers[name].append(number)


class Basis:
    def area(self):
        return 1


class Wide(Basis):
    def area(self):
        return 2


def containers_in_containers():
    bus = Bus()
    bus.on("a", lambda x: x + 1)
    bus.on("a", lambda x: x * 2)
    bus.note("a", 1)
    bus.note("b", 2.5)
    return [handler(3) for handler in bus.handlers["a"]], bus.numbers


def items_of_tuples():
    shapes = list((Basis(), Wide()))
    shapes.extend((Wide(), Basis()))
    numbers = [0]
    numbers.extend((1, None))
    return [shape.area() for shape in shapes], [shape.area() for shape in [*(Wide(), Basis())]], numbers


@pytest.mark.parametrize("function", [containers_in_containers, items_of_tuples])
def test_what_functions_put_into_containers_becomes_wider(function):
    assert njit(function)() == function()


@njit
def put(rows, name, row):
    rows[name] = row


@njit
def as_given(row):
    return row


def test_a_list_that_is_put_elsewhere_is_one_list():
    def put_by_name():
        rows, row = {}, [1]
        kept = {"x": row}
        put(rows, "a", row)
        rows["a"].append(2.5)
        kept["x"].append(3)
        return row, rows, kept, rows["a"] is row

    def put_as_given():
        rows, row = {}, [1]
        put(rows, "a", as_given(row))
        rows["a"].append(2.5)
        return row

    assert njit(put_by_name)() == put_by_name()
    with pytest.raises(TypingError, match="a list of int64 can't hold a value of type float64"):
        njit(put_as_given)()


def concatenated():
    left, right = [Basis(), Wide()], [Wide()]
    both = left + right + [Basis()]
    both += [Wide()]
    numbers, missing = [1, 2], [None]
    return [shape.area() for shape in both], len(left), numbers + [2.5], numbers + missing


def test_lists_with_items_of_several_types_are_concatenated():
    assert njit(concatenated)() == concatenated()


def sorted_points(points):
    found = sorted(points)
    found[0] = tuple(sum(x) / len(points) for x in zip(*points))
    return found


def sampled_points(points):
    found = random.sample(points, 2)
    found[0] = tuple([2.5, 1.5])
    found[1] = points[0]
    return found


def longer_points(points):
    sums = [sum(x) for x in zip(*points)]
    found = sorted(points)
    found.append((*sums, 1.0))
    return found


def points_of_the_caller(points):
    points[0] = tuple(sum(x) for x in zip(*points))
    points.append(tuple([0.5] * len(points)))
    return len(points)


@pytest.mark.parametrize("function", [sorted_points, sampled_points, longer_points, points_of_the_caller])
def test_tuples_of_any_length_come_into_lists_of_pairs(function):
    check(function, [(0.0, 1.0), (2.0, 3.0), (4.0, 5.0)])
