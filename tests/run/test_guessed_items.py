"""Containers that begin empty, and of which only methods and functions that are given them know what they hold."""

from __future__ import annotations

import heapq
from typing import Any

import pytest

from coluber import njit
from tests.run.support import check


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)


class Holder:
    def __init__(self, stack):
        self.stack = stack


class Log:
    def __init__(self, lines):
        self.lines = lines

    def add(self, line):
        self.lines.append(line)


class Table:
    def __init__(self, entries):
        self.entries = entries

    def put(self, key, value):
        self.entries[key] = value


def held_by_two(x: Any) -> Any:
    holder = Holder(Stack())
    holder.stack.push(x)
    holder.stack.push(x)
    return holder.stack.items


def logged(x: Any) -> Any:
    lines = []
    log = Log(lines)
    log.add(x)
    return lines


def entered(key: Any, value: Any) -> Any:
    entries = {}
    table = Table(entries)
    table.put(key, value)
    return entries


def all_as_long(rows: Any) -> bool:
    length = len(rows)
    return all(len(row) == length for row in rows)


def first_point(points: Any) -> Any:
    if not points:
        return []
    x, y = points[0]
    return [(x, y)]


@njit
def next_row(triangle, k):
    row = [1.5] * (k + 1)
    for j in range(1, k):
        row[j] = triangle[k - 1][j - 1] + triangle[k - 1][j]
    return row


def pascal(n: int) -> Any:
    triangle = []
    for k in range(n):
        triangle.append(next_row(triangle, k))
    return triangle


def ways(target: str, words: list[str]) -> Any:
    table = []
    for _ in range(len(target) + 1):
        table.append([])
    table[0] = [[]]
    for k in range(len(target)):
        for word in words:
            if target[k : k + len(word)] == word:
                table[k + len(word)] += [[word, *way] for way in table[k]]
    return [way[::-1] for way in table[-1]]


def weights(graph: Any) -> float:
    total = 0.0
    for node in graph:
        for _, weight in graph[node]:
            total += weight
    return total


def nearest(graph: Any, start: str) -> Any:
    found = {start: 0.0}
    waiting = [(0.0, start)]
    while waiting:
        far, node = heapq.heappop(waiting)
        for other, step in graph[node].items():
            if other not in found:
                found[other] = far + step
                heapq.heappush(waiting, (far + step, other))
    return found


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (held_by_two, ("a",)), (held_by_two, (1.5,)), (held_by_two, ((1, "b"),)), (held_by_two, (2,)), (logged, ("a",)),
        (logged, ([1.5],)), (entered, ("a", 2.5)), (entered, (1, "b")), (entered, ((1, 2), [3])), (all_as_long, ([],)),
        (first_point, ([],)), (weights, ({"a": []},)), (nearest, ({"a": {}}, "a")),
        (pascal, (5,)), (ways, ("purple", ["purp", "p", "ur", "le"])),
    ],
)  # fmt: skip
def test_as_in_python(function, arguments):
    assert njit(function)(*arguments) == function(*arguments)


def degrees(count: int, edges: list[tuple[int, int]]) -> list[int]:
    found = [0] * count
    for a, b in edges:
        found[a] += 1
        found[b] += 1
    return found


def letters(rows: list[list[str]], seen: set[str]) -> tuple[int, list[str]]:
    total = 0
    for row in rows:
        for text in row:
            total += len(text.upper())
    return total, sorted(seen)


def halves(numbers: list[float]) -> tuple[list[float], float]:
    return [number / 2 for number in numbers], sum(numbers)


def sum_of_pairs(cells: Any) -> Any:
    total = 0
    for row, column in cells:
        total += row + column
    return total, [a for a, b in sorted(cells)], {a: b for a, b in cells}


def sum_of_three(cells: Any) -> Any:
    return sum([a + b + c for a, b, c in cells])


def first_parts(cells: Any) -> Any:
    return [cell[0] for cell in cells]


