"""What programs do with classes, dataclasses and exceptions: what they print and return, as CPython."""

from __future__ import annotations

from typing import Optional

import pytest

from coluber.core.annotations import scope_of
from tests.run.support import check_program

PROGRAMS = {
    "copies of objects": """
        import copy
        from dataclasses import dataclass, field

        class Node:
            def __init__(self, value):
                self.value = value
                self.next = None
                self.marks = [value]

        @dataclass(frozen=True)
        class Place:
            name: str
            sizes: list[int]

        @dataclass
        class Room:
            place: Place
            table: dict[str, list[int]] = field(default_factory=dict)

        @jit
        def main():
            a = Node(1)
            a.next = Node(2)
            same, deep = copy.copy(a), copy.deepcopy(a)
            same.value, deep.next.value = 5, 6
            same.marks.append(3)
            deep.marks.append(4)
            room = Room(Place("x", [1]), {"a": [1]})
            other = copy.deepcopy(room)
            other.table["a"].append(2)
            other.place.sizes.append(3)
            return a.value, a.marks, a.next.value, same.marks, deep.marks, deep.next.value, room, other, copy.copy(room.place)
    """,
    "copies of objects that are in several places, or in a circle": """
        import copy

        class Node:
            def __init__(self, value):
                self.value = value
                self.other = None

        @jit
        def main():
            a, b = Node(1), Node(2)
            a.other, b.other = b, a
            c = copy.deepcopy(a)
            c.other.value = 7
            row = [0]
            grid = copy.deepcopy([row, row, [0]])
            grid[0][0] = 5
            d = Node(4)
            nodes = copy.deepcopy([d, d])
            nodes[0].value = 9
            value, is_circle = c.other.value, c.other.other is c
            a.other, c.other.other = None, None
            found = copy.deepcopy({a: [b], b: [a]})
            return value, is_circle, b.value, grid, row, nodes[1].value, a.value, len(found), nodes[0] is nodes[1]
    """,
    "copies by methods of the class, and of objects of several classes": """
        import copy
        from collections import Counter, defaultdict, deque, namedtuple

        Pair = namedtuple("Pair", "left right")

        class Own:
            def __init__(self, value):
                self.value = value

            def __copy__(self):
                return Own(self.value + 1)

            def __deepcopy__(self, memo):
                return Own(self.value + 2)

        class Disc:
            def __init__(self, sizes):
                self.sizes = sizes

        @jit
        def main():
            own = Own(1)
            shapes = [Own(5), Disc([1])]
            others = copy.deepcopy(shapes)
            kinds = [isinstance(shape, Disc) for shape in others]
            values = [shape.value for shape in others if isinstance(shape, Own)]
            d = defaultdict(list)
            d["a"].append(1)
            e, q, p = copy.deepcopy(d), copy.deepcopy(deque([[1]])), copy.deepcopy(Pair([1], 2))
            e["b"].append(2)
            d["a"].append(3)
            q[0].append(2)
            p.left.append(5)
            c = copy.copy(Counter("aab"))
            return copy.copy(own).value, copy.deepcopy(own).value, kinds, values, d, e, q, p, c, copy.deepcopy(frozenset([1]))
    """,
    "equal objects of several dataclasses": """
        from dataclasses import dataclass

        @dataclass
        class A:
            x: int

        @dataclass
        class B:
            x: int
            y: int = 0

        class C:
            def __init__(self, x):
                self.x = x

        @jit
        def main():
            items = [A(1), B(1, 2), A(2), C(1)]
            first, last = items[0], items[3]
            equal = [[a == b for a in items] for b in items], [a != items[1] for a in items]
            found = A(2) in items, A(3) in items, B(1, 2) in items, C(1) in items, last in items
            return equal, found, items.index(A(2)), items.count(A(1)), first == A(1), A(1) == first, first == 5, last == A(1)
    """,
    "keyword-only arguments of exceptions": """
        class Failure(Exception):
            def __init__(self, text="none", *, code=3, place):
                super().__init__(text)
                self.code = code
                self.where = f"{place}:{code}"

        @jit
        def caught(n):
            try:
                if n == 0:
                    raise Failure("a", place="p")
                if n == 1:
                    raise Failure(place="q", code=n * 10)
                raise Failure(text="c", code=n, place="r")
            except Failure as error:
                return error.code, error.where, str(error), error.args

        @jit
        def raised():
            raise Failure("d", place="s", code=8)

        def main():
            try:
                raised()
            except Failure as error:
                return [caught(n) for n in range(3)], error.code, error.where, error.args
    """,
    "what is handed on to __post_init__": """
        from dataclasses import InitVar, dataclass, field

        @dataclass
        class Scaled:
            x: int
            scale: InitVar[int] = 2
            name: str = "n"
            shift: InitVar[float] = 0.5
            y: float = field(init=False)

            def __post_init__(self, scale, shift):
                self.y = self.x * scale + shift

        @jit
        def given(scaled):
            return scaled.x, scaled.y, scaled.name

        @jit
        def main():
            return Scaled(3), Scaled(3, 5, "m", 1.5), Scaled(x=1, shift=0.25), [Scaled(*[k, 2]).y for k in range(2)]

        def main_of_arguments():
            return given(Scaled(2, 7))
    """,
    "members of enumerations with attributes": """
        from enum import Enum

        class Planet(Enum):
            MERCURY = (3.303e23, 2.4397e6)
            EARTH = (5.976e24, 6.37814e6)

            def __init__(self, mass, radius):
                self.mass = mass
                self.radius = radius

            @property
            def gravity(self):
                return 6.673e-11 * self.mass / (self.radius * self.radius)

        class Level(Enum):
            LOW = 1, "low"
            HIGH = 2, "high"

            def __new__(cls, value, label):
                member = object.__new__(cls)
                member._value_ = value
                member.label = label
                return member

        @jit
        def of(planet, level):
            return planet.gravity, planet.radius, planet.name, level.label, level.value

        def main_of_arguments():
            return of(Planet.MERCURY, Level.HIGH)

        @jit
        def main():
            found = [(planet.name, planet.gravity, planet.mass) for planet in Planet]
            return Planet.EARTH.mass, found, [level.label for level in Level], Level(2).label
    """,
    "members of enumerations that are texts": """
        from enum import Enum

        class Color(str, Enum):
            RED = "red"
            BLUE = "blue"

        @jit
        def of(c):
            text = c + "x", "x" + c, c.upper(), len(c), "e" in c, c in "a red b", c[0], c[::-1], c.startswith("r"), c * 2
            return text, {"red": 1, "blue": 2}[c], c in ("red", "x"), c in {"red"}, [x for x in c], c < "s", ord(c[0]), list(c)

        @jit
        def main():
            return [of(c) for c in Color], of(Color.RED), {Color.RED: 1}[Color.RED], Color("blue").value
    """,
    "properties that are computed once": """
        from dataclasses import asdict, dataclass, replace
        from functools import cached_property

        class Doc:
            def __init__(self, text):
                self.text = text
                self.calls = 0

            @cached_property
            def words(self):
                self.calls += 1
                return self.text.split()

            @cached_property
            def counts(self):
                found = {}
                for word in self.words:
                    found[word] = found.get(word, 0) + 1
                return found

            def top(self):
                return max(self.counts, key=lambda word: self.counts[word])

        @dataclass(frozen=True)
        class Point:
            x: int
            y: float = 1.5

            @cached_property
            def norm(self):
                return (self.x**2 + self.y**2) ** 0.5

        @jit
        def of(doc, point):
            return doc.top(), doc.calls, point.norm + point.norm, {point: 1}[Point(3)]

        def main_of_arguments():
            doc, point = Doc("x y y"), Point(3)
            first = of(doc, point)
            doc.text = "z"
            return first, of(doc, point), doc.words, doc.calls, point.norm, sorted(vars(point)), sorted(vars(doc))

        @jit
        def made():
            doc, point = Doc("a b a"), Point(4)
            return doc, doc.words, doc.top(), doc.calls, point, Point(5)

        def main():
            doc, words, top, calls, point, other = made()
            kept = sorted(vars(doc)), doc.words is doc.words, sorted(vars(point)), point.norm
            return words, top, calls, kept, asdict(replace(other, x=2))
    """,
    "containers of a class that begin empty": """
        from dataclasses import dataclass
        from typing import ClassVar

        class Named:
            registry: ClassVar[dict[str, int]] = {}
            order: "ClassVar[list[str]]" = []

            def __init__(self, name, x):
                self.name = name
                Named.registry[name] = x
                self.order.append(name)

        @dataclass
        class Point:
            x: int
            known: ClassVar[set[int]] = set()

            def note(self):
                Point.known.add(self.x)

        @jit
        def made(name):
            Named(name, len(name))
            Point(len(name)).note()
            return Named.registry, Named.order, len(Point.known)

        def main():
            return made("a"), made("bc"), Named.registry, Named.order, Point.known
    """,
    "containers of objects of several classes that are filled later": """
        class Account:
            def __init__(self, owner, balance=0.0):
                self.owner, self.balance = owner, float(balance)
                self.history = []

            def take(self, x):
                self.balance -= x
                self.history.append(("take", x))

        class Savings(Account):
            def __init__(self, owner, balance=0.0, rate=0.02):
                super().__init__(owner, balance)
                self.rate = rate

            def year(self):
                self.balance += self.balance * self.rate
                return self

        @jit
        def main():
            a, s = Account("ann", 10), Savings("bob", 100)
            for account, x in ((a, 5), (s, 20)):
                account.take(x)
            for account in [a, s.year()]:
                account.take(1)
            other = a if s.balance > 3 else s
            other.take(2)
            return a.history, s.history, a.balance, s.year().balance
    """,
    "trees that look into themselves": """
        from dataclasses import dataclass
        from typing import Optional

        @dataclass
        class Tree:
            key: int
            left: Optional["Tree"] = None
            right: Optional["Tree"] = None

            def __contains__(self, key):
                if key == self.key:
                    return True
                side = self.left if key < self.key else self.right
                return side is not None and key in side

        @jit
        def main():
            tree = Tree(5, Tree(2), Tree(8, Tree(7)))
            return [key in tree for key in range(9)], 7 not in tree
    """,
    "variables of classes that methods assign to": """
        from dataclasses import dataclass
        from typing import ClassVar

        class Animal:
            count: int = 0
            weight = 0.0
            last = ""

            def __init__(self, name):
                self.name = name
                Animal.count += 1
                type(self).last = name
                self.__class__.weight += 1.5

            @classmethod
            def named(cls, name):
                cls.count += 10
                return cls(name)

            @staticmethod
            def reset():
                Animal.count = 0

            def __str__(self):
                return f"{self.name} ({self.count} {self.weight} {self.last})"

        class Dog:
            tricks = 0

            def learn(self):
                Dog.tricks += 1
                return self

        class Puppy(Dog):
            pass

        @dataclass
        class Ticket:
            name: str
            number: int = 0
            next_number: ClassVar[int] = 1

            def __post_init__(self):
                self.number = Ticket.next_number
                Ticket.next_number += 1

        @jit
        def made(ticket):
            animal, other = Animal("cat"), Animal.named("rex")
            text = str(animal), str(other), Animal.count
            Animal.reset()
            Animal.count += 3
            puppy = Puppy().learn().learn()
            return text, Animal.count, Puppy.tricks, puppy.tricks, Dog.tricks, Ticket("a"), ticket.number, Ticket.next_number

        def main():
            first = made(Ticket("x"))
            Animal.count *= 2
            after = Animal.count, Animal.weight, Animal.last, Ticket.next_number, Ticket("y"), "tricks" in vars(Puppy)
            return first, after, made(Ticket("z")), Animal.count, Dog.tricks
    """,
    "objects of several classes as keys": """
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class A:
            x: int

        @dataclass(frozen=True)
        class B:
            x: int
            name: str = "b"

        class C:
            def __init__(self, x):
                self.x = x

        @jit
        def changed(d, key):
            d[key] = 5
            return d, d[key], len(d)

        def main_of_arguments():
            found = changed({A(1): 1, B(2): 2}, A(1)), changed({A(1): 1, B(2): 2}, B(2, "q"))
            return [(sorted(map(repr, d.items())), *rest) for d, *rest in found]

        @jit
        def main():
            c = C(1)
            items = [A(1), B(1), A(2), A(1), c, C(1), c, B(1, "z")]
            seen, counts = set(items), {}
            for item in items:
                counts[item] = counts.get(item, 0) + 1
            pairs = {(item, 1): k for k, item in enumerate(items)}
            del counts[A(2)]
            found = counts[A(1)], counts[c], A(2) in counts, B(1, "z") in seen, C(1) in seen, pairs[(A(1), 1)]
            return len(seen), list(counts.values()), found, len(dict.fromkeys(items)), len(pairs), len(seen | {A(1)})
    """,
    "next items of objects, or a default": """
        class Steps:
            def __init__(self, n):
                self.n = n
                self.k = 0

            def __next__(self):
                if self.k >= self.n:
                    raise StopIteration
                self.k += 1
                return self.k

        @jit
        def main():
            steps = Steps(1)
            return next(steps, -1), next(steps, -1), next(steps, None), next(Steps(1), 2)
    """,
    "objects that stand for what is not given": """
        MISSING = object()

        class Settings:
            _none = object()

            def __init__(self):
                self.known = {"a": 1}

            def get(self, name, default=_none):
                if name in self.known:
                    return self.known[name]
                return -1 if default is Settings._none else default

        @jit
        def found(d, key, default=MISSING):
            if key in d:
                return d[key]
            if default is MISSING:
                raise KeyError(key)
            return default

        @jit
        def main():
            settings = Settings()
            try:
                found({"a": 1}, "b")
            except KeyError as error:
                text = repr(error)
            given = settings.get("a"), settings.get("b"), settings.get("b", 7)
            return found({"a": 1}, "a"), found({"a": 1}, "b", 7), text, given, MISSING is MISSING, MISSING == Settings._none

        def main_of_arguments():
            return found({"a": 1}, "b", None), found({"a": 1}, "a")
    """,
    "dicts in objects whose keys are looked for before they are put in": """
        class Sparse:
            def __init__(self, n, m):
                self.n, self.m = n, m
                self.d = {}

            def __setitem__(self, place, value):
                if value:
                    self.d[place] = value
                else:
                    self.d.pop(place, None)

            def __getitem__(self, place):
                return self.d.get(place, 0.0)

            def __matmul__(self, other):
                made = Sparse(self.n, other.m)
                for (i, k), v in self.d.items():
                    for (l, j), w in other.d.items():
                        if k == l:
                            made[i, j] = made[i, j] + v * w
                return made

            def turned(self):
                made = Sparse(self.m, self.n)
                for (i, j), v in self.d.items():
                    made[j, i] = v
                return made

        @jit
        def main():
            a = Sparse(2, 3)
            a[0, 0], a[0, 2], a[1, 1] = 1.0, 2.0, 3.0
            a[1, 1] = 0.0
            b = a @ a.turned()
            return len(a.d), [[b[i, j] for j in range(2)] for i in range(2)], a[1, 2]
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)


class Text:
    """A class with the name of one of the module `typing`."""


def test_annotations_name_what_the_module_calls_so():
    scope = scope_of(Text)
    assert scope["Text"] is Text
    assert scope["Optional"] is Optional
    assert "re" not in scope
