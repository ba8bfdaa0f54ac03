"""Dataclasses and ``typing.NamedTuple`` without decoration, compared with CPython."""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable
from dataclasses import InitVar, asdict, astuple, dataclass, field, fields, replace
from typing import Any, NamedTuple, Optional

import numpy as np
import pytest

from coluber import _native, njit
from coluber.core.errors import TypingError
from tests.run.support import check


@dataclass
class Point:
    """A class with what dataclasses have."""

    x: float
    y: float = 2.0
    n: int = 0
    tags: list[str] = field(default_factory=list)

    SCALE = 10

    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5

    @property
    def total(self):
        return self.x + self.y

    @total.setter
    def total(self, value):
        self.x = value - self.y

    @staticmethod
    def at(v):
        return Point(v, v)

    @classmethod
    def unit(cls):
        return cls(1.0, 1.0)

    def move(self, d):
        self.x += d
        self.n += 1
        return self

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


@dataclass(frozen=True, order=True)
class Frozen:
    """Its fields can't be set."""

    a: int
    b: str

    def both(self):
        return self.b * self.a


@dataclass
class Holder:
    """Fields with objects of other classes."""

    p: Point
    array: np.ndarray
    f: Frozen
    maybe: Optional[int] = None


@dataclass
class Derived(Point):
    """A field more, and code after the constructor."""

    twice: float = field(init=False, default=0.0)

    def __post_init__(self):
        self.twice = 2 * self.x


@dataclass(slots=True)
class Slots:
    """Without a dict."""

    v: int
    w: tuple[int, float]


@dataclass(eq=False)
class Node:
    """No annotation that has a type here: the values say it."""

    value: Any
    other: Any


class Pair(NamedTuple):
    """A named tuple with methods."""

    x: int
    y: float = 1.5

    def total(self):
        return self.x + self.y

    @property
    def half(self):
        return self.x / 2

    @staticmethod
    def at(a):
        return Pair(a, 2.0)

    @classmethod
    def origin(cls):
        return cls(0, 0.0)


def read(p):
    return p.x, p.y, p.n, len(p.tags), p.norm(), p.total, p.SCALE


def move(p):
    p.move(2.0).move(1.0)
    p.tags.append("k")
    return p.n


def give_back(p):
    p.total = 20.0
    return p


def make(x):
    return Point(x), Point(x, n=3), Point.at(x), Point.unit(), Point(x) + Point(y=1.0, x=x), Point(x, 1.0, 2, ["a", "b"])


def many(ps):
    for p in ps:
        p.x += 1.0
    return [p.x for p in ps], ps[0]


def twice_the_same(p, q):
    p.x = 5.0
    return q.x, p is q


def frozen(f):
    g = Frozen(2, "z")
    return f.both(), g, f == Frozen(2, "x"), f < Frozen(3, "a"), f >= g, hash(f) == hash(Frozen(2, "x")), f != g


def holder(h):
    h.p.x = 10.0
    h.array[0] = 5
    h.maybe = 7
    kept = h.p
    h.p = Point(0.0, 1.0)
    return h.f.both(), float(h.array.sum()), kept.x, h.maybe


def derived(d):
    d.move(1.0)
    e = Derived(3.0)
    return d.twice, e, isinstance(d, Point), isinstance(e, Derived), isinstance(Point(1.0), Derived)


def slots(s):
    s.v += 1
    s.w = (s.v, s.w[1] * 2)
    return s, Slots(1, (2, 3.0))


def node(n):
    n.value = n.value + 1
    return n.value, Node(n.other, n.value)


def texts(p, f):
    text = f"{p} {f!r}"
    p.x = 9.0
    return text, str(p), repr(f)


def equal(p):
    return p == Point(p.x, p.y), p == Point(0.0)


def raises(p):
    p.x = 99.0
    if p.n == 0:
        raise ValueError("no", p.x)
    return p.n


def pair(t):
    return t.total(), t.half, t[0], Pair(3), Pair(3, y=2.5), Pair.at(4), t.at(5), Pair.origin(), len(t), t


@dataclass
class Row:
    """Fields of one type, whose dict has a type."""

    x: int
    y: int


@dataclass
class Rows:
    """Objects in containers."""

    rows: list[Row]
    by_name: dict[str, Row]


def converted(p, h):
    q = replace(p, y=7.0, n=p.n + 1)
    return q, q is p, replace(p) == p, astuple(q), astuple(h.f), asdict(Row(1, 2))


