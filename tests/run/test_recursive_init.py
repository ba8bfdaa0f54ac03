"""Objects whose ``__init__`` makes objects of the same class."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check


class Halves:
    def __init__(self, n):
        self.n = n
        self.left = Halves(n // 2) if n > 1 else None

    def size(self):
        return 1 + (self.left.size() if self.left is not None else 0)


class Later:
    def __init__(self, n):
        self.left = self.right = None
        self.n = n
        if n > 1:
            self.left = Later(n // 2)
            self.right = Later(n // 3)

    def size(self):
        return 1 + sum(part.size() for part in (self.left, self.right) if part is not None)


class Parts:
    def __init__(self, n):
        self.n = n
        self.parts = [Parts(n // 2) for _ in range(n // 2)]

    def size(self):
        return 1 + sum(part.size() for part in self.parts)


class Filled:
    def __init__(self, text, depth=0):
        self.depth = depth
        self.text = text
        self.parts = {}
        for k in range(len(text)):
            if text[k] not in self.parts:
                self.parts[text[k]] = Filled(text[k + 1 :], depth + 1)

    def size(self):
        return 1 + sum(part.size() for part in self.parts.values())


class Points:
    def __init__(self, points, index, depth=0):
        self.axis = depth % points.shape[1]
        index = index[np.argsort(points[index, self.axis])]
        middle = len(index) // 2
        self.at = int(index[middle])
        self.left = Points(points, index[:middle], depth + 1) if middle else None
        self.right = Points(points, index[middle + 1 :], depth + 1) if middle + 1 < len(index) else None

    def order(self):
        left = self.left.order() if self.left is not None else []
        return [*left, self.at, *(self.right.order() if self.right is not None else [])]


class Made:
    def __init__(self, values):
        self.build(values)

    def build(self, values):
        self.value = values[len(values) // 2]
        self.left = Made(values[: len(values) // 2]) if len(values) > 1 else None

    def total(self):
        return self.value + (0 if self.left is None else self.left.total())


class Above:
    def __init__(self, n):
        self.n = n


class Derived(Above):
    def __init__(self, n, scale=1.5):
        super().__init__(n * scale)
        self.next = None if n == 0 else Derived(n - 1, scale)

    def total(self):
        return self.n + (self.next.total() if self.next else 0.0)


class Chain:
    def __init__(self, items):
        self.first, *rest = items[0], items[1:]
        self.rest = Chain(rest[0]) if rest[0] else None

    def __iter__(self):
        link = self
        while link is not None:
            yield link.first
            link = link.rest


class Knows:
    def __init__(self, n, above=None):
        self.n = n
        self.above = above
        self.below = Knows(n - 1, self) if n > 0 else None

    def total(self):
        last, total = self, 0
        while last.below is not None:
            last = last.below
        while last is not None:
            total = total * 10 + last.n
            # Circles that nobody gets are not freed.
            last.below, last.above, last = None, None, last.above
        return total


class First:
    def __init__(self, n):
        self.n = n
        self.second = Second(n - 1) if n > 0 else None

    def total(self):
        return self.n + (self.second.total() if self.second is not None else 0)


class Second:
    def __init__(self, n):
        self.half = n * 0.5
        self.first = First(n - 1) if n > 0 else None

    def total(self):
        return self.half + (self.first.total() if self.first is not None else 0)


POINTS = np.random.default_rng(0).random((9, 2))

CASES = {
    "an object or None": (lambda n: Halves(n).size(), 9),
    "objects under a condition": (lambda n: Later(n).size(), 9),
    "a list of objects": (lambda n: Parts(n).size(), 5),
    "a dict of objects": (lambda text: Filled(text).size(), "abcab"),
    "parts of arrays": (lambda points: Points(points, np.arange(len(points))).order(), POINTS),
    "by a method": (lambda values: Made(values).total(), [1.5, 2.5, 3.0]),
    "by the class above": (lambda n: Derived(n).total(), 4),
    "a loop over a chain": (lambda items: list(Chain(items)), ["a", "b", "c"]),
    "with the object": (lambda n: Knows(n).total(), 4),
    "by turns": (lambda n: First(n).total(), 5),
    "in a list": (lambda n: [tree.left.n for tree in [Halves(k) for k in range(2, n)]], 6),
}


@pytest.mark.parametrize(("function", "argument"), CASES.values(), ids=CASES.keys())
def test_values(function, argument):
    check(function, argument)


def test_objects_of_python():
    grow = njit(lambda tree, n: (tree.size(), tree.left.size(), Later(n)))
    tree = Later(7)
    found = grow(tree, 4)
    assert found[:2] == (tree.size(), tree.left.size())
    assert found[2].size() == Later(4).size()
    assert found[2].left.left.left is None
