"""``scipy.linalg``: equations with triangular and with banded matrices."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.scipy.arguments import (
    LinAlgError,
    is_matrix,
    is_right_side,
    lapack_numbers,
    require_finite,
    word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@compile_with(error_model="numpy")
def substitute(w, v, lower, unit):
    """Solve for the columns of `v`, in place, with a triangle of a matrix whose other elements are not read.

    Parameters
    ----------
    w, v : array
        The matrix and the right sides.
    lower, unit : bool
        Which triangle it is, and whether the elements of its diagonal are ones.
    """
    m = w.shape[0]
    for step in range(m):
        i = step if lower else m - 1 - step
        first, last = (0, i) if lower else (i + 1, m)
        row = v[i]
        for k in range(first, last):
            factor, other = w[i, k], v[k]
            for j in range(row.size):
                row[j] -= factor * other[j]
        if not unit:
            pivot = w[i, i]
            for j in range(row.size):
                row[j] /= pivot


def first_zero(w):
    """Return the number, from 1, of the first element of the diagonal that is zero; 0 if there is none."""
    for i in range(w.shape[0]):
        if w[i, i] == 0:
            return i + 1
    return 0


def transposition(trans: Any) -> FunctionType:
    """Return ``(trans)``: 0, 1 or 2 for the matrix, the transposed or the conjugate one of that, of a number or a letter."""
    if not isinstance(trans, (str, types.StringLiteral)):
        if not isinstance(trans, int) and not isinstance(types.unliteral(trans), (types.Integer, types.Boolean)):
            raise errors.TypingError(f"'trans' must be 0, 1, 2, 'N', 'T' or 'C', not {trans}")
        return lambda trans: int(trans)
    number = {"N": 0, "T": 1, "C": 2}[word("trans", trans, "NTC", "'trans' must be 0, 1, 2, 'N', 'T' or 'C', not '{}'") or "N"]
    return lambda trans: number


def turned(w, kind):
    """Return a matrix, transposed or conjugate transposed as a number says."""
    if kind == 0:
        return w
    return np.conj(w.T).copy() if kind == 2 else w.T.copy()


@implements("scipy.linalg.solve_triangular")
def solve_triangular(
    a: Any, b: Any, trans: Any = 0, lower: Any = False, unit_diagonal: Any = False, overwrite_b: Any = False,
    check_finite: Any = True,
) -> FunctionType | None:  # fmt: skip
    """Solution of equations with a triangular matrix; the other triangle is not read."""
    if not is_matrix("solve_triangular", a, "expected square matrix") or not is_right_side("solve_triangular", b):
        return None
    numbers, kind_of = lapack_numbers(a, b), transposition(trans)
    copy_a, (columns, result) = numbers.copied(a), numbers.columns(b)

    def impl(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
        require_finite(a, check_finite)
        require_finite(b, check_finite)
        if a.shape[0] != a.shape[1]:
            raise ValueError("expected square matrix")
        if a.shape[0] != b.shape[0]:
            raise ValueError(f"shapes of a {a.shape} and b {b.shape} are incompatible")
        w, v = copy_a(a), columns(b)
        zero = 0 if unit_diagonal or v.size == 0 else first_zero(w)
        if zero:
            raise LinAlgError(f"singular matrix: resolution failed at diagonal {zero - 1}")
        kind = kind_of(trans)
        is_lower = bool(lower) if kind == 0 else not lower
        substitute(turned(w, kind), v, is_lower, bool(unit_diagonal))
        return result(v)

    return impl


# ---------------------------------------------------------------------------------------------------------- banded


def rows_of_band(w, below, above):
    """Return the rows of a matrix of which the diagonals are given: each begins `below` elements in front of its diagonal.

    There is room for as many more elements behind them as rows are exchanged.
    """
    n = w.shape[1]
    rows = np.zeros((n, 2 * below + above + 1), w.dtype)
    for j in range(n):
        for i in range(max(0, j - above), min(n, j + below + 1)):
            rows[i, j - i + below] = w[above + i - j, j]
    return rows


@compile_with(error_model="numpy")
def eliminate(rows, v, below, above):
    """Solve for the columns of `v`, in place, with the rows of a banded matrix; return whether there is no solution."""
    n = rows.shape[0]
    for k in range(n):
        last, end = min(n, k + below + 1), min(n, k + below + above + 1)
        at = k
        for i in range(k + 1, last):
            if size_of(rows[i, k - i + below]) > size_of(rows[at, k - at + below]):
                at = i
        if rows[at, k - at + below] == 0:
            return True
        if at != k:
            for j in range(k, end):
                rows[k, j - k + below], rows[at, j - at + below] = rows[at, j - at + below], rows[k, j - k + below]
            for j in range(v.shape[1]):
                v[k, j], v[at, j] = v[at, j], v[k, j]
        for i in range(k + 1, last):
            factor = rows[i, k - i + below] / rows[k, below]
            for j in range(k + 1, end):
                rows[i, j - i + below] -= factor * rows[k, j - k + below]
            v[i] -= factor * v[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, min(n, k + below + above + 1)):
            v[k] -= rows[k, j - k + below] * v[j]
        v[k] /= rows[k, below]
    return False


def size_of(x):
    """Return the size of a number as LAPACK compares pivots: the sum of the sizes of its parts."""
    return abs(x.real) + abs(x.imag)


@implements("scipy.linalg.solve_banded")
def solve_banded(
    l_and_u: Any, ab: Any, b: Any, overwrite_ab: Any = False, overwrite_b: Any = False, check_finite: Any = True
) -> FunctionType | None:
    """Solution of equations with a banded matrix, whose diagonals are given."""
    if not is_matrix("solve_banded", ab, "shapes of ab and b are not compatible.") or not is_right_side("solve_banded", b):
        return None
    is_pair = isinstance(l_and_u, types.BaseTuple) and len(l_and_u) == 2
    if not is_pair and not isinstance(l_and_u, (types.Array, types.List)):
        raise errors.TypingError(f"solve_banded: 'l_and_u' must be two integers, not {l_and_u}")
    numbers = lapack_numbers(ab, b)
    copy_a, (columns, result) = numbers.copied(ab), numbers.columns(b)

    @compile_with(error_model="numpy")
    def solved(w, v, below, above):
        if w.shape[1] == 1:
            v /= w[above, 0]
        elif eliminate(rows_of_band(w, below, above), v, below, above):
            raise LinAlgError("singular matrix")

    def impl(l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True):
        below, above = int(l_and_u[0]), int(l_and_u[1])
        require_finite(ab, check_finite)
        require_finite(b, check_finite)
        if ab.shape[1] != b.shape[0]:
            raise ValueError("shapes of ab and b are not compatible.")
        if below + above + 1 != ab.shape[0]:
            raise ValueError(
                "invalid values for the number of lower and upper diagonals: "
                f"l+u+1 ({below + above + 1}) does not equal ab.shape[0] ({ab.shape[0]})"
            )
        v = columns(b)
        if v.size > 0:
            solved(copy_a(ab), v, below, above)
        return result(v)

    return impl
