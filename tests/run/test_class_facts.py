"""What statements say of a class is found once, and again when the class is changed."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from coluber import _native
from coluber.core import plain_classes, source
from coluber.core.class_facts import kept


class Point:
    """A point."""

    def __init__(self, x):
        self.x = x

    def move(self, by):
        self.x += by
        self.moved = True


class Named(Point):
    """A point with a name."""

    label = "p"


def two(self, x):
    self.x = self.y = x


def test_facts_are_found_once_for_a_class():
    asked = []

    @kept
    def names(cls, more=""):
        asked.append((cls, more))
        return [cls.__name__, more]

    first = names(Point)
    first.append("changed")
    assert names(Point) == ["Point", ""]
    assert names(Point, "x") == ["Point", "x"]
    assert names(Named) == ["Named", ""]
    assert asked == [(Point, ""), (Point, "x"), (Named, "")]


def test_facts_are_found_again_when_a_class_is_changed():
    class Changed(Point):
        pass

    assert plain_classes.field_names(Changed) == ["x"]
    before = _native.class_version(Changed)
    Changed.__init__ = two
    assert plain_classes.field_names(Changed) == ["x", "y"]
    Changed.late = None
    assert _native.class_version(Changed) != before


def test_facts_are_found_again_when_a_base_is_changed():
    class Base:
        def __init__(self, x):
            self.x = x

    class Derived(Base):
        pass

    assert plain_classes.field_names(Derived) == ["x"]
    Base.__init__ = two
    assert plain_classes.field_names(Derived) == ["x", "y"]


def test_attributes_that_code_sets():
    def outer(self, other):
        self.a, other.b = 1, self.c

        def inner():
            self.d += 1

        return inner

    assert source.stored_attributes(outer.__code__) == {"a", "b", "d"}
    assert source.stored_attributes(test_attributes_that_code_sets.__code__) == {"a", "b", "d"}
    assert source.stored_attributes((lambda x: x.a).__code__) == set()


def test_copies_of_syntax_trees():
    tree = ast.parse("def f(x, *, y=[1, 2]):\n    return [a.b + -x for a in y if a < 3 and x]")
    copy = source.copied(tree)
    assert ast.dump(copy, include_attributes=True) == ast.dump(tree, include_attributes=True)
    copy.body[0].name = "g"
    copy.body[0].body.clear()
    assert ast.unparse(tree) == "def f(x, *, y=[1, 2]):\n    return [a.b + -x for a in y if a < 3 and x]"


def test_dataclasses_whose_methods_set_fields_alone_are_usual():
    @dataclass
    class Usual:
        a: int

        def grow(self):
            self.a += 1

    @dataclass
    class Unusual(Usual):
        def mark(self):
            self.b = 1

    assert not plain_classes.says_more_than_fields(Usual)
    assert plain_classes.says_more_than_fields(Unusual)
