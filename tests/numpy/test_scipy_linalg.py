"""``scipy.linalg`` and the integrals of ``scipy.integrate`` in compiled code, against SciPy."""

from __future__ import annotations

import inspect
from importlib import import_module

import numpy as np
import pytest

from coluber import _native, njit, prange
from coluber.core import extending
from coluber.lib import index
from tests.numpy import scipy_lines
from tests.run import support
from tests.run.support import compile_error, script_output

scipy = pytest.importorskip("scipy", minversion="1.17")
linalg, integrate = pytest.importorskip("scipy.linalg"), pytest.importorskip("scipy.integrate")

RANDOM = np.random.default_rng(5)
REAL = RANDOM.random((5, 5)) + np.eye(5)
COMPLEX = REAL + 1j * RANDOM.random((5, 5))
POSITIVE = COMPLEX @ COMPLEX.conj().T + np.eye(5)
VECTOR = RANDOM.random(5) + 0.5


# What LAPACK computes with in single precision.
SINGLE = (np.float32, np.complex64, np.float16, np.int8)


def function(text, parameters="a, b"):
    """A function of some matrices: what the text says."""
    return scipy_lines.function(text, parameters, linalg, integrate)


def check(lines, *arguments, parameters="a, b"):
    """Compare what lines give in compiled code and in Python, to the precision of the arguments."""
    is_single = any(getattr(x, "dtype", None) in SINGLE for x in arguments)
    close = {"rtol": 2e-3, "atol": 1e-3} if is_single else {"rtol": 1e-9, "atol": 1e-11}
    scipy_lines.check_lines(function, lines, parameters, *arguments, **close)


def cast(array, dtype):
    """The array in a dtype; for integers ten times that."""
    array = array if np.dtype(dtype).kind == "c" else array.real
    return (array * 10).round().astype(dtype) if np.dtype(dtype).kind in "iu" else array.astype(dtype)


DTYPES = ("float64", "float32", "complex128", "complex64", "int64")

# A line of a square matrix and a vector.
OF_SQUARE = (
    "linalg.solve(a, b)",
    "linalg.solve(a, a[:, 1:3])",
    "linalg.solve(a, b.reshape(5, 1), overwrite_a=True, check_finite=False)",
    "linalg.solve(a, b, lower=True, assume_a='sym')",
    "linalg.solve(a, b, assume_a='symmetric')",
    "linalg.solve(a, b, assume_a='her')",
    "linalg.solve(a, b, assume_a='upper triangular')",
    "linalg.solve(a, b, assume_a='lower triangular')",
    "linalg.solve(a, b, assume_a='diagonal')",
    "linalg.solve(a, b, assume_a='tridiagonal')",
    "linalg.solve(a, b, assume_a='gen', transposed=True)",
    "linalg.inv(a)",
    "linalg.inv(a, assume_a='lower triangular')",
    "linalg.inv(a, assume_a='sym', lower=True)",
    "linalg.det(a)",
    "linalg.pinv(a)",
    "linalg.pinv(a, rtol=0.3, return_rank=True)",
    "linalg.pinv(a[:, :3], atol=0.5, rtol=1e-3)",
    "linalg.lstsq(a[:, :3], b)",
    "linalg.lstsq(a[:, :3], a[:, 2:], cond=0.5)",
    "linalg.lstsq(a, a)",
    "linalg.lstsq(a[:3], a[:3])",
    "linalg.svdvals(a[:3])",
    "linalg.svd(a, compute_uv=False)",
    "linalg.norm(a)",
    "linalg.norm(a, 'fro')",
    "linalg.norm(a, 'nuc')",
    "linalg.norm(a, axis=1)",
    "linalg.norm(a, 1, axis=0, keepdims=True)",
    "linalg.norm(a, axis=(0, 1))",
    "linalg.norm(b)",
    "linalg.norm(b, 2)",
    "linalg.norm(b, np.inf)",
    "linalg.qr(a)",
    "linalg.qr(a[:, :3])",
    "linalg.qr(a[:, :3], mode='economic')",
    "linalg.qr(a[:3], mode='economic')",
    "linalg.qr(a[:, :3], mode='r')",
    "linalg.qr(a[:, :3], mode='raw')",
    "linalg.qr(a[:3], mode='raw')",
    "linalg.lu(a)",
    "linalg.lu(a[:, :3])",
    "linalg.lu(a[:3])",
    "linalg.lu(a, permute_l=True)",
    "linalg.lu(a, p_indices=True)",
    "linalg.lu_factor(a)",
    "linalg.lu_factor(a[:3])",
    "linalg.lu_solve(linalg.lu_factor(a), b)",
    "linalg.lu_solve(linalg.lu_factor(a), a, trans=1)",
    "linalg.lu_solve(linalg.lu_factor(a), b, trans=2)",
    "linalg.solve_triangular(a, b)",
    "linalg.solve_triangular(a, b, lower=True)",
    "linalg.solve_triangular(a, a, trans=1)",
    "linalg.solve_triangular(a, b, trans='C', lower=True)",
    "linalg.solve_triangular(a, b, 'T')",
    "linalg.solve_triangular(a, b, unit_diagonal=True)",
    "linalg.solve_banded((1, 1), a[:3], b)",
    "linalg.solve_banded((1, 2), a[:4], a)",
    "linalg.solve_banded((2, 0), a[:3], b)",
    "linalg.solve_banded([0, 1], a[1:3], b)",
    "linalg.expm(a)",
    "linalg.expm(a / 100)",
    "linalg.expm(a / 10)",
    "linalg.expm(np.diag(b))",
    "linalg.sqrtm(a @ a + 40 * np.eye(5))",
    "linalg.sqrtm(np.triu(a))",
    "linalg.logm(a @ a + 40 * np.eye(5))",
    "linalg.logm(np.diag(b))",
    "linalg.eigvals(a).sum()",
    "linalg.eig(a)[0].prod()",
    "linalg.block_diag(a, b, 2)",
    "linalg.toeplitz(b)",
    "linalg.toeplitz(b, a[0, :3])",
    "linalg.hankel(b)",
    "linalg.hankel(b, a[0, :3])",
    "linalg.circulant(b)",
)


