"""``scipy.optimize.minimize``: minima of functions of several variables."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_none, literal_str
from coluber.lib.numpy.arguments import ndim_of
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag
from coluber.lib.scipy.slopes import are_places, length, values_of, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_DONE = "Optimization terminated successfully."
_TOO_MANY_ROUNDS = "Maximum number of iterations has been exceeded."


class OptimizeResult(NamedTuple):
    """What is known of a minimum that slopes led to, under SciPy's names."""

    x: np.ndarray
    fun: float
    jac: np.ndarray
    hess_inv: np.ndarray
    nfev: int
    njev: int
    nit: int
    status: int
    success: bool
    message: str


class SimplexResult(NamedTuple):
    """What is known of a minimum that a simplex has found, under SciPy's names."""

    x: np.ndarray
    fun: float
    nit: int
    nfev: int
    status: int
    success: bool
    message: str
    final_simplex: tuple[np.ndarray, np.ndarray]


def _number(values):
    """Return the only one of some values."""
    if values.size != 1:
        raise ValueError("The user-provided objective function must return a scalar value.")
    return values[0]


def _value(f, x, args):
    return _number(values_of(f, x.copy(), args))


# ---------------------------------------------------------------------------------------------------------------- BFGS


@compile_with(error_model="numpy")
def _gradient_by_differences(f, slopes, x, value, args, step):
    gradient = np.empty(x.size)
    for j in range(x.size):
        place = x.copy()
        place[j] += step
        gradient[j] = (_number(values_of(f, place, args)) - value) / (place[j] - x[j])
    return gradient


def _gradient_given(f, slopes, x, value, args, step):
    return vector(slopes(x.copy(), *args))


def _value_of_pair(f, x, args):
    return _number(vector(f(x.copy(), *args)[0]))


def _gradient_of_pair(f, slopes, x, value, args, step):
    return vector(f(x.copy(), *args)[1])


@compile_with(error_model="numpy")
def _between(low, low_value, low_slope, high, high_value):
    """Return the lowest place of the parabola through two places with a slope at the first; not too near to either."""
    width = high - low
    part = -low_slope * width / 2 / (high_value - low_value - low_slope * width)
    return low + width * (min(max(part, 0.1), 0.9) if math.isfinite(part) else 0.5)


@compile_with(error_model="numpy")
def _search(f, slopes, value_of, gradient_of, x, p, value, slope, far, args, step):
    """Return how far to go in a direction, so that the value falls and is less steep; zero where that is nowhere.

    Wolfe's conditions say which lengths are too small and which too large; between such there is a good one (J. Nocedal and
    S. J. Wright, "Numerical Optimization", chapter 3, 2006). The others returned are the value and the gradient there, and how
    often each was computed.
    """
    low, low_value, low_slope, high, high_value, gradients = 0.0, value, slope, np.inf, np.inf, 0
    for k in range(60):
        place = x + far * p
        new = value_of(f, place, args)
        if not new <= value + 1e-4 * far * slope:
            high, high_value = far, new
        else:
            gradient = gradient_of(f, slopes, place, new, args, step)
            gradients += 1
            steep = np.dot(gradient, p)
            if abs(steep) <= -0.9 * slope:
                return far, new, gradient, k + 1, gradients
            if steep <= 0:
                low, low_value, low_slope = far, new, steep
            else:
                high, high_value = far, new
        if low >= high * (1 - 1e-14):
            return 0.0, value, x, k + 1, gradients
        far = 2 * far if math.isinf(high) else _between(low, low_value, low_slope, high, high_value)
    return 0.0, value, x, 60, gradients


def _changed(h, s, y):
    """Return the inverse of the second derivatives, with what a step and the change of the gradient on it tell of them."""
    along = np.dot(y, s)
    if not along > 0:
        return h
    hy = np.dot(h, y)
    return h + (1 + np.dot(y, hy) / along) / along * np.outer(s, s) - (np.outer(hy, s) + np.outer(s, hy)) / along


def _largest(x):
    return np.abs(x).max() if x.size else 0.0


@compile_with(error_model="numpy")
def _first_length(value, before, slope):
    """Return the first length to try, of how much the last step has lowered the value."""
    far = min(1.0, 2.02 * (value - before) / slope)
    return far if far > 0 else 1.0


