"""Zeros, minima and fits of functions of several variables in compiled code, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.scipy_lines import cases, check_errors, compare_cases
from tests.run import support

optimize = pytest.importorskip("scipy.optimize")


def crossing(x):
    return [x[0] * np.cos(x[1]) - 4, x[1] * x[0] - x[1] - 5]


def slopes_of_crossing(x):
    return [[np.cos(x[1]), -x[0] * np.sin(x[1])], [x[1], x[0] - 1]]


def columns_of_crossing(x):
    return [[np.cos(x[1]), x[1]], [-x[0] * np.sin(x[1]), x[0] - 1]]


def banana(x):
    return np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]])


def chain(x):
    y = (3 - 2 * x) * x + 1
    y[1:] -= x[:-1]
    y[:-1] -= 2 * x[1:]
    return y


ZEROS = {
    "lists": lambda: optimize.fsolve(crossing, [1, 1], full_output=True),
    "number": lambda: optimize.fsolve(lambda x: x * x - 2, 1, full_output=True),
    "value_that_is_a_number": lambda: optimize.fsolve(lambda x: x[0] ** 3 - 8, 1.0, full_output=True),
    "matrix": lambda: optimize.fsolve(lambda x: x * x - 2, np.ones((2, 2)), full_output=True),
    "args": lambda: optimize.fsolve(lambda x, a, b: a * x - b, 1, args=(3, 2.0), full_output=True),
    "one_argument": lambda: optimize.fsolve(lambda x, a: x - a, 1.0, args=3, full_output=1),
    "slopes": lambda: optimize.fsolve(crossing, (1.0, 1.0), fprime=slopes_of_crossing, full_output=True),
    "slopes_of_a_number": lambda: optimize.fsolve(lambda x: x * x - 2, 1, fprime=lambda x: 2 * x, full_output=True),
    "columns": lambda: optimize.fsolve(crossing, [1, 1], fprime=columns_of_crossing, col_deriv=True, full_output=True),
    "scales": lambda: optimize.fsolve(crossing, [1, 1], factor=10, diag=[1, 2], epsfcn=1e-5, full_output=True),
    "tolerance": lambda: optimize.fsolve(crossing, [1, 1], xtol=1e-3, full_output=True),
    "several_matrices": lambda: optimize.fsolve(banana, [-1.2, 1], full_output=True),
    "chain": lambda: optimize.fsolve(chain, -np.ones(9), full_output=True),
    "strided": lambda: optimize.fsolve(chain, -np.ones(12)[::2], full_output=True),
    "no_zero": lambda: optimize.fsolve(lambda x: x * x + 1, 1, full_output=True),
    "too_many_calls": lambda: optimize.fsolve(crossing, [1, 1], maxfev=3, full_output=True),
    "nan": lambda: optimize.fsolve(lambda x: x * np.nan, 1, full_output=True),
}


def compare_zeros(found, expected):
    assert found[0].dtype == expected[0].dtype
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(found[1]["fvec"], np.atleast_1d(expected[1]["fvec"]), atol=1e-9)
    assert found[2:] == expected[2:]
    # SciPy calls the function twice more, to see what it gives.
    assert found[1]["nfev"] == expected[1]["nfev"] - 2
    assert found[1].get("njev") == expected[1].get("njev")


@pytest.mark.parametrize("names", cases(ZEROS))
def test_zeros(names):
    compare_cases(ZEROS, names, compare_zeros)


def test_zeros_alone():
    def zeros(a, b, c):
        return optimize.fsolve(crossing, a), optimize.fsolve(crossing, b), optimize.fsolve(crossing, c)

    starts = ([1, 1], np.array([1.0, 1.0]), (1.0, 2.0))
    np.testing.assert_allclose(njit(zeros)(*starts), zeros(*starts), rtol=1e-9)


def test_root():
    found, expected = njit(lambda: optimize.root(crossing, [1, 1], tol=1e-10))(), optimize.root(crossing, [1, 1], tol=1e-10)
    np.testing.assert_allclose(found.x, expected.x, rtol=1e-9)
    assert (found.success, found.status, found.message) == (expected.success, expected.status, expected.message)
    found = njit(lambda: optimize.root(lambda x, a: x * x + a, 1.0, args=(1.0,), jac=lambda x, a: 2 * x))()
    assert (found.success, found.status) == (False, 5)


def test_the_function_keeps_its_places():
    """A function may change the place that it is called with, as long as it gives a new array."""
    seen = njit(lambda x: optimize.fsolve(lambda y: y - 3, x))
    x = np.zeros(2)
    np.testing.assert_allclose(seen(x), [3, 3])
    np.testing.assert_array_equal(x, [0, 0])


# ---------------------------------------------------------------------------------------------------------------- fits

T = np.linspace(0, 4, 30)
Y = 2.5 * np.exp(-1.3 * T) + 0.5 + 0.01 * np.cos(np.arange(30) ** 2)
BARD = np.array([0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39])


def decay(x, a, b, c):
    return a * np.exp(-b * x) + c


def slopes_of_decay(x, a, b, c):
    return np.column_stack((np.exp(-b * x), -a * x * np.exp(-b * x), np.ones(x.size)))


def bard(x):
    u = np.arange(1.0, 16)
    return BARD - (x[0] + u / ((16 - u) * x[1] + np.minimum(u, 16 - u) * x[2]))


SQUARES = {
    "lists": lambda: optimize.leastsq(crossing, [1, 1], full_output=True),
    "slopes": lambda: optimize.leastsq(crossing, [1, 1], Dfun=slopes_of_crossing, full_output=True),
    "columns": lambda: optimize.leastsq(crossing, [1, 1], Dfun=columns_of_crossing, col_deriv=True, full_output=True),
    "banana": lambda: optimize.leastsq(banana, [-1.2, 1], full_output=True),
    "bard": lambda: optimize.leastsq(bard, [1.0, 1, 1], full_output=True),
    "scales": lambda: optimize.leastsq(bard, [1.0, 1, 1], diag=(1, 2, 3), factor=0.5, full_output=True),
    "tolerances": lambda: optimize.leastsq(bard, [1.0, 1, 1], ftol=1e-4, xtol=1e-4, gtol=1e-4, full_output=True),
    "number": lambda: optimize.leastsq(lambda x, y: x - y, 0.3, args=(np.arange(3.0),), full_output=True),
    "too_many_calls": lambda: optimize.leastsq(bard, [1.0, 1, 1], maxfev=5, full_output=True),
    "at_the_minimum": lambda: optimize.leastsq(banana, [1.0, 1.0], full_output=True),
}


def compare_squares(found, expected):
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6, atol=1e-12)
    assert (found[1] is None) == (expected[1] is None)
    if expected[1] is not None:
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-6)
    np.testing.assert_allclose(found[2]["fvec"], np.atleast_1d(expected[2]["fvec"]), rtol=1e-6, atol=1e-8)
    assert found[2]["nfev"] == expected[2]["nfev"]
    assert found[3:] == expected[3:]


@pytest.mark.parametrize("names", cases(SQUARES))
def test_squares(names):
    compare_cases(SQUARES, names, compare_squares)


def test_squares_alone():
    x, why = njit(lambda: optimize.leastsq(bard, [1.0, 1, 1]))()
    expected = optimize.leastsq(bard, [1.0, 1, 1])
    np.testing.assert_allclose(x, expected[0], rtol=1e-6)
    assert why == expected[1]


def test_variables_that_do_not_matter_apart():
    x, covariance, _, _, why = njit(
        lambda: optimize.leastsq(lambda x: [x[0] + x[1] - 1, x[0] + x[1] - 3], [1, 1], full_output=1)
    )()
    assert x.sum() == pytest.approx(2.0)
    assert covariance is None
    assert 1 <= why <= 4


FITS = {
    "plain": lambda: optimize.curve_fit(decay, T, Y),
    "start": lambda: optimize.curve_fit(decay, T, Y, p0=(3, 1, 1)),
    "closure": lambda: optimize.curve_fit(lambda x, a, b: a * x + b, T, Y, p0=[1, 1.5]),
    "sigma": lambda: optimize.curve_fit(decay, T, Y, p0=[3, 1, 1], sigma=T + 1),
    "one_sigma": lambda: optimize.curve_fit(decay, T, Y, p0=np.ones(3), sigma=0.5, absolute_sigma=True),
    "absolute_sigma": lambda: optimize.curve_fit(decay, T, Y, sigma=T + 1, absolute_sigma=True),
    "slopes": lambda: optimize.curve_fit(decay, T, Y, sigma=T + 1, jac=slopes_of_decay, method="lm"),
    "tolerances": lambda: optimize.curve_fit(decay, T, Y, ftol=1e-10, xtol=1e-10, gtol=1e-10, factor=10),
    "strided": lambda: optimize.curve_fit(decay, T[::2], Y[::-2][::-1]),
    "lists": lambda: optimize.curve_fit(lambda x, a: a * x, [1, 2, 3], [2, 4, 7], p0=1),
    "planes": lambda: optimize.curve_fit(
        lambda x, a, b: a * x[0] + b * x[1], np.array([[1, 2, 3], [4, 1, 1]]), (1, 2, 3), (0, 0)
    ),
    "no_freedom": lambda: optimize.curve_fit(decay, T[:3], Y[:3]),
    "full": lambda: optimize.curve_fit(decay, T, Y, full_output=True)[:2],
}


def compare_fits(found, expected):
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-5)


@pytest.mark.parametrize("names", cases(FITS))
def test_fits(names):
    compare_cases(FITS, names, compare_fits)


def test_all_about_a_fit():
    case = lambda: optimize.curve_fit(decay, T, Y, full_output=True)  # noqa: E731
    found, expected = njit(case)(), case()
    np.testing.assert_allclose(found[2]["fvec"], expected[2]["fvec"], atol=1e-9)
    assert (found[2]["nfev"], *found[3:]) == (expected[2]["nfev"], *expected[3:])


# -------------------------------------------------------------------------------------------------------------- minima


def hills(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def slopes_of_hills(x):
    g = np.zeros(x.size)
    g[:-1] = -400 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2 * (1 - x[:-1])
    g[1:] += 200 * (x[1:] - x[:-1] ** 2)
    return g


def bowl(x):
    return ((x - 1) ** 2).sum()


def bowl_and_slopes(x):
    return bowl(x), 2 * (x - 1)


BY_SLOPES = {
    "plain": lambda: optimize.minimize(bowl, [3, 0.5, 2]),
    "number": lambda: optimize.minimize(lambda x: (x - 1) ** 2, 3),
    "slopes": lambda: optimize.minimize(hills, [1.3, 0.7, 0.8], jac=slopes_of_hills),
    "both": lambda: optimize.minimize(bowl_and_slopes, [3, 1], jac=True),
    "strided": lambda: optimize.minimize(hills, np.array([0.5, 9, 0.5, 9])[::2], jac=slopes_of_hills, tol=1e-8),
    "options": lambda: optimize.minimize(hills, (1.3, 0.7), method="bfgs", jac=slopes_of_hills, options={"gtol": 1e-8}),
    "args": lambda: optimize.minimize(lambda x, a, b: np.cosh(x[0] - a) + (x[1] - b) ** 2, [0.0, 0], args=(0.5, 3)),
    "rounds": lambda: optimize.minimize(bowl, [3, 1], options={"maxiter": 1}),
    "at_the_minimum": lambda: optimize.minimize(bowl, [1, 1]),
    "nan": lambda: optimize.minimize(lambda x: bowl(x) * np.nan, [3, 1]),
    "named_differences": lambda: optimize.minimize(bowl, [3.0], jac="2-point"),
}
BY_SIMPLEX = {
    "plain": lambda: optimize.minimize(hills, [1.3, 0.7, 0.8], method="Nelder-Mead"),
    "tolerance": lambda: optimize.minimize(bowl, [3, 0], method="nelder-mead", tol=1e-10),
    "options": lambda: optimize.minimize(bowl, [3, 0], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-8}),
    "rounds": lambda: optimize.minimize(bowl, [3, 1], method="Nelder-Mead", options={"maxiter": 3}),
    "calls": lambda: optimize.minimize(bowl, [3, 1], method="Nelder-Mead", options={"maxfev": 20}),
    "calls_in_a_round": lambda: optimize.minimize(bowl, [3, 1], method="Nelder-Mead", options={"maxfev": 21}),
    "calls_as_it_shrinks": lambda: optimize.minimize(
        lambda x: abs(x[0] * 3 + x[1]) + abs(x[0] - x[1]), [3, 2.0], method="Nelder-Mead", options={"maxfev": 92, "xatol": 0}
    ),
    "kinks": lambda: optimize.minimize(lambda x: abs(x[0] - 1) + abs(x[1]), [3, 2.0], method="Nelder-Mead"),
    "number": lambda: optimize.minimize(lambda x, a: (x[0] - a) ** 4, 1.0, args=3, method="Nelder-Mead"),
}


def compare_minima_by_slopes(found, expected):
    np.testing.assert_allclose(found.x, expected.x, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(found.jac, expected.jac, atol=1e-4)
    assert found.fun == pytest.approx(expected.fun, abs=1e-9, nan_ok=True)
    assert (found.success, found.status, found.message) == (expected.success, expected.status, expected.message)
    assert found.hess_inv.shape == expected.hess_inv.shape


@pytest.mark.parametrize("names", cases(BY_SLOPES))
def test_minima_by_slopes(names):
    compare_cases(BY_SLOPES, names, compare_minima_by_slopes)


def compare_minima_by_a_simplex(found, expected):
    np.testing.assert_allclose(found.x, expected.x, rtol=1e-9, atol=1e-12)
    assert found.fun == pytest.approx(expected.fun, rel=1e-6, abs=1e-15)
    for name in ("nit", "nfev", "success", "status", "message"):
        assert getattr(found, name) == expected[name], name
    np.testing.assert_allclose(found.final_simplex[0], expected.final_simplex[0], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("names", cases(BY_SIMPLEX))
def test_minima_by_a_simplex(names):
    compare_cases(BY_SIMPLEX, names, compare_minima_by_a_simplex)


def test_a_valley_without_slopes():
    """SciPy stops here, saying that precision was lost, at a place that is not better."""
    case = lambda: optimize.minimize(hills, [1.3, 0.7, 0.8])  # noqa: E731
    found, expected = njit(case)(), case()
    np.testing.assert_allclose(found.x, np.ones(3), atol=1e-4)
    assert found.fun <= max(2 * expected.fun, 1e-10)


def test_no_minimum():
    found = njit(lambda: optimize.minimize(lambda x: -x[0], [1.0]))()
    assert (found.success, found.status) == (False, 2)


def test_a_function_that_is_passed():
    least = njit(lambda f, x0: optimize.minimize(f, x0).x)
    np.testing.assert_allclose(least(bowl, np.zeros(3)), np.ones(3), atol=1e-5)
    np.testing.assert_allclose(least(lambda x: (x[0] + 2) ** 2, [0.0]), [-2.0], atol=1e-5)


# -------------------------------------------------------------------------------------------------------------- errors

ERRORS = {
    "xtol": lambda: optimize.fsolve(crossing, [1, 1], xtol=-1.0),
    "few_values": lambda: optimize.leastsq(lambda x: [x[0] - 1], [1.0, 2]),
    "few_data": lambda: optimize.curve_fit(decay, T[:2], Y[:2]),
    "no_data": lambda: optimize.curve_fit(decay, T[:0], Y[:0]),
    "nan_in_data": lambda: optimize.curve_fit(decay, T, Y * np.nan),
    "sigma": lambda: optimize.curve_fit(decay, T, Y, sigma=T[1:]),
    "calls_of_a_fit": lambda: optimize.curve_fit(decay, T, Y, maxfev=3),
    "several_values": lambda: optimize.minimize(lambda x: [x[0], 2.0], [1.0]),
}


@pytest.mark.parametrize("names", cases(ERRORS))
def test_errors(names):
    check_errors(ERRORS, names)


def test_shapes_that_do_not_fit():
    with pytest.raises(TypeError, match=r"Shape should be \(2,\) but it is \(1,\)"):
        njit(lambda: optimize.fsolve(lambda x: [x[0]], [1, 2]))()
    with pytest.raises(TypeError, match=r"Shape should be \(2, 2\) but it is \(1, 2\)"):
        njit(lambda: optimize.fsolve(crossing, [1, 2], fprime=lambda x: [[x[0], x[1]]]))()


REFUSED = {
    "fsolve: the argument 'band'": lambda: optimize.fsolve(crossing, [1, 1], band=(1, 1)),
    "root: the method 'lm'": lambda: optimize.root(crossing, [1, 1], method="lm"),
    "curve_fit: the argument 'bounds'": lambda: optimize.curve_fit(decay, T, Y, bounds=(0, 5)),
    "curve_fit: the method 'trf'": lambda: optimize.curve_fit(decay, T, Y, method="trf"),
    "curve_fit: the argument 'diag'": lambda: optimize.curve_fit(decay, T, Y, diag=(1, 2)),
    "curve_fit: 'p0' is needed": lambda: optimize.curve_fit(lambda x, a: a * x, T, Y),
    "minimize: the method 'powell'": lambda: optimize.minimize(bowl, [1, 2], method="Powell"),
    "minimize: the argument 'bounds'": lambda: optimize.minimize(bowl, [1, 2], bounds=[(0, 1), (0, 1)]),
    "minimize: the argument 'hess'": lambda: optimize.minimize(bowl, [1, 2], hess=bowl),
    "minimize: the argument 'constraints'": lambda: optimize.minimize(bowl, [1, 2], constraints=[1]),
    "'x0' must only have one dimension": lambda: optimize.minimize(bowl, [[1, 2], [3, 4]]),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text):
    assert text in support.compile_error(REFUSED[text], error=errors.NumbaError)


def test_options_that_are_not_there():
    with pytest.raises(ValueError, match="minimize: the option 'disp' is not supported"):
        njit(lambda: optimize.minimize(bowl, [1, 2], options={"disp": True}))()
