"""``scipy.optimize``: zeros of functions of one variable."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_none, literal_bool, literal_str
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_XTOL = 2e-12
_RTOL = 4 * float(np.finfo(float).eps)
_MOST = 100


class RootResults(NamedTuple):
    """What is known of a zero that was looked for, under SciPy's names."""

    root: float
    iterations: int
    function_calls: int
    converged: bool
    flag: str
    method: str


def _found(root, iterations, calls, converged, method):
    flag = "converged" if converged else "convergence error"
    return RootResults(root, iterations, calls, converged, flag, method)


def _require_convergence(found):
    if not found.converged:
        raise RuntimeError(f"Failed to converge after {found.iterations} iterations.")


def _at(f, x, args):
    value = float(f(x, *args))
    if math.isnan(value):
        raise ValueError(f"The function value at x={x} is NaN; solver cannot continue.")
    return value


def _check_tolerances(xtol, rtol):
    if xtol <= 0:
        raise ValueError(f"xtol too small ({xtol:g} <= 0)")
    if rtol < _RTOL:
        raise ValueError(f"rtol too small ({rtol:g} < {_RTOL:g})")


def _check_signs(low, high):
    if low * high > 0:
        raise ValueError("f(a) and f(b) must have different signs")


def _quadratic_step(best, before, other):
    """Return the step from the best of three places, with their values, to the zero of the inverse parabola through them."""
    to_before = (before[1] - best[1]) / (before[0] - best[0])
    to_other = (other[1] - best[1]) / (other[0] - best[0])
    return -best[1] * (other[1] * to_other - before[1] * to_before) / (to_other * to_before * (other[1] - before[1]))


def _hyperbolic_step(best, before, other):
    """As `_quadratic_step`, by a hyperbola."""
    to_before = (before[1] - best[1]) / (before[0] - best[0])
    to_other = (other[1] - best[1]) / (other[0] - best[0])
    return -best[1] * (other[1] - before[1]) / (other[1] * to_before - before[1] * to_other)


def _brent(f, a, b, args, xtol, rtol, maxiter, step_of, method):
    """Find a zero by interpolation where that is safe, else by bisection.

    R. P. Brent, "Algorithms for minimization without derivatives", chapter 4, 1973.
    """
    before, best = (a, _at(f, a, args)), (b, _at(f, b, args))
    if before[1] == 0:
        return _found(a, 0, 2, True, method)
    if best[1] == 0:
        return _found(b, 0, 2, True, method)
    _check_signs(before[1], best[1])
    other, step, last_step = before, best[0] - before[0], best[0] - before[0]
    for k in range(maxiter):
        if before[1] * best[1] < 0:
            other, step, last_step = before, best[0] - before[0], best[0] - before[0]
        if abs(other[1]) < abs(best[1]):
            before, best, other = best, other, best
        least, half = (xtol + rtol * abs(best[0])) / 2, (other[0] - best[0]) / 2
        if best[1] == 0 or abs(half) < least:
            return _found(best[0], k + 1, k + 2, True, method)
        tried = half
        is_safe = abs(last_step) > least and abs(best[1]) < abs(before[1])
        if is_safe and before[0] == other[0]:
            tried = -best[1] * (best[0] - before[0]) / (best[1] - before[1])
        elif is_safe:
            tried = step_of(best, before, other)
        if is_safe and 2 * abs(tried) < min(abs(last_step), 3 * abs(half) - least):
            last_step, step = step, tried
        else:
            last_step, step = half, half
        before = best
        place = best[0] + (step if abs(step) > least else math.copysign(least, half))
        best = (place, _at(f, place, args))
    return _found(best[0], maxiter, maxiter + 2, False, method)


def _bisect(f, a, b, args, xtol, rtol, maxiter, step_of, method):
    low, high = _at(f, a, args), _at(f, b, args)
    if low == 0:
        return _found(a, 0, 2, True, method)
    if high == 0:
        return _found(b, 0, 2, True, method)
    _check_signs(low, high)
    width, place = b - a, a
    for k in range(maxiter):
        width /= 2
        middle = place + width
        value = _at(f, middle, args)
        if value * low >= 0:
            place = middle
        if value == 0 or abs(width) < xtol + rtol * abs(middle):
            return _found(middle, k + 1, k + 3, True, method)
    return _found(place, maxiter, maxiter + 2, False, method)