def _bfgs(f, slopes, value_of, gradient_of, cost, x, args, gtol, most, step):
    """Find a minimum by the method of Broyden, Fletcher, Goldfarb and Shanno.

    J. Nocedal and S. J. Wright, "Numerical Optimization", chapter 6, 2006. `cost` tells how often `gradient_of` calls `f`.
    """
    value = value_of(f, x, args)
    gradient = gradient_of(f, slopes, x, value, args, step)
    h, before, values, gradients, rounds, status = np.eye(x.size), value + length(gradient) / 2, 1, 1, 0, 0
    while _largest(gradient) > gtol:
        if rounds >= most:
            status = 1
            break
        p = -np.dot(h, gradient)
        slope = np.dot(gradient, p)
        first = _first_length(value, before, slope)
        far, new, found, calls, others = _search(f, slopes, value_of, gradient_of, x, p, value, slope, first, args, step)
        values, gradients = values + calls, gradients + others
        if far == 0 or not math.isfinite(new):
            status = 2
            break
        h = _changed(h, far * p, found - gradient)
        x, before, value, gradient, rounds = x + far * p, value, new, found, rounds + 1
    if math.isnan(value) or np.isnan(gradient).any():
        status = 3
    text = (
        _DONE,
        _TOO_MANY_ROUNDS,
        "Desired error not necessarily achieved due to precision loss.",
        "NaN result encountered.",
    )[status]
    values += cost * gradients
    return OptimizeResult(x, value, gradient, h, values, gradients, rounds, status, status == 0, text)


# --------------------------------------------------------------------------------------------------------- Nelder-Mead


def _sorted(corners, heights):
    order = np.argsort(heights)
    return corners[order], heights[order]


def _first_corners(x):
    corners = np.empty((x.size + 1, x.size))
    corners[:] = x
    for k in range(x.size):
        corners[k + 1, k] = 1.05 * x[k] if x[k] != 0 else 0.00025
    return corners


_SHRINK, _MOVED, _OUT_OF_CALLS = 0, 1, 2


def _moved_corner(f, corners, heights, args, left):
    """Replace the highest corner by a lower place on the line to the middle of the others; return the calls and what happened.

    The place is the reflected one, one farther away, or one between it and the corner. `left` is how many calls there may be.
    """
    last = heights.size - 1
    middle, worst = corners[:last].sum(0) / last, corners[last].copy()
    place = 2 * middle - worst
    height = _value(f, place, args)
    if heights[0] <= height < heights[last - 1]:
        corners[last], heights[last] = place, height
        return 1, _MOVED
    if left < 2:
        return 1, _OUT_OF_CALLS
    if height < heights[0]:
        farther = 3 * middle - 2 * worst
        lowest = _value(f, farther, args)
        corners[last], heights[last] = (farther, lowest) if lowest < height else (place, height)
        return 2, _MOVED
    is_outside = height < heights[last]
    nearer = 1.5 * middle - 0.5 * worst if is_outside else 0.5 * middle + 0.5 * worst
    lower = _value(f, nearer, args)
    if (lower <= height) if is_outside else (lower < heights[last]):
        corners[last], heights[last] = nearer, lower
        return 2, _MOVED
    return 2, _SHRINK


def _shrink(f, corners, heights, args, left):
    """Move all corners towards the lowest one, as far as there are calls left; return how many there were."""
    calls = 0
    for k in range(1, heights.size):
        corners[k] = corners[0] + 0.5 * (corners[k] - corners[0])
        if calls >= left:
            break
        heights[k] = _value(f, corners[k], args)
        calls += 1
    return calls


def _simplex(f, x, args, xatol, fatol, most, most_calls):
    """Find a minimum by a simplex whose corners move.

    J. A. Nelder and R. Mead, "A simplex method for function minimization", 1965.
    """
    corners, n = _first_corners(x), x.size
    heights = np.array([_value(f, corner, args) for corner in corners])
    corners, heights = _sorted(corners, heights)
    calls, rounds = n + 1, 1
    while calls < most_calls and rounds < most:
        if _largest(corners[1:] - corners[0]) <= xatol and _largest(heights[1:] - heights[0]) <= fatol:
            break
        used, what = _moved_corner(f, corners, heights, args, most_calls - calls)
        calls += used
        is_cut = what == _OUT_OF_CALLS
        if what == _SHRINK:
            used = _shrink(f, corners, heights, args, most_calls - calls)
            calls, is_cut = calls + used, used < n
        corners, heights = _sorted(corners, heights)
        rounds += not is_cut
    status = 1 if calls >= most_calls else 2 if rounds >= most else 0
    text = (_DONE, "Maximum number of function evaluations has been exceeded.", _TOO_MANY_ROUNDS)[status]
    return SimplexResult(corners[0].copy(), heights.min(), rounds, calls, status, status == 0, text, (corners, heights))


