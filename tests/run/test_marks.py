"""Objects that are nothing but themselves, ``object()``, as marks for what is missing."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check

_MISSING = object()
_END = object()


class Table:
    _none = object()

    def __init__(self):
        self.rows = {"a": 1}

    def get(self, key, default=_none):
        if key in self.rows:
            return self.rows[key]
        return -1 if default is Table._none else default


class Node:
    def __init__(self):
        self.value = _MISSING
        self.children = {}


class Trie:
    def __init__(self):
        self.root = Node()

    def put(self, key, value):
        node = self.root
        for letter in key:
            node = node.children.setdefault(letter, Node())
        node.value = value

    def has(self, key):
        node = self.root
        for letter in key:
            if letter not in node.children:
                return False
            node = node.children[letter]
        return node.value is not _MISSING


def popped(table, key, default=_MISSING):
    if key in table:
        return table.pop(key)
    if default is _MISSING:
        raise KeyError(key)
    return default


def folded(function, items, start=_MISSING):
    total = start
    for item in items:
        total = item if total is _MISSING else function(total, item)
    return total


def of_dicts(keys):
    d = {"a": None, "b": 3}
    out = []
    for key in keys:
        value = d.get(key, _MISSING)
        if value is _MISSING:
            out.append("missing")
        else:
            out.append("none" if value is None else str(value))
    return out, [d.get(key, _MISSING) is _MISSING for key in keys]


def of_parameters():
    table = {"a": 1, "b": 2}
    found = popped(table, "a"), popped(table, "a", 3), Table().get("a"), Table().get("b"), Table().get("b", 7)
    return found, folded(lambda a, b: a * b, [2, 3]), folded(lambda a, b: a * b, [2, 3], 10)


def of_variables(items):
    best = _MISSING
    for item in items:
        if best is _MISSING or item < best:
            best = item
    slots = [_MISSING] * 3
    if items:
        slots[1] = items[0]
    found, it = [], iter(items)
    while (item := next(it, _END)) is not _END:
        found.append(item)
    kept = [slot for slot in slots if slot is not _MISSING]
    return -1 if best is _MISSING else best, [slot is _MISSING for slot in slots], kept, found


def of_fields():
    trie = Trie()
    trie.put("ab", 1)
    trie.put("abc", 2)
    return [trie.has(key) for key in ("a", "ab", "abc", "x")]


def compared():
    x, y = _MISSING, _END
    return x is y, x is not y, x is x, x == y, x != y, x == x, x == 1, bool(x), isinstance(x, int), {x: 1}[x], type(x).__name__


def made_inside(key):
    missing = object()
    d = {"a": None, "b": 3}
    other = object()
    marks = [object() for _ in range(3)]
    places = [k for k, mark in enumerate(marks) if mark is marks[1]]
    return d.get(key, missing) is missing, missing is other, missing == missing, places, len({missing, other, missing})


def raising():
    return popped({"a": 1}, "b")


@pytest.mark.parametrize("function", [of_parameters, of_fields, compared, raising])
def test_marks(function):
    check(function)


@pytest.mark.parametrize("items", [[], [3, 1, 2]])
def test_variables(items):
    check(of_variables, items)


@pytest.mark.parametrize("key", ["a", "b", "c"])
def test_marks_that_functions_make(key):
    check(made_inside, key)
    check(of_dicts, [key, "c"])


def test_the_same_object_comes_back():
    @njit
    def given(k):
        return _MISSING if k else None, [_END]

    assert given(1)[0] is _MISSING
    assert given(0)[0] is None
    assert given(1)[1][0] is _END


def test_a_mark_has_no_attributes():
    @njit
    def wrong():
        return _MISSING.value

    with pytest.raises(Exception, match=r"Unknown attribute 'value' of type object\(\)"):
        wrong()
