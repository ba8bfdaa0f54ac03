"""Functions of numbers that neither `math` nor NumPy has, in float64, for the simulator."""

from __future__ import annotations

import math
import statistics
from functools import cache

import numpy as np

_NORMAL = statistics.NormalDist()
_STEPS = 2048


def erfcx(x: float) -> float:
    """Return ``exp(x * x) * erfc(x)``."""
    if x < 25:
        return math.exp(x * x) * math.erfc(x) if x > -26.7 else math.inf
    # The asymptotic series: five terms give full precision from 25 on.
    square = 1 / (2 * x * x)
    series = 1 - square + 3 * square**2 - 15 * square**3 + 105 * square**4
    return series / (x * math.sqrt(math.pi))


def normcdf(x: float) -> float:
    """Return the cumulative distribution of the normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def normcdfinv(p: float) -> float:
    """Return the inverse of `normcdf`."""
    if not 0 < p < 1:
        return {0.0: -math.inf, 1.0: math.inf}.get(p, math.nan)
    guess = _NORMAL.inv_cdf(p)
    # One step of Newton's method makes up for what the approximation lacks.
    density = math.exp(-guess * guess / 2) / math.sqrt(2 * math.pi)
    return guess - (normcdf(guess) - p) / density if density > 0 else guess


def erfinv(x: float) -> float:
    """Return the inverse of the error function."""
    if not -1 < x < 1:
        return math.copysign(math.inf, x) if abs(x) == 1 else math.nan
    if x < 0:
        return -erfinv(-x)
    return erfcinv(1 - x) if x > 0.5 else _refine_erfinv(x, normcdfinv((1 + x) / 2) / math.sqrt(2))


def _refine_erfinv(x: float, guess: float) -> float:
    return guess - (math.erf(guess) - x) * math.sqrt(math.pi) / 2 * math.exp(guess * guess)


def erfcinv(x: float) -> float:
    """Return the inverse of the complementary error function."""
    if not 0 < x < 2:
        return {0.0: math.inf, 2.0: -math.inf}.get(x, math.nan)
    return -normcdfinv(x / 2) / math.sqrt(2)


def bessel_j(n: int, x: float) -> float:
    """Return the Bessel function of the first kind of an integer order.

    Its integral over a period, by the trapezoidal rule, converges faster than any power.
    """
    if not math.isfinite(x):
        return 0.0 if math.isinf(x) else math.nan
    count = _STEPS + 2 * int(min(abs(x), 1e6))
    angles = (np.arange(count) + 0.5) * (math.pi / count)
    return float(np.mean(np.cos(n * angles - x * np.sin(angles))))


def bessel_y(n: int, x: float) -> float:
    """Return the Bessel function of the second kind of an integer order, by recurrence from the orders 0 and 1."""
    if n < 0:
        return (-1) ** (n % 2) * bessel_y(-n, x)
    if not x > 0:
        return -math.inf if x == 0 else math.nan
    if math.isinf(x):
        return 0.0
    before, present = _bessel_y(0, x), _bessel_y(1, x)
    if n == 0:
        return before
    for order in range(1, n):
        if math.isinf(present):
            break
        before, present = present, 2 * order / x * present - before
    return present


@cache
def _gauss() -> tuple[np.ndarray, np.ndarray]:
    """Return the nodes and the weights of Gauss's rule, which are the eigenvalues of a matrix."""
    return np.polynomial.legendre.leggauss(64)


def _bessel_y(n: int, x: float) -> float:
    """Y is half a periodic integral and half one that decays; both by Gauss's rule in pieces."""
    nodes, weights = _gauss()

    def integrate(function: object, low: float, high: float, pieces: int) -> float:
        edges = np.linspace(low, high, pieces + 1)
        half = (edges[1:] - edges[:-1])[:, None] / 2
        points = (edges[1:] + edges[:-1])[:, None] / 2 + half * nodes
        return float(np.sum(half * weights * function(points)))

    end = math.asinh(750 / x) + 1
    with np.errstate(all="ignore"):
        waves = integrate(lambda t: np.sin(x * np.sin(t) - n * t), 0, math.pi, 8 + int(x / 8))
        decay = integrate(lambda t: (np.exp(n * t) + (-1) ** n * np.exp(-n * t)) * np.exp(-x * np.sinh(t)), 0, end, 32)
    return (waves - decay) / math.pi


def tgamma(x: float) -> float:
    """Return the gamma function; infinite or NaN where C's is."""
    try:
        return math.gamma(x)
    except OverflowError:
        return math.copysign(math.inf, x) if abs(x) < 1 else math.inf
    except ValueError:
        return math.copysign(math.inf, x) if x == 0 else math.nan


def lgamma(x: float) -> float:
    """Return the logarithm of the absolute value of the gamma function; infinite where C's is."""
    try:
        return math.lgamma(x)
    except (OverflowError, ValueError):
        return math.inf


def sinpi(x: float) -> float:
    """Return ``sin(pi * x)``, exact where it is 0 or 1."""
    if not math.isfinite(x):
        return math.nan
    part = math.fmod(x, 2)
    if part == int(part):
        return math.copysign(0.0, x)
    exact = {0.5: 1.0, 1.5: -1.0, -0.5: -1.0, -1.5: 1.0}
    return exact.get(part, math.sin(math.pi * part))


def cospi(x: float) -> float:
    """Return ``cos(pi * x)``, exact where it is 0 or 1."""
    if not math.isfinite(x):
        return math.nan
    part = abs(math.fmod(x, 2))
    exact = {0.0: 1.0, 0.5: 0.0, 1.0: -1.0, 1.5: 0.0}
    return exact.get(part, math.cos(math.pi * part))


def remainder(x: float, y: float) -> float:
    """Return IEEE's remainder; NaN where it is not defined."""
    try:
        return math.remainder(x, y)
    except ValueError:
        return math.nan


def quotient(x: float, y: float) -> int:
    """Return the sign and the low three bits of the integer quotient that belongs to `remainder`."""
    if not (math.isfinite(x) and math.isfinite(y)) or y == 0:
        return 0
    from fractions import Fraction

    whole = round(Fraction(x) / Fraction(y))
    low = abs(whole) & 7
    return -low if whole < 0 else low


def logb(x: float) -> float:
    """Return the exponent of a number as a floating-point number."""
    if x == 0:
        return -math.inf
    return float(math.frexp(x)[1] - 1) if math.isfinite(x) else abs(x)


def ilogb(x: float) -> int:
    """Return the exponent of a number as an integer; the limits of int32 for 0, infinity and NaN, as CUDA has them."""
    if x == 0 or math.isnan(x):
        return -(2**31)
    return math.frexp(x)[1] - 1 if math.isfinite(x) else 2**31 - 1


def round_away(x: float) -> float:
    """Return the nearest integer; halves go away from zero."""
    if not math.isfinite(x):
        return x
    whole = math.trunc(x)
    if abs(x - whole) >= 0.5:
        whole += 1 if x > 0 else -1
    return math.copysign(float(whole), x)
