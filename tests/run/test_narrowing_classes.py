"""Objects of one of several classes behind a test of their class."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.run.support import check


class Cons:
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail


class Nil:
    pass


NIL = Nil()


def listed(n):
    items = NIL
    for k in range(n):
        items = Cons(k, items)
    return items


def total(items):
    s = 0
    while isinstance(items, Cons):
        s += items.head
        items = items.tail
    return s


def mapped(function, items):
    if isinstance(items, Nil):
        return NIL
    elif isinstance(items, Cons):
        return Cons(function(items.head), mapped(function, items.tail))


def matched(function, items):
    match items:
        case Nil():
            return NIL
        case Cons(head=head, tail=tail):
            return Cons(function(head), matched(function, tail))


def joined(a, b):
    return b if isinstance(a, Nil) else Cons(a.head, joined(a.tail, b))


def length(items):
    match items:
        case Nil():
            return 0
        case Cons(tail=tail):
            return 1 + length(tail)


def all_of_a_list(n):
    items = joined(mapped(lambda x: x + 1, listed(n)), matched(lambda x: 2 * x, listed(n)))
    return total(items), length(items)


@dataclass
class Circle:
    r: float


@dataclass
class Square:
    side: float


@dataclass
class Triangle:
    base: float
    height: float


def area(shape):
    if isinstance(shape, Circle):
        return 3.0 * shape.r**2
    if isinstance(shape, (Square, Triangle)):
        if isinstance(shape, Square):
            return shape.side**2
        return shape.base * shape.height / 2
    raise TypeError("no shape")


def corners(shape):
    if not isinstance(shape, Circle):
        return 4 if isinstance(shape, Square) else 3
    return 0


def areas(k):
    shapes = [Circle(1.0), Square(2.0), Triangle(2.0, 3.0)]
    shape = shapes[k]
    return area(shape), corners(shape), [area(other) for other in shapes]


def names(k):
    """Several names of one value, and a test in a condition of several parts."""
    shapes = [Circle(1.0), Square(2.0), Triangle(2.0, 3.0)]
    shape = other = shapes[k]
    if isinstance(shape, Circle) and other.r > 0.5:
        return "round", shape.r
    if isinstance(shape, Square) or isinstance(shape, Circle):
        return "other", other.side
    return "none", shape.height


def maybe(k):
    shape = [Circle(1.0), Square(2.0)][k] if k < 2 else None
    if isinstance(shape, Circle):
        return shape.r
    if isinstance(shape, Square):
        return shape.side
    return -1.0


def in_a_loop(n):
    shape = Square(1.0)
    found = 0.0
    for k in range(n):
        if isinstance(shape, Square):
            found += shape.side
            shape = Circle(float(k))
        else:
            found += shape.r
            shape = Square(2.0)
    return found


@pytest.mark.parametrize("function", [all_of_a_list, areas, names, maybe, in_a_loop])
def test_the_class_is_known(function):
    for n in (0, 1, 2):
        check(function, n)
