"""Series of Chebyshev, Legendre, Hermite and Laguerre polynomials: ``numpy.polynomial.chebyshev`` and its relatives.

A family is what its recurrence says: ``P[n + 1] = (s(n) x + t(n)) P[n] - r(n) P[n - 1]``. All functions here are made of that,
but for derivatives and integrals, which have short forms in each family.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integer, is_none, is_number, literal_bool, numpy_class, refuse, result_type
from coluber.lib.numpy.orthogonal_calculus import CALCULUS
from coluber.lib.numpy.polynomial_axes import has_series, over_columns
from coluber.lib.numpy.polynomials import is_constants, series_add, series_constants, series_sub, without_last_zeros
from coluber.lib.numpy.rounding import at_least_double

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any


class Family(NamedTuple):
    """A family of polynomials: the functions of its recurrence."""

    module: str
    prefix: str
    s: FunctionType
    t: FunctionType
    r: FunctionType
    weight: FunctionType
    mass: float
    """The integral of the weight."""
    is_even: bool
    """Whether the weight is the same on both sides of zero."""

    def key(self, name: str) -> str:
        """Return the key of a function of the family, in whose name ``*`` stands for the prefix."""
        return f"numpy.polynomial.{self.module}.{name.replace('*', self.prefix)}"


def _zero(n):
    return 0.0


FAMILIES = (
    Family(
        "chebyshev", "cheb", lambda n: 1.0 if n == 0 else 2.0, _zero, lambda n: 1.0,
        lambda x: 1.0 / (np.sqrt(1.0 + x) * np.sqrt(1.0 - x)), np.pi, True,
    ),
    Family(
        "legendre", "leg", lambda n: (2 * n + 1) / (n + 1), _zero, lambda n: n / (n + 1), lambda x: x * 0.0 + 1.0, 2.0, True,
    ),
    Family("hermite", "herm", lambda n: 2.0, _zero, lambda n: 2.0 * n, lambda x: np.exp(-(x**2)), np.sqrt(np.pi), True),
    Family(
        "hermite_e", "herme", lambda n: 1.0, _zero, lambda n: 1.0 * n, lambda x: np.exp(-0.5 * x**2), np.sqrt(2 * np.pi), True,
    ),
    Family(
        "laguerre", "lag", lambda n: -1 / (n + 1), lambda n: (2 * n + 1) / (n + 1), lambda n: n / (n + 1), lambda x: np.exp(-x),
        1.0, False,
    ),
)  # fmt: skip


def for_each_family(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register, under a name in each family, what a function of the family gives: an overload function."""

    def register(make: Callable[..., Any]) -> Callable[..., Any]:
        for family in FAMILIES:
            implements(family.key(name))(make(family))
        return make

    return register


def _number(*operands: Any) -> Any:
    """Return the class in which NumPy computes: a floating one."""
    return numpy_class(at_least_double(result_type(*(ty.dtype if is_array(ty) else ty for ty in operands))))


def _is_series(ty: Any) -> bool:
    return is_array(ty, 1) and is_number(ty.dtype)


def _is_place(ty: Any) -> bool:
    return is_number(ty) or (is_array(ty) and is_number(ty.dtype))


# ------------------------------------------------------------------------------------------------------------- values


def clenshaw(family: Family) -> FunctionType:
    """Return ``(c, x, number)``: the value of a series at a number."""
    s, t, r = family.s, family.t, family.r

    def value(c, x, number):
        low, high = number(0), number(0)
        for n in range(c.size - 1, -1, -1):
            low, high = number(c[n]) + (number(s(n)) * x + number(t(n))) * low - number(r(n + 1)) * high, low
        return low

    return value


@for_each_family("*val")
def _val(family: Family) -> Any:
    value = clenshaw(family)

    def val(x: Any, c: Any, tensor: Any = True) -> FunctionType | None:
        """Return the values of a series."""
        if not _is_series(c) or not _is_place(x):
            return None
        number = _number(x, c)

        def at_number(x, c, tensor=True):
            return value(c, number(x), number)

        def at_array(x, c, tensor=True):
            result = np.empty(x.shape, number)
            source, target = x.ravel(), result.ravel()
            for k in range(source.size):
                target[k] = value(c, number(source[k]), number)
            return result

        return at_array if is_array(x) else at_number

    return val


