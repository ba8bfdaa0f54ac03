"""Operators by the names of their methods, of values of Python's own classes, compared with CPython."""

from __future__ import annotations

from collections import deque

import pytest

from tests.run.support import check, compile_error, source

NUMBERS = [
    "n.__add__(4), n.__sub__(1), n.__mul__(True), n.__floordiv__(2), n.__truediv__(2), n.__mod__(2), n.__pow__(2)",
    "n.__and__(1), n.__or__(8), n.__xor__(1), n.__lshift__(2), n.__rshift__(1), n.__radd__(2), n.__rsub__(2), n.__rpow__(2)",
    "n.__eq__(3), n.__ne__(3), n.__lt__(4), n.__le__(3), n.__gt__(2), n.__ge__(3)",
    "n.__neg__(), n.__pos__(), n.__invert__(), n.__abs__(), n.__divmod__(2), n.__bool__(), n.__int__(), n.__float__()",
    "n.__str__(), n.__repr__(), n.__hash__(), n.__format__('05d'), n.__round__()",
    "x.__add__(n), x.__mul__(2.0), x.__rtruediv__(n), x.__lt__(n), x.__round__(), x.__int__(), x.__hash__() == hash(x)",
]
TEXTS = [
    "'a'.__add__('b'), 'a'.__mul__(n), 'a'.__rmul__(n), 'a'.__eq__('a'), 'a'.__lt__('b'), '%d'.__mod__(n)",
    "'abc'.__len__(), 'abc'.__contains__('b'), 'abc'.__getitem__(1), list('ab'.__iter__()), 'ab'.__format__('>5')",
    "b'a'.__add__(b'b'), b'ab'.__len__(), b'ab'.__eq__(b'ab')",
]
CONTAINERS = [
    "[n].__add__([2]), [n].__mul__(2), [n].__eq__([n]), [n].__len__(), [n].__contains__(3), [n].__getitem__(0), [n].__str__()",
    "list([n].__iter__()), list([n, 2].__reversed__()), [n].__lt__([4])",
    "(n, 1).__add__((2,)), (n, 1).__eq__((n, 1)), (n,).__hash__() == hash((n,)), (n, 1).__contains__(1)",
    "{n}.__or__({1}), {n}.__and__({3}), {n}.__sub__({1}), {n}.__contains__(n), {n}.__len__(), {n}.__le__({n, 4})",
    "{n: 1}.__eq__({n: 1}), {n: 1}.__or__({2: 1}), {n: 1}.__getitem__(n), {n: 1}.__contains__(n), list({n: 1}.__iter__())",
    "range(n).__len__(), list(range(n).__iter__()), range(n).__contains__(1)",
]
CHANGES = [
    "d = {1: 2}\n    d.__setitem__(n, 4)\n    d.__delitem__(1)",
    "d = [1, 2]\n    d.__setitem__(0, n)\n    d.__delitem__(1)",
]


@pytest.mark.parametrize("values", NUMBERS + TEXTS + CONTAINERS)
def test_methods_by_special_names(values):
    check(source(f"def f(n, x):\n    return {values}\n"), 3, 1.75)


@pytest.mark.parametrize("statements", CHANGES)
def test_changes_by_special_names(statements):
    check(source(f"def f(n):\n    {statements}\n    return d\n"), 3)


def test_what_a_class_has_not():
    def f(n):
        return getattr(n, "__iter__", None) is None, hasattr("a", "__sub__"), hasattr([n], "__hash__"), hasattr(n, "__add__")

    check(f, 3)
    for call in ("n.__add__(2.5)", "'a'.__eq__(n)", "[n].__add__((1,))"):
        assert "No implementation of function" in compile_error(source(f"def f(n):\n    return {call}\n"), 3)
    assert "return 'a'.__sub__('b')" in compile_error(source("def f(n):\n    return 'a'.__sub__('b')\n"), 3)


def test_deques():
    def f(q):
        return len(q), q.__len__(), q.__contains__(2)

    check(f, deque([1, 2]))
