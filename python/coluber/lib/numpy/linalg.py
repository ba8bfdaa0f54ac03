"""``numpy.linalg``: decompositions, solutions and what follows from them, by the loops of NumPy's own linear algebra.

As in NumPy, all is computed in float64 or complex128, over stacks of matrices where there are more than two axes, and given
back in single precision where the arguments have it. The loops are run over contiguous copies.
"""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import numpy_loop
from coluber.lib.kinds import (
    is_array,
    is_complex,
    is_number,
    is_varying_bool,
    literal_bool,
    literal_str,
)
from coluber.lib.numpy.loops import extents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# NumPy's own named tuples.
_ONE = np.ones((1, 1))
EigResult, EighResult, QRResult = (type(f(_ONE)) for f in (np.linalg.eig, np.linalg.eigh, np.linalg.qr))
SlogdetResult, SVDResult = (type(f(_ONE)) for f in (np.linalg.slogdet, np.linalg.svd))

LinAlgError = np.linalg.LinAlgError

_MODULE = "numpy.linalg._umath_linalg."


def is_single(*operands: Any) -> bool:
    """Whether results are in single precision."""
    return all(operand.dtype in (types.float32, types.complex64) for operand in operands)


def letter(*operands: Any) -> str:
    """Return the letter of the type that is computed with."""
    return "D" if any(is_complex(operand.dtype) for operand in operands) else "d"


def result_class(code: str, single: bool) -> Any:
    """Return NumPy's class of results."""
    return {"D": np.complex64, "d": np.float32, "i": np.int32}[code] if single else {"D": np.complex128, "d": np.float64}[code]


def check_matrix(name: str, a: Any) -> bool:
    """Whether the argument can be a matrix or a stack of matrices; refuses arrays that can't be."""
    if not is_array(a) or not is_number(a.dtype):
        return False
    if a.dtype.name == "float16":
        raise errors.TypingError("array type float16 is unsupported in linalg")
    if a.ndim < 2:
        raise errors.TypingError(f"{name}: {a.ndim}-dimensional array given. Array must be at least two-dimensional")
    return True


def copied(a: Any, code: str) -> FunctionType:
    """Return the function that copies an array to a contiguous one of the type that is computed with."""
    dtype = result_class(code, single=False)

    def copy(a):
        out = np.empty(a.shape, dtype)
        out[...] = a
        return out

    return copy


def readable(a: Any, code: str) -> FunctionType:
    """As `copied`, for loops that read the array alone: one that is contiguous and of the type need not be copied."""
    dtype = types.complex128 if code == "D" else types.float64
    return (lambda a: a) if a.dtype == dtype and a.layout == "C" else copied(a, code)


def rounded(code: str, single: bool) -> FunctionType:
    """Return the function that converts what was computed to the type of the results."""
    result = result_class(code, single)
    return (lambda x: x.astype(result)) if single else (lambda x: x)


def stack_function(ndim: int) -> FunctionType:
    """Return the function for the number of matrices in an array."""

    def count(a):
        total = 1
        for k in range(ndim - 2):
            total *= a.shape[k]
        return total

    return count


def square_function(ndim: int) -> FunctionType:
    """Return the function for the size of square matrices; others are refused."""

    def size(a):
        if a.shape[ndim - 1] != a.shape[ndim - 2]:
            raise LinAlgError("Last 2 dimensions of the array must be square")
        return a.shape[ndim - 1]

    return size


def _square(a: Any) -> tuple[str, int, Any, Any, Any]:
    """Return what functions of square matrices need: the type's letter, bytes of an element, copy, size and number."""
    code = letter(a)
    return code, 16 if code == "D" else 8, readable(a, code), square_function(a.ndim), stack_function(a.ndim)


@implements("numpy.linalg.inv")
def inv(a: Any) -> FunctionType | None:
    """Inverse."""
    if not check_matrix("inv", a):
        return None
    inverse = inverse_function(a)

    def impl(a):
        is_singular, out = inverse(a)
        if is_singular:
            raise LinAlgError("Singular matrix")
        return out

    return impl


def inverse_function(a: Any) -> FunctionType:
    """Return the function for whether a matrix is singular, and its inverse: NaNs if it is."""
    code, s, copy, size, stack = _square(a)
    loop, result = f"{_MODULE}inv {code}->{code}", rounded(code, is_single(a))

    def inverse(a):
        m, w = size(a), copy(a)
        out = np.empty(a.shape, w.dtype)
        all_ = m * m * s
        is_singular = numpy_loop(loop, extents((stack(a), m), (all_, all_, m * s, s, m * s, s)), w, out)
        return is_singular, result(out)

    return inverse


