"""``numpy.polynomial.polynomial``: roots, fits, and matrices and grids of polynomials in several variables."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_int_tuple,
    is_integer,
    is_none,
    is_number,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import array_type
from coluber.lib.numpy.linalg import complex_eigenvalues
from coluber.lib.numpy.polynomials import without_last_zeros
from coluber.lib.numpy.rounding import at_least_double

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_LOW = "numpy.polynomial.polynomial"


def _double(*operands: Any) -> Any:
    """Return the class in which NumPy computes: a floating one."""
    return numpy_class(at_least_double(result_type(*(ty.dtype for ty in operands))))


def _is_vector(ty: Any) -> bool:
    return is_array(ty, 1) and is_number(ty.dtype)


@implements(f"{_LOW}.polyroots")
def polyroots(c: Any) -> FunctionType | None:
    """Return the roots of a polynomial in order, as complex numbers also where all are real."""
    if not _is_vector(c):
        return None
    is_whole = is_complex(array_type(c).dtype)
    element = np.complex128 if is_whole else np.float64
    eigenvalues = complex_eigenvalues(types.complex128 if is_whole else types.float64)

    def impl(c):
        p = without_last_zeros(c)
        if p.size < 2:
            return np.empty(0, np.complex128)
        companion = np.polynomial.polynomial.polycompanion(p)[::-1, ::-1].astype(element).copy()
        return np.sort(eigenvalues(companion))

    return impl


@implements(f"{_LOW}.polyfit")
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None) -> FunctionType | None:
    """Return the coefficients, the lowest first, of the polynomial of a degree with the least squared distances from points."""
    if not _is_vector(x) or not is_array(y) or not is_integer(deg):
        return None
    if not (is_none(w) or is_array(w, 1)):
        return None

    def coefficients(x, y, deg, rcond=None, full=False, w=None):
        return np.polyfit(x, y, deg, rcond, w=w)[::-1].copy()

    def everything(x, y, deg, rcond=None, full=False, w=None):
        found, residuals, rank, values, limit = np.polyfit(x, y, deg, rcond, True, w)
        return found[::-1].copy(), (residuals, rank, values, limit)

    return everything if literal_bool(full, "full") else coefficients


@implements(f"{_LOW}.polyvander2d")
def polyvander2d(x: Any, y: Any, deg: Any) -> FunctionType | None:
    """Return the products of the powers of two variables along a new last axis."""
    if not (is_array(x) and is_array(y) and x.ndim == y.ndim > 0) or not (is_int_tuple(deg) or is_array(deg, 1)):
        return None
    vander = np.polynomial.polynomial.polyvander

    def impl(x, y, deg):
        first, second = vander(x, deg[0]), vander(y, deg[1])
        both = first[..., None] * second[..., None, :]
        return both.reshape((*x.shape, (deg[0] + 1) * (deg[1] + 1)))

    return impl


@implements(f"{_LOW}.polyvander3d")
def polyvander3d(x: Any, y: Any, z: Any, deg: Any) -> FunctionType | None:
    """Return the products of the powers of three variables along a new last axis."""
    ranks = {ty.ndim if is_array(ty) else 0 for ty in (x, y, z)}
    if len(ranks) != 1 or 0 in ranks or not (is_int_tuple(deg) or is_array(deg, 1)):
        return None
    vander = np.polynomial.polynomial.polyvander

    def impl(x, y, z, deg):
        first, second, third = vander(x, deg[0]), vander(y, deg[1]), vander(z, deg[2])
        every = first[..., None, None] * second[..., None, :, None] * third[..., None, None, :]
        return every.reshape((*x.shape, (deg[0] + 1) * (deg[1] + 1) * (deg[2] + 1)))

    return impl


@implements(f"{_LOW}.polygrid3d")
def polygrid3d(x: Any, y: Any, z: Any, c: Any) -> FunctionType | None:
    """Return the values of a polynomial in three variables on the grid of three vectors."""
    if not all(_is_vector(ty) for ty in (x, y, z)) or not is_array(c, 3):
        return None
    number = _double(x, y, z, c)

    def impl(x, y, z, c):
        shape = (x.size, y.size, z.size)
        first = np.broadcast_to(x.astype(number).reshape((x.size, 1, 1)), shape).copy()
        second = np.broadcast_to(y.astype(number).reshape((1, y.size, 1)), shape).copy()
        third = np.broadcast_to(z.astype(number).reshape((1, 1, z.size)), shape).copy()
        return np.polynomial.polynomial.polyval3d(first, second, third, c)

    return impl


@implements("numpy.apply_over_axes")
def apply_over_axes(func: Any, a: Any, axes: Any) -> FunctionType | None:
    """Return what a function of an array and an axis makes of it for each of some axes, which are kept."""
    if not is_array(a):
        return None
    if is_integer(axes):
        return lambda func, a, axes: np.expand_dims(np.asarray(func(a, axes)), axes)
    if not isinstance(axes, types.BaseTuple) or not all(isinstance(ty, types.IntegerLiteral) for ty in axes):
        return None
    applied = _kept
    for ty in axes:
        applied = _then_along(applied, ty.literal_value)
    return lambda func, a, axes: applied(func, a)


def _kept(func, a):
    return a


def _then_along(before: Any, axis: int) -> FunctionType:
    return lambda func, a: np.expand_dims(np.asarray(func(before(func, a), axis)), axis)
