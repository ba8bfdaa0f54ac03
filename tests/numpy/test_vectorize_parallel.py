"""Ufuncs with ``target="parallel"``: the same results as on one thread, whatever the operands are."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import guvectorize, vectorize

pytestmark = pytest.mark.optimised

SIZES = [0, 1, 5, 8192, 100_003]


@vectorize(["float64(float64, float64)", "int64(int64, int64)"], target="parallel")
def plus(x, y):
    return x + 2 * y


@vectorize(target="parallel")
def lazily(x, y):
    if x < 0:
        raise ValueError("negative")
    return x * y


@guvectorize(["(float64[:], float64[:], float64[:])"], "(n),()->(n)", target="parallel")
def scaled(x, factor, out):
    for i in range(x.size):
        out[i] = x[i] * factor[0]


def operands(size):
    """Return pairs of operands of all kinds."""
    a, b = np.random.default_rng(size).random((2, 2 * size))
    yield a[:size], b[:size]
    yield a[::2], b[::-2]
    yield a[:size], 3.0
    yield np.float64(2), b[::2]
    yield np.arange(size), np.arange(size)[::-1]
    yield a.reshape(2, size), b[:size]


@pytest.mark.parametrize("size", SIZES)
def test_elements(size):
    for x, y in operands(size):
        np.testing.assert_array_equal(plus(x, y), x + 2 * y)
        np.testing.assert_array_equal(lazily(x, y), x * y)


@pytest.mark.parametrize("size", SIZES)
def test_outputs_that_are_inputs(size):
    a, b = np.random.default_rng(size).random((2, size))
    expected = a + 2 * b
    plus(a, b, out=a)
    np.testing.assert_array_equal(a, expected)


@pytest.mark.parametrize("size", [5, 100_003])
def test_reductions_go_in_order(size):
    a = np.arange(size)
    assert plus.reduce(a) == a[0] + 2 * a[1:].sum()
    expected = a[0] + 2 * np.concatenate([[0], a[1:]]).cumsum()
    np.testing.assert_array_equal(plus.accumulate(a), expected)
    np.testing.assert_array_equal(plus.outer(a[:3], a), a[:3, None] + 2 * a)
    target = np.zeros(4, np.int64)
    plus.at(target, a % 4, 1)
    np.testing.assert_array_equal(target, 2 * np.bincount(a % 4, minlength=4))


def test_exceptions():
    x = np.ones(100_003)
    for bad in (0, 50_000, 100_002):
        x[:] = 1
        x[bad] = -1
        with pytest.raises(ValueError, match="negative"):
            lazily(x, x)


@pytest.mark.parametrize("shape", [(0, 3), (1, 3), (1000, 7), (7, 1000), (20, 30, 4)])
def test_parts(shape):
    x = np.random.default_rng(0).random(shape)
    np.testing.assert_array_equal(scaled(x, 2.0), x * 2)
    factors = np.arange(float(shape[0])).reshape(shape[0], *(1 for _ in shape[2:]))
    np.testing.assert_array_equal(scaled(x, factors), x * factors[..., None])