EMPTY_RESIDUALS = ("linalg.lstsq(a[:, :3], a[:, 2:], cond=0.5)", "linalg.lstsq(a, a)", "linalg.lstsq(a[:3], a[:3])")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lines", support.groups(OF_SQUARE))
def test_square(lines, dtype):
    # An empty array of residuals is complex in SciPy.
    left_out = EMPTY_RESIDUALS if "complex" in dtype else ()
    check([line for line in lines if line not in left_out], cast(COMPLEX, dtype), cast(VECTOR, dtype))


# A line of a positive definite matrix and a vector.
OF_POSITIVE = (
    "linalg.solve(a, b, assume_a='pos')",
    "linalg.solve(a, b, assume_a='positive definite', lower=True)",
    "linalg.inv(a, assume_a='pos')",
    "linalg.cholesky(a)",
    "linalg.cholesky(a, lower=True)",
    "linalg.cholesky(a, True)",
    "linalg.cho_factor(a)",
    "linalg.cho_factor(a, lower=True)",
    "linalg.cho_solve(linalg.cho_factor(a), b)",
    "linalg.cho_solve(linalg.cho_factor(a, lower=True), a)",
    "linalg.cho_solve((linalg.cholesky(a, lower=True), True), b)",
    "linalg.eigvalsh(a)",
    "linalg.eigvalsh(a, lower=False, subset_by_index=[1, 3])",
    "linalg.eigh(a, eigvals_only=True)",
    "linalg.eigh(a, eigvals_only=True, subset_by_value=(0, 100), driver='evx')",
    "linalg.eigh(a, a + np.eye(5), eigvals_only=True)",
    "linalg.eigvalsh(a, a + np.eye(5), lower=False)",
)


@pytest.mark.parametrize("dtype", DTYPES)
def test_positive(dtype):
    a = cast(POSITIVE, dtype)
    check(OF_POSITIVE, a + a.conj().T, cast(VECTOR, dtype))


LAYOUTS = {
    "F": np.asfortranarray(REAL),
    "strided": np.kron(REAL, np.ones((2, 2)))[::2, ::-2],
    "one": np.array([[2.5]]),
    "int8": np.eye(5, dtype=np.int8) + np.int8(1),
    "float16": REAL.astype(np.float16),
    "bool": np.eye(5, dtype=np.bool_),
}


