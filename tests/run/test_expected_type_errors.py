"""Operations that no types allow raise where a handler names the exception, as in CPython; elsewhere they are refused."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check


def added(a, b):
    try:
        return str(a + b)
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize(
    "args", [(1, 2), ("a", 1), (1, "a"), ([1], (2,)), (None, 1), (1.5, [1]), (b"a", 1), ("a", None), ((1,), "b"), ({"a": 1}, 1)]
)
def test_sums(args):
    check(added, *args)


def contained(a, b):
    try:
        return a in b
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize(
    "args", [("a", b"abc"), (b"a", "abc"), (5, "abc"), (None, "abc"), (1.5, b"abc"), (97, b"abc"), ("a", "abc")]
)
def test_membership_in_texts(args):
    check(contained, *args)


def compared(a, b):
    try:
        return a < b
    except (ValueError, TypeError):
        return None


@pytest.mark.parametrize("args", [(1, 2.5), ("a", 1), (None, None), (1j, 2), ([1], 1)])
def test_orders(args):
    check(compared, *args)


def sum_of(items):
    total = 0
    try:
        for item in items:
            total += item
    except TypeError as error:
        return f"{total}: {error}"
    return str(total)


@pytest.mark.parametrize("items", [[1, 2], 5, 2.5, None, ["a", "b"], []])
def test_loops(items):
    check(sum_of, items)


def negated(x):
    done = False
    try:
        x = -x
        done = True
    except TypeError:
        pass
    finally:
        x = [x]
    return done


@pytest.mark.parametrize("x", [1, "a", None, [1]])
def test_unary_operators(x):
    check(negated, x)


def either(a, b):
    try:
        return a + b
    except TypeError:
        return str(a) + str(b)


def test_results_of_the_handler():
    check(either, "a", 1)
    check(either, 1, 2)


def inner(a):
    def first(items):
        try:
            return items[0]
        except TypeError:
            return items

    return first(a), first([a])


def test_functions_within():
    check(inner, 3)


def test_other_handlers_wait_for_nothing():
    def by_any(a, b):
        try:
            return a + b
        except Exception:
            return None

    def by_another(a, b):
        try:
            return a + b
        except ValueError:
            return None

    for function in (by_any, by_another):
        with pytest.raises(TypingError, match="add"):
            njit(function)("a", 1)


def test_what_cpython_may_do_is_refused():
    with pytest.raises(TypingError, match="add"):
        njit(either)(np.array(["2020-01-01"], "M8[D]"), {"a": 1})


def extended(items, more):
    try:
        items += more
    except TypeError as error:
        return str(error)
    return str(items)


@pytest.mark.parametrize("args", [([1], [2]), ([1], (2, 3)), ([1], 5), ("a", "b"), ("a", 1)])
def test_containers_that_grow(args):
    check(extended, *args)
