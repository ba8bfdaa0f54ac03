"""Arrays of random numbers in functions with ``parallel=True``: drawn on all cores, but where the program has given a seed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from coluber import njit
from tests.run.support import assert_same, expression

SIZE = 300_000


@pytest.mark.parametrize(
    ("text", "mean", "deviation"),
    [
        ("random(n)", 0.5, 12**-0.5), ("rand(n)", 0.5, 12**-0.5), ("randn(n)", 0, 1), ("normal(3.0, 2.0, n)", 3, 2),
        ("uniform(2.0, 4.0, size=n)", 3, 3**-0.5), ("standard_normal((n // 100, 100))", 0, 1), ("poisson(4.0, n)", 4, 2),
        ("exponential(size=n)", 1, 1), ("standard_gamma(2.0, n)", 2, 2**0.5), ("binomial(10, 0.5, (10, n // 10))", 5, 2.5**0.5),
    ],
)  # fmt: skip
def test_arrays_are_of_the_distribution(text, mean, deviation):
    # A thread of its own: its state has no seed, whatever other tests have done.
    program = f"""
import numpy as np
from coluber import njit
f = njit(parallel=True)(lambda n: np.random.{text})
serial = njit(lambda n: np.random.{text})
a, b = f({SIZE}), serial({SIZE})
assert a.shape == b.shape and a.dtype == b.dtype
assert abs(a.mean() - {mean}) < 6 * {deviation} / {SIZE} ** 0.5, a.mean()
assert abs(a.std() / {deviation} - 1) < 0.02, a.std()
halves = np.split(a.ravel()[: {SIZE} // 2 * 2], 2)
assert not np.array_equal(*halves)
assert f(0).size == 0 and f(1000).shape == serial(1000).shape
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    "text", ["np.random.random(n)", "np.random.normal(1.0, 2.0, n)", "np.random.rand(n, 2)", "np.random.poisson(3.5, (2, n))"]
)
def test_a_seed_gives_one_sequence(text):
    function = expression(text, "n")

    @njit(parallel=True)
    def seeded(n):
        np.random.seed(7)
        return inner(n)

    inner = njit(parallel=True)(function)
    np.random.seed(7)
    assert_same(seeded(100_000), function(100_000))


def test_wrong_parameters_are_refused():
    wrong = njit(parallel=True)(lambda n: np.random.normal(0.0, -1.0, n))
    with pytest.raises(ValueError, match="scale < 0"):
        wrong(SIZE)


def test_parameters_that_are_arrays():
    many = njit(parallel=True)(lambda a: np.random.normal(a, 1e-9))
    assert np.allclose(many(np.arange(1000.0)), np.arange(1000.0))
