"""``scipy.linalg.expm``: the exponential of a matrix."""

from __future__ import annotations

from math import factorial

import numpy as np

from coluber.core.extending import implements
from coluber.lib.scipy.arguments import LinAlgError, is_matrix, promoted_numbers
from coluber.lib.scipy.equations import solving

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# The degrees of Padé's approximants of exp, and up to which norm of a matrix each is exact to the precision of float64
# (N. J. Higham, "The Scaling and Squaring Method for the Matrix Exponential Revisited", 2005).
_DEGREES = (3, 5, 7, 13)
_LIMITS = (1.495585217958292e-2, 2.539398330063230e-1, 9.504178996162932e-1, 5.371920351148152e0)


def _coefficients(degree: int) -> tuple[float, ...]:
    """Return the coefficients of an approximant's numerator, multiplied by a number that makes them integers."""
    found = [factorial(2 * degree - k) // (factorial(k) * factorial(degree - k)) for k in range(degree + 1)]
    return (*map(float, found), *(0.0,) * (_DEGREES[-1] - degree))


_COEFFICIENTS = tuple(_coefficients(degree) for degree in _DEGREES)


def _parts(w, which):
    """Return the odd and the even part of the numerator of an approximant, for a matrix."""
    c, one = _COEFFICIENTS[which], np.eye(w.shape[0], dtype=w.dtype)
    w2 = np.dot(w, w)
    w4 = np.dot(w2, w2)
    w6 = np.dot(w4, w2)
    odd = c[7] * w6 + c[5] * w4 + c[3] * w2 + c[1] * one
    even = c[6] * w6 + c[4] * w4 + c[2] * w2 + c[0] * one
    if which == 3:
        odd += np.dot(w6, c[13] * w6 + c[11] * w4 + c[9] * w2)
        even += np.dot(w6, c[12] * w6 + c[10] * w4 + c[8] * w2)
    return np.dot(w, odd), even


@implements("scipy.linalg.expm")
def expm(A: Any) -> FunctionType | None:  # noqa: N803
    """Exponential of a matrix."""
    if not is_matrix("expm", A, "The input array must be at least two-dimensional"):
        return None
    numbers = promoted_numbers(A)
    copy, rounded, solved = numbers.copied(A), numbers.rounded(), solving(numbers.code)

    def exponential(w):
        size, which, halvings = np.abs(w).sum(0).max(), 0, 0
        if not np.isfinite(size):
            return np.full_like(w, np.nan)
        while which < 3 and size > _LIMITS[which]:
            which += 1
        if size > _LIMITS[3]:
            halvings = int(np.ceil(np.log2(size / _LIMITS[3])))
        odd, even = _parts(w * 0.5**halvings, which)
        result = solved(even - odd, even + odd)[1]
        for _ in range(halvings):
            result = np.dot(result, result)
        return result

    def impl(A):  # noqa: N803
        if A.shape[0] != A.shape[1]:
            raise LinAlgError("Last 2 dimensions of the array must be square")
        if A.size < 2:
            return rounded(np.exp(copy(A)))
        return rounded(exponential(copy(A)))

    return impl