def dicts(n):
    row = Row(n, n + 1)
    return asdict(row), asdict(Rows([row], {"a": row}).rows[0]), astuple(Rows([row], {"a": row}))


TABLE: list[tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]] = [
    (read, lambda: (Point(3.0, 4.0),)),
    (read, lambda: (Derived(3.0, tags=["x"]),)),
    (move, lambda: (Point(3.0),)),
    (give_back, lambda: (Point(3.0, tags=["u", "v"]),)),
    (make, lambda: (1.5,)),
    (many, lambda: ([Point(1.0), Point(2.0, tags=["q"])],)),
    (frozen, lambda: (Frozen(2, "x"),)),
    (holder, lambda: (Holder(Point(1.0), np.arange(3.0), Frozen(1, "q")),)),
    (derived, lambda: (Derived(1.0),)),
    (slots, lambda: (Slots(1, (2, 3.5)),)),
    (node, lambda: (Node(1, 2.5),)),
    (node, lambda: (Node(1.5, "text"),)),
    (texts, lambda: (Point(1.0), Frozen(1, "a"))),
    (equal, lambda: (Point(1.0, 3.0),)),
    (raises, lambda: (Point(1.0),)),
    (raises, lambda: (Point(1.0, n=1),)),
    (pair, lambda: (Pair(1, 2.0),)),
    (converted, lambda: (Point(1.0), Holder(Point(1.0), np.arange(3.0), Frozen(1, "q")))),
    (dicts, lambda: (3,)),
]


