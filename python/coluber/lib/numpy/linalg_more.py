"""``numpy.linalg``: what is made of decompositions: least squares, pseudo-inverses, ranks, norms, powers, QR."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.intrinsics import numpy_loop
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_half,
    is_integer,
    is_none,
    is_number,
    literal_bool,
    literal_str,
    numpy_class,
)
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.half_norms import half_norm
from coluber.lib.numpy.linalg import (
    QRResult,
    check_matrix,
    copied,
    inverse_function,
    is_single,
    letter,
    result_class,
    stack_function,
)
from coluber.lib.numpy.loops import extents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

LinAlgError = np.linalg.LinAlgError

_MODULE = "numpy.linalg._umath_linalg."


def _check_one(name: str, a: Any) -> bool:
    if not check_matrix(name, a):
        return False
    if a.ndim > 2:
        raise errors.UnsupportedError(f"{name}: stacks of matrices are not supported")
    return True


@implements("numpy.linalg.lstsq")
def lstsq(a: Any, b: Any, rcond: Any = None) -> FunctionType | None:
    """Least squares: the solution, sums of squared residuals, the rank, and the singular values."""
    if not _check_one("lstsq", a) or not is_array(b) or not is_number(b.dtype):
        return None
    if b.ndim > 2:
        raise errors.NumbaValueError("lstsq: 'b' must be a vector or a matrix")
    code, is_vector, use_default = letter(a, b), b.ndim == 1, is_none(rcond)
    s, copy_a, copy_b = 16 if code == "D" else 8, copied(a, code), copied(b, code)
    number, real = result_class(code, is_single(a, b)), result_class("d", is_single(a, b))
    small = np.finfo(real).eps
    loop = f"{_MODULE}lstsq {code}{code}d->{code}did"

    def solved(a, b, rcond, m, n, nrhs):
        p = min(m, n)
        x, sums = np.zeros((n, nrhs), number_of_work), np.zeros(nrhs, np.float64)
        rank, values, limit = np.zeros(1, np.int32), np.zeros(p, np.float64), np.full(1, rcond)
        outer = (m * n * s, m * nrhs * s, 8, n * nrhs * s, nrhs * 8, 4, p * 8)
        steps = extents((1, m, n, nrhs, p), (*outer, n * s, s, nrhs * s, s, nrhs * s, s, 8, 8))
        if numpy_loop(loop, steps, a, b, limit, x, sums, rank, values):
            raise LinAlgError("SVD did not converge in Linear Least Squares")
        if m == 0:
            # Nothing has been written.
            x[...] = 0
        return x, sums, rank[0], values

    number_of_work = result_class(code, False)

    def of_vector(a, b, rcond=None):
        m, n = a.shape
        if m != b.shape[0]:
            raise LinAlgError("Incompatible dimensions")
        limit = small * max(m, n) if use_default else float(rcond)
        x, sums, rank, values = solved(copy_a(a), copy_b(b), limit, m, n, 1)
        kept = sums[:1] if rank == n and m > n else sums[:0]
        return x[:, 0].astype(number), kept.astype(real), np.int64(rank), values.astype(real)

    def of_matrix(a, b, rcond=None):
        m, n = a.shape
        if m != b.shape[0]:
            raise LinAlgError("Incompatible dimensions")
        limit = small * max(m, n) if use_default else float(rcond)
        count = b.shape[1]
        # LAPACK takes one column at least.
        right = copy_b(b) if count > 0 else np.zeros((m, 1), number_of_work)
        x, sums, rank, values = solved(copy_a(a), right, limit, m, n, max(count, 1))
        kept = sums[:count] if rank == n and m > n else sums[:0]
        return x[:, :count].astype(number), kept.astype(real), np.int64(rank), values.astype(real)

    return of_vector if is_vector else of_matrix


def _check_limits(function: str, first: str, given: Any, rtol: Any) -> None:
    """Refuse two limits at once, and limits that are no numbers."""
    if not is_none(given) and not is_none(rtol):
        raise errors.NumbaValueError(f"`{first}` and `rtol` can't be both set.")
    for ty in (given, rtol):
        if not is_none(ty) and not is_number(types.unliteral(ty)):
            raise errors.UnsupportedError(f"{function}: '{first}' and 'rtol' are numbers in compiled code")


@implements("numpy.linalg.pinv")
def pinv(a: Any, rcond: Any = None, hermitian: Any = False, *, rtol: Any = None) -> FunctionType | None:
    """Pseudo-inverse."""
    if not check_matrix("pinv", a):
        return None
    _check_limits("pinv", "rcond", rcond, rtol)
    symmetric = literal_bool(hermitian, "hermitian")
    if a.ndim > 2:
        from coluber.lib.numpy.linalg_stacks import pseudo_inverses

        return pseudo_inverses(a, symmetric)
    use_default, small = is_none(rcond) and is_none(rtol), np.finfo(result_class("d", is_single(a))).eps
    is_relative = is_none(rcond)

    def impl(a, rcond=None, hermitian=False, *, rtol=None):
        u, s, vt = np.linalg.svd(np.conjugate(a), full_matrices=False, hermitian=symmetric)
        given = rtol if is_relative else rcond
        limit = s.max() * (small * max(a.shape[0], a.shape[1]) if use_default else given) if s.size else 0.0
        for k in range(s.size):
            if s[k] > limit:
                u[:, k] *= 1 / s[k]
            else:
                u[:, k] *= 0
        return np.dot(vt.T, u.T)

    return impl


@implements("numpy.linalg.matrix_rank")
def matrix_rank(A: Any, tol: Any = None, hermitian: Any = False, *, rtol: Any = None) -> FunctionType | None:  # noqa: N803
    """Rank: how many singular values are not nearly zero."""
    if not is_array(A) or not is_number(A.dtype):
        return None
    _check_limits("matrix_rank", "tol", tol, rtol)
    symmetric = literal_bool(hermitian, "hermitian")

    def of_vector(A, tol=None, hermitian=False, *, rtol=None):  # noqa: N803
        return np.int64(np.any(A != 0))

    if A.ndim < 2:
        return of_vector
    if A.ndim > 2:
        from coluber.lib.numpy.linalg_stacks import ranks

        return ranks(A.ndim, symmetric)
    _check_one("matrix_rank", A)
    is_absolute, use_default, small = not is_none(tol), is_none(rtol), np.finfo(result_class("d", is_single(A))).eps

    def of_matrix(A, tol=None, hermitian=False, *, rtol=None):  # noqa: N803
        s = np.linalg.svd(A, compute_uv=False, hermitian=symmetric)
        if s.size == 0:
            return np.int64(0)
        limit = tol if is_absolute else s.max() * (max(A.shape[0], A.shape[1]) * small if use_default else rtol)
        return np.int64((s > limit).sum())

    return of_matrix


@implements("numpy.linalg.matrix_power")
def matrix_power(a: Any, n: Any) -> FunctionType | None:
    """Power of a matrix, or of each of a stack, by an integer."""
    if not check_matrix("matrix_power", a) or not is_integer(types.unliteral(n)):
        return None
    from coluber.lib.numpy.linalg_stacks import powers

    return powers(a, isinstance(n, types.IntegerLiteral) and n.literal_value < 0)


@implements("numpy.linalg.qr")
def qr(a: Any, mode: Any = "reduced") -> FunctionType | None:
    """QR decomposition."""
    if not check_matrix("qr", a):
        return None
    mode_text, ndim, code = literal_str(mode, "mode"), a.ndim, letter(a)
    if mode_text not in ("reduced", "complete", "r", "raw"):
        raise errors.NumbaValueError(f"Unrecognized mode '{mode_text}'")
    s, copy, stack = 16 if code == "D" else 8, copied(a, code), stack_function(ndim)
    number, work = result_class(code, is_single(a)), result_class(code, False)
    raw, full = f"{_MODULE}qr_r_raw {code}->{code}", mode_text == "complete"
    finish = f"{_MODULE}{'qr_complete' if full else 'qr_reduced'} {code}{code}->{code}"

    def factored(a):
        m, n = a.shape[ndim - 2], a.shape[ndim - 1]
        p, w = min(m, n), copy(a)
        tau = np.empty((*a.shape[:-2], p), work)
        if numpy_loop(raw, extents((stack(a), m, n, p), (m * n * s, p * s, n * s, s, s)), w, tau):
            raise LinAlgError("Incorrect argument found in LAPACK call for QR")
        return w, tau

    def upper(w, rows):
        n = w.shape[ndim - 1]
        r = np.zeros((*w.shape[:-2], rows, n), work)
        count = stack(w)
        flat, source = r.reshape(count, rows, n), w.reshape(count, w.shape[ndim - 2], n)
        for k in range(flat.shape[0]):
            for i in range(rows):
                flat[k, i, i:] = source[k, i, i:]
        return r

    def r_only(a, mode="reduced"):
        w, tau = factored(a)
        return upper(w, tau.shape[ndim - 2]).astype(number)

    def both(a, mode="reduced"):
        m, n = a.shape[ndim - 2], a.shape[ndim - 1]
        w, tau = factored(a)
        p = tau.shape[ndim - 2]
        k = m if full and m > n else p
        q = np.empty((*a.shape[:-2], m, k), work)
        if full:
            steps = extents((stack(a), m, n), (m * n * s, p * s, m * k * s, n * s, s, s, k * s, s))
        else:
            steps = extents((stack(a), m, n, p), (m * n * s, p * s, m * k * s, n * s, s, s, k * s, s))
        if numpy_loop(finish, steps, w, tau, q):
            raise LinAlgError("Incorrect argument found in LAPACK call for QR")
        return QRResult(q.astype(number), upper(w, k).astype(number))

    def as_factored(a, mode="reduced"):
        w, tau = factored(a)
        return np.swapaxes(w, -2, -1).astype(number), tau.astype(number)

    return {"r": r_only, "raw": as_factored}.get(mode_text, both)


# ---------------------------------------------------------------------------------------------------------------- norms


# Numbers whose squares are summed before the sum is added to that of others.
_BLOCK = 2048


def _of_floats(norm: FunctionType, x: Any) -> FunctionType:
    """Return ``(x, order)``: a norm of the numbers as floats, which hold squares and magnitudes of all integers."""
    if isinstance(x.dtype, (types.Integer, types.Boolean)):
        return lambda x, order: norm(x.astype(np.float64), order)
    return norm


def _root_of_squares(x: Any) -> FunctionType:
    """Return ``(x, order)``: the root of the sum of squares of a vector; `x` is the type of an array of its numbers."""
    index = np.uint64
    number = numpy_class(x.dtype.underlying_float) if is_complex(x.dtype) else np.float32 if is_single(x) else np.float64

    def square(x, i):
        value = x[index(i)]
        return value.real * value.real + value.imag * value.imag

    def root(x, order):
        total, end = number(0), x.size & -8
        for start in range(0, end, _BLOCK):
            # Sums that do not wait for each other, of blocks that are so short that rounding does not grow.
            p0 = p1 = p2 = p3 = p4 = p5 = p6 = p7 = number(0)
            for i in range(start, min(start + _BLOCK, end), 8):
                p0 += square(x, i)
                p1 += square(x, i + 1)
                p2 += square(x, i + 2)
                p3 += square(x, i + 3)
                p4 += square(x, i + 4)
                p5 += square(x, i + 5)
                p6 += square(x, i + 6)
                p7 += square(x, i + 7)
            total += ((p0 + p1) + (p2 + p3)) + ((p4 + p5) + (p6 + p7))
        for i in range(end, x.size):
            total += square(x, i)
        return np.sqrt(total)

    return root


def _vector_norm(ord_: float | None, x: Any) -> FunctionType:
    """Return the norm of a vector as a function of the vector and the order; `x` is the type of an array of its numbers."""
    two = _root_of_squares(x)

    def any_order(x, order):
        if order == 2:
            return two(x, order)
        if order == np.inf:
            return float(np.abs(x).max(initial=0))
        if order == -np.inf:
            return float(np.abs(x).min())
        total = 0.0
        for value in x:
            if order == 0:
                total += 1.0 if value != 0 else 0.0
            else:
                total += abs(value) ** float(order)
        return total if order == 0 or order == 1 else total ** (1.0 / order)

    return _of_floats(two if ord_ is None else any_order, x)


def _matrix_norm(x: Any, order: Any) -> FunctionType:
    """Return the norm of a matrix as a function of the matrix and the order."""
    vector = _vector_norm(None, x)

    def frobenius(x, order):
        return vector(np.ascontiguousarray(x).ravel(), None)

    def nuclear(x, order):
        return float(np.linalg.svd(x, compute_uv=False).sum())

    def number(x, order):
        if order == 2 or order == -2:
            s = np.linalg.svd(x, compute_uv=False)
            return float(s.max(initial=0) if order == 2 else s.min())
        if order == 1 or order == -1:
            sums = np.abs(x).sum(0)
        elif order == np.inf or order == -np.inf:
            sums = np.abs(x).sum(1)
        else:
            raise ValueError("Invalid norm order for matrices.")
        return float(sums.max(initial=0) if order > 0 else sums.min())

    if isinstance(order, types.StringLiteral):
        text = literal_str(order, "ord")
        if text not in ("fro", "f", "nuc"):
            raise errors.NumbaValueError("Invalid norm order for matrices.")
        return nuclear if text == "nuc" else frobenius
    return frobenius if is_none(order) else number


@implements("numpy.linalg.norm")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> FunctionType | None:  # noqa: A002
    """Norm of a vector, of a matrix, or of the vectors along an axis."""
    if not is_array(x) or not is_number(x.dtype):
        return None
    keep = literal_bool(keepdims, "keepdims")
    if keep or isinstance(axis, types.BaseTuple):
        from coluber.lib.numpy.linalg_stacks import norms

        return norms(x, ord, axis, keep)
    if is_none(axis) and not is_none(ord):
        _check_order(x, ord)
    if is_half(x.dtype):
        return half_norm(x, ord, axis)
    real = result_class("d", is_single(x))
    if not is_none(axis):
        return _norm_along(x, ord, axis, real)
    if x.ndim == 2 and not is_none(ord):
        of_matrix = _of_floats(_matrix_norm(x, ord), x)
        return lambda x, ord=None, axis=None, keepdims=False: real(of_matrix(x, ord))  # noqa: A006
    of_vector = _vector_norm(None if is_none(ord) else 0.0, x)
    return lambda x, ord=None, axis=None, keepdims=False: real(of_vector(x.ravel(), ord))  # noqa: A006


def _check_order(x: Any, order: Any) -> None:
    if x.ndim > 2:
        raise errors.NumbaValueError("Improper number of dimensions to norm.")
    if isinstance(order, types.StringLiteral) and x.ndim != 2:
        raise errors.NumbaValueError(f"Invalid norm order '{literal_str(order, 'ord')}' for vectors")


def _norm_along(x: Any, ord_: Any, axis: Any, real: Any) -> FunctionType:
    if not is_integer(types.unliteral(axis)):
        raise errors.UnsupportedError("norm: 'axis' must be an integer")
    if isinstance(ord_, types.StringLiteral):
        raise errors.NumbaValueError(f"Invalid norm order '{literal_str(ord_, 'ord')}' for vectors")
    of_vector, ndim = _vector_norm(None if is_none(ord_) else 0.0, x), x.ndim

    def impl(x, ord=None, axis=None, keepdims=False):  # noqa: A002
        moved = np.ascontiguousarray(np.moveaxis(x, normalize_axis(axis, ndim), ndim - 1))
        n = moved.shape[ndim - 1]
        out = np.empty(moved.shape[:-1], real)
        flat, rows = out.reshape(-1), moved.reshape(out.size, n)
        for k in range(flat.size):
            flat[k] = of_vector(rows[k], ord)
        return out[()]

    return impl


# From here on the condition of a matrix whose singular values are not found is not an error.
_WITHOUT_VALUES = np.lib.NumpyVersion(np.__version__) >= "2.5.0"


@implements("numpy.linalg.cond")
def cond(x: Any, p: Any = None) -> FunctionType | None:
    """Condition number."""
    if is_array(x) and is_number(x.dtype) and x.ndim > 2:
        from coluber.lib.numpy.linalg_stacks import condition_numbers

        return condition_numbers(x, literal_str(p, "p") if isinstance(p, types.StringLiteral) else None)
    if not _check_one("cond", x):
        return None
    by_values, text = is_none(p), literal_str(p, "p") if isinstance(p, types.StringLiteral) else ""
    inverse = inverse_function(x)

    def check_size(x):
        if x.size == 0:
            raise LinAlgError("cond is not defined on empty arrays")

    # A singular matrix has the number infinity.
    def finished(ratio, x):
        return ratio if not np.isnan(ratio) or np.isnan(x).any() else type_of_ratio(np.inf)

    type_of_ratio = result_class("d", is_single(x))

    @compile_with(error_model="numpy")
    def ratio(x, smallest_first):
        s = np.linalg.svd(x, compute_uv=False)
        return s[s.size - 1] / s[0] if smallest_first else s[0] / s[s.size - 1]

    def ratio_or_nan(x, smallest_first):
        try:
            return ratio(x, smallest_first)
        except LinAlgError:
            return type_of_ratio(np.nan)

    ratio_of_values = ratio_or_nan if _WITHOUT_VALUES else ratio

    def largest_over_smallest(x, p=None):
        check_size(x)
        return finished(ratio_of_values(x, False), x)

    def any_norm(x, p=None):
        check_size(x)
        if p == 2 or p == -2:
            return finished(ratio_of_values(x, p == -2), x)
        return finished(np.linalg.norm(x, p) * np.linalg.norm(inverse(x)[1], p), x)

    def named(x, p=None):
        check_size(x)
        return finished(np.linalg.norm(x, text) * np.linalg.norm(inverse(x)[1], text), x)

    if by_values:
        return largest_over_smallest
    return named if text else any_norm
