"""Diagonals, triangles, ranks and questions about arrays, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, source

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741
CUBE = np.arange(24).reshape(2, 3, 4)
NANS = np.array([1.0, np.nan])


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.diag(i)", "np.diag(i, 1)", "np.diag(a)", "np.diag(a, -1)", "np.diag(a, 7)", "np.diag((1, 2), -2)",
        "np.diagflat(a, 1)",
        "np.diagflat((1, 2))", "np.diagonal(a)", "a.diagonal(1)", "np.diagonal(c, -1, 1, 2)",
        "np.diagonal(c, axis1=2, axis2=0)",
        "np.diagonal(c, 1, -1, 0)", "np.trace(a)", "a.trace(1)", "np.trace(c, -1, 1, 2)", "c.trace(axis1=0, axis2=2)",
        "np.trace(a, dtype=np.float32)", "np.trace(a > 3)", "np.trace(a.T, offset=-2)",
        "np.tri(3)", "np.tri(3, 4, 1)", "np.tri(2, 5, -1, np.int8)", "np.tri(0)", "np.tril(a)", "np.tril(a, -1)",
        "np.triu(a, 1)",
        "np.triu(c)", "np.tril(c, 1)", "np.triu(i)", "np.tril(i)", "np.triu(a.T)", "np.tril(a[:, ::2], -9)",
        "np.vander(i)", "np.vander(i, 3)", "np.vander(a[0], increasing=True)", "np.vander((1, 2), 2)",
        "np.atleast_1d(3)", "np.atleast_1d(i)", "np.atleast_1d(1, i)", "np.atleast_2d(i)", "np.atleast_2d(2.5)",
        "np.atleast_2d(a.T)",
        "np.atleast_2d(i[::2])", "np.atleast_3d(i)", "np.atleast_3d(a)", "np.atleast_3d(a.T, 3, c)",
        "np.iscomplexobj(a)", "np.iscomplexobj(1j)", "np.isrealobj(a)", "np.isscalar(3)", "np.isscalar(a)",
        "np.isscalar('x')",
        "np.array_equal(a, a)", "np.array_equal(a, i)", "np.array_equal(i, (0, 2, 1, 2))", "np.array_equal(n, n)",
        "np.array_equal(n, n, equal_nan=True)", "np.array_equal(3, 3)", "np.array_equiv(i, np.vstack((i, i)))",
        "np.array_equiv(a, i)",
        "np.array_equiv(3, i)", "np.array_equiv(i, i[:3])", "np.array_equiv(n, n)", "np.array_equiv(3, 3)",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i, c, n", A, I, CUBE, NANS)


@pytest.mark.parametrize(
    "text",
    [
        "np.fill_diagonal(a, 5)", "np.fill_diagonal(a, i)", "np.fill_diagonal(a.T, (1, 2))",
        "np.fill_diagonal(a.T, 9, wrap=True)",
        "np.fill_diagonal(c[:, :2, :2], 3)", "np.fill_diagonal(c, 3)", "np.fill_diagonal(a, i[:0])", "np.diagonal(a, 5)[:0]",
        "np.fill_diagonal(np.zeros((7, 2)), 9, True)", "np.diagonal(c, 0, 1, 1)",
    ],
)  # fmt: skip
def test_changes(text):
    check(source(f"def f(a, i, c):\n    {text}\n"), A, I, CUBE)


def test_wrapped_diagonal():
    check(source("def f(a):\n    np.fill_diagonal(a, (1, 2, 3), wrap=True)\n"), np.zeros((9, 2)))


def test_refused():
    assert "1- or 2-d" in compile_error(expression("np.diag(a)", "a"), CUBE)
    assert "at least 2-d" in compile_error(expression("np.fill_diagonal(a, 1)", "a"), I)
    assert "two dimensions" in compile_error(expression("np.trace(a)", "a"), I)
