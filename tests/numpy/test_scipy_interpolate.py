"""Interpolation of ``scipy.interpolate`` in compiled code, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy import scipy_lines
from tests.run.support import compile_error

interpolate = pytest.importorskip("scipy.interpolate")

X = np.array([0.0, 1.0, 2.5, 3.0, 5.0, 5.5])
Y = np.array([1.0, 3.0, 2.0, -1.0, 4.0, 4.0])
INSIDE = np.array([[0.2, 1.0, 2.2, 0.5], [2.9, 5.5, 0.0, 2.75]])
AROUND = np.array([-1.0, 0.0, 0.3, 1.75, 5.25, 5.5, 7.0, np.nan])


def function(text):
    """A function of samples and places: what the text says."""
    return scipy_lines.function(text, "x, y, z", interpolate)


def check(text, *arguments, **options):
    """Compare what a line gives in compiled code and in Python."""
    return scipy_lines.check(function(text), *arguments, rtol=1e-11, atol=1e-12, **options)


BETWEEN = (
    "interpolate.interp1d(x, y)(z)",
    "interpolate.interp1d(x, y, 'nearest')(z)",
    "interpolate.interp1d(x, y, kind='previous')(z)",
    "interpolate.interp1d(x, y, kind='next')(z)",
    "interpolate.interp1d(x[::-1], y)(z)",
    "interpolate.interp1d(x[::2], y[::2], fill_value='extrapolate')(z)",
    "interpolate.CubicSpline(x, y)(z)",
    "interpolate.CubicSpline(x, y)(z, 1)",
    "interpolate.CubicSpline(x, y)(z, nu=2)",
    "interpolate.CubicSpline(x, y)(z, 3)",
    "interpolate.CubicSpline(x, y)(z, 4)",
    "interpolate.CubicSpline(x, y, bc_type='natural')(z)",
    "interpolate.CubicSpline(x, y, 0, 'clamped')(z)",
    "interpolate.CubicSpline(x, y, bc_type=('natural', 'clamped'))(z)",
    "interpolate.CubicSpline(x, y, bc_type=('not-a-knot', 'natural'))(z)",
    "interpolate.CubicSpline(x, y).c",
    "interpolate.CubicSpline(x, y).x",
    "interpolate.CubicSpline(x[:2], y[:2])(z)",
    "interpolate.CubicSpline(x[:3], y[:3])(z)",
    "interpolate.CubicSpline(x[:4], y[:4])(z)",
    "interpolate.CubicSpline(x[:2], y[:2], bc_type='natural')(z)",
    "interpolate.CubicSpline(x[:3], y[:3], bc_type='clamped')(z)",
    "interpolate.CubicSpline(x[:3], y[:3], bc_type=('clamped', 'not-a-knot'))(z)",
)


@pytest.mark.parametrize("line", BETWEEN)
def test_between_samples(line):
    check(line, X, Y, INSIDE)


@pytest.mark.parametrize("line", ["interpolate.interp1d(x, y)(z)", "interpolate.CubicSpline(x, y)(z, 1)"])
def test_layouts_and_dtypes(line):
    for places in (INSIDE[:, ::2], INSIDE[0, :0], INSIDE.T, (INSIDE * 2 // 3).astype(np.int8)):
        check(line, X, Y, places)
    check(line, X.astype(np.float32), (Y * 3).astype(np.int64), INSIDE)
    check(line, np.kron(X, [1, 0])[::2], Y, INSIDE)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64"])
def test_dtypes_of_samples(dtype):
    for kind in ("linear", "nearest", "previous", "next"):
        check(f"interpolate.interp1d(x, y, '{kind}')(z)", X, Y.astype(dtype), INSIDE)


def test_objects_that_are_given_back():
    line, curve = njit(lambda x, y: (interpolate.interp1d(x, y), interpolate.CubicSpline(x, y)))(X, Y)
    np.testing.assert_allclose(line(INSIDE), interpolate.interp1d(X, Y)(INSIDE))
    np.testing.assert_allclose(njit(lambda f, z: f(z, 1))(curve, INSIDE), interpolate.CubicSpline(X, Y)(INSIDE, 1), atol=1e-12)


BEYOND = (
    "interpolate.interp1d(x, y, fill_value='extrapolate')(z)",
    "interpolate.interp1d(x, y, bounds_error=False)(z)",
    "interpolate.interp1d(x, y, bounds_error=False, fill_value=7)(z)",
    "interpolate.interp1d(x, y, 'nearest', fill_value='extrapolate')(z)",
    "interpolate.interp1d(x, y, 'previous', fill_value='extrapolate')(z)",
    "interpolate.interp1d(x, y, 'next', fill_value='extrapolate')(z)",
    "interpolate.interp1d(x, y, 'next', bounds_error=False, fill_value=-1.5)(z)",
    "interpolate.CubicSpline(x, y)(z)",
    "interpolate.CubicSpline(x, y, extrapolate=False)(z)",
    "interpolate.CubicSpline(x, y, extrapolate=True)(z, 2)",
)


@pytest.mark.parametrize("line", BEYOND)
def test_beyond_the_ends(line):
    check(line, X, Y, AROUND)


def test_numbers_and_lists():
    for line in ("float(interpolate.interp1d(x, y)(z))", "float(interpolate.CubicSpline(x, y)(z))"):
        check(line, [0, 1, 2, 4], [1, 3.5, 2, 2], 1.25)
    check("interpolate.interp1d((0, 1, 2), (1, 3, 2))([0.5, 1])", 0, 0, 0)
    check("interpolate.CubicSpline(x, y)([0.5, 1])", X, Y, 0)


def test_an_interpolation_is_used_many_times():
    @njit
    def area(x, y, n):
        curve, total = interpolate.CubicSpline(x, y), 0.0
        for k in range(n):
            total += float(curve((k + 0.5) * x[-1] / n))
        return total * x[-1] / n

    assert area(X, Y, 2000) == pytest.approx(float(interpolate.CubicSpline(X, Y).integrate(0, 5.5)), rel=1e-5)


ERRORS = (
    "interpolate.interp1d(x, y)(z)",
    "interpolate.interp1d(x, y, bounds_error=True)(np.array([9.0]))",
    "interpolate.interp1d(x, y, fill_value=3)(np.array([9.0]))",
    "interpolate.interp1d(x[1:], y)(z)",
    "interpolate.interp1d(x, y, bounds_error=True, fill_value='extrapolate')(z)",
    "interpolate.CubicSpline(x[1:], y)(z)",
    "interpolate.CubicSpline(x[:1], y[:1])(z)",
    "interpolate.CubicSpline(x[::-1], y)(z)",
    "interpolate.CubicSpline(x, y * np.nan)(z)",
    "interpolate.CubicSpline(x * np.inf, y)(z)",
    "interpolate.CubicSpline(x, y)(z, -1)",
)


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line):
    check(line, X, Y, AROUND)


def test_no_samples():
    check("interpolate.interp1d(x[:0], y[:0])(z)", X, Y, AROUND, same_error_args=False)
    check("interpolate.interp1d(x[:1], y[:1], 'nearest')(z)", X, Y, np.zeros(2))


REFUSED = {
    "interpolate.interp1d(x, y, kind='cubic')": "interp1d: the kind 'cubic' is not supported in compiled code",
    "interpolate.interp1d(x, y, fill_value=(1, 2))": "interp1d: the argument 'fill_value' must be a number or 'extrapolate'",
    "interpolate.interp1d(x, np.ones((6, 2)))": "interp1d: 'x' and 'y' must be vectors",
    "interpolate.interp1d(x, y * 1j)": "interp1d: complex numbers are not supported",
    "interpolate.CubicSpline(x, np.ones((6, 2)))": "CubicSpline: 'x' and 'y' must be vectors",
    "interpolate.CubicSpline(x, y, bc_type='periodic')": "CubicSpline: 'bc_type' must be one of not-a-knot, natural, clamped",
    "interpolate.CubicSpline(x, y, bc_type=((1, 0.0), (1, 0.0)))": "CubicSpline: 'bc_type' must be one of",
    "interpolate.CubicSpline(x, y, extrapolate='periodic')": "CubicSpline: the argument 'extrapolate' is not supported",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line):
    assert REFUSED[line] in compile_error(function(line), X, Y, AROUND)
