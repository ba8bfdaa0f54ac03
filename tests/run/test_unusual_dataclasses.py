"""Dataclasses whose statements say more than their annotations, as CPython has them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from coluber import njit
from tests.run.support import check_program

PROGRAMS = {
    "an __init__ of its own": """
        from dataclasses import asdict, astuple, dataclass

        @dataclass
        class Bag:
            def __init__(self, count, key=None):
                self.count = count
                self.keys: set[str] = {key} if key else set()

        @dataclass
        class Half:
            x: int
            y: float

            def __init__(self, x):
                self.x = x
                self.y = x / 2

        @dataclass(init=False)
        class Begun:
            x: int
            y: float = 2.5

            def __init__(self, x):
                self.x = x

        @dataclass(order=True)
        class Turned:
            x: int
            y: int

            def __init__(self, x):
                self.x, self.y = x, -x

        @dataclass(unsafe_hash=True)
        class Key:
            x: int

            def __init__(self, x):
                self.x = x + 1

        @jit
        def main():
            bag, other = Bag(0, "a"), Bag(1)
            other.keys.add("b")
            print(sorted(bag.keys), bag.count, other.count, sorted(other.keys), bag == Bag(0, "c"))
            print(repr(Half(3)), Half(3) == Half(3), Half(3) == Half(4), asdict(Half(3)), astuple(Half(4)))
            print(Begun(3).x, Begun(3).y, repr(Begun(3)), Begun(1) == Begun(1))
            print(Turned(1) < Turned(2), sorted([Turned(3), Turned(1)])[0].x, max(Turned(1), Turned(2)).y)
            return len({Key(1), Key(1), Key(2)}), {Key(1): 2}[Key(1)], Half(5), [Begun(1), Begun(2)]
    """,
    "no __init__ at all": """
        from dataclasses import dataclass

        @dataclass(init=False)
        class Place:
            x: int = 3
            y: int = 4

            def move(self, x):
                self.x = x

        @jit
        def main():
            place = Place()
            place.move(5)
            return place.x, place.y, Place().x, repr(place)
    """,
    "derived with more fields": """
        from dataclasses import dataclass, field

        @dataclass
        class Base:
            a: int
            items: list[int] = field(default_factory=list)

        class Plain(Base):
            def __init__(self, a, b):
                super().__init__(a)
                self.b = b

        @dataclass
        class Data(Base):
            b: int = 0

            def __init__(self, a, b):
                super().__init__(a)
                self.b = b * 2

        @jit
        def main():
            plain, data = Plain(1, 2), Data(1, 2)
            plain.items.append(7)
            data.items.append(8)
            print(plain.a, plain.b, plain.items, plain == Plain(1, 3), repr(data), data == Data(1, 3))
            return plain.a + plain.b, data
    """,
    "attributes that methods set": """
        from dataclasses import dataclass, field, InitVar

        @dataclass
        class Area:
            x: int
            y: int = 2

            def __post_init__(self):
                self.size = self.x * self.y

        @dataclass
        class Scaled:
            x: float
            scale: InitVar[float]
            marks: list[int] = field(default_factory=list)

            def __post_init__(self, scale):
                self.scaled = self.x * scale
                self.marks.append(1)

        @dataclass
        class Counter:
            x: int

            def go(self):
                self.seen = self.x + 1
                return self

        @dataclass
        class Tree:
            value: int
            left = None
            right = None

            def insert(self, value):
                if value < self.value:
                    if self.left is None:
                        self.left = Tree(value)
                    else:
                        self.left.insert(value)
                elif self.right is None:
                    self.right = Tree(value)
                else:
                    self.right.insert(value)

            def values(self):
                left = [] if self.left is None else self.left.values()
                return left + [self.value] + ([] if self.right is None else self.right.values())

        @dataclass
        class Sum:
            total: int = 0

            def add(self, x):
                self.last = x
                self.total += x

        @jit
        def main():
            area = Area(2, y=3)
            print(area.size, area == Area(2, 3), repr(area), Area(4).size)
            print(Scaled(1.5, 2.0).scaled, Scaled(1.5, 2.0).marks, Counter(1).go().seen)
            tree = Tree(4)
            for value in (2, 6, 1, 3):
                tree.insert(value)
            print(tree.values())
            total = Sum()
            total.add(2)
            return total.total, total.last
    """,
    "fields that statements alone tell the types of": """
        from collections import defaultdict, deque
        from dataclasses import dataclass, field
        from typing import Any

        import numpy as np

        @dataclass
        class Grid:
            n: int
            step: float = 0.5
            x: np.ndarray = field(init=False, repr=False, compare=False)
            names: list = field(init=False)
            last: float = field(init=False)

            def __post_init__(self):
                self.x = np.arange(self.n) * self.step
                self.names = [str(k) for k in range(self.n)]
                self.last = self.n / 2

        @dataclass
        class Fine(Grid):
            more: int = 2
            groups: dict = field(init=False)

            def __post_init__(self):
                super().__post_init__()
                self.groups = defaultdict(list)
                for k in range(self.n):
                    self.groups[k % self.more].append(k * 1.5)

        @dataclass(order=True)
        class Job:
            cost: int
            key: tuple = field(init=False, compare=False)
            log: Any = field(init=False, compare=False)

            def __post_init__(self):
                self.key = (self.cost, str(self.cost))
                self.log = deque()

            def run(self):
                self.log.append(self.cost * 1.5)
                return self

        @jit
        def main():
            grid, fine = Grid(4), Fine(3, more=3)
            grid.x = grid.x * 2
            grid.names.append("z")
            print(grid.x[3], grid.names, grid.last, repr(grid), grid == Grid(4), Grid(2) == Grid(2))
            print(fine.groups[1], fine.x[2], fine.last, fine.names, fine.more)
            jobs = sorted([Job(3), Job(1).run(), Job(2)])
            print([job.key for job in jobs], len(jobs[0].log), max(jobs).cost, Job(2) == Job(2), Job(1) < Job(0))
            return jobs, [one.names for one in (Grid(k) for k in range(3))], Fine(2).last
    """,
    "fields of frozen objects": """
        from dataclasses import dataclass, field

        @dataclass(frozen=True)
        class Half:
            x: int
            y: float = field(init=False)

            def __post_init__(self):
                object.__setattr__(self, "y", self.x / 2)

        @dataclass(frozen=True)
        class Next:
            x: int

            def __init__(self, x):
                object.__setattr__(self, "x", x + 1)

        @jit
        def main():
            half = Half(3)
            try:
                half.y = 1.0
            except AttributeError as e:
                print(e)
            return half.y, half == Half(3), Half(4), len({Half(1), Half(1)}), Next(1).x, len({Next(1), Next(1)})
    """,
    "numbers of other types than annotated": """
        import math
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Best:
            count: int
            best: int

        @dataclass
        class Range:
            ok: bool | None = False
            high: int | None = None

        @dataclass
        class Total:
            total: int = 0

            def add(self, x):
                self.total += x

        @jit
        def best(n):
            if n < 0:
                return Best(0, 0.0)
            left = best(n - 1)
            return Best(left.count + n, max(n / 3, left.best))

        @jit
        def high(n):
            if n < 0:
                return Range(True, -math.inf)
            before = high(n - 1)
            if not before.ok:
                return Range()
            return Range(True, max(n + 0.5, before.high))

        @jit
        def main():
            total = Total()
            total.add(1)
            total.add(0.5)
            return best(4).best, high(4).high, total.total
    """,
    "methods that keep their results": """
        import functools
        from dataclasses import dataclass

        class Paths:
            def __init__(self, blocked):
                self.blocked = blocked
                self.calls = 0

            @functools.lru_cache(maxsize=None)
            def count(self, i, j):
                self.calls += 1
                if (i, j) == self.blocked:
                    return 0
                return 1 if i == 0 or j == 0 else self.count(i - 1, j) + self.count(i, j - 1)

        class Words:
            @functools.cache
            def wins(self, text: str) -> bool:
                return any(
                    a == "+" and b == "+" and not self.wins(text[:i] + "--" + text[i + 2:])
                    for i, (a, b) in enumerate(zip(text, text[1:]))
                )

        @jit
        def main():
            paths, other = Paths((1, 1)), Paths((9, 9))
            print(paths.count(8, 8), paths.calls, other.count(8, 8), other.calls, paths.count(8, 8), paths.calls)
            return Words().wins("++++++"), Words().wins("+++++")
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)


@dataclass
class Link:
    """What only code outside of the class sets."""

    value: int
    next = None


@dataclass
class Box:
    """Its ``__post_init__`` sets an attribute that is no field."""

    x: int
    y: int

    def __post_init__(self):
        self.size = self.x * self.y


def test_attributes_that_others_set():
    @njit
    def chain(values):
        first = Link(values[0])
        last = first
        for value in values[1:]:
            last.next = Link(value)
            last = last.next
        total, at = 0, first
        while at is not None:
            total = total * 10 + at.value
            at = at.next
        return total

    assert chain([1, 2, 3]) == chain.py_func([1, 2, 3]) == 123


def test_objects_from_python():
    @njit
    def grow(box):
        box.x += 1
        return box.size, box == box, Box(box.x, box.y)

    box, same = Box(2, 3), Box(2, 3)
    assert grow(box) == grow.py_func(same)
    assert vars(box) == vars(same)
    assert vars(grow(box)[2]) == vars(Box(4, 3))
