"""Derivatives and integrals along axes, and products over chosen axes, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check_error
from tests.run.support import check, compile_error, expression

RNG = np.random.default_rng(31)
VECTOR, MATRIX, CUBE = RNG.random(9), RNG.random((4, 5)), RNG.random((3, 4, 5))
ARRAYS = [VECTOR, MATRIX, MATRIX.astype("f4"), RNG.integers(0, 99, (4, 5)), np.asfortranarray(CUBE)]
PLACES = np.cumsum(RNG.random(4))
SQUARE, WIDE = RNG.random((3, 3)), RNG.random((3, 4))


def near(text, *arguments):
    single = any(a.dtype in (np.float32, np.complex64) for a in arguments)
    names = ", ".join("abc"[: len(arguments)])
    tolerance = 2e-5 if single else 1e-12
    check(expression(text, names), *arguments, rtol=tolerance, atol=tolerance, same_error_args=False)


@pytest.mark.parametrize("a", ARRAYS)
@pytest.mark.parametrize(
    "text",
    [
        "np.gradient(a), np.gradient(a, 0.5), np.gradient(a, axis=0)",
        "np.gradient(a, edge_order=2), np.gradient(a, 2, axis=-1, edge_order=2)",
        "np.trapezoid(a), np.trapezoid(a, dx=0.5, axis=0)",
        "np.unwrap(a * 10), np.unwrap(a * 10, axis=0, period=3.0), np.unwrap(a * 10, 4)",
        "np.diff(a, prepend=0), np.diff(a, axis=0, append=a), np.diff(a, 2, 0, 1.5, a)",
        "np.gradient(a[:1])",
        "np.gradient(a, edge_order=3)",
    ],
)
def test_along_axes(a, text):
    near(text, a)


def test_places_of_points():
    near("np.gradient(a, b, axis=0), np.gradient(a, b, axis=0, edge_order=2), np.gradient(a, b, 2.0)", MATRIX, PLACES)
    near("np.gradient(a, b)", VECTOR, PLACES)
    near("np.trapezoid(a, b, axis=0), np.trapezoid(a, a, axis=0)", MATRIX, PLACES)
    small, places = np.array([[1, 200, 100], [3, 250, 0]], np.uint8), np.arange(3, dtype="f4")
    near("np.trapezoid(a), np.trapezoid(a, b), np.trapezoid(a > 99), np.trapezoid(a, b.astype('i1'))", small, places)
    near("np.gradient(a)", MATRIX + 1j)
    near("np.gradient(a, b, axis=0)", MATRIX, np.arange(4) * 2)


def test_products_with_numbers():
    near("np.tensordot(a, a.T, (int(a[0, 0] > 9), a.ndim - 1))", SQUARE)
    near("np.tensordot(a, a, ((a.ndim - 2, -int(a[0, 0] < 99)), (1, 0)))", SQUARE)
    near("np.tensordot(a, 2.0, 0), np.tensordot(3, a, axes=0)", SQUARE)
    near("np.einsum(',ij->ji', 2.0, a), np.einsum('i,->', a[0], 3)", SQUARE)


@pytest.mark.parametrize(("a", "b"), [(SQUARE, WIDE), ((SQUARE * 9).astype("i4"), (WIDE * 1j).astype("c8"))])
@pytest.mark.parametrize(
    "text",
    [
        "np.einsum('ii', a), np.einsum('ii->i', a), np.einsum('ij->ji', a), np.einsum('ji', a), np.einsum('ij->', a)",
        "np.einsum('ij->j', a), np.einsum('ij,jk', a, b), np.einsum('ij, jk -> ki', a, b), np.einsum('ij,ik->jk', a, b)",
        "np.einsum('ij,jk->ik', a[:, :1], b), np.einsum('ij,jk', a[:1], b), np.einsum('ij,kj->ki', a, a)",
        "np.einsum('ij,kl->ijkl', a, b), np.einsum('ij,jk,kl->il', a, b, b.T), np.einsum('ij,ij', a, a)",
        "np.einsum('ij,i->j', b, a[0]), np.einsum('i,i', a[0], a[1]), np.einsum('ij,ij->ij', a, a[:1])",
        "np.einsum('ij,jk', a, b.T)",
        "np.einsum('ij,jk', a[:0], b), np.einsum('ij,jk->ik', a[:, :0], b[:0])",
        "np.tensordot(a, b, 1), np.tensordot(a, b, axes=((0,), (0,))), np.tensordot(a, a), np.tensordot(a, b, 0)",
        "np.inner(a, b.T), np.inner(a, a[0]), np.inner(a[0], a[1]), np.inner(a, 2)",
        "np.inner(a, b)",
        "np.kron(a, b), np.kron(a[0], b), np.kron(a[0], b[0])",
        "np.cross(a, a[::-1]), np.cross(a[0], a[1]), np.cross(a, a[0]), np.cross(b, b[:, ::-1], axis=0)",
        "np.cross(a, b)",
    ],
)
def test_products(a, b, text):
    near(text, a, b)


def test_products_of_cubes():
    near("np.tensordot(a, b, axes=((0, 1), (1, 0)))", CUBE, RNG.random((4, 3, 2)))
    near("np.einsum('ijk,kl->lji', a, b), np.einsum('ijk,ijl->lk', a, a)", CUBE, RNG.random((5, 2)))
    near(
        "np.einsum('ijk,kl->lj', a, b), np.inner(a, a), np.cross(a, a[:, ::-1], axis=0)",
        CUBE,
        RNG.random((5, 2)),
    )


def test_refused():
    assert compile_error(expression("np.tensordot(a, a, 3)", "a"), MATRIX)


@pytest.mark.parametrize(
    "text",
    [
        "'ij,jk', a, a", "'ij,jk->ki', a, a", "'iij', a", "'ii->i', a", "'ii', a", "'i', a", "'i,j', a",
        "'ij', a, a", "'ij->k', a", "'ij->kk', a", "'ij-', a", "'ij.k', a", "'ij->i..', a", "'i1', a", "'i...,i...', a, a.T",
        "'i...->i', a", "'ij,...->ij', a, a",
    ],
)  # fmt: skip
def test_what_is_said_of_wrong_subscripts(text):
    check_error(f"np.einsum({text})", MATRIX)


@pytest.mark.parametrize("shape", [(1, 3), (3, 1), (2, 1, 2), (2, 2, 1), (2, 2, 2)])
@pytest.mark.parametrize("collapses", [False, True])
def test_diagonals_of_what_is_not_square(shape, collapses):
    labels = "i" * len(shape)
    text = f"np.einsum('{labels}{'' if collapses else '->i'}', a)"
    if len(set(shape)) > 1:
        check_error(text, np.ones(shape))
    else:
        check(expression(text, "a"), np.ones(shape))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("places", [np.array([0.0, 1, 1, 2]), np.array([0.0, 0, 1, 2]), np.zeros(4), 0.0, 0])
@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradient_at_places_without_a_distance(places, edge_order):
    text = f"np.gradient(a, b, edge_order={edge_order})"
    check(expression(text, "a, b"), np.arange(4.0), places, same_error_args=False)
