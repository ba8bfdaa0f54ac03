"""``scipy.optimize``: sums of squares that are made small, and parameters of functions that fit to data.

The method is Levenberg's and Marquardt's, as MINPACK has it: steps that make the linear model small within a radius where that
was good (J. J. Moré, "The Levenberg-Marquardt algorithm: implementation and theory", 1978). The factors of the matrix of slopes
are those of its singular values, which show how each step depends on the radius.
"""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_none, literal_bool, literal_str
from coluber.lib.numpy.arguments import is_array_like, ndim_of
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag
from coluber.lib.scipy.slopes import EPSILON, are_places, length, relative_step, slopes_function, values_of, vector, widths_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# --------------------------------------------------------------------------------------------- Levenberg's and Marquardt's


@compile_with(error_model="numpy")
def _damping(s, g, radius, old):
    """Return the damping with which the step is as long as the radius, within a tenth; zero where Newton's step is no longer.

    Parameters
    ----------
    s, g : array
        The singular values of the matrix, and the values along their vectors: the step is ``s * g / (s * s + damping)``.
    radius, old : float
        The radius, and the last damping.
    """
    is_regular = s[-1] > EPSILON * s.size * s[0]
    far = length(np.where(s > EPSILON * s.size * s[0], g / s, 0.0))
    excess = far - radius
    if excess <= 0.1 * radius:
        return 0.0
    low = excess / radius * far**2 / ((g / (s * s)) ** 2).sum() if is_regular else 0.0
    steep = length(s * g)
    high = steep / radius
    high = float(np.finfo(np.float64).tiny) / min(radius, 0.1) if high == 0 else high
    damping = min(max(old, low), high)
    damping = steep / far if damping == 0 else damping
    for k in range(10):
        damping = max(float(np.finfo(np.float64).tiny), high / 1000) if damping == 0 else damping
        far, before = length(s * g / (s * s + damping)), excess
        excess = far - radius
        if abs(excess) <= 0.1 * radius or (low == 0 and excess <= before < 0) or k == 9:
            break
        change = excess / radius * far**2 / ((s * g) ** 2 / (s * s + damping) ** 3).sum()
        low, high = (max(low, damping), high) if excess > 0 else (low, min(high, damping))
        damping = max(low, damping + change)
    return damping


def _stops(gain, expected, ratio, radius, far, ftol, xtol):
    """Return the number that SciPy gives for convergence: by the sum of squares 1, by the step 2, by both 3; else 0."""
    by_sum = abs(gain) <= ftol and expected <= ftol and ratio <= 2
    by_step = radius <= xtol * far
    return by_sum + 2 * by_step


def _fails(gain, expected, ratio, radius, far, steepness, calls, most):
    """Return the number that SciPy gives where it can't go on: too many calls 5, or tolerances that are too small; else 0."""
    if calls >= most:
        return 5
    if abs(gain) <= EPSILON and expected <= EPSILON and ratio <= 2:
        return 6
    if radius <= EPSILON * far:
        return 7
    return 8 if steepness <= EPSILON else 0


@compile_with(error_model="numpy")
def _steepness(matrix, at, widths, size):
    """Return the largest cosine of the angles between the values and a column of the matrix."""
    if size == 0:
        return 0.0
    return np.where(widths == 0, 0.0, np.abs(np.dot(matrix.T, at)) / widths / size).max()


@compile_with(error_model="numpy")
def _next_radius(radius, damping, gain, ratio, slope, moved, is_far):
    """Return the radius for the next step, and the damping that goes with it.

    Parameters
    ----------
    gain, ratio : float
        How much the step has lowered the sum of squares, relative to that and to what the model told.
    slope : float
        The relative slope of the sum in the step's direction.
    moved : float
        The length of the step.
    is_far : bool
        Whether the values grew tenfold.
    """
    if ratio <= 0.25:
        part = 0.5 if gain >= 0 else slope / 2 / (slope + gain / 2)
        part = 0.1 if is_far or part < 0.1 else part
        return part * min(radius, moved * 10), damping / part
    if damping == 0 or ratio >= 0.75:
        return 2 * moved, damping / 2
    return radius, damping


