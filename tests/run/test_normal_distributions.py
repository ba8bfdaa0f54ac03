"""``statistics.NormalDist``, compared with CPython."""

from __future__ import annotations

import statistics
from statistics import NormalDist

import pytest

from tests.run.support import check


def members(p):
    d = NormalDist(1, 2)
    return (
        d.mean,
        d.stdev,
        d.variance,
        d.median,
        d.mode,
        d.pdf(p),
        d.cdf(p),
        d.zscore(3),
        d.quantiles(5),
        NormalDist().inv_cdf(p),
    )


def tails(sigma):
    d = NormalDist(mu=0.5, sigma=sigma)
    return [d.inv_cdf(p) for p in (1e-300, 1e-20, 1e-9, 1e-3, 0.07, 0.08, 0.5, 0.92, 0.93, 0.999, 1 - 1e-12)]


def operators(x):
    d, e = NormalDist(1, 2), NormalDist(2.0, x)
    changed = d + e, d - e, d + 1, 1 + d, d - 2.5, 3 - d, d * -2, 2 * d, d / 2, -d, +d
    return (
        changed,
        d == e,
        d == NormalDist(1.0, 2.0),
        d.overlap(e),
        e.overlap(d),
        d.overlap(d + 1),
        str(d),
        f"{e}",
        len({d, e, d}),
    )


def of_samples(values):
    d = NormalDist.from_samples(values)
    return d, d.samples(3, seed=4), statistics.NormalDist(3).samples(2, seed=1)


def passed(d):
    return d.cdf(0.5), d * 2, d


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (passed, NormalDist(1, 3)),
        (members, 0.3),
        (tails, 1.5),
        (operators, 3),
        (of_samples, [1.0, 2.0, 4.5]),
        (of_samples, [1, 2, 5]),
        (lambda x: NormalDist(0, x), -1.0),
        (lambda x: NormalDist(x, 0).cdf(x), 1),
        (lambda p: NormalDist().inv_cdf(p), 1.0),
    ],
)
def test_normal_distribution(function, argument):
    check(function, argument)
