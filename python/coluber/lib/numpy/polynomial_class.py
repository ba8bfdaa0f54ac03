"""``numpy.polynomial.Polynomial`` and its relatives: classes of compiled code with their methods, whose objects are NumPy's."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial
from numpy.polynomial.polyutils import trimcoef

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_complex, is_integer, is_none, literal_bool, literal_str, refuse
from coluber.lib.numpy.arguments import array_type, dtype_of, is_array_like, to_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _series_class(base: Any, module: Any, prefix: str) -> Any:
    """Return the class for one of NumPy's, whose methods call functions of a module whose names have a prefix."""
    value, add, subtract = (getattr(module, prefix + name) for name in ("val", "add", "sub"))
    multiply, divide, power = (getattr(module, prefix + name) for name in ("mul", "div", "pow"))
    derive, integrate, roots_of = (getattr(module, prefix + name) for name in ("der", "int", "roots"))

    @dataclass(eq=False, repr=False)
    class Series(base):
        """Coefficients, the lowest first, of polynomials of x mapped from a domain to a window."""

        coef: Any = field()
        domain: Any = field()
        window: Any = field()

        _symbol = "x"

        def __call__(self, arg):
            """Return the values at some places."""
            offset, scale = self.mapparms()
            return value(offset + scale * arg, self.coef)

        def mapparms(self):
            """Return offset and scale of the map from the domain to the window."""
            return _map(self.domain, self.window)

        def _like(self, coef):
            return Series(coef, self.domain.copy(), self.window.copy())

        def _coef_of(self, other):
            """Return the coefficients of the other operand."""
            if hasattr(other, "mapparms"):
                if not np.all(self.domain == other.domain):
                    raise TypeError("Domains differ")
                if not np.all(self.window == other.window):
                    raise TypeError("Windows differ")
                return other.coef
            return np.atleast_1d(np.asarray(other)) * 1.0

        def __add__(self, other):
            """Return the sum."""
            return self._like(add(self.coef, self._coef_of(other)))

        def __radd__(self, other):
            """Return the sum."""
            return self._like(add(self._coef_of(other), self.coef))

        def __sub__(self, other):
            """Return the difference."""
            return self._like(subtract(self.coef, self._coef_of(other)))

        def __rsub__(self, other):
            """Return the difference."""
            return self._like(subtract(self._coef_of(other), self.coef))

        def __mul__(self, other):
            """Return the product."""
            return self._like(multiply(self.coef, self._coef_of(other)))

        def __rmul__(self, other):
            """Return the product."""
            return self._like(multiply(self._coef_of(other), self.coef))

        def __truediv__(self, other):
            """Return the quotient by a number."""
            return self._like(divide(self.coef, np.atleast_1d(np.asarray(other)) * 1.0)[0])

        def __floordiv__(self, other):
            """Return the quotient without the remainder."""
            return self._like(divide(self.coef, self._coef_of(other))[0])

        def __mod__(self, other):
            """Return the remainder."""
            return self._like(divide(self.coef, self._coef_of(other))[1])

        def __divmod__(self, other):
            """Return quotient and remainder."""
            quotient, rest = divide(self.coef, self._coef_of(other))
            return self._like(quotient), self._like(rest)

        def __pow__(self, other):
            """Return a power."""
            return self._like(power(self.coef, other, 100))

        def __neg__(self):
            """Return the polynomial with all signs changed."""
            return self._like(-self.coef)

        def __pos__(self):
            """Return the polynomial."""
            return self

        def __len__(self):
            """Return the number of coefficients."""
            return len(self.coef)

        def copy(self):
            """Return a copy."""
            return self._like(self.coef.copy())

        def degree(self):
            """Return the degree, which counts zeros at the end."""
            return len(self.coef) - 1

        def deriv(self, m=1):
            """Return a derivative."""
            return self._like(derive(self.coef, m, self.mapparms()[1]))

        def integ(self, m=1):
            """Return an integral."""
            return self._like(integrate(self.coef, m, scl=1.0 / self.mapparms()[1]))

        def roots(self):
            """Return the roots."""
            offset, scale = _map(self.window, self.domain)
            return offset + scale * roots_of(self.coef)

        def trim(self, tol=0):
            """Return the polynomial without coefficients at the end that are small."""
            return self._like(trimcoef(self.coef, tol))

        def truncate(self, size):
            """Return the polynomial with so many coefficients."""
            if size < 1:
                raise ValueError("size must be a positive integer")
            return self._like(self.coef[:size].copy())

        def cutdeg(self, deg):
            """Return the polynomial up to a degree."""
            return self.truncate(deg + 1)

        def linspace(self, n=100):
            """Return places in the domain at equal distances, and the values there."""
            x = np.linspace(self.domain[0], self.domain[1], n)
            return x, self(x)

    Series.__name__ = Series.__qualname__ = base.__name__
    return Series


