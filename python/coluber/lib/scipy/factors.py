"""``scipy.linalg``: triangular factors of matrices, LU and Cholesky's, and equations that are solved with them."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import compile_with, implements
from coluber.lib.intrinsics import numpy_loop
from coluber.lib.kinds import is_integral, is_number, literal_bool
from coluber.lib.numpy.loops import extents
from coluber.lib.scipy.arguments import (
    LinAlgError,
    Numbers,
    is_matrix,
    is_right_side,
    lapack_numbers,
    require_finite,
)
from coluber.lib.scipy.triangular import size_of, substitute, transposition, turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# So many columns are eliminated before what is behind them is changed, by a product of matrices.
_BLOCK = 48


@compile_with(error_model="numpy")
def _factor_columns(w, pivots, first, last):
    """Factor some columns of a matrix in place, with exchanges of whole rows, which `pivots` tells."""
    m = w.shape[0]
    for k in range(first, last):
        at = k
        for i in range(k + 1, m):
            if size_of(w[i, k]) > size_of(w[at, k]):
                at = i
        pivots[k] = at
        pivot = w[at, k]
        if pivot == 0:
            continue
        if at != k:
            for j in range(w.shape[1]):
                w[k, j], w[at, j] = w[at, j], w[k, j]
        top = w[k]
        for i in range(k + 1, m):
            row = w[i]
            factor = row[k] / pivot
            row[k] = factor
            for j in range(k + 1, last):
                row[j] -= factor * top[j]


def factor(w, pivots):
    """Factor a contiguous matrix in place: the unit lower and the upper triangle, and which row each row was exchanged with."""
    n, end = w.shape[1], pivots.size
    for first in range(0, end, _BLOCK):
        last = min(first + _BLOCK, end)
        _factor_columns(w, pivots, first, last)
        if last < n:
            upper = w[first:last, last:].copy()
            substitute(w[first:last, first:last].copy(), upper, True, True)
            w[first:last, last:] = upper
            if last < w.shape[0]:
                w[last:, last:] -= np.dot(w[last:, first:last].copy(), upper)


def exchange(v, pivots, is_forward):
    """Exchange the rows of a matrix, in place, as `pivots` tells, or back."""
    for step in range(pivots.size):
        k = step if is_forward else pivots.size - 1 - step
        at = pivots[k]
        if at != k:
            for j in range(v.shape[1]):
                v[k, j], v[at, j] = v[at, j], v[k, j]


@implements("scipy.linalg.lu_factor")
def lu_factor(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> FunctionType | None:
    """Return both triangles in one matrix, and the exchanges of rows. There is no warning about singular matrices."""
    if not is_matrix("lu_factor", a, "expected a matrix"):
        return None
    numbers = lapack_numbers(a)
    copy, rounded = numbers.copied(a), numbers.rounded()

    def impl(a, overwrite_a=False, check_finite=True):
        require_finite(a, check_finite)
        w, pivots = copy(a), np.empty(min(a.shape[0], a.shape[1]), np.int32)
        factor(w, pivots)
        return rounded(w), pivots

    return impl


@implements("scipy.linalg.lu_solve")
def lu_solve(
    lu_and_piv: Any, b: Any, trans: Any = 0, overwrite_b: Any = False, check_finite: Any = True
) -> FunctionType | None:
    """Solution of equations by what `lu_factor` gives."""
    if not isinstance(lu_and_piv, types.BaseTuple) or len(lu_and_piv) != 2 or not is_right_side("lu_solve", b):
        return None
    factors, pivots = lu_and_piv.types
    if not is_matrix("lu_solve", factors) or not isinstance(pivots, types.Array) or not is_integral(pivots.dtype):
        return None
    numbers, kind_of = lapack_numbers(factors, b), transposition(trans)
    copy_w, (columns, result) = numbers.copied(factors), numbers.columns(b)

    def impl(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
        lu, pivots = lu_and_piv
        require_finite(b, check_finite)
        if lu.shape[0] != b.shape[0]:
            raise ValueError(f"Shapes of lu {lu.shape} and b {b.shape} are incompatible")
        v = columns(b)
        kind = kind_of(trans)
        w, is_plain = turned(copy_w(lu), kind), kind == 0
        if is_plain:
            exchange(v, pivots, True)
        substitute(w, v, True, is_plain)
        substitute(w, v, False, not is_plain)
        if not is_plain:
            exchange(v, pivots, False)
        return result(v)

    return impl


@implements("scipy.linalg.lu")
def lu(
    a: Any, permute_l: Any = False, overwrite_a: Any = False, check_finite: Any = True, p_indices: Any = False
) -> FunctionType | None:
    """Factors of a matrix: a permutation, a unit lower and an upper triangle."""
    if not is_matrix("lu", a, "The input array must be at least two-dimensional."):
        return None
    numbers = lapack_numbers(a)
    copy, rounded, real = numbers.copied(a), numbers.rounded(), numbers.real

    def factors(a, check_finite):
        require_finite(a, check_finite)
        m, n = a.shape
        k, w = min(m, n), copy(a)
        pivots, places = np.empty(k, np.int32), np.arange(m).reshape(m, 1)
        factor(w, pivots)
        exchange(places, pivots, True)
        lower, upper = w[:, :k].copy(), w[:k].copy()
        for i in range(m):
            for j in range(i, k):
                lower[i, j] = 1 if i == j else 0
        for i in range(k):
            upper[i, : min(i, n)] = 0
        order = np.empty(m, np.int32)
        for i in range(m):
            order[places[i, 0]] = i
        return order, rounded(lower), rounded(upper)

    def with_matrix(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
        order, lower, upper = factors(a, check_finite)
        matrix = np.zeros((order.size, order.size), real)
        for i in range(order.size):
            matrix[i, order[i]] = 1
        return matrix, lower, upper

    def with_indices(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
        return factors(a, check_finite)

    def permuted(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
        order, lower, upper = factors(a, check_finite)
        return lower[order], upper

    if literal_bool(permute_l, "permute_l"):
        return permuted
    return with_indices if literal_bool(p_indices, "p_indices") else with_matrix


# ------------------------------------------------------------------------------------------------------------ Cholesky


@compile_with(error_model="numpy")
def _leading_minor(w, lower):
    """Return the order of the first leading minor of a Hermitian matrix that is not positive."""
    m = w.shape[0]
    c = np.zeros_like(w)
    for j in range(m):
        rest = w[j, j].real
        for k in range(j):
            rest -= c[j, k].real ** 2 + c[j, k].imag ** 2
        if not rest > 0:
            return j + 1
        c[j, j] = np.sqrt(rest)
        for i in range(j + 1, m):
            x = w[i, j] if lower else np.conj(w[j, i])
            for k in range(j):
                x -= c[i, k] * np.conj(c[j, k])
            c[i, j] = x / c[j, j].real
    return m


def cholesky_function(numbers: Numbers) -> FunctionType:
    """Return ``(w, lower)``: Cholesky's factor of a contiguous matrix, and 0, or the order of a minor that is not positive."""
    code = numbers.code
    s = 16 if code == "D" else 8
    upper_loop = f"numpy.linalg._umath_linalg.cholesky_up {code}->{code}"
    lower_loop = f"numpy.linalg._umath_linalg.cholesky_lo {code}->{code}"

    def factored(w, lower):
        m, out = w.shape[0], np.empty_like(w)
        if m == 0:
            return out, 0
        steps = extents((1, m), (m * m * s, m * m * s, m * s, s, m * s, s))
        if lower:
            has_failed = numpy_loop(lower_loop, steps, w, out)
        else:
            has_failed = numpy_loop(upper_loop, steps, w, out)
        return out, _leading_minor(w, bool(lower)) if has_failed else 0

    return factored


