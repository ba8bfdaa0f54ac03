"""Tables that begin with None, of which the values are used as indices and texts."""

import pytest

from coluber import njit


def indexed(n):
    place = [None] * n
    for k in range(n):
        place[k] = n - 1 - k
    items, total = list(range(n)), 0
    for k in range(n):
        items[place[k]] += 10 * k
        total += items[place[k]]
    return items, total


def last_even(items):
    found = None
    for k, item in enumerate(items):
        if item % 2 == 0:
            found = k
    items[found] = -1
    return items[found], items


def joined(words):
    out = [None] * len(words)
    for k, word in enumerate(words):
        out[k] = word
    return "".join(out), " ".join(out)


@pytest.mark.parametrize(
    ("function", "argument"), [(indexed, 5), (last_even, [1, 2, 3, 4, 5]), (joined, ["a", "bc", "é"]), (joined, [])]
)
def test_values(function, argument):
    given = list(argument) if isinstance(argument, list) else argument
    assert njit(function)(given) == function(list(argument) if isinstance(argument, list) else argument)


def test_none():
    @njit
    def joined_partly(words):
        out = [None] * (len(words) + 1)
        for k, word in enumerate(words):
            out[k] = word
        return "".join(out)

    with pytest.raises(TypeError, match="sequence item 1: expected str instance, NoneType found"):
        joined_partly(["a"])
    with pytest.raises(TypeError):
        njit(last_even)([1, 3])


def difference(x, name):
    table = {"a": None, "b": None}
    table[name] = x
    return 4 - table[name], table["b"] is None


def of_list(x):
    pair = [None, None]
    pair[0] = x
    return pair[0] * 2, pair[1] is None


def of_several(x):
    table = {"mean": None, "n": None}
    table["mean"] = x
    table["n"] = 3
    return table["mean"] / 2, table["n"]


@pytest.mark.parametrize(("function", "arguments"), [(difference, (1.5, "a")), (of_list, (1.5,)), (of_several, (2.5,))])
def test_tables_that_are_filled_outside_of_loops(function, arguments):
    assert njit(function)(*arguments) == function(*arguments)


class Board:
    def __init__(self, width, height):
        self.cells = [[None] * width for _ in range(height)]
        self.marks: list[list[str | None]] = [[None for _ in range(width)], [None] * height]
        self.by_name = {"a": [None] * width}

    def put(self, row, column, value):
        self.cells[row][column] = value
        self.marks[0][column] = "x"
        self.by_name["a"][column] = value
        return self.cells[row]


def filled(value):
    board = Board(3, 2)
    board.put(1, 2, value)
    return board.put(0, 1, value), board.cells, board.marks, board.by_name


@pytest.mark.parametrize("value", ["text", 2.5, (1, 2)])
def test_tables_in_fields(value):
    assert njit(filled)(value) == filled(value)


def without(table, items, flag):
    k = None
    if flag:
        k = 1
    del table[k]
    del items[k]
    return table, items


def test_delete_what_may_be_none():
    assert njit(without)({1: 2, 3: 4}, [5, 6], True) == without({1: 2, 3: 4}, [5, 6], True)
