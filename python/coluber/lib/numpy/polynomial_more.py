"""More of ``numpy.polynomial.polynomial``: polynomials with roots, powers, values in several variables, matrices."""

from __future__ import annotations

import numpy as np

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_half, is_integer, is_none, is_number, numpy_class, refuse, result_type
from coluber.lib.numpy.polynomials import without_last_zeros
from coluber.lib.numpy.rounding import at_least_double

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_LOW = "numpy.polynomial.polynomial"


def _double(*operands: Any) -> Any:
    """Return the class in which NumPy computes: a floating one."""
    return numpy_class(at_least_double(result_type(*(ty.dtype if is_array(ty) else ty for ty in operands))))


def _is_vector(ty: Any) -> bool:
    return is_array(ty, 1) and is_number(ty.dtype)


# --------------------------------------------------------------------------------------------------------------- roots


def _characteristic_polynomial(seq_of_zeros):
    if seq_of_zeros.shape[0] != seq_of_zeros.shape[1]:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    roots = np.linalg.eigvals(seq_of_zeros.astype(np.complex128))
    result = np.zeros(roots.size + 1, np.complex128)
    result[0] = 1
    for k in range(roots.size):
        for i in range(k + 1, 0, -1):
            result[i] = result[i] - roots[k] * result[i - 1]
    return result.real.copy()


@implements("numpy.poly")
def poly(seq_of_zeros: Any) -> FunctionType | None:
    """Return the polynomial that has the elements of a vector, or the eigenvalues of a matrix, as roots, the highest first."""
    if is_array(seq_of_zeros, 2) and is_number(seq_of_zeros.dtype) and not is_complex(seq_of_zeros.dtype):
        return _characteristic_polynomial
    if not _is_vector(seq_of_zeros):
        return None
    if is_complex(seq_of_zeros.dtype):
        raise errors.TypingError(
            "poly() of complex numbers is real where they are in pairs: use np.polynomial.polynomial.polyfromroots()[::-1]"
        )
    number = np.float64 if is_half(seq_of_zeros.dtype) else _double(seq_of_zeros)

    def impl(seq_of_zeros):
        result = np.zeros(seq_of_zeros.size + 1, number)
        result[0] = number(1)
        for k in range(seq_of_zeros.size):
            root = number(seq_of_zeros[k])
            for i in range(k + 1, 0, -1):
                result[i] = result[i] - root * result[i - 1]
        return result

    return impl


@implements(f"{_LOW}.polyfromroots")
def polyfromroots(roots: Any) -> FunctionType | None:
    """Return the polynomial that has the elements of a vector as roots, the lowest coefficient first.

    As in NumPy, factors are multiplied in pairs, so that rounding errors stay small.
    """
    if not _is_vector(roots):
        return None
    number = _double(roots)

    def impl(roots):
        n = roots.size
        if n == 0:
            return np.ones(1, number)
        ordered = np.sort(roots.astype(number))
        # Row k has a factor of some degree, of which the last coefficient is one.
        factors, degrees = np.zeros((n, n + 1), number), np.ones(n, np.int64)
        for k in range(n):
            factors[k, 0], factors[k, 1] = -ordered[k], number(1)
        while n > 1:
            half, odd = n // 2, n % 2
            for k in range(half):
                p, q = factors[k, : degrees[k] + 1], factors[k + half, : degrees[k + half] + 1]
                product = np.convolve(p, q)
                factors[k, : product.size] = product
                degrees[k] = product.size - 1
            if odd == 1:
                product = np.convolve(factors[0, : degrees[0] + 1], factors[n - 1, : degrees[n - 1] + 1])
                factors[0, : product.size] = product
                degrees[0] = product.size - 1
            n = half
        return factors[0, : degrees[0] + 1].copy()

    return impl


@implements(f"{_LOW}.polyvalfromroots")
def polyvalfromroots(x: Any, r: Any, tensor: Any = True) -> FunctionType | None:
    """Return the values of the polynomial with some roots."""
    if tensor is not True:
        refuse("tensor", tensor)
    if not _is_vector(r) or not (is_number(x) or (is_array(x) and is_number(x.dtype))):
        return None
    number = _double(x, r)

    def at(x, r):
        value = number(1)
        for k in range(r.size):
            value = value * (number(x) - number(r[k]))
        return value

    def impl_number(x, r, tensor=True):
        return at(x, r)

    def impl(x, r, tensor=True):
        result = np.empty(x.shape, number)
        source, target = x.ravel(), result.ravel()
        for i in range(target.size):
            target[i] = at(source[i], r)
        return result

    return impl if is_array(x) else impl_number


@implements(f"{_LOW}.polycompanion")
def polycompanion(c: Any) -> FunctionType | None:
    """Return the matrix whose eigenvalues are the roots of a polynomial."""
    if not _is_vector(c):
        return None
    number = _double(c)

    def impl(c):
        p = without_last_zeros(c)
        if p.size < 2:
            raise ValueError("Series must have maximum degree of at least 1.")
        n = p.size - 1
        matrix = np.zeros((n, n), number)
        for k in range(1, n):
            matrix[k, k - 1] = number(1)
        for k in range(n):
            matrix[k, n - 1] = matrix[k, n - 1] - np.divide(number(p[k]), number(p[n]))
        return matrix

    return impl


# ------------------------------------------------------------------------------------------------------------ products


@implements(f"{_LOW}.polyline")
def polyline(off: Any, scl: Any) -> FunctionType | None:
    """Return the polynomial ``off + scl * x``."""
    if not (is_number(off) and is_number(scl)):
        return None
    number = numpy_class(result_type(off, scl))

    def impl(off, scl):
        result = np.empty(2, number)
        result[0], result[1] = number(off), number(scl)
        return result if scl != 0 else result[:1].copy()

    return impl