def _checked_cholesky(a: Any) -> tuple[Numbers, FunctionType]:
    """Return the numbers, and ``(a, lower, check_finite)``: a copy of the matrix and its factor."""
    numbers = lapack_numbers(a)
    copy, factored = numbers.copied(a), cholesky_function(numbers)

    def checked(a, lower, check_finite):
        require_finite(a, check_finite)
        if a.shape[0] != a.shape[1]:
            raise ValueError(f"Input array is expected to be square but has the shape: {a.shape}.")
        w = copy(a)
        out, minor = factored(w, lower)
        if minor:
            raise LinAlgError(f"{minor}-th leading minor of the array is not positive definite")
        return w, out

    return numbers, checked


@implements("scipy.linalg.cholesky")
def cholesky(a: Any, lower: Any = False, overwrite_a: Any = False, check_finite: Any = True) -> FunctionType | None:
    """Cholesky's factor of a positive definite matrix, the upper one where nothing else is said."""
    if not is_matrix("cholesky", a, "Input array is expected to be square"):
        return None
    numbers, checked = _checked_cholesky(a)
    rounded = numbers.rounded()

    def impl(a, lower=False, overwrite_a=False, check_finite=True):
        return rounded(checked(a, lower, check_finite)[1])

    return impl


@implements("scipy.linalg.cho_factor")
def cho_factor(a: Any, lower: Any = False, overwrite_a: Any = False, check_finite: Any = True) -> FunctionType | None:
    """As `cholesky`, for `cho_solve`: the other triangle has the matrix's own elements."""
    if not is_matrix("cho_factor", a, "Input array is expected to be square"):
        return None
    numbers, checked = _checked_cholesky(a)
    rounded = numbers.rounded()

    def impl(a, lower=False, overwrite_a=False, check_finite=True):
        w, out = checked(a, lower, check_finite)
        for i in range(w.shape[0]):
            for j in range(w.shape[0]):
                if j > i if lower else j < i:
                    out[i, j] = w[i, j]
        return rounded(out), lower

    return impl


@implements("scipy.linalg.cho_solve")
def cho_solve(c_and_lower: Any, b: Any, overwrite_b: Any = False, check_finite: Any = True) -> FunctionType | None:
    """Solution of equations by what `cho_factor` gives."""
    if not isinstance(c_and_lower, types.BaseTuple) or len(c_and_lower) != 2 or not is_right_side("cho_solve", b):
        return None
    c, lower = c_and_lower.types
    if not is_matrix("cho_solve", c, "The factored matrix c is not square.") or not is_number(types.unliteral(lower)):
        return None
    numbers = lapack_numbers(c, b)
    copy_c, (columns, result) = numbers.copied(c), numbers.columns(b)

    def impl(c_and_lower, b, overwrite_b=False, check_finite=True):
        c, lower = c_and_lower
        require_finite(b, check_finite)
        require_finite(c, check_finite)
        if c.shape[0] != c.shape[1]:
            raise ValueError("The factored matrix c is not square.")
        if c.shape[1] != b.shape[0]:
            raise ValueError(f"incompatible dimensions ({c.shape} and {b.shape})")
        v, w = columns(b), copy_c(c)
        conjugate = np.conj(w.T).copy()
        substitute(w if lower else conjugate, v, True, False)
        substitute(conjugate if lower else w, v, False, False)
        return result(v)

    return impl