@compile_with(error_model="numpy")
def _least(f, slopes, matrix_of, x, args, tolerances, most, step, cost, factor, weights):
    """Find a minimum of the sum of the squared values.

    Parameters
    ----------
    matrix_of : function
        What gives the matrix of slopes; it calls `f` so often as `cost` says.
    tolerances : tuple of float
        Of the sum, of the place, and of the angle between values and slopes.
    weights : array
        The scales of the variables; empty for those that the slopes tell.

    Returns
    -------
    tuple
        The place, the values, the last matrix of slopes, the calls of both functions, and the reason to stop.
    """
    at, (ftol, xtol, gtol) = _first_values(f, x, args), tolerances
    size, calls, matrices, why, damping = length(at), 1, 0, 0, 0.0
    scale, radius, has_moved = weights, 0.0, False
    matrix = np.zeros((at.size, x.size))
    while why == 0:
        matrix = matrix_of(f, slopes, x, at, args, step)
        calls, matrices, widths = calls + cost, matrices + 1, widths_of(matrix)
        if matrices == 1:
            scale = weights if weights.size else np.where(widths == 0, 1.0, widths)
            radius = factor * length(scale * x) or factor
        steepness = _steepness(matrix, at, widths, size)
        if steepness <= gtol or not np.isfinite(matrix).all():
            why = 4
            break
        scale = scale if weights.size else np.maximum(scale, widths)
        u, s, vh = np.linalg.svd(matrix / scale, False)
        g, ratio = np.dot(u.T, at), 0.0
        while ratio < 1e-4 and why == 0:
            damping = _damping(s, g, radius, damping)
            # Directions in which nothing changes are left alone.
            p = np.where(s > EPSILON * s.size * s[0], s * g / (s * s + damping), 0.0)
            moved, change, damped = length(p), (length(s * p) / size) ** 2, damping * np.dot(p, p) / size**2
            p = -np.dot(vh.T, p) / scale
            radius = radius if has_moved else min(radius, moved)
            new, calls, expected = values_of(f, x + p, args), calls + 1, change + 2 * damped
            new_size = length(new)
            gain = 1 - (new_size / size) ** 2 if 0.1 * new_size < size else -1.0
            ratio = gain / expected if expected != 0 else 0.0
            radius, damping = _next_radius(radius, damping, gain, ratio, -change - damped, moved, 0.1 * new_size >= size)
            if ratio >= 1e-4:
                x, at, size, has_moved = x + p, new, new_size, True
            far = length(scale * x)
            why = _stops(gain, expected, ratio, radius, far, ftol, xtol)
            why = why or _fails(gain, expected, ratio, radius, far, steepness, calls, most)
    return x, at, matrix, calls, matrices, why


def _first_values(f, x, args):
    """Return the values at the first place; raise TypeError where there are fewer than variables."""
    at = values_of(f, x, args)
    if x.size > at.size:
        raise TypeError(
            f"Improper input: func input vector length N={x.size} must not exceed func output vector length M={at.size}"
        )
    return at


@compile_with(error_model="numpy")
def _covariance(matrix):
    """Return the inverse of the product of a matrix with itself, and whether there is one."""
    n = matrix.shape[1]
    scale = np.where(widths_of(matrix) == 0, 1.0, widths_of(matrix))
    s, vh = np.linalg.svd(matrix / scale, False)[1:]
    if not s[-1] > EPSILON * n * s[0]:
        return np.full((n, n), np.inf), False
    v = vh.T / s
    return np.dot(v, v.T) / np.outer(scale, scale), True


def _message(why, ftol, xtol, gtol, most):
    """Return what SciPy says of the reason to stop."""
    sums = f"Both actual and predicted relative reductions in the sum of squares\n  are at most {ftol:f}"
    steps = f"he relative error between two consecutive iterates is at most {xtol:f}"
    if why == 1:
        return sums
    if why == 2:
        return "T" + steps
    if why == 3:
        return f"{sums} and the relative error between two consecutive iterates is at \n  most {xtol:f}"
    if why == 4:
        return (
            f"The cosine of the angle between func(x) and any column of the\n  Jacobian is at most {gtol:f} in absolute value"
        )
    if why == 5:
        return f"Number of calls to function has reached maxfev = {most}."
    if why == 6:
        return f"ftol={ftol:f} is too small, no further reduction in the sum of squares\n  is possible."
    if why == 7:
        return f"xtol={xtol:f} is too small, no further improvement in the approximate\n  solution is possible."
    return f"gtol={gtol:f} is too small, func(x) is orthogonal to the columns of\n  the Jacobian to machine precision."