# Lines of a square matrix.
OF_ONE = (
    "linalg.solve(a, a)", "linalg.inv(a)", "linalg.det(a)", "linalg.svdvals(a)", "linalg.qr(a)", "linalg.lu(a)",
    "linalg.cholesky(a @ a.T)", "linalg.expm(a)", "linalg.solve_triangular(a, a)", "linalg.lu_factor(a)",
    "linalg.eigvalsh(a)", "linalg.pinv(a)", "linalg.lstsq(a, a)",
)  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    # The product of bools is no matrix of numbers.
    check([line for line in OF_ONE if layout != "bool" or "@" not in line], LAYOUTS[layout], parameters="a")


@pytest.mark.parametrize("dtype", DTYPES)
def test_vectors_of_eigenvalues(dtype):
    a, p = cast(COMPLEX, dtype), cast(POSITIVE, dtype)
    p, close = p + p.conj().T, {"rtol": 1e-3, "atol": 1e-2} if dtype in ("float32", "complex64") else {"atol": 1e-8}
    values, vectors = njit(function("linalg.eig(a)", "a"))(a)
    expected = linalg.eig(a)
    assert values.dtype == expected[0].dtype
    np.testing.assert_allclose(a @ vectors, vectors * values, **close)
    np.testing.assert_allclose(np.abs(vectors), np.abs(expected[1]), **close)
    values, vectors = njit(function("linalg.eigh(a, subset_by_index=(1, 3))", "a"))(p)
    expected = linalg.eigh(p, subset_by_index=(1, 3))
    assert [values.dtype, vectors.dtype] == [x.dtype for x in expected]
    np.testing.assert_allclose(p @ vectors, vectors * values, **close)
    values, vectors = njit(function("linalg.eigh(a, a @ a, lower=False)", "a"))(p)
    np.testing.assert_allclose(values, linalg.eigh(p, p @ p)[0], **close)
    np.testing.assert_allclose(vectors.conj().T @ (p @ p) @ vectors, np.eye(5), **close)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("part", [np.s_[:, :], np.s_[:3], np.s_[:, :3]])
def test_vectors_of_singular_values(dtype, part):
    a = cast(COMPLEX, dtype)[part]
    close = {"rtol": 1e-3, "atol": 1e-3} if dtype in ("float32", "complex64") else {"atol": 1e-10}
    for flag in (True, False):
        u, s, vh = njit(function(f"linalg.svd(a, full_matrices={flag})", "a"))(a)
        expected = linalg.svd(a, full_matrices=flag)
        assert [(x.dtype, x.shape) for x in (u, s, vh)] == [(x.dtype, x.shape) for x in expected]
        np.testing.assert_allclose(s, expected[1], **close)
        np.testing.assert_allclose((u[:, : s.size] * s) @ vh[: s.size], a, **close)
    a = np.concatenate((a, a))
    space, spanned = njit(function("(linalg.null_space(a), linalg.orth(a))", "a"))(a)
    assert (space.dtype, space.shape) == (linalg.null_space(a).dtype, linalg.null_space(a).shape)
    assert (spanned.dtype, spanned.shape) == (linalg.orth(a).dtype, linalg.orth(a).shape)
    np.testing.assert_allclose(a @ space, np.zeros((a.shape[0], space.shape[1])), **close)
    np.testing.assert_allclose(spanned @ (spanned.conj().T @ a), a, **close)


@pytest.mark.parametrize("dtype", DTYPES)
def test_schur(dtype):
    close = {"rtol": 1e-3, "atol": 1e-2} if dtype in ("float32", "complex64") else {"atol": 1e-9}
    a = cast(COMPLEX, dtype)
    for matrix in (a, a.T, np.zeros_like(a), np.triu(a), np.ones_like(a), a[:1, :1], a[:0, :0]):
        t, q = njit(function("linalg.schur(a, output='complex')", "a"))(matrix)
        expected = linalg.schur(matrix, output="complex")
        assert [x.dtype for x in (t, q)] == [x.dtype for x in expected]
        np.testing.assert_array_equal(np.tril(t, -1), np.zeros_like(t))
        np.testing.assert_allclose(q @ t @ q.conj().T, matrix, **close)
        np.testing.assert_allclose(q @ q.conj().T, np.eye(len(q)), **close)
        np.testing.assert_allclose(np.sort_complex(np.diag(t)).sum(), np.diag(expected[0]).sum(), **close)