@for_each_family("*vander")
def _vander(family: Family) -> Any:
    s, t, r = family.s, family.t, family.r

    def vander(x: Any, deg: Any) -> FunctionType | None:
        """Return the values of the polynomials up to a degree along a new last axis."""
        if not is_array(x) or not is_number(x.dtype) or not is_integer(deg):
            return None
        number = _number(x)

        def impl(x, deg):
            if deg < 0:
                raise ValueError("deg must be non-negative")
            result = np.empty((*x.shape, deg + 1), number)
            source, rows = x.ravel(), result.reshape((x.size, deg + 1))
            for k in range(source.size):
                last, value, place = number(0), number(1), number(source[k])
                for n in range(deg + 1):
                    rows[k, n] = value
                    following = (number(s(n)) * place + number(t(n))) * value - number(r(n)) * last
                    last, value = value, following
            return result

        return impl

    return vander


# ----------------------------------------------------------------------------------------------------------- products


def times_x(family: Family) -> FunctionType:
    """Return ``(c)``: the series times x."""
    s, t, r = family.s, family.t, family.r

    def multiply(c):
        result = np.zeros(c.size + 1, c.dtype)
        for n in range(c.size):
            part = c[n] / s(n)
            result[n + 1] += part
            result[n] -= part * t(n)
            if n > 0:
                result[n - 1] += part * r(n)
        return result

    return multiply


def _padded(c, size):
    result = np.zeros(size, c.dtype)
    result[: c.size] = c
    return result


def compose(family: Family, by_x: FunctionType) -> FunctionType:
    """Return ``(c, one)``: the series with x being multiplication by x of some series, applied to one of them."""
    s, t, r = family.s, family.t, family.r

    def composed(c, one):
        size = one.size + c.size
        total, value, last = np.zeros(size, one.dtype), _padded(one, size), np.zeros(size, one.dtype)
        for n in range(c.size):
            total += c[n] * value
            following = s(n) * by_x(value)[:size] + t(n) * value - r(n) * last
            last, value = value, following
        return total[: max(size - 1, 1)].copy()

    return composed


def product(family: Family) -> FunctionType:
    """Return ``(c1, c2, number)``: the product of two series."""
    composed = compose(family, times_x(family))

    def multiply(c1, c2, number):
        p, q = without_last_zeros(c1).astype(number), without_last_zeros(c2).astype(number)
        return without_last_zeros(composed(q, p))

    return multiply


@for_each_family("*mulx")
def _mulx(family: Family) -> Any:
    multiply = times_x(family)

    def mulx(c: Any) -> FunctionType | None:
        """Return a series times x."""
        if not _is_series(c):
            return None
        number = _number(c)

        def impl(c):
            p = without_last_zeros(c).astype(number)
            return p if p.size == 1 and p[0] == 0 else multiply(p)

        return impl

    return mulx


@for_each_family("*mul")
def _mul(family: Family) -> Any:
    multiply = product(family)

    def mul(c1: Any, c2: Any) -> FunctionType | None:
        """Return the product of two series."""
        if not _is_series(c1) or not _is_series(c2):
            return None
        number = _number(c1, c2)
        return lambda c1, c2: multiply(c1, c2, number)

    return mul


@for_each_family("*pow")
def _pow(family: Family) -> Any:
    multiply = product(family)

    def power(c: Any, pow: Any, maxpower: Any = 16) -> FunctionType | None:  # noqa: A002
        """Return a power of a series."""
        if not _is_series(c) or not is_integer(pow) or not (maxpower == 16 or is_none(maxpower) or is_integer(maxpower)):
            return None
        number, is_bounded = _number(c), not is_none(maxpower)

        def impl(c, pow, maxpower=16):  # noqa: A002
            if pow < 0:
                raise ValueError("Power must be a non-negative integer.")
            if is_bounded and pow > maxpower:
                raise ValueError("Power is too large")
            result = np.ones(1, number)
            for _ in range(pow):
                result = multiply(result, c, number)
            return result

        return impl

    return power


