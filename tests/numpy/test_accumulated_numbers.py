"""Arrays beside numbers that loops make of their elements: the dtypes are NumPy's for floats."""

import math

import numpy as np
import pytest

from coluber import njit, prange

pytestmark = pytest.mark.optimised

SINGLE = np.array([1, 2, 3.5], "f4")


def normalized(x):
    total = 0.0
    for value in x:
        total += value
    return x / total


def softmax(x):
    most = -np.inf
    for value in x:
        if value > most:
            most = value
    return np.exp(x - most)


def of_rows(x):
    total = 0
    for value in x.flat:
        total += value * value
    return x / total**0.5


def conditional(x):
    total = 0.0
    for k in range(len(x)):
        total += x[k]
    if total > 0:
        x = x / total
    return x


def chosen(x):
    factor = 0.0
    if x[0] > 0:
        factor = x[1]
    return x * factor, 0.5 * x[1] * x, x * (x[0] + 1.0), x * max(0.0, x[1])


def complex_total(x):
    total = 0j
    for value in x:
        total += value
    return x / total


def iterated(x):
    for _ in range(3):
        total = 0.0
        for value in x:
            total += value * value
        x = x / math.sqrt(total)
    return x


def counted(x):
    total, n = 0.0, 0
    while n < len(x):
        total += x[n]
        n += 1
    y = x - total / n
    return y


def side_by_side(x):
    total = 0.0
    for k in prange(len(x)):
        total += x[k]
    return x / total


@pytest.mark.parametrize(
    "function",
    [normalized, softmax, of_rows, conditional, chosen, complex_total, iterated, counted, side_by_side],
)
@pytest.mark.parametrize("x", [SINGLE, SINGLE.astype("f8"), SINGLE.astype("c8")])
def test_dtypes(function, x):
    if x.dtype.kind == "c" and function not in (normalized, complex_total):
        pytest.skip("complex numbers have no order")
    with np.errstate(all="ignore"):
        expected, found = function(x), njit(parallel=function is side_by_side)(function)(x)
    pairs = zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]
    for wanted, got in pairs:
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["i2", "u1", "i4"])
def test_integers_are_as_wide_as_the_number(dtype):
    @njit
    def scaled(x):
        total = 0
        for value in x:
            total += value
        return x * total

    x = np.array([1, 2, 3], dtype)
    assert scaled(x).dtype == np.int64
    assert scaled(x).tolist() == [6, 12, 18]
