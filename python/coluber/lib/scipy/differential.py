"""``scipy.integrate``: differential equations with a start, by Runge's and Kutta's methods with steps that adapt.

The formulas are J. R. Dormand's and P. J. Prince's ("A family of embedded Runge-Kutta formulae", 1980) with L. F. Shampine's
interpolation ("Some practical Runge-Kutta formulas", 1986), and P. Bogacki's and L. F. Shampine's ("A 3(2) pair of Runge-Kutta
formulas", 1989). The control of the steps is that of E. Hairer, S. P. Nørsett and G. Wanner, "Solving Ordinary Differential
Equations I", chapter II.4, 1993.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_complex, is_none, is_number, literal_bool, literal_str
from coluber.lib.numpy.arguments import dtype_of, is_array_like, ndim_of
from coluber.lib.scipy.arguments import refuse_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_EPSILON = float(np.finfo(float).eps)


class OdeResult(NamedTuple):
    """What is known of a solution, under SciPy's names."""

    t: np.ndarray
    y: np.ndarray
    nfev: int
    njev: int
    nlu: int
    status: int
    message: str
    success: bool


# For each method: the factors of the slopes in a step, for the slopes of which each next place is made (the last ones are those
# of the step itself) and the times of them; in its error; in what interpolates, times powers of the part of the step; and the
# order of the error.
_RK45 = (
    np.array([
        [0, 0, 0, 0, 0, 0],
        [1 / 5, 0, 0, 0, 0, 0],
        [3 / 40, 9 / 40, 0, 0, 0, 0],
        [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
        [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]),
    np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1]),
    np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40]),
    np.array([
        [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
        [0, 0, 0, 0],
        [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
        [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
        [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
        [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
        [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
    ]),
    4,
)  # fmt: skip
_RK23 = (
    np.array([[0, 0, 0], [1 / 2, 0, 0], [0, 3 / 4, 0], [2 / 9, 1 / 3, 4 / 9]]),
    np.array([0, 1 / 2, 3 / 4, 1]),
    np.array([5 / 72, -1 / 12, -1 / 9, 1 / 8]),
    np.array([[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]]),
    2,
)
_METHODS = {"RK45": _RK45, "RK23": _RK23}


def _table_function(method: Any) -> FunctionType:
    """Return the function that makes the arrays of a method, of tuples: caches keep these, but no addresses of arrays."""
    factors, of_times, of_error, powers, order = method
    rows, times, errors_ = tuple(map(tuple, factors.tolist())), tuple(of_times.tolist()), tuple(of_error.tolist())
    columns = tuple(map(tuple, powers.tolist()))
    return lambda: (np.array(rows), np.array(times), np.array(errors_), np.array(columns), order)


def _mean(x):
    """Return the root of the mean of the squared sizes."""
    return math.sqrt((np.abs(x) ** 2).sum() / x.size)


@compile_with(error_model="numpy")
def _first_step(slope_of, f, args, t, y, slope, span, longest, order, rtol, atol):
    """Return the size of the first step; the function is called once for it."""
    if span == 0:
        return 0.0
    scale, direction = atol + np.abs(y) * rtol, math.copysign(1.0, span)
    d0, d1 = _mean(y / scale), _mean(slope / scale)
    trial = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, abs(span))
    d2 = _mean((slope_of(f, t + trial * direction, y + trial * direction * slope, args) - slope) / scale) / trial
    if d1 <= 1e-15 and d2 <= 1e-15:
        size = max(1e-6, trial * 1e-3)
    else:
        size = (0.01 / max(d1, d2)) ** (1 / (order + 1))
    return min(100 * trial, size, abs(span), longest)


def _slopes(slope_of, f, args, t, y, slope, h, factors, times):
    """Return the slopes of all stages of a step, and the place that it leads to."""
    slopes = np.empty((times.size, y.size), y.dtype)
    slopes[0] = slope
    new = y
    for stage in range(1, times.size):
        change = np.zeros_like(y)
        for k in range(stage):
            change += factors[stage, k] * slopes[k]
        new = y + h * change
        slopes[stage] = slope_of(f, t + times[stage] * h, new, args)
    return slopes, new


def _combined(slopes, factors):
    """Return the sum of slopes times factors."""
    out = np.zeros_like(slopes[0])
    for k in range(factors.size):
        out += factors[k] * slopes[k]
    return out


@compile_with(error_model="numpy")
def _step(slope_of, f, args, way, t, end, y, slope, size, longest, rtol, atol):
    """Do a step towards an end.

    Returns
    -------
    tuple
        The time after it, which is the one before where steps became too small, the place, the slopes, the size of the next
        step, and how many steps were tried.
    """
    factors, times, of_error, _, order = way
    direction, is_repeated, tries = (1.0 if end > t else -1.0), False, 0
    least = 10 * abs(np.nextafter(t, direction * np.inf) - t)
    size = min(max(size, least), longest)
    while size >= least:
        at = t + direction * size
        at = end if direction * (at - end) > 0 else at
        h = at - t
        size, tries = abs(h), tries + 1
        slopes, new = _slopes(slope_of, f, args, t, y, slope, h, factors, times)
        scale = atol + np.maximum(np.abs(y), np.abs(new)) * rtol
        error = _mean(h * _combined(slopes, of_error) / scale)
        wanted = 10.0 if error == 0 else 0.9 * error ** (-1 / (order + 1))
        if error < 1:
            return at, new, slopes, size * min(wanted, 1.0 if is_repeated else 10.0), tries
        size, is_repeated = size * (wanted if wanted > 0.2 else 0.2), True
    return t, y, np.empty((times.size, y.size), y.dtype), size, tries


def _between(y, slopes, h, part, powers):
    """Return the place at a part of a step."""
    sums = np.zeros(slopes.shape[0])
    for k in range(powers.shape[1] - 1, -1, -1):
        sums = (sums + powers[:, k]) * part
    return y + h * _combined(slopes, sums)


# ----------------------------------------------------------------------------------------------------------- solve_ivp


def _solve(slope_of, f, args, way, start, end, y, first, longest, rtol, atol, wanted, has_wanted):
    """Return the times and places of all steps, or those that are wanted; the calls, and whether the end was reached."""
    t, slope, calls = start, slope_of(f, start, y, args), 1
    size = first
    if size < 0:
        size = _first_step(slope_of, f, args, t, y, slope, end - start, longest, way[4], rtol, atol)
        calls += start != end
    ts, ys, count = [t], [y], 0
    is_done = False
    while not is_done:
        before, old = t, y
        slopes = slope.reshape(1, y.size)
        if t != end:
            t, y, slopes, size, tries = _step(slope_of, f, args, way, t, end, y, slope, size, longest, rtol, atol)
            calls += tries * (way[1].size - 1)
            if t == before:
                break
            slope = slopes[-1]
        is_done, h = t == end, t - before
        if not has_wanted:
            ts.append(t)
            ys.append(y)
        while has_wanted and count < wanted.size and (wanted[count] - t) * (end - start) <= 0:
            part = (wanted[count] - before) / h if h != 0 else 0.0
            ys.append(_between(old, slopes, h, part, way[3]) if h != 0 else y)
            count += 1
    return np.array(ts), ys, count, calls, is_done


def _columns(rows, first, n, like):
    """Return the matrix with some of the vectors of a list as columns."""
    out = np.empty((n, len(rows) - first), like.dtype)
    for k in range(first, len(rows)):
        out[:, k - first] = rows[k]
    return out


_OPTIONS = ("rtol", "atol", "first_step", "max_step")


def _check_solve_ivp(method: Any, y0: Any, args: Any, flags: dict[str, Any], options: dict[str, Any]) -> str:
    """Return the method; raises for what is not there."""
    way = literal_str(method, "method")
    if way not in _METHODS:
        raise errors.UnsupportedError(f"solve_ivp: the method '{way}' is not supported in compiled code; use 'RK45' or 'RK23'")
    for name, (ty, default, instead) in flags.items():
        refuse_flag("solve_ivp", name, ty, default, instead)
    for name in options:
        if name not in _OPTIONS:
            raise errors.UnsupportedError(f"solve_ivp: the argument '{name}' is not supported in compiled code")
    if not is_none(args) and not isinstance(args, types.BaseTuple):
        raise errors.TypingError("solve_ivp: 'args' must be a tuple, such as (3,)")
    if is_array_like(y0) and ndim_of(y0) != 1:
        raise errors.NumbaValueError("`y0` must be 1-dimensional.")
    return way


def _slope_function(work: Any, is_time_first: bool, error: str, error_class: Any) -> FunctionType:
    """Return ``(f, t, y, args)``: the slopes as a vector."""

    def checked(found, y):
        slope = np.asarray(found).astype(work).reshape(-1)
        if slope.size != y.size:
            raise error_class(error.format(slope.size, y.size))
        return slope

    if is_time_first:
        return lambda f, t, y, args: checked(f(t, y, *args), y)
    return lambda f, t, y, args: checked(f(y, t, *args), y)


def _check_times(wanted, start, end):
    low, high = min(start, end), max(start, end)
    for k in range(wanted.size):
        if wanted[k] < low or wanted[k] > high:
            raise ValueError("Values in `t_eval` are not within `t_span`.")
    for k in range(wanted.size - 1):
        if (wanted[k + 1] - wanted[k]) * (1 if end > start else -1) <= 0:
            raise ValueError("Values in `t_eval` are not properly sorted.")


def _check_steps(first, longest, start, end, atol, n):
    if longest <= 0:
        raise ValueError("`max_step` must be positive.")
    if first == 0 or (first < 0 and first != -1.0):
        raise ValueError("`first_step` must be positive.")
    if first > abs(end - start):
        raise ValueError("`first_step` exceeds bounds.")
    if atol.size not in (1, n):
        raise ValueError("`atol` has wrong shape.")
    if (atol < 0).any():
        raise ValueError("`atol` must be positive.")


@implements("scipy.integrate.solve_ivp")
def solve_ivp(
    fun: Any,
    t_span: Any,
    y0: Any,
    method: Any = "RK45",
    t_eval: Any = None,
    dense_output: Any = False,
    events: Any = None,
    vectorized: Any = False,
    args: Any = None,
    **options: Any,
) -> FunctionType | None:
    """Solve differential equations with a start; the result has SciPy's names, but is a named tuple."""
    flags = {
        "dense_output": (dense_output, False, "it has 't_eval'"),
        "events": (events, None, "look for them in the result"),
    }
    way = _METHODS[_check_solve_ivp(method, y0, args, flags, options)]
    if not is_array_like(y0) or not is_number(dtype_of(y0)) or not (is_none(t_eval) or is_array_like(t_eval)):
        return None
    work = np.complex128 if is_complex(dtype_of(y0)) else np.float64
    slope_of = _slope_function(work, True, "solve_ivp: the function gives {} slopes for {} places", ValueError)
    as_tuple, has_wanted = (lambda args: ()) if is_none(args) else (lambda args: args), not is_none(t_eval)
    times_of = (lambda t_eval: np.asarray(t_eval)) if has_wanted else (lambda t_eval: np.empty(0))
    first_of = (lambda first: -1.0) if is_none(options.get("first_step")) else (lambda first: float(first) or -2.0)
    table = _table_function(way)

    def solve(fun, t_span, y0, t_eval, args, rtol, atol, first_step, max_step):
        start, end = float(t_span[0]), float(t_span[1])
        y, wanted, tuple_ = np.asarray(y0).astype(work), times_of(t_eval), as_tuple(args)
        first, least = first_of(first_step), np.asarray(atol).astype(np.float64).reshape(-1)
        _check_times(wanted, start, end)
        _check_steps(first, float(max_step), start, end, least, y.size)
        ts, ys, count, calls, is_done = _solve(
            slope_of, fun, tuple_, table(), start, end, y, first, float(max_step), max(rtol, 100 * _EPSILON), least, wanted,
            has_wanted,
        )  # fmt: skip
        if is_done:
            text = "The solver successfully reached the end of the integration interval."
        else:
            text = "Required step size is less than spacing between numbers."
        found = _columns(ys, 1 if has_wanted else 0, y.size, y)
        return OdeResult(wanted[:count] if has_wanted else ts, found, calls, 0, 0, 0 if is_done else -1, text, is_done)

    def impl(
        fun, t_span, y0, method="RK45", t_eval=None, dense_output=False, events=None, vectorized=False, args=None, **options
    ):
        return solve(
            fun, t_span, y0, t_eval, args, float(options.get("rtol", 1e-3)), options.get("atol", 1e-6),
            options.get("first_step"), options.get("max_step", np.inf),
        )  # fmt: skip

    return impl


# -------------------------------------------------------------------------------------------------------------- odeint


def _check_order(t):
    rises, falls = False, False
    for k in range(t.size - 1):
        rises, falls = rises or t[k + 1] > t[k], falls or t[k + 1] < t[k]
    if rises and falls:
        raise ValueError(
            "The values in t must be monotonically increasing or monotonically decreasing; repeated values are allowed."
        )


def _rows(slope_of, f, args, way, t, y, first, longest, rtol, atol):
    """Return the places at some times, each the end of a step; NaNs where steps became too small."""
    out = np.full((t.size, y.size), np.nan)
    if t.size == 0:
        return out
    out[0] = y
    slope, size = slope_of(f, t[0], y, args), first
    if size <= 0:
        size = _first_step(slope_of, f, args, t[0], y, slope, t[-1] - t[0], longest, way[4], rtol, atol)
    for k in range(t.size - 1):
        at = t[k]
        while at != t[k + 1]:
            before, left = at, abs(t[k + 1] - at)
            at, y, slopes, after, _ = _step(slope_of, f, args, way, at, t[k + 1], y, slope, size, longest, rtol, atol)
            if at == before:
                return out
            # A step that was cut off at a time says nothing of the next one.
            size = max(after, size) if size > left else after
            slope = slopes[-1]
        out[k + 1] = y
    return out


@implements("scipy.integrate.odeint")
def odeint(
    func: Any,
    y0: Any,
    t: Any,
    args: Any = (),
    Dfun: Any = None,  # noqa: N803
    col_deriv: Any = 0,
    full_output: Any = 0,
    ml: Any = None,
    mu: Any = None,
    rtol: Any = None,
    atol: Any = None,
    tcrit: Any = None,
    h0: Any = 0.0,
    hmax: Any = 0.0,
    hmin: Any = 0.0,
    ixpr: Any = 0,
    mxstep: Any = 0,
    mxhnil: Any = 0,
    mxordn: Any = 12,
    mxords: Any = 5,
    printmessg: Any = 0,
    tfirst: Any = False,
) -> FunctionType | None:
    """Return the places at some times, by the formulas of Dormand and Prince; derivatives of the slopes are not used."""
    refuse_flag("odeint", "full_output", full_output, 0, "solve_ivp gives more")
    refuse_flag("odeint", "tcrit", tcrit, None, "solve the equations in parts")
    if not isinstance(args, types.BaseTuple) and args != ():
        raise errors.TypingError("odeint: extra arguments must be in a tuple")
    if not all(is_array_like(ty) and is_number(dtype_of(ty)) and not is_complex(dtype_of(ty)) for ty in (y0, t)):
        return None
    if ndim_of(y0) > 1:
        raise errors.NumbaValueError("Initial condition y0 must be one-dimensional.")
    if ndim_of(t) != 1:
        raise errors.NumbaValueError("odeint: 't' must be a vector")
    error = "The size of the array returned by func ({}) does not match the size of y0 ({})."
    slope_of = _slope_function(np.float64, literal_bool(tfirst, "tfirst"), error, RuntimeError)
    tolerance_of = (lambda given: 1.49012e-8) if is_none(rtol) else (lambda given: float(given))
    least_of = (lambda given: np.full(1, 1.49012e-8)) if is_none(atol) else _vector
    table = _table_function(_RK45)

    def impl(
        func, y0, t, args=(), Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None,  # noqa: N803
        tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst=False,
    ):  # fmt: skip
        y, places = _vector(y0), _vector(t)
        _check_order(places)
        longest = float(hmax) if hmax > 0 else np.inf
        return _rows(
            slope_of, func, args, table(), places, y, float(h0), longest, tolerance_of(rtol), least_of(atol)
        )  # fmt: skip

    return impl


def _vector(x):
    """Return numbers as a vector of float64."""
    return np.asarray(x).astype(np.float64).reshape(-1)