@implements("numpy.linalg.det")
def det(a: Any) -> FunctionType | None:
    """Return the determinant."""
    if not check_matrix("det", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop, result, is_one = f"{_MODULE}det {code}->{code}", result_class(code, is_single(a)), a.ndim == 2

    convert = rounded(code, is_single(a))

    def of_stack(a):
        m, w = size(a), copy(a)
        out = np.empty(a.shape[:-2], w.dtype)
        numpy_loop(loop, extents((stack(a), m), (m * m * s, s, m * s, s)), w, out)
        return convert(out)

    def of_one(a):
        m, w = size(a), copy(a)
        out = np.empty(1, w.dtype)
        numpy_loop(loop, extents((1, m), (m * m * s, s, m * s, s)), w, out)
        return result(out[0])

    return of_one if is_one else of_stack


@implements("numpy.linalg.slogdet")
def slogdet(a: Any) -> FunctionType | None:
    """Sign and logarithm of the determinant."""
    if not check_matrix("slogdet", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop, is_one = f"{_MODULE}slogdet {code}->{code}d", a.ndim == 2
    number, real = result_class(code, is_single(a)), result_class("d", is_single(a))

    def of_stack(a):
        m, w = size(a), copy(a)
        sign, log = np.empty(a.shape[:-2], w.dtype), np.empty(a.shape[:-2], np.float64)
        numpy_loop(loop, extents((stack(a), m), (m * m * s, s, 8, m * s, s)), w, sign, log)
        return SlogdetResult(sign.astype(number), log.astype(real))

    def of_one(a):
        m, w = size(a), copy(a)
        sign, log = np.empty(1, w.dtype), np.empty(1, np.float64)
        numpy_loop(loop, extents((1, m), (m * m * s, s, 8, m * s, s)), w, sign, log)
        return SlogdetResult(number(sign[0]), real(log[0]))

    return of_one if is_one else of_stack


@implements("numpy.linalg.solve")
def solve(a: Any, b: Any) -> FunctionType | None:
    """Solution of linear equations."""
    if not check_matrix("solve", a) or not is_array(b) or not is_number(b.dtype):
        return None
    if b.ndim == 0:
        raise errors.NumbaValueError("0-dimensional array given. Array must be at least one-dimensional")
    if b.ndim not in (1, a.ndim) or (b.ndim == 1 and a.ndim > 2):
        return _solve_broadcast(a, b)
    code = letter(a, b)
    s, copy_a, copy_b, size, stack = (
        16 if code == "D" else 8,
        readable(a, code),
        readable(b, code),
        square_function(a.ndim),
        stack_function(a.ndim),
    )
    result, ndim = rounded(code, is_single(a, b)), a.ndim
    vector_loop, loop = f"{_MODULE}solve1 {code}{code}->{code}", f"{_MODULE}solve {code}{code}->{code}"

    def of_vector(a, b):
        m = size(a)
        if b.shape[0] != m:
            raise ValueError(
                "solve1: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m)->(m) "
                f"(size {b.shape[0]} is different from {m})"
            )
        v, w = copy_b(b), copy_a(a)
        out = np.empty(m, w.dtype)
        if numpy_loop(vector_loop, extents((1, m), (m * m * s, m * s, m * s, m * s, s, s, s)), w, v, out):
            raise LinAlgError("Singular matrix")
        return result(out)

    def of_matrices(a, b):
        m, n = size(a), b.shape[ndim - 1]
        if b.shape[ndim - 2] != m:
            raise ValueError(
                "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n) "
                f"(size {b.shape[ndim - 2]} is different from {m})"
            )
        if a.shape[:-2] != b.shape[:-2]:
            stack_shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
            return of_matrices(np.broadcast_to(a, (*stack_shape, m, m)).copy(), np.broadcast_to(b, (*stack_shape, m, n)).copy())
        v, w = copy_b(b), copy_a(a)
        out = np.empty(b.shape, w.dtype)
        steps = extents((stack(a), m, n), (m * m * s, m * n * s, m * n * s, m * s, s, n * s, s, n * s, s))
        if numpy_loop(loop, steps, w, v, out):
            raise LinAlgError("Singular matrix")
        return result(out)

    return of_vector if b.ndim == 1 else of_matrices


def _solve_broadcast(a: Any, b: Any) -> FunctionType:
    """Return the function where one of the stacks is repeated, or one vector is solved for each matrix."""
    ndim, is_vector = max(a.ndim, b.ndim), b.ndim == 1
    more_a, more_b = (None,) * (ndim - a.ndim), (None,) * (ndim - b.ndim)

    def impl(a, b):
        return np.linalg.solve(a[(*more_a, ...)].copy(), b[(*more_b, ...)].copy())

    def of_vector(a, b):
        return np.linalg.solve(a, np.expand_dims(b, 1))[..., 0]

    return of_vector if is_vector else impl


@implements("numpy.linalg.cholesky")
def cholesky(a: Any, upper: Any = False) -> FunctionType | None:
    """Cholesky decomposition."""
    if not check_matrix("cholesky", a):
        return None
    code, s, copy, size, stack = _square(a)
    half = "up" if literal_bool(upper, "upper") else "lo"
    loop, result = f"{_MODULE}cholesky_{half} {code}->{code}", rounded(code, is_single(a))

    def impl(a, upper=False):
        m, w = size(a), copy(a)
        out, all_ = np.empty(a.shape, w.dtype), m * m * s
        if numpy_loop(loop, extents((stack(a), m), (all_, all_, m * s, s, m * s, s)), w, out):
            raise LinAlgError("Matrix is not positive definite")
        return result(out)

    return impl


def _half(uplo: Any) -> str:
    text = literal_str(uplo, "UPLO").upper()
    if text not in ("L", "U"):
        raise errors.NumbaValueError("UPLO argument must be 'L' or 'U'")
    return "lo" if text == "L" else "up"


@implements("numpy.linalg.eigh")
def eigh(a: Any, UPLO: Any = "L") -> FunctionType | None:  # noqa: N803
    """Eigenvalues and eigenvectors of Hermitian matrices."""
    if not check_matrix("eigh", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop = f"{_MODULE}eigh_{_half(UPLO)} {code}->d{code}"
    number, real = result_class(code, is_single(a)), result_class("d", is_single(a))

    def impl(a, UPLO="L"):  # noqa: N803
        m, w = size(a), copy(a)
        values, vectors = np.empty(a.shape[:-1], np.float64), np.empty(a.shape, w.dtype)
        all_ = m * m * s
        if numpy_loop(loop, extents((stack(a), m), (all_, m * 8, all_, m * s, s, 8, m * s, s)), w, values, vectors):
            raise LinAlgError("Eigenvalues did not converge")
        return EighResult(values.astype(real), vectors.astype(number))

    return impl


@implements("numpy.linalg.eigvalsh")
def eigvalsh(a: Any, UPLO: Any = "L") -> FunctionType | None:  # noqa: N803
    """Eigenvalues of Hermitian matrices."""
    if not check_matrix("eigvalsh", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop, real = f"{_MODULE}eigvalsh_{_half(UPLO)} {code}->d", result_class("d", is_single(a))

    def impl(a, UPLO="L"):  # noqa: N803
        m, w = size(a), copy(a)
        values = np.empty(a.shape[:-1], np.float64)
        if numpy_loop(loop, extents((stack(a), m), (m * m * s, m * 8, m * s, s, 8)), w, values):
            raise LinAlgError("Eigenvalues did not converge")
        return values.astype(real)

    return impl


def _check_finite(a):
    for x in a.flat:
        if not np.isfinite(x):
            raise LinAlgError("Array must not contain infs or NaNs")


# Earlier versions of NumPy give real eigenvalues as real numbers.
_ALWAYS_COMPLEX = np.lib.NumpyVersion(np.__version__) >= "2.5.0"


def _eigen_results(code: str, is_single: bool) -> tuple[FunctionType, FunctionType]:
    """Return the functions that make results of complex eigenvalues: ``(values)``, and ``(values, vectors)``.

    Where NumPy gives real eigenvalues of real matrices as real numbers, the results are arrays of one of two types.
    """
    number, real = result_class("D", is_single), result_class("d", is_single)

    def values_alone(values):
        return values.astype(number)

    def with_vectors(values, vectors):
        return EigResult(values.astype(number), vectors.astype(number))

    if code == "D" or _ALWAYS_COMPLEX:
        return values_alone, with_vectors

    def real_values(values):
        if np.any(values.imag != 0):
            return values.astype(number)
        return values.real.astype(real)

    def real_vectors(values, vectors):
        if np.any(values.imag != 0):
            return EigResult(values.astype(number), vectors.astype(number))
        return EigResult(values.real.astype(real), vectors.real.astype(real))

    return real_values, real_vectors


@implements("numpy.linalg.eigvals")
def eigvals(a: Any) -> FunctionType | None:
    """Eigenvalues of square matrices."""
    if not check_matrix("eigvals", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop, (result, _) = f"{_MODULE}eigvals {code}->D", _eigen_results(code, is_single(a))

    def impl(a):
        m, w = size(a), copy(a)
        _check_finite(w)
        values = np.empty(a.shape[:-1], np.complex128)
        if numpy_loop(loop, extents((stack(a), m), (m * m * s, m * 16, m * s, s, 16)), w, values):
            raise LinAlgError("Eigenvalues did not converge")
        return result(values)

    return impl


def complex_eigenvalues(dtype: Any) -> FunctionType:
    """Return ``(a)``: the eigenvalues of a matrix of a dtype as complex numbers; those of a real one come in exact pairs."""
    code, s, copy, size, stack = _square(types.Array(dtype, 2, "C"))
    loop = f"{_MODULE}eigvals {code}->D"

    def eigenvalues(a):
        m, w = size(a), copy(a)
        _check_finite(w)
        values = np.empty(m, np.complex128)
        if numpy_loop(loop, extents((stack(a), m), (m * m * s, m * 16, m * s, s, 16)), w, values):
            raise LinAlgError("Eigenvalues did not converge")
        return values

    return eigenvalues


@implements("numpy.linalg.eig")
def eig(a: Any) -> FunctionType | None:
    """Eigenvalues and eigenvectors of square matrices."""
    if not check_matrix("eig", a):
        return None
    code, s, copy, size, stack = _square(a)
    loop, (_, result) = f"{_MODULE}eig {code}->DD", _eigen_results(code, is_single(a))

    def impl(a):
        m, w = size(a), copy(a)
        _check_finite(w)
        values, vectors = np.empty(a.shape[:-1], np.complex128), np.empty(a.shape, np.complex128)
        steps = extents((stack(a), m), (m * m * s, m * 16, m * m * 16, m * s, s, 16, m * 16, 16))
        if numpy_loop(loop, steps, w, values, vectors):
            raise LinAlgError("Eigenvalues did not converge")
        return result(values, vectors)

    return impl


def _svd_of_hermitian(a, full_matrices=True, compute_uv=True, hermitian=False):
    values, vectors = np.linalg.eigh(a)
    signs, sizes = np.sign(values), np.abs(values)
    order = np.argsort(sizes)[..., ::-1]
    signs, sizes = np.take_along_axis(signs, order, -1), np.take_along_axis(sizes, order, -1)
    u = np.take_along_axis(vectors, np.expand_dims(order, -2), -1)
    # The signs are put into one of the factors.
    vt = np.conjugate(np.swapaxes(u * np.expand_dims(signs, -2), -2, -1))
    return SVDResult(u, sizes, vt)


def _values_of_hermitian(a, full_matrices=True, compute_uv=True, hermitian=False):
    return np.sort(np.abs(np.linalg.eigvalsh(a)))[..., ::-1]


@implements("varying:numpy.linalg.svd")
def svd_by_flag(a: Any, full_matrices: Any = True, compute_uv: Any = True, hermitian: Any = False) -> FunctionType | None:
    """Singular value decomposition, where a flag that is no constant says whether the matrices are square."""
    if not is_varying_bool(full_matrices):
        return None

    def impl(a, full_matrices=True, compute_uv=True, hermitian=False):
        return np.linalg.svd(a, True) if full_matrices else np.linalg.svd(a, False)

    return impl


@implements("numpy.linalg.svd")
def svd(a: Any, full_matrices: Any = True, compute_uv: Any = True, hermitian: Any = False) -> FunctionType | None:
    """Singular value decomposition."""
    if not check_matrix("svd", a):
        return None
    if literal_bool(hermitian, "hermitian"):
        return _svd_of_hermitian if literal_bool(compute_uv, "compute_uv") else _values_of_hermitian
    full, ndim = literal_bool(full_matrices, "full_matrices"), a.ndim
    code = letter(a)
    s, copy, stack = 16 if code == "D" else 8, readable(a, code), stack_function(ndim)
    number, real = result_class(code, is_single(a)), result_class("d", is_single(a))
    values_loop = f"{_MODULE}svd {code}->d"
    loop = f"{_MODULE}{'svd_f' if full else 'svd_s'} {code}->{code}d{code}"

    def values_only(a, full_matrices=True, compute_uv=True, hermitian=False):
        m, n = a.shape[ndim - 2], a.shape[ndim - 1]
        p, w = min(m, n), copy(a)
        values = np.empty((*a.shape[:-2], p), np.float64)
        if numpy_loop(values_loop, extents((stack(a), m, n, p), (m * n * s, p * 8, n * s, s, 8)), w, values):
            raise LinAlgError("SVD did not converge")
        return values.astype(real)

    def all_(a, full_matrices=True, compute_uv=True, hermitian=False):
        m, n = a.shape[ndim - 2], a.shape[ndim - 1]
        p, w = min(m, n), copy(a)
        k, j = (m, n) if full else (p, p)
        u, values = np.empty((*a.shape[:-2], m, k), w.dtype), np.empty((*a.shape[:-2], p), np.float64)
        vh = np.empty((*a.shape[:-2], j, n), w.dtype)
        steps = extents((stack(a), m, n, p), (m * n * s, m * k * s, p * 8, j * n * s, n * s, s, k * s, s, 8, n * s, s))
        if numpy_loop(loop, steps, w, u, values, vh):
            raise LinAlgError("SVD did not converge")
        return SVDResult(u.astype(number), values.astype(real), vh.astype(number))

    return all_ if literal_bool(compute_uv, "compute_uv") else values_only
