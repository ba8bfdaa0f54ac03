"""Reductions of expressions, which make no arrays of them: results are those of the arrays."""

from __future__ import annotations

import resource

import numpy as np
import pytest

from coluber import njit

RNG = np.random.default_rng(5)

ROWS = [
    "((a - b) ** 2).sum(), np.sum(a * b, axis=0), (a * b).sum(axis=1), np.sum(a + b, -1, keepdims=True)",
    "(a * b).sum(axis=(0, 1)), (a * b).sum(keepdims=True), (a + 1).prod(), np.sum(a * b, dtype=np.float64)",
    "(a - b).max(), (a - b).min(axis=0), np.amax(-a, axis=1), (a * 1j).sum(axis=0)",
    "(a > b).any(), (a > b).all(axis=0), np.count_nonzero(a > b), np.count_nonzero(a > b, axis=1), (a > 0.5).sum()",
    "(a - b).mean(), np.mean(a * b, axis=1), (a > 0.5).mean(), np.mean(a - b, axis=0, keepdims=True), np.all(a >= 0)",
    "(a - b).var(), np.std(a * b, axis=1), (a - b).var(axis=0, keepdims=True), np.std(a + b, 0, ddof=1), (a * 1j + b).std()",
    "np.argmax(a - b, axis=0), (a * b).argmin(axis=1), np.argmin(a - b, axis=0, keepdims=True), np.nansum(a * b, axis=0)",
    "(a - b).argmax(), np.argmin(a * b)",
    "np.nanmean(np.sqrt(a - b)), np.nansum(np.sqrt(a - b)), np.nanprod(np.sqrt(a - b) + 1, 1), np.nanvar(np.sqrt(a), ddof=1)",
    "np.nanmean(np.sqrt(a - b), axis=0), np.nanstd(np.sqrt(a - b)), np.nansum(np.sqrt(a - b), axis=1, keepdims=True)",
    "np.nanmax(np.sqrt(a - b), axis=0), np.nanmin(np.sqrt(a - b), 1), np.nanmax(np.sqrt(a - b)), np.nanmax(a - b)",
]
SHAPES = [(3, 5), (40, 3000), (3000, 40), (1, 100_003), (100_003, 2), (0, 3), (3, 0)]


def operands(shape):
    """Return pairs of arrays of a shape, in several layouts and types."""
    x, y = RNG.random(shape), RNG.random(shape)
    yield x, y
    yield np.asfortranarray(x), np.asfortranarray(y)
    yield x[::-1], y[:, :1]
    yield (x * 9).astype("i4"), y.astype("f4")


def outcome(function, *args):
    """Return the results, or the class and the text of the exception."""
    try:
        return function(*args)
    except ValueError as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("parallel", [pytest.param(False, marks=pytest.mark.optimised), True])
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_results(number, parallel):
    """On several threads a row has two of the four kinds of operands, in turns: the threads run what is tested on one.

    That loop is optimised on one thread.
    """
    row = ROWS[number]
    python = eval(f"lambda a, b: ({row})")
    compiled = njit(python, parallel=parallel)
    for shape in SHAPES:
        for a, b in [*operands(shape)][number % 2 :: 2] if parallel else operands(shape):
            wanted, got = outcome(python, a, b), outcome(compiled, a, b)
            if isinstance(wanted[0], type):
                assert got == wanted
                continue
            for one, other in zip(got, wanted, strict=True):
                assert np.asarray(one).dtype == np.asarray(other).dtype
                assert np.shape(one) == np.shape(other)
                rtol = 1e-4 if np.asarray(other).dtype in ("f4", "c8") or a.dtype == "i4" else 1e-11
                np.testing.assert_allclose(one, other, rtol=rtol)
                if isinstance(other, np.ndarray) and other.ndim > 1:
                    assert one.flags.f_contiguous == other.flags.f_contiguous


def test_sums_are_the_same_bits_as_those_of_arrays():
    a, b = RNG.random((2, 100_003))
    f = lambda a, b: ((a * b - 0.5).sum(), (a - b).mean(), np.sum(a[::2] * b[::2]))  # noqa: E731
    assert njit(f)(a, b) == f(a, b)


def test_there_is_no_array():
    a = RNG.random(15_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    total = njit(lambda a: ((a[:, None] - a) ** 2).sum())(a)
    assert np.isclose(total, 2 * a.size * ((a**2).sum() - a.size * a.mean() ** 2))
    # The squares would be 1.8 GB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


def test_what_writes_in_between_comes_later():
    @njit
    def f(a, b):
        products = a * b
        a[0] = 100.0
        return products.sum(), (a * b).sum()

    a, b = np.ones(5), np.ones(5)
    assert f(a, b) == (5.0, 104.0)
    with pytest.raises(ValueError, match="could not be broadcast"):
        njit(lambda a, b: (a * b).sum())(a, np.ones(4))
    with pytest.raises(np.exceptions.AxisError, match="axis 2 is out of bounds for array of dimension 1"):
        njit(lambda a, b, k: (a * b).sum(axis=k))(a, b, 2)
