"""Integrals, zeros and minima of functions of one variable in compiled code, against SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from coluber import errors, njit

integrate = pytest.importorskip("scipy.integrate")
optimize = pytest.importorskip("scipy.optimize")


def cubic(x):
    return x**3 - 2


def slope(x):
    return 3 * x * x


def bend(x):
    return 6 * x


def scaled(x, a, b):
    return a * x * x - b


ZEROS = {
    "brentq": lambda: optimize.brentq(cubic, 0, 2),
    "brentq_args": lambda: optimize.brentq(scaled, 0, 2, args=(2.0, 1.0)),
    "brentq_full": lambda: optimize.brentq(cubic, 0, 2, full_output=True)[1].root,
    "brentq_at_an_end": lambda: optimize.brentq(lambda x: x, 0, 2),
    "brentq_flat": lambda: optimize.brentq(lambda x: (x - 0.3) ** 5, -1, 2),
    "brentq_steep": lambda: optimize.brentq(lambda x: math.atan(1e6 * (x - 0.7)), -3, 2),
    "brenth": lambda: optimize.brenth(cubic, 2, 0),
    "bisect": lambda: optimize.bisect(cubic, 0, 2),
    "ridder": lambda: optimize.ridder(cubic, 0, 2),
    "newton": lambda: optimize.newton(cubic, 1.5),
    "newton_second": lambda: optimize.newton(cubic, 1.5, x1=2.0),
    "newton_tangents": lambda: optimize.newton(cubic, 1.5, fprime=slope),
    "newton_halley": lambda: optimize.newton(cubic, 1.5, fprime=slope, fprime2=bend),
    "newton_args": lambda: optimize.newton(lambda x, a: x * x - a, 1.0, args=(2.0,)),
    "interval": lambda: optimize.root_scalar(cubic, bracket=[0, 2]).root,
    "interval_bisect": lambda: optimize.root_scalar(cubic, bracket=(0, 2), method="bisect", xtol=1e-6).root,
    "secant": lambda: optimize.root_scalar(cubic, x0=1.5, x1=1.6).root,
    "tangents": lambda: optimize.root_scalar(cubic, x0=1.5, fprime=slope).root,
    "halley": lambda: optimize.root_scalar(cubic, x0=1.5, fprime=slope, fprime2=bend, method="halley").root,
}
MINIMA = {
    "brent": lambda: optimize.minimize_scalar(lambda x: (x - 2) ** 2 + 1).x,
    "brent_interval": lambda: optimize.minimize_scalar(math.cos, bracket=(1, 2)).x,
    "brent_value": lambda: optimize.minimize_scalar(lambda x, a: math.exp(x) - a * x, args=(3.0,)).fun,
    "bounded": lambda: optimize.minimize_scalar(lambda x: (x - 2) ** 2, bounds=(0, 5), method="bounded").x,
    "bounded_at_an_end": lambda: optimize.minimize_scalar(lambda x: x, bounds=(1, 5)).x,
    "fminbound": lambda: optimize.fminbound(math.sin, 3, 6),
}
INTEGRALS = {
    "polynomial": lambda: integrate.quad(lambda x: x**20, 0, 2),
    "root": lambda: integrate.quad(lambda x: 1 / math.sqrt(x), 0, 1),
    "power": lambda: integrate.quad(lambda x: x**-0.7, 0, 1),
    "logarithm": lambda: integrate.quad(math.log, 0, 1),
    "half_circle": lambda: integrate.quad(lambda x: math.sqrt(1 - x * x), -1, 1),
    "bell": lambda: integrate.quad(lambda x: math.exp(-x * x), -np.inf, np.inf),
    "tail": lambda: integrate.quad(lambda x: math.exp(-x), 0, np.inf),
    "other_tail": lambda: integrate.quad(lambda x: 1 / (1 + x * x), -np.inf, 0),
    "back": lambda: integrate.quad(math.sin, 2, 0),
    "nothing": lambda: integrate.quad(math.sin, 2, 2),
    "wave": lambda: integrate.quad(lambda x, a: math.sin(a * x), 0, 10, args=(3.0,)),
    "one_argument": lambda: integrate.quad(lambda x, a: math.sin(a * x), 0, 10, args=3.0),
    "kink": lambda: integrate.quad(lambda x: abs(x - 0.3), 0, 1, points=[0.3]),
    "many_parts": lambda: integrate.quad(lambda x: math.cos(50 * x) / (1 + x), 0, 6, limit=200),
    "peak": lambda: integrate.quad(lambda x: 1 / (1e-4 + (x - 0.4) ** 2), 0, 1),
}
ERRORS = {
    "signs": lambda: optimize.brentq(cubic, 2, 3),
    "xtol": lambda: optimize.brentq(cubic, 0, 2, xtol=-1),
    "steps": lambda: optimize.brentq(cubic, 0, 2, maxiter=2),
    "nan": lambda: optimize.brentq(lambda x: np.nan, 0.0, 2.0),
    "no_zero": lambda: optimize.newton(lambda x: x * x + 1, 1.5, maxiter=3),
    "flat": lambda: optimize.newton(lambda x: x * x + 1, 0.0, fprime=lambda x: 2 * x),
    "bounds": lambda: optimize.minimize_scalar(cubic, bounds=(5, 1), method="bounded").x,
    "points": lambda: integrate.quad(math.exp, -np.inf, 0, points=[-1.0]),
}


@pytest.mark.parametrize("case", ZEROS)
def test_zeros(case):
    assert njit(ZEROS[case])() == pytest.approx(ZEROS[case](), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("case", MINIMA)
def test_minima(case):
    assert njit(MINIMA[case])() == pytest.approx(MINIMA[case](), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("case", INTEGRALS)
def test_integrals(case):
    (found, error), (expected, bound) = njit(INTEGRALS[case])(), INTEGRALS[case]()
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-10)
    assert abs(found - expected) <= error + bound
    assert error <= 1.5e-8 * max(1, abs(found))


@pytest.mark.parametrize("case", ERRORS)
def test_errors(case):
    with pytest.raises((ValueError, RuntimeError)) as expected:
        ERRORS[case]()
    with pytest.raises(expected.type) as found:
        njit(ERRORS[case])()
    assert str(found.value) == str(expected.value)


def test_what_is_not_there_says_so():
    with pytest.raises(errors.UnsupportedError, match="quad: weights are not supported"):
        njit(lambda: integrate.quad(math.exp, 0, 1, weight="cos"))()
    with pytest.raises(errors.UnsupportedError, match="the method 'toms748' is not supported"):
        njit(lambda: optimize.root_scalar(cubic, bracket=(0, 2), method="toms748"))()


def test_a_function_that_is_passed():
    mean = njit(lambda density, high: integrate.quad(density, 0, high)[0])
    assert mean(lambda x: x * x, 3.0) == pytest.approx(9.0)
    assert mean(cubic, 2.0) == pytest.approx(0.0, abs=1e-12)
