"""The module ``statistics``, and functions of ``string`` and ``textwrap``: what CPython gives, to the last bit."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from coluber import njit
from tests.run.support import check, source


def _data(kind: int, rng: random.Random) -> list:
    count = rng.randrange(2, 9)
    if kind == 0:
        return [rng.uniform(0, 1) for _ in range(count)]
    if kind == 1:
        return [rng.choice([-1, 1]) * 10 ** rng.uniform(-20, 20) for _ in range(count)]
    return [rng.randrange(1, 100) if kind == 2 else rng.randrange(-(2**62), 2**62) for _ in range(count)]


ONE = [
    "mean",
    "fmean",
    "median",
    "median_low",
    "median_high",
    "mode",
    "multimode",
    "stdev",
    "pstdev",
    "variance",
    "pvariance",
    "quantiles",
]


@pytest.mark.parametrize("name", [*ONE, "geometric_mean", "harmonic_mean"])
def test_one_sample(name):
    function = getattr(statistics, name)
    compiled = njit(source(f"import statistics\ndef f(data):\n    return statistics.{name}(data)\n"))
    rng = random.Random(7)
    for k in range(400):
        data = _data(k % (4 if name in ONE else 3), rng)
        data = data if name in ONE else [abs(x) for x in data]
        expected = function(data)
        # What CPython may give as an integer is a float in compiled code.
        assert compiled(data) == (float(expected) if name in ("mean", "median", "variance", "pvariance") else expected), data


@pytest.mark.parametrize("name", ["covariance", "correlation", "linear_regression"])
def test_two_samples(name):
    function = getattr(statistics, name)
    compiled = njit(source(f"import statistics\ndef f(x, y):\n    return statistics.{name}(x, y)\n"))
    rng = random.Random(8)
    for k in range(200):
        x = _data(k % 3, rng)
        y = [rng.uniform(-3, 3) for _ in x]
        assert compiled(x, y) == function(x, y), (x, y)


@pytest.mark.parametrize(
    "expression",
    [
        "mean(data[:0])", "stdev(data[:1])", "median(data[:0])", "mode(data[:0])", "fmean(data[:0])", "multimode(data[:0])",
        "quantiles(data, n=0)", "quantiles(data, n=7, method='inclusive')", "quantiles(data, method='other')",
        "harmonic_mean([-1.0])", "harmonic_mean([2.0, 0.0]) + 0.5", "geometric_mean([-1.0, 2.0])", "fmean(data, [1, 2, 3, 4])",
        "fmean(data, [1, 2])", "variance(data, 2.5)", "pstdev(data, 1)", "correlation(data, [1, 1, 1, 1])",
        "linear_regression(data, data[:3])", "linear_regression(data, [1, 3, 2, 5], proportional=True)",
        "mean(x * 2 for x in data)", "mode(['a', 'b', 'b'])", "mean([math.inf, 1.0])", "mean([0.0, -0.0])", "stdev((1, 2, 4))",
        "median([math.inf, -math.inf, 2.0])",
    ],
)  # fmt: skip
def test_arguments(expression):
    check(source(f"import statistics\ndef f(data):\n    return statistics.{expression}\n"), [1.5, 2.25, 8.0, -3.0])


def test_sums_that_overflow():
    f = source("def f(x):\n    return math.fsum(x)\n")
    for data in ([1e308, 1e308], [math.inf, -math.inf], [math.inf, math.nan], [-0.0, -0.0]):
        check(f, data)


TEXTS = ["", "  a\n    b\n\n  c", "\ta\n \tb", " x\n   \n  y\n", "no\n margin", "  only"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts(text):
    f = source("""
import string
import textwrap

def f(text):
    words = string.capwords(text), string.capwords(text, "\\n"), string.ascii_letters
    return words, textwrap.dedent(text), textwrap.indent(text, "> "), textwrap.indent(text, "+", lambda line: len(line) > 3)
""")
    check(f, text)
