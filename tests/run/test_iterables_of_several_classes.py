"""Objects of one of several classes that are gone over: each as its own class says."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.run.support import check


class Nil:
    def __iter__(self):
        return iter(())


class Cons:
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail

    def __iter__(self):
        node = self
        while isinstance(node, Cons):
            yield node.head
            node = node.tail


class Squares:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter([k * k for k in range(self.n)])


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Indexed:
    def __getitem__(self, k):
        if k > 4:
            raise IndexError
        return 10 * k


class Endless:
    def __iter__(self):
        k = 0
        while True:
            yield k
            k += 1


def chain(n):
    found = Nil()
    for i in range(n):
        found = Cons(i, found)
    return found


def chosen(n):
    if n > 2:
        return Squares(n)
    if n > 1:
        return Countdown(n + 2)
    return Indexed()


def looped(n):
    out = []
    for item in chain(n):
        if item == 7:
            break
        out.append(item)
    for k, item in enumerate(chosen(n)):
        out.append(k * item)
    return out, [item + 1 for item in chain(n)], [*chosen(n), 5], {item for item in chosen(n)}


def handed_on(n):
    found = list(chain(n)), tuple(chosen(n)), sum(chain(n)), sorted(chosen(n)), set(chain(n)), list(map(str, chain(n)))
    return found, [a - b for a, b in zip(chain(n), chosen(n))], max(chain(n), default=-1), any(x > 2 for x in chain(n))


def unpacked(n):
    a, b, c = chain(n)
    first, *rest = chain(n)
    return a + b * c, first, rest


def first_of_endless(n):
    found = Endless() if n > 2 else Squares(3)
    return list(islice(iter(found), 3))


@pytest.mark.parametrize("n", [0, 2, 3])
@pytest.mark.parametrize("function", [looped, handed_on, unpacked, first_of_endless])
def test_objects_of_several_classes(function, n):
    check(function, n)
