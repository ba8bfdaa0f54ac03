"""Functions and methods that never return."""

from __future__ import annotations

from coluber import njit
from tests.run.support import check


class Animal:
    def __init__(self, name):
        self.name = name

    def sound(self):
        raise NotImplementedError(f"{self.name} says nothing")

    @property
    def legs(self):
        raise NotImplementedError

    def shout(self):
        return self.sound().upper() + "!"

    def half(self):
        return self.legs / 2


class Fish(Animal):
    pass


class Dog(Animal):
    def sound(self):
        return "wuff"

    @property
    def legs(self):
        return 4


def test_methods_that_only_raise():
    def f(n):
        try:
            return Fish("fish").shout() * n
        except NotImplementedError as error:
            return str(error)

    check(f, 2)


def test_methods_that_raise_in_some_classes():
    def f(n):
        said = []
        for animal in [Dog("dog"), Fish("fish")]:
            try:
                said.append(animal.shout())
                said.append(str(animal.half() + n))
            except NotImplementedError as error:
                said.append(str(error))
        return said

    check(f, 2)


def test_functions_that_only_raise():
    @njit
    def fail(text):
        raise ValueError(text)

    def f(n):
        x = n if n > 1 else fail("too small") + 1
        if n > 5:
            fail("too large")
        return x + 1

    def g(n):
        try:
            return fail("always") + n
        finally:
            n += 1

    def h(n):
        if n < 0:
            return fail("negative")
        return n

    for n in (2, 1, 6):
        check(f, n)
    check(g, 1)
    check(h, 1)
    check(h, -1)
    assert type(njit(h)(1)) is int


def test_all_functions_only_raise():
    def f(n):
        def first():
            raise KeyError(n)

        def second():
            raise ValueError(n)

        try:
            return (first if n else second)() + 1
        except (KeyError, ValueError) as error:
            return repr(error)

    check(f, 0)
    check(f, 1)
