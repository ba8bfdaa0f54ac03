"""``scipy.optimize``: zeros of systems of equations.

Powell's hybrid method, as MINPACK has it: steps along the path from the steepest descent to Newton's step, no longer than
a radius within which the linear model was good; the slopes are changed by what each step tells of them, and computed anew
where that does not do (M. J. D. Powell, "A hybrid method for nonlinear equations", 1970; J. J. Moré, B. S. Garbow and
K. E. Hillstrom, "User guide for MINPACK-1", 1980).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coluber.core import errors
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_none, literal_bool, literal_str
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag
from coluber.lib.scipy.slopes import EPSILON, are_places, length, relative_step, slopes_function, values_of, vector, widths_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


class OptimizeResult(NamedTuple):
    """What is known of a zero, under SciPy's names."""

    x: np.ndarray
    success: bool
    status: int
    fun: np.ndarray
    nfev: int
    message: str


def _newton_step(r, rotated):
    """Return the solution of the triangular equations; zeros on the diagonal count as small numbers."""
    n = rotated.size
    step = rotated.copy()
    for i in range(n - 1, -1, -1):
        pivot = r[i, i]
        if pivot == 0:
            pivot = EPSILON * (np.abs(r[: i + 1, i]).max() or 1.0)
        step[i] = (step[i] - np.dot(r[i, i + 1 :], step[i + 1 :])) / pivot
    return step


@compile_with(error_model="numpy")
def _step(r, rotated, scale, radius):
    """Return the step that lowers the values of the linear model most, on Powell's path and within the radius."""
    newton = -_newton_step(r, rotated)
    far = length(scale * newton)
    if far <= radius:
        return newton
    descent = -np.dot(r.T, rotated) / scale
    steep = length(descent)
    if steep == 0:
        return newton * (radius / far)
    direction = descent / steep / scale
    lowest = steep / length(np.dot(r, direction)) ** 2
    if not lowest < radius:
        return direction * min(lowest, radius)
    start, way = scale * direction * lowest, scale * (newton - direction * lowest)
    # The part of the way to Newton's step at whose end the radius is reached: start + part * way has its length.
    a, b, c = np.dot(way, way), np.dot(start, way), np.dot(start, start) - radius * radius
    root = math.sqrt(max(b * b - a * c, 0.0))
    part = -c / (b + root) if b > 0 else (root - b) / a
    return (start + part * way) / scale


def _stops(radius, size, far, xtol, calls, most, moved, slow_slopes, slow):
    """Return the number that SciPy gives for the reason to stop; 0 for none."""
    if radius <= xtol * far or size == 0:
        return 1
    if calls >= most:
        return 2
    if 0.1 * max(0.1 * radius, moved) <= EPSILON * far:
        return 3
    if slow_slopes == 5:
        return 4
    return 5 if slow == 10 else 0


def _next_radius(radius, ratio, moved, good):
    """Return the radius for the next step, of how well the model told what the last one did, and whether steps were good."""
    if ratio < 0.1:
        return radius / 2
    if ratio >= 0.5 or good > 1:
        radius = max(radius, 2 * moved)
    return 2 * moved if abs(ratio - 1) <= 0.1 else radius


@compile_with(error_model="numpy")
def _lowered(old, new):
    """Return the part by which the square of a size was lowered; -1 where it was not."""
    return 1 - (new / old) ** 2 if new < old else -1.0


def _first_values(f, x, args):
    """Return the values at the first place; raise TypeError where there are not as many as variables."""
    at = values_of(f, x, args)
    if at.shape != x.shape:
        raise TypeError(
            "fsolve: there is a mismatch between the input and output shape of the 'func' argument."
            f"Shape should be {x.shape} but it is {at.shape}."
        )
    return at


@compile_with(error_model="numpy")
def _solve(f, slopes, matrix_of, x, args, xtol, most, step, cost, factor, weights):
    """Find a zero; return the place, the values, the calls of both functions and the reason to stop.

    Parameters
    ----------
    matrix_of : function
        What gives the matrix of slopes; it calls `f` so often as `cost` says.
    weights : array
        The scales of the variables; empty for those that the slopes tell.
    """
    at = _first_values(f, x, args)
    size, calls, matrices, slow, slow_slopes, why = length(at), 1, 0, 0, 0, 0
    radius, scale, has_moved, good, bad = 0.0, weights, False, 0, 0
    while why == 0:
        matrix = matrix_of(f, slopes, x, at, args, step)
        calls, matrices, widths = calls + cost, matrices + 1, widths_of(matrix)
        if not has_moved:
            scale = weights if weights.size else np.where(widths == 0, 1.0, widths)
            radius = factor * length(scale * x) or factor
        scale = scale if weights.size else np.maximum(scale, widths)
        q, r = np.linalg.qr(matrix)
        rotated, is_fresh = np.dot(q.T, at), True
        while True:
            p = _step(r, rotated, scale, radius)
            moved = length(scale * p)
            radius = radius if has_moved else min(radius, moved)
            new, model, calls = values_of(f, x + p, args), rotated + np.dot(r, p), calls + 1
            new_size, expected = length(new), max(_lowered(size, length(model)), 0.0)
            gain = _lowered(size, new_size)
            ratio = gain / expected if expected > 0 else 0.0
            good, bad = (0, bad + 1) if ratio < 0.1 else (good + 1, 0)
            radius = _next_radius(radius, ratio, moved, good)
            if ratio >= 1e-4:
                x, at, size, has_moved = x + p, new, new_size, True
            slow = 0 if gain >= 1e-3 else slow + 1
            slow_slopes = 0 if gain >= 0.1 else slow_slopes + is_fresh
            why = _stops(radius, size, length(scale * x), xtol, calls, most, moved, slow_slopes, slow)
            if why != 0 or bad == 2:
                break
            # Broyden's change of the matrix, after which the model gives the new values at the new place.
            error, row = (np.dot(q.T, new) - model) / moved, scale * (scale * p / moved)
            turn, r = np.linalg.qr(r + np.outer(error, row))
            q, is_fresh = np.dot(q, turn), False
            rotated = np.dot(q.T, at)
    return x, at, calls, matrices, why


