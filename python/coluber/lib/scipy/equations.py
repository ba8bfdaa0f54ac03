"""``scipy.linalg``: equations with matrices that are full, inverses, determinants and least squares."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.intrinsics import numpy_loop
from coluber.lib.kinds import is_none, is_number, literal_bool
from coluber.lib.numpy.loops import extents
from coluber.lib.scipy.arguments import (
    LinAlgError,
    is_matrix,
    is_right_side,
    lapack_numbers,
    promoted_numbers,
    require_finite,
    word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MODULE = "numpy.linalg._umath_linalg."

_SINGULAR = "A singular matrix detected: slice(s) [0] are singular."

# Short names of structures, and the longer ones.
_SHORT = {
    "general": "gen", "positive definite": "pos", "symmetric": "sym", "hermitian": "her", "upper triangular": "upper",
    "lower triangular": "lower",
}  # fmt: skip
_STRUCTURES = (*_SHORT, "gen", "pos", "sym", "her", "diagonal", "tridiagonal", "banded")
_OF_INVERSES = ("general", "gen", "diagonal", "upper triangular", "lower triangular", "pos", "sym", "her")


def _structure(ty: Any, known: tuple[str, ...]) -> str:
    found = word("assume_a", ty, known, "{} is not a recognized matrix structure") or "gen"
    return _SHORT.get(found, found)


def _completed(structure: str) -> FunctionType:
    """Return ``(w, lower)``: change a matrix to that which its elements stand for, of which a structure says which are read."""
    is_hermitian = structure in ("her", "pos")

    def as_it_is(w, lower):
        pass

    def mirrored(w, lower):
        for i in range(w.shape[0]):
            for j in range(i):
                if lower:
                    w[j, i] = np.conj(w[i, j]) if is_hermitian else w[i, j]
                else:
                    w[i, j] = np.conj(w[j, i]) if is_hermitian else w[j, i]
            if is_hermitian:
                w[i, i] = w[i, i].real

    below, above = {"upper": (0, -1), "lower": (-1, 0), "diagonal": (0, 0), "tridiagonal": (1, 1)}.get(structure, (-1, -1))

    def in_band(w, lower):
        for i in range(w.shape[0]):
            for j in range(w.shape[0]):
                if (i > j and 0 <= below < i - j) or (j > i and 0 <= above < j - i):
                    w[i, j] = 0

    if structure in ("sym", "her", "pos"):
        return mirrored
    return as_it_is if structure in ("gen", "banded") else in_band


def _is_definite(code: str) -> FunctionType:
    """Return the function for whether a Hermitian matrix is positive definite."""
    s, loop = 16 if code == "D" else 8, f"{_MODULE}cholesky_lo {code}->{code}"

    def is_definite(w):
        m, out = w.shape[0], np.empty_like(w)
        return numpy_loop(loop, extents((1, m), (m * m * s, m * m * s, m * s, s, m * s, s)), w, out) == 0

    return is_definite


def solving(code: str) -> FunctionType:
    """Return ``(w, v)``: whether a matrix is singular, and the solutions for the columns of another one."""
    s, loop = 16 if code == "D" else 8, f"{_MODULE}solve {code}{code}->{code}"

    def solved(w, v):
        m, n = v.shape
        out = np.empty((m, n), w.dtype)
        steps = extents((1, m, n), (m * m * s, m * n * s, m * n * s, m * s, s, n * s, s, n * s, s))
        return numpy_loop(loop, steps, w, v, out) != 0, out

    return solved


def _check_square(a):
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"Expected square matrix, got a1.shape={a.shape}")


@implements("scipy.linalg.solve")
def solve(
    a: Any, b: Any, lower: Any = False, overwrite_a: Any = False, overwrite_b: Any = False, check_finite: Any = True,
    assume_a: Any = None, transposed: Any = False,
) -> FunctionType | None:  # fmt: skip
    """Solution of linear equations. Structures are not looked for: they only make SciPy faster."""
    if not is_matrix("solve", a, "Expected at least ndim=2") or not is_right_side("solve", b):
        return None
    structure, numbers = _structure(assume_a, _STRUCTURES), promoted_numbers(a, b)
    complete, must_be_definite, is_complex = _completed(structure), structure == "pos", numbers.code == "D"
    singular = "Matrix is singular." if structure == "banded" else _SINGULAR
    copy_a, (columns, result) = numbers.copied(a), numbers.columns(b)
    is_definite, solved = _is_definite(numbers.code), solving(numbers.code)

    def prepared(w, lower, transposed):
        complete(w, lower)
        if must_be_definite and not is_definite(w):
            raise LinAlgError(singular)
        if transposed and is_complex:
            raise NotImplementedError("scipy.linalg.solve can currently not solve a^T x = b or a^H x = b for complex matrices.")
        return w.T.copy() if transposed else w

    def impl(
        a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False
    ):  # fmt: skip
        require_finite(a, check_finite)
        require_finite(b, check_finite)
        _check_square(a)
        v = columns(b)
        if a.size == 1:
            if a[0, 0] == 0:
                raise LinAlgError("A singular matrix detected.")
            return result(v / copy_a(a)[0, 0])
        if v.shape[0] != a.shape[0]:
            raise ValueError(f"incompatible shapes: a1.shape={a.shape} and b1.shape={v.shape}")
        if v.size == 0:
            return result(v)
        is_singular, x = solved(prepared(copy_a(a), lower, transposed), v)
        if is_singular:
            raise LinAlgError(singular)
        return result(x)

    return impl


@implements("scipy.linalg.inv")
def inv(
    a: Any, overwrite_a: Any = False, check_finite: Any = True, *, assume_a: Any = None, lower: Any = False
) -> FunctionType | None:
    """Inverse."""
    if not is_matrix("inv", a, "Expected at least ndim=2, got a1.ndim={}"):
        return None
    structure, numbers = _structure(assume_a, _OF_INVERSES), lapack_numbers(a)
    complete, must_be_definite, copy, rounded = (
        _completed(structure),
        structure == "pos",
        numbers.copied(a),
        numbers.rounded(),
    )
    is_definite, code = _is_definite(numbers.code), numbers.code
    s, loop = 16 if code == "D" else 8, f"{_MODULE}inv {code}->{code}"

    def impl(a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
        require_finite(a, check_finite)
        _check_square(a)
        m, w = a.shape[0], copy(a)
        complete(w, lower)
        if must_be_definite and not is_definite(w):
            raise LinAlgError(_SINGULAR)
        out = np.empty_like(w)
        if m > 0 and numpy_loop(loop, extents((1, m), (m * m * s, m * m * s, m * s, s, m * s, s)), w, out):
            raise LinAlgError(_SINGULAR)
        return rounded(out)

    return impl


@implements("scipy.linalg.det")
def det(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> FunctionType | None:
    """Return the determinant, in double precision."""
    if not is_matrix("det", a, "The input array must be at least two-dimensional."):
        return None
    copy = lapack_numbers(a).copied(a)

    def impl(a, overwrite_a=False, check_finite=True):
        require_finite(a, check_finite)
        if a.shape[0] != a.shape[1]:
            raise ValueError(f"Last 2 dimensions of the array must be square but received shape {a.shape}.")
        return np.linalg.det(copy(a))

    return impl


# ------------------------------------------------------------------------------------------------------- least squares


@implements("scipy.linalg.lstsq")
def lstsq(
    a: Any, b: Any, cond: Any = None, overwrite_a: Any = False, overwrite_b: Any = False, check_finite: Any = True,
    lapack_driver: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Least squares: the solution, sums of squared residuals, the rank, and the singular values.

    For a vector `b` the sum is a number: NaN where SciPy gives an empty array.
    """
    if not is_matrix("lstsq", a, "Input array a should be 2D") or not is_right_side("lstsq", b):
        return None
    driver = word("lapack_driver", lapack_driver, ("gelsd", "gelsy", "gelss"), 'LAPACK driver "{}" is not found')
    if driver == "gelsy":
        raise errors.UnsupportedError("lstsq: lapack_driver='gelsy' is not supported in compiled code; use 'gelsd' or 'gelss'")
    numbers, is_vector = lapack_numbers(a, b), b.ndim == 1
    copy_a, copy_b, rounded, rounded_real = numbers.copied(a), numbers.copied(b), numbers.rounded(), numbers.rounded_real()
    smallest, real = float(np.finfo(numbers.real).eps), numbers.real
    use_default = is_none(cond)

    def of_vector(sums):
        return real(sums[0]) if sums.size > 0 else real(np.nan)

    residuals = of_vector if is_vector else rounded_real

    def impl(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
        require_finite(a, check_finite)
        require_finite(b, check_finite)
        m, n = a.shape
        if m != b.shape[0]:
            raise ValueError(f"Shape mismatch: a and b should have the same number of rows ({m} != {b.shape[0]}).")
        v = copy_b(b)
        x, sums, rank, values = np.linalg.lstsq(copy_a(a), v, smallest if use_default else float(cond))
        if n == 0:
            sums = np.atleast_1d((np.abs(v) ** 2).sum(0))
        return rounded(x), residuals(sums), rank, rounded_real(values)

    return impl


@implements("scipy.linalg.pinv")
def pinv(
    a: Any, *, atol: Any = None, rtol: Any = None, return_rank: Any = False, check_finite: Any = True
) -> FunctionType | None:
    """Pseudo-inverse, and the rank where it is asked for."""
    if not is_matrix("pinv", a, "expected matrix"):
        return None
    for name, limit in (("atol", atol), ("rtol", rtol)):
        if not is_none(limit) and not is_number(types.unliteral(limit)):
            raise errors.TypingError(f"pinv: '{name}' must be a number, not {limit}")
    numbers, with_rank = lapack_numbers(a), literal_bool(return_rank, "return_rank")
    copy, rounded, smallest = numbers.copied(a), numbers.rounded(), float(np.finfo(numbers.real).eps)
    no_atol, no_rtol = is_none(atol), is_none(rtol)

    @compile_with(error_model="numpy")
    def inverse(a, atol, rtol):
        absolute = 0.0 if no_atol else atol
        relative = max(a.shape[0], a.shape[1]) * smallest if no_rtol else rtol
        if absolute < 0.0 or relative < 0.0:
            raise ValueError("atol and rtol values must be positive.")
        u, s, vh = np.linalg.svd(copy(a), full_matrices=False)
        rank = np.int64((s > absolute + s.max(initial=0.0) * relative).sum())
        product = np.dot(np.ascontiguousarray(u[:, :rank] / s[:rank]), vh[:rank])
        return rounded(np.ascontiguousarray(np.conj(product.T))), rank

    def alone(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
        require_finite(a, check_finite)
        return inverse(a, atol, rtol)[0]

    def both(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
        require_finite(a, check_finite)
        return inverse(a, atol, rtol)

    return both if with_rank else alone