def test_schur_of_what_rounding_leaves():
    a = np.ones((60, 60))
    t, q = njit(function("linalg.schur(a, output='c')", "a"))(a)
    np.testing.assert_allclose(q @ t @ q.conj().T, a, atol=1e-12)
    assert np.abs(np.diag(t)).max() == pytest.approx(60.0)


ROOTS = {
    "rotation": np.array([[0.0, -1.0], [1.0, 0.0]]),
    "nilpotent": np.array([[0.0, 1.0], [0.0, 0.0]]),
    "zeros": np.zeros((2, 2)),
    "one": np.array([[2.5]]),
    "negative": np.array([[-4.0 + 0j, 1.0], [0.0, -1.0]]),
    "empty": np.zeros((0, 0)),
    "nan": np.array([[np.nan, 1.0], [1.0, 1.0]]),
    "hermitian": np.array([[2.0, 1j], [-1j, 2.0]]),
    "indefinite": np.array([[0.0, 1.0], [1.0, 0.0]], np.complex128),
    "fortran": np.asfortranarray(REAL @ REAL),
    "strided": np.kron(REAL @ REAL, np.ones((2, 2)))[::2, ::-2],
    "int8": np.array([[4, 1], [0, 9]], np.int8),
}


@pytest.mark.parametrize("name", ROOTS)
def test_roots_of_matrices(name):
    check(["linalg.sqrtm(a)"], ROOTS[name] if name != "strided" else ROOTS[name] + 40 * np.eye(5), parameters="a")


def test_roots_of_singular_matrices():
    half = np.arange(12.0).reshape(3, 4) / 10
    for a in (np.ones((5, 5)), half.T @ half, np.diag([4.0, 0.0, 9.0])):
        root = njit(function("linalg.sqrtm(a)", "a"))(a)
        assert root.dtype == np.float64
        np.testing.assert_allclose(root @ root, a, atol=1e-7)


@pytest.mark.parametrize("name", [name for name in ROOTS if name not in ("nilpotent", "empty", "indefinite")])
def test_logarithms_of_matrices(name):
    check(["linalg.logm(a)"], ROOTS[name] if name != "strided" else ROOTS[name] + 40 * np.eye(5), parameters="a")


def test_logarithms_undo_exponentials():
    a = np.random.default_rng(8).standard_normal((12, 12)) / 3
    np.testing.assert_allclose(njit(function("linalg.logm(linalg.expm(a))", "a"))(a), a, atol=1e-10)


def test_real_matrices_without_a_real_result():
    for line in ("linalg.sqrtm(a)", "linalg.logm(a)"):
        with pytest.raises(ValueError, match="a real matrix has a complex result; call it for the matrix"):
            support.jitted(function(line, "a"))(-np.eye(2))


def test_large_matrices():
    a = np.random.default_rng(1).standard_normal((130, 130))
    lines = ("linalg.lu_factor(a)", "linalg.lu(a[:, :90])", "linalg.lu_solve(linalg.lu_factor(a[:100, :100]), a[:100])")
    check(lines, a, parameters="a")


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_numbers_beside_arrays(dtype):
    b = cast(VECTOR, dtype)
    lines = (
        "b / linalg.norm(b)",
        "b * linalg.norm(np.ones(3))",
        "b * linalg.det(np.eye(2))",
        "b * integrate.trapezoid(b)",
    )
    check(lines, b, parameters="b")


def test_in_a_parallel_loop():
    @njit(parallel=True)
    def f(stack, out):
        for k in prange(len(stack)):
            out[k] = linalg.expm(linalg.inv(stack[k]))

    stack = np.array([REAL + k * np.eye(5) for k in range(20)])
    out = np.empty_like(stack)
    f(stack, out)
    np.testing.assert_allclose(out, [linalg.expm(linalg.inv(a)) for a in stack])


def test_residuals_that_are_no_number():
    x, sums, rank, _ = njit(function("linalg.lstsq(a, b)"))(np.ones((3, 2)), np.arange(3.0))
    np.testing.assert_allclose(x, [0.5, 0.5])
    assert rank == 1
    assert np.isnan(sums)


