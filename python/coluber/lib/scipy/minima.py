"""``scipy.optimize``: minima of functions of one variable."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_none, literal_str
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_GOLDEN = (3 - math.sqrt(5)) / 2
_ROOT_OF_EPSILON = math.sqrt(float(np.finfo(float).eps))


class OptimizeResult(NamedTuple):
    """What is known of a minimum, under SciPy's names."""

    x: float
    fun: float
    nfev: int
    nit: int
    success: bool
    message: str


def _step(x, w, v, last, low, high, relative, absolute):
    """Return the step to the lowest place of the parabola through three places, or else into the larger part of the range."""
    middle, least = (low + high) / 2, relative * abs(x[0]) + absolute
    first, second = (x[0] - w[0]) * (x[1] - v[1]), (x[0] - v[0]) * (x[1] - w[1])
    above, below = (x[0] - v[0]) * second - (x[0] - w[0]) * first, 2 * (second - first)
    above, below = (-above, below) if below > 0 else (above, -below)
    is_inside = low - x[0] < above / below < high - x[0] if below != 0 else False
    if abs(last) > least and is_inside and abs(above) < abs(below * last / 2):
        step = above / below
        if x[0] + step - low < 2 * least or high - x[0] - step < 2 * least:
            step = math.copysign(least, middle - x[0])
        return step, True
    return _GOLDEN * ((low if x[0] >= middle else high) - x[0]), False


def _brent(f, args, low, high, start, relative, absolute, most):
    """Find a minimum by parabolas where these are safe, else by the golden section.

    R. P. Brent, "Algorithms for minimization without derivatives", chapter 5, 1973.
    """
    x = (start, float(f(start, *args)))
    w = v = x
    step = last = 0.0
    calls, rounds = 1, 0
    while calls < most:
        middle, least = (low + high) / 2, relative * abs(x[0]) + absolute
        if abs(x[0] - middle) <= 2 * least - (high - low) / 2:
            return OptimizeResult(x[0], x[1], calls, rounds, True, "Solution found.")
        tried, is_parabola = _step(x, w, v, last, low, high, relative, absolute)
        last = step if is_parabola else (low if x[0] >= middle else high) - x[0]
        step = tried
        place = x[0] + (step if abs(step) >= least else math.copysign(least, step))
        u = (place, float(f(place, *args)))
        calls, rounds = calls + 1, rounds + 1
        if u[1] <= x[1]:
            low, high = (x[0], high) if u[0] >= x[0] else (low, x[0])
            v, w, x = w, x, u
            continue
        low, high = (u[0], high) if u[0] < x[0] else (low, u[0])
        if u[1] <= w[1] or w[0] == x[0]:
            v, w = w, u
        elif u[1] <= v[1] or v[0] == x[0] or v[0] == w[0]:
            v = u
    return OptimizeResult(x[0], x[1], calls, rounds, False, "Maximum number of function calls reached.")


def _bracket(f, args, first, second):
    """Return an interval with a minimum, and a place in it that is lower than its ends: steps grow while they lead down."""
    a, b = (first, float(f(first, *args))), (second, float(f(second, *args)))
    if a[1] < b[1]:
        a, b = b, a
    grows = 1.618034
    place = b[0] + grows * (b[0] - a[0])
    c = (place, float(f(place, *args)))
    for _ in range(1000):
        if c[1] >= b[1]:
            break
        a, b = b, c
        place = b[0] + grows * (b[0] - a[0])
        c = (place, float(f(place, *args)))
    if c[1] < b[1]:
        raise RuntimeError("No valid bracket was found before the iteration limit was reached.")
    return min(a[0], c[0]), max(a[0], c[0]), b[0]


def _within(f, args, low, high, xatol, most):
    if low > high:
        raise ValueError("The lower bound exceeds the upper bound.")
    start = low + _GOLDEN * (high - low)
    return _brent(f, args, low, high, start, _ROOT_OF_EPSILON, xatol / 3, most)


@implements("scipy.optimize.fminbound")
def fminbound(
    func: Any,
    x1: Any,
    x2: Any,
    args: Any = (),
    xtol: Any = 1e-5,
    maxfun: Any = 500,
    full_output: Any = 0,
    disp: Any = 1,
) -> FunctionType:
    """Return the place of a minimum in an interval."""
    refuse_flag("fminbound", "full_output", full_output, 0, "minimize_scalar gives more")
    as_tuple = as_tuple_of(args)

    def impl(func, x1, x2, args=(), xtol=1e-5, maxfun=500, full_output=0, disp=1):
        return _within(func, as_tuple(args), float(x1), float(x2), xtol, maxfun).x

    return impl


@implements("scipy.optimize.minimize_scalar")
def minimize_scalar(
    fun: Any,
    bracket: Any = None,
    bounds: Any = None,
    args: Any = (),
    method: Any = None,
    tol: Any = None,
    options: Any = None,
) -> FunctionType:
    """Find a minimum; the result has SciPy's names, but is a named tuple."""
    refuse_flag("minimize_scalar", "options", options, None, "it has 'tol'")
    way = literal_str(method, "method").lower() if not is_none(method) else "brent" if is_none(bounds) else "bounded"
    if way not in ("brent", "bounded"):
        raise errors.UnsupportedError(f"minimize_scalar: the method '{way}' is not supported in compiled code; use 'brent'")
    if way == "bounded" and is_none(bounds):
        raise errors.NumbaValueError("The `bounds` parameter is mandatory for method `bounded`.")
    as_tuple, has_bracket, has_tolerance = as_tuple_of(args), not is_none(bracket), not is_none(tol)

    def bounded(fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None):
        xatol = tol if has_tolerance else 1e-5
        return _within(fun, as_tuple(args), float(bounds[0]), float(bounds[1]), xatol, 500)

    def brent(fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None):
        first, second = (float(bracket[0]), float(bracket[1])) if has_bracket else (0.0, 1.0)
        low, high, start = _bracket(fun, as_tuple(args), first, second)
        relative = tol if has_tolerance else 1.48e-8
        return _brent(fun, as_tuple(args), low, high, start, relative, 1e-11, 1500)

    return bounded if way == "bounded" else brent
