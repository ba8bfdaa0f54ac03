"""Operators of arrays and tuples, which NumPy makes arrays of, and comparisons of dtypes with Python's classes of numbers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, compile_error, expression

VECTOR, MATRIX, SMALL = np.arange(3), np.arange(6.0).reshape(2, 3), np.array([1, 2, 3], np.uint8)


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">="])
def test_operators(operator):
    check(expression(f"a {operator} (1, 2, 4), (5, 2, 3) {operator} b"), MATRIX, VECTOR)
    check(expression(f"a {operator} (1.5, 2, 4), ((5, 2, 3), (1, 2, 1)) {operator} b"), SMALL, MATRIX)


def test_shapes_and_products():
    check(
        expression("a.shape * b[:2], b[:2] - a.shape, sum(a.strides * b[1:]), (np.array(a.shape) == (2, 3)).all()"),
        MATRIX,
        VECTOR,
    )
    check(expression("a @ (1, 2, 3), (1, 2) @ a, b & (True, False, 1)"), MATRIX, VECTOR)
    check(expression("a.astype('f4') + (1.5, 2, 3), a + (1j, 2, 3), a * (b, b)"), MATRIX, VECTOR)
    check(expression("a + (1, 2)"), MATRIX, VECTOR)


def test_in_place():
    def change(a, b):
        a += (1, 2, 3)
        b *= (2.5, 1.0, 0.5)
        moved = (1, 2, 3)
        moved += a
        return a, b, moved

    check(change, np.arange(3), MATRIX.copy())


def test_tuples_that_are_no_arrays():
    assert "No implementation of function" in compile_error(expression("a + ('x', 'y')", "a"), VECTOR)
    check(expression("a.shape == (2, 3), a.shape + (1,), 2 * a.shape", "a"), MATRIX)


@pytest.mark.parametrize("a", [VECTOR, MATRIX, MATRIX * 1j, VECTOR > 1, SMALL])
def test_dtypes_and_classes(a):
    check(expression("a.dtype == int, a.dtype == float, complex == a.dtype, a.dtype != bool, a.dtype in (int, float)", "a"), a)
