"""``numpy.poly1d`` in compiled code: a class with the same methods, whose objects are NumPy's, too."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_none, literal_bool, refuse
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _trimmed(coeffs):
    """Return coefficients, the highest first, without zeros in front; there is one at least."""
    first = 0
    while first < coeffs.size - 1 and coeffs[first] == 0:
        first += 1
    return coeffs[first:].copy()


def _made(coeffs):
    return Poly1d(_trimmed(coeffs))


def _coeffs_of(other):
    """Return the coefficients of the other operand."""
    return other.coeffs if hasattr(other, "coeffs") else np.atleast_1d(np.asarray(other))


@dataclass(eq=False, repr=False)
class Poly1d(np.poly1d):
    """A polynomial: coefficients, the highest first."""

    coeffs: Any = field()

    _variable = "x"

    def __call__(self, val):
        """Return the values at some places."""
        return np.polyval(self.coeffs, val)

    def __add__(self, other):
        """Return the sum."""
        return _made(np.polyadd(self.coeffs, _coeffs_of(other)))

    def __radd__(self, other):
        """Return the sum."""
        return _made(np.polyadd(_coeffs_of(other), self.coeffs))

    def __sub__(self, other):
        """Return the difference."""
        return _made(np.polysub(self.coeffs, _coeffs_of(other)))

    def __rsub__(self, other):
        """Return the difference."""
        return _made(np.polysub(_coeffs_of(other), self.coeffs))

    def __mul__(self, other):
        """Return the product."""
        return _made(np.polymul(self.coeffs, _coeffs_of(other)))

    def __rmul__(self, other):
        """Return the product."""
        return _made(np.polymul(_coeffs_of(other), self.coeffs))

    def __truediv__(self, other):
        """Return the quotient by a number, or quotient and remainder of polynomials."""
        if hasattr(other, "coeffs"):
            quotient, rest = np.polydiv(self.coeffs, other.coeffs)
            return _made(quotient), _made(rest)
        return _made(self.coeffs / other)

    def __pow__(self, val):
        """Return a power."""
        result = np.ones(1, self.coeffs.dtype)
        for _ in range(val):
            result = np.polymul(result, self.coeffs)
        return _made(result)

    def __neg__(self):
        """Return the polynomial with all signs changed."""
        return _made(-self.coeffs)

    def __pos__(self):
        """Return the polynomial."""
        return self

    def __eq__(self, other):
        """Whether all coefficients are equal."""
        return len(self.coeffs) == len(other.coeffs) and bool((self.coeffs == other.coeffs).all())

    def __ne__(self, other):
        """Whether not all coefficients are equal."""
        return not self == other

    def __len__(self):
        """Return the degree."""
        return len(self.coeffs) - 1

    def __getitem__(self, val):
        """Return the coefficient of a power."""
        place = len(self.coeffs) - 1 - val
        return self.coeffs[place] if val >= 0 and place >= 0 else self.coeffs.dtype.type(0)

    def deriv(self, m=1):
        """Return a derivative."""
        return _made(np.polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        """Return an integral."""
        return _made(np.polyint(self.coeffs, m, k))

    @property
    def order(self):
        """The degree."""
        return len(self.coeffs) - 1

    @property
    def roots(self):
        """The roots."""
        return np.roots(self.coeffs)

    @property
    def coef(self):
        """The coefficients, the highest first."""
        return self.coeffs

    o, r = order, roots
    c = coefficients = coef
    __hash__ = None


class _InObject:
    """Takes the place of NumPy's property: the coefficients are an attribute of the object."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        raise AttributeError("coeffs")


Poly1d.coeffs = _InObject()  # type: ignore[assignment]


@implements("numpy.poly1d")
def make_poly1d(c_or_r: Any, r: Any = False, variable: Any = None) -> FunctionType | None:
    """Return the polynomial with these coefficients, the highest first, or with these roots."""
    if not is_none(variable):
        refuse("variable", variable)
    if not is_array_like(c_or_r) or array_type(c_or_r).ndim > 1:
        return None
    of_array = to_array(c_or_r)

    def impl(c_or_r, r=False, variable=None):
        return _made(np.atleast_1d(of_array(c_or_r)))

    def impl_roots(c_or_r, r=False, variable=None):
        return _made(np.poly(np.atleast_1d(of_array(c_or_r))))

    return impl_roots if r is not False and literal_bool(r, "r") else impl
