"""``NotImplemented``, ``__getattr__``, ``super()`` and frozen classes: as CPython."""

from __future__ import annotations

import dataclasses
import gc
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from coluber import _native, njit
from coluber.experimental import jitclass
from tests.run.support import check


@dataclass
class Metres:
    """A number with a unit."""

    n: int

    def __add__(self, other):
        if not isinstance(other, Metres):
            return NotImplemented
        return Metres(self.n + other.n)

    def __eq__(self, other):
        if isinstance(other, Metres):
            return self.n == other.n
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Metres):
            return self.n < other.n
        return NotImplemented


@dataclass
class Feet:
    """A number with another unit."""

    n: int

    def __radd__(self, other):
        return Metres(other.n + self.n * 3)

    def __eq__(self, other):
        return self.n * 3 == other.n

    def __gt__(self, other):
        return self.n * 3 > other.n


@pytest.mark.parametrize(
    "function",
    [
        lambda m, f: m + f,
        lambda m, f: m + m,
        lambda m, f: (m == f, m != f, m == m),
        lambda m, f: (m < f, m < m),
    ],
)
def test_not_implemented(function):
    assert njit(function)(Metres(6), Feet(2)) == function(Metres(6), Feet(2))


def test_not_implemented_on_both_sides():
    def add(m):
        return m + 1

    with pytest.raises(TypeError):
        add(Metres(1))
    with pytest.raises(Exception, match="No implementation of function"):
        njit(add)(Metres(1))


@dataclass
class Loose:
    """Knows attributes that it does not have."""

    n: int

    def __getattr__(self, name):
        if name.startswith("x"):
            return self.n * 10
        return len(name)


def test_getattr():
    def f(c):
        return c.n, c.xy, c.other

    assert njit(f)(Loose(3)) == f(Loose(3)) == (3, 30, 5)


@dataclass
class Base:
    """The first of a diamond."""

    n: int

    def path(self):
        return "base"


@dataclass
class Left(Base):
    """One side."""

    def path(self):
        return "left " + super().path()


@dataclass
class Right(Base):
    """The other side."""

    def path(self):
        return "right " + super().path()


@dataclass
class Both(Left, Right):
    """Both sides."""

    def path(self):
        return "both " + super().path()


@dataclass
class Swapped(Right, Left):
    """Without a method of its own."""


@pytest.mark.parametrize("cls", [Base, Left, Right, Both, Swapped])
def test_order_of_bases(cls):
    def f(c):
        return c.path()

    assert njit(f)(cls(1)) == f(cls(1))


def diamond(decorate):
    """Classes of a diamond."""

    @decorate
    class A:
        n: int

        def __init__(self):
            self.n = 1

    @decorate
    class B(A):
        def __init__(self):
            super().__init__()
            self.n = self.n * 2

    @decorate
    class C(A):
        def __init__(self):
            super().__init__()
            self.n = self.n + 10

    @decorate
    class D(B, C):
        def __init__(self):
            super().__init__()
            self.n = self.n + 100

    return D


def test_order_of_bases_of_jitclasses():
    made = diamond(jitclass)
    assert made().n == diamond(lambda cls: cls)().n
    assert njit(lambda: made().n)() == made().n


@dataclass(frozen=True)
class Frozen:
    """Can't be changed."""

    n: int


def test_frozen():
    def f(c):
        c.n = 5

    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'n'"):
        f(Frozen(1))
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'n'"):
        njit(f)(Frozen(1))


@dataclass(frozen=True)
class Key:
    """Equal where the fields are."""

    n: int
    s: str
    t: tuple[float, int] = (0.5, 1)


@dataclass(frozen=True)
class Pair:
    """A key of keys."""

    a: Key
    b: Key


def keys_of_dict(n):
    found = {}
    for i in range(n):
        key = Key(i % 5, "ab"[i % 2] * 3)
        found[key] = found.get(key, 0) + i
    return [(key.n, key.s, count) for key, count in found.items()], Key(1, "bbb") in found, Key(1, "x") in found