# ------------------------------------------------------------------------------------------------------------- leastsq


def _checked(x, weights, ftol, xtol, gtol, factor):
    if min(ftol, xtol, gtol) < 0 or factor <= 0 or x.size == 0 or (weights <= 0).any():
        raise TypeError("Improper input parameters were entered.")


@implements("scipy.optimize.leastsq")
def leastsq(
    func: Any,
    x0: Any,
    args: Any = (),
    Dfun: Any = None,  # noqa: N803
    full_output: Any = False,
    col_deriv: Any = False,
    ftol: Any = 1.49012e-08,
    xtol: Any = 1.49012e-08,
    gtol: Any = 0.0,
    maxfev: Any = 0,
    epsfcn: Any = None,
    factor: Any = 100,
    diag: Any = None,
) -> FunctionType | None:
    """Return where the sum of the squares of a function's values is least, near a place; there are no warnings."""
    if not are_places(x0):
        return None
    as_tuple, has_slopes, is_full = as_tuple_of(args), not is_none(Dfun), literal_bool(full_output, "full_output")
    matrix_of = slopes_function("leastsq", Dfun, literal_bool(col_deriv, "col_deriv"))
    step_of = (lambda epsfcn: relative_step(0.0)) if is_none(epsfcn) else relative_step
    weights_of = (lambda diag: np.empty(0)) if is_none(diag) else vector

    def alone(found, ftol, xtol, gtol, most):
        return found[0], found[5]

    def full(found, ftol, xtol, gtol, most):
        x, at, matrix, calls, _, why = found
        inverse, is_regular = _covariance(matrix)
        covariance = inverse if is_regular and why <= 4 else None
        return x, covariance, {"nfev": calls, "fvec": at}, _message(why, ftol, xtol, gtol, most), why

    result = full if is_full else alone

    def impl(
        func, x0, args=(), Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0,  # noqa: N803
        maxfev=0, epsfcn=None, factor=100, diag=None,
    ):  # fmt: skip
        x, weights = vector(x0), weights_of(diag)
        _checked(x, weights, ftol, xtol, gtol, factor)
        cost = 0 if has_slopes else x.size
        most = maxfev if maxfev > 0 else (100 if has_slopes else 200) * (x.size + 1)
        found = _least(
            func, Dfun, matrix_of, x, as_tuple(args), (ftol, xtol, gtol), most, step_of(epsfcn), cost, float(factor), weights
        )
        return result(found, ftol, xtol, gtol, most)

    return impl


# ----------------------------------------------------------------------------------------------------------- curve_fit


def _count_of_parameters(f: Any, p0: Any) -> int | None:
    """Return how many parameters a function takes behind the places, where no first guess tells it."""
    if not is_none(p0):
        return None
    if not isinstance(f, types.Dispatcher):
        raise errors.UnsupportedError("curve_fit: 'p0' is needed in compiled code for a function that is defined there")
    code = f.dispatcher.py_func.__code__
    if code.co_flags & 0x04 or code.co_argcount < 2:
        raise errors.NumbaValueError("Unable to determine number of fit parameters.")
    return code.co_argcount - 1


_OTHERS = ("ftol", "xtol", "gtol", "maxfev", "epsfcn", "factor")


def _refuse_in_curve_fit(sigma: Any, bounds: Any, method: Any, nan_policy: Any, others: dict[str, Any]) -> None:
    if bounds != (-np.inf, np.inf):
        raise errors.UnsupportedError(
            "curve_fit: the argument 'bounds' is not supported in compiled code; fit others that give the bounded ones"
        )
    if not is_none(method) and literal_str(method, "method") != "lm":
        raise errors.UnsupportedError(f"curve_fit: the method '{literal_str(method, 'method')}' is not supported; use 'lm'")
    refuse_flag("curve_fit", "nan_policy", nan_policy, None, "leave out what is not a number")
    if not is_none(sigma) and (not are_places(sigma) or ndim_of(sigma) > 1):
        raise errors.UnsupportedError("curve_fit: the argument 'sigma' must be a number or a vector in compiled code")
    for name in others:
        if name not in _OTHERS:
            raise errors.UnsupportedError(f"curve_fit: the argument '{name}' is not supported in compiled code")


