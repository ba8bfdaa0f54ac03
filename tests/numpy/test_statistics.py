"""Quantiles, averages, and reductions that pass over NaNs, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, jitted

RNG = np.random.default_rng(17)
SINGLE = RNG.random((4, 7, 3)).astype("f4")
COUNTS = RNG.integers(0, 90, (6, 6))
HOLES = RNG.random((5, 6))
HOLES[0], HOLES[2, 3], HOLES[1, 1] = np.nan, np.nan, np.nan
VECTOR = RNG.random(31)
ARRAYS = [VECTOR, SINGLE, HOLES, np.asfortranarray(RNG.integers(0, 90, (6, 8)))[:, ::2]]
METHODS = [
    "linear", "lower", "higher", "nearest", "midpoint", "hazen", "weibull", "median_unbiased", "normal_unbiased",
    "interpolated_inverted_cdf", "inverted_cdf", "averaged_inverted_cdf", "closest_observation",
]  # fmt: skip


def tolerance(a):
    return 1e-5 if a.dtype == np.float32 else 1e-13


@pytest.fixture(autouse=True)
def quiet(recwarn):
    """NumPy warns where there is nothing but NaN."""


@pytest.mark.parametrize("a", ARRAYS)
@pytest.mark.parametrize("name", ["median", "nanmedian"])
def test_medians(a, name):
    lines = [f"np.{name}(a{arguments})" for arguments in ("", ", 0", ", -1, keepdims=True", ", keepdims=True")]
    check_lines(lines, "a", a, rtol=tolerance(a))


@pytest.mark.parametrize("a", [np.array([3, 1, 2], "i1"), np.arange(4) * 1j, np.zeros(0), np.ones(1), np.arange(5) > 2])
def test_medians_of_few_elements(a):
    check(expression("np.median(a), np.nanmedian(a)", "a"), a)


@pytest.mark.parametrize("a", ARRAYS)
@pytest.mark.parametrize("name", ["percentile", "nanpercentile"])
def test_percentiles(a, name):
    q = np.array([[1, 30.0], [50, 99]])
    places = ("30", "b, 0", "(10, 90), keepdims=True", "30.5, -1", "b")
    check_lines([f"np.{name}(a, {place})" for place in places], "a, b", a, q, rtol=tolerance(a))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "i8", "u8"])
@pytest.mark.parametrize("places", ["i1", "i8", "f4", "f8"])
def test_dtypes_of_quantiles(dtype, places):
    a, q = np.arange(5).astype(dtype), np.array([0, 1], places)
    text = "np.quantile(a, b), np.percentile(a, b * 50), np.quantile(a, (0, 1)), np.quantile(a, b, method='hazen')"
    check(expression(text), a, q, rtol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_methods_of_quantiles(method):
    text = f"np.quantile(a, b, method='{method}'), np.nanquantile(a, 0.3, 0, method='{method}')"
    check(expression(text), COUNTS, np.linspace(0, 1, 201), rtol=1e-12)
    check(expression(text), SINGLE[0, :6, 1], np.linspace(0, 1, 13), rtol=1e-5)


@pytest.mark.parametrize("text", ["np.percentile(a, 101)", "np.quantile(a, -0.5)", "np.quantile(a, np.nan)", "np.median(a, 3)"])
def test_quantiles_that_are_not_there(text):
    check(expression(text, "a"), VECTOR, same_error_args="percentile" in text)


def test_medians_of_what_has_no_axes():
    check(expression("np.median(a), np.nanmedian(a)", "a"), np.array(5.0))
    for text in ("np.median(a, 0)", "np.nanmedian(a, axis=-1)"):
        assert "out of bounds for array of dimension 0" in compile_error(expression(text, "a"), np.array(5.0), error=ValueError)


def test_medians_of_complex_numbers():
    a = np.array([[1 + 2j, np.nan, 4], [3j, -1, 2], [complex(1, np.nan), 5, -2j]])
    check(expression("np.median(a), np.median(a, 0), np.nanmedian(a), np.nanmedian(a, axis=-1), np.median(a[1])", "a"), a)
    check(expression("np.nanmedian(a)", "a"), a[0, 1:2].astype(np.complex64))


def test_refused_methods():
    assert "nearest" in compile_error(expression("np.quantile(a, 0.5, method='best')", "a"), VECTOR)


REDUCTIONS = ["nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd"]


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_without_nans(name):
    lines = [f"np.{name}(a{arguments})" for arguments in ("", ", 0", ", axis=-1, keepdims=True")]
    for a in ARRAYS[:4]:
        check_lines(lines, "a", a, rtol=tolerance(a))
    if name not in ("nanmin", "nanmax"):
        check(expression(f"np.{name}(a), np.{name}(a, 0)", "a"), HOLES + 1j, rtol=1e-13)
        check(expression(f"np.{name}(a, dtype=np.float64)", "a"), SINGLE, rtol=1e-6)


@pytest.mark.parametrize("name", ["nanmin", "nanmax"])
@pytest.mark.parametrize("dtype", ["i4", "?", "f8", "M8[D]"])
def test_extremes_of_nothing(name, dtype):
    with pytest.raises(ValueError, match=f"zero-size array to reduction operation f{name[3:]} which has no identity"):
        jitted(expression(f"np.{name}(a)", "a"))(np.zeros(0, dtype))


def test_degrees_of_freedom():
    check(expression("np.nanvar(a, ddof=2), np.nanstd(a, 0, ddof=4)", "a"), HOLES, rtol=1e-13)
    check(expression("np.var(a, dtype=np.float64), np.std(a, 0, np.float64)", "a"), SINGLE, rtol=1e-13)


@pytest.mark.parametrize("a", [HOLES[1:], SINGLE, COUNTS, HOLES])
@pytest.mark.parametrize("name", ["nanargmin", "nanargmax"])
def test_positions_without_nans(a, name):
    check(expression(f"np.{name}(a)", "a"), a)
    check(expression(f"np.{name}(a, 0), np.{name}(a, axis=-1, keepdims=True)", "a"), a)


@pytest.mark.parametrize("a", [HOLES, SINGLE, COUNTS])
def test_running_without_nans(a):
    check(expression("np.nancumsum(a), np.nancumprod(a, 0), np.nancumsum(a, axis=-1)", "a"), a, rtol=tolerance(a))


@pytest.mark.parametrize("a", ARRAYS)
def test_averages(a):
    options = ("", ", 0", ", axis=-1, returned=True", ", weights=a", ", 0, a, True")
    check_lines([f"np.average(a{option})" for option in options], "a", a, rtol=tolerance(a))
    check(expression("np.average(a, -1, b)"), a, RNG.random(a.shape[-1]), rtol=tolerance(a))
    check(expression("np.average(a, 0, b, keepdims=True)"), a, np.arange(a.shape[0]), rtol=tolerance(a))


def test_weights_of_several_axes():
    a = np.arange(24.0).reshape(2, 3, 4)
    average = expression("np.average(a, axis=(0, 1), weights=b), np.average(a, weights=b, axis=(0, -2), keepdims=True)")
    check(average, a, np.arange(6.0).reshape(2, 3))
    check(average, a, np.arange(6.0).reshape(3, 2))
    check(expression("np.average(a, (2, 0), b)"), a, np.arange(8).reshape(4, 2))
    for axis in ("0", "(0, 1, 2)"):
        refusal = compile_error(expression(f"np.average(a, {axis}, b)"), a, np.ones((2, 3)), error=ValueError)
        assert "Shape of weights must be consistent with shape of a along specified axis." in refusal


@pytest.mark.parametrize("weights", [np.zeros((6, 6)), np.ones((5, 6))])
def test_weights_that_do_not_fit(weights):
    for text in ("np.average(a, weights=b)", "np.average(a, 0, b)"):
        check(expression(text), COUNTS, weights)


def test_ranges_and_counts():
    for a in ARRAYS:
        check(expression("np.ptp(a, 0, keepdims=True), np.ptp(a, keepdims=True)", "a"), a)
        check(expression("np.count_nonzero(a > 0.5, 0), np.count_nonzero(a, -1, keepdims=True)", "a"), a)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "u1", "c16"])
def test_places_in_many_elements(dtype):
    """Medians and quantiles of more elements than are sorted, equal ones among them, in any order."""
    line = (
        "np.median(a)" if dtype == "c16" else "np.median(a), np.percentile(a, 0.1), np.quantile(a, 0.75), np.percentile(a, 100)"
    )
    function = jitted(expression(line, "a"))
    for count in (256, 257, 3000, 3001, 50_000):
        values = RNG.normal(size=count) * 40 + 100
        for a in (values.astype(dtype), np.sort(values).astype(dtype), np.full(count, 7, dtype), (values // 30).astype(dtype)):
            np.testing.assert_allclose(function(a), function.py_func(a), rtol=1e-6 if dtype == "f4" else 1e-14)
