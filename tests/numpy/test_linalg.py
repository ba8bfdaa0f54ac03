"""``numpy.linalg`` in compiled code, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit

RANDOM = np.random.default_rng(0)
REAL = RANDOM.random((5, 5)) + np.eye(5)
COMPLEX = REAL + 1j * RANDOM.random((5, 5))
POSITIVE = REAL @ REAL.T + 5 * np.eye(5)
HERMITIAN = COMPLEX @ COMPLEX.conj().T + 5 * np.eye(5)
STACK = RANDOM.random((2, 3, 4, 4)) + np.eye(4)
MATRICES = {
    "float64": REAL,
    "float32": REAL.astype(np.float32),
    "complex128": COMPLEX,
    "complex64": COMPLEX.astype(np.complex64),
    "int64": (REAL * 10).astype(np.int64) + 9 * np.eye(5, dtype=np.int64),
    "strided": np.asfortranarray(np.kron(REAL, np.ones((2, 2))))[::2, ::-2],
    "stack": STACK,
    "one": np.array([[2.5]]),
}
PARTS = {
    "square": slice(None),
    "wide": np.s_[..., :3, :],
    "tall": np.s_[..., :, :3],
}


def check(function, *args, tolerance=None):
    """Compare a function with itself, compiled."""
    found, expected = njit(function)(*args), function(*args)
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    for x, y in zip(found, expected, strict=True):
        if isinstance(x, np.ndarray):
            assert x.dtype == y.dtype
        assert np.shape(x) == np.shape(y)
        single = np.asarray(y).dtype in (np.float32, np.complex64)
        np.testing.assert_allclose(x, y, rtol=tolerance or (2e-4 if single else 1e-9), atol=1e-4 if single else 1e-9)


SQUARE = {
    "inv": lambda a: np.linalg.inv(a),
    "det": lambda a: np.linalg.det(a),
    "slogdet": lambda a: tuple(np.linalg.slogdet(a)),
    "solve": lambda a: np.linalg.solve(a, a),
}


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("function", SQUARE)
def test_square_matrices(function, matrix):
    check(SQUARE[function], MATRICES[matrix])


@pytest.mark.parametrize("matrix", [name for name in MATRICES if name != "stack"])
def test_solve(matrix):
    a = MATRICES[matrix]
    check(lambda a, b: np.linalg.solve(a, b), a, a[:, 0].copy())
    check(lambda a, b: np.linalg.solve(a, b), a, np.ascontiguousarray(a[:, :2]))


DECOMPOSITIONS = {
    "svd": lambda a: tuple(np.linalg.svd(a)),
    "svd_small": lambda a: tuple(np.linalg.svd(a, full_matrices=False)),
    "svd_values": lambda a: np.linalg.svd(a, compute_uv=False),
    "qr": lambda a: tuple(np.linalg.qr(a)),
    "qr_complete": lambda a: tuple(np.linalg.qr(a, mode="complete")),
    "qr_r": lambda a: np.linalg.qr(a, "r"),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("matrix", ["float64", "float32", "complex128", "strided", "stack"])
@pytest.mark.parametrize("function", DECOMPOSITIONS)
def test_decompositions(function, matrix, part):
    check(DECOMPOSITIONS[function], MATRICES[matrix][PARTS[part]])


@pytest.mark.parametrize("matrix", [POSITIVE, POSITIVE.astype(np.float32), HERMITIAN, POSITIVE[None] * np.ones((3, 1, 1))])
def test_hermitian_matrices(matrix):
    check(lambda a: np.linalg.cholesky(a), matrix)
    check(lambda a: np.linalg.eigvalsh(a), matrix)
    check(lambda a: np.linalg.eigvalsh(a, UPLO="U"), matrix)
    values, vectors = njit(lambda a: np.linalg.eigh(a))(matrix)
    np.testing.assert_allclose(matrix @ vectors, vectors * values[..., None, :], rtol=1e-3, atol=1e-3)


def test_eigenvalues():
    check(lambda a: tuple(np.linalg.eig(a)), COMPLEX)
    check(lambda a: tuple(np.linalg.eig(a)), POSITIVE)
    check(lambda a: np.linalg.eigvals(a), COMPLEX[None])
    with pytest.raises(np.linalg.LinAlgError, match="infs or NaNs"):
        njit(lambda a: np.linalg.eig(a))(np.full((2, 2), np.nan))


def largest(a):
    values, vectors = np.linalg.eig(a)
    k = np.argmax(np.abs(values))
    return values[k].real, np.abs(vectors[:, k].real), 1 if np.any(np.iscomplex(values)) else 2


def is_stable(a):
    return bool(np.all(np.linalg.eigvals(a).real < 0)), max(abs(np.linalg.eigvals(a)))


def in_order(a):
    values, vectors = np.linalg.eig(a)
    order = np.argsort(-values.real)
    return values[order], vectors[:, order]


def of_multiples(a):
    return [np.linalg.eigvals(a * k) for k in range(3)], np.linalg.eig(a).eigenvectors


def in_rows(a):
    rows = []
    for k in range(1, 4):
        rows.append(np.linalg.eigvals(a * k))
    values = [np.linalg.eigvals(a + k) for k in range(3)]
    return np.array(rows), np.vstack(values), np.concatenate(values), np.stack(rows, axis=1)


@pytest.mark.parametrize("matrix", [[[0.0, -1.0], [1.0, 0.0]], [[2.0, 1.0], [0.5, 1.0]], [[0.0, 1.0], [-2.0, -0.5]]])
@pytest.mark.parametrize("function", [largest, is_stable, in_order, of_multiples, in_rows])
def test_real_matrices_have_complex_eigenvalues(function, matrix):
    for dtype in (np.float64, np.float32):
        check(function, np.array(matrix, dtype))


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) >= "2.5.0", reason="eigenvalues are complex numbers there")
def test_eigenvalues_of_a_declared_type():
    real = njit("float64[:](float64[:, ::1])")(lambda a: np.linalg.eigvals(a))
    np.testing.assert_allclose(real(np.array([[2.0, 1.0], [0.5, 1.0]])), [2.3660254, 0.6339746])
    with pytest.raises(TypeError, match="expected a value of type array.float64"):
        real(np.array([[0.0, -1.0], [1.0, 0.0]]))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("matrix", ["float64", "complex128", "strided", "int64"])
def test_least_squares(matrix, part):
    a = MATRICES[matrix][PARTS[part]]
    check(lambda a, b: tuple(np.linalg.lstsq(a, b)), a, a[:, 0].copy())
    check(lambda a, b: tuple(np.linalg.lstsq(a, b, 1e-3)), a, np.ascontiguousarray(a[:, :2]))
    check(lambda a: np.linalg.pinv(a), a)
    check(lambda a: np.linalg.matrix_rank(a), a)


def test_ranks():
    flat = np.outer(np.arange(4.0), np.arange(3.0))
    for a in (flat, flat * 0, np.eye(3), np.ones(3), np.zeros(3)):
        check(lambda a: np.linalg.matrix_rank(a), a)
    check(lambda a: np.linalg.matrix_rank(a, 1e5), flat)


@pytest.mark.parametrize("power", [0, 1, 2, 5, 13, -1, -3])
def test_powers(power):
    check(lambda a, n: np.linalg.matrix_power(a, n), REAL, power)
    if power >= 0:
        check(lambda a, n: np.linalg.matrix_power(a, n), np.array([[1, 1], [1, 0]]), power)


@pytest.mark.parametrize("order", [None, 1, -1, 2, -2, np.inf, -np.inf])
@pytest.mark.parametrize("matrix", ["float64", "float32", "complex128", "strided"])
def test_norms_of_matrices(matrix, order):
    check(lambda a, ord: np.linalg.norm(a, ord), MATRICES[matrix], order, tolerance=1e-4)
    check(lambda a, p: np.linalg.cond(a, p), MATRICES[matrix].astype(np.complex128), order, tolerance=1e-4)


@pytest.mark.parametrize("order", [None, 0, 1, 2, 3, 0.5, np.inf, -np.inf])
def test_norms_of_vectors(order):
    for vector in (REAL[0], REAL[:, 0], COMPLEX[0], np.arange(-3, 4)):
        check(lambda a, ord: np.linalg.norm(a, ord), vector, order)
    check(lambda a, ord: np.linalg.norm(a, ord, axis=0), REAL, order)
    check(lambda a, ord: np.linalg.norm(a, ord, -1), STACK, order)


def test_named_norms():
    for a in (REAL, COMPLEX):
        check(lambda a: np.linalg.norm(a, "fro"), a)
        check(lambda a: np.linalg.norm(a, "nuc"), a)
        check(lambda a: np.linalg.cond(a, "fro"), a)
    check(lambda a: np.linalg.norm(a), STACK)


@pytest.mark.parametrize("a", [np.array([2**62, 3, 2**40]), np.array([-128, 5, 100], "i1"), np.array([True, False, True])])
def test_norms_of_integers(a):
    def norms(a):
        row = a.reshape(1, 3)
        vectors = np.linalg.norm(a), np.linalg.norm(a, 3), np.linalg.norm(a, np.inf), np.linalg.norm(row, axis=1)
        return *vectors, np.linalg.norm(row, 1), np.linalg.norm(row, "fro"), np.linalg.norm(row, 2)

    check(norms, a)


@pytest.mark.parametrize("order", [None, 1, -1, 2, -2, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_condition_of_singular_matrices(order, dtype):
    for a in (np.zeros((3, 3), dtype), np.diag(np.array([1, 0], dtype)), np.full((2, 2), np.inf, dtype)):
        check(lambda a, p: np.linalg.cond(a, p), a, order)
    with pytest.raises(np.linalg.LinAlgError, match="not defined on empty"):
        njit(lambda a, p: np.linalg.cond(a, p))(np.zeros((0, 0), dtype), order)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_named_condition_of_singular_matrices():
    check(lambda a: np.linalg.cond(a, "fro"), np.zeros((3, 3)))
    with pytest.raises(np.linalg.LinAlgError, match="not defined on empty"):
        njit(lambda a: np.linalg.cond(a, "fro"))(np.zeros((0, 0)))


@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (3, 3), (0, 2), (2, 0), (0, 0)])
def test_least_squares_without_columns(shape):
    a = np.arange(float(shape[0] * shape[1])).reshape(shape)
    check(lambda a, b: tuple(np.linalg.lstsq(a, b, 1e-9)), a, np.zeros((shape[0], 0)))
    check(lambda a, b: tuple(np.linalg.lstsq(a, b, 1e-9)), a, np.ones((shape[0], 2)))
    check(lambda a, b: tuple(np.linalg.lstsq(a, b, 1e-9)), a, np.ones(shape[0]))


def test_what_has_no_result():
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        njit(lambda a: np.linalg.inv(a))(np.zeros((3, 3)))
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        njit(lambda a, b: np.linalg.solve(a, b))(np.ones((3, 3)), np.ones(3))
    with pytest.raises(np.linalg.LinAlgError, match="must be square"):
        njit(lambda a: np.linalg.det(a))(np.zeros((2, 3)))
    with pytest.raises(np.linalg.LinAlgError, match="not positive definite"):
        njit(lambda a: np.linalg.cholesky(a))(-np.eye(3))
    with pytest.raises(np.linalg.LinAlgError, match="Incompatible dimensions"):
        njit(lambda a, b: np.linalg.lstsq(a, b))(np.ones((3, 2)), np.ones(4))


def test_what_is_refused():
    with pytest.raises(errors.TypingError, match="two-dimensional"):
        njit(lambda a: np.linalg.inv(a))(np.zeros(3))
    with pytest.raises(errors.TypingError, match="float16"):
        njit(lambda a: np.linalg.inv(a))(np.eye(3, dtype=np.float16))
    with pytest.raises(errors.TypingError, match="Unrecognized mode 'rough'"):
        njit(lambda a: np.linalg.qr(a, "rough"))(np.eye(3))


PRODUCTS = {
    "plain": (REAL, REAL),
    "columns": (REAL, np.asfortranarray(REAL)),
    "strided": (REAL[::2, ::-1], REAL[:, ::3]),
    "row": (REAL[:1], REAL),
    "column": (REAL, REAL[:, :1]),
    "empty": (np.zeros((0, 3)), np.zeros((3, 2))),
    "no_terms": (np.zeros((2, 0)), np.zeros((0, 2))),
    "single": (MATRICES["float32"], MATRICES["float32"]),
    "complex": (COMPLEX, COMPLEX.T),
    "mixed": (REAL, MATRICES["float32"]),
    "mixed_complex": (REAL, COMPLEX),
    "integers": (MATRICES["int64"], REAL),
    "all_integers": (MATRICES["int64"], MATRICES["int64"]),
    "large": (RANDOM.random((130, 70)), RANDOM.random((70, 90))),
    "not_finite": (np.array([[np.inf, 1.0], [0.0, np.nan]]), np.ones((2, 2))),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_matrix_products(name):
    a, b = PRODUCTS[name]
    check(lambda a, b: a @ b, a, b)
    check(lambda a, b: np.dot(a, b), a, b)


def test_shapes_of_matrix_products():
    with pytest.raises(ValueError, match="mismatch in its core dimension 0"):
        njit(lambda a, b: a @ b)(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"shapes \(2,3\) and \(2,3\) not aligned: 3 \(dim 1\) != 2 \(dim 0\)"):
        njit(lambda a, b: np.dot(a, b))(np.ones((2, 3)), np.ones((2, 3)))


def test_results_own_their_memory():
    @njit
    def chain(a, n):
        for _ in range(n):
            a = np.linalg.inv(a) @ a + np.linalg.inv(a)
        return a

    expected = REAL
    for _ in range(50):
        expected = np.linalg.inv(expected) @ expected + np.linalg.inv(expected)
    np.testing.assert_allclose(chain(REAL, 50), expected)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("number", [3, 300, -200, 2.5, 1j])
def test_products_with_numbers(dtype, number):
    for a in (np.array([1, 100, 120], dtype), np.arange(6).reshape(2, 3).astype(dtype)[:, ::2]):
        check(lambda a, b: np.dot(a, b), a, number)
        check(lambda a, b: np.dot(b, a), a, number)


def test_norms_of_many_floats_of_32_bits_are_exact():
    a = np.random.default_rng(1).random(3_000_000).astype(np.float32)
    function = njit(lambda a: (np.linalg.norm(a), np.linalg.norm(a.reshape(-1, 3), axis=0)))
    whole, parts = function(a)
    wide = a.astype(np.float64)
    np.testing.assert_allclose(whole, np.linalg.norm(wide), rtol=1e-6)
    np.testing.assert_allclose(parts, np.linalg.norm(wide.reshape(-1, 3), axis=0), rtol=1e-6)
