"""Arrays whose elements the iterations of a parallel loop change: they are reductions where two may change the same one."""

from __future__ import annotations

import contextlib
import io
import re

import numpy as np
import pytest

from coluber import errors, get_num_threads, njit, prange, set_num_threads
from tests.run.support import assert_same


@pytest.fixture(autouse=True)
def threads():
    """Run on two threads, where there may be so many."""
    before = get_num_threads()
    with contextlib.suppress(ValueError):
        set_num_threads(2)
    yield
    set_num_threads(before)


def histogram(k, h, x):
    for i in prange(k.size):
        h[k[i]] += x[i]
    return h


def by_condition(k, h, x):
    count = 0
    for i in prange(k.size):
        if x[i] > 0.5:
            h[k[i]] += x[i]
            count += 1
        else:
            h[0] -= 1.0
    return h, count, h.sum()


def by_constants(k, h, x):
    for i in prange(k.size):
        h[0] -= 1.0
        if x[i] > 0.5:
            h[9] += x[i]
    return h


def spelled_out(k, h, x):
    for i in prange(k.size):
        b = k[i]
        h[b, 0] = h[b, 0] + x[i]
        h[b, 1] += h.shape[0]
    return h


def looked_up_twice(k, h, x):
    for i in prange(k.size):
        h[k[i]] = h[k[i]] + x[i]
        h[(k[i] + 1) % 10] = x[i] + h[(k[i] + 1) % 10]
    return h


def products_and_bits(k, h, g):
    for i in prange(k.size):
        h[k[i]] *= 1.0 + i * 1e-6
        g[k[i] % 3] ^= i
    return h, g


def inner_loops(k, h, x):
    for i in prange(k.size):
        for j in range(h.size):
            h[j] += k[i] * x[i]
        for j in prange(h.size):
            h[j] += k[i]
    return h


def neighbours(k, h, x):
    for i in prange(h.size - 2):
        h[i] += x[i]
        h[i + 2] -= k[i]
    return h


def whole(k, h, x):
    for i in prange(k.size):
        h += 1.0
        h[k[i]] += x[i]
    return h


RNG = np.random.default_rng(0)
K, X = RNG.integers(0, 10, 20000), RNG.random(20000)
CASES = [
    (histogram, np.arange(10.0), X),
    (histogram, np.zeros((10, 2)), X),
    (histogram, np.zeros(20, np.float32)[::2], X),
    (by_condition, np.zeros(10), X),
    (by_constants, np.zeros(10), X),
    (spelled_out, np.zeros((10, 2)), X),
    (looked_up_twice, np.zeros(10), X),
    (products_and_bits, np.ones(10), np.zeros(3, np.int64)),
    (inner_loops, np.zeros(4), X),
    (neighbours, np.zeros(2000), X),
    (whole, np.zeros(10), X),
]


@pytest.mark.parametrize(("function", "h", "x"), CASES, ids=[row[0].__name__ for row in CASES])
def test_elements_that_several_iterations_change(function, h, x):
    mine = h.repeat(2)[::2] if h.strides[-1] != h.itemsize else h.copy()
    expected = function(K, h, x.copy())
    found = njit(parallel=True)(function)(K, mine, x.copy())
    single = h.dtype == np.float32
    assert_same(found, expected, rtol=1e-3 if single else 1e-9)
    assert_same(mine, h, rtol=1e-3 if single else 1e-9)


def cut_off(k, h):
    for i in prange(k.size):
        h[k[i]] += 0.6
    return h


@pytest.mark.parametrize(("function", "h", "x"), CASES, ids=[row[0].__name__ for row in CASES])
def test_the_array_is_a_reduction(function, h, x):
    compiled = njit(parallel=True)(function)
    compiled(K, h.copy(), x.copy())
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        compiled.parallel_diagnostics()
    assert re.search(r"reductions: .*\bh\b", text.getvalue())


def test_elements_that_lose_fractions_are_changed_in_order():
    with pytest.warns(errors.NumbaPerformanceWarning, match="lose fractions"):
        found = njit(parallel=True)(cut_off)(K, np.zeros(10, np.int64))
    assert_same(found, cut_off(K, np.zeros(10, np.int64)))


def own_elements(a, h, g, f):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            h[i] += a[i, j]
            g[i, j] *= 2.0
            g[i, 0] += 1.0
            f[2 * i + 1] += a[i, 0]
    return g, f


