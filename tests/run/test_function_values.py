"""Functions as arguments: lists and tuples of different ones, C callbacks; factories that make containers."""

from __future__ import annotations

import gc
import math
from collections import defaultdict

import pytest

from coluber import _native, cfunc, njit


@njit
def increment(x):
    return x + 1


@njit
def double(x):
    return x * 2


@njit(["int64(int64)"])
def square(x):
    return x * x


@cfunc("int64(int64)")
def hundred(x):
    return x + 100


def call_all(functions, x):
    total = 0
    for function in functions:
        total = total * 1000 + function(x)
    return total


def call_one(functions, k, x):
    return functions[k](x)


CHOICES = [
    [increment, double],
    [double, increment, double],
    [square, hundred],
    [hundred],
    (increment, double),
    (hundred, hundred),
    (square, hundred, increment),
]


@pytest.mark.parametrize("functions", CHOICES, ids=lambda functions: f"{type(functions).__name__} {len(functions)}")
def test_several(functions):
    assert njit(call_all)(functions, 7) == call_all(functions, 7)
    for k in range(-1, len(functions)):
        assert njit(call_one)(functions, k, 7) == call_one(functions, k, 7)


def test_c_callback():
    assert njit(lambda f, x: f(x))(hundred, 3) == 103


def nested(n):
    d = defaultdict(lambda: defaultdict(int))
    for i in range(n):
        d[i % 2][i % 3] += i
    return {k: dict(v) for k, v in d.items()}


def lists(n):
    d = defaultdict(lambda: [])
    for i in range(n):
        d[i % 2].append(str(i))
    return dict(d)


def sets(n):
    d = defaultdict(lambda: set())
    for i in range(n):
        d[i % 2].add(i % 3)
    return {k: sorted(v) for k, v in d.items()}


def begun(n):
    d = defaultdict(lambda: [0, 0])
    for i in range(n):
        d[i % 3][i % 2] += i
    return dict(d)


@pytest.mark.parametrize("function", [nested, lists, sets, begun])
def test_factories(function):
    gc.collect()
    before = _native.live_allocations()
    assert njit(function)(20) == function(20)
    gc.collect()
    assert _native.live_allocations() == before


def test_functions_are_equal_to_themselves():
    @njit
    def one(x):
        return x

    @njit
    def two(x):
        return x + 1

    def f(g):
        chosen = 3 if g == one or g == math.sin else "other"
        return g == one, g != one, g in (one, two), math.sin == math.sin, ValueError == KeyError, chosen

    assert njit(f)(one) == f(one)
    assert njit(f)(two) == f(two)
