"""Rules that say from the data how wide the bins of a histogram are, by their names in NumPy."""

from __future__ import annotations

import numpy as np

from coluber.core import errors
from coluber.lib.kinds import is_integer, is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _range_of(x):
    return np.float64(x.max()) - np.float64(x.min())


def _sqrt(x, low, high):
    return _range_of(x) / np.sqrt(x.size)


def _sturges(x, low, high):
    return _range_of(x) / (np.log2(x.size) + 1.0)


def _rice(x, low, high):
    return _range_of(x) / (2.0 * x.size ** (1.0 / 3))


def _scott(x, low, high):
    return (24.0 * np.pi**0.5 / x.size) ** (1.0 / 3.0) * np.std(x)


def _doane(x, low, high):
    if x.size > 2:
        n = np.float64(x.size)
        spread = np.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
        sigma = np.std(x)
        if sigma > 0.0:
            skewness = np.mean(((x - np.mean(x)) / sigma) ** 3)
            return _range_of(x) / (1.0 + np.log2(n) + np.log2(1.0 + np.abs(skewness) / spread))
    return 0.0


def _fd(x, low, high):
    upper, lower = np.percentile(x, (75, 25))
    return 2.0 * (upper - lower) * x.size ** (-1.0 / 3.0)


def _stone(x, low, high):
    n, extent = x.size, _range_of(x)
    if n <= 1 or extent == 0:
        return 0.0
    most = max(100, int(np.sqrt(n)))
    best, least = 1, np.inf
    for bins in range(1, most + 1):
        width = extent / bins
        shares = np.histogram(x, bins, (low, high))[0] / n
        estimate = (2 - (n + 1) * np.dot(shares, shares)) / width
        if estimate < least:
            best, least = bins, estimate
    return extent / best


def _auto(x, low, high):
    wide = max(_fd(x, low, high), _sqrt(x, low, high) / 2)
    return min(wide, _sturges(x, low, high))


_RULES = {
    "sqrt": _sqrt, "sturges": _sturges, "rice": _rice, "scott": _scott, "doane": _doane, "fd": _fd, "stone": _stone,
    "auto": _auto,
}  # fmt: skip


def bin_count(name: str, a: Any, range_: Any, weights: Any) -> FunctionType:
    """Return ``(a, low, high)``: how many bins a rule gives for the elements in an interval."""
    width_of = _RULES.get(name)
    if width_of is None:
        raise errors.NumbaValueError(f"{name!r} is not a valid estimator for `bins`")
    if not is_none(weights):
        raise errors.TypingError("Automated estimation of the number of bins is not supported for weighted data")
    everything, whole = is_none(range_), is_integer(a.dtype)

    def count(a, low, high):
        x = a.ravel() if everything else a[(a >= low) & (a <= high)]
        if x.size == 0:
            return 1
        width = np.float64(width_of(x, low, high))
        if whole and 0.0 < width < 1.0:
            width = 1.0
        return int(np.ceil((np.float64(high) - np.float64(low)) / width)) if width else 1

    return count
