"""The module ``statistics``: exact where CPython is, which computes with fractions.

Sums and sums of squares are kept as numbers that do not overlap (`exact_sum`); quotients and
roots are corrected by what is left over. A mean, median or variance of integers is a float, also where CPython
gives an integer.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import Counter

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import fma
from coluber.lib.kinds import is_none, refuse
from coluber.lib.python.exact_sum import MOST_PARTS, add_part, round_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

StatisticsError = statistics.StatisticsError
LinearRegression = statistics.LinearRegression
_HAS_EXACT_PRODUCTS = sys.version_info >= (3, 12)
_HAS_EXACT_ROOTS = sys.version_info >= (3, 13)
_TAKES_ZEROS = sys.version_info >= (3, 13)
_NOT_POSITIVE = (
    "No negative inputs allowed" if _TAKES_ZEROS else "geometric mean requires a non-empty dataset containing positive numbers"
)
_NO_DATA = "Must have a non-empty dataset" if _TAKES_ZEROS else _NOT_POSITIVE


def two_product(x: float, y: float) -> tuple[float, float]:
    """Return the product and its rounding error."""
    product = x * y
    return product, fma(x, y, -product)


def add_product(parts: Any, count: int, x: float, y: float) -> int:
    """Add a product to a sum in parts."""
    product, error = two_product(x, y)
    count = add_part(parts, count, product)
    return count if error == 0.0 else add_part(parts, count, error)


def halves(x: Any) -> tuple[float, float]:
    """Return a number as the sum of two floats, which is exact for integers of 64 bits."""
    if isinstance(x, int):
        high = (x >> 30) << 30
        return float(high), float(x - high)
    if hasattr(x, "_is_fraction"):
        raise TypeError("the statistics of fractions are fractions, which compiled code does not compute: take floats of them")
    return x * 1.0, 0.0


def quotient(parts: Any, count: int, divisor: float) -> float:
    """Return a sum in parts, divided and rounded once."""
    total = round_parts(parts, count)
    whole = total / divisor
    if whole == 0.0 or not math.isfinite(whole):
        return whole
    product, error = two_product(whole, divisor)
    count = add_part(parts, count, -product)
    count = add_part(parts, count, -error)
    return whole + round_parts(parts, count) / divisor


def root_of_quotient(parts: Any, count: int, divisor: float) -> float:
    """Return the square root of a sum in parts that is divided, rounded once."""
    root = math.sqrt(max(round_parts(parts, count) / divisor, 0.0))
    if root == 0.0 or not math.isfinite(root):
        return root
    square, error = two_product(root, root)
    count = add_product(parts, count, -square, divisor)
    count = add_product(parts, count, -error, divisor)
    return root + round_parts(parts, count) / (2.0 * root * divisor)


def sum_of(data: Any, parts: Any) -> tuple[int, int, float]:
    """Add the data to a sum in parts; return the counts of the parts and of the data, and the sum of what is not finite."""
    count, n, special = 0, 0, 0.0
    for x in data:
        high, low = halves(x)
        n += 1
        if math.isfinite(high):
            count = add_part(parts, count, high)
            if low != 0.0:
                count = add_part(parts, count, low)
        else:
            special += high
    return count, n, special


def squares_about_mean(data: Any, parts: Any) -> tuple[int, int, float]:
    """As `sum_of`, n times the sum of the squares of the distances from the mean."""
    sums, squares = np.empty(MOST_PARTS), np.empty(MOST_PARTS)
    in_sum, in_squares, n, special = 0, 0, 0, 0.0
    for x in data:
        high, low = halves(x)
        n += 1
        if not math.isfinite(high):
            special += high
            continue
        in_sum = add_part(sums, in_sum, high)
        in_squares = add_product(squares, in_squares, high, high)
        if low != 0.0:
            in_sum = add_part(sums, in_sum, low)
            in_squares = add_product(squares, in_squares, 2.0 * high, low)
            in_squares = add_product(squares, in_squares, low, low)
    count = 0
    for k in range(in_squares):
        count = add_product(parts, count, squares[k], float(n))
    for i in range(in_sum):
        for j in range(in_sum):
            count = add_product(parts, count, -sums[i], sums[j])
    return count, n, special


def squares_about(data: Any, parts: Any, center: Any) -> tuple[int, int, float]:
    """As `squares_about_mean`, the squares of the distances from a number."""
    return sum_of([(x - center) * (x - center) for x in data], parts)


@implements("statistics.mean")
def mean(data: Any) -> FunctionType | None:
    """Return the mean, rounded once."""

    def impl(data):
        parts = np.empty(MOST_PARTS)
        count, n, special = sum_of(data, parts)
        if n < 1:
            raise StatisticsError("mean requires at least one data point")
        return quotient(parts, count, float(n)) if special == 0.0 else special / n

    return impl


def float_sum(data: Any) -> tuple[float, int]:
    """Return what ``math.fsum`` gives, and the number of data."""
    values = [x * 1.0 for x in data]
    return math.fsum(values), len(values)


@implements("statistics.fmean")
def fmean(data: Any, weights: Any = None) -> FunctionType | None:
    """Return the mean as a float, perhaps with weights."""

    def impl(data, weights=None):
        total, n = float_sum(data)
        if n < 1:
            raise StatisticsError("fmean requires at least one data point")
        return total / n

    def impl_weights(data, weights=None):
        if len(data) != len(weights):
            raise StatisticsError("data and weights must be the same length")
        total = products(data, weights)
        divisor, _ = float_sum(weights)
        if divisor == 0.0:
            raise StatisticsError("sum of weights must be non-zero")
        return total / divisor

    return impl if is_none(weights) else impl_weights


def products(x: Any, y: Any) -> float:
    """Return the sum of products of floats."""
    parts = np.empty(MOST_PARTS)
    count = 0
    for p, q in zip(x, y):  # noqa: B905
        if _HAS_EXACT_PRODUCTS:
            count = add_product(parts, count, p * 1.0, q * 1.0)
        else:
            count = add_part(parts, count, p * 1.0 * q)
    return round_parts(parts, count)


@implements("statistics.median")
def median(data: Any) -> FunctionType | None:
    """Return the middle, or the mean of the two that are there."""

    def impl(data):
        values = sorted(data)
        n = len(values)
        if n == 0:
            raise StatisticsError("no median for empty data")
        if n % 2 == 1:
            return values[n // 2] / 1
        return middle_of(values[n // 2 - 1], values[n // 2])

    def impl_texts(data):
        values = sorted(data)
        n = len(values)
        if n == 0:
            raise StatisticsError("no median for empty data")
        if n % 2 == 0:
            raise TypeError("unsupported operand type(s) for /: 'str' and 'int'")
        return values[n // 2]

    item = getattr(data, "dtype", None) or getattr(data, "yield_type", None) or next(iter(getattr(data, "types", ())), None)
    return impl_texts if types.unliteral(item) == types.unicode_type else impl


def middle_of(x: Any, y: Any) -> float:
    """Return the mean of two numbers."""
    if not isinstance(x, int):
        return (x + y) / 2
    parts = np.empty(MOST_PARTS)
    count, _, _ = sum_of([x, y], parts)
    return round_parts(parts, count) / 2


@implements("statistics.median_low")
def median_low(data: Any) -> FunctionType | None:
    """Return the middle, or the smaller one of two."""

    def impl(data):
        values = sorted(data)
        if len(values) == 0:
            raise StatisticsError("no median for empty data")
        return values[(len(values) - 1) // 2]

    return impl


@implements("statistics.median_high")
def median_high(data: Any) -> FunctionType | None:
    """Return the middle, or the larger one of two."""

    def impl(data):
        values = sorted(data)
        if len(values) == 0:
            raise StatisticsError("no median for empty data")
        return values[len(values) // 2]

    return impl


@implements("statistics.mode")
def mode(data: Any) -> FunctionType | None:
    """Return what is there most often, the first one of several."""

    def impl(data):
        counts = Counter(data)
        if len(counts) == 0:
            raise StatisticsError("no mode for empty data")
        most = max(counts.values())
        for value, count in counts.items():
            if count == most:
                return value
        raise StatisticsError("no mode for empty data")

    return impl


@implements("statistics.multimode")
def multimode(data: Any) -> FunctionType | None:
    """Return all that is there most often."""

    def impl(data):
        counts = Counter(data)
        most = max(counts.values()) if len(counts) > 0 else 0
        return [value for value, count in counts.items() if count == most]

    return impl


def spread(data: Any, less: int, is_root: bool, message: str) -> float:
    """Return the variance about the mean, with `less` data left out of the count, or its root."""
    parts = np.empty(MOST_PARTS)
    count, n, special = squares_about_mean(data, parts)
    if n <= less:
        raise StatisticsError(message)
    if special != 0.0:
        return math.sqrt(special) if is_root else special
    divisor = float(n * (n - less))
    return root_of_quotient(parts, count, divisor) if is_root else quotient(parts, count, divisor)


def spread_about(data: Any, center: Any, less: int, is_root: bool, message: str) -> float:
    """As `spread`, about a number."""
    parts = np.empty(MOST_PARTS)
    count, n, special = squares_about(data, parts, center)
    if n <= less:
        raise StatisticsError(message)
    if special != 0.0:
        return math.sqrt(special) if is_root else special
    divisor = float(n - less)
    return root_of_quotient(parts, count, divisor) if is_root else quotient(parts, count, divisor)


def _of_sample(center: Any, is_root: bool, message: str) -> FunctionType:
    def impl(data, xbar=None):
        return spread(data, 1, is_root, message)

    def impl_about(data, xbar=None):
        return spread_about(data, xbar, 1, is_root, message)

    return impl if is_none(center) else impl_about


def _of_population(center: Any, is_root: bool, message: str) -> FunctionType:
    def impl(data, mu=None):
        return spread(data, 0, is_root, message)

    def impl_about(data, mu=None):
        return spread_about(data, mu, 0, is_root, message)

    return impl if is_none(center) else impl_about


@implements("statistics.variance")
def variance(data: Any, xbar: Any = None) -> FunctionType | None:
    """Return the variance of a sample."""
    return _of_sample(xbar, False, "variance requires at least two data points")


@implements("statistics.stdev")
def stdev(data: Any, xbar: Any = None) -> FunctionType | None:
    """Return the standard deviation of a sample."""
    return _of_sample(xbar, True, "stdev requires at least two data points")


@implements("statistics.pvariance")
def pvariance(data: Any, mu: Any = None) -> FunctionType | None:
    """Return the variance of all data."""
    return _of_population(mu, False, "pvariance requires at least one data point")


@implements("statistics.pstdev")
def pstdev(data: Any, mu: Any = None) -> FunctionType | None:
    """Return the standard deviation of all data."""
    return _of_population(mu, True, "pstdev requires at least one data point")


@implements("statistics.quantiles")
def quantiles(data: Any, *, n: Any = 4, method: Any = "exclusive") -> FunctionType | None:
    """Return the values that divide the data into parts of equal probability."""

    def impl(data, *, n=4, method="exclusive"):
        if n < 1:
            raise StatisticsError("n must be at least 1")
        values = sorted(data)
        count = len(values)
        if count < _FEWEST_FOR_QUANTILES:
            raise StatisticsError(_FEW_FOR_QUANTILES)
        if count == 1:
            return [values[0] * 1.0 for _ in range(n - 1)]
        if method == "inclusive":
            return [between(values, i * (count - 1) // n, i * (count - 1) % n, n) for i in range(1, n)]
        if method == "exclusive":
            places = [min(max(i * (count + 1) // n, 1), count - 1) for i in range(1, n)]
            return [between(values, j - 1, i * (count + 1) - j * n, n) for i, j in enumerate(places, 1)]
        raise ValueError(f"Unknown method: {method!r}")

    return impl


_FEWEST_FOR_QUANTILES = 1 if sys.version_info >= (3, 13) else 2
_FEW_FOR_QUANTILES = "must have at least " + ("one data point" if sys.version_info >= (3, 13) else "two data points")


def between(values: Any, j: int, delta: int, n: int) -> float:
    """Return the value `delta / n` of the way from one value to the next."""
    x, y = values[j], values[j + 1]
    if not isinstance(x, int):
        return (x * (n - delta) + y * delta) / n
    parts = np.empty(MOST_PARTS)
    count = 0
    for part in halves(x):
        count = add_product(parts, count, part, float(n - delta))
    for part in halves(y):
        count = add_product(parts, count, part, float(delta))
    return quotient(parts, count, float(n))


@implements("statistics.geometric_mean")
def geometric_mean(data: Any) -> FunctionType | None:
    """Return the root of the product."""

    def impl(data):
        logarithms = []
        has_zero = False
        for x in data:
            if _TAKES_ZEROS and x == 0:
                has_zero = True
            elif x <= 0:
                if _TAKES_ZEROS:
                    raise StatisticsError(_NOT_POSITIVE, x)
                raise StatisticsError(_NOT_POSITIVE)
            else:
                logarithms.append(math.log(x))
        if len(logarithms) == 0:
            if has_zero:
                return 0.0
            raise StatisticsError(_NO_DATA)
        total, n = float_sum(logarithms)
        if has_zero:
            return math.nan if math.isnan(total) or total == math.inf else 0.0
        return math.exp(total / n)

    return impl


@implements("statistics.harmonic_mean")
def harmonic_mean(data: Any, weights: Any = None) -> FunctionType | None:
    """Return the reciprocal of the mean of the reciprocals."""
    refuse("weights", weights)

    def impl(data, weights=None):
        parts = np.empty(MOST_PARTS)
        count, n = 0, 0
        has_zero = False
        alone = 0.0
        for x in data:
            if x < 0:
                raise StatisticsError("harmonic mean does not support negative values")
            n += 1
            alone = x * 1.0
            if x == 0:
                has_zero = True
            else:
                count = add_part(parts, count, 1 / x)
        if n == 0:
            raise StatisticsError("harmonic_mean requires at least one data point")
        if has_zero or n == 1:
            return 0.0 if has_zero else alone
        return over_sum(float(n), parts, count)

    return impl


def over_sum(number: float, parts: Any, count: int) -> float:
    """Return a number, divided by a sum in parts and rounded once."""
    total = round_parts(parts, count)
    whole = number / total
    left = np.empty(MOST_PARTS)
    in_left = add_part(left, 0, number)
    for k in range(count):
        in_left = add_product(left, in_left, -whole, parts[k])
    return whole + round_parts(left, in_left) / total


def check_lengths(x: Any, y: Any, name: str) -> None:
    """Check that there are as many data of one kind as of the other, at least two."""
    if len(x) != len(y):
        raise StatisticsError(f"{name} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{name} requires at least two data points")


def distances(data: Any) -> tuple[list[float], float]:
    """Return how far the data are from their mean, and the mean."""
    total, n = float_sum(data)
    center = total / n
    return [x - center for x in data], center


@implements("statistics.covariance")
def covariance(x: Any, y: Any) -> FunctionType | None:
    """Return the covariance of two samples."""

    def impl(x, y):
        check_lengths(x, y, "covariance")
        return products(distances(x)[0], distances(y)[0]) / (len(x) - 1)

    return impl


# By which both factors are multiplied where their product leaves the range of floats.
_SMALLER, _LARGER = 2.0**-512, 2.0**537


def root_of_product(x: float, y: float) -> float:
    """Return the square root of a product of two numbers that are not negative.

    From CPython 3.13 on it is corrected by a step of Newton's method with the exact error of its square.
    """
    root = math.sqrt(x * y)
    if not _HAS_EXACT_ROOTS or math.isnan(root):
        return root
    scale = 1.0
    if math.isinf(root) and not math.isinf(x) and not math.isinf(y):
        scale = _SMALLER
    elif root == 0.0 and x != 0.0 and y != 0.0:
        scale = _LARGER
    x, y = scale * x, scale * y
    root = math.sqrt(x * y)
    if root == 0.0 or math.isinf(root):
        return root
    return (root + products((x, root), (y, -root)) / (2.0 * root)) / scale


@implements("statistics.correlation")
def correlation(x: Any, y: Any, *, method: Any = "linear") -> FunctionType | None:
    """Return Pearson's correlation."""

    def impl(x, y, *, method="linear"):
        check_lengths(x, y, "correlation")
        if method != "linear":
            raise ValueError("compiled code has the method 'linear' only")
        dx, _ = distances(x)
        dy, _ = distances(y)
        sxy, divisor = products(dx, dy), root_of_product(products(dx, dx), products(dy, dy))
        if divisor == 0.0:
            raise StatisticsError("at least one of the inputs is constant")
        return sxy / divisor

    return impl


@implements("statistics.linear_regression")
def linear_regression(x: Any, y: Any, *, proportional: Any = False) -> FunctionType | None:
    """Return slope and intercept of the line with the smallest sum of squares."""

    def impl(x, y, *, proportional=False):
        check_lengths(x, y, "linear regression")
        dx, x_mean = distances(x)
        dy, y_mean = distances(y)
        sxy, sxx = (products(x, y), products(x, x)) if proportional else (products(dx, dy), products(dx, dx))
        if sxx == 0.0:
            raise StatisticsError("x is constant")
        slope = sxy / sxx
        return LinearRegression(slope, 0.0 if proportional else y_mean - slope * x_mean)

    return impl
