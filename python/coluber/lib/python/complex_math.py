"""Module ``cmath`` and the powers of complex numbers."""

from __future__ import annotations

import math

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_complex, is_integral, is_number, is_real
from coluber.lib.python import complex_functions as functions
from coluber.lib.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


_ZERO_POWER = text_of(lambda: 0j**-1)

_FUNCTIONS = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log10", "sin", "sinh", "sqrt", "tan", "tanh",
)  # fmt: skip


def in_type(function: Callable[[complex], complex], z: Type) -> FunctionType:
    """Return a function of complex128 numbers as one of another type of complex numbers; it is computed in complex128."""
    if z == types.complex128:
        return function
    single, double = types.complex64, types.complex128

    def impl(z):
        return single(function(double(z)))

    return impl


def _register(name: str) -> None:
    function = getattr(functions, name)
    double = types.complex128

    @implements(f"cmath.{name}")
    def choose(z):
        if is_complex(z):
            return in_type(function, z)
        if not is_number(z):
            return None

        def impl(z):
            return function(double(z))

        return impl


for _name in _FUNCTIONS:
    _register(_name)


@implements("cmath.log")
def log(z: Any, base: Any = None) -> FunctionType | None:
    """Logarithm, to a base if one is given."""
    double, natural = types.complex128, functions.log
    if base is None:
        if is_complex(z):
            return in_type(natural, z)

        def impl(z):
            return natural(double(z))

        return impl if is_number(z) else None

    def impl_base(z, base):
        divisor = natural(double(base))
        if divisor == 0.0:
            raise ZeroDivisionError("complex division by zero")
        return functions.divide(natural(double(z)), divisor)

    return impl_base if is_number(z) and is_number(base) else None


@implements("cmath.phase")
def phase(z: Any) -> FunctionType | None:
    """Angle of a number in the plane."""
    double = types.complex128

    def impl(z):
        w = double(z)
        return math.atan2(w.imag, w.real)

    return impl if is_number(z) else None


@implements("cmath.polar")
def polar(z: Any) -> FunctionType | None:
    """Modulus and angle."""
    double = types.complex128

    def impl(z):
        w = double(z)
        return math.hypot(w.real, w.imag), math.atan2(w.imag, w.real)

    return impl if is_number(z) else None


@implements("cmath.rect")
def rect(r: Any, phi: Any) -> FunctionType | None:
    """Return the number with a modulus and an angle."""
    double = types.float64

    def impl(r, phi):
        size, angle = double(r), double(phi)
        if not (math.isfinite(size) and math.isfinite(angle)):
            return _special_point(size, angle)
        if angle == 0.0:
            return complex(size, size * angle)
        return complex(size * math.cos(angle), size * math.sin(angle))

    return impl if is_real(r) and is_real(phi) else None


def _special_point(size, angle):
    """Return the number with a modulus and an angle not both of which are finite."""
    if math.isinf(size) and math.isfinite(angle):
        sign = math.copysign(1.0, size)
        along = angle * sign if angle == 0.0 else math.copysign(size, math.sin(angle)) * sign
        return complex(math.copysign(size, math.cos(angle)) * sign, along)
    if size == 0.0:
        return complex(0.0, 0.0)
    if math.isinf(size):
        return complex(math.inf, math.nan)
    return complex(math.nan, 0.0 if angle == 0.0 else math.nan)


@implements("cmath.isnan")
def isnan(z: Any) -> FunctionType | None:
    """Whether a part is not a number."""
    double = types.complex128

    def impl(z):
        w = double(z)
        return math.isnan(w.real) or math.isnan(w.imag)

    return impl if is_number(z) else None


@implements("cmath.isinf")
def isinf(z: Any) -> FunctionType | None:
    """Whether a part is infinite."""
    double = types.complex128

    def impl(z):
        w = double(z)
        return math.isinf(w.real) or math.isinf(w.imag)

    return impl if is_number(z) else None


@implements("cmath.isfinite")
def isfinite(z: Any) -> FunctionType | None:
    """Whether both parts are finite."""
    double = types.complex128

    def impl(z):
        w = double(z)
        return math.isfinite(w.real) and math.isfinite(w.imag)

    return impl if is_number(z) else None


