"""``scipy.linalg``: singular values, QR, norms, and bases of the spaces that a matrix spans and maps to zero."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_none, is_number, is_varying_bool, literal_bool
from coluber.lib.scipy.arguments import Numbers, is_matrix, lapack_numbers, refuse_flag, require_finite, word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


# ----------------------------------------------------------------------------------------------------- singular values


def _svd_function(a: Any, full: bool) -> tuple[Numbers, FunctionType]:
    """Return the numbers, and ``(a, check_finite)``: the factors of a matrix."""
    numbers = lapack_numbers(a)
    copy, work = numbers.copied(a), numbers.work
    rounded, rounded_real = numbers.rounded(), numbers.rounded_real()

    def factors(a, check_finite):
        require_finite(a, check_finite)
        m, n = a.shape
        if a.size == 0:
            k, j = (m, n) if full else (0, 0)
            return rounded(np.eye(m, k, dtype=work)), rounded_real(np.empty(0)), rounded(np.eye(j, n, dtype=work))
        u, s, vh = np.linalg.svd(copy(a), full)
        return rounded(u), rounded_real(s), rounded(vh)

    return numbers, factors


def _values_function(a: Any) -> FunctionType:
    """Return ``(a, check_finite)``: the singular values of a matrix."""
    numbers = lapack_numbers(a)
    copy, rounded = numbers.copied(a), numbers.rounded_real()

    def values(a, check_finite):
        require_finite(a, check_finite)
        if a.size == 0:
            return rounded(np.empty(0))
        return rounded(np.linalg.svd(copy(a), compute_uv=False))

    return values


@implements("varying:scipy.linalg.svd")
def svd_by_flag(
    a: Any, full_matrices: Any = True, compute_uv: Any = True, overwrite_a: Any = False, check_finite: Any = True,
    lapack_driver: Any = "gesdd",
) -> FunctionType | None:  # fmt: skip
    """Singular value decomposition, where a flag that is no constant says whether the matrices are square."""
    if not is_varying_bool(full_matrices) or not is_matrix("svd", a, "expected matrix"):
        return None
    square, narrow = _svd_function(a, full=True)[1], _svd_function(a, full=False)[1]

    def impl(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
        return square(a, check_finite) if full_matrices else narrow(a, check_finite)

    return impl if literal_bool(compute_uv, "compute_uv") else svd(a, True, False)


@implements("scipy.linalg.svd")
def svd(
    a: Any, full_matrices: Any = True, compute_uv: Any = True, overwrite_a: Any = False, check_finite: Any = True,
    lapack_driver: Any = "gesdd",
) -> FunctionType | None:  # fmt: skip
    """Singular value decomposition; both drivers stand for one."""
    if not is_matrix("svd", a, "expected matrix"):
        return None
    word("lapack_driver", lapack_driver, ("gesdd", "gesvd"), 'lapack_driver must be "gesdd" or "gesvd", not "{}"')
    _, factors = _svd_function(a, literal_bool(full_matrices, "full_matrices"))
    values = _values_function(a)

    def all_(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
        return factors(a, check_finite)

    def alone(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
        return values(a, check_finite)

    return all_ if literal_bool(compute_uv, "compute_uv") else alone


@implements("scipy.linalg.svdvals")
def svdvals(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> FunctionType | None:
    """Singular values."""
    if not is_matrix("svdvals", a, "expected matrix"):
        return None
    values = _values_function(a)
    return lambda a, overwrite_a=False, check_finite=True: values(a, check_finite)


def _rank_function(numbers: Numbers, rcond: Any) -> FunctionType:
    """Return ``(s, rcond, rows, columns)``: how many singular values of a matrix are not nearly zero."""
    use_default, smallest = is_none(rcond), float(np.finfo(numbers.real).eps)

    def rank(s, rcond, rows, columns):
        limit = smallest * max(rows, columns) if use_default else rcond
        return int((s > s.max(initial=0.0) * limit).sum())

    return rank


@implements("scipy.linalg.null_space")
def null_space(
    A: Any, rcond: Any = None, *, overwrite_a: Any = False, check_finite: Any = True,  # noqa: N803
    lapack_driver: Any = "gesdd",
) -> FunctionType | None:  # fmt: skip
    """Orthonormal basis of what a matrix maps to zero."""
    if not is_matrix("null_space", A, "expected matrix"):
        return None
    word("lapack_driver", lapack_driver, ("gesdd", "gesvd"), 'lapack_driver must be "gesdd" or "gesvd", not "{}"')
    numbers, factors = _svd_function(A, full=True)
    rank = _rank_function(numbers, rcond)

    def impl(A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):  # noqa: N803
        _, s, vh = factors(A, check_finite)
        return np.conj(vh[rank(s, rcond, A.shape[0], A.shape[1]) :].T).copy()

    return impl


@implements("scipy.linalg.orth")
def orth(A: Any, rcond: Any = None) -> FunctionType | None:  # noqa: N803
    """Orthonormal basis of what the columns of a matrix span."""
    if not is_matrix("orth", A, "expected matrix"):
        return None
    numbers, factors = _svd_function(A, full=False)
    rank = _rank_function(numbers, rcond)

    def impl(A, rcond=None):  # noqa: N803
        u, s, _ = factors(A, True)
        return u[:, : rank(s, rcond, A.shape[0], A.shape[1])].copy()

    return impl


# ------------------------------------------------------------------------------------------------------------------ QR

_MODES = "Mode argument should be one of ['full', 'r', 'economic', 'raw']"


@implements("scipy.linalg.qr")
def qr(
    a: Any, overwrite_a: Any = False, lwork: Any = None, mode: Any = "full", pivoting: Any = False, check_finite: Any = True
) -> FunctionType | None:
    """QR decomposition."""
    if not is_matrix("qr", a, "expected a 2-D array"):
        return None
    text = word("mode", mode, ("full", "qr", "r", "economic", "raw"), _MODES)
    refuse_flag("qr", "pivoting", pivoting, False, "svd(a) tells the rank")
    numbers = lapack_numbers(a)
    copy, rounded, work = numbers.copied(a), numbers.rounded(), numbers.work

    def upper(r, rows):
        out = np.zeros((rows, r.shape[1]), work)
        out[: r.shape[0]] = r
        return rounded(out)

    def full(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
        require_finite(a, check_finite)
        q, r = np.linalg.qr(copy(a), "complete")
        return rounded(q), rounded(r)

    def economic(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
        require_finite(a, check_finite)
        q, r = np.linalg.qr(copy(a), "reduced")
        return rounded(q), rounded(r)

    def r_alone(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
        require_finite(a, check_finite)
        return (upper(np.linalg.qr(copy(a), "r"), a.shape[0]),)

    def raw(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
        require_finite(a, check_finite)
        h, tau = np.linalg.qr(copy(a), "raw")
        factors = h.T.copy()
        return (rounded(factors), rounded(tau)), rounded(np.triu(factors)[: min(a.shape[0], a.shape[1])].copy())

    return {"r": r_alone, "economic": economic, "raw": raw}.get(text or "full", full)


# --------------------------------------------------------------------------------------------------------------- norms


@implements("scipy.linalg.norm")
def norm(
    a: Any, ord: Any = None, axis: Any = None, keepdims: Any = False, check_finite: Any = True  # noqa: A002
) -> FunctionType | None:  # fmt: skip
    """Norm of a vector or matrix, as NumPy's; that of a vector in single precision is in double precision."""
    if not is_array(a) or not is_number(a.dtype):
        return None
    order = ord.literal_value if isinstance(ord, types.Literal) else None if is_none(ord) else ord
    keep = literal_bool(keepdims, "keepdims")
    is_double = a.ndim == 1 and is_none(axis) and not keep and order in (None, 2) and a.dtype.name != "float16"

    def impl(a, ord=None, axis=None, keepdims=False, check_finite=True):  # noqa: A002
        require_finite(a, check_finite)
        return np.linalg.norm(a, ord, axis, keep)

    def in_double(a, ord=None, axis=None, keepdims=False, check_finite=True):  # noqa: A002
        require_finite(a, check_finite)
        return np.float64(np.linalg.norm(a))

    def of_text(a, ord=None, axis=None, keepdims=False, check_finite=True):  # noqa: A002
        require_finite(a, check_finite)
        return np.linalg.norm(a, order, axis, keep)

    if isinstance(order, str):
        return of_text
    return in_double if is_double else impl
