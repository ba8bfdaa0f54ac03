"""Functions of arrays that are longer than the stretches in which the library works, and sorts of NumPy's and our own."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, njit

pytestmark = pytest.mark.optimised

LENGTHS = (1, 7, 127, 1023, 1024, 1025, 5000)
REAL = ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?")


def _values(dtype, n):
    rng = np.random.default_rng(n)
    if np.dtype(dtype).kind == "f":
        return (rng.standard_normal(n) * 100).astype(dtype)
    if np.dtype(dtype).kind == "c":
        return (rng.integers(-3, 3, n) + 1j * rng.integers(-3, 3, n)).astype(dtype)
    info = (0, 1) if dtype == "?" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    return rng.integers(info[0], info[1], n, dtype=dtype, endpoint=True)


def _equal(got, want):
    np.testing.assert_array_equal(got, want)
    assert np.asarray(got).dtype == np.asarray(want).dtype


@njit
def extrema(a):
    return a.max(), a.min(), a.argmax(), a.argmin()


@pytest.mark.parametrize("dtype", REAL)
def test_extrema(dtype):
    for n in LENGTHS:
        a = _values(dtype, n)
        for view in (a, a[::-1], a[:: 1 + (n > 1)]):
            for got, want in zip(extrema(view), (view.max(), view.min(), view.argmax(), view.argmin()), strict=True):
                assert got == want


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_extrema_find_nans_in_every_stretch(dtype):
    for at in (0, 1, 1023, 1024, 2047, 4999):
        a = _values(dtype, 5000)
        a[at] = np.nan
        if at < 4999:
            a[4999] = np.nan
        highest, lowest, *positions = extrema(a)
        assert np.isnan(highest)
        assert np.isnan(lowest)
        assert positions == [at, at]


def test_extrema_of_infinities():
    for value in (np.inf, -np.inf):
        a = np.full(3000, value)
        assert extrema(a) == (value, value, 0, 0)
        a[2500] = -value
        assert extrema(a) == (a.max(), a.min(), a.argmax(), a.argmin())


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4"])
def test_variances_are_numpys(dtype):
    spread = njit(lambda a: (np.var(a), np.std(a, ddof=1)))
    for n in LENGTHS[1:]:
        a = _values(dtype, n)
        want = np.var(a), np.std(a, ddof=1)
        np.testing.assert_allclose(spread(a), want, rtol=4 * np.finfo(a.real.dtype if a.dtype.kind != "i" else "f8").eps)
    square = _values("f8", 1024).reshape(32, 32)
    for a in (square, square.T, square[::2], square[0, ::3]):
        np.testing.assert_allclose(spread(a), (np.var(a), np.std(a, ddof=1)), rtol=1e-15)


@pytest.mark.parametrize("dtype", [*REAL, "c8", "c16"])
def test_sorts_are_numpys(dtype):
    """Positions are always those of NumPy's stable sort: the order of equal elements in its others depends on the processor."""
    values = njit(lambda a: np.sort(a))
    positions = njit(lambda a: np.argsort(a))
    stable = njit(lambda a: np.argsort(a, kind="stable"))
    for n in (0, *LENGTHS):
        a = _values(dtype, n)
        if n > 6 and a.dtype.kind in "fc":
            a[::7] = np.nan
            a[1::7] = -0.0
        for view in (a, a[::-1], a[::3]):
            _equal(values(view), np.sort(view))
            _equal(positions(view), np.argsort(view, kind="stable"))
            _equal(stable(view), np.argsort(view, kind="stable"))


def test_sort_in_place_changes_views_alone():
    sort = njit(lambda a: a.sort())
    a = _values("f8", 3000)
    for step in (slice(None), slice(1, None, 2), slice(None, None, -3)):
        got, want = a.copy(), a.copy()
        sort(got[step])
        want[step].sort()
        np.testing.assert_array_equal(got, want)


def test_sort_in_a_kernel():
    @cuda.jit
    def sort_rows(a):
        a[cuda.threadIdx.x].sort()

    a = _values("f8", 300).reshape(3, 100)
    got = a.copy()
    sort_rows[1, 3](got)
    np.testing.assert_array_equal(got, np.sort(a))


@pytest.mark.parametrize("dtype", ["f8", "i4", "c16", "f4"])
def test_sorts_without_the_runtime(dtype):
    from coluber.lib.numpy.ordering import own_sorter
    from coluber.np.numpy_support import from_dtype

    sort = njit(own_sorter(from_dtype(np.dtype(dtype))))
    for n in (0, *LENGTHS):
        a = _values(dtype, n)
        if n > 6 and a.dtype.kind == "f":
            a[::7] = np.nan
        got = a.copy()
        sort(got)
        np.testing.assert_array_equal(got, np.sort(a))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "?"])
