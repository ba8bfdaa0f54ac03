"""Polynomials as vectors of coefficients: NumPy's functions, the highest first, and ``numpy.polynomial``, the lowest first."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import polynomial

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_integer,
    is_none,
    is_number,
    is_real,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import array_type, is_array_like, ndim_of
from coluber.lib.numpy.layouts import is_reversed
from coluber.lib.numpy.linalg import complex_eigenvalues
from coluber.lib.numpy.polynomial_axes import derivatives, has_series, integrals
from coluber.lib.numpy.rounding import at_least_double, element_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_LOW = "numpy.polynomial.polynomial"


def _are_vectors(*operands: Any) -> bool:
    return all(is_array(ty, 1) and is_number(ty.dtype) for ty in operands)


def _takes_numbers(key: str) -> Any:
    """Register the function of two vectors of coefficients under a key, and under it one that takes numbers as such, too."""

    def decorate(of_vectors: Any) -> Any:
        module, name = key.rsplit(".", 1)
        function = getattr(np if module == "numpy" else polynomial, name)
        of_numbers = {
            "a1": lambda a1, a2: function(np.atleast_1d(a1), np.atleast_1d(a2)),
            "c1": lambda c1, c2: function(np.atleast_1d(c1), np.atleast_1d(c2)),
            "u": lambda u, v: function(np.atleast_1d(u), np.atleast_1d(v)),
        }[of_vectors.__code__.co_varnames[0]]

        def choose(first: Any, second: Any) -> FunctionType | None:
            found = of_vectors(first, second)
            is_one = any(is_array_like(ty) and ndim_of(ty) == 0 for ty in (first, second))
            fits = is_one and all(is_array_like(ty) and ndim_of(ty) <= 1 for ty in (first, second))
            return found if found is not None or not fits else of_numbers

        names = of_vectors.__code__.co_varnames[:2]
        choose.__code__ = choose.__code__.replace(co_varnames=(*names, *choose.__code__.co_varnames[2:]))
        implements(key)(choose)
        return of_vectors

    return decorate


def add_to(x, y):
    """Return a sum."""
    return x + y


def take_from(x, y):
    """Return a difference."""
    return x - y


def without_last_zeros(c):
    """Return a view of a vector without the zeros at its end, but for one element."""
    n = c.size
    while n > 1 and c[n - 1] == 0:
        n -= 1
    return c[:n]


def without_first_zeros(p):
    """Return a view of a vector without the zeros at its beginning, but for one element."""
    k = 0
    while k < p.size - 1 and p[k] == 0:
        k += 1
    return p[k:]


def coefficients(p):
    """Return the coefficients of a polynomial without zeros at its beginning; one zero for a vector without elements."""
    return without_first_zeros(p) if p.size > 0 else np.zeros(1, p.dtype)


# ------------------------------------------------------------------------------------------------- sums and differences


def _aligned(a: Any, b: Any, join: FunctionType) -> FunctionType | None:
    if not _are_vectors(a, b):
        return None
    number = numpy_class(result_type(a.dtype, b.dtype))

    def impl(a1, a2):
        n = max(a1.size, a2.size)
        result = np.zeros(n, number)
        result[n - a1.size :] = a1
        for k in range(a2.size):
            at = n - a2.size + k
            result[at] = join(result[at], number(a2[k]))
        return result

    return impl


@_takes_numbers("numpy.polyadd")
def polyadd(a1: Any, a2: Any) -> FunctionType | None:
    """Return the sum of two polynomials."""
    return _aligned(a1, a2, add_to)


@_takes_numbers("numpy.polysub")
def polysub(a1: Any, a2: Any) -> FunctionType | None:
    """Return the difference of two polynomials."""
    return _aligned(a1, a2, take_from)


def _series_type(*operands: Any) -> Type:
    return result_type(*[at_least_double(ty.dtype) for ty in operands])


def _from_lowest(c1: Any, c2: Any, join: FunctionType) -> FunctionType | None:
    if not _are_vectors(c1, c2):
        return None
    number = numpy_class(_series_type(c1, c2))

    def impl(c1, c2):
        p, q = without_last_zeros(c1), without_last_zeros(c2)
        result = np.zeros(max(p.size, q.size), number)
        result[: p.size] = p
        for k in range(q.size):
            result[k] = join(result[k], number(q[k]))
        return without_last_zeros(result)

    return impl


@_takes_numbers(f"{_LOW}.polyadd")
def series_add(c1: Any, c2: Any) -> FunctionType | None:
    """Return the sum of two polynomials, the lowest coefficient first."""
    return _from_lowest(c1, c2, add_to)


@_takes_numbers(f"{_LOW}.polysub")
def series_sub(c1: Any, c2: Any) -> FunctionType | None:
    """Return the difference of two polynomials, the lowest coefficient first."""
    return _from_lowest(c1, c2, take_from)


# ---------------------------------------------------------------------------------------------- products and quotients


@_takes_numbers("numpy.polymul")
def polymul(a1: Any, a2: Any) -> FunctionType | None:
    """Return the product of two polynomials."""

    def impl(a1, a2):
        return np.convolve(coefficients(a1), coefficients(a2))

    return impl if _are_vectors(a1, a2) else None


@_takes_numbers(f"{_LOW}.polymul")
def series_mul(c1: Any, c2: Any) -> FunctionType | None:
    """Return the product of two polynomials, the lowest coefficient first."""
    if not _are_vectors(c1, c2):
        return None
    number = numpy_class(_series_type(c1, c2))

    def impl(c1, c2):
        p, q = without_last_zeros(c1), without_last_zeros(c2)
        return without_last_zeros(np.convolve(p.astype(number), q.astype(number)))

    return impl


@_takes_numbers("numpy.polydiv")
def polydiv(u: Any, v: Any) -> FunctionType | None:
    """Return quotient and remainder of two polynomials."""
    if not _are_vectors(u, v):
        return None
    number, own = numpy_class(_series_type(u, v)), numpy_class(at_least_double(v.dtype))

    def impl(u, v):
        rest, divisor = u.astype(number), v.astype(number)
        m, n = rest.size - 1, divisor.size - 1
        quotient = np.zeros(max(m - n + 1, 1), number)
        scale = number(np.divide(own(1), own(v[0])))
        for k in range(m - n + 1):
            factor = number(scale * rest[k])
            quotient[k] = factor
            for j in range(n + 1):
                rest[k + j] = rest[k + j] - factor * divisor[j]
        k = 0
        while k < rest.size - 1 and abs(rest[k]) <= 1e-8:
            k += 1
        return quotient, rest[k:]

    return impl


@_takes_numbers(f"{_LOW}.polydiv")
def series_div(c1: Any, c2: Any) -> FunctionType | None:
    """Return quotient and remainder of two polynomials, the lowest coefficient first."""
    if not _are_vectors(c1, c2):
        return None
    number = numpy_class(_series_type(c1, c2))

    def impl(c1, c2):
        p, q = without_last_zeros(c1).astype(number), without_last_zeros(c2).astype(number)
        n, m = p.size, q.size
        if q[m - 1] == 0:
            raise ZeroDivisionError("polynomial division by zero")
        if n < m:
            return np.zeros(1, number), p
        top = q[m - 1]
        for at in range(n - 1, m - 2, -1):
            factor = p[at]
            low = at - m + 1
            for j in range(m - 1):
                p[low + j] = p[low + j] - np.divide(q[j], top) * factor
        quotient = np.empty(n - m + 1, number)
        for k in range(quotient.size):
            quotient[k] = np.divide(p[m - 1 + k], top)
        if m == 1:
            return quotient, np.zeros(1, number)
        return quotient, without_last_zeros(p[: m - 1])

    return impl


# -------------------------------------------------------------------------------------------------------------- values


def _horner(number: Any, ascending: bool) -> FunctionType:
    """Return ``(c, x)``: the value of a polynomial at one place."""

    def value(c, x):
        total = number(0)
        for k in range(c.size):
            total = number(total * x + number(c[c.size - 1 - k] if ascending else c[k]))
        return total

    return value


def _values(c: Any, x: Any, number: Any, ascending: bool) -> FunctionType:
    """Return ``(c, x)``: the values of a polynomial at a place, or at those of an array."""
    value = _horner(number, ascending)

    def at_number(c, x):
        return value(c, number(x))

    def at_array(c, x):
        result = np.empty(x.shape, number)
        source, target = x.ravel(), result.ravel()
        for i in range(target.size):
            target[i] = value(c, number(source[i]))
        return result[()]

    def at_reversed(c, x):
        return at_array(c, x.T).T

    if is_reversed(x):
        return at_reversed
    return at_array if is_array(x) else at_number


def _are_columns(ty: Any) -> bool:
    """Whether coefficients are arrays: the first axis is that of the powers."""
    return is_array(ty) and ty.ndim > 1 and is_number(ty.dtype)


def _values_of_columns(place: Any, is_several: bool, number: Any) -> FunctionType:
    """Return ``(p, x)``: the values of polynomials whose coefficients are columns, broadcast to the places."""

    def places(x):
        return np.asarray(x) if is_several else place(x)

    def impl(p, x):
        at, columns = places(x), p.astype(number)
        value = at * 0 + columns[0]
        for k in range(1, len(p)):
            value = value * at + columns[k]
        return value

    return impl


def _values_of_series(c: Any, x: Any, tensor: bool) -> FunctionType:
    """Return ``(x, c)``: the values of series whose coefficients are columns, at each place if they are for all columns."""
    number = numpy_class(at_least_double(c.dtype))
    ones = (1,) * (x.ndim if tensor and is_array(x) else 0)

    def impl(x, c, tensor=True):
        columns = c.astype(number).reshape(c.shape + ones)
        value = columns[len(c) - 1] + x * 0
        for k in range(2, len(c) + 1):
            value = columns[len(c) - k] + value * x
        return value

    return impl


@implements("numpy.polyval")
def polyval(p: Any, x: Any) -> FunctionType | None:
    """Return the values of a polynomial, or of one for each column of coefficients."""
    place = element_type(x)
    if place is not None and _are_columns(p):
        return _values_of_columns(numpy_class(place), is_array(x), numpy_class(result_type(p.dtype, types.unliteral(place))))
    if not _are_vectors(p) or place is None:
        return None
    values = _values(p, x, numpy_class(result_type(p.dtype, types.unliteral(place))), ascending=False)

    def impl(p, x):
        return values(p, x)

    return impl


@implements(f"{_LOW}.polyval")
def series_val(x: Any, c: Any, tensor: Any = True) -> FunctionType | None:
    """Return the values of a polynomial, the lowest coefficient first, or of one for each column of coefficients."""
    if is_number(c) or is_array(c, 0):
        return lambda x, c, tensor=True: np.polynomial.polynomial.polyval(x, np.atleast_1d(c), tensor)
    if is_array(x, 0):
        return lambda x, c, tensor=True: np.polynomial.polynomial.polyval(x[()], c, tensor)
    place = element_type(x)
    if place is not None and _are_columns(c):
        return _values_of_series(c, x, literal_bool(tensor, "tensor"))
    if not _are_vectors(c) or place is None:
        return None
    values = _values(c, x, numpy_class(result_type(at_least_double(c.dtype), place)), ascending=True)

    def impl(x, c, tensor=True):
        return values(c, x)

    return impl


# --------------------------------------------------------------------------------------------- derivatives, integrals


@implements("numpy.polyder")
def polyder(p: Any, m: Any = 1) -> FunctionType | None:
    """Return a derivative of a polynomial."""
    if not _are_vectors(p) or not (m == 1 or is_integer(m)):
        return None
    number = numpy_class(result_type(p.dtype, types.int64))

    def impl(p, m=1):
        if m < 0:
            raise ValueError("Order of derivative must be positive (see polyint)")
        result = p.astype(number)
        for _ in range(m):
            n = max(result.size - 1, 0)
            for k in range(n):
                result[k] = result[k] * number(n - k)
            result = result[:n]
        return result

    return impl


@implements(f"{_LOW}.polyder")
def series_der(c: Any, m: Any = 1, scl: Any = 1, axis: Any = 0) -> FunctionType | None:
    """Return a derivative of a polynomial, the lowest coefficient first."""
    if not has_series(c, axis) or not (m == 1 or is_integer(m)):
        return None
    number = numpy_class(at_least_double(c.dtype))
    if not _are_vectors(c) or axis != 0:
        return derivatives(number, c.ndim)

    def impl(c, m=1, scl=1, axis=0):
        if m < 0:
            raise ValueError("The order of derivation must be non-negative")
        result = c.astype(number)
        for _ in range(m):
            n = result.size - 1
            if n <= 0:
                return np.zeros(1, number)
            for k in range(n):
                result[k] = number(result[k + 1] * number(scl)) * number(k + 1)
            result = result[:n]
        return result

    return impl


def _constants(k: Any, number: Any) -> FunctionType:
    """Return ``(k, i, m)``: the constant of integration i of m."""

    def zero(k, i, m):
        return number(0)

    def same(k, i, m):
        return number(k)

    def item(k, i, m):
        if len(k) < m and len(k) != 1:
            raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
        return number(k[i if len(k) > 1 else 0])

    if is_none(k):
        return zero
    return same if is_number(k) else item


def is_constants(k: Any) -> bool:
    """Whether an argument gives constants of integration."""
    if is_none(k) or is_number(k) or is_array(k, 1):
        return True
    return isinstance(k, types.BaseTuple) and len(k) > 0 and len(set(map(types.unliteral, k.types))) == 1


@implements("numpy.polyint")
def polyint(p: Any, m: Any = 1, k: Any = None) -> FunctionType | None:
    """Return an integral of a polynomial."""
    if not _are_vectors(p) or not is_constants(k) or not (m == 1 or is_integer(m)):
        return None
    number = numpy_class(result_type(p.dtype, types.float64))
    constant = _constants(k, number)

    def impl(p, m=1, k=None):
        if m < 0:
            raise ValueError("Order of integral must be positive (see polyder)")
        n = p.size
        result = np.empty(n + m, number)
        result[:n] = p
        for i in range(m):
            for j in range(n):
                result[j] = np.divide(result[j], number(n - j))
            result[n] = constant(k, i, m)
            n += 1
        return result

    return impl


@implements(f"{_LOW}.polyint")
def series_int(c: Any, m: Any = 1, k: Any = None, lbnd: Any = 0, scl: Any = 1, axis: Any = 0) -> FunctionType | None:
    """Return an integral of a polynomial, the lowest coefficient first."""
    if is_number(c) or is_array(c, 0):
        return lambda c, m=1, k=None, lbnd=0, scl=1, axis=0: np.polynomial.polynomial.polyint(np.atleast_1d(c), m, k, lbnd, scl)
    if not has_series(c, axis) or not is_constants(k) or not (m == 1 or is_integer(m)):
        return None
    number = numpy_class(at_least_double(c.dtype))
    value, constant = _horner(number, ascending=True), series_constants(k, number)
    if not _are_vectors(c) or axis != 0:
        return integrals(number, c.ndim, constant)

    def impl(c, m=1, k=None, lbnd=0, scl=1, axis=0):
        if m < 0:
            raise ValueError("The order of integration must be non-negative")
        result = c.astype(number)
        for i in range(m):
            n = result.size
            if n == 1 and result[0] == number(0):
                result[0] = constant(k, i, m)
                continue
            longer = np.empty(n + 1, number)
            longer[0] = number(0)
            for j in range(n):
                longer[j + 1] = np.divide(number(result[j] * number(scl)), number(j + 1))
            longer[0] = constant(k, i, m) - value(longer, number(lbnd))
            result = longer
        return result

    return impl


def series_constants(k: Any, number: Any) -> FunctionType:
    """As `_constants`; those that are missing are zero."""

    def item(k, i, m):
        if len(k) > m:
            raise ValueError("Too many integration constants")
        return number(k[i]) if i < len(k) else number(0)

    def first(k, i, m):
        return number(k) if i == 0 else number(0)

    if is_none(k):
        return _constants(k, number)
    return first if is_number(k) else item


# -------------------------------------------------------------------------------------------------------- fits and roots


@implements("numpy.polyfit")
def polyfit(
    x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False
) -> FunctionType | None:
    """Return the coefficients of the polynomial of a degree with the least squared distances from points."""
    if not _are_vectors(x) or not (is_array(y) and y.ndim in (1, 2)) or not is_integer(deg):
        return None
    if not (is_none(w) or is_array(w, 1)) or not (is_none(rcond) or is_real(rcond)):
        return None
    finish = _fit_results(y.ndim == 1, literal_bool(full, "full"), cov)
    by_default = is_none(rcond)
    number = numpy_class(result_type(types.float64, x.dtype, y.dtype))
    weighted = not is_none(w)

    def powers(x, deg):
        matrix = np.empty((x.size, deg + 1), number)
        for i in range(x.size):
            power = number(1)
            for j in range(deg, -1, -1):
                matrix[i, j] = power
                power = power * number(x[i])
        return matrix

    def impl(x, y, deg, rcond=None, full=False, w=None, cov=False):
        if deg < 0:
            raise ValueError("expected deg >= 0")
        if x.size == 0:
            raise TypeError("expected non-empty vector for x")
        if x.shape[0] != y.shape[0]:
            raise TypeError("expected x and y to have same length")
        left = powers(x, deg)
        right = y.astype(number).reshape(x.size, y.size // x.size)
        if weighted:
            if w.size != y.shape[0]:
                raise TypeError("expected w and y to have the same length")
            for i in range(x.size):
                left[i] *= number(w[i])
                right[i] *= number(w[i])
        scale = np.sqrt((left * left).sum(0))
        limit = x.size * 2.220446049250313e-16 if by_default else np.float64(rcond)
        found, residuals, rank, values = np.linalg.lstsq(left / scale, right, limit)
        result = found / scale.reshape(scale.size, 1)
        return finish(result, residuals, rank, values, limit, left / scale, scale)

    return impl


def _fit_results(flat: bool, full: bool, cov: Any) -> FunctionType:
    """Return ``(coefficients, residuals, rank, values, limit, matrix, scale)``: what the flags of a fit ask for."""

    def coefficients(result, residuals, rank, values, limit, matrix, scale):
        return result[:, 0].copy() if flat else result

    def everything(result, residuals, rank, values, limit, matrix, scale):
        return coefficients(result, residuals, rank, values, limit, matrix, scale), residuals, rank, values, limit

    unscaled = isinstance(cov, types.StringLiteral) and cov.literal_value == "unscaled"

    def with_covariances(result, residuals, rank, values, limit, matrix, scale):
        base = np.linalg.inv(np.dot(matrix.T, matrix)) / np.outer(scale, scale)
        count, order = matrix.shape
        if not unscaled and count <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        factors = np.ones(result.shape[1]) if unscaled else residuals / (count - order)
        fitted = coefficients(result, residuals, rank, values, limit, matrix, scale)
        return fitted, base * factors[0] if flat else np.expand_dims(base, 2) * factors

    if full:
        return everything
    asked = isinstance(cov, types.StringLiteral) or literal_bool(cov, "cov")
    return with_covariances if asked else coefficients


@implements("numpy.roots")
def roots(p: Any) -> FunctionType | None:
    """Return the roots of a polynomial, as complex numbers also where all are real."""
    if not _are_vectors(p):
        return None
    number = np.complex128
    is_whole = is_complex(array_type(p).dtype)
    element = np.complex128 if is_whole else np.float64
    eigenvalues = complex_eigenvalues(types.complex128 if is_whole else types.float64)

    def impl(p):
        first = without_first_zeros(p)
        core = without_last_zeros(first)
        n = core.size - 1
        if n < 0 or core[0] == 0:
            return np.empty(0, number)
        result = np.zeros(first.size - 1, number)
        if n > 0:
            companion = np.zeros((n, n), element)
            for j in range(n):
                companion[0, j] = -element(core[j + 1]) / element(core[0])
                if j > 0:
                    companion[j, j - 1] = element(1)
            result[:n] = eigenvalues(companion)
        return result

    return impl


# ----------------------------------------------------------------------------------------------------------- polyutils


@implements("numpy.polynomial.polyutils.trimseq")
def trimseq(seq: Any) -> FunctionType | None:
    """Return a vector without the zeros at its end."""

    def impl(seq):
        return without_last_zeros(seq)

    return impl if is_array(seq, 1) else None


def _is_pair(ty: Any) -> bool:
    return is_array(ty, 1) or (isinstance(ty, types.BaseTuple) and len(ty) == 2 and all(map(is_number, ty.types)))


def _line(old, new):
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


@implements("numpy.polynomial.polyutils.mapparms")
def mapparms(old: Any, new: Any) -> FunctionType | None:
    """Return offset and scale of the line that maps an interval to another."""

    def impl(old, new):
        return _line(old, new)

    return impl if _is_pair(old) and _is_pair(new) else None


@implements("numpy.polynomial.polyutils.mapdomain")
def mapdomain(x: Any, old: Any, new: Any) -> FunctionType | None:
    """Return numbers moved from an interval to another."""

    def impl(x, old, new):
        offset, scale = _line(old, new)
        return offset + scale * x

    return impl if _is_pair(old) and _is_pair(new) and element_type(x) is not None else None