@pytest.mark.parametrize("flag", [False, True])
def test_flags_of_the_running_program(flag):
    lines = (
        "linalg.cholesky(a, lower=flag)",
        "linalg.cho_solve((linalg.cholesky(a, lower=flag), flag), b)",
        "linalg.cho_factor(a, flag)",
        "linalg.solve_triangular(a, b, trans=int(flag), lower=not flag, unit_diagonal=flag)",
        "linalg.solve(a, b, assume_a='sym', lower=flag, check_finite=flag)",
        "linalg.eigvalsh(a, lower=flag)",
        "linalg.svd(a[:3], full_matrices=flag)",
        "linalg.svd(a[:3], flag, compute_uv=False)",
        "linalg.lu_solve(linalg.lu_factor(a), b, trans=int(flag))",
    )
    check(lines, REAL @ REAL.T, VECTOR, flag, parameters="a, b, flag")


def test_numbers_that_are_not_finite():
    a = np.array([[2.0, np.nan], [5.0, 3.0]])
    lines = ("linalg.solve(a, a, check_finite=False)", "linalg.lu_factor(a, check_finite=False)", "linalg.expm(a)")
    check(lines, a, parameters="a")


OF_LISTS = (
    "linalg.inv([[1, 2], [3, 4]])",
    "linalg.solve([[1.0, 2.0], [3.0, 4.0]], [1, 2])",
    "linalg.block_diag([[1, 2]], 3, [4.5, 5])",
    "linalg.block_diag()",
    "linalg.block_diag(*[np.ones((1, 2)), np.eye(2), np.zeros((0, 3))])",
    "linalg.block_diag(*np.ones((3, 1, 2)))",
    "linalg.block_diag(*(np.ones((1, 2)), np.eye(2)))",
    "linalg.toeplitz([1, 2, 3], [1, 4.5])",
    "linalg.toeplitz(7)",
    "linalg.hankel([1, 2, 3])",
    "linalg.circulant([1, 2, 3])",
    "linalg.expm([[0, 1], [0, 0]])",
    "linalg.solve_banded([1, 1], [[0, 1, 2], [3, 3, 3], [1, 1, 0]], [1, 2, 3])",
    "integrate.trapezoid([1, 2, 4])",
    "integrate.simpson([1, 2, 4, 7], x=[0, 1, 2, 4])",
    "integrate.cumulative_trapezoid([1, 2, 4], initial=0)",
)


def test_lists():
    check(OF_LISTS, 0, parameters="a")


EMPTY = (
    "linalg.inv(a)", "linalg.solve(a, a)", "linalg.det(a)", "linalg.cholesky(a)", "linalg.expm(a)", "linalg.qr(a)",
    "linalg.svd(a)", "linalg.eigvalsh(a)", "linalg.solve_triangular(a, a)", "linalg.eigvals(a)", "linalg.svdvals(a)",
)  # fmt: skip


def test_empty():
    check(EMPTY, np.zeros((0, 0)), parameters="a")


def test_empty_sides():
    lines = ("linalg.svd(a)", "linalg.svd(a, full_matrices=False)", "linalg.null_space(a)", "linalg.lstsq(a, a)")
    check(lines, np.zeros((0, 3)), parameters="a")
    check(["linalg.lstsq(a, b)"], np.zeros((3, 0)), np.ones(3))


