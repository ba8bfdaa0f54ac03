"""The module ``random`` in compiled code, compared with Python's draw by draw."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from coluber import njit
from tests.numpy.random_support import drawing, outcome, same_draws

CALLS = [
    "random.random()",
    "random.getrandbits(1), random.getrandbits(32), random.getrandbits(33), random.getrandbits(63), random.getrandbits(0)",
    "random.getrandbits(64)",
    "random.randrange(10), random.randrange(1), random.randrange(2**40)",
    "random.randrange(0)",
    "random.randrange(3, 9), random.randrange(-2**62, 2**62)",
    "random.randrange(9, 3)",
    "random.randrange(3, 90, 7), random.randrange(90, 3, -7)",
    "random.randrange(3, 90, 0)",
    "random.randrange(3, 90, -1)",
    "random.randint(3, 9), random.randint(3, 3), random.randint(-1, 2**45)",
    "random.randint(3, 2)",
    "random.choice(V), random.choice((1.5, 2.5, 3.5)), random.choice(range(3, 30, 4))",
    "random.choice(V[:0])",
    "random.choice((1, 2.5, 3, 4.5)) * 2.0",
    "random.choice(b'abcd'), random.choices(b'abcd', k=2), random.sample(b'abcd', 2)",
    "random.choices((1, 2), (1, 2.5), k=3)",
    "random.shuffle((1, 2))",
    "random.uniform(2, 5), random.uniform(5.5, 2)",
    "random.triangular(), random.triangular(1, 5), random.triangular(1, 5, 2), random.triangular(3.0, 3.0, 3)",
    "random.normalvariate(), random.normalvariate(3, 2)",
    "random.lognormvariate(0.5, 2)",
    "random.gauss(), random.gauss(1, 2), random.gauss(1, 2)",
    "random.expovariate(1.5), random.expovariate(-2)",
    "random.gammavariate(0.5, 2), random.gammavariate(1, 2), random.gammavariate(5, 0.1), random.gammavariate(2.5, 3)",
    "random.gammavariate(0, 1)",
    "random.betavariate(0.5, 2), random.betavariate(5, 1)",
    "random.paretovariate(2), random.paretovariate(0.5)",
    "random.weibullvariate(2, 3), random.weibullvariate(1, 0.5)",
    "random.vonmisesvariate(1, 0), random.vonmisesvariate(0, 4), random.vonmisesvariate(7, 0.1)",
]


@pytest.mark.parametrize("text", CALLS)
def test_functions(text):
    same_draws(f"({text})", "python", (0, 1, -77, 2**33, 2**62 + 5))


@pytest.mark.parametrize(
    "text",
    [
        "random.sample(T, 3)",
        "random.sample(T, 4)",
        "random.sample(range(1000), 4)",
        "random.sample(range(1000), 40)",
        "random.sample(range(100), 40)",
        "random.sample(T, 5)",
        "random.sample(T, -1)",
        "random.sample(range(1000), 2)",
        "random.sample([2.5, 1.5, 0.5], 2)",
        "random.sample('abcdef', 3)",
        "random.sample([5, 6, 7], 4, counts=[3, 0, 4])",
        "random.sample([5, 6, 7], 4, counts=[3, 0])",
        "random.choices('abc', k=4)",
        "random.choices(range(7), range(1, 8), k=4)",
        "random.choices([(1, 'a'), (2, 'b')], [1, 3], k=4)",
        "random.choices(V)",
        "random.choices(V, k=20)",
        "random.choices((1.5, 2.5), k=20)",
        "random.choices(V, V, k=20)",
        "random.choices(V, V / 4, k=20)",
        "random.choices(V, cum_weights=V, k=20)",
        "random.choices(V, (1, 2), k=20)",
        "random.choices(V, V * 0, k=20)",
        "random.choices(V[:0], [1.0][1:], k=2)",
        "random.choices([1][1:], cum_weights=[1][1:], k=0)",
        "random.choices(V, V * np.inf, k=20)",
    ],
)
def test_many_of_a_sequence(text):
    function = drawing(text, "python")
    for seed in (3, 4):
        found, expected = outcome(njit(function), seed), outcome(function, seed)
        if isinstance(expected[0], str):
            assert found == expected
        else:
            assert found == expected


def test_numbers_of_bits():
    @njit
    def f(k):
        return random.getrandbits(k)

    with pytest.raises(ValueError):  # noqa: PT011 - CPython's text depends on its version
        f(-1)
    with pytest.raises(OverflowError, match="64 bits at most"):
        f(65)


def test_division_by_zero():
    @njit
    def f(x):
        return random.expovariate(x)

    with pytest.raises(ZeroDivisionError):
        f(0.0)


def test_shuffle():
    @njit
    def f(x):
        random.seed(8)
        random.shuffle(x)
        return random.random()

    for n in (0, 1, 2, 100):
        x, y = np.arange(n), list(range(n))
        random.seed(8)
        random.shuffle(y)
        assert f(x) == random.random()
        assert list(x) == y


def test_the_states_of_both_modules_are_apart():
    @njit
    def f():
        random.seed(5)
        np.random.seed(5)
        a = np.random.random()
        return a, random.random(), np.random.random()

    random.seed(5)
    np.random.seed(5)
    first, second = np.random.random(2)
    assert f() == (first, random.random(), second)


def test_without_a_seed():
    @njit
    def f(again):
        if again:
            random.seed()
        return random.random()

    assert len({f(True), f(True), f(False)}) == 3


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the parameter has a default since 3.12")
def test_expovariate_without_a_parameter():
    same_draws("random.expovariate()", "python")