@implements("cmath.isclose")
def isclose(a: Any, b: Any, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> FunctionType | None:
    """Whether two numbers are close."""
    if not (is_number(a) and is_number(b)):
        return None
    double = types.complex128

    def impl(a, b, rel_tol=1e-09, abs_tol=0.0):
        if rel_tol < 0.0 or abs_tol < 0.0:
            raise ValueError("tolerances must be non-negative")
        x, y = double(a), double(b)
        if x == y:
            return True
        if math.isinf(x.real) or math.isinf(x.imag) or math.isinf(y.real) or math.isinf(y.imag):
            return False
        distance = math.hypot(x.real - y.real, x.imag - y.imag)
        size_x, size_y = math.hypot(x.real, x.imag), math.hypot(y.real, y.imag)
        return distance <= rel_tol * size_x or distance <= rel_tol * size_y or distance <= abs_tol

    return impl


def power_by_integer(z: complex, n: int) -> complex:
    """Return z to an integer power, as CPython does."""
    if n >= 0:
        if n <= 100:
            return functions.integer_power(z, n)
    elif z == 0.0:
        raise ZeroDivisionError(_ZERO_POWER)
    elif n >= -100:
        return functions.divide(complex(1.0, 0.0), functions.integer_power(z, -n))
    if z == 0.0:
        return complex(0.0, 0.0)
    return functions.polar_power(z, complex(float(n), 0.0))


def power(z: complex, exponent: complex) -> complex:
    """Return z to a complex power, as CPython does."""
    if exponent.imag == 0.0 and abs(exponent.real) <= 100.0 and math.floor(exponent.real) == exponent.real:
        return power_by_integer(z, int(exponent.real))
    if z == 0.0:
        if exponent.imag != 0.0 or exponent.real < 0.0:
            raise ZeroDivisionError(_ZERO_POWER)
        return complex(0.0, 0.0)
    return functions.polar_power(z, exponent)


@implements("coluber.complex_pow")
def complex_pow(z: Any, exponent: Any) -> FunctionType | None:
    """``z ** exponent`` for a complex z."""
    if not is_complex(z):
        return None
    result, double = types.unliteral(z), types.complex128
    if is_integral(exponent):
        wide = types.int64

        def impl_integer(z, exponent):
            return result(power_by_integer(double(z), wide(exponent)))

        return impl_integer

    def impl(z, exponent):
        return result(power(double(z), double(exponent)))

    return impl if is_number(exponent) else None


# ---------------------------------------------------------------------------------------------------- numbers from text


# What is white space around numbers, which the separators 28 to 31 are not.
_WHITE = (
    " \t\n\r\v\f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


def _part(text):
    """Return the number of the imaginary part without its letter; nothing, or a sign alone, stands for one."""
    if text in ("", "+"):
        return 1.0
    return -1.0 if text == "-" else float(text)


def _without_underscores(text, number):
    """Return a number without the underscores between its digits."""
    before = " "
    for c in number + " ":
        if (c == "_" and before not in "0123456789") or (before == "_" and c not in "0123456789"):
            raise ValueError(f"could not convert string to complex: {text!r}")
        before = c
    return number.replace("_", "")


def _complex_of_text(text):
    number = text.strip(_WHITE)
    if "_" in number:
        number = _without_underscores(text, number)
    if number[:1] == "(" and number[-1:] == ")":
        number = number[1:-1].strip()
    for c in number:
        if c.isspace():
            raise ValueError("complex() arg is a malformed string")
    split = 0
    for k in range(len(number) - 1, 0, -1):
        if number[k] in "+-" and number[k - 1] not in "eE":
            split = k
            break
    try:
        if number[-1:] in ("j", "J"):
            return complex(float(number[:split]) if split > 0 else 0.0, _part(number[split:-1]))
        return complex(float(number), 0.0)
    except ValueError:
        raise ValueError("complex() arg is a malformed string") from None


@implements("builtins.complex")
def complex_of_text(real: Any) -> FunctionType | None:
    """Return the number that a text stands for."""

    def impl(real):
        return _complex_of_text(real)

    return impl if isinstance(types.unliteral(real), types.UnicodeType) else None