# Lines that raise: of matrices of ones, one that is not square, an indefinite one, and one with a NaN.
ERRORS = (
    "linalg.solve(a, b)",
    "linalg.solve(a, b, assume_a='banded')",
    "linalg.solve(a[:1, :1] * 0, b)",
    "linalg.solve(i, b, assume_a='pos')",
    "linalg.solve(w, b)",
    "linalg.solve(i, w.T)",
    "linalg.solve(n, b)",
    "linalg.solve(i + 1j, b, transposed=True)",
    "linalg.inv(a)",
    "linalg.inv(a[:1, :1] * 0)",
    "linalg.inv(i, assume_a='pos')",
    "linalg.inv(w)",
    "linalg.inv(n)",
    "linalg.det(w)",
    "linalg.det(n)",
    "linalg.lstsq(w, w.T)",
    "linalg.pinv(a, rtol=-1.0)",
    "linalg.cholesky(i)",
    "linalg.cholesky(i, lower=True)",
    "linalg.cholesky(-i)",
    "linalg.cholesky(w)",
    "linalg.cho_factor(n)",
    "linalg.cho_solve((w, True), b)",
    "linalg.cho_solve((i, True), w.T)",
    "linalg.lu(n)",
    "linalg.lu_factor(n)",
    "linalg.lu_solve(linalg.lu_factor(i), w.T)",
    "linalg.solve_triangular(np.triu(a) - np.eye(2), b)",
    "linalg.solve_triangular(np.array([[1.0, 1.0], [1.0, 0.0]]), b)",
    "linalg.solve_triangular(w, b)",
    "linalg.solve_triangular(a, w.T)",
    "linalg.solve_banded((1, 1), a, b)",
    "linalg.solve_banded((1, 0), a, w.T)",
    "linalg.solve_banded((1, 0), a * 0, b)",
    "linalg.eig(w)",
    "linalg.eigvals(w)",
    "linalg.eigh(w)",
    "linalg.eigvalsh(n)",
    "linalg.eigh(a, w)",
    "linalg.eigh(a, i)",
    "linalg.eigh(a, np.eye(3))",
    "linalg.eigvalsh(a, subset_by_index=(1, 2))",
    "linalg.eigvalsh(a, subset_by_value=(2.0, 1.0))",
    "linalg.expm(w)",
    "linalg.sqrtm(w)",
    "linalg.logm(w)",
    "linalg.logm(n)",
    "linalg.schur(w, output='complex')",
    "linalg.schur(n, output='complex')",
    "linalg.norm(n)",
    "linalg.qr(n)",
    "linalg.svd(n)",
    "integrate.simpson(b, x=w[0])",
    "integrate.cumulative_trapezoid(b[:0])",
    "integrate.cumulative_trapezoid(b, x=w[0])",
)


@pytest.mark.parametrize("lines", support.groups(ERRORS))
def test_errors(lines):
    a, b, w = np.ones((2, 2)), np.ones(2), np.ones((2, 3))
    i, n = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[np.nan, 1.0], [0.0, 1.0]])
    check(lines, a, b, w, i, n, parameters="a, b, w, i, n")


def test_errors_are_caught():
    source = """
    def f(a):
        try:
            return linalg.inv(a)[0, 0]
        except linalg.LinAlgError:
            return -1.0
    """
    made = support.source(source)
    made.__globals__["linalg"] = linalg
    support.check(made, np.ones((2, 2)))
    support.check(made, np.eye(2))


REFUSED = {
    "linalg.eig(a, left=True)": "eig: the argument 'left' is not supported in compiled code; left eigenvectors",
    "linalg.eigvals(a, a)": "eigvals: the argument 'b' is not supported in compiled code; solve(b, a) has the same eigenvalues",
    "linalg.eigh(a, type=2)": "eigh: the argument 'type' is not supported in compiled code",
    "linalg.eigh(a, driver='x')": '"x" is unknown',
    "linalg.qr(a, pivoting=True)": "qr: the argument 'pivoting' is not supported in compiled code",
    "linalg.qr(a, mode='x')": "Mode argument should be one of",
    "linalg.lstsq(a, a, lapack_driver='gelsy')": "use 'gelsd' or 'gelss'",
    "linalg.solve(a, a, assume_a='x')": "x is not a recognized matrix structure",
    "linalg.solve(a, a, foo=1)": "scipy.linalg.solve() got an unexpected keyword argument 'foo'",
    "linalg.inv(a[0])": "Expected at least ndim=2, got a1.ndim=1",
    "linalg.inv(np.ones((2, 2, 2)))": "inv: stacks of matrices are not supported in compiled code; call it for each matrix",
    "linalg.solve_triangular(a, a, trans='X')": "'trans' must be 0, 1, 2, 'N', 'T' or 'C', not 'X'",
    "linalg.schur(a)": "schur: the real form of real matrices is not supported; call it with output='complex'",
    "linalg.schur(a, output='x')": "argument must be 'real', or 'complex'",
    "linalg.schur(a + 0j, sort='lhp')": "schur: the argument 'sort' is not supported in compiled code",
    "linalg.sqrtm(np.ones((2, 2, 2)))": "sqrtm: stacks of matrices are not supported in compiled code",
    "linalg.sqrtm(a[0])": "The input array must be at least two-dimensional",
    "linalg.logm(a[0])": "expected a square matrix",
    "linalg.signm(a)": "'scipy.linalg._matfuncs.signm' is Python code of a library",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line):
    assert REFUSED[line] in compile_error(function(line, "a"), np.eye(2))


# --------------------------------------------------------------------------------------------------------- integrals

