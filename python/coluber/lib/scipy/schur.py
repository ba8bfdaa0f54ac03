"""``scipy.linalg``: Schur's form of matrices, and their square roots and logarithms, which it gives."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import errors
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_complex
from coluber.lib.scipy.arguments import (
    LinAlgError,
    Numbers,
    is_matrix,
    lapack_numbers,
    promoted_numbers,
    refuse_flag,
    require_finite,
    word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_EPSILON = float(np.finfo(float).eps)


# --------------------------------------------------------------------------------------------------------- Schur's form


@compile_with(error_model="numpy")
def _to_hessenberg(h, q):
    """Make what is under the subdiagonal of a matrix zero, in place, by reflections, which `q` gathers."""
    for k in range(h.shape[0] - 2):
        v = h[k + 1 :, k].copy()
        if np.abs(v[1:]).max() == 0:
            continue
        v /= np.abs(v).max()
        v[0] += np.linalg.norm(v) * (v[0] / abs(v[0]) if v[0] != 0 else 1.0)
        v /= np.linalg.norm(v)
        mirrored = np.conj(v)
        h[k + 1 :] -= np.outer(2 * v, np.dot(mirrored, h[k + 1 :]))
        h[:, k + 1 :] -= np.outer(np.dot(h[:, k + 1 :].copy(), v), 2 * mirrored)
        q[:, k + 1 :] -= np.outer(np.dot(q[:, k + 1 :].copy(), v), 2 * mirrored)
        h[k + 2 :, k] = 0


@compile_with(error_model="numpy")
def _shift(h, last, rounds):
    """Return the eigenvalue of the last two rows that is nearer to the last element; another number now and then."""
    a, b, c, d = h[last - 1, last - 1], h[last - 1, last], h[last, last - 1], h[last, last]
    if rounds % 10 == 9:
        return d + 0.75 * abs(c)
    half = (a - d) / 2
    root = np.sqrt(half * half + b * c)
    far = half + root if abs(half + root) >= abs(half - root) else half - root
    return d if far == 0 else d - b * c / far


def _step(h, q, first, last, shift):
    """Do a step of the QR algorithm on some rows of a Hessenberg matrix, by rotations of pairs of rows and columns."""
    n = h.shape[0]
    turns = np.empty((last - first, 2), np.complex128)
    for k in range(first, last + 1):
        h[k, k] -= shift
    for k in range(first, last):
        a, b = h[k, k], h[k + 1, k]
        size = math.hypot(abs(a), abs(b))
        c, s = (a / size, b / size) if size != 0 else (1.0 + 0.0j, 0.0j)
        turns[k - first, 0], turns[k - first, 1] = c, s
        upper, lower = h[k], h[k + 1]
        for j in range(k, n):
            x, y = upper[j], lower[j]
            upper[j], lower[j] = np.conj(c) * x + np.conj(s) * y, c * y - s * x
        h[k + 1, k] = 0
    for k in range(first, last):
        c, s = turns[k - first, 0], turns[k - first, 1]
        for i in range(min(k + 2, last + 1)):
            x, y = h[i, k], h[i, k + 1]
            h[i, k], h[i, k + 1] = x * c + y * s, y * np.conj(c) - x * np.conj(s)
        for i in range(n):
            x, y = q[i, k], q[i, k + 1]
            q[i, k], q[i, k + 1] = x * c + y * s, y * np.conj(c) - x * np.conj(s)
    for k in range(first, last + 1):
        h[k, k] += shift


def _first_row(h, last, least):
    """Return the first row of the last block, over which the subdiagonal is as small as rounding makes it, beside the diagonal.

    It is also small beside a size that is given: blocks of what rounding leaves of zeros need not converge.
    """
    for first in range(last, 0, -1):
        beside = max(abs(h[first - 1, first - 1]) + abs(h[first, first]), least)
        if abs(h[first, first - 1]) <= _EPSILON * beside:
            h[first, first - 1] = 0
            return first
    return 0


def triangular_form(w):
    """Return Schur's form of a complex matrix: a triangular and a unitary one, of which it is ``q @ t @ q.conj().T``.

    The QR algorithm with shifts (G. H. Golub and C. F. Van Loan, "Matrix Computations", chapter 7, 1996).
    """
    h, q = w.copy(), np.eye(w.shape[0], dtype=np.complex128)
    _to_hessenberg(h, q)
    last, rounds, largest = w.shape[0] - 1, 0, np.abs(h).max(initial=0.0)
    while last > 0:
        first = _first_row(h, last, largest if rounds > 20 else 0.0)
        if first == last:
            last, rounds = last - 1, 0
            continue
        if rounds == 300:
            raise LinAlgError("Schur form not found. Possibly ill-conditioned.")
        _step(h, q, first, last, _shift(h, last, rounds))
        rounds += 1
    return h, q


_OUTPUTS = "argument must be 'real', or 'complex'"


@implements("scipy.linalg.schur")
def schur(
    a: Any, output: Any = "real", lwork: Any = None, overwrite_a: Any = False, sort: Any = None, check_finite: Any = True
) -> FunctionType | None:
    """Return the complex form of a matrix."""
    if not is_matrix("schur", a, "expected square matrix"):
        return None
    text = word("output", output, ("real", "complex", "r", "c"), _OUTPUTS)
    refuse_flag("schur", "sort", sort, None, "the order of the eigenvalues is what it is")
    if text in ("real", "r") and not is_complex(a.dtype):
        raise errors.UnsupportedError("schur: the real form of real matrices is not supported; call it with output='complex'")
    numbers = lapack_numbers(a)
    copy, result = Numbers(is_complex=True, is_single=False).copied(a), numbers.complex

    def impl(a, output="real", lwork=None, overwrite_a=False, sort=None, check_finite=True):
        require_finite(a, check_finite)
        if a.shape[0] != a.shape[1]:
            raise ValueError("expected square matrix")
        t, q = triangular_form(copy(a))
        return t.astype(result), q.astype(result)

    return impl


# ------------------------------------------------------------------------------------------------- functions of matrices


def _of_hermitian(w, root_of):
    """Return a function of a Hermitian matrix, of what it gives for the eigenvalues."""
    values, vectors = np.linalg.eigh(w)
    return np.dot(vectors * root_of(values), np.conj(vectors.T).copy())


@compile_with(error_model="numpy")
def _root_of_triangular(t):
    """Return the square root of a triangular matrix, diagonal after diagonal.

    Å. Björck and S. Hammarling, "A Schur method for the square root of a matrix", 1983.
    """
    n, out = t.shape[0], np.zeros_like(t)
    least = n * _EPSILON * np.abs(t).max()
    for i in range(n):
        out[i, i] = np.sqrt(t[i, i])
    for j in range(n):
        for i in range(j - 1, -1, -1):
            rest = t[i, j]
            for k in range(i + 1, j):
                rest -= out[i, k] * out[k, j]
            both = out[i, i] + out[j, j]
            if both != 0:
                out[i, j] = rest / both
            elif abs(rest) > least:
                out[i, j] = np.inf
    return out


def _near_zero(values):
    """Return up to which size eigenvalues may be zeros that were rounded."""
    return values.size * _EPSILON * np.abs(values).max()


def _roots_of_real(values):
    """Return the square roots of real numbers; nearly zero ones have real roots."""
    least = _near_zero(values)
    if (values < -least).any():
        return np.sqrt(values.astype(np.complex128))
    return np.sqrt(np.maximum(values, 0.0)).astype(np.complex128)


def _square_root(w):
    """Return the square root of a complex matrix."""
    if (w == np.conj(w.T)).all():
        return _of_hermitian(w, _roots_of_real)
    t, q = triangular_form(w)
    least = _near_zero(t)
    for k in range(w.shape[0]):
        if abs(t[k, k]) <= least:
            t[k, k] = abs(t[k, k])
    # Infinities, where there is no root, stay where they are.
    if (np.tril(w, -1) == 0).all():
        return _root_of_triangular(t)
    return np.dot(np.dot(q, _root_of_triangular(t)), np.conj(q.T).copy())


def _real_part(name: str) -> FunctionType:
    """Return the function that takes the real part of a result of real numbers, if it is all there is."""

    def part(x):
        if x.size > 0 and np.abs(x.imag).max() > 1e-7 * np.abs(x.real).max():
            raise ValueError(f"{name}: a real matrix has a complex result; call it for the matrix + 0j")
        return x.real.copy()

    return part


@implements("scipy.linalg.sqrtm")
def sqrtm(A: Any, disp: Any = None, blocksize: Any = None) -> FunctionType | None:  # noqa: N803
    """Square root of a matrix; that of a real one is real, and an error where it is not."""
    if not is_matrix("sqrtm", A, "The input array must be at least two-dimensional"):
        return None
    for name, ty in (("disp", disp), ("blocksize", blocksize)):
        refuse_flag("sqrtm", name, ty, None, "leave it out")
    copy, rounded = Numbers(is_complex=True, is_single=False).copied(A), promoted_numbers(A).rounded()
    part = (lambda x: x) if is_complex(A.dtype) else _real_part("sqrtm")

    def impl(A, disp=None, blocksize=None):  # noqa: N803
        if A.shape[0] != A.shape[1]:
            raise LinAlgError("Last 2 dimensions of the array must be square")
        if A.size == 0:
            return rounded(part(copy(A)))
        if not np.isfinite(A).all():
            return rounded(part(copy(A)) * np.nan)
        return rounded(part(_square_root(copy(A))))

    return impl


# ----------------------------------------------------------------------------------------------------------- logarithm

# The places and weights of Gauss's rule on [0, 1], by which the integral of x / (1 + t x) approximates log(1 + x), and up to
# which norm of x that is exact to the precision of float64 (N. J. Higham, "Functions of Matrices", table 11.1, 2008).
_RULE = np.polynomial.legendre.leggauss(7)
_PLACES = tuple(float(x) for x in (_RULE[0] + 1) / 2)
_WEIGHTS = tuple(float(x) for x in _RULE[1] / 2)
_LIMIT = 0.264


@compile_with(error_model="numpy")
def _solve_triangular(t, b):
    """Return the solution of equations with an upper triangular matrix whose right sides are one, too."""
    n, out = t.shape[0], b.copy()
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            out[i] -= t[i, k] * out[k]
        out[i] /= t[i, i]
    return out


def _logarithm_of_triangular(t):
    """Return the logarithm of a triangular matrix: that of a root that is near to one, many times."""
    n = t.shape[0]
    root, halvings = t, 0
    while np.abs(root - np.eye(n)).sum(0).max() > _LIMIT and halvings < 100:
        root, halvings = _root_of_triangular(root), halvings + 1
    x, out = root - np.eye(n), np.zeros_like(t)
    for k in range(len(_PLACES)):
        out += _WEIGHTS[k] * _solve_triangular(np.eye(n) + _PLACES[k] * x, x)
    out *= 2.0**halvings
    for k in range(n):
        out[k, k] = np.log(t[k, k])
    return out


def _logarithms_of_real(values):
    return np.log(values.astype(np.complex128))


def _logarithm(w):
    """Return the logarithm of a complex matrix; eigenvalues that are zero count as small numbers, as in SciPy."""
    if (w == np.conj(w.T)).all() and np.linalg.eigvalsh(w)[0] > 0:
        return _of_hermitian(w, _logarithms_of_real)
    t, q = triangular_form(w)
    for k in range(w.shape[0]):
        if t[k, k] == 0:
            t[k, k] = 1e-20
    return np.dot(np.dot(q, _logarithm_of_triangular(t)), np.conj(q.T).copy())


@implements("scipy.linalg.logm")
def logm(A: Any, disp: Any = None) -> FunctionType | None:  # noqa: N803
    """Logarithm of a matrix, in double precision; that of a real one is real, and an error where it is not."""
    if not is_matrix("logm", A, "expected a square matrix"):
        return None
    refuse_flag("logm", "disp", disp, None, "leave it out")
    copy = Numbers(is_complex=True, is_single=False).copied(A)
    part = (lambda x: x) if is_complex(A.dtype) else _real_part("logm")

    def impl(A, disp=None):  # noqa: N803
        require_finite(A, True)
        if A.shape[0] != A.shape[1]:
            raise ValueError("expected a square matrix")
        return part(_logarithm(copy(A)) if A.size > 0 else copy(A))

    return impl