def test_differences(dtype):
    once, twice = njit(lambda a: np.diff(a)), njit(lambda a, n: np.diff(a, n))
    for n in LENGTHS:
        a = _values(dtype, n)
        _equal(once(a), np.diff(a))
        _equal(once(a[::-1]), np.diff(a[::-1]))
        _equal(twice(a, 2), np.diff(a, 2))
    rows = _values(dtype, 60).reshape(3, 4, 5)
    _equal(once(rows), np.diff(rows))
    _equal(njit(lambda a: np.diff(a, 1, 0))(rows), np.diff(rows, 1, 0))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1"])
def test_histograms_count_elements_at_edges_and_outside(dtype):
    counts = njit(lambda a, bins, low, high: np.histogram(a, bins, (low, high))[0])
    of_data = njit(lambda a, bins: np.histogram(a, bins)[0])
    weighted = njit(lambda a, bins, w: np.histogram(a, bins, weights=w)[0])
    for n in LENGTHS:
        a = _values(dtype, n)
        if a.dtype.kind == "f":
            a[::3] = np.round(a[::3])
        for bins in (1, 7, 10, 100):
            _equal(counts(a, bins, -10.0, 40.0), np.histogram(a, bins, (-10.0, 40.0))[0])
            _equal(of_data(a, bins), np.histogram(a, bins)[0])
            w = np.arange(a.size) % 7 + 0.5
            np.testing.assert_allclose(weighted(a, bins, w), np.histogram(a, bins, weights=w)[0])
    if dtype[0] == "f":
        a = np.array([np.nan, 0.5, np.inf, -np.inf, 1.0, 0.0], dtype)
        _equal(counts(a, 4, 0.0, 1.0), np.histogram(a, 4, (0.0, 1.0))[0])


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_cubes_are_two_products(dtype):
    a = _values(dtype, 5000)
    got, exact = njit(lambda a: a**3)(a), a.astype(np.longdouble) ** 3
    assert got.dtype == a.dtype
    assert (np.abs(got - exact) <= 2 * np.spacing(np.abs(exact.astype(dtype)))).all()


@pytest.mark.parametrize("dtype", ["f8", "i4", "u1"])
def test_searches_for_many_numbers(dtype):
    places = njit(lambda a, v: (np.searchsorted(a, v), np.searchsorted(a, v, "right")))
    bins = njit(lambda a, v: (np.digitize(v, a), np.digitize(v, a, True), np.digitize(v, a[::-1])))
    keys = _values(dtype, 1500)
    if keys.dtype.kind == "f":
        keys[::9] = np.nan
    for n in (0, *LENGTHS):
        a = np.sort(np.concatenate((_values(dtype, n)[: n // 2], keys[: n - n // 2])))
        for got, side in zip(places(a, keys), ("left", "right"), strict=True):
            _equal(got, np.searchsorted(a, keys, side))
        a = a[a == a]
        if a.size:
            want = np.digitize(keys, a), np.digitize(keys, a, True), np.digitize(keys, a[::-1])
            for got, expected in zip(bins(a, keys), want, strict=True):
                _equal(got, expected)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1"])
def test_whole_vectors(dtype):
    width, equal = njit(lambda a: np.ptp(a)), njit(lambda a, b: np.array_equal(a, b))
    nonzero, product = njit(lambda a: np.flatnonzero(a)), njit(lambda a, b: np.dot(a, b))
    for n in (*LENGTHS, 40_000):
        a = _values(dtype, n)
        other = a.copy()
        other[-1] += 1
        assert width(a) == np.ptp(a)
        assert equal(a, a.copy())
        assert not equal(a, other)
        sparse = np.where(np.arange(n) % 3 == 0, a, 0).astype(dtype)
        _equal(nonzero(sparse), np.flatnonzero(sparse))
        _equal(nonzero(np.zeros(n, dtype)), np.flatnonzero(np.zeros(n)))
        if a.dtype.kind == "f":
            np.testing.assert_allclose(product(a, a), np.dot(a, a), rtol=1e-4 if dtype == "f4" else 1e-13)
            first, second = a[::-2], a[: a[::-2].size]
            np.testing.assert_allclose(product(first, second), np.dot(first, second), rtol=1e-2)
            a[n // 2] = np.nan
            assert np.isnan(width(a))
            assert not equal(a, a.copy())