def items_of_set(n):
    found = {Key(i % 3, "a") for i in range(n)}
    found.discard(Key(1, "a"))
    return len(found), Key(2, "a") in found, sorted([key.n for key in found])


def keys_of_keys(n):
    found = {Pair(Key(i % 2, "a"), Key(1, "b")): i for i in range(n)}
    return len(found), found[Pair(Key(1, "a"), Key(1, "b"))], {(Key(1, "a"), 2): 3}[Key(n - n + 1, "a"), 2]


@pytest.mark.parametrize("function", [keys_of_dict, items_of_set, keys_of_keys])
def test_keys(function):
    gc.collect()
    before = _native.live_allocations()
    assert njit(function)(30) == function(30)
    gc.collect()
    assert _native.live_allocations() == before


def test_keys_from_python():
    def f(d, k):
        d[k] = d.get(k, 0) + 1
        return d

    given = {Key(1, "a"): 1, Key(2, "b"): 5}
    assert njit(f)(dict(given), Key(1, "a")) == f(dict(given), Key(1, "a"))
    assert njit(f)(dict(given), Key(9, "a")) == f(dict(given), Key(9, "a"))
    gc.collect()
    before = _native.live_allocations()
    assert njit(lambda s: {*s, Key(3, "c")})({Key(1, "a")}) == {Key(1, "a"), Key(3, "c")}
    gc.collect()
    assert _native.live_allocations() == before


def test_keys_of_instances():
    @jitclass
    class Node:
        n: int

        def __init__(self, n):
            self.n = n

    def f(n):
        nodes = [Node(i % 2) for i in range(n)]
        seen = set(nodes)
        count = {node: node.n for node in nodes}
        return len(seen), nodes[0] in seen, count[nodes[1]], Node(1) in seen

    gc.collect()
    before = _native.live_allocations()
    assert njit(f)(4) == (4, True, 1, False)
    gc.collect()
    assert _native.live_allocations() == before


def test_what_is_no_key():
    @dataclass
    class Changes:
        n: int

    with pytest.raises(TypeError):
        {Changes(1): 2}
    with pytest.raises(Exception, match="unhashable type"):
        njit(lambda n: {Changes(n): 2})(1)


class Place(NamedTuple):
    """A named tuple."""

    x: int
    y: float


@pytest.mark.parametrize(
    "function",
    [
        lambda p: p._replace(x=7),
        lambda p: p._replace(y="text", x=p.x + 1),
        lambda p: p._replace(),
        lambda p: p._replace(x=[p.x])._replace(y=2.5).x,
    ],
)
def test_replace(function):
    assert njit(function)(Place(3, 0.5)) == function(Place(3, 0.5))


class Heavy:
    """An object with a list that nothing is put into."""

    def __init__(self, value):
        self.value, self.parts = value, []

    def __add__(self, other):
        return Heavy(self.value + other.value)

    def __iadd__(self, other):
        self.value += other.value
        return self


def test_operators_that_make_objects_with_empty_lists():
    def f(n):
        a = Heavy(1) + Heavy(n)
        a += Heavy(2)
        return (a + a).value, len(a.parts)

    check(f, 3)


class Half:
    """An object that stands for a float, or for an integer where no float is wanted."""

    def __init__(self, n):
        self.n = n

    def __float__(self):
        return self.n / 2

    def __index__(self):
        return self.n


class Whole:
    """An object that stands for an integer."""

    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Rounded:
    """An object that says itself what it is rounded to."""

    def __init__(self, n):
        self.n = n

    def __float__(self):
        return self.n + 0.5

    def __floor__(self):
        return self.n - 10


class Plane:
    """An object that stands for a complex number, or for a float where no such is wanted."""

    def __init__(self, n):
        self.n = n

    def __float__(self):
        return float(self.n)

    def __complex__(self):
        return complex(self.n, 1)


@pytest.mark.parametrize("made", [Half, Whole, Rounded, Plane])
def test_numbers_that_objects_stand_for(made):
    def f(n):
        x = made(n)
        return float(x), complex(x), complex(x, 2), np.float64(x), math.sqrt(x), math.atan2(x, 2), math.floor(x)

    check(f, 7)
