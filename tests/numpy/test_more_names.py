"""Bits, parts of numbers, questions about dtypes, products of stacks, and other names of ``numpy.linalg``."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups

RNG = np.random.default_rng(21)
FLAGS = RNG.random((3, 19)) > 0.5
BYTES = RNG.integers(0, 256, (3, 5)).astype(np.uint8)


@pytest.mark.parametrize("options", ["", ", axis=0", ", axis=1", ", axis=-1, bitorder='little'", ", bitorder='little'"])
def test_bits(options):
    check(expression(f"np.packbits(a{options})", "a"), FLAGS)
    check(expression(f"np.packbits(a{options})", "a"), FLAGS.astype(np.int32) * 7)
    check(expression(f"np.unpackbits(a{options})", "a"), BYTES)
    check(expression(f"np.unpackbits(a[::2, ::2]{options})", "a"), BYTES)
    for count in (0, 3, 20, -2):
        check(expression(f"np.unpackbits(a, count={count}{options})", "a"), BYTES)
    if "axis=0" not in options:
        check(expression(f"np.unpackbits(np.zeros((2, 0), np.uint8), count=0{options})", ""))


def test_counted_bits():
    for dtype in ("i1", "i8", "u1", "u8", "?"):
        check(expression("np.bitwise_count(a)", "a"), RNG.integers(-90, 90, (3, 4)).astype(dtype))
    check(expression("np.bitwise_count(a)", "a"), np.array([2**63, 2**64 - 1], np.uint64))
    check(expression("np.bitwise_count(a)", "a"), np.array([-(2**63), -1], np.int64))
    check(expression("np.bitwise_count(a)", "a"), 77)


@pytest.mark.parametrize("name", ["modf", "frexp"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u2"])
def test_parts(name, dtype):
    values = np.array([0.0, -0.0, 1.5, -2.75, 1e20, 5e-324, -3.0, 100.25])
    if dtype[0] == "f":
        values = np.concatenate((values, [np.inf, -np.inf, np.nan]))
    a = values.astype(dtype) if dtype[0] == "f" else np.arange(9).astype(dtype)
    check(expression(f"np.{name}(a)", "a"), a)
    check(expression(f"np.{name}(a.reshape(-1, 1)[::2])", "a"), a)
    check(expression(f"np.{name}(a[3])", "a"), a)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.can_cast(np.int32, np.int64)", "np.can_cast('f8', 'f4')", "np.can_cast('f8', 'f4', 'same_kind')",
        "np.can_cast(a, np.int16)", "np.can_cast(a.dtype, np.float32, casting='no')", "np.issubdtype(a.dtype, np.integer)",
        "np.issubdtype(np.float32, np.floating)", "np.issubdtype(np.float32, np.float64)", "np.issubdtype(a.dtype, np.number)",
        "np.issubdtype('c16', np.inexact)", "np.zeros(3, np.promote_types(np.int32, np.float32))",
        "np.zeros(3, np.result_type(a, np.float32))",
        "np.zeros(3, np.result_type(a, 1.5))", "np.zeros(2, np.result_type('i1', 'u1'))",
        "np.finfo(np.float32).eps, np.finfo('f8').max, np.finfo(b.dtype).tiny, np.finfo(np.complex64).bits",
        "np.finfo(np.float64).resolution, np.finfo(float).nmant",
        "np.iinfo(np.int16).max, np.iinfo(a.dtype).min, np.iinfo(int).bits",
    ]),
)  # fmt: skip
def test_dtypes(lines):
    check_lines(lines, "a, b", np.arange(3, dtype=np.int16), np.ones(2))


def test_wrong_dtypes():
    assert "not inexact" in compile_error(expression("np.finfo(np.int32)", "a"), 1)
    assert "Invalid integer data type" in compile_error(expression("np.iinfo(np.float32)", "a"), 1)
    assert compile_error(expression("np.can_cast(a, np.int8)", "a"), 1)


@pytest.mark.parametrize("dtype", ["f8", "c16", "i4"])
def test_products_of_stacks(dtype):
    a = RNG.integers(-5, 6, (2, 3, 4)).astype(dtype)
    if dtype == "c16":
        a = a + 1j * RNG.integers(-5, 6, (2, 3, 4))
    b = a[::-1] + 1
    lines = ("np.vecdot(a, b)", "np.vecdot(a[0, 0], b[0, 1])", "np.linalg.vecdot(a, b, axis=1)", "np.vecdot(a, b[0, 0])",
                 "np.matvec(a, b[:, 0])", "np.matvec(a[0], b[0, 1])", "np.vecmat(b[:, :, 0], a)",
                 "np.vecmat(a[0, :, 0], b[0])",
                 "np.linalg.matmul(a, b.swapaxes(1, 2))", "np.linalg.outer(a[0, 0], b[0, 1])",
                 "np.linalg.diagonal(a, offset=1)",
                 "np.linalg.trace(a)", "np.linalg.matrix_transpose(a)", "np.linalg.multi_dot((a[0], b[0].T, a[1]))",
                 "np.linalg.tensordot(a, b.transpose(1, 2, 0))")  # fmt: skip
    check_lines(lines, "a, b", a, b, rtol=1e-13)
    check(expression("np.vecdot(a, b)"), a[0], b[0, :, :3], same_error_args=False)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.linalg.svdvals(a)", "np.linalg.vector_norm(a)", "np.linalg.vector_norm(a, axis=1)",
        "np.linalg.vector_norm(a, ord=1)",
        "np.linalg.matrix_norm(a)", "np.linalg.matrix_norm(a, ord=1)", "np.linalg.matrix_norm(a, ord='nuc')",
    ]),
)  # fmt: skip
def test_norms(lines):
    check_lines(lines, "a", RNG.random((3, 4)), rtol=1e-13)


def test_unique_results():
    nans = np.array([1.5, np.nan, 1.5, np.nan])
    for a in (np.array([[3, 1, 3], [2, 1, 3]]), nans, np.array([True, False, True])):
        for name in ("unique_inverse", "unique_all"):
            check(expression(f"np.{name}(a)", "a"), a)
        # NumPy leaves the order of these open.
        check(expression("np.sort(np.unique_values(a))", "a"), a)
        check(expression("np.unique_counts(a).counts[np.argsort(np.unique_counts(a).values)]", "a"), a)


@pytest.mark.parametrize("dtype", ["f8", "i4"])
def test_stacks_of_matrices(dtype):
    a, b = (RNG.integers(-5, 6, shape).astype(dtype) for shape in ((2, 3, 4), (2, 4, 5)))
    lines = ("a @ b", "np.matmul(a, b[0])", "a[0] @ b", "a @ b[0, :, 0]", "a[0, 0] @ b", "a[:1] @ b",
                 "a[None] @ b[:, None]",
                 "a[:0] @ b[:0]", "a.swapaxes(0, 1)[:, :, ::-1] @ b[0]")  # fmt: skip
    check_lines(lines, "a, b", a, b, rtol=1e-13)
    check(expression("a @ a"), a, b, same_error_args=False)
    check(expression("a @ b[:, :2]"), a, b, same_error_args=False)