@for_each_family("*div")
def _div(family: Family) -> Any:
    multiply = product(family)

    def div(c1: Any, c2: Any) -> FunctionType | None:
        """Return quotient and remainder of two series."""
        if not _is_series(c1) or not _is_series(c2):
            return None
        number = _number(c1, c2)

        def impl(c1, c2):
            rest, by = without_last_zeros(c1).astype(number), without_last_zeros(c2).astype(number)
            if by[-1] == 0:
                raise ZeroDivisionError
            if rest.size < by.size:
                return np.zeros(1, number), rest
            if by.size == 1:
                return rest / by[-1], np.zeros(1, number)
            quotient = np.empty(rest.size - by.size + 1, number)
            for k in range(quotient.size - 1, -1, -1):
                unit = np.zeros(k + 1, number)
                unit[k] = 1
                part = multiply(unit, by, number)
                quotient[k] = rest[-1] / part[-1]
                rest = rest[:-1] - quotient[k] * part[:-1]
            return quotient, without_last_zeros(rest)

        return impl

    return div


@for_each_family("*add")
def _add(family: Family) -> Any:
    def add(c1: Any, c2: Any) -> FunctionType | None:
        """Return the sum of two series."""
        return series_add(c1, c2)

    return add


@for_each_family("*sub")
def _sub(family: Family) -> Any:
    def sub(c1: Any, c2: Any) -> FunctionType | None:
        """Return the difference of two series."""
        return series_sub(c1, c2)

    return sub


# -------------------------------------------------------------------------------------------------------- conversions


def _shifted(c):
    result = np.zeros(c.size + 1, c.dtype)
    result[1:] = c
    return result


@for_each_family("*2poly")
def _to_powers(family: Family) -> Any:
    composed = compose(family, _shifted)

    def to_powers(c: Any) -> FunctionType | None:
        """Return the coefficients of the powers of x."""
        if not _is_series(c):
            return None
        number = _number(c)

        def impl(c):
            p = without_last_zeros(c).astype(number)
            return composed(p, np.ones(1, number))

        return impl

    return to_powers


@for_each_family("poly2*")
def _from_powers(family: Family) -> Any:
    multiply = times_x(family)

    def from_powers(pol: Any) -> FunctionType | None:
        """Return the series of a polynomial whose coefficients are given, the lowest first."""
        if not _is_series(pol):
            return None
        number = _number(pol)

        def impl(pol):
            p = without_last_zeros(pol).astype(number)
            result = np.zeros(1, number)
            for k in range(p.size - 1, -1, -1):
                result = multiply(result)
                result[0] += p[k]
            return result[: p.size].copy()

        return impl

    return from_powers


@for_each_family("*line")
def _line(family: Family) -> Any:
    s, t = family.s(0), family.t(0)

    def line(off: Any, scl: Any) -> FunctionType | None:
        """Return the series of ``off + scl * x``."""
        if not is_number(off) or not is_number(scl):
            return None
        return lambda off, scl: np.array([off - scl * t / s, scl / s])[: 2 if scl != 0 else 1].copy()

    return line


@for_each_family("*weight")
def _weight(family: Family) -> Any:
    weight = family.weight

    def weights(x: Any) -> FunctionType | None:
        """Return the weight of the family at some places."""
        return (lambda x: weight(x)) if _is_place(x) else None

    return weights


# --------------------------------------------------------------------------------------------- derivatives, integrals


