"""Single times beside arrays of times, quantiles and gradients of these, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit

from .rows import check, check_error

DATES = np.array(["2020-01-05", "2020-01-01", "2020-03-01", "2020-01-01"], "M8[D]")
SPANS = np.array([5, 1, -7, 1], "m8[s]")
HOLES = np.array(["2020-01-05", "NaT", "2020-03-01", "2020-01-01"], "M8[s]")

ROWS = """
a[0] in a, a[2] in a[:2], a[1] in a[2:], a[0] in a.reshape(2, 2)
np.insert(a, 1, a[2]), np.insert(a, [0, 2], a[1]), np.append(a, a[2]), np.append(a.reshape(2, 2), a[2])
np.array([a[0], a[1]]), np.array(a[1]), np.atleast_2d(a[0]), np.broadcast_to(a[0], (2, 2)), np.full(2, a[2])
np.partition(a, 1)[1], np.partition(a, (0, 3))[3], np.partition(a, 2, axis=None)[2], a[np.argpartition(a, 1)][1]
np.partition(a.reshape(2, 2), 0, axis=0), np.partition(a.reshape(2, 2), 0, axis=1)
np.count_nonzero(a), np.flatnonzero(a), np.nonzero(a - a[0])[0], np.argwhere(a.reshape(2, 2))
np.pad(a, 1), np.pad(a, (1, 2), mode='edge'), np.pad(a, 3, mode='reflect'), np.pad(a, 1, constant_values=a[2])
np.pad(a, 1, constant_values=(3, 4)), np.pad(a.reshape(2, 2), 1, mode='symmetric')
np.piecewise(a, [a == a[1]], [a[0], a[2]]), np.select([a == a[0]], [a], a[1])
np.lexsort((a, a[::-1])), np.lexsort((np.array([1, 0, 1, 0]), a)), np.lexsort((a, np.array([1, 0, 1, 0])))
np.ediff1d(a), np.ediff1d(a.reshape(2, 2)), np.ediff1d(a[:1]), np.setxor1d(a, a[:1]), np.setxor1d(a[1:], a)
np.nan_to_num(a), np.nanargmin(a), np.nanargmax(a), np.nanargmax(a.reshape(2, 2), axis=0)
np.percentile(a, 50), np.percentile(a, [25, 77.5, 100]), np.quantile(a, 0.9), np.quantile(a, np.array([0.1, 1 / 3]))
np.nanpercentile(a, 30), np.nanquantile(a, (0.0, 0.65)), np.quantile(a.reshape(2, 2), 1), np.nanquantile(a[1:2], 0.5)
np.gradient(a), np.gradient(a, 2), np.gradient(a, 0.4), np.gradient(a[:2])
np.isin(a[0], a), np.isin(a[0], a[1:], invert=True)
""".strip().splitlines()

CHANGES = """
np.put(a, [0, 1], a[2])
np.put(a, 3, a[0])
a.put([0], a[2])
np.putmask(a, a == a[0], a[2])
np.copyto(a, a[2])
np.copyto(a, a[2], where=a == a[0])
np.fill_diagonal(a.reshape(2, 2), a[2])
a.partition(1); a[:1] = a[0]; a[2:] = a[1]
""".strip().splitlines()


@pytest.mark.parametrize("a", [DATES, SPANS, HOLES], ids=["dates", "spans", "holes"])
@pytest.mark.parametrize("source", ROWS)
def test_functions(source, a):
    check(source, a)


@pytest.mark.parametrize("a", [DATES, SPANS, HOLES], ids=["dates", "spans", "holes"])
@pytest.mark.parametrize("source", CHANGES)
def test_elements_are_set(source, a):
    check(f"{source}\nreturn a", a)


@pytest.mark.parametrize("unit", ["h", "s", "M"])
def test_times_of_another_unit(unit):
    other = DATES.astype(f"M8[{unit}]")
    check("a[a > a[1]] = b[0]\na[[1, 2]] = b[2]\nreturn a", DATES, other)
    check("np.put(a, [1], b[0])\nnp.putmask(a, a == a[0], b[2])\nreturn a", DATES, other)
    check("np.append(a, b[0]), np.insert(a, 1, b[0]), b[0] in a, np.array_equal(a, b), np.array([a[0], b[1]])", DATES, other)


def test_spans_become_texts():
    check("a.astype('U12'), a.astype('U4'), a.astype('S20'), a.reshape(2, 2).astype('U20')", SPANS)


def test_quantiles_of_many_places():
    rng = np.random.default_rng(3)
    times = rng.integers(-(10**6), 10**6, 57).astype("M8[ms]")
    check("np.quantile(a, b), np.percentile(a, 100 * b), np.nanquantile(a, b)", times, rng.random(200))


def test_errors():
    check_error("np.quantile(a, 1.5)", DATES)
    check_error("np.percentile(a, np.array([20.0, -1.0]))", DATES)
    check_error("np.quantile(a[:0], 0.5)", SPANS)
    check_error("np.gradient(a[:1])", SPANS)
    check_error("np.put(a, [4], a[0])", DATES)
    assert njit(lambda a: np.isnat(np.quantile(a, 0.5)))(HOLES)