def _ridder(f, a, b, args, xtol, rtol, maxiter, step_of, method):
    """Find a zero by an exponential through three places.

    C. Ridders, "A new algorithm for computing a single root of a real continuous function", 1979.
    """
    low, high = (a, _at(f, a, args)), (b, _at(f, b, args))
    if low[1] == 0:
        return _found(a, 0, 2, True, method)
    if high[1] == 0:
        return _found(b, 0, 2, True, method)
    _check_signs(low[1], high[1])
    for k in range(maxiter):
        half = (high[0] - low[0]) / 2
        middle = low[0] + half
        value = _at(f, middle, args)
        step = half * math.copysign(1.0, low[1] - high[1]) * value / math.sqrt(value * value - low[1] * high[1])
        place = middle + math.copysign(min(abs(step), abs(half) - (xtol + rtol * abs(middle)) / 2), step)
        found = _at(f, place, args)
        if value * found < 0:
            low, high = (middle, value), (place, found)
        elif found * low[1] < 0:
            high = (place, found)
        else:
            low = (place, found)
        if found == 0 or abs(high[0] - low[0]) < xtol + rtol * abs(place):
            return _found(place, k + 1, 2 * k + 4, True, method)
    return _found(place, maxiter, 2 * maxiter + 2, False, method)


# How zeros in an interval are found: the method, and what it extrapolates by.
_METHODS = {
    "brentq": (_brent, _quadratic_step),
    "brenth": (_brent, _hyperbolic_step),
    "bisect": (_bisect, _quadratic_step),
    "ridder": (_ridder, _quadratic_step),
}


def _in_interval(name: str) -> None:
    """Register one of the functions that find a zero in an interval."""
    method, step_of = _METHODS[name]

    @implements(f"scipy.optimize.{name}")
    def find(
        f: Any,
        a: Any,
        b: Any,
        args: Any = (),
        xtol: Any = _XTOL,
        rtol: Any = _RTOL,
        maxiter: Any = _MOST,
        full_output: Any = False,
        disp: Any = True,
    ) -> FunctionType:
        as_tuple, is_full = as_tuple_of(args), literal_bool(full_output, "full_output")

        def impl(f, a, b, args=(), xtol=_XTOL, rtol=_RTOL, maxiter=_MOST, full_output=False, disp=True):
            _check_tolerances(xtol, rtol)
            found = method(f, float(a), float(b), as_tuple(args), xtol, rtol, maxiter, step_of, name)
            if disp:
                _require_convergence(found)
            return (found.root, found) if is_full else found.root

        return impl


for _name in _METHODS:
    _in_interval(_name)


# ------------------------------------------------------------------------------------------------------------- newton


def _is_close(a, b, rtol, tol):
    return abs(a - b) <= tol + rtol * abs(b)


def _not_found(text, k, place):
    return f"{text}Failed to converge after {k} iterations, value is {place}."


def _secant(f, x0, x1, args, tol, rtol, maxiter):
    """Find a zero by secants."""
    old, new = (x0, float(f(x0, *args))), (x1, float(f(x1, *args)))
    if abs(new[1]) < abs(old[1]):
        old, new = new, old
    for k in range(maxiter):
        if new[1] == old[1]:
            if new[0] != old[0]:
                raise RuntimeError(_not_found(f"Tolerance of {new[0] - old[0]} reached. ", k + 1, new[0]))
            return (new[0] + old[0]) / 2, k + 1, k + 2
        ratio = old[1] / new[1] if abs(new[1]) > abs(old[1]) else new[1] / old[1]
        far, near = (new, old) if abs(new[1]) > abs(old[1]) else (old, new)
        place = (-ratio * far[0] + near[0]) / (1 - ratio)
        if _is_close(place, new[0], rtol, tol):
            return place, k + 1, k + 2
        old, new = new, (place, float(f(place, *args)))
    raise RuntimeError(_not_found("", maxiter, new[0]))


def _second_place(x0):
    place = x0 * (1 + 1e-4)
    return place + (1e-4 if place >= 0 else -1e-4)


def _no_second(x, *args):
    return 0.0


def _newton(f, fprime, fprime2, x0, args, tol, rtol, maxiter):
    """Find a zero by tangents; by Halley's method where there is a second derivative."""
    place = x0
    for k in range(maxiter):
        value = float(f(place, *args))
        if value == 0:
            return place, k, 2 * k + 1
        slope = float(fprime(place, *args))
        if slope == 0:
            raise RuntimeError(_not_found("Derivative was zero. ", k + 1, place))
        step = value / slope
        bend = step * float(fprime2(place, *args)) / slope / 2
        if abs(bend) < 1:
            step /= 1 - bend
        found = place - step
        if _is_close(found, place, rtol, tol):
            return found, k + 1, 2 * k + 2
        place = found
    raise RuntimeError(_not_found("", maxiter, place))


