"""Slices as values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from coluber import njit
from tests.run.support import expression

ENDS = (None, -7, -5, -1, 0, 2, 5, 9)


@njit
def indices(s, length):
    return s.indices(length)


@pytest.mark.parametrize("step", [None, 1, 2, -1, -3])
def test_indices(step):
    for start, stop, length in itertools.product(ENDS, ENDS, (0, 1, 5)):
        s = slice(start, stop, step)
        assert indices(s, length) == s.indices(length), (s, length)


def test_indices_that_are_refused():
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        indices(slice(1, 2, 0), 5)
    with pytest.raises(ValueError, match="length should not be negative"):
        indices(slice(1, 2), -1)


def test_slices_of_the_program():
    ends, odd = slice(1, -1), slice(None, None, 2)

    def f(a):
        return a[ends], a[odd], ends.start, odd.step

    a = np.arange(6.0)
    for found, expected in zip(njit(f)(a), f(a), strict=True):
        np.testing.assert_array_equal(found, expected)
    items = (1, 2.5, "a", 4)

    def of_tuple(n):
        chosen = slice(n, n + 1) if n else ends
        return items[ends], items[odd], [1, 2, 3, 4][odd], "abcd"[ends], "abcd"[chosen]

    assert njit(of_tuple)(0) == of_tuple(0)
    assert njit(of_tuple)(2) == of_tuple(2)


@pytest.mark.parametrize(
    ("start", "stop", "step"), [(None, 2.9, None), (1.5, 4, None), (-3.7, None, 1.0), (5.0, np.float32(0.5), -2.5)]
)
def test_bounds_that_are_floats(start, stop, step):
    """CPython refuses them; published programs that were written for Numba have them."""
    whole = [bound if bound is None else int(bound) for bound in (start, stop, step)]
    f = njit(expression("a[i:j:k]", "a, i, j, k"))
    for a in (np.arange(6), [1, 2, 3, 4, 5, 6], "abcdef"):
        expected = a[slice(*whole)]
        assert list(f(a, start, stop, step)) == list(expected)


def test_a_bound_that_may_be_a_float_or_none():
    def f(a, flag):
        stop = 2.5 if flag else None
        return a[:stop]

    assert njit(f)("abcd", True) == "ab"
    assert njit(f)("abcd", False) == "abcd"
