"""Classes that are derived from `dict`, `OrderedDict` and `list`."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from coluber import njit
from tests.run.support import check


class Scope(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__()
        self.update(zip(names, values))
        self.outer = outer

    def find(self, name):
        return self if name in self else self.outer.find(name)


def scopes(n):
    outer = Scope(["a", "b"], [1, 2])
    inner = Scope(["c"], [3], outer)
    inner["d"] = n
    inner.find("b")["b"] += n
    return (
        inner.find("a")["a"],
        outer["b"],
        len(inner),
        [k for k in inner],
        list(inner.items()),
        "z" in inner,
        inner.get("z", -1),
    )


class Counts(dict):
    def __missing__(self, key):
        return 0

    def add(self, key):
        self[key] += 1
        return self


def counts(text):
    found = Counts()
    for c in text:
        found.add(c)
    del found["a"]
    return sorted(found.items()), found["?"], max(found.values()), found.pop("b"), len(found), repr(found), found == {"c": 1}


class Recent(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self.capacity:
            self.popitem(last=False)


def recent(n):
    cache, missed = Recent(3), 0
    for k in range(n):
        key = k * k % 7
        if key in cache:
            cache[key] += 1
        else:
            missed += 1
            cache[key] = k
    return missed, list(cache), list(cache.values()), cache.capacity


class Stack(list):
    def push(self, value):
        self.append(value)

    @property
    def top(self):
        return self[-1]

    def __repr__(self):
        return f"Stack of {len(self)}"


class Deep(Stack):
    def push(self, value):
        super().push(value)
        super().push(value + 1)


def stacks(n):
    stack, deep = Stack(), Deep([5])
    for k in range(n):
        stack.push(k)
        deep.push(k)
    stack.sort(key=lambda x: -x)
    return stack.top, deep.top, sum(deep), deep[1:3], list(stack), str(stack), stack.pop(), len(stack), 3 in deep, sorted(deep)


@pytest.mark.parametrize(
    ("function", "argument"),
    [(scopes, 7), (counts, "abcab"), (recent, 20), (stacks, 4)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_objects_of_the_function(function, argument):
    check(function, argument)


@njit
def grow(scope, n):
    scope["n"] = n
    scope.find("a")["a"] += 1
    return len(scope), scope


@njit
def pushed(stack, n):
    stack.push(n)
    return stack.top


@njit
def made(n):
    scope = Scope(["n"], [n])
    return scope, [Deep([n]), Deep([n, n])]


def test_arguments_are_written_back():
    outer = Scope(["a"], [1])
    scope, stack = Scope(["b"], [2], outer), Deep([1])
    count, same = grow(scope, 5)
    assert count == 2
    assert same is scope
    assert (scope, outer, scope.outer is outer) == ({"b": 2, "n": 5}, {"a": 2}, True)
    assert pushed(stack, 8) == 9
    assert stack == [1, 8, 9]
    assert type(stack) is Deep


def test_results_are_objects_of_the_class():
    scope, stacks = made(4)
    assert type(scope) is Scope
    assert scope == {"n": 4}
    assert scope.outer is None
    assert [type(stack) for stack in stacks] == [Deep, Deep]
    assert stacks == [[4], [4, 4]]
    assert stacks[0].top == 4


def test_isinstance():
    def kinds(n):
        scope, stack = Scope(["n"], [n]), Stack([n])
        return isinstance(scope, dict), isinstance(scope, Scope), isinstance(stack, list), isinstance(stack, dict)

    check(kinds, 3)