def _message(why, most, xtol):
    """Return what SciPy says of the reason to stop."""
    if why == 1:
        return "The solution converged."
    if why == 2:
        return f"The number of calls to function has reached maxfev = {most}."
    if why == 3:
        return f"xtol={xtol:f} is too small, no further improvement in the approximate\n solution is possible."
    last = "five Jacobian evaluations" if why == 4 else "ten iterations"
    return f"The iteration is not making good progress, as measured by the \n improvement from the last {last}."


def _solver(name: str, fprime: Any, col_deriv: Any, epsfcn: Any, diag: Any) -> FunctionType:
    """Return ``(func, fprime, x0, args, xtol, maxfev, epsfcn, factor, diag)``: what `_solve` gives, and the most calls."""
    matrix_of, has_slopes = slopes_function(name, fprime, literal_bool(col_deriv, "col_deriv")), not is_none(fprime)
    step_of = (lambda epsfcn: relative_step(0.0)) if is_none(epsfcn) else relative_step
    weights_of = (lambda diag: np.empty(0)) if is_none(diag) else vector

    def solve(func, fprime, x0, args, xtol, maxfev, epsfcn, factor, diag):
        x, weights = vector(x0), weights_of(diag)
        cost = 0 if has_slopes else x.size
        most = maxfev if maxfev > 0 else (100 if has_slopes else 200) * (x.size + 1)
        if xtol < 0 or factor <= 0 or x.size == 0 or (weights <= 0).any():
            raise TypeError("Improper input parameters were entered.")
        step = step_of(epsfcn)
        return _solve(func, fprime, matrix_of, x, args, xtol, most, step, cost, float(factor), weights), most

    return solve


@implements("scipy.optimize.fsolve")
def fsolve(
    func: Any,
    x0: Any,
    args: Any = (),
    fprime: Any = None,
    full_output: Any = 0,
    col_deriv: Any = 0,
    xtol: Any = 1.49012e-08,
    maxfev: Any = 0,
    band: Any = None,
    epsfcn: Any = None,
    factor: Any = 100,
    diag: Any = None,
) -> FunctionType | None:
    """Return a zero of a system of equations near a place; there is no warning where none is found, `full_output` tells it."""
    refuse_flag("fsolve", "band", band, None, "all slopes are computed")
    if not are_places(x0):
        return None
    as_tuple, solve, has_slopes = as_tuple_of(args), _solver("fsolve", fprime, col_deriv, epsfcn, diag), not is_none(fprime)

    def alone(
        func, x0, args=(), fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None,
        factor=100, diag=None,
    ):  # fmt: skip
        return solve(func, fprime, x0, as_tuple(args), xtol, maxfev, epsfcn, factor, diag)[0][0]

    def full(
        func, x0, args=(), fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None, epsfcn=None,
        factor=100, diag=None,
    ):  # fmt: skip
        found, most = solve(func, fprime, x0, as_tuple(args), xtol, maxfev, epsfcn, factor, diag)
        x, at, calls, matrices, why = found
        if has_slopes:
            return x, {"nfev": calls, "njev": matrices, "fvec": at}, why, _message(why, most, xtol)
        return x, {"nfev": calls, "fvec": at}, why, _message(why, most, xtol)

    return full if literal_bool(full_output, "full_output") else alone


@implements("scipy.optimize.root")
def root(
    fun: Any,
    x0: Any,
    args: Any = (),
    method: Any = "hybr",
    jac: Any = None,
    tol: Any = None,
    callback: Any = None,
    options: Any = None,
) -> FunctionType | None:
    """Find a zero of a system of equations; the result has SciPy's names, but is a named tuple."""
    refuse_flag("root", "options", options, None, "it has 'tol', and fsolve more arguments")
    refuse_flag("root", "callback", callback, None, "the function may keep what it is called with")
    way = literal_str(method, "method").lower()
    if way != "hybr":
        raise errors.UnsupportedError(f"root: the method '{way}' is not supported in compiled code; use 'hybr'")
    if not are_places(x0):
        return None
    as_tuple, solve, has_tolerance = as_tuple_of(args), _solver("root", jac, False, None, None), not is_none(tol)

    def impl(fun, x0, args=(), method="hybr", jac=None, tol=None, callback=None, options=None):
        xtol = tol if has_tolerance else 1.49012e-08
        (x, at, calls, _, why), most = solve(fun, jac, x0, as_tuple(args), xtol, 0, None, 100.0, None)
        return OptimizeResult(x, why == 1, why, at, calls, _message(why, most, xtol))

    return impl
