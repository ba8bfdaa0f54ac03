"""Binomial numbers and random bytes of the module ``random``, over the thread's second state of random numbers."""

from __future__ import annotations

import math

from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_integral, is_real
from coluber.lib.python.random import uniform_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# From so many expected successes on, rejection is faster than counting.
_MANY = 10.0


@implements("random.randbytes")
def randbytes(n: Any) -> FunctionType | None:
    """Return so many random bytes."""
    if not is_integral(n):
        return None

    def impl(n):
        if n < 0:
            raise ValueError("number of bits must be non-negative")
        made = bytearray(n)
        for start in range(0, n, 4):
            count = min(4, n - start)
            bits = draw("random_bits i->l", random_state(1), 8 * count)
            for k in range(count):
                made[start + k] = (bits >> (8 * k)) & 255
        return bytes(made)

    return impl


def _by_gaps(n, p):
    """Return a binomial number by the gaps between successes, which are geometric (Devroye)."""
    found, place, scale = 0, 0, math.log2(1.0 - p)
    if scale == 0.0:
        return 0
    while True:
        u = uniform_number()
        if u == 0.0:
            continue
        place += math.floor(math.log2(u) / scale) + 1
        if place > n:
            return found
        found += 1


def _by_rejection(n, p):
    """Return a binomial number by transformed rejection with a squeeze (Hörmann 1993, algorithm BTRS)."""
    deviation = math.sqrt(n * p * (1.0 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    middle, squeeze = n * p + 0.5, 0.92 - 4.2 / b
    alpha, odds, mode = (2.83 + 5.1 / b) * deviation, math.log(p / (1.0 - p)), math.floor((n + 1) * p)
    peak = math.lgamma(mode + 1) + math.lgamma(n - mode + 1)
    while True:
        u = uniform_number() - 0.5
        room = 0.5 - math.fabs(u)
        if room == 0.0:
            continue
        k = math.floor((2.0 * a / room + b) * u + middle)
        if k < 0 or k > n:
            continue
        v = uniform_number()
        if room >= 0.07 and v <= squeeze:
            return k
        v *= alpha / (a / (room * room) + b)
        if math.log(v) <= peak - math.lgamma(k + 1) - math.lgamma(n - k + 1) + (k - mode) * odds:
            return k


def _binomial(n, p):
    """Return a binomial number, for a probability of one half at most."""
    return _by_gaps(n, p) if n * p < _MANY else _by_rejection(n, p)


@implements("random.binomialvariate")
def binomialvariate(n: Any = 1, p: Any = 0.5) -> FunctionType | None:
    """Return how many of n trials succeed, each with the probability p."""
    if not is_integral(n) or not (is_real(p) or isinstance(p, float)):
        return None

    def impl(n=1, p=0.5):
        if n < 0:
            raise ValueError("n must be non-negative")
        if not 0.0 <= p <= 1.0:
            raise ValueError("p must be in the range 0.0 <= p <= 1.0")
        if p == 0.0 or p == 1.0:
            return n if p == 1.0 else 0
        if n == 1:
            return 1 if uniform_number() < p else 0
        return n - _binomial(n, 1.0 - p) if p > 0.5 else _binomial(n, p)

    return impl