# ------------------------------------------------------------------------------------------------------------ minimize

_OPTIONS = {"bfgs": ("gtol", "maxiter", "eps"), "nelder-mead": ("xatol", "fatol", "maxiter", "maxfev")}


def _way(method: Any, bounds: Any, constraints: Any) -> str:
    """Return the method that is asked for; raises where it is not there, and for bounds and constraints."""
    way = "bfgs" if is_none(method) else literal_str(method, "method").lower()
    if way not in _OPTIONS:
        raise errors.UnsupportedError(
            f"minimize: the method '{way}' is not supported in compiled code; use 'BFGS' or 'Nelder-Mead'"
        )
    refuse_flag("minimize", "bounds", bounds, None, "minimize a function of variables of which the bounded ones are made")
    if constraints != ():
        raise errors.UnsupportedError("minimize: the argument 'constraints' is not supported in compiled code; add penalties")
    return way


def _option_function(way: str, options: Any) -> FunctionType:
    """Return ``(options, name, default)``: a number among the options; those that the method has not are an error."""
    known = _OPTIONS[way]

    def option(options, name, default):
        for key in options:
            if key not in known:
                raise ValueError(f"minimize: the option '{key}' is not supported in compiled code")
        return float(options.get(name, default))

    return (lambda options, name, default: float(default)) if is_none(options) else option


def _slopes_functions(jac: Any) -> tuple[FunctionType, FunctionType, bool]:
    """Return the functions for values and gradients, and whether the latter calls the function for each variable."""
    if isinstance(jac, types.BooleanLiteral) and jac.literal_value:
        return _value_of_pair, _gradient_of_pair, False
    is_named = isinstance(jac, (types.StringLiteral, types.BooleanLiteral))
    if is_named and jac.literal_value not in ("2-point", False):
        raise errors.UnsupportedError(f"minimize: jac='{jac.literal_value}' is not supported in compiled code; use '2-point'")
    has_differences = is_none(jac) or is_named
    return _value, _gradient_by_differences if has_differences else _gradient_given, has_differences


@implements("scipy.optimize.minimize")
def minimize(
    fun: Any,
    x0: Any,
    args: Any = (),
    method: Any = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> FunctionType | None:
    """Find a minimum near a place; the result has SciPy's names, but is a named tuple."""
    way = _way(method, bounds, constraints)
    for name, ty in (("hess", hess), ("hessp", hessp)):
        refuse_flag("minimize", name, ty, None, "the methods here need no second derivatives")
    refuse_flag("minimize", "callback", callback, None, "the function may keep what it is called with")
    if not are_places(x0):
        return None
    if ndim_of(x0) > 1:
        raise errors.NumbaValueError("'x0' must only have one dimension.")
    as_tuple, option, has_tolerance = as_tuple_of(args), _option_function(way, options), not is_none(tol)
    value_of, gradient_of, has_differences = _slopes_functions(jac)

    def by_slopes(
        fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None,
        options=None,
    ):  # fmt: skip
        x = vector(x0)
        gtol, most = option(options, "gtol", tol if has_tolerance else 1e-5), option(options, "maxiter", 200 * x.size)
        step, cost = option(options, "eps", 1.4901161193847656e-08), x.size if has_differences else 0
        return _bfgs(fun, jac, value_of, gradient_of, cost, x, as_tuple(args), gtol, most, step)

    def by_simplex(
        fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None, callback=None,
        options=None,
    ):  # fmt: skip
        x, tolerance = vector(x0), tol if has_tolerance else 1e-4
        rounds, calls = option(options, "maxiter", -1), option(options, "maxfev", -1)
        if rounds < 0 and calls < 0:
            rounds, calls = 200.0 * x.size, 200.0 * x.size
        rounds, calls = np.inf if rounds < 0 else rounds, np.inf if calls < 0 else calls
        xatol, fatol = option(options, "xatol", tolerance), option(options, "fatol", tolerance)
        return _simplex(fun, x, as_tuple(args), xatol, fatol, rounds, calls)

    return by_slopes if way == "bfgs" else by_simplex
