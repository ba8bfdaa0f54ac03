"""Views of dicts, named tuples, and other things of the language's containers that ordinary code uses now and then."""

from __future__ import annotations

import itertools
import math
import operator
import random
import statistics
from collections import OrderedDict, deque, namedtuple
from enum import *  # noqa: F403

import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check, compile_error

Point = namedtuple("Point", "x y")


class Color(Enum):  # noqa: F405
    RED = 1
    GREEN = 2
    ROUGE = 1

    @property
    def twice(self):
        return self.value * 2


class Size(IntEnum):  # noqa: F405
    SMALL = 1


class Right(Flag):  # noqa: F405
    READ = 1
    WRITE = 2


class Word(StrEnum):  # noqa: F405
    YES = "y"


def of_classes(x):
    return (
        isinstance(x, Enum), isinstance(x, IntEnum), isinstance(x, Flag), isinstance(x, StrEnum), isinstance(x, str),  # noqa: F405
        isinstance(x, int), isinstance(x, (float, Enum)), isinstance(x, Color),  # noqa: F405
    )  # fmt: skip


@pytest.mark.parametrize("value", [Color.RED, Size.SMALL, Right.READ, Word.YES, 1, "a"], ids=repr)
def test_members_are_of_the_classes_above_theirs(value):
    check(of_classes, value)


def of_member(color):
    return color.twice, list(Color.__members__), len(Color.__members__), "RED" in Color.__members__, Color.__members__["GREEN"]


def members_as_keys(table):
    return table[1], table.get(1), 1 in table, table.get(5), {Size.SMALL: 1}[1], {1: 5}[Size.SMALL], 1 in {Size.SMALL}


def test_members():
    check(of_member, Color.GREEN)
    check(members_as_keys, {Size.SMALL: 3})


def views(d):
    return (
        list(reversed(d.items())), list(reversed(d.keys())), list(reversed(d.values())), str(d.keys()), repr(d.values()),
        f"{d.items()}", "%s" % d.keys(), "%r" % d.values(), "<%40s>" % d.keys(), "%-40r|%d" % (d.items(), 1),
        ["a", "z"] & d.keys(), ("a",) | d.keys(), ["a", "q"] - d.keys(), d.fromkeys("xy", 1), d.fromkeys([1]),
    )  # fmt: skip


@pytest.mark.parametrize("make", [dict, OrderedDict])
def test_views(make):
    check(views, make({"a": 1, "b": 2}))


def new_ordered():
    return OrderedDict.fromkeys("ab", 1), OrderedDict.fromkeys([1, 2]), max((), default=0), min((), default=5, key=abs)


def made_of_rows(rows):
    return Point._make((1, 2)), Point._make([3, 4]), list(map(Point._make, rows)), [Point._make(row) for row in rows]


def fields(p):
    return p._fields, dict(zip(p._fields, p, strict=True)), Point._fields


def test_named_tuples():
    check(new_ordered)
    check(made_of_rows, [[1, 2], [3, 4]])
    check(made_of_rows, [(1, 2)])
    check(lambda row: Point._make(row), [1])
    check(fields, Point(1, 2))


def tuples(n):
    return (0,) * n, n * ("a",), (1, 2) * n, () * n, (1, 2, 3).index(2, 1), (1, "a", 2).index("a", 0, 2), (1, 2, 3).index(3, -1)


def test_tuples():
    for n in (3, 0, -1):
        check(tuples, n)
    check(lambda a: (1, 2, 3).index(2, 0, a), 1)


HASHES = [
    "hash(frozenset([1, 5]))", "hash(frozenset())", "hash(frozenset([frozenset([1]), frozenset([2, 3])]))", "hash(None)",
    "hash(Color.RED)", "hash(Size.SMALL)", "hash(Right.READ | Right.WRITE)", "hash(Word.YES)", "hash(range(5))",
    "hash(range(0))", "hash(range(3, 4))", "hash(range(1, 10, 3))", "hash((None, Color.RED, frozenset([1])))",
    "hash((1, (None, 2)))",
]  # fmt: skip


@pytest.mark.parametrize("line", HASHES)
def test_hashes(line):
    function = eval(f"lambda: {line}", globals())
    check(function)


def of_the_library(rows, text, words):
    random.seed("text")
    first = random.random()
    random.seed("é")
    second = random.random()
    random.seed(b"\0xyz")
    return (
        first, second, random.random(), random.choice(deque([1, 2, 3])), random.sample(deque([1, 2, 3]), 2),
        list(itertools.zip_longest(*rows)), list(itertools.zip_longest(*rows, fillvalue=0)),
        operator.methodcaller("split", sep="b")(text), operator.methodcaller("split", "b", maxsplit=1)(text),
        statistics.median(words), statistics.median_low(words), statistics.median_high(words),
        math.fsum(x / 10 for x in rows[0]), math.fsum({0.1, 0.2}), math.fsum(()),
    )  # fmt: skip


def test_functions_of_the_library():
    check(of_the_library, [[1, 2], [3]], "abcbd", ["a", "c", "b"])
    check(lambda words: statistics.median(words), ["a", "b"])


class Series:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, k):
        return self.items[k]

    def __len__(self):
        return len(self.items)

    def __format__(self, spec):
        return "S" + spec


def of_objects(n):
    s = Series([1, 2, n])
    return list(reversed(s)), format(s), f"{s}", format(s, "x")


def test_objects():
    check(of_objects, 5)


def only_read(d, k):
    if k in d:
        return d[k]
    return -1


@pytest.mark.parametrize("key", [(1, 2), ("x", 1), ((0, 0), "n"), frozenset([1]), "x", 2.5], ids=repr)
def test_empty_dicts_that_are_only_read(key):
    check(only_read, {}, key)


def test_functions_that_are_made_of_functions():
    from functools import reduce

    def composed(x):
        return reduce(lambda f, g: lambda x: g(f(x)), [lambda x: x + 1, lambda x: x * 3])(x)

    assert "keep the functions in a list" in compile_error(composed, 2, error=TypingError)


def test_typed_containers_keep_their_types():
    from coluber import types
    from coluber.typed import Dict

    def put(d):
        d["k"] = 2.5

    jitted = njit(put)
    assert jitted({"a": 1}) is None
    d = Dict.empty(types.unicode_type, types.int64)
    for _ in range(2):
        with pytest.raises(
            TypingError, match=r"(?s)dict\(unicode_type, int64\) can't hold unicode_type: float64.*d\[.k.\] = 2.5"
        ):
            jitted(d)
