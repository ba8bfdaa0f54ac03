"""Everyday Python in compiled functions, several features in one: as CPython."""

from __future__ import annotations

import copy
import enum

import pytest

from coluber import njit


class Place:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Noted:
    def __init__(self):
        self.log = []
        self.names = {}

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append("none" if kind is None else kind.__name__)
        return True

    def __setitem__(self, key, value):
        self.names[key] = value


class Direction(str, enum.Enum):
    NORTH = "n"
    SOUTH = "s"


class Failure(Exception):
    def __init__(self, text, code=0):
        super().__init__(text)
        self.code = code


class Missing(Failure):
    def __init__(self, what):
        super().__init__(f"{what} is missing", 404)
        self.what = what


def ranges(n):
    r = range(1, n, 2)
    parts = r[1:3], r[::-1], r[-2:], r[5:1]
    same = r == range(1, n, 2), r != range(1, n), range(0) == range(3, 1), range(4)[1:2] == range(1, 2, 7), r[1:] == r
    return parts, [list(part) for part in parts], same, r[Place(0)]


def recursion_with_defaults(n):
    moves = []

    def go(n, a="A", b="B", *, c="C"):
        if n:
            go(n - 1, a, c=b, b=c)
            moves.append((a, c))
            go(n - 1, b, a, c=c)

    def count(n, step=1):
        return 1 + count(n - step) if n > 0 else 0

    go(n)
    return moves, count(n), count(n, step=2)


def items_of_arguments(items):
    def three(a, b, c=-1):
        return f"{a}{b}{c}"

    def all_of(first, *rest):
        return f"{first} {rest}"

    short = three("x", *items), three(1, *[2.5]), all_of(0.5, *items), "{}-{}".format(*items), "{1}{0:>{1}}".format(*items)
    try:
        return short, "{} {} {}".format(*items)
    except IndexError as error:
        return short, str(error)


def one_iterator_several_times(items):
    pair = iter(items)
    return list(zip(*[iter(items)] * 2)), list(zip(*[pair] * 3)), list(zip(*[iter(items), iter(items)]))  # noqa: B905


def filled_by_special_methods(n):
    noted = Noted()
    with noted as same:
        same[n] = "n"
        raise ValueError("suppressed")
    with noted:
        noted[n + 1] = "m"
    return noted.log, noted.names


def sequences_of_several_types(n):
    mixed = (n, "a", 2.5, "b")
    left, right = {"n": n, "text": "t"}, {"text": "t", "n": 3}
    index = mixed.index("a"), mixed.index(2.5), mixed.count("b"), mixed.count(None)
    letters = ["a", "b"]
    letters[Place(0)] = "c"
    return index, left == right, left != right, letters, letters[Place(1)], "xyz"[Place(2)]


def membership(n):
    def evens():
        for i in range(n):
            yield 2 * i

    found = evens()
    direction = Direction("s") if n > 3 else Direction.NORTH
    here = direction == "s", "n" != direction, direction == Direction.SOUTH, Direction.NORTH in Direction
    items = [3, n, 1]
    return 4 in found, list(found), 5 in evens(), here, max(range(3), key=items.__getitem__), [*map("ab".__contains__, "bc")]


def handled(kind):
    try:
        if kind == 0:
            raise Failure("plain")
        if kind == 1:
            raise Failure("coded", 5)
        if kind == 2:
            raise Missing("key")
        if kind == 3:
            raise ValueError("a", "b")
        raise ValueError("c")
    except Failure as error:
        return f"{error} {error.code} {error!r}", ("",)
    except ValueError as error:
        return str(error), error.args


def behind(kind):
    try:
        try:
            if kind == 0:
                raise KeyError("k")
            [][kind]
        except KeyError as error:
            raise ValueError("first") from error
        except IndexError:
            raise ValueError("second")  # noqa: B904
    except ValueError as error:
        cause, context = error.__cause__, error.__context__
        texts = f"{cause!r} {context!r} {cause} {isinstance(cause, KeyError)} {isinstance(context, IndexError)}"
        return texts, cause is None, context is None


def numbers(x):
    return x.hex(), (-x).hex(), (x * 5e-324).hex(), (0.0 * x).hex(), float("inf").hex(), (1e300 * x).hex()


def places(n):
    values, place = list(range(9)), Place(n)
    parts = values[:place], values[Place(1) :: place], "abcdefg"[place:], b"abcdefg"[-1 : Place(0) : Place(-2)]
    return parts, list(range(place)), bin(place), hex(place), chr(Place(65 + n)), [0] * place, place * "ab", oct(place)


def fields_of_several_types(n, x):
    best = None if n < 0 else n
    ends = f"{n} item{'s' if n != 1 else ''}", f"<{n if n > 1 else 'few':>5}|{x if x > 0.5 else '-':^7}|{x!r}>"
    rows = [f"{k}: {'none' if k % 2 else k}" for k in range(n)]
    try:
        rows.append(f"{'zero' if n == 0 else 10 // n}{100 // (n - 1) if n < 3 else 'many'}")
    except ZeroDivisionError:
        rows.append("failed")
    return ends, rows, f"{best if best is not None else 'nothing'}"


def nested_results(n):
    def tuples(row):
        if row == n:
            yield []
            return
        for k in range(n):
            for rest in tuples(row + 1):
                yield [k] + rest

    def queens(row, columns, sums, differences):
        if row == n:
            yield []
            return
        for k in range(n):
            if k not in columns and row + k not in sums and row - k not in differences:
                for rest in queens(row + 1, columns | {k}, sums | {row + k}, differences | {row - k}):
                    yield [k] + rest

    return list(tuples(0)), list(queens(0, set(), set(), set()))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (ranges, [(8,), (2,)]),
        (recursion_with_defaults, [(3,), (0,)]),
        (items_of_arguments, [([1, 2],)]),
        (one_iterator_several_times, [([1, 2, 3, 4, 5],), (["a"],)]),
        (filled_by_special_methods, [(3,)]),
        (sequences_of_several_types, [(3,), (4,)]),
        (membership, [(4,), (1,)]),
        (handled, [(0,), (1,), (2,), (3,), (4,)]),
        (behind, [(0,), (1,)]),
        (places, [(2,), (3,)]),
        (fields_of_several_types, [(0, 0.25), (1, 0.75), (2, 1.0), (3, 0.5), (-1, 0.5)]),
        (nested_results, [(3,), (4,)]),
        (numbers, [(3.7,), (0.5,)]),
    ],
)
def test_as_python(function, arguments):
    compiled = njit(function)
    for given in arguments:
        assert repr(compiled(*copy.deepcopy(given))) == repr(function(*copy.deepcopy(given))), given


def fill(rows, graph):
    rows[0].append("x")
    for name in graph:
        graph[name].append(len(rows))
    return rows, graph


def visit(rows, graph):
    seen = []
    for name in graph:
        for other in graph[name]:
            seen.append(other)
        seen.append(name)
    return seen, [len(row) for row in rows]


@pytest.mark.parametrize("function", [fill, visit])
def test_arguments_that_hold_empty_containers(function):
    compiled = njit(function)
    for given in [([[], []], {"a": [], "b": []}), ([["y"], []], {"a": []})]:
        ours, theirs = copy.deepcopy(given), copy.deepcopy(given)
        assert compiled(*ours) == function(*theirs)
        assert ours == theirs
