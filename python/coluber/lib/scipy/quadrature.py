"""``scipy.integrate.quad``: integrals of functions of one variable.

The part with the largest error is halved until the sum of the errors is small enough; each is integrated by the rule of Gauss
and Kronrod with 21 places (R. Piessens et al., "QUADPACK", 1983). A change of the variable makes smooth functions of those with
roots and logarithms at the ends of the range, or with a range without an end; QUADPACK extrapolates there.
"""

from __future__ import annotations

import heapq
import math

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_none
from coluber.lib.scipy.arguments import as_tuple_of, refuse_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# The places beside the middle, from outside; every second one, from the second on, is of the rule with 10 places.
_PLACES = (
    0.995657163025808080735527280689003,
    0.973906528517171720077964012084452,
    0.930157491355708226001207180059508,
    0.865063366688984510732096688423493,
    0.780817726586416897063717578345042,
    0.679409568299024406234327365114874,
    0.562757134668604683339000099272694,
    0.433395394129247190799265943165784,
    0.294392862701460198131126603103866,
    0.148874338981631210884826001129720,
)
_WEIGHTS = (
    0.011694638867371874278064396062192,
    0.032558162307964727478818972459390,
    0.054755896574351996031381300244580,
    0.075039674810919952767043140916190,
    0.093125454583697605535065465083366,
    0.109387158802297641899210590325805,
    0.123491976262065851077958109585166,
    0.134709217311473325928054001771707,
    0.142775938577060080797094273138717,
    0.147739104901338491374841515972068,
)
_MIDDLE = 0.149445554002916905664936468389821
_WEIGHTS_OF_TEN = (
    0.0,
    0.066671344308688137593568809893332,
    0.0,
    0.149451349150580593145863397657697,
    0.0,
    0.219086362515982043995534934228163,
    0.0,
    0.269266719309996355091226921569469,
    0.0,
    0.295524224714752870173815619188769,
)
_EPSILON = float(np.finfo(float).eps)
_TINY = float(np.finfo(float).tiny)


def _smooth(f, t, low, high, args):
    """Return the function in a variable between 0 and 1, times the derivative of the old variable by the new one."""
    place, slope = t * t * (3 - 2 * t), 6 * t * (1 - t)
    return float(f(low + (high - low) * place, *args)) * (high - low) * slope


def _of_tail(f, t, end, sign, args):
    """As `_smooth`, for a range from an end to infinity, in the direction of a sign."""
    place, slope = t * t * (3 - 2 * t), 6 * t * (1 - t)
    return float(f(end + sign * (1 - place) / place, *args)) * slope / (place * place)


def _of_both_tails(f, t, low, high, args):
    """As `_smooth`, for all numbers."""
    return _of_tail(f, t, 0.0, 1.0, args) + _of_tail(f, t, 0.0, -1.0, args)


def _rule(f, way, first, last, low, high, args):
    """Return the integral over a part of the range, and an estimate of its error."""
    half, middle = (last - first) / 2, (last + first) / 2
    value = way(f, middle, low, high, args)
    total, of_ten, size = value * _MIDDLE, 0.0, abs(value) * _MIDDLE
    values = np.empty(20)
    for k in range(10):
        below = way(f, middle - half * _PLACES[k], low, high, args)
        above = way(f, middle + half * _PLACES[k], low, high, args)
        values[k], values[k + 10] = below, above
        total += _WEIGHTS[k] * (below + above)
        of_ten += _WEIGHTS_OF_TEN[k] * (below + above)
        size += _WEIGHTS[k] * (abs(below) + abs(above))
    mean = total / 2
    spread = _MIDDLE * abs(value - mean)
    for k in range(10):
        spread += _WEIGHTS[k] * (abs(values[k] - mean) + abs(values[k + 10] - mean))
    error, spread, size = abs((total - of_ten) * half), spread * abs(half), size * abs(half)
    if spread != 0 and error != 0:
        error = spread * min(1.0, (200 * error / spread) ** 1.5)
    if size > _TINY / (50 * _EPSILON):
        error = max(50 * _EPSILON * size, error)
    return total * half, error


def _integral(f, way, low, high, args, epsabs, epsrel, limit):
    total, error = _rule(f, way, 0.0, 1.0, low, high, args)
    parts = [(-error, 0.0, 1.0, total)]
    while error > max(epsabs, epsrel * abs(total)) and len(parts) < limit:
        _, first, last, _ = heapq.heappop(parts)
        middle = (first + last) / 2
        for begin, end in ((first, middle), (middle, last)):
            value, bound = _rule(f, way, begin, end, low, high, args)
            heapq.heappush(parts, (-bound, begin, end, value))
        total = math.fsum([part[3] for part in parts])
        error = -math.fsum([part[0] for part in parts])
    return total, error


def _over(f, a, b, args, epsabs, epsrel, limit, points):
    """Return the integral from one number to another, of which each may be infinite."""
    if a == b:
        return 0.0, 0.0
    if a > b:
        total, error = _over(f, b, a, args, epsabs, epsrel, limit, points)
        return -total, error
    if math.isinf(a) and math.isinf(b):
        return _integral(f, _of_both_tails, 0.0, 0.0, args, epsabs, epsrel, limit)
    if math.isinf(b):
        return _integral(f, _of_tail, a, 1.0, args, epsabs, epsrel, limit)
    if math.isinf(a):
        return _integral(f, _of_tail, b, -1.0, args, epsabs, epsrel, limit)
    return _integral(f, _smooth, a, b, args, epsabs, epsrel, limit)


@implements("scipy.integrate.quad")
def quad(
    func: Any,
    a: Any,
    b: Any,
    args: Any = (),
    full_output: Any = 0,
    epsabs: Any = 1.49e-8,
    epsrel: Any = 1.49e-8,
    limit: Any = 50,
    points: Any = None,
    weight: Any = None,
    wvar: Any = None,
    wopts: Any = None,
    maxp1: Any = 50,
    limlst: Any = 50,
    complex_func: Any = False,
) -> FunctionType:
    """Return the integral of a function, and an estimate of the error."""
    refuse_flag("quad", "full_output", full_output, 0, "it gives the integral and its error")
    refuse_flag("quad", "complex_func", complex_func, False, "integrate the real and the imaginary part")
    if not is_none(weight):
        raise errors.UnsupportedError("quad: weights are not supported in compiled code; multiply the function")
    as_tuple, over = as_tuple_of(args), _over if is_none(points) else _between

    def impl(
        func,
        a,
        b,
        args=(),
        full_output=0,
        epsabs=1.49e-8,
        epsrel=1.49e-8,
        limit=50,
        points=None,
        weight=None,
        wvar=None,
        wopts=None,
        maxp1=50,
        limlst=50,
        complex_func=False,
    ):
        return over(func, float(a), float(b), as_tuple(args), epsabs, epsrel, limit, points)

    return impl


def _between(f, a, b, args, epsabs, epsrel, limit, points):
    """As `_over`, by parts between places where the function is not smooth."""
    low, high = min(a, b), max(a, b)
    if math.isinf(low) or math.isinf(high):
        raise ValueError("Infinity inputs cannot be used with break points.")
    ends = [low, *sorted([float(point) for point in points if low < point < high]), high]
    total, error = 0.0, 0.0
    for k in range(len(ends) - 1):
        value, bound = _over(f, ends[k], ends[k + 1], args, epsabs, epsrel, limit, None)
        total, error = total + value, error + bound
    return (total if a <= b else -total), error
