"""NumPy functions of the Python library, compiled."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, jitted

RNG = np.random.default_rng(4)
MATRIX = np.arange(6.0).reshape(2, 3)
CUBE = np.arange(24.0).reshape(2, 3, 4)
LAYOUTS = [
    pytest.param(CUBE, id="C"),
    pytest.param(np.asfortranarray(CUBE), id="F"),
    pytest.param(np.arange(48.0).reshape(2, 3, 8)[:, :, ::2], id="A"),
]


@pytest.mark.parametrize("a", LAYOUTS)
@pytest.mark.parametrize("name", ["sum", "prod", "min", "max", "mean", "any", "all"])
def test_keepdims_and_several_axes(name, a):
    axes = ("None", "0", "1", "2", "-1", "(0, 1)", "(0, 2)", "(1, -1)", "(0, 1, 2)", "(-1,)")
    lines = [f"a.{name}(axis={axis}, keepdims=True), np.{name}(a, axis={axis})" for axis in axes]
    check_lines(lines, "a", a, rtol=1e-14)


@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_positions(name):
    a = np.floor(RNG.random((3, 4, 5)) * 6)
    with_nan = a.copy()
    with_nan[1, 2, 3] = np.nan
    lines = [f"a.{name}(axis={axis}, keepdims=True), np.{name}(a, axis={axis})" for axis in ("None", "0", "1", "-1")]
    for values in (a, with_nan, a.astype(np.uint8), a > 2):
        check_lines(lines, "a", values)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (0,), ()])
@pytest.mark.parametrize("name", ["sum", "prod", "min", "max", "any", "all", "argmin", "argmax"])
def test_empty_arrays(name, shape):
    a = np.zeros(shape)
    check_lines([f"a.{name}()", *(f"a.{name}(axis={axis})" for axis in range(a.ndim))], "a", a)


@pytest.mark.parametrize("count", [1, 7, 8, 9, 127, 128, 129, 1000, 100_003])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_sums_are_the_same_bits_as_numpy_s(count, dtype):
    a = RNG.random(count).astype(dtype)
    check(expression("a.sum(), a.mean(), a[::2].sum()", "a"), a)


def test_negative_zeros():
    check(expression("a.sum()", "a"), np.full(20, -0.0))
    check(expression("a.sum(axis=0)", "a"), np.full((2, 3), -0.0))


def test_extrema_of_long_vectors():
    for place in (0, 5, 1023, 1024, 2999):
        a = RNG.random(3000)
        a[place] = -1.0
        check(expression("a.min(), a.argmin(), a[::3].min(), -(-a).max()", "a"), a)
        a[place] = np.nan
        check(expression("a.min(), a.max(), a.argmin(), a.argmax()", "a"), a)


@pytest.mark.parametrize("text", ["a.sum(axis=(0, 0))", "a.sum(out=a)", "a.sum(keepdims=b)"])
def test_refused_arguments(text):
    assert compile_error(expression(text), MATRIX, True)


# ---------------------------------------------------------------------------------------------------------- products


@pytest.mark.parametrize("text", ["a @ b", "np.dot(a, b)", "a.dot(b)", "np.matmul(a, b)"])
@pytest.mark.parametrize("shapes", [((2, 3), (3, 4)), ((3,), (3, 4)), ((2, 3), (3,)), ((3,), (3,)), ((70, 133), (133, 41))])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
def test_products(text, shapes, dtype):
    a, b = ((RNG.random(shape) * 9).astype(dtype) for shape in shapes)
    check(expression(text), a, b, rtol=1e-4 if dtype == "f4" else 1e-13)
    if a.ndim == b.ndim == 2:
        check(expression(text), np.asfortranarray(a), np.repeat(b, 2, axis=1)[:, ::2], rtol=1e-4 if dtype == "f4" else 1e-13)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i8"])
def test_products_of_large_vectors_and_matrices(dtype):
    a, x = (RNG.random((90, 80)) * 9).astype(dtype), (RNG.random(180) * 9).astype(dtype)
    product, rtol = expression("a @ b, np.dot(a, b)"), 1e-4 if dtype == "f4" else 1e-12
    for matrix in (a, np.asfortranarray(a), a[:, 3:], a[::-1, ::-1]):
        rows, columns = matrix.shape
        for vector in (x, x[::2], x[::-1]):
            check(product, matrix, vector[:columns], rtol=rtol)
            check(product, vector[:rows], matrix, rtol=rtol)


def test_products_of_stacks():
    a, b = RNG.random((2, 3, 4, 5)), RNG.random((3, 5, 2))
    for left, right in (
        (a, b),
        (a, b[0]),
        (a, b[:1]),
        (a[:, :, ::2], b[::-1]),
        (a.transpose(1, 0, 3, 2), a[:1, :1]),
        (a[:0], b),
    ):
        check(expression("a @ b"), left, right, rtol=1e-13)
    check(expression("a @ b"), np.broadcast_to(b[0], (3, 5, 2)), b[:, :2], rtol=1e-13)


def test_products_of_other_shapes_raise():
    with pytest.raises(ValueError, match="mismatch in its core dimension 0"):
        jitted(expression("a @ b"))(MATRIX, MATRIX)


def test_outer_and_conjugated_products():
    check(expression("np.outer(a, b)"), np.arange(3.0), np.arange(4))
    check(expression("np.vdot(a, b)"), np.array([1j, 2]), np.array([3j, 1 + 1j]))


# ------------------------------------------------------------------------------------------------------------ search


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.where(a > 2, a, 0)", "np.where(a > 2, a, -a)", "np.where(a > 2, 1, 0)", "np.where(a > 2, 1.5, a)",
        "np.where(a > 2)",
        "np.where(a[0] > 0)", "np.where(a > 1, a, a[0])", "np.where(a[:, 0:1] > 1, a[0], a)", "np.where(True, a, 1)",
        "np.where(a > 2, a.astype(np.float32), 1)", "np.where(a.T > 1, a.T, 2)", "np.nonzero(a)", "np.flatnonzero(a)",
        "np.count_nonzero(a)", "np.array_equal(a, a)", "np.array_equal(a, a[0])", "np.array_equal(a, a + 1)",
        "np.clip(a, 1, 3)",
        "a.clip(1, 3)", "np.clip(a, 1, None)", "np.clip(a, None, 3)", "np.clip(a, a_min=1, a_max=2)", "3.0 in a", "7.5 in a",
        "3 in a.T", "3 in a[:, ::2]", "3 in a[0]",
    ]),
)  # fmt: skip
def test_search(lines):
    check_lines(lines, "a", MATRIX)


# -------------------------------------------------------------------------------------------------------- conversion


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.array((1, 2, 3))", "np.array((1, 2.5))", "np.array(((1, 2), (3, 4)))", "np.array((1, 2), dtype=np.float32)",
        "np.array(a)", "np.array(a, np.int32)", "np.asarray(a)", "np.asarray(a, np.int8)", "np.asarray((1, 2))",
        "np.array((a, a))", "np.array((a[0], a[1]))", "np.array(5.5)", "np.array((True, False))", "np.array((1j, 2))",
        "np.ascontiguousarray(a.T)", "np.asfortranarray(a)", "np.array((((1, 2), (3, 4)), ((5, 6), (7, 8))))",
    ]),
)  # fmt: skip
def test_conversion(lines):
    check_lines(lines, "a", MATRIX)


def test_array_is_a_copy_and_asarray_is_not():
    def f(a):
        np.array(a)[0, 0] = 7.0
        np.asarray(a)[0, 1] = 8.0
        np.ascontiguousarray(a)[0, 2] = 9.0

    check(f, MATRIX)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.swapaxes(a, 0, 2)", "a.swapaxes(0, -1)", "np.moveaxis(a, 0, -1)", "np.moveaxis(a, 2, 0)", "np.expand_dims(a, 1)",
        "np.expand_dims(a, -1)", "np.expand_dims(a.T, 0)", "np.flip(a)", "np.flip(a, 1)", "np.flip(a, axis=-1)", "np.fliplr(a)",
        "np.flipud(a)", "np.transpose(a, axes=(1, 2, 0))", "np.transpose(a=a)", "a.reshape(4, 6, order='F')",
        "a.reshape((4, -1), order='F')", "a.reshape(6, 4, order='C')", "np.squeeze(a[:, :1], 1)",
        "np.squeeze(a[:, :1], axis=-2)", "a[:1].squeeze(0)", "a.squeeze(0)",
    ]),
)  # fmt: skip
def test_axes(lines):
    check_lines(lines, "a", CUBE)


def test_axes_that_are_not_there():
    for text in ("a.swapaxes(0, 3)", "np.moveaxis(a, 5, 0)", "np.expand_dims(a, 7)", "np.flip(a, -4)"):
        with pytest.raises(np.exceptions.AxisError):
            jitted(expression(text, "a"))(CUBE)


# ---------------------------------------------------------------------------------------------------------- creation


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.eye(3)", "np.eye(2, 3)", "np.eye(3, k=1)", "np.eye(3, 4, -1, np.int32)", "np.identity(3)",
        "np.identity(2, np.int8)",
        "np.linspace(0, 1, 5, endpoint=False)", "np.linspace(0, 1, 5, retstep=True)", "np.linspace(0, 10, 5, dtype=np.int64)",
        "np.linspace(0, -10, 7, dtype=np.int64)", "np.linspace(np.float32(0), 1, 3)", "np.linspace(0, 1j, 4)",
        "np.linspace(0, 1, 1, retstep=True)", "np.linspace(5e-324, 0, 3)", "np.arange(stop=4)", "np.arange(np.uint8(4))",
        "np.arange(0, 2, dtype=np.bool_)", "np.arange(3, dtype=np.complex128)", "np.arange(0.5, 4.5, 0.7, dtype=np.int64)",
        "np.arange(0, 300, 100, np.int8)", "np.arange(True)",
    ]),
)  # fmt: skip
def test_creation(lines):
    check_lines(lines, "")


def test_the_class_of_arrays_makes_new_ones():
    def f(n):
        a = np.ndarray((n, 2), dtype=np.float32)
        a[:] = 1
        b = np.ndarray(n + 1, np.int32, order="F")
        return a, b.size, b.itemsize, np.ndarray(2).dtype.itemsize

    check(f, 3)
    assert "argument 'buffer' of np.ndarray()" in compile_error(lambda a: np.ndarray((2,), np.float64, a), MATRIX)


def test_ranges_without_a_length():
    for stop in (math.nan, math.inf):
        with pytest.raises(ValueError, match="arange|Maximum"):
            jitted(expression("np.arange(0, a)", "a"))(stop)
    with pytest.raises(ValueError, match="non-negative"):
        jitted(expression("np.linspace(0, 1, a)", "a"))(-1)


# ------------------------------------------------------------------------------------------------------------- ufuncs


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_complex_division(dtype):
    p = (RNG.standard_normal(200) + 1j * RNG.standard_normal(200)).astype(dtype)
    q = p[::-1].copy()
    q[:3] = [0, complex(0, -0.0), 1j]
    p[5] = 0
    for text in ("np.divide(a, b)", "a / b", "np.reciprocal(b)", "np.sign(a)"):
        check(expression(text), p, q, rtol=1e-15 if dtype == "c16" else 1e-6)
