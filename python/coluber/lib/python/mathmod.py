"""The functions of module ``math`` that are not operations of the compiler."""

from __future__ import annotations

import math
import sys

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import trailing_zeros
from coluber.lib.kinds import is_array, is_integral, is_list, is_none, is_number, is_real, is_unsigned
from coluber.lib.python import float_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_INT64_MAX = 2**63 - 1

_NOT_POSITIVE, _NO_DIVISOR = (
    ("expected a positive input", "division by zero")
    if sys.version_info >= (3, 14)
    else ("math domain error", "float division by zero")
)


def _float_class(*operands: Any) -> Any:
    """Return the type in which a function of these numbers computes: float32 if they are all float32."""
    single = all(types.unliteral(ty) == types.float32 for ty in operands)
    return types.float32 if single else types.float64


def _integer_class(*operands: Any) -> Any:
    """Return the type of integer results: uint64 if the operands have no sign, else int64."""
    return types.uint64 if all(is_unsigned(ty) for ty in operands) else types.int64


@implements("math.log")
def log(x: Any, base: Any = None) -> FunctionType | None:
    """Logarithm to a base; the natural logarithm is an operation."""
    if not (is_real(x) and is_real(base)):
        return None
    number, double = _float_class(x, base), types.float64

    def impl(x, base):
        divisor = math.log(double(base))
        if divisor == 0.0:
            if x <= 0:
                raise ValueError(_NOT_POSITIVE)
            raise ZeroDivisionError(_NO_DIVISOR)
        return number(math.log(double(x)) / divisor)

    return impl


@implements("math.frexp")
def frexp(x: Any) -> FunctionType | None:
    """Fraction and exponent."""
    number, double = _float_class(x), types.float64

    def impl(x):
        fraction, exponent = float_parts.split(double(x))
        return number(fraction), exponent

    return impl if is_real(x) else None


@implements("math.ldexp")
def ldexp(x: Any, i: Any) -> FunctionType | None:
    """``x * 2**i``; infinite where that is too large."""
    number, double, integer = _float_class(x), types.float64, types.int64

    def impl(x, i):
        return number(float_parts.scale(double(x), integer(i)))

    return impl if is_real(x) and is_integral(i) else None


@implements("math.modf")
def modf(x: Any) -> FunctionType | None:
    """Fraction and whole number."""
    number = _float_class(x)

    def impl(x):
        value = number(x)
        if math.isinf(value):
            return math.copysign(number(0), value), value
        whole = math.copysign(value - math.fmod(value, number(1)), value)
        return math.copysign(value - whole, value), whole

    return impl if is_real(x) else None


@implements("math.ulp")
def ulp(x: Any) -> FunctionType | None:
    """Value of the last bit."""
    double = types.float64

    def impl(x):
        value = abs(double(x))
        if not math.isfinite(value):
            return value
        above = math.nextafter(value, math.inf)
        if math.isinf(above):
            return value - math.nextafter(value, 0.0)
        return above - value

    return impl if is_real(x) else None