@implements("scipy.optimize.newton")
def newton(
    func: Any,
    x0: Any,
    fprime: Any = None,
    args: Any = (),
    tol: Any = 1.48e-8,
    maxiter: Any = 50,
    fprime2: Any = None,
    x1: Any = None,
    rtol: Any = 0.0,
    full_output: Any = False,
    disp: Any = True,
) -> FunctionType:
    """Find a zero near a place: by secants, or by tangents where the derivative is given."""
    refuse_flag("newton", "full_output", full_output, False, "root_scalar gives more")
    refuse_flag("newton", "disp", disp, True, "where there is no zero it raises RuntimeError")
    if is_array(x0):
        raise errors.UnsupportedError("newton: arrays of places are not supported in compiled code; call it for each place")
    as_tuple, has_second = as_tuple_of(args), not is_none(x1)
    bend = _no_second if is_none(fprime2) else None

    def by_secants(
        func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output=False, disp=True
    ):
        second = float(x1) if has_second else _second_place(float(x0))
        return _secant(func, float(x0), second, as_tuple(args), tol, rtol, maxiter)[0]

    def by_tangents(
        func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output=False, disp=True
    ):
        return _newton(func, fprime, bend, float(x0), as_tuple(args), tol, rtol, maxiter)[0]

    def by_halley(
        func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output=False, disp=True
    ):
        return _newton(func, fprime, fprime2, float(x0), as_tuple(args), tol, rtol, maxiter)[0]

    if is_none(fprime):
        return by_secants
    return by_halley if bend is None else by_tangents


# -------------------------------------------------------------------------------------------------------- root_scalar


def _way(method: Any, has_bracket: bool, has_slope: bool) -> str:
    """Return the method that is asked for, or that what is given allows."""
    if not is_none(method):
        return literal_str(method, "method").lower()
    if has_bracket:
        return "brentq"
    return "newton" if has_slope else "secant"


@implements("scipy.optimize.root_scalar")
def root_scalar(
    f: Any,
    args: Any = (),
    method: Any = None,
    bracket: Any = None,
    fprime: Any = None,
    fprime2: Any = None,
    x0: Any = None,
    x1: Any = None,
    xtol: Any = None,
    rtol: Any = None,
    maxiter: Any = None,
    options: Any = None,
) -> FunctionType:
    """Find a zero by a method that is named; the result has SciPy's names, but is a named tuple."""
    refuse_flag("root_scalar", "options", options, None, "give them by name")
    way = _way(method, not is_none(bracket), not is_none(fprime))
    is_near = way in ("newton", "secant", "halley")
    if not is_near and way not in _METHODS:
        raise errors.UnsupportedError(f"root_scalar: the method '{way}' is not supported in compiled code")
    if is_none(x0 if is_near else bracket):
        raise errors.NumbaValueError(f"{'x0' if is_near else 'Bracket'} must not be None for {way}")
    as_tuple, solve = as_tuple_of(args), _solver(way, not is_none(x1))
    limits = _limits(
        (1.48e-8 if is_near else _XTOL) if is_none(xtol) else None,
        (0.0 if is_near else _RTOL) if is_none(rtol) else None,
        (50 if is_near else _MOST) if is_none(maxiter) else None,
    )

    def impl(
        f,
        args=(),
        method=None,
        bracket=None,
        fprime=None,
        fprime2=None,
        x0=None,
        x1=None,
        xtol=None,
        rtol=None,
        maxiter=None,
        options=None,
    ):
        return solve(f, fprime, fprime2, bracket, x0, x1, as_tuple(args), limits(xtol, rtol, maxiter))

    return impl


def _solver(way: str, has_second: bool) -> FunctionType:
    """Return the function for a method."""

    def in_interval(f, slope, bend, bracket, x0, x1, args, limits):
        _check_tolerances(limits[0], limits[1])
        return find(f, float(bracket[0]), float(bracket[1]), args, limits[0], limits[1], limits[2], step_of, way)

    def by_secants(f, slope, bend, bracket, x0, x1, args, limits):
        second = float(x1) if has_second else _second_place(float(x0))
        root, k, calls = _secant(f, float(x0), second, args, limits[0], limits[1], limits[2])
        return _found(root, k, calls, True, way)

    def by_tangents(f, slope, bend, bracket, x0, x1, args, limits):
        root, k, calls = _newton(f, slope, _no_second, float(x0), args, limits[0], limits[1], limits[2])
        return _found(root, k, calls, True, way)

    def by_halley(f, slope, bend, bracket, x0, x1, args, limits):
        root, k, calls = _newton(f, slope, bend, float(x0), args, limits[0], limits[1], limits[2])
        return _found(root, k, calls, True, way)

    near = {"secant": by_secants, "newton": by_tangents, "halley": by_halley}
    if way in near:
        return near[way]
    find, step_of = _METHODS[way]
    return in_interval


def _limits(xtol_: float | None, rtol_: float | None, most_: int | None) -> FunctionType:
    """Return the function of the limits that are given, or else are the method's."""

    def limits(xtol, rtol, maxiter):
        tolerance = xtol if xtol_ is None else xtol_
        relative = rtol if rtol_ is None else rtol_
        return tolerance, relative, maxiter if most_ is None else most_

    return limits