def test_elements_of_an_iteration_of_its_own_are_no_reductions():
    a = RNG.random((50, 4))
    compiled = njit(parallel=True)(own_elements)
    expected = own_elements(a, np.zeros(50), np.ones((50, 4)), np.zeros(102))
    assert_same(compiled(a, np.zeros(50), np.ones((50, 4)), np.zeros(102)), expected, rtol=1e-12)
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        compiled.parallel_diagnostics()
    assert "run on all cores\n" in text.getvalue()


def test_elements_of_inner_loops_are_reductions_of_the_outer_one():
    @njit(parallel=True)
    def sums(a):
        out = np.zeros(a.shape[1])
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                out[j] += a[i, j]
        return out

    a = np.random.default_rng(0).random((1000, 20))
    for _ in range(20):
        np.testing.assert_allclose(sums(a), a.sum(axis=0))


def test_places_in_blocks_belong_to_one_iteration():
    def with_len(a, b, c):
        out = np.zeros((len(c), len(a) * len(b)))
        for i in prange(len(a)):
            for j in prange(len(b)):
                out[:, i * len(b) + j] += a[i] * c + b[j]
        return out

    def with_shape(a, b, c):
        out = np.zeros((len(a) * b.shape[0], len(c)))
        for i in prange(a.size):
            for j in range(b.shape[0]):
                out[j + b.shape[0] * i] += a[i] * c - b[j]
        return out

    def that_meet(a, b, c):
        out = np.zeros(len(a) * len(b))
        for i in prange(len(a)):
            for j in range(len(b) + 1):
                out[min(i * len(b) + j, 10)] += 1
        return out

    for function in (with_len, with_shape, that_meet):
        arguments = np.arange(30.0), np.arange(7.0), np.arange(5.0)
        np.testing.assert_array_equal(njit(parallel=True)(function)(*arguments), function(*arguments))


def test_only_the_builtin_range_tells_where_an_inner_loop_begins_and_ends():
    @njit
    def upward(n):
        return range(n, 100_000)

    @njit(parallel=True)
    def counted(m, n, out):
        for i in prange(m):
            for j in upward(n):
                out[i * n + j] += 1
        return out

    expected = np.zeros(100_100)
    for i in range(16):
        expected[3 * i + 3 : 3 * i + 100_000] += 1
    for _ in range(20):
        np.testing.assert_array_equal(counted(16, 3, np.zeros(100_100)), expected)


@njit(parallel=True)
def greatest(best, keys, values):
    for i in prange(len(values)):
        best[keys[i]] = max(best[keys[i]], values[i])
    return best


@njit(parallel=True)
def greatest_of_numpy(best, keys, values):
    for i in prange(len(values)):
        best[keys[i]] = np.maximum(values[i], best[keys[i]])
    return best


@njit(parallel=True)
def least(best, keys, values):
    for i in prange(len(values)):
        best[keys[i]] = min(best[keys[i]], values[i])
    return best


@njit(parallel=True)
def greatest_of_one(best, keys, values):
    for i in prange(len(values)):
        best[1] = max(best[1], values[i])
    return best


@njit(parallel=True)
def by_another_function(best, keys, values):
    for i in prange(len(values)):
        best[keys[i]] = np.hypot(best[keys[i]], values[i])
    return best


@pytest.mark.parametrize("function", [greatest, greatest_of_numpy, least, greatest_of_one, by_another_function])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8"])
def test_best_elements(function, dtype):
    if function is by_another_function and dtype == "i8":
        pytest.skip("elements are rounded")
    rng = np.random.default_rng(3)
    keys, values = rng.integers(0, 50, 100_003), rng.integers(0, 10**6, 100_003).astype(dtype)
    expected = function.py_func(np.full(50, 1000, dtype), keys, values)
    for _ in range(5):
        start = np.full(50, 1000, dtype)
        found = function(start, keys, values)
        np.testing.assert_allclose(found, expected, rtol=1e-3 if dtype == "f4" else 1e-12)
        np.testing.assert_array_equal(found, start)


def test_elements_beside_numbers_that_are_none():
    keys, values = np.zeros(10_000, np.int64), np.full(10_000, np.nan)
    assert greatest(np.array([2.0]), keys, values)[0] == 2.0
    assert np.isnan(greatest_of_numpy(np.array([2.0]), keys, values)[0])
