"""Fields of jitclasses that hold instances of several classes."""

from __future__ import annotations

import pickle
import sys
import types
from abc import ABC, abstractmethod
from typing import Any, Optional, Union

import pytest

from coluber import _native, njit, typed
from coluber.core.errors import TypingError
from coluber.experimental import jitclass


@jitclass
class Node:
    next: Optional[Node]  # noqa: UP045

    def __init__(self) -> None:
        self.next = None

    def value(self) -> float:
        return 0.0


@jitclass
class Number(Node):
    x: float

    def __init__(self, x: float) -> None:
        self.x = x

    def value(self) -> float:
        return self.x


@jitclass
class Sum(Node):
    left: Node
    right: Node

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right

    def value(self) -> float:
        return self.left.value() + self.right.value()


@jitclass
class Product(Node):
    parts: list[Node]
    names: dict[str, Node]

    def __init__(self, parts: Any) -> None:
        self.parts = parts
        self.names = {"first": parts[0]}

    def value(self) -> float:
        found = 1.0
        for part in self.parts:
            found *= part.value()
        return found


@jitclass
class Holder:
    either: Union[Number, Sum]  # noqa: UP007
    other: Optional[Union[Number, Product]]  # noqa: UP007, UP045

    def __init__(self, either: Any) -> None:
        self.either = either
        self.other = None


def test_fields_hold_instances_of_derived_classes() -> None:
    def tree(x):
        whole = Sum(Number(1.0), Product([Number(2.0), Number(x), Sum(Number(1.0), Node())]))
        whole.next = Number(7.0)
        return whole.value(), whole.next.value(), isinstance(whole.right, Product), whole

    *found, whole = njit(tree)(3.0)
    assert found == [7.0, 7.0, True] == list(tree(3.0)[:3])
    assert type(whole.right) is Product
    assert type(whole.next) is Number
    whole.right.parts.append(Number(2.0))
    assert (whole.value(), whole.right.names["first"].value()) == (13.0, 2.0)
    whole.left, whole.next = whole.right, None
    assert whole.value() == 24.0
    assert whole.left is whole.right


def test_fields_hold_instances_of_some_classes() -> None:
    holder = Holder(Number(3.0))
    assert (holder.either.value(), holder.other) == (3.0, None)
    holder.either = Sum(Number(1.0), Number(2.0))
    for other in (Number(4.0), Product([holder.either])):
        holder.other = other
        assert holder.other is other
    with pytest.raises(TypeError, match="is of none of the types that are expected"):
        holder.other = Node()


def test_a_class_that_is_derived_later_is_refused() -> None:
    Sum(Number(1.0), Number(1.0))

    @jitclass
    class Late(Node):
        def __init__(self) -> None:
            pass

    with pytest.raises(TypingError, match="the field 'left' of Sum is one of .* and can't hold a value of type .*Late"):
        Sum(Late(), Late())


class Shape(ABC):
    x: float

    @abstractmethod
    def area(self) -> float: ...


@jitclass
class Square(Shape):
    def __init__(self, x: float) -> None:
        self.x = x

    def area(self) -> float:
        return self.x**2


@jitclass
class Disc(Shape):
    def __init__(self, x: float) -> None:
        self.x = x

    def area(self) -> float:
        return self.x * 3.0


@jitclass
class Group:
    shapes: list[Shape]
    largest: Optional[Shape]  # noqa: UP045

    def __init__(self) -> None:
        self.shapes = []
        self.largest = None

    def add(self, shape: Any) -> None:
        self.shapes.append(shape)
        if self.largest is None or shape.area() > self.largest.area():
            self.largest = shape


def test_fields_hold_instances_of_an_abstract_class() -> None:
    def areas():
        group = Group()
        for shape in (Square(2.0), Disc(5.0)):
            group.add(shape)
        group.add(Square(1.0))
        return [shape.area() for shape in group.shapes], group.largest.x

    assert areas() == njit(areas)() == ([4.0, 15.0, 1.0], 5.0)


def test_a_class_that_is_written_again_names_itself() -> None:
    text = "class Link:\n    next: Optional['Link']\n    def __init__(self, next):\n        self.next = next\n"
    scope = {"Optional": Optional, "__name__": "again"}
    for _ in range(2):
        sys.modules["again"] = types.ModuleType("again")
        vars(sys.modules["again"]).update(scope)
        exec(text, scope)
        scope["Link"] = jitclass(scope["Link"])
        assert scope["Link"](scope["Link"](None)).next.next is None
    del sys.modules["again"]


def test_texts_of_types_stay_short() -> None:
    assert len(str(Sum.class_type.instance_type)) < 600


def test_types_of_instances_are_pickled() -> None:
    kind = Sum.class_type.struct["left"]
    assert pickle.loads(pickle.dumps(kind)) is kind
    made = typed.List.empty_list(kind)
    made.append(Number(1.0))
    assert pickle.loads(pickle.dumps(made))[0].x == 1.0
    assert _native.type_text(kind.id).startswith("one of (")
