"""The class that stands for ``fractions.Fraction`` in compiled code: its numerator and denominator are int64."""

from __future__ import annotations

import fractions
import math
import sys
from dataclasses import dataclass
from numbers import Complex, Integral, Real
from typing import Any

from coluber import _native
from coluber.core import types
from coluber.core.extending import implements
from coluber.core.types import int64
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_integral, is_none
from coluber.lib.python.fraction_numbers import (
    as_float,
    compared,
    compared_with_float,
    hash_of,
    negated,
    power,
    product,
    product_of_fractions,
    quotient_of_fractions,
    sum_of_fractions,
    whole_quotient,
)
from coluber.lib.python.wide import whole
from coluber.lib.texts import text_of
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

_TOO_LARGE = "the numerator or denominator of a Fraction has more than 64 bits, which compiled code has no int for"
_NO_QUOTIENT = text_of(lambda: fractions.Fraction(1) // 0)
_NO_REST = text_of(lambda: fractions.Fraction(1) % 0)
_NO_PAIR = text_of(lambda: divmod(fractions.Fraction(1), 0))
_NO_DENOMINATOR = text_of(lambda: fractions.Fraction(1).limit_denominator(0))

# What the text of a division by zero names: since CPython 3.12 the divisor's denominator, before that a sign.
_NAMES_DIVISOR = text_of(lambda: fractions.Fraction(-1) / 0) == "Fraction(1, 0)"


def _formatted(value: Any, spec: str) -> str:
    return format(value, spec)


def _parsed(text: str) -> tuple[int, int]:
    value = fractions.Fraction(text)
    _check(value)
    return value.numerator, value.denominator


def _check(value: fractions.Fraction) -> None:
    if not (-(1 << 63) <= value.numerator < 1 << 63 and value.denominator < 1 << 63):
        raise OverflowError(_TOO_LARGE)


_TEXT: Any = types.unicode_type
_PAIR: Any = types.UniTuple(types.int64, 2)
_FORMATTED = register(f"{__name__}!_formatted", _formatted, _TEXT)
_PARSED = register(f"{__name__}!_parsed", _parsed, _PAIR)


def _made(parts: tuple[int, int]) -> Fraction:
    return Fraction(parts[0], parts[1])


def _reduced(numerator: int, denominator: int) -> Fraction:
    """Return the fraction with a numerator and a denominator of any sign."""
    if denominator == 0:
        raise ZeroDivisionError(f"Fraction({numerator}, 0)")
    if denominator == 1:
        return Fraction(numerator, 1)
    return _made(quotient_of_fractions(numerator, 1, denominator, 1))


def _of_float(x: float) -> Fraction:
    return _made(x.as_integer_ratio())


def _integer(x: Any) -> Fraction:
    """Return the fraction of an integer of any type."""
    if x > (1 << 63) - 1:
        raise OverflowError(_TOO_LARGE)
    return Fraction(int64(x), 1)


# ---------------------------------------------------------------------------------------------------- operators


def _sum(a: Fraction, b: Fraction) -> Fraction:
    return _made(sum_of_fractions(a.numerator, a.denominator, 1, b.numerator, b.denominator))


def _difference(a: Fraction, b: Fraction) -> Fraction:
    return _made(sum_of_fractions(a.numerator, a.denominator, -1, b.numerator, b.denominator))


def _product(a: Fraction, b: Fraction) -> Fraction:
    return _made(product_of_fractions(a.numerator, a.denominator, b.numerator, b.denominator))


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    if b.numerator == 0:
        shown = b.denominator if _NAMES_DIVISOR else (a.numerator > 0) - (a.numerator < 0)
        raise ZeroDivisionError(f"Fraction({shown}, 0)")
    return _made(quotient_of_fractions(a.numerator, a.denominator, b.numerator, b.denominator))


def _whole_quotient(a: Fraction, b: Fraction) -> int:
    if b.numerator == 0:
        raise ZeroDivisionError(_NO_QUOTIENT)
    return whole_quotient(a.numerator, a.denominator, b.numerator, b.denominator)


def _rest(a: Fraction, b: Fraction) -> Fraction:
    if b.numerator == 0:
        raise ZeroDivisionError(_NO_REST)
    quotient = whole_quotient(a.numerator, a.denominator, b.numerator, b.denominator)
    return _difference(a, _product(Fraction(quotient, 1), b))


def _quotient_and_rest(a: Fraction, b: Fraction) -> tuple[int, Fraction]:
    if b.numerator == 0:
        raise ZeroDivisionError(_NO_PAIR)
    quotient = whole_quotient(a.numerator, a.denominator, b.numerator, b.denominator)
    return quotient, _difference(a, _product(Fraction(quotient, 1), b))


def _operator(exact: Callable[..., Any], of_numbers: Callable[..., Any]) -> tuple[Any, Any]:
    """Return the special methods of an operator: exact for fractions and integers, else that of floats or complex numbers."""

    def forward(self: Any, other: Any) -> Any:
        if hasattr(other, "_is_fraction"):
            return exact(self, other)
        if isinstance(other, Integral):
            return exact(self, _integer(other))
        if isinstance(other, Real):
            return of_numbers(as_float(self.numerator, self.denominator), other)
        if isinstance(other, Complex):
            return of_numbers(complex(as_float(self.numerator, self.denominator)), other)
        return NotImplemented

    def backward(self: Any, other: Any) -> Any:
        if isinstance(other, Integral):
            return exact(_integer(other), self)
        if isinstance(other, Real):
            return of_numbers(other, as_float(self.numerator, self.denominator))
        if isinstance(other, Complex):
            return of_numbers(other, complex(as_float(self.numerator, self.denominator)))
        return NotImplemented

    return forward, backward


def _comparison(of_order: Callable[[int], bool], of_floats: Callable[[float, float], bool]) -> Any:
    """Return the special method of an ordering."""

    def compare(self: Any, other: Any) -> Any:
        if hasattr(other, "_is_fraction"):
            return of_order(compared(self.numerator, other.denominator, other.numerator, self.denominator))
        if isinstance(other, Integral):
            return of_order(compared(self.numerator, 1, _integer(other).numerator, self.denominator))
        if isinstance(other, Real):
            if math.isfinite(other):
                return of_order(compared_with_float(self.numerator, self.denominator, float(other)))
            return of_floats(0.0, float(other))
        return NotImplemented

    return compare


@dataclass(eq=False, frozen=True, repr=False)
class Fraction:
    """A ``fractions.Fraction``.

    Parameters
    ----------
    numerator : int
        The numerator, which has the sign.
    denominator : int
        The denominator, which is positive and has no factor in common with the numerator.
    """

    numerator: int
    denominator: int

    _is_equal_by_fields = True
    # By its name objects are told from others. It is no number: the compiler would look for methods that assign to it.
    _is_fraction = ()

    __add__, __radd__ = _operator(_sum, lambda a, b: a + b)
    __sub__, __rsub__ = _operator(_difference, lambda a, b: a - b)
    __mul__, __rmul__ = _operator(_product, lambda a, b: a * b)
    __truediv__, __rtruediv__ = _operator(_quotient, lambda a, b: a / b)
    __floordiv__, __rfloordiv__ = _operator(_whole_quotient, lambda a, b: a // b)
    __mod__, __rmod__ = _operator(_rest, lambda a, b: a % b)
    __divmod__, __rdivmod__ = _operator(_quotient_and_rest, lambda a, b: divmod(a, b))

    __lt__ = _comparison(lambda order: order < 0, lambda a, b: a < b)
    __le__ = _comparison(lambda order: order <= 0, lambda a, b: a <= b)
    __gt__ = _comparison(lambda order: order > 0, lambda a, b: a > b)
    __ge__ = _comparison(lambda order: order >= 0, lambda a, b: a >= b)

    def __eq__(self, other):
        if hasattr(other, "_is_fraction"):
            return self.numerator == other.numerator and self.denominator == other.denominator
        if isinstance(other, Integral):
            return self.denominator == 1 and self.numerator == other
        if isinstance(other, Real):
            return math.isfinite(other) and compared_with_float(self.numerator, self.denominator, float(other)) == 0
        if isinstance(other, Complex):
            real = math.isfinite(other.real) and other.imag == 0.0
            return real and compared_with_float(self.numerator, self.denominator, float(other.real)) == 0
        return NotImplemented

    def __hash__(self):
        return hash_of(self.numerator, self.denominator)

    def __pow__(self, other):
        if hasattr(other, "_is_fraction"):
            # A fraction or a float, as the value of the exponent says.
            return NotImplemented
        if isinstance(other, Integral):
            return _power(self, whole(other))
        return as_float(self.numerator, self.denominator) ** other if isinstance(other, Complex) else NotImplemented

    def __rpow__(self, other):
        if isinstance(other, Integral) or not isinstance(other, Complex) or hasattr(other, "_is_fraction"):
            return NotImplemented
        return other ** as_float(self.numerator, self.denominator)

    def __pos__(self):
        return self

    def __neg__(self):
        return Fraction(negated(self.numerator), self.denominator)

    def __abs__(self):
        return Fraction(negated(self.numerator) if self.numerator < 0 else self.numerator, self.denominator)

    def __bool__(self):
        return self.numerator != 0

    def __float__(self):
        return as_float(self.numerator, self.denominator)

    def __complex__(self):
        return complex(as_float(self.numerator, self.denominator))

    def __int__(self):
        low = self.numerator // self.denominator
        return low + 1 if low < 0 and low * self.denominator != self.numerator else low

    __trunc__ = __int__

    def __floor__(self):
        return self.numerator // self.denominator

    def __ceil__(self):
        low = self.numerator // self.denominator
        return low if low * self.denominator == self.numerator else low + 1

    def __round__(self, ndigits=None):
        if ndigits is None:
            return _rounded(self.numerator, self.denominator)
        shift = power(10, abs(ndigits))
        if ndigits > 0:
            scaled = _product(self, Fraction(shift, 1))
            return _reduced(_rounded(scaled.numerator, scaled.denominator), shift)
        scaled = _quotient(self, Fraction(shift, 1))
        return Fraction(product(_rounded(scaled.numerator, scaled.denominator), shift), 1)

    def __str__(self):
        return f"{self.numerator}" if self.denominator == 1 else f"{self.numerator}/{self.denominator}"

    def __repr__(self):
        return f"Fraction({self.numerator}, {self.denominator})"

    def __format__(self, spec):
        return self.__str__() if len(spec) == 0 else call_object(_FORMATTED, _TEXT, self, spec)

    def as_integer_ratio(self):
        """Return numerator and denominator."""
        return self.numerator, self.denominator

    def conjugate(self):
        """Return the fraction."""
        return self

    @property
    def real(self):
        """The fraction."""
        return self

    @property
    def imag(self):
        """Zero."""
        return 0

    def limit_denominator(self, max_denominator=1000000):
        """Return the nearest fraction whose denominator is not larger than a number."""
        if max_denominator < 1:
            raise ValueError(_NO_DENOMINATOR)
        if self.denominator <= max_denominator:
            return self
        return _nearest(self.numerator, self.denominator, max_denominator)


if sys.version_info >= (3, 12):

    def _is_integer(self):
        """Whether the fraction is an integer."""
        return self.denominator == 1

    Fraction.is_integer = _is_integer


def _power(base: Fraction, exponent: int) -> Fraction:
    if exponent >= 0:
        return Fraction(power(base.numerator, exponent), power(base.denominator, exponent))
    if base.numerator == 0:
        raise ZeroDivisionError(f"Fraction({power(base.denominator, -exponent)}, 0)")
    inverse = _made(quotient_of_fractions(1, 1, base.numerator, base.denominator))
    return Fraction(power(inverse.numerator, -exponent), power(inverse.denominator, -exponent))


def _rounded(numerator: int, denominator: int) -> int:
    """Return the integer nearest to a fraction, the even one of two."""
    low = numerator // denominator
    rest = numerator - low * denominator
    other = denominator - rest
    return low + 1 if rest > other or (rest == other and low % 2 == 1) else low


def _nearest(numerator: int, denominator: int, limit: int) -> Fraction:
    """Return the best approximation with a denominator up to a limit.

    Of the continued fraction of a number, ``p / q`` is the last convergent that may be, and the fraction between it and the one
    before that has the largest denominator that may be lies on the other side. Their distances from the number are as
    ``d / q`` and ``(n - k * d) / (q0 + k * q)``, where `n` and `d` are what Euclid's algorithm has left.
    """
    p0, q0, p, q = 0, 1, 1, 0
    n, d = numerator, denominator
    while True:
        low = n // d
        if q0 + low * q > limit:
            break
        p0, q0, p, q = p, q, p0 + low * p, q0 + low * q
        n, d = d, n - low * d
    k = (limit - q0) // q
    if compared(d, q0 + k * q, n - k * d, q) <= 0:
        return Fraction(p, q)
    return Fraction(p0 + k * p, q0 + k * q)


# ---------------------------------------------------------------------------------------------------- Python's objects


def counterpart_of(value: Any) -> Fraction:
    """Return what a ``Fraction`` is in compiled code."""
    _check(value)
    return Fraction(value.numerator, value.denominator)


def write_back(value: Any, counterpart: Fraction) -> None:
    """Do nothing: a fraction does not change."""


def original_of(counterpart: Fraction) -> Any:
    """Return the ``Fraction`` that a counterpart stands for."""
    made: Any = object.__new__(fractions.Fraction)
    made._numerator, made._denominator = counterpart.numerator, counterpart.denominator
    return made


_native.register_counterpart(fractions.Fraction, Fraction, __name__)


# ---------------------------------------------------------------------------------------------------- making them


def _is_fraction(ty: Any) -> bool:
    return getattr(ty, "instance_class", None) is Fraction


@implements("numbers.fractions.Fraction")
def fraction(numerator: Any = 0, denominator: Any = None) -> FunctionType | None:
    """Make a fraction of a number or a text, or of two integers or fractions."""
    if not is_none(denominator):
        return _of_two(numerator, denominator)

    def impl_integer(numerator=0, denominator=None):
        return _integer(numerator)

    def impl_float(numerator=0, denominator=None):
        return _of_float(numerator)

    def impl_text(numerator=0, denominator=None):
        return _made(call_object(_PARSED, _PAIR, numerator))

    def impl_fraction(numerator=0, denominator=None):
        return numerator

    if is_integral(numerator) or numerator == 0:
        return impl_integer
    if isinstance(numerator, (types.UnicodeType, types.StringLiteral)):
        return impl_text
    if _is_fraction(numerator):
        return impl_fraction
    return impl_float if isinstance(numerator, types.Float) else None


def _of_two(numerator: Any, denominator: Any) -> FunctionType | None:
    def impl_integers(numerator, denominator):
        return _reduced(_integer(numerator).numerator, _integer(denominator).numerator)

    def impl(numerator, denominator):
        above, below = Fraction(1, 1) * numerator, Fraction(1, 1) * denominator
        if below.numerator == 0:
            raise ZeroDivisionError(f"Fraction({product(above.numerator, below.denominator)}, 0)")
        return _quotient(above, below)

    if is_integral(numerator) and is_integral(denominator):
        return impl_integers
    both = all(is_integral(ty) or _is_fraction(ty) for ty in (numerator, denominator))
    return impl if both else None


@implements("numbers.fractions.Fraction.from_float")
def from_float(f: Any) -> FunctionType | None:
    """Make the fraction that a float is."""

    def impl(f):
        return _of_float(f)

    def impl_integer(f):
        return _integer(f)

    if is_integral(f):
        return impl_integer
    return impl if isinstance(f, types.Float) else None