Polynomial = _series_class(polynomial.Polynomial, polynomial, "poly")
Chebyshev = _series_class(chebyshev.Chebyshev, chebyshev, "cheb")
Legendre = _series_class(legendre.Legendre, legendre, "leg")
Hermite = _series_class(hermite.Hermite, hermite, "herm")
HermiteE = _series_class(hermite_e.HermiteE, hermite_e, "herme")
Laguerre = _series_class(laguerre.Laguerre, laguerre, "lag")


# -------------------------------------------------------------------------------------------------------- how they are made


def _span_function(ty: Any, low: float) -> FunctionType:
    """Return the function that makes a domain or window of an argument; those of a class end at 1 if none is given."""
    if is_none(ty):
        return lambda given: np.array([low, 1.0])
    of_array = to_array(ty)

    def of_given(given):
        span = of_array(given).astype(np.float64)
        if span.size != 2:
            raise ValueError("Domain has wrong number of elements.")
        return span

    return of_given


def _given_span(ty: Any, low: float) -> FunctionType:
    of_span = _span_function(ty, low)
    return lambda places, domain: of_span(domain)


def _register(own: Any, module: Any, prefix: str) -> None:
    """Register what makes objects of a class, which stands for one of NumPy's."""
    low = float(own.domain[0])
    fitted, from_roots = getattr(module, f"{prefix}fit"), getattr(module, f"{prefix}fromroots")
    key = f"{module.__name__}.{own.__name__}"

    @implements(key)
    def make(coef: Any, domain: Any = None, window: Any = None, symbol: Any = "x") -> FunctionType | None:
        """Return a series with these coefficients, the lowest first."""
        if not is_array_like(coef) or array_type(coef).ndim > 1:
            return None
        if literal_str(symbol, "symbol") != "x":
            refuse("symbol", symbol)
        of_coef, of_domain, of_window = to_array(coef), _span_function(domain, low), _span_function(window, low)
        number = np.complex128 if is_complex(dtype_of(coef)) else np.float64

        def impl(coef, domain=None, window=None, symbol="x"):
            numbers = np.atleast_1d(of_coef(coef)).astype(number)
            if numbers.size == 0:
                raise ValueError("Coefficient array is empty")
            return own(numbers, of_domain(domain), of_window(window))

        return impl

    @implements(f"{key}.fit")
    def fit(
        x: Any, y: Any, deg: Any, domain: Any = None, rcond: Any = None, full: Any = False, w: Any = None, window: Any = None
    ) -> FunctionType | None:
        """Return the series of a degree that comes nearest to given values, over a domain that has all places."""
        if not is_array_like(x) or not is_array_like(y) or not is_integer(deg):
            return None
        if literal_bool(full, "full"):
            raise errors.UnsupportedError(f"{own.__name__}.fit(full=True): use {module.__name__}.{prefix}fit()")
        of_x, of_y, of_window = to_array(x), to_array(y), _span_function(window, low)
        of_domain = _span_of if is_none(domain) else _given_span(domain, low)

        def impl(x, y, deg, domain=None, rcond=None, full=False, w=None, window=None):
            places = of_x(x)
            old, new = of_domain(places, domain), of_window(window)
            offset, scale = _map(old, new)
            return own(fitted(offset + scale * places, of_y(y), deg, rcond, False, w), old, new)

        return impl

    @implements(f"{key}.fromroots")
    def fromroots(roots: Any) -> FunctionType | None:
        """Return the series with these roots whose highest power has the coefficient 1."""
        if not is_array_like(roots):
            return None
        of_roots = to_array(roots)
        return lambda roots: own(from_roots(of_roots(roots)), np.array([low, 1.0]), np.array([low, 1.0]))


for _own, _module, _prefix in (
    (Polynomial, polynomial, "poly"),
    (Chebyshev, chebyshev, "cheb"),
    (Legendre, legendre, "leg"),
    (Hermite, hermite, "herm"),
    (HermiteE, hermite_e, "herme"),
    (Laguerre, laguerre, "lag"),
):
    _register(_own, _module, _prefix)


def _map(old, new):
    """Return offset and scale of the map from one interval to another."""
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def _span_of(places, domain):
    """Return the smallest interval with all places, and one around a single place."""
    low, high = np.float64(places.min()), np.float64(places.max())
    return np.array([low - 1.0, high + 1.0]) if low == high else np.array([low, high])
