"""Numbers from containers and fields as indices: where integers meet floats there they become floats, and stay indices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError


def steps():
    return [[1, 0, 1], [0, 1, 1], [-1, 0, 1], [1, 1, math.sqrt(2)]]


def of_rows(moves):
    grid = [[0.0] * 4 for _ in range(4)]
    for k, _ in enumerate(moves):
        x, y = 1 + moves[k][0], 1 + moves[k][1]
        grid[x][y] += moves[k][2]
    return grid


def of_unpacked_items(moves):
    grid = np.zeros((4, 4))
    for dx, dy, cost in moves:
        grid[1 + dx, 2 - dy] += cost
    return grid.tolist()


def of_a_variable_that_changes(moves):
    grid = np.zeros((6, 6))
    x = y = 0
    for dx, dy, cost in moves:
        x += dx
        y = min(5, max(0, y + dy))
        grid[y, x] += cost
    return grid.tolist()


def of_pairs(moves):
    text, found = "abcdef", []
    for k, (dx, dy, _) in enumerate(moves):
        found.append(text[dx + dy + k])
    return "".join(found)


def deleted(moves):
    rest = [1, 2, 3, 4]
    del rest[moves[0][0]]
    rest[moves[1][1]] = 7
    return rest


@pytest.mark.parametrize("function", [of_rows, of_unpacked_items, of_a_variable_that_changes, of_pairs, deleted])
def test_numbers_of_a_list(function):
    assert njit(function)(steps()) == function(steps())


def test_a_list_of_the_function_itself():
    @njit
    def total(n):
        moves = [[1, 0, 1], [0, 1, 2.5]]
        grid = np.zeros((3, 3))
        for move in moves:
            grid[n + move[0], move[1]] = move[2]
        return grid.sum()

    assert total(1) == total.py_func(1)


class Cell:
    def __init__(self, x, y, cost):
        self.x = x
        self.y = y
        self.cost = cost


class Planner:
    def __init__(self, size):
        self.walls = [[False] * size for _ in range(size)]
        self.walls[1][2] = True
        self.moves = self.all_moves()

    @staticmethod
    def all_moves():
        return [[1, 0, 1], [0, 1, 1], [1, 1, math.sqrt(2)]]

    def is_free(self, cell):
        return not self.walls[cell.x][cell.y]

    def reached(self, cell):
        found = []
        for k, _ in enumerate(self.moves):
            other = Cell(cell.x + self.moves[k][0], cell.y + self.moves[k][1], cell.cost + self.moves[k][2])
            if self.is_free(other):
                found.append((other.x, other.y, other.cost))
        return found


@njit
def planned(size):
    return Planner(size).reached(Cell(0, 1, 0.0))


def test_fields_of_objects():
    want = Planner(4).reached(Cell(0, 1, 0.0))
    assert njit(Planner.reached)(Planner(4), Cell(0, 1, 0.0)) == want
    assert planned(4) == want


@pytest.mark.parametrize(
    ("sequence", "error", "text"),
    [
        ([1, 2, 3], TypeError, "list indices must be integers or slices, not float"),
        (np.arange(3), IndexError, "only integers, slices"),
        ("abc", TypeError, "string indices must be integers, not"),
        (b"abc", TypeError, "byte indices must be integers or slices, not float"),
    ],
    ids=["list", "array", "str", "bytes"],
)
@pytest.mark.parametrize("number", [1.5, math.nan, 1e30])
def test_other_numbers_raise(sequence, error, text, number):
    def item(values, numbers):
        return values[numbers[0]]

    for function in (item, njit(item)):
        with pytest.raises(error, match=text):
            function(sequence, [number, 1])


def test_indices_are_counted_from_the_end_and_tested():
    item = njit(lambda values, numbers: values[numbers[0]])
    assert item([1, 2, 3], [-1, 0.5]) == 3
    with pytest.raises(IndexError, match="list index out of range"):
        item([1, 2, 3], [3, 0.5])


@pytest.mark.parametrize("function", [lambda a, n: a[n / 2], lambda a, n: a[math.floor(n) + 0.5], lambda a, n: a[a[0] / 2]])
def test_what_is_a_float_in_python_is_refused_while_compiling(function):
    with pytest.raises(TypingError, match="list indices must be integers or slices, not float64"):
        njit(function)([1, 2, 3], 2)
