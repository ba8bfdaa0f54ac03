"""Lists, dicts, sets and instances of the program that compiled functions read by name, compared with CPython."""

from __future__ import annotations

import pytest

from coluber import errors, njit, objmode, typed, types
from tests.run.support import check_program

PROGRAMS = {
    "reading": """
        from collections import deque
        from enum import Enum

        class S(Enum):
            A = 1
            B = 2

        NAMES = ["a", "b"]
        LOOKUP = {"a": 1, "b": 2}
        ALLOWED = {1, 2, 3}
        FROZEN = frozenset({"x", "y"})
        GRID = [[1, 2], [3, 4]]
        QUEUE = deque([1, 2, 3])
        MIXED = ([1, 2], "x")
        PRICES: dict[str, float] = {"a": 1, "b": 2}
        NEXT = {(S.A, "go"): S.B, (S.B, "stop"): S.A}

        @jit
        def main():
            def inner(x):
                return LOOKUP.get(x, 0)

            table = [n.upper() for n in NAMES], {k: v for k, v in LOOKUP.items()}, 2 in ALLOWED, "x" in FROZEN
            return table, GRID[1][0], QUEUE[2], MIXED[0][1], PRICES["a"] + 0.5, NEXT[S.A, "go"], [inner(c) for c in "abc"]
    """,
    "memory": """
        CACHE: "dict[int, int]" = {}

        @jit
        def fib(n):
            if n not in CACHE:
                CACHE[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
            return CACHE[n]

        def main():
            first = fib(30)
            CACHE[30] = 5
            second = fib(31)
            CACHE.clear()
            return first, second, fib(32), list(CACHE.items())[:3]
    """,
    "changing": """
        NAMES = ["a", "b"]
        GRID = [[1], [2]]
        LOG: list[str] = []
        SEEN: set[int] = set()
        LOOKUP = {"a": 1}

        @jit
        def add(x):
            NAMES.append(x)
            GRID[0].append(len(x))
            LOG.append(f"add {x}")
            return len(NAMES)

        @jit
        def both(x):
            add(x)
            del LOOKUP["a"]
            return NAMES

        @jit
        def fails(n):
            LOG.append("before")
            SEEN.add(n)
            raise ValueError("x")

        @jit
        def items(n):
            for i in range(n):
                LOG.append(str(i))
                yield len(LOG)

        def main():
            sizes = add("q"), add("r")
            NAMES.append("zz")
            is_itself = both("s") is NAMES
            GRID.append([7])
            try:
                fails(3)
            except ValueError:
                pass
            going = items(3)
            given = [next(going)]
            LOG.append("between")
            given.append(next(going))
            LOG.clear()
            return sizes, is_itself, given, next(going), NAMES, GRID, LOG, SEEN, LOOKUP
    """,
    "bound anew": """
        BOARD = [[0, 0], [0, 0]]
        NAMES = {"a": 1}
        OTHER = BOARD

        @jit
        def put(row, value):
            BOARD[row][0] += value
            NAMES["n"] = row
            return sum(map(sum, BOARD)), OTHER[row][0]

        @jit
        def twice(value):
            BOARD[1][1] = value
            return put(0, value), put(1, value)

        def main():
            global BOARD, NAMES
            first, old = twice(2), BOARD
            BOARD, NAMES = [[5, 5], [5, 5]], {}
            second = twice(3)
            BOARD = old
            return first, second, put(0, 1), OTHER, BOARD, NAMES
    """,
    "begun empty": """
        UNITS = []
        SEEN = set()
        TABLE = {}
        ROWS = []
        LATER = []

        class Unit:
            def __init__(self, size):
                self.size = size
                self.weight = 0.5

        @jit
        def add(k):
            UNITS.append(Unit(k))
            SEEN.add(k)
            TABLE[k, "a"] = k * 0.5
            LATER.append(str(k))

        @jit
        def total():
            ROWS.append([len(SEEN)])
            return sum([unit.size * unit.weight for unit in UNITS]), TABLE.get((3, "a"), -1.0)

        @jit
        def run(n):
            LATER.clear()
            for k in range(n):
                add(k)
            return total(), len(LATER)

        def main():
            global UNITS
            first = run(4)
            add(9)
            count = len(UNITS)
            UNITS = []
            add(7)
            return first, total(), count, UNITS[0].size, sorted(SEEN), TABLE, ROWS, LATER
    """,
    "lists of None": """
        class Task:
            def __init__(self, number, link):
                self.number = number
                self.link = link

        class Area:
            def __init__(self):
                self.tasks = [None] * 5
                self.first = None

        TASKS = [None] * 4
        FREE = [None] * 2
        AREA = Area()

        @jit
        def used():
            count = 0
            for task in TASKS:
                if task is not None:
                    count += 1
            return count, len(FREE)

        @jit
        def put(k):
            TASKS[k] = Task(k, TASKS[0])
            AREA.tasks[k] = TASKS[k]
            AREA.first = TASKS[k]
            return AREA.first.number

        @jit
        def numbers():
            return [task.number if task is not None else -1 for task in AREA.tasks], used()

        def main():
            before = used()
            given = put(0), put(2)
            TASKS[3] = TASKS[0]
            return before, given, numbers(), used(), TASKS[2].link is TASKS[0], TASKS[1], FREE, AREA.tasks[2] is AREA.first
    """,
    "fields found later": """
        class Unit:
            def __init__(self, name):
                self.name = name
                self.others = []
                self.level = 0.0

            def rank(self):
                self.place = len(self.name) + len(self.others)

        UNITS = {name: Unit(name) for name in ("a", "bcd")}
        for unit in UNITS.values():
            unit.others.append(UNITS["a"])

        @jit
        def set_level(name, level):
            UNITS[name].level = level

        @jit
        def set_levels(level):
            for name in UNITS:
                set_level(name, level)

        @jit
        def rank_all():
            for unit in UNITS.values():
                unit.rank()
            return sum([unit.place for unit in UNITS.values()])

        def main():
            set_levels(0.5)
            set_level("a", 2.5)
            places = rank_all()
            set_level("bcd", 1.5)
            first = [unit.level for unit in UNITS.values()]
            set_levels(3.5)
            return places, first, [(unit.level, unit.place, len(unit.others)) for unit in UNITS.values()]
    """,
    "defaults": """
        @jit
        def price(name, table={"a": 1.5, "b": 2.0}, seen=[1]):
            seen.append(len(seen))
            return table[name] + sum(seen)

        @jit
        def prices(names):
            return [price(name) for name in names], price("b", seen=[7]), price("a", {"a": 9.0})

        @jit
        def fib(n, memo={0: 0, 1: 1}):
            if n not in memo:
                memo[n] = fib(n - 1) + fib(n - 2)
            return memo[n]

        def main():
            first = prices(["a", "b", "a"])
            return first, prices(["b"]), price("a"), fib(40), fib(30)
    """,
    "arguments": """
        NAMES = ["a"]
        LOOKUP = {"a": 1}
        SEEN = {1}

        @jit
        def add(names, lookup, seen, x):
            names.append(x)
            NAMES.append(x + x)
            lookup[x] = len(NAMES)
            LOOKUP[x + x] = 5
            seen.add(2)
            return len(names), len(NAMES), LOOKUP.get(x, 0), len(lookup), len(SEEN)

        @jit
        def again(x):
            return len(NAMES), add(NAMES, LOOKUP, SEEN, x)

        def main():
            first = add(NAMES, LOOKUP, SEEN, "b"), add(["q"], {"w": 1}, {7}, "c"), again("d")
            return first, NAMES, LOOKUP, SEEN
    """,
    "closures": """
        def make():
            table = [1, 2]

            @jit
            def get(i):
                return table[i]

            return get, table

        class Settings:
            def __init__(self):
                self.rate = 0.5
                self.limits = [1, 2]

        SETTINGS = Settings()

        @jit
        def scaled(x):
            SETTINGS.limits.append(3)
            return x * SETTINGS.rate

        def main():
            get, table = make()
            first = get(0)
            table[0] = 9
            result = scaled(2.0)
            SETTINGS.rate = 2.0
            return first, get(0), result, scaled(2.0), SETTINGS.limits
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)


SHARED = typed.Dict.empty(types.int64, types.int64)
NUMBERS = [1, 2]


@pytest.mark.keeps_values
def test_typed_containers_are_not_copied():
    @njit
    def put(k):
        SHARED[k] = 2 * k
        return len(SHARED)

    SHARED[1] = 5
    assert put(3) == 2
    assert dict(SHARED) == {1: 5, 3: 6}


def test_other_types_than_when_it_was_compiled():
    @njit
    def first():
        return NUMBERS[0]

    assert first() == 1
    NUMBERS[:] = ["a"]
    try:
        with pytest.raises(
            TypeError, match=r"a global was list\(int64\) when .*, and is list\(unicode_type\): call recompile\(\)"
        ):
            first()
        first.recompile()
        NUMBERS[:] = ["b"]
    finally:
        NUMBERS[:] = [1, 2]


def test_python_code_sees_changes():
    seen = []

    @njit
    def change():
        NUMBERS.append(3)
        with objmode():
            seen.append(list(NUMBERS))
        NUMBERS.append(4)

    try:
        change()
        assert seen == [[1, 2, 3]]
        assert NUMBERS == [1, 2, 3, 4]
    finally:
        NUMBERS[:] = [1, 2]


NOTHING = []


def test_empty_of_which_nothing_is_known():
    @njit
    def f():
        return len(NOTHING)

    with pytest.raises(errors.TypingError, match=r"it is empty, and the function puts nothing into it.*\n.*such as NOTHING: "):
        f()


def test_empty_without_annotation():
    empty = []

    @njit
    def f():
        return len(empty)

    with pytest.raises(errors.TypingError, match=r"an annotation, such as empty: list\[int\] = \[\]"):
        f()
