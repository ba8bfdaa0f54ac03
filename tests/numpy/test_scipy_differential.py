"""Differential equations of ``scipy.integrate`` in compiled code, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.scipy_lines import cases, check_errors, compare_cases
from tests.run import support

integrate = pytest.importorskip("scipy.integrate")


def decay(t, y):
    return -0.5 * y


def hunters(t, z, a, b, c, d):
    return [a * z[0] - b * z[0] * z[1], -c * z[1] + d * z[0] * z[1]]


def swing(t, y):
    return np.array([y[1], np.cos(t) - y[0]])


def pendulum(y, t, b, c):
    return [y[1], -b * y[1] - c * np.sin(y[0])]


TIMES = np.linspace(0, 10, 23)
SOLUTIONS = {
    "all_steps": lambda: integrate.solve_ivp(decay, [0, 10], [2, 4, 8]),
    "times": lambda: integrate.solve_ivp(decay, (0, 10), (2.0, 4.0), t_eval=TIMES),
    "whole_times": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], t_eval=[0, 1, 2, 4, 10]),
    "some_times": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], "RK45", TIMES[3:9:2]),
    "back": lambda: integrate.solve_ivp(decay, [10, 0], [2.0], t_eval=[3, 2, 1.5]),
    "back_all_steps": lambda: integrate.solve_ivp(swing, [10, 0.5], [2.0, 3]),
    "no_time": lambda: integrate.solve_ivp(decay, [1, 1], [2.0]),
    "third_order": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], method="RK23"),
    "third_order_times": lambda: integrate.solve_ivp(swing, [0, 10], [2.0, 1], method="RK23", t_eval=TIMES),
    "complex": lambda: integrate.solve_ivp(lambda t, y: 1j * y, [0, 3], [2.0 + 1j, 1]),
    "tolerances": lambda: integrate.solve_ivp(swing, [0, 10], [2.0, 3], rtol=1e-8, atol=1e-10, t_eval=TIMES),
    "vector_of_tolerances": lambda: integrate.solve_ivp(swing, [0, 10], [2.0, 3], atol=[1e-3, 1e-4]),
    "tolerance_too_small": lambda: integrate.solve_ivp(decay, [0, 1], [2.0], rtol=1e-20),
    "longest_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], max_step=0.5),
    "first_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], first_step=0.5),
    "args": lambda: integrate.solve_ivp(hunters, [0, 15], [10, 5], args=(1.5, 1, 3, 1), t_eval=np.linspace(0, 15, 40)),
    "array": lambda: integrate.solve_ivp(swing, np.array([0, 10]), np.array([2.0, 9, 3])[::2]),
    "number": lambda: integrate.solve_ivp(lambda t, y: t + y[0], [0, 1], [1.0]),
    "constant": lambda: integrate.solve_ivp(lambda t, y: 0 * y, [0, 1], [1.0]),
}


def compare_solutions(found, expected):
    assert (found.t.dtype, found.y.dtype) == (expected.t.dtype, expected.y.dtype)
    np.testing.assert_allclose(found.t, expected.t, rtol=1e-8)
    np.testing.assert_allclose(found.y, expected.y, rtol=1e-7, atol=1e-9)
    for name in ("nfev", "njev", "nlu", "status", "success", "message"):
        assert getattr(found, name) == expected[name], name


@pytest.mark.parametrize("names", cases(SOLUTIONS))
def test_solutions(names):
    compare_cases(SOLUTIONS, names, compare_solutions)


def test_steps_that_become_too_small():
    case = lambda: integrate.solve_ivp(lambda t, y: y * y, [0, 2], [1.0])  # noqa: E731
    found, expected = njit(case)(), case()
    assert (found.status, found.success, found.message) == (expected.status, expected.success, expected.message)
    assert found.t[-1] == pytest.approx(1.0, rel=1e-3)
    case = lambda: integrate.solve_ivp(lambda t, y: y * y, [0, 2], [1.0], t_eval=[0, 0.5, 0.9, 1.5])  # noqa: E731
    found, expected = njit(case)(), case()
    np.testing.assert_array_equal(found.t, expected.t)
    np.testing.assert_allclose(found.y, expected.y, rtol=1e-9)


def test_options_with_values_of_one_type():
    def steps():
        first = integrate.solve_ivp(decay, [0, 10], [2.0], first_step=0.25)
        longest = integrate.solve_ivp(decay, [0, 10], [2.0], max_step=0.25)
        return first.t[1], np.diff(longest.t).max()

    assert njit(steps)() == pytest.approx((0.25, 0.25))


def test_no_times():
    found = njit(lambda: integrate.solve_ivp(decay, [0, 10], [2.0, 1], t_eval=np.zeros(0)))()
    assert (found.t.shape, found.y.shape, found.nfev) == ((0,), (2, 0), 44)


# -------------------------------------------------------------------------------------------------------------- odeint

PLACES = {
    "number": lambda: integrate.odeint(lambda y, t: -y, 1.0, [0, 1, 2]),
    "numbers": lambda: integrate.odeint(lambda y, t: -y, [1, 2], (0, 1, 2)),
    "many_times": lambda: integrate.odeint(lambda y, t: t - y, [1.0, 2], TIMES),
    "strided": lambda: integrate.odeint(lambda y, t: t - y, np.ones(4)[::2], TIMES[::3]),
    "time_first": lambda: integrate.odeint(swing, [1, 2], TIMES, tfirst=True),
    "args": lambda: integrate.odeint(pendulum, [np.pi - 0.1, 0], TIMES, args=(0.25, 5)),
    "back": lambda: integrate.odeint(lambda y, t: -y, [1, 2], [2, 1, 0]),
    "equal_times": lambda: integrate.odeint(lambda y, t: -y, [1, 2], [0, 1, 1, 2]),
    "one_time": lambda: integrate.odeint(lambda y, t: -y, [1, 2], [0]),
    "no_time": lambda: integrate.odeint(lambda y, t: -y, [1, 2], np.zeros(0)),
    "stiff": lambda: integrate.odeint(lambda y, t: -1000 * (y - np.cos(t)), [1.0], np.linspace(0, 1, 5)),
    "tolerances": lambda: integrate.odeint(pendulum, [3.0, 0], TIMES, args=(0.25, 5), rtol=1e-10, atol=[1e-11, 1e-12]),
    "steps": lambda: integrate.odeint(lambda y, t: -y, [1, 2], TIMES, h0=0.1, hmax=0.3, mxstep=5000),
}


def compare_places(found, expected):
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("names", cases(PLACES))
def test_places(names):
    compare_cases(PLACES, names, compare_places)


def test_exact_places():
    found = njit(lambda t: integrate.odeint(lambda y, t: -y, [1.0, 3.0], t))(TIMES)
    np.testing.assert_allclose(found, np.exp(-TIMES)[:, None] * [1, 3], rtol=3e-6, atol=1e-8)
    found = njit(lambda t: integrate.odeint(swing, [1.0, 0.0], t, tfirst=True, rtol=1e-12, atol=1e-12))(TIMES)
    np.testing.assert_allclose(found[:, 0], np.cos(TIMES) + TIMES * np.sin(TIMES) / 2, atol=1e-10)


def test_places_behind_a_pole():
    found = njit(lambda: integrate.odeint(lambda y, t: y * y, [1.0], [0, 0.5, 2.0]))()
    np.testing.assert_allclose(found[:2, 0], [1, 2], rtol=1e-6)
    assert np.isnan(found[2, 0])


# -------------------------------------------------------------------------------------------------------------- errors

ERRORS = {
    "first_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], first_step=-0.5),
    "no_first_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], first_step=0),
    "long_first_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], first_step=20),
    "max_step": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], max_step=-1),
    "outside": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], t_eval=[0, 11]),
    "unsorted": lambda: integrate.solve_ivp(decay, [0, 10], [2.0], t_eval=[0, 2, 1]),
    "atol": lambda: integrate.solve_ivp(decay, [0, 10], [2.0, 3], atol=[1e-3, 1e-4, 1]),
    "negative_atol": lambda: integrate.solve_ivp(decay, [0, 10], [2.0, 3], atol=-1),
    "order": lambda: integrate.odeint(lambda y, t: -y, [1, 2], [0, 2, 1]),
    "few_slopes": lambda: integrate.odeint(lambda y, t: [1.0], [1, 2], [0, 1]),
}


@pytest.mark.parametrize("names", cases(ERRORS))
def test_errors(names):
    check_errors(ERRORS, names)


def test_slopes_that_do_not_fit():
    with pytest.raises(ValueError, match="the function gives 2 slopes for 1 places"):
        njit(lambda: integrate.solve_ivp(lambda t, y: [1.0, 2.0], [0, 10], [2.0]))()


REFUSED = {
    "solve_ivp: the method 'BDF' is not supported": lambda: integrate.solve_ivp(decay, [0, 1], [1.0], method="BDF"),
    "solve_ivp: the argument 'dense_output'": lambda: integrate.solve_ivp(decay, [0, 1], [1.0], dense_output=True),
    "solve_ivp: the argument 'events'": lambda: integrate.solve_ivp(decay, [0, 1], [1.0], events=decay),
    "solve_ivp: the argument 'min_step'": lambda: integrate.solve_ivp(decay, [0, 1], [1.0], min_step=0.1),
    "solve_ivp: 'args' must be a tuple": lambda: integrate.solve_ivp(decay, [0, 1], [1.0], args=3),
    "`y0` must be 1-dimensional.": lambda: integrate.solve_ivp(decay, [0, 1], 1.0),
    "odeint: the argument 'full_output'": lambda: integrate.odeint(pendulum, [0, 1], [1.0], full_output=True),
    "odeint: the argument 'tcrit'": lambda: integrate.odeint(pendulum, [0, 1], [1.0], tcrit=[1.0]),
    "Initial condition y0 must be one-dimensional.": lambda: integrate.odeint(pendulum, [[0, 1]], [1.0]),
    "odeint: extra arguments must be in a tuple": lambda: integrate.odeint(pendulum, [0, 1], [1.0], args=2),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text):
    assert text in support.compile_error(REFUSED[text], error=errors.NumbaError)