@implements("math.isclose")
def isclose(a: Any, b: Any, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> FunctionType | None:
    """Whether two numbers are close."""
    if not (is_real(a) and is_real(b)):
        return None
    double = types.float64

    def impl(a, b, rel_tol=1e-09, abs_tol=0.0):
        if rel_tol < 0.0 or abs_tol < 0.0:
            raise ValueError("tolerances must be non-negative")
        x, y = double(a), double(b)
        if x == y:
            return True
        if math.isinf(x) or math.isinf(y):
            return False
        distance = abs(x - y)
        return distance <= rel_tol * abs(x) or distance <= rel_tol * abs(y) or distance <= abs_tol

    return impl


# ------------------------------------------------------------------------------------------------------------ integers


def gcd_unsigned(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers without sign.

    By subtracting odd numbers and shifting (J. Stein, "Computational problems associated with Racah algebra", 1967): that takes
    less time than divisions.
    """
    if a == 0 or b == 0:
        return a | b
    twos = trailing_zeros(a | b)
    a >>= trailing_zeros(a)
    b >>= trailing_zeros(b)
    while a != b:
        # That of the difference is the same for both signs; so it need not wait for the larger number.
        shift = trailing_zeros(b - a)
        a, b = min(a, b), (max(a, b) - min(a, b)) >> shift
    return a << twos


@implements("math.gcd")
def gcd(*integers: Any) -> FunctionType | None:
    """Greatest common divisor."""
    if not all(is_integral(ty) for ty in integers):
        return None
    number, unsigned = _integer_class(*integers) if integers else types.int64, types.uint64

    def impl(*integers):
        result = unsigned(0)
        for x in integers:
            result = gcd_unsigned(result, unsigned(abs(number(x))))
        return number(result)

    def impl_empty():
        return 0

    return impl if integers else impl_empty


@implements("math.lcm")
def lcm(*integers: Any) -> FunctionType | None:
    """Least common multiple, modulo 2**64."""
    if not all(is_integral(ty) for ty in integers):
        return None
    number, unsigned = _integer_class(*integers) if integers else types.int64, types.uint64

    def impl(*integers):
        result = unsigned(1)
        for x in integers:
            size = unsigned(abs(number(x)))
            if size == 0:
                return number(0)
            result = result // gcd_unsigned(result, size) * size
        return number(result)

    def impl_empty():
        return 1

    return impl if integers else impl_empty


def _of_integers(function: Any, empty: int) -> Any:
    """Return the overload function of ``gcd`` or ``lcm`` that is given the integers of a sequence, of any number."""

    def overload(integers: Any) -> FunctionType:
        def impl(integers):
            result = empty
            for x in integers:
                result = function(result, x)
            return result

        return impl

    return overload


gcd_of_items = implements("spread:math.gcd")(_of_integers(math.gcd, 0))
lcm_of_items = implements("spread:math.lcm")(_of_integers(math.lcm, 1))


@implements("math.isqrt")
def isqrt(n: Any) -> FunctionType | None:
    """Whole part of the square root."""
    number = types.uint64

    def impl(n):
        if n < 0:
            raise ValueError("isqrt() argument must be nonnegative")
        value = number(n)
        root = number(min(math.sqrt(float(value)), 4294967295.0))
        if root * root > value:
            root = root - number(1)
        elif root < number(4294967295) and (root + number(1)) * (root + number(1)) <= value:
            root = root + number(1)
        return types.int64(root)

    return impl if is_integral(n) else None


def multiply_checked(a: int, b: int) -> int:
    """Return a * b for numbers that are not negative, or raise OverflowError where it does not fit in an int64."""
    if b != 0 and a > _INT64_MAX // b:
        raise OverflowError("integer result too large to fit in an int64")
    return a * b


@implements("math.factorial")
def factorial(n: Any) -> FunctionType | None:
    """Factorial; OverflowError above 20."""
    number = types.int64

    def impl(n):
        if n < 0:
            raise ValueError("factorial() not defined for negative values")
        result = number(1)
        for k in range(2, number(n) + 1):
            result = multiply_checked(result, k)
        return result

    return impl if is_integral(n) else None


@implements("math.perm")
def perm(n: Any, k: Any = None) -> FunctionType | None:
    """Return the number of ordered choices; OverflowError where it does not fit in an int64."""
    if not (is_integral(n) and (is_none(k) or is_integral(k))):
        return None
    number, all_of_them = types.int64, is_none(k)

    def impl(n, k=None):
        total = number(n)
        count = total if all_of_them else number(k)
        if total < 0:
            raise ValueError("n must be a non-negative integer")
        if count < 0:
            raise ValueError("k must be a non-negative integer")
        result = number(1)
        if count > total:
            return number(0)
        for i in range(count):
            result = multiply_checked(result, total - i)
        return result

    return impl


@implements("math.comb")
def comb(n: Any, k: Any) -> FunctionType | None:
    """Return the number of choices; OverflowError where it does not fit in an int64."""
    number, unsigned = types.int64, types.uint64

    def impl(n, k):
        total, count = number(n), number(k)
        if total < 0:
            raise ValueError("n must be a non-negative integer")
        if count < 0:
            raise ValueError("k must be a non-negative integer")
        if count > total:
            return number(0)
        count = min(count, total - count)
        result = number(1)
        for i in range(1, count + 1):
            # The quotients are whole: result * factor is divisible by i.
            factor = total - count + i
            common = number(gcd_unsigned(unsigned(result), unsigned(i)))
            result = multiply_checked(result // common, factor // (i // common))
        return result

    return impl if is_integral(n) and is_integral(k) else None


# ------------------------------------------------------------------------------------------------------------ sequences


def _is_sequence(ty: Any) -> bool:
    return is_array(ty, 1) or (isinstance(ty, types.BaseTuple) and len(ty) > 0 and all(is_number(t) for t in ty.types))


@implements("math.prod")
def prod(iterable: Any, start: Any = None) -> FunctionType | None:
    """Product of the items."""
    if is_number(iterable) or (isinstance(iterable, types.Array) and iterable.ndim != 1):
        return None

    def impl(iterable, start=1):
        total = start
        for x in iterable:
            total = total * x
        return total

    return impl


def _same_length(p: Any, q: Any, message: str) -> None:
    if isinstance(p, types.BaseTuple) and isinstance(q, types.BaseTuple) and len(p) != len(q):
        raise errors.TypingError(message)


@implements("math.dist")
def dist(p: Any, q: Any) -> FunctionType | None:
    """Distance of two points."""
    if not all(_is_sequence(x) or is_list(x) for x in (p, q)):
        return None
    _same_length(p, q, "both points must have the same number of dimensions")

    def impl(p, q):
        if len(p) != len(q):
            raise ValueError("both points must have the same number of dimensions")
        total = 0.0
        for x, y in zip(p, q):  # noqa: B905
            total = math.hypot(total, x - y)
        return total

    return impl


@implements("math.sumprod")
def sumprod(p: Any, q: Any) -> FunctionType | None:
    """Sum of the products of the items."""
    if not all(_is_sequence(x) or is_list(x) for x in (p, q)):
        return None
    _same_length(p, q, "Inputs are not the same length")

    def impl(p, q):
        if len(p) != len(q):
            raise ValueError("Inputs are not the same length")
        total = 0
        for x, y in zip(p, q):  # noqa: B905
            total = total + x * y
        return total

    return impl


@implements("math.hypot")
def hypot(*coordinates: Any) -> FunctionType | None:
    """Length of a vector of other than two coordinates."""
    if not all(is_real(x) or is_integral(x) for x in map(types.unliteral, coordinates)):
        return None

    def impl(*coordinates):
        total = 0.0
        for x in coordinates:
            total = math.hypot(total, x)
        return total

    return impl if len(coordinates) != 2 else None