INTEGRALS = (
    "integrate.trapezoid(y)",
    "integrate.trapezoid(y, x)",
    "integrate.trapezoid(y, dx=0.25)",
    "integrate.cumulative_trapezoid(y)",
    "integrate.cumulative_trapezoid(y, x, initial=0)",
    "integrate.cumulative_trapezoid(y, dx=0.5, initial=0.0)",
    "integrate.simpson(y, x=x)",
    "integrate.simpson(y, x)",
    "integrate.simpson(y[:6], dx=0.25)",
    "integrate.simpson(y[:2], x=x[:2])",
    "integrate.simpson(y[:4], x=x[:4])",
    "integrate.simpson(y[:1])",
)


@pytest.mark.parametrize("dtype", DTYPES)
def test_integrals(dtype):
    y, x = cast(np.concatenate((VECTOR + 1j, VECTOR[:4])), dtype), np.cumsum(RANDOM.random(9))
    # SciPy has single precision where Simpson's rule has no places.
    left_out = ("integrate.simpson(y[:6], dx=0.25)", "integrate.simpson(y[:1])") if dtype in ("float32", "complex64") else ()
    check([line for line in INTEGRALS if line not in left_out], y, x, parameters="y, x")


OF_AXES = (
    "integrate.trapezoid(y, axis=0)",
    "integrate.trapezoid(y, x[:6], axis=1)",
    "integrate.cumulative_trapezoid(y, x[:3], axis=2, initial=0)",
    "integrate.cumulative_trapezoid(y, y * 2, axis=-2)",
    "integrate.simpson(y, axis=0)",
    "integrate.simpson(y, x=x[:6], axis=1)",
    "integrate.simpson(y, x=np.cumsum(y, axis=2))",
)


def test_integrals_along_axes():
    check(OF_AXES, RANDOM.random((5, 6, 3)), np.cumsum(RANDOM.random(9)), parameters="y, x")


# --------------------------------------------------------------------------------------------------------------- names


def test_names_of_functions():
    from scipy.linalg import inv

    def imported(a):
        return inv(a)

    def inner(a):
        from scipy.linalg import det

        return det(a)

    for made in (imported, inner):
        support.check(made, np.diag([1.0, 4.0]), rtol=1e-12)


def test_implementations_of_programs():
    script = """
    import numpy as np
    from scipy import linalg
    from coluber import njit
    from coluber.extending import overload
    @overload(linalg.det)
    def det(a, overwrite_a=False, check_finite=True):
        if a.ndim == 1:
            return lambda a, overwrite_a=False, check_finite=True: 7.0
    @overload(linalg.inv)
    def inv(a):
        return lambda a: a + 1
    @overload(linalg.polar)
    def polar(a):
        return lambda a: a.sum()
    @njit
    def f(a):
        return linalg.det(a), linalg.det(a[0]), linalg.inv(a)[0, 0], linalg.polar(a)
    print(*f(np.eye(2)))
    """
    assert script_output(script).split() == ["1.0", "7.0", "2.0", "2.0"]


def test_keys():
    def solve():
        pass

    solve.__module__ = linalg.solve.__module__
    assert _native.key_of(linalg.solve) == "scipy.linalg.solve"
    assert _native.key_of(integrate.simpson) == "scipy.integrate.simpson"
    assert _native.key_of(solve) is None
    assert _native.key_of(linalg.signm) is None


@pytest.mark.skipif(not scipy.__version__.startswith("1.17."), reason="other versions have other parameters")
@pytest.mark.parametrize("key", [key for key in index.keys() if key.startswith("scipy.")])
def test_parameters(key):
    extending.is_implemented(key)
    module, name = key.rsplit(".", 1)
    function = getattr(import_module(module), name)
    wanted, given = (inspect.signature(f).parameters.values() for f in (function, extending.registered(key)))
    assert [(p.name, p.kind, p.default) for p in given] == [(p.name, p.kind, default(p)) for p in wanted]


def default(parameter):
    """The default of a parameter; None for an object that stands for an argument that was left out."""
    return None if type(parameter.default) is object else parameter.default


def test_scipy_is_not_imported():
    script = """
    import sys
    from coluber.lib import index
    from importlib import import_module
    for name in index.MODULES:
        if ".scipy." in name:
            import_module(name)
    print([name for name in sys.modules if name.startswith("scipy")])
    """
    assert script_output(script) == "[]\n"