def outcome(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Return the value, or class and arguments of the exception; and the arguments after the call, as text."""
    try:
        value = function(*args)
    except Exception as error:
        value = type(error), error.args
    return repr(value), repr(args)


@pytest.mark.parametrize(("function", "arguments"), TABLE, ids=lambda x: getattr(x, "__name__", ""))
def test_as_in_cpython(function: Callable[..., Any], arguments: Callable[[], tuple[Any, ...]]) -> None:
    """Results, exceptions, and what has become of the arguments; no memory is left."""
    jitted = njit(function)
    expected = outcome(function, arguments())
    assert outcome(jitted, arguments()) == expected
    gc.collect()
    before = _native.live_allocations()
    for _ in range(3):
        outcome(jitted, arguments())
    gc.collect()
    assert _native.live_allocations() == before


def test_objects_that_come_back() -> None:
    """The argument itself is returned; fields that were not set keep their objects."""

    @njit
    def change(h):
        h.p.x = 3.0
        return h

    h = Holder(Point(1.0), np.arange(3.0), Frozen(1, "q"))
    inner, array = h.p, h.array
    assert change(h) is h
    assert h.p is inner
    assert h.array is array
    assert inner.x == 3.0


def test_the_same_object_twice() -> None:
    """Two arguments that are one object are one in compiled code."""
    p = Point(1.0)
    assert njit(twice_the_same)(p, p) == (5.0, True)
    assert njit(twice_the_same)(p, copy.copy(p)) == (5.0, False)


def test_declared_types() -> None:
    """A field that is declared as float is one in compiled code; what is not changed stays."""

    @njit
    def halves(p):
        p.y = p.x / 2
        return p.x

    p = Point(3, 4)
    assert repr(halves(p)) == "3.0"
    assert repr(p) == "Point(x=3, y=1.5, n=0, tags=[])"


def test_fields_of_several_classes() -> None:
    """What is made of an object in a field depends on its class."""
    with pytest.raises(TypingError, match="a field that holds objects of several classes"):
        njit(lambda h: astuple(h))(Holder(Point(1.0), np.arange(3.0), Frozen(1, "q")))


def test_wrong_uses() -> None:
    """Setting a field of a frozen class, and missing arguments."""
    from dataclasses import FrozenInstanceError

    @njit
    def freeze(f):
        f.a = 3

    with pytest.raises((FrozenInstanceError, TypingError)):
        freeze(Frozen(1, "a"))

    @njit
    def missing():
        return Frozen(1)

    with pytest.raises(TypingError, match="missing the argument 'b'"):
        missing()


@dataclass
class Tree:
    value: int
    left: Optional["Tree"] = None
    right: Optional["Tree"] = None
    children: list["Tree"] = field(default_factory=list)

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

    def ordered(self):
        if self.left is not None:
            yield from self.left.ordered()
        yield self.value
        if self.right is not None:
            yield from self.right.ordered()

    def count(self):
        return 1 + sum(child.count() for child in self.children)


@dataclass
class Shelf:
    trees: dict[str, Tree] = field(default_factory=dict)

    def add(self, name, tree):
        self.trees[name] = tree


def grown(tree, values):
    for value in values:
        tree.insert(value)
    shelf = Shelf()
    shelf.add("own", tree)
    other = Tree(0, children=[Tree(1), Tree(2, children=[Tree(3)])])
    same = other == Tree(0), other.left == tree.left, other.children[0] == Tree(1), tree.left == Tree(3, Tree(1), Tree(4))
    return list(tree.ordered()), other, other.count(), shelf.trees["own"].value, len(shelf.trees), same


def test_dataclasses_that_hold_their_own_kind():
    ours, theirs = Tree(5), Tree(5)
    assert njit(grown)(ours, [3, 8, 1, 4]) == grown(theirs, [3, 8, 1, 4])
    assert ours == theirs
    assert njit(grown)(ours, [9]) == grown(theirs, [9])
    assert ours == theirs


@dataclass
class Numbered:
    number: int
    others: list[int]


def derived_from_before(n):
    made = []
    for k in range(n):
        others = [one.number for one in made[::2]]
        made.append(Numbered(k, others))
    return [len(one.others) for one in made], made[-1].others


def test_objects_that_are_made_of_those_before():
    assert njit(derived_from_before)(5) == derived_from_before(5)


@dataclass
class Shape:
    sides: list[int] = field(default_factory=list)
    name: str = "any"
    weight: float = field(default=0.5, kw_only=True)
    count: int = field(default=3, init=False)
    marks: list[int] = field(default_factory=lambda: [7], init=False)
    scale: InitVar[int] = 2

    def __post_init__(self, scale):
        self.count *= scale


class Square(Shape):
    def __init__(self, side):
        super().__init__([side] * 4, "square", weight=side / 2)
        self.marks.append(side)


class Point0(Shape):
    def __init__(self):
        super().__init__(scale=5)
        self.sides.append(0)


@dataclass(frozen=True)
class Fixed:
    a: int


class Grown(Fixed):
    def __init__(self, a):
        super().__init__(a + 1)


def described(shape):
    return shape.sides, shape.name, shape.weight, shape.count, shape.marks


def test_init_of_a_class_above_that_is_a_dataclass():
    def made(n):
        return described(Square(n)), described(Point0()), described(Point0()), Square(n + 1)

    assert njit(made)(3) == made(3)


def test_init_of_a_frozen_class_above_is_refused():
    with pytest.raises(TypingError):
        njit(lambda a: Grown(a).a)(1)


@dataclass
class Measured:
    a: float
    b: float = 1.5

    def total(self):
        return sum(getattr(self, one.name) for one in fields(self))


@dataclass
class Labelled(Measured):
    c: float = 3.0
    text: str = "t"

    def total(self):
        return len(fields(self)) + self.a


def names_of_fields(x):
    names = [one.name for one in fields(Labelled)]
    return (
        names,
        len(fields(Measured)),
        fields(Labelled(x))[1].name,
        [one.default for one in fields(Labelled) if one.name == "c"],
    )


def values_of_fields(x):
    p = Labelled(x, text="s")
    texts = [f"{one.name}={getattr(p, one.name)}" for one in fields(p)]
    return texts, {one.name: getattr(p, one.name) for one in fields(Measured)}, p.total(), Measured(x).total()


def change_of_fields(x):
    p = Measured(x)
    for one in fields(p):
        setattr(p, one.name, getattr(p, one.name) * 2)
    return p


@pytest.mark.parametrize("function", [names_of_fields, values_of_fields, change_of_fields])
def test_loops_over_fields(function):
    assert njit(function)(2.0) == function(2.0)


@dataclass(eq=False)
class Handle:
    """Without comparison: an object is equal to itself only."""

    x: int
    link: Optional[Handle] = None


def handles_as_keys(objs):
    counts = {}
    for one in [*objs, Handle(1)]:
        counts[one] = counts.get(one, 0) + 1
    first, second = Handle(1), Handle(1)
    return (
        [counts[one] for one in objs],
        len(counts),
        len({first, second, first}),
        {(first, 1): 2}[first, 1],
        (second, 1) in {(first, 1): 2},
        first == second,
        hash(first) == hash(first),
    )


def test_dataclasses_without_comparison_are_keys_by_identity():
    one = Handle(1)
    check(handles_as_keys, [one, Handle(1), one])