@for_each_family("*der")
def _der(family: Family) -> Any:
    derive = CALCULUS[family.prefix][0]

    def der(c: Any, m: Any = 1, scl: Any = 1, axis: Any = 0) -> FunctionType | None:
        """Return a derivative of a series."""
        if not has_series(c, axis) or not (m == 1 or is_integer(m)):
            return None
        number = _number(c)

        def of_one(c, given):
            m, scl = given
            if m < 0:
                raise ValueError("The order of derivation must be non-negative")
            result = c.astype(number)
            for _ in range(m):
                result = derive(result) * number(scl) if result.size > 1 else result[:1] * 0
            return result

        of_each = over_columns(number, c.ndim, of_one)
        if c.ndim == 1 and axis == 0:
            return lambda c, m=1, scl=1, axis=0: of_one(c, (m, scl))
        return lambda c, m=1, scl=1, axis=0: of_each(c, axis, (m, scl))

    return der


@for_each_family("*int")
def _int(family: Family) -> Any:
    integrate, value = CALCULUS[family.prefix][1], clenshaw(family)

    def integral(c: Any, m: Any = 1, k: Any = None, lbnd: Any = 0, scl: Any = 1, axis: Any = 0) -> FunctionType | None:
        """Return an integral of a series, whose value at `lbnd` is the constant."""
        if not has_series(c, axis) or not (m == 1 or is_integer(m)) or not is_constants(k):
            return None
        number = _number(c)
        constant = series_constants(k, number)

        def of_one(c, given):
            m, k, lbnd, scl = given
            if m < 0:
                raise ValueError("The order of integration must be non-negative")
            result = c.astype(number)
            for i in range(m):
                if result.size == 1 and result[0] == number(0):
                    result[0] = constant(k, i, m)
                    continue
                result = integrate(result * number(scl))
                result[0] += constant(k, i, m) - value(result, number(lbnd), number)
            return result

        of_each = over_columns(number, c.ndim, of_one)
        if c.ndim == 1 and axis == 0:
            return lambda c, m=1, k=None, lbnd=0, scl=1, axis=0: of_one(c, (m, k, lbnd, scl))
        return lambda c, m=1, k=None, lbnd=0, scl=1, axis=0: of_each(c, axis, (m, k, lbnd, scl))

    return integral


# ------------------------------------------------------------------------------------------------ roots, nodes, fits


def matrix_of_x(family: Family) -> FunctionType:
    """Return ``(p)``: the matrix of multiplication by x modulo a series, whose eigenvalues are the roots."""
    s, t, r = family.s, family.t, family.r

    def matrix(p):
        n = p.size - 1
        result = np.zeros((n, n), p.dtype)
        for k in range(n):
            result[k, k] = -t(k) / s(k)
            if k > 0:
                result[k - 1, k] = r(k) / s(k)
            if k + 1 < n:
                result[k + 1, k] = 1 / s(k)
        for j in range(n):
            result[j, n - 1] -= p[j] / p[n] / s(n - 1)
        return result

    return matrix


@for_each_family("*roots")
def _roots(family: Family) -> Any:
    matrix = matrix_of_x(family)

    def roots(c: Any) -> FunctionType | None:
        """Return the roots of a series in order, as complex numbers also where all are real."""
        if not _is_series(c):
            return None
        number = _number(c)

        def impl(c):
            p = without_last_zeros(c).astype(number)
            if p.size < 2:
                return np.empty(0, np.complex128)
            return np.sort(np.linalg.eigvals(matrix(p).astype(np.complex128)))

        return impl

    return roots


@for_each_family("*fromroots")
def _fromroots(family: Family) -> Any:
    multiply = times_x(family)

    def fromroots(roots: Any) -> FunctionType | None:
        """Return the series with these roots whose highest power of x has the coefficient 1."""
        if not _is_series(roots):
            return None
        number = _number(roots)

        def impl(roots):
            result = np.ones(1, number)
            for root in np.sort(roots):
                longer = multiply(result)
                longer[:-1] -= number(root) * result
                result = longer
            return result

        return impl

    return fromroots


