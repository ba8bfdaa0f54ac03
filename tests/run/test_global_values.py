"""Methods, ranges and aliases of classes that programs keep under names of their modules."""

from __future__ import annotations

import collections
import typing
from typing import Generic, TypeVar

import pytest

from coluber import njit
from tests.run.support import check

joined = "".join
with_commas = ", ".join
shown = "{:>5}|{}".format
is_vowel = "aeiou".__contains__
price_of = {"a": 1.5, "b": 2.0}.get
place_of = (4, 5, 6).index
DIE = range(1, 7)
DOWN = range(9, 0, -3)
NOTHING = range(0)
NUMBERS = range(2**63 - 1)
HUGE = range(2**70)
Row = list[int]
Count = typing.Counter
Groups = typing.DefaultDict
Item = TypeVar("Item")


class Stack(Generic[Item]):
    def __init__(self, items):
        self.items = items

    def top(self):
        return self.items[-1]


Texts = Stack[str]


def test_methods_of_constants():
    check(lambda n: (joined(["a"] * n), joined(str(k) for k in range(n)), with_commas(map(str, (n, 2)))), 3)
    check(lambda n: (shown(n, "x"), [c for c in "rest" if is_vowel(c)], list(filter(is_vowel, "tree"))), 3)
    check(lambda n: (place_of(n + 1), [place_of(k) for k in (6, 4)]), 4)


def test_a_method_of_a_dict_of_the_module():
    check(lambda name: (price_of(name), price_of("z"), price_of("z", 0.5), sum(map(price_of, "ab"))), "a")


def test_ranges():
    check(lambda n: (sum(DIE), list(DOWN), n in DIE, 7 in DIE, len(DOWN), DOWN[n], list(NOTHING)), 1)
    check(lambda n: [(a, b) for a in DIE for b in DIE if a + b == n], 4)
    check(lambda n: (DIE if n else DOWN).step, 1)
    check(lambda text: list(zip(text, NUMBERS)), "ab")


@njit
def places(text, places=range(2**62), step=range(0, 9, 2)):
    return [(c, k, s) for c, k, s in zip(text, places, step)]


def test_ranges_as_defaults():
    check(lambda n: (places("ab"), places("ab", range(5, 9)), places("ab", step=range(n))), 1)


def test_a_range_of_larger_numbers_is_named():
    with pytest.raises(Exception, match="Untyped global name 'HUGE'"):
        njit(lambda: len(HUGE))()


def test_aliases_of_classes_make_objects():
    check(lambda text: (Row((1, 2)), Count(text)["l"], Texts([text, "x"]).top(), list[str](text)), "hello")

    def grouped(words):
        groups = Groups(list)
        for word in words:
            groups[len(word)].append(word)
        return groups, typing.OrderedDict(a=1), typing.Deque([1, 2]), collections.Counter[str]("aab")

    check(grouped, ["a", "bc", "d"])
