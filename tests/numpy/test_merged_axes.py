"""Reductions along several axes that are not made of partial results, and further arguments of those that pass over NaNs."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check, check_rows

A = np.random.default_rng(1).integers(-9, 9, (3, 4, 5)).astype(np.float64)
HOLES = np.where(A == 3, np.nan, A)
SPANS = np.array([-7, 3, 2, 9, -11, 4]).astype("m8[s]")


@pytest.mark.parametrize("function", ["median", "nanmedian", "nanstd", "nanvar", "nanmean", "ptp", "average"])
def test_axes(function):
    axes = ("(0, 1)", "(2, 0)", "(-1,)", "(0, 1, 2)", "(1, 2), keepdims=True", "(0, 1, 2), keepdims=True")
    for a in (A, np.asfortranarray(A), HOLES):
        check_rows([f"np.{function}(a, axis={axis})" for axis in axes], a)


@pytest.mark.parametrize("function", ["percentile", "quantile", "nanpercentile", "nanquantile"])
def test_quantiles(function):
    one, some = ("30", "np.array([20, 50.0, 90])") if "percentile" in function else ("0.3", "np.array([0.2, 0.5, 0.9])")
    axes = ("(0, 1)", "(2, 0), keepdims=True", "(0, 1, 2)", "(0, 1, 2), keepdims=True", "(1, 0), method='hazen'")
    for q in (one, some):
        check_rows([f"np.{function}(a, {q}, axis={axis})" for axis in axes], HOLES)
    check(f"np.{function}(a, {some}, axis=(b, c), keepdims=True)", HOLES, 2, -3)


def test_other_arguments():
    check("np.average(a, axis=(0, 2), weights=a + 10)", A)
    check("np.median(a, (0, 1), out=b)", A, np.zeros(5))
    check("np.ptp(a, 0, out=b)", A, np.zeros((4, 5)))
    for function in ("nanstd", "nanvar"):
        options = ("correction=1", "axis=(0, 1), ddof=1, where=a > -5", "axis=1, where=a > -5")
        check_rows([f"np.{function}(a, {option})" for option in options], HOLES)
    check("np.nanmean(a, axis=1, where=a > -5)", HOLES)


@pytest.mark.parametrize("count", range(7))
def test_medians_of_spans(count):
    for a in (SPANS[:count], np.append(SPANS[:count], np.timedelta64("NaT", "s"))):
        check("np.median(a), np.nanmedian(a)", a)
    check("np.median(a, axis=0, keepdims=True)", SPANS[: count // 2 * 2].reshape(2, -1))