@implements(f"{_LOW}.polymulx")
def polymulx(c: Any) -> FunctionType | None:
    """Return a polynomial times x."""
    if not _is_vector(c):
        return None
    number = _double(c)

    def impl(c):
        p = without_last_zeros(c)
        if p.size == 1 and p[0] == 0:
            return p.astype(number)
        result = np.zeros(p.size + 1, number)
        result[1:] = p
        return result

    return impl


@implements(f"{_LOW}.polypow")
def polypow(c: Any, pow: Any, maxpower: Any = None) -> FunctionType | None:  # noqa: A002
    """Return a power of a polynomial."""
    if not _is_vector(c) or not is_integer(pow) or not (is_none(maxpower) or is_integer(maxpower)):
        return None
    number, limited = _double(c), not is_none(maxpower)

    def impl(c, pow, maxpower=None):  # noqa: A002
        if pow < 0:
            raise ValueError("Power must be a non-negative integer.")
        if limited and pow > maxpower:
            raise ValueError("Power is too large")
        p, result = without_last_zeros(c).astype(number), np.ones(1, number)
        for _ in range(pow):
            result = np.convolve(result, p)
        return result

    return impl


@implements(f"{_LOW}.polytrim", "numpy.polynomial.polyutils.trimcoef")
def polytrim(c: Any, tol: Any = 0) -> FunctionType | None:
    """Return a polynomial without the small coefficients at its end."""
    if not _is_vector(c) or not (tol == 0 or is_number(tol)):
        return None
    number = _double(c)

    def impl(c, tol=0):
        if tol < 0:
            raise ValueError("tol must be non-negative")
        n = c.size
        while n > 0 and not abs(c[n - 1]) > tol:
            n -= 1
        return c[:n].astype(number) if n > 0 else c[:1].astype(number) * number(0)

    return impl


# ------------------------------------------------------------------------------------------------ values and matrices


@implements(f"{_LOW}.polyvander")
def polyvander(x: Any, deg: Any) -> FunctionType | None:
    """Return the powers of numbers along a new last axis."""
    if not is_array(x) or x.ndim == 0 or not is_number(x.dtype) or not is_integer(deg):
        return None
    number = _double(x)

    def impl(x, deg):
        if deg < 0:
            raise ValueError("deg must be non-negative")
        result = np.empty((*x.shape, np.int64(deg) + 1), number)
        source, target = x.ravel(), result.reshape((x.size, np.int64(deg) + 1))
        for i in range(source.size):
            power = number(1)
            for k in range(deg + 1):
                target[i, k] = power
                power = power * number(source[i])
        return result

    return impl


def _values(count: int, c: Any, points: tuple[Any, ...]) -> FunctionType | None:
    """Return ``(c, points)``: the values of a polynomial in several variables, at points of one shape."""
    if not is_array(c, count) or not is_number(c.dtype):
        return None
    if not all(is_array(ty) and is_number(ty.dtype) and ty.ndim == points[0].ndim for ty in points):
        return None
    number, last = _double(c, *points), count - 1

    def along_two(c, x, y):
        value = number(0)
        for i in range(c.shape[0] - 1, -1, -1):
            inner = number(0)
            for j in range(c.shape[1] - 1, -1, -1):
                inner = inner * y + number(c[i, j])
            value = value * x + inner
        return value

    def two(c, points):
        x, y = points
        result = np.empty(x.shape, number)
        p, q, target = x.ravel(), y.ravel(), result.ravel()
        for k in range(target.size):
            target[k] = along_two(c, number(p[k]), number(q[k]))
        return result

    def three(c, points):
        x, y, z = points
        result = np.empty(x.shape, number)
        p, q, r, target = x.ravel(), y.ravel(), z.ravel(), result.ravel()
        for k in range(target.size):
            value = number(0)
            for i in range(c.shape[0] - 1, -1, -1):
                value = value * number(p[k]) + along_two(c[i], number(q[k]), number(r[k]))
            target[k] = value
        return result

    return two if last == 1 else three


@implements(f"{_LOW}.polyval2d")
def polyval2d(x: Any, y: Any, c: Any) -> FunctionType | None:
    """Return the values of a polynomial in two variables at points."""
    values = _values(2, c, (x, y))

    def impl(x, y, c):
        if x.shape != y.shape:
            raise ValueError("x, y are incompatible")
        return values(c, (x, y))

    return None if values is None else impl


@implements(f"{_LOW}.polyval3d")
def polyval3d(x: Any, y: Any, z: Any, c: Any) -> FunctionType | None:
    """Return the values of a polynomial in three variables at points."""
    values = _values(3, c, (x, y, z))

    def impl(x, y, z, c):
        if x.shape != y.shape or x.shape != z.shape:
            raise ValueError("x, y, z are incompatible")
        return values(c, (x, y, z))

    return None if values is None else impl


@implements(f"{_LOW}.polygrid2d")
def polygrid2d(x: Any, y: Any, c: Any) -> FunctionType | None:
    """Return the values of a polynomial in two variables on the grid of two vectors."""
    if not (_is_vector(x) and _is_vector(y)) or not is_array(c, 2):
        return None
    number = _double(x, y, c)

    def impl(x, y, c):
        first, second = np.empty((x.size, y.size), number), np.empty((x.size, y.size), number)
        for i in range(x.size):
            for j in range(y.size):
                first[i, j], second[i, j] = number(x[i]), number(y[j])
        return np.polynomial.polynomial.polyval2d(first, second, c)

    return impl