def _errors_functions(sigma: Any) -> tuple[FunctionType, FunctionType]:
    """Return the functions for the differences between a function and data, and for their slopes; both divided by errors."""
    is_plain = is_none(sigma)

    def differences(p, f, jac, x, y, sigma):
        found = np.asarray(f(x, *p)).astype(np.float64).reshape(-1) - y
        return found if is_plain else found / sigma

    def slopes(p, f, jac, x, y, sigma):
        found = np.asarray(jac(x, *p)).astype(np.float64)
        return found if is_plain else found / sigma.reshape(sigma.size, 1)

    return differences, slopes


def _data(xdata, ydata, sigma, is_checked):
    """Return the places, and the values and their errors as vectors."""
    x, y, errors_ = np.asarray(xdata).astype(np.float64), vector(ydata), vector(sigma)
    if y.size == 0:
        raise ValueError("`ydata` must not be empty!")
    if is_checked and not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("array must not contain infs or NaNs")
    if errors_.size not in (1, y.size):
        raise ValueError("`sigma` has incorrect shape.")
    return x, y, errors_


def _scaled(covariance, is_regular, is_absolute, values, count):
    """Return the covariances of parameters: of the errors that are given, or else of those that the values tell."""
    if is_absolute or not is_regular:
        return covariance
    if values.size > count:
        return covariance * (np.dot(values, values) / (values.size - count))
    return np.full((count, count), np.inf)


@implements("scipy.optimize.curve_fit")
def curve_fit(
    f: Any,
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: Any = False,
    check_finite: Any = None,
    bounds: Any = (-np.inf, np.inf),
    method: Any = None,
    jac: Any = None,
    *,
    full_output: Any = False,
    nan_policy: Any = None,
    **kwargs: Any,
) -> FunctionType | None:
    """Return the parameters with which a function fits to data, and their covariances; infinite ones where data don't tell."""
    _refuse_in_curve_fit(sigma, bounds, method, nan_policy, kwargs)
    if not (is_array_like(xdata) and are_places(ydata) and (is_none(p0) or are_places(p0))):
        return None
    count, has_slopes, is_full = _count_of_parameters(f, p0), not is_none(jac), literal_bool(full_output, "full_output")
    (differences, slopes), matrix_of = _errors_functions(sigma), slopes_function("curve_fit", jac)
    start = (lambda p0: np.ones(count)) if is_none(p0) else vector
    errors_of, is_checked = (lambda sigma: 1.0) if is_none(sigma) else (lambda sigma: sigma), is_none(check_finite)

    def solve(f, xdata, ydata, p0, sigma, absolute_sigma, check_finite, jac, ftol, xtol, gtol, maxfev, epsfcn, factor):
        x, y, errors_ = _data(xdata, ydata, errors_of(sigma), True if is_checked else check_finite)
        p = start(p0)
        if p.size > y.size:
            raise TypeError(f"The number of func parameters={p.size} must not exceed the number of data points={y.size}")
        weights, cost = np.empty(0), 0 if has_slopes else p.size
        _checked(p, weights, ftol, xtol, gtol, factor)
        most = maxfev if maxfev > 0 else (100 if has_slopes else 200) * (p.size + 1)
        args, step = (f, jac, x, y, errors_), relative_step(epsfcn)
        found = _least(differences, slopes, matrix_of, p, args, (ftol, xtol, gtol), most, step, cost, float(factor), weights)
        p, at, matrix, calls, _, why = found
        text = _message(why, ftol, xtol, gtol, most)
        if why > 4:
            raise RuntimeError("Optimal parameters not found: " + text)
        covariance, is_regular = _covariance(matrix)
        return p, _scaled(covariance, is_regular, absolute_sigma, at, p.size), at, calls, text, why

    def impl(
        f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=None, bounds=(-np.inf, np.inf), method=None,
        jac=None, *, full_output=False, nan_policy=None, **kwargs,
    ):  # fmt: skip
        p, covariance, at, calls, text, why = solve(
            f, xdata, ydata, p0, sigma, absolute_sigma, check_finite, jac, kwargs.get("ftol", 1.49012e-08),
            kwargs.get("xtol", 1.49012e-08), kwargs.get("gtol", 0.0), kwargs.get("maxfev", 0), kwargs.get("epsfcn", 0.0),
            kwargs.get("factor", 100.0),
        )  # fmt: skip
        if is_full:
            return p, covariance, {"nfev": calls, "fvec": at}, text, why
        return p, covariance

    return impl