def popped(cells: Any) -> Any:
    a, b = cells.pop()
    return a + b


def emptied(cells: Any) -> Any:
    left = cells.copy()
    while left:
        row, column = left.pop()
        left.discard((row, column + 1))
    return len(left)


@pytest.mark.parametrize("function", [sum_of_pairs, sum_of_three, first_parts, popped, emptied])
def test_items_of_empty_sets_are_taken_apart(function):
    check(function, set())


def test_items_of_empty_frozensets_are_taken_apart():
    check(sum_of_pairs, frozenset())


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (degrees, (3, [])),
        (degrees, (3, [(0, 1), (1, 2)])),
        (letters, ([], set())),
        (letters, ([["ab"]], {"x"})),
        (halves, ([],)),
    ],
    ids=["no edges", "edges", "nothing", "texts", "numbers"],
)
def test_annotations_say_what_empty_arguments_hold(function, arguments):
    assert njit(function)(*arguments) == function(*arguments)


def lengths_of_keys(d: Any) -> Any:
    return sum([len(key) + value for key, value in d.items()])


def neighbours(graph: Any) -> Any:
    count = 0
    for node in graph:
        for other in graph[node]:
            count += len(other)
    return count


def entry_or_none(d: Any, key: Any) -> Any:
    return d[key] if key in d else "none"


def weights(graph: Any, start: Any) -> Any:
    best = {start: 0}
    for node in graph:
        for other, weight in graph[node].items():
            best[other] = weight
    return best


def trimmed(grid: Any) -> Any:
    return [cell.strip() for row in grid for cell in row]


def differences(d: Any) -> Any:
    return sum([x - y for x, y in d])


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (lengths_of_keys, ({},)),
        (neighbours, ({},)),
        (entry_or_none, ({}, "x")),
        (entry_or_none, ({}, (1, 2))),
        (entry_or_none, ({}, 5)),
        (weights, ({}, "a")),
        (weights, ({}, 1)),
        (trimmed, ([],)),
        (differences, ({},)),
    ],
)
def test_what_empty_arguments_hold_is_never_reached(function: Any, args: Any) -> None:
    result = njit(function)(*args)
    assert (result, type(result)) == (function(*args), type(function(*args)))


class Animal:
    def __init__(self):
        self.pos = (0, 0)


class Fish(Animal):
    pass


class Shark(Animal):
    pass


class Stone:
    pass


class World:
    def __init__(self):
        self.grid = {}

    def place(self, animal, pos):
        self.grid[pos] = animal

    def cell(self, i):
        while i in self.grid:
            i += 1
        return i


class Pond:
    def __init__(self):
        self.grid: dict[tuple[int, int], Animal] = {}

    def place(self, animal, pos):
        self.grid[pos] = animal
        animal.pos = pos

    def cell(self):
        i = 0
        while (i, 0) in self.grid:
            i += 1
        return i, 0

    def act(self):
        for animal in list(self.grid.values()):
            self.move(animal)

    def move(self, animal):
        del self.grid[animal.pos]
        self.place(animal, self.cell())


def two_unlike() -> int:
    world = World()
    world.place(Fish(), world.cell(0))
    world.place(Stone(), world.cell(0))
    return len(world.grid)


def several_of_each() -> int:
    world = World()
    for _ in range(2):
        world.place(Fish(), world.cell(0))
    for _ in range(2):
        world.place(Shark(), world.cell(0))
    world.place(Stone(), 9)
    return len(world.grid)


def moved() -> Any:
    pond = Pond()
    for _ in range(2):
        pond.place(Fish(), pond.cell())
    for _ in range(2):
        pond.place(Shark(), pond.cell())
    pond.act()
    return len(pond.grid), [isinstance(animal, Fish) for animal in pond.grid.values()]


@pytest.mark.parametrize("function", [two_unlike, several_of_each, moved])
def test_objects_of_several_classes_in_a_dict_that_is_read_before_anything_is_known(function: Any) -> None:
    assert njit(function)() == function()
