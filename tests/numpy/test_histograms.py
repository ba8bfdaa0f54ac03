"""Counts in bins, convolutions, interpolation and covariances, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors
from tests.run.support import check, check_lines, compile_error, expression, groups, jitted

RNG = np.random.default_rng(23)
DIGITS = RNG.integers(0, 9, 40)
VECTOR, OTHER = RNG.random(50), RNG.random(50)
MATRIX = RNG.random((4, 9))


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.bincount(a)", "np.bincount(a, a * 0.5)", "np.bincount(a, minlength=20)", "np.bincount(a, None, -1)",
        "np.bincount(a - 1)", "np.bincount(a, a[1:])", "np.bincount(a[:0])", "np.bincount(a.astype(np.uint8), weights=a)",
    ]),
)  # fmt: skip
def test_bincount(lines):
    check_lines(lines, "a", DIGITS)


@pytest.mark.parametrize("a", [DIGITS, VECTOR, VECTOR.astype("f4"), np.append(VECTOR, np.nan), VECTOR[:0]])
@pytest.mark.parametrize("bins", ["", ", 5, (0.2, 0.8)", ", b", ", 4, None, True", ", bins=3, weights=a", ", b, density=True"])
def test_histogram(a, bins):
    text = f"np.histogram(a{bins})"
    check(expression(text), a, np.array([0, 0.2, 0.3, 0.9]), rtol=1e-6 if a.dtype == "f4" else 1e-13)


def test_histograms_of_bools():
    text = "np.histogram(a), np.histogram(a, 2, weights=b), np.histogram(a, 3, (0, 2), True), np.histogram_bin_edges(a, 4)"
    check(expression(text), np.arange(20) % 3 == 1, np.arange(20.0))


@pytest.mark.parametrize("lines", groups(["np.histogram(a, 0)", "np.histogram(a, -a)", "np.histogram(a, 5, (1, 0))"]))
def test_bins_that_are_no_bins(lines):
    check_lines(lines, "a", np.arange(5.0))


def test_edges():
    check(
        expression("np.histogram_bin_edges(a, 3), np.histogram_bin_edges(a, range=(0, 7)), np.histogram(b)[1]"), DIGITS, VECTOR
    )
    edges = np.linspace(0, 1, 11)
    check(
        expression("np.histogram(a, 10, (0, 1))", "a"), np.concatenate((edges, np.nextafter(edges, 2), np.nextafter(edges, -1)))
    )


@pytest.mark.parametrize("bins", ["", ", 5", ", (3, 4)", ", c", ", (3, c), density=True", ", 3, ((0, 1), (0.2, 0.5))"])
def test_histogram_of_points(bins):
    check(expression(f"np.histogram2d(a, b{bins})", "a, b, c"), VECTOR, OTHER, np.array([0, 0.5, 1]), rtol=1e-13)
    check(expression("np.histogram2d(a, b, 3, weights=c)", "a, b, c"), VECTOR, OTHER, VECTOR, rtol=1e-13)


@pytest.mark.parametrize(
    "bins",
    [
        "[[0, 0.5, 1], [0, 0.3, 0.4]]",
        "(0, 0.5, 1)",
        "[0, 1, 2]",
        "([0, 1, 2], 3)",
        "[c, 4]",
        "((0, 0.5), c)",
        "np.array([0, 1, 2])",
    ],
)
def test_bins_of_points(bins):
    check(expression(f"np.histogram2d(a, b, {bins})", "a, b, c"), VECTOR, OTHER, np.array([0, 0.5, 1]), rtol=1e-13)


@pytest.mark.parametrize("bins", ["np.array([3.0, 4.0])", "np.array([3.0])"])
def test_vectors_that_are_no_edges_of_points(bins):
    check(expression(f"np.histogram2d(a, b, {bins})", "a, b"), VECTOR, OTHER)


@pytest.mark.parametrize("bins", ["[3]", "(3,)"])
def test_numbers_of_bins_for_other_dimensions(bins):
    with pytest.raises(errors.NumbaValueError, match="The dimension of bins must be equal to the dimension of the sample x."):
        jitted(expression(f"np.histogram2d(a, a, {bins})", "a"))(VECTOR)


def test_numbers_of_bins_in_an_array():
    with pytest.raises(ValueError, match="two numbers of bins are a tuple here"):
        jitted(expression("np.histogram2d(a, a, b)", "a, b"))(VECTOR, np.array([3, 4]))


@pytest.mark.parametrize("mode", ["'full'", "'same'", "'valid'"])
@pytest.mark.parametrize(
    ("a", "v"),
    [
        (VECTOR, OTHER[:7]), (VECTOR[:7], OTHER), (DIGITS, DIGITS[:4]), (VECTOR[:4] * 1j + 2, OTHER[:6] + 1j),
        (VECTOR[:6] * 1j + 2, OTHER[:4] + 1j), (VECTOR[:5].astype("f4"), DIGITS[:5]), (VECTOR[:0], OTHER), (VECTOR, OTHER[:0]),
    ],
)  # fmt: skip
def test_convolution(a, v, mode):
    check(expression(f"np.convolve(a, b, {mode})"), a, v, rtol=1e-13)
    check(expression(f"np.correlate(a, b, mode={mode})"), a, v, rtol=1e-13)


@pytest.mark.parametrize("arguments", ["", ", -1, 7.5", ", period=0.3", ", left=3"])
@pytest.mark.parametrize(
    ("x", "xp", "fp"),
    [
        (VECTOR, np.sort(OTHER), VECTOR),
        (OTHER * 3 - 1, np.sort(VECTOR), OTHER + 2j),
        (np.linspace(-1, 2, 12).reshape(3, 4), VECTOR[:1], OTHER[:1]),
        (np.sort(VECTOR), np.sort(VECTOR), OTHER),
        (np.array([0.5, np.nan, np.inf]), np.arange(3), np.array([1, np.inf, 3])),
        (VECTOR, VECTOR[:0], VECTOR[:0]),
    ],
)
def test_interpolation(x, xp, fp, arguments):
    check(expression(f"np.interp(a, b, c{arguments})", "a, b, c"), x, xp, fp, rtol=1e-12, same_error_args=False)
    check(expression(f"np.interp(0.5, b, c{arguments})", "a, b, c"), x, xp, fp, rtol=1e-12, same_error_args=False)


def test_interpolation_at_complex_places():
    message = "Cannot cast array data from dtype('complex128') to dtype('float64')"
    assert message in compile_error(expression("np.interp(a, b, b)"), VECTOR * 1j, VECTOR)
    assert message in compile_error(expression("np.interp(1j, a, a)", "a"), VECTOR)


@pytest.mark.parametrize("a", [MATRIX, MATRIX.astype("f4"), MATRIX + 1j * MATRIX[::-1], VECTOR, DIGITS])
def test_covariance(a):
    check(expression("np.cov(a), np.cov(a, rowvar=False), np.cov(a, bias=True)", "a"), a, rtol=1e-12, atol=1e-14)
    check(expression("np.cov(a, ddof=0), np.corrcoef(a), np.corrcoef(a, rowvar=False)", "a"), a, rtol=1e-12, atol=1e-14)


def test_covariance_of_two():
    check(expression("np.cov(a, b), np.corrcoef(a, b)"), VECTOR, OTHER, rtol=1e-12)
    check(expression("np.cov(a, b), np.corrcoef(a, b, rowvar=False)"), MATRIX, MATRIX**2, rtol=1e-12, atol=1e-14)
    check(expression("np.cov(a, b)"), VECTOR, OTHER[:3])


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.cov(a, fweights=a)", "np.cov(a, aweights=a[:2])", "np.cov(a, aweights=-a)", "np.cov(a, fweights=np.ones((2, 2)))",
        "np.cov(a, fweights=np.arange(len(a)) - 3)",
    ]),
)  # fmt: skip
def test_weights_that_numpy_refuses(lines):
    check_lines(lines, "a", VECTOR)


@pytest.mark.parametrize("mode", ["'full'", "'same'", "'valid'"])
@pytest.mark.parametrize("dtype", ["f8", "i4", "c16"])
def test_sums_of_each_number_of_products(mode, dtype):
    function = jitted(expression(f"np.convolve(a, b, {mode}), np.correlate(a, b, {mode})"))
    values = (RNG.random(5000) * 100).astype(dtype)
    for count in (1, 2, 3, 4, 5, 6, 8, 9, 13, 2047, 2049, 4500):
        for others in (1, 3, 4, 5, 8, 11):
            a, b = values[:count], values[-others:]
            for found, expected in zip(function(a, b), function.py_func(a, b), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-12)
                assert found.dtype == expected.dtype


@pytest.mark.parametrize("text", ["np.histogram(a, 'most')", "np.convolve(a, a, 'most')"])
def test_refused(text):
    assert compile_error(expression(text, "a"), VECTOR)


POINTS = np.random.default_rng(4).normal(size=(60, 3))


@pytest.mark.parametrize(
    "text",
    [
        "np.histogramdd((p[:, 0], p[:, 1], p[:, 2]), 4)", "np.histogramdd((p[:, 0], p[:, 1]))", "np.histogramdd(p, (2, 3, 4))",
        "np.histogramdd(p, (2, e, 3), ((-1, 1), (-2, 2.5), (-0.5, 0.5)))", "np.histogramdd(p[:, :2], (e, e), weights=p[:, 2])",
        "np.histogramdd((p[:, 0],), 5, density=True)", "np.histogramdd(p, (2, 3, 4), density=True, weights=p[:, 0] ** 2)",
        "np.histogramdd((p[:, 0], p[:, 1]), 4, ((-3, 3), (-2, 2)), weights=p[:, 1])",
    ],
)  # fmt: skip
def test_points_of_many_dimensions(text):
    # The edges are in a list in NumPy, in a tuple in compiled code.
    arguments = POINTS, np.array([-2.0, -0.5, 0.0, 1.5, 4.0])
    check(expression(f"{text}[0], {text}[1][0], {text}[1][-1]", "p, e"), *arguments, rtol=1e-12)
    assert len(jitted(expression(f"{text}[1]", "p, e"))(*arguments)) == np.ndim(expression(f"{text}[0]", "p, e")(*arguments))


def test_the_number_of_dimensions_must_be_known():
    assert "tuple" in compile_error(expression("np.histogramdd(p)", "p"), POINTS)
    check(expression("np.histogramdd(p, (2, 3))[0]", "p"), POINTS)