@for_each_family("*gauss")
def _gauss(family: Family) -> Any:
    s, t, r, mass, is_even = family.s, family.t, family.r, family.mass, family.is_even
    value, derive, is_chebyshev = clenshaw(family), CALCULUS[family.prefix][0], family.prefix == "cheb"
    number = np.float64

    def chebyshev(deg):
        if deg <= 0:
            raise ValueError("deg must be a positive integer")
        x = np.cos(np.pi * np.arange(1, 2 * deg, 2) / (2.0 * deg))
        return x, np.ones(deg) * (np.pi / deg)

    def places(deg):
        """Return the eigenvalues of multiplication by x among normalised polynomials."""
        matrix = np.zeros((deg, deg))
        for n in range(deg):
            matrix[n, n] = -t(n) / s(n)
            if n > 0:
                matrix[n, n - 1] = matrix[n - 1, n] = np.sqrt(r(n) / (s(n) * s(n - 1)))
        return np.linalg.eigvalsh(matrix)

    def gauss(deg):
        if deg <= 0:
            raise ValueError("deg must be a positive integer")
        c = np.zeros(deg + 1)
        c[deg] = 1.0
        slope, x, weights = derive(c), places(deg), np.empty(deg)
        for k in range(deg):
            x[k] -= value(c, x[k], number) / value(slope, x[k], number)
        below, slopes = np.empty(deg), np.empty(deg)
        for k in range(deg):
            below[k], slopes[k] = value(c[1:], x[k], number), value(slope, x[k], number)
        below /= np.abs(below).max()
        slopes /= np.abs(slopes).max()
        weights = 1 / (below * slopes)
        if is_even:
            weights = (weights + weights[::-1]) / 2
            x = (x - x[::-1]) / 2
        return x, weights * (mass / weights.sum())

    def quadrature(deg: Any) -> FunctionType | None:
        """Return places and weights of Gauss's quadrature."""
        if not is_integer(deg):
            return None
        return chebyshev if is_chebyshev else gauss

    return quadrature


@implements("numpy.polynomial.chebyshev.chebpts1")
def chebpts1(npts: Any) -> FunctionType | None:
    """Return the roots of a Chebyshev polynomial."""

    def impl(npts):
        if npts < 1:
            raise ValueError("npts must be >= 1")
        return np.sin(0.5 * np.pi / npts * np.arange(-npts + 1, npts + 1, 2))

    return impl if is_integer(npts) else None


@implements("numpy.polynomial.chebyshev.chebpts2")
def chebpts2(npts: Any) -> FunctionType | None:
    """Return the places of the extremes of a Chebyshev polynomial, with both ends."""

    def impl(npts):
        if npts < 2:
            raise ValueError("npts must be >= 2")
        return np.cos(np.linspace(-np.pi, 0, npts))

    return impl if is_integer(npts) else None


@for_each_family("*fit")
def _fit(family: Family) -> Any:
    # The library's function, by which the values at all places are found.
    from importlib import import_module

    vander = getattr(import_module(f"numpy.polynomial.{family.module}"), f"{family.prefix}vander")

    def fit(x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None) -> FunctionType | None:
        """Return the series of a degree with the least squared distances from points."""
        if not _is_series(x) or not is_array(y) or y.ndim > 2 or not is_integer(deg):
            return None
        if literal_bool(full, "full"):
            refuse("full", full)
        if not (is_none(w) or is_array(w, 1)) or not (is_none(rcond) or is_number(rcond)):
            return None
        is_weighted, has_limit, is_vector = not is_none(w), not is_none(rcond), y.ndim == 1

        def impl(x, y, deg, rcond=None, full=False, w=None):
            if deg < 0:
                raise ValueError("expected deg >= 0")
            if x.size == 0:
                raise TypeError("expected non-empty vector for x")
            if len(x) != len(y):
                raise TypeError("expected x and y to have same length")
            left, right = vander(x, deg), y * 1.0
            if is_weighted:
                left = left * w.reshape((w.size, 1))
                right = right * w if is_vector else right * w.reshape((w.size, 1))
            scale = np.sqrt((left * left).sum(axis=0))
            scale[scale == 0] = 1
            limit = rcond if has_limit else x.size * np.finfo(np.float64).eps
            found = np.linalg.lstsq(left / scale, right, limit)[0]
            return (found.T / scale).T

        return impl

    return fit
