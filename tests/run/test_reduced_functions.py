"""Functions that are made of several others: loops over tuples of functions, and `reduce`."""

from __future__ import annotations

from functools import partial, reduce

import pytest

from coluber import njit
from tests.run.support import check


def compose(*functions):
    return reduce(lambda f, g: lambda x: f(g(x)), functions, lambda x: x)


def chain(*functions):
    return reduce(lambda f, g: lambda x: g(f(x)), functions)


def pipe(value, *functions):
    for function in functions:
        value = function(value)
    return value


def composed(n):
    return compose(lambda x: x + 1, lambda x: x * 2, abs)(n), compose()(n), compose(str)(n)


def chained(n):
    return chain(lambda x: x + 1, partial(pow, 2), str)(n), chain(lambda x: x + 1)(n)


def applied(n):
    """The result has another type in each turn."""
    return reduce(lambda value, f: f(value), (abs, lambda x: x + 0.5, str), -n)


def piped(n):
    ends = pipe(range(n), lambda xs: [x * x for x in xs], sum, str), pipe(n)
    return ends, pipe(n, lambda x: x / 2, str, len)


def first_that_fits(n):
    """Loops over functions with `break`, `continue` and `else`."""
    found = []
    for f in (lambda x: x - 10, abs, lambda x: x * x):
        if f(n) < 0:
            continue
        found.append(f(n))
        if f(n) > 100:
            break
    else:
        found.append(-1)
    return found


def many(n):
    """So many statements that the loop goes over one of several functions."""
    total = 0
    for f in (lambda x: x, lambda x: x + 1, lambda x: x + 2, lambda x: x + 3, lambda x: x + 4, lambda x: x + 5):
        for k in range(n):
            total += f(k) * 2 + f(k + 1) * 3 + f(k + 2) * 4 - f(k + 3) * 5 + f(k + 4) * 6 - f(k + 5) * 7
            total += f(k) * 2 + f(k + 1) * 3 + f(k + 2) * 4 - f(k + 3) * 5 + f(k + 4) * 6 - f(k + 5) * 7
            total += f(k) * 2 + f(k + 1) * 3 + f(k + 2) * 4 - f(k + 3) * 5 + f(k + 4) * 6 - f(k + 5) * 7
            total += f(k) * 2 + f(k + 1) * 3 + f(k + 2) * 4 - f(k + 3) * 5 + f(k + 4) * 6 - f(k + 5) * 7
    return total


@pytest.mark.parametrize("function", [composed, chained, applied, piped, first_that_fits, many])
def test_values(function):
    for n in (0, 3, 20):
        check(function, n)


def test_no_function():
    with pytest.raises(TypeError, match="empty iterable with no initial value"):
        njit(lambda n: chain()(n))(1)
