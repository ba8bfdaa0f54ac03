"""The class that stands for ``statistics.NormalDist`` in compiled code."""

from __future__ import annotations

import math
import random
import statistics
import sys
from dataclasses import dataclass
from numbers import Real
from typing import Any

from coluber import _native
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

StatisticsError = statistics.StatisticsError

_ROOT_OF_TWO = math.sqrt(2.0)
# Since CPython 3.13 samples are those of `random`, made normal by the inverse of the distribution.
_INVERTS = sys.version_info >= (3, 13)

# Coefficients of the quotients of polynomials of Wichura's algorithm AS241, the highest first: near the middle, and for two
# parts of the tails.
_MIDDLE_ABOVE = (
    *(2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457),
    *(13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
)
_MIDDLE_BELOW = (
    *(5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867),
    *(5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)
_NEAR_ABOVE = (
    *(7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258),
    *(3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734),
)
_NEAR_BELOW = (
    *(1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2, 1.4810397642748007459e-1),
    *(6.8976733498510000455e-1, 1.6763848301838038494, 2.05319162663775882187, 1.0),
)
_FAR_ABOVE = (
    *(2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3, 2.6532189526576123093e-2),
    *(2.9656057182850489123e-1, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772),
)
_FAR_BELOW = (
    *(2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4),
    *(1.4875361290850615025e-2, 1.3692988092273580531e-1, 5.9983220655588793769e-1, 1.0),
)


def _at(coefficients: tuple[float, ...], x: float) -> float:
    result = coefficients[0]
    for k in range(1, len(coefficients)):
        result = result * x + coefficients[k]
    return result


def _inverse(p: float, mu: float, sigma: float) -> float:
    """Return where a normal distribution function is `p`."""
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return mu + _at(_MIDDLE_ABOVE, r) * q / _at(_MIDDLE_BELOW, r) * sigma
    r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        x = _at(_NEAR_ABOVE, r - 1.6) / _at(_NEAR_BELOW, r - 1.6)
    else:
        x = _at(_FAR_ABOVE, r - 5.0) / _at(_FAR_BELOW, r - 5.0)
    return mu + (-x if q < 0.0 else x) * sigma


@dataclass(eq=False, frozen=True, repr=False)
class NormalDist:
    """A ``statistics.NormalDist``.

    Parameters
    ----------
    mean : float
        The mean.
    stdev : float
        The standard deviation.
    """

    mean: float
    stdev: float

    _is_equal_by_fields = True
    # By its name objects are told from others.
    _is_normal = ()

    @property
    def median(self):
        """The median."""
        return self.mean

    @property
    def mode(self):
        """Where the density is largest."""
        return self.mean

    @property
    def variance(self):
        """The square of the standard deviation."""
        return self.stdev * self.stdev

    def pdf(self, x):
        """Return the density."""
        variance = self.stdev * self.stdev
        if variance == 0.0:
            raise StatisticsError("pdf() not defined when sigma is zero")
        diff = x - self.mean
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        """Return the probability of a smaller or equal number."""
        if self.stdev == 0.0:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self.mean) / (self.stdev * _ROOT_OF_TWO)))

    def inv_cdf(self, p):
        """Return the number up to which the probability is `p`."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if not _INVERTS and self.stdev <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return _inverse(p, self.mean, self.stdev)

    def quantiles(self, n=4):
        """Return the numbers between intervals of equal probability."""
        return [self.inv_cdf(k / n) for k in range(1, n)]

    def zscore(self, x):
        """Return how many standard deviations a number lies above the mean."""
        if self.stdev == 0.0:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self.mean) / self.stdev

    def overlap(self, other):
        """Return the area that lies below both densities."""
        if (other.stdev, other.mean) < (self.stdev, self.mean):
            return _overlap(other, self)
        return _overlap(self, other)

    def samples(self, n, *, seed=None):
        """Return random numbers with this distribution."""
        if seed is None:
            if _INVERTS:
                return [_inverse(random.random(), self.mean, self.stdev) for _ in range(n)]
            return [random.gauss(self.mean, self.stdev) for _ in range(n)]
        source = random.Random(seed)
        if _INVERTS:
            return [_inverse(source.random(), self.mean, self.stdev) for _ in range(n)]
        return [source.gauss(self.mean, self.stdev) for _ in range(n)]

    def __add__(self, other):
        if hasattr(other, "_is_normal"):
            return NormalDist(self.mean + other.mean, math.hypot(self.stdev, other.stdev))
        return NormalDist(self.mean + other, self.stdev) if isinstance(other, Real) else NotImplemented

    def __sub__(self, other):
        if hasattr(other, "_is_normal"):
            return NormalDist(self.mean - other.mean, math.hypot(self.stdev, other.stdev))
        return NormalDist(self.mean - other, self.stdev) if isinstance(other, Real) else NotImplemented

    def __mul__(self, other):
        return NormalDist(self.mean * other, self.stdev * abs(other)) if isinstance(other, Real) else NotImplemented

    def __truediv__(self, other):
        return NormalDist(self.mean / other, self.stdev / abs(other)) if isinstance(other, Real) else NotImplemented

    def __radd__(self, other):
        return NormalDist(self.mean + other, self.stdev) if isinstance(other, Real) else NotImplemented

    def __rsub__(self, other):
        return NormalDist(-(self.mean - other), self.stdev) if isinstance(other, Real) else NotImplemented

    def __rmul__(self, other):
        return NormalDist(self.mean * other, self.stdev * abs(other)) if isinstance(other, Real) else NotImplemented

    def __pos__(self):
        return self

    def __neg__(self):
        return NormalDist(-self.mean, self.stdev)

    def __eq__(self, other):
        if hasattr(other, "_is_normal"):
            return self.mean == other.mean and self.stdev == other.stdev
        return NotImplemented

    def __hash__(self):
        return hash((self.mean, self.stdev))

    def __repr__(self):
        return f"NormalDist(mu={self.mean!r}, sigma={self.stdev!r})"


def _overlap(x: NormalDist, y: NormalDist) -> float:
    """Return the area below two densities, the first of which is the narrower one."""
    x_variance, y_variance = x.stdev * x.stdev, y.stdev * y.stdev
    if x_variance == 0.0 or y_variance == 0.0:
        raise StatisticsError("overlap() not defined when sigma is zero")
    dv = y_variance - x_variance
    dm = abs(y.mean - x.mean)
    if dv == 0.0:
        return 1.0 - math.erf(dm / (2.0 * x.stdev * _ROOT_OF_TWO))
    a = x.mean * y_variance - y.mean * x_variance
    b = x.stdev * y.stdev * math.sqrt(dm * dm + dv * math.log(y_variance / x_variance))
    first, second = (a + b) / dv, (a - b) / dv
    return 1.0 - (abs(y.cdf(first) - x.cdf(first)) + abs(y.cdf(second) - x.cdf(second)))


def counterpart_of(value: Any) -> NormalDist:
    """Return what a ``NormalDist`` is in compiled code."""
    return NormalDist(value.mean, value.stdev)


def write_back(value: Any, counterpart: NormalDist) -> None:
    """Do nothing: a distribution does not change."""


def original_of(counterpart: NormalDist) -> Any:
    """Return the ``NormalDist`` that a counterpart stands for."""
    return statistics.NormalDist(counterpart.mean, counterpart.stdev)


_native.register_counterpart(statistics.NormalDist, NormalDist, __name__)


@implements("statistics.NormalDist")
def normal_dist(mu: Any = 0.0, sigma: Any = 1.0) -> FunctionType:
    """Make a normal distribution."""

    def impl(mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        return NormalDist(float(mu), float(sigma))

    return impl


@implements("numbers.statistics.NormalDist.from_samples")
def from_samples(data: Any) -> FunctionType:
    """Make a normal distribution with the mean and standard deviation of a sample."""

    def impl(data):
        return NormalDist(float(statistics.mean(data)), statistics.stdev(data))

    return impl
