"""What fractions compute of int64: results that have more bits raise OverflowError; what lies in between may have 128."""

from __future__ import annotations

import math

from coluber.core.types import int64, uint64
from coluber.lib.python.wide import (
    added,
    divided,
    is_int64,
    is_less,
    magnitude,
    multiplied,
    shifted,
    subtracted,
    with_sign,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TOO_LARGE = "a numerator or denominator of a Fraction has more than 64 bits, which compiled code has no int for"

# Products of two of them have no more than 64 bits.
_SMALL = 1 << 31
_EXACT_IN_FLOATS = 1 << 53
_ABOVE_ALL = 2.0**64
_MODULUS = (1 << 61) - 1
_HASH_OF_INFINITY = 314159


def are_small(a: int, b: int) -> bool:
    """Whether the product of two int64, and the sum of two such products, have no more than 64 bits."""
    return -_SMALL < a < _SMALL and -_SMALL < b < _SMALL


def signed(is_negative: bool, high: Any, low: Any) -> int:
    """Return an int64 of a sign and a magnitude of 128 bits."""
    if not is_int64(is_negative, high, low):
        raise OverflowError(_TOO_LARGE)
    return with_sign(is_negative, low)


def product(a: int, b: int) -> int:
    """Return ``a * b``."""
    if are_small(a, b):
        return a * b
    high, low = multiplied(magnitude(a), magnitude(b))
    return signed((a < 0) != (b < 0), high, low)


def negated(a: int) -> int:
    """Return ``-a``."""
    return signed(a > 0, uint64(0), magnitude(a))


def power(base: int, exponent: int) -> int:
    """Return ``base ** exponent`` for an exponent that is not negative."""
    result, factor, left = 1, base, exponent
    while left > 0:
        if left & 1:
            result = product(result, factor)
        left >>= 1
        if left > 0:
            factor = product(factor, factor)
    return result


def sum_of_products(a: int, b: int, c: int, d: int) -> Any:
    """Return the sign and the magnitude of ``a * b + c * d``."""
    if are_small(a, b) and are_small(c, d):
        small = a * b + c * d
        return small < 0, uint64(0), magnitude(small)
    high, low = multiplied(magnitude(a), magnitude(b))
    other_high, other_low = multiplied(magnitude(c), magnitude(d))
    is_negative, other_is_negative = (a < 0) != (b < 0), (c < 0) != (d < 0)
    if is_negative == other_is_negative:
        high, low = added(high, low, other_high, other_low)
    elif is_less(high, low, other_high, other_low):
        high, low = subtracted(other_high, other_low, high, low)
        is_negative = other_is_negative
    else:
        high, low = subtracted(high, low, other_high, other_low)
    return is_negative, high, low


def compared(a: int, b: int, c: int, d: int) -> int:
    """Return -1, 0 or 1: how ``a * b`` compares with ``c * d``, where `b` and `d` are positive."""
    if are_small(a, b) and are_small(c, d):
        return (a * b > c * d) - (a * b < c * d)
    if (a < 0) != (c < 0):
        return -1 if a < 0 else 1
    high, low = multiplied(magnitude(a), magnitude(b))
    other_high, other_low = multiplied(magnitude(c), magnitude(d))
    is_above = is_less(other_high, other_low, high, low)
    is_below = is_less(high, low, other_high, other_low)
    order = int(is_above) - int(is_below)
    return order if a >= 0 else -order


def sum_of_fractions(na: int, da: int, sign: int, nb: int, db: int) -> tuple[int, int]:
    """Return numerator and denominator of ``a + sign * b`` for fractions in lowest terms, after Knuth, TAOCP 2, 4.5.1."""
    common = math.gcd(da, db)
    left, right = da // common, db // common
    is_negative, high, low = sum_of_products(na, right, nb, sign * left)
    if common == 1:
        return signed(is_negative, high, low), product(left, db)
    divisor = uint64(common)
    rest = divided(high, low, uint64(0), divisor)[3]
    factor = math.gcd(int64(rest), common)
    high, low, _, _ = divided(high, low, uint64(0), uint64(factor))
    return signed(is_negative, high, low), product(left, db // factor)


def product_of_fractions(na: int, da: int, nb: int, db: int) -> tuple[int, int]:
    """Return numerator and denominator of the product of two fractions in lowest terms."""
    first, second = math.gcd(na, db), math.gcd(nb, da)
    return product(na // first, nb // second), product(db // first, da // second)


def quotient_of_fractions(na: int, da: int, nb: int, db: int) -> tuple[int, int]:
    """Return numerator and denominator of the quotient of two fractions in lowest terms, the second of them not 0."""
    first, second = common_factor(na, nb), math.gcd(da, db)
    numerator = multiplied(magnitude(na) // first, uint64(db // second))
    denominator = multiplied(magnitude(nb) // first, uint64(da // second))
    is_negative = (na < 0) != (nb < 0)
    return signed(is_negative, numerator[0], numerator[1]), signed(False, denominator[0], denominator[1])


def common_factor(a: int, b: int) -> Any:
    """Return the greatest common divisor of two int64, not both of them 0, as a uint64: it may be 2**63."""
    x, y = magnitude(a), magnitude(b)
    while y != uint64(0):
        x, y = y, x % y
    return x


def whole_quotient(na: int, da: int, nb: int, db: int) -> int:
    """Return the whole part, towards minus infinity, of the quotient of two fractions, the second of them not 0."""
    if are_small(na, db) and are_small(da, nb):
        return (na * db) // (da * nb)
    high, low = multiplied(magnitude(na), uint64(db))
    other_high, other_low = multiplied(uint64(da), magnitude(nb))
    high, low, rest_high, rest_low = divided(high, low, other_high, other_low)
    is_negative = (na < 0) != (nb < 0)
    if is_negative and (rest_high | rest_low) != uint64(0):
        high, low = added(high, low, uint64(0), uint64(1))
    return signed(is_negative, high, low)


def as_float(n: int, d: int) -> float:
    """Return the float nearest to ``n / d``.

    The quotient of a numerator that is shifted far enough has more bits than a float; the lowest one says if there are more.
    """
    if -_EXACT_IN_FLOATS <= n <= _EXACT_IN_FLOATS and d <= _EXACT_IN_FLOATS:
        return n / d
    count = max(0, 56 - bits_of(magnitude(n)) + bits_of(uint64(d)))
    high, low = shifted(magnitude(n), uint64(count))
    _, low, _, rest = divided(high, low, uint64(0), uint64(d))
    size = math.ldexp(float(low | (uint64(1) if rest != uint64(0) else uint64(0))), -count)
    return -size if n < 0 else size


def bits_of(x: Any) -> int:
    """Return how many bits a uint64 has."""
    count = 0
    while x != uint64(0):
        x = x >> uint64(1)
        count += 1
    return count


def compared_with_float(n: int, d: int, x: float) -> int:
    """Return -1, 0 or 1: how a fraction compares with a finite float, exactly."""
    sign, other = (n > 0) - (n < 0), (x > 0) - (x < 0)
    if sign != other:
        return -1 if sign < other else 1
    return sign * _compared_magnitudes(magnitude(n), uint64(d), abs(x))


def _compared_magnitudes(n: Any, d: Any, x: float) -> int:
    if x >= _ABOVE_ALL:
        return -1
    whole, given = n // d, uint64(x)
    if whole != given:
        return -1 if whole < given else 1
    # Bit by bit behind the point; taking the bits off the float is exact.
    rest, left = n - whole * d, x - math.floor(x)
    while left != 0.0 and rest != uint64(0):
        rest, left = rest << uint64(1), left * 2.0
        if (rest >= d) != (left >= 1.0):
            return 1 if rest >= d else -1
        if rest >= d:
            rest, left = rest - d, left - 1.0
    return 1 if rest != uint64(0) else (-1 if left != 0.0 else 0)


def hash_of(n: int, d: int) -> int:
    """Return the hash of a fraction: the numerator divided by the denominator in the integers modulo ``2**61 - 1``."""
    if d % _MODULUS == 0:
        size = _HASH_OF_INFINITY
    else:
        size = int64(magnitude(n) % uint64(_MODULUS))
        if d != 1:
            size = _modular_product(uint64(size), uint64(pow(d, -1, _MODULUS)))
    result = size if n >= 0 else -size
    return -2 if result == -1 else result


def _modular_product(a: Any, b: Any) -> int:
    high, low = multiplied(a, b)
    folded = ((high << uint64(3)) | (low >> uint64(61))) + (low & uint64(_MODULUS))
    return int64(folded % uint64(_MODULUS))
