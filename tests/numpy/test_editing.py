"""insert, delete, trim_zeros, copyto, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check, check_lines, compile_error, expression, groups, source

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 0])  # noqa: E741


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.delete(i, 1)", "np.delete(i, -1)", "np.delete(a, 5)", "np.delete(a, 1, axis=0)", "np.delete(a, -2, 1)",
        "np.delete(a, (0, 2), 1)",
        "np.delete(a, i, axis=1)", "np.delete(i, i > 0)", "np.delete(a, slice(0, 2), 0)",
        "np.delete(a, slice(None, None, 2), axis=1)",
        "np.delete(i, (1,))", "np.delete(a.T, 1, 0)", "np.delete(i, i[:0])",
        "np.insert(i, 1, 5)", "np.insert(i, 1, (7, 8))", "np.insert(i, (1, 3), 9)", "np.insert(i, (3, 1), (7, 8))",
        "np.insert(i, -1, 2.7)",
        "np.insert(i, (1, 1, 1), (7, 8, 9))", "np.insert(a, 2, 5)", "np.insert(a, 1, 5, axis=0)",
        "np.insert(a, 1, (1, 2, 3), axis=1)",
        "np.insert(a, 1, i, axis=0)", "np.insert(a, (0, 3), 7, axis=0)", "np.insert(a, (1, 1), np.ones((3, 2)), axis=1)",
        "np.insert(i, i > 0, 4)", "np.insert(i, slice(1, 3), 4)", "np.insert(a, 4, np.zeros((2, 3)), 1)",
        "np.insert(i, 4, 1, axis=0)",
        "np.insert(i, i[:0], 4)",
        "np.trim_zeros(i)", "np.trim_zeros(i, 'f')", "np.trim_zeros(i, 'b')", "np.trim_zeros(i * 0)",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i", A, I)


@pytest.mark.parametrize(
    "text",
    [
        "np.copyto(a, 3)", "np.copyto(a, i)", "np.copyto(a, a[:, :1])", "np.copyto(a, i, where=a > 3)",
        "np.copyto(a, 2, where=i > 0)",
        "np.copyto(i, 2.5, casting='unsafe')", "np.copyto(a.T, a[0, :3])", "np.copyto(a, i[:3])", "np.copyto(a, a[::-1])",
        "np.copyto(a, a[::-1], where=a > 2)", "np.copyto(a, i, where=True)",
    ],
)  # fmt: skip
def test_copying(text):
    check(source(f"def f(a, i):\n    {text}\n"), A, I, same_error_args="[:3])" not in text)


@pytest.mark.parametrize(
    "text",
    [
        "np.delete(i, 4)", "np.delete(a, (0, 9), 1)", "np.delete(i, i[:2] > 0)", "np.insert(i, 5, 1)",
        "np.insert(i, (1, 2), (1, 2, 3))",
        "np.insert(i, (1, 7), 1)",
    ],
)  # fmt: skip
def test_places_that_are_not_there(text):
    # Of several indices, NumPy names the place in the result.
    check(expression(text, "a, i"), A, I, same_error_args="7), 1" not in text)


def test_refused():
    assert "Cannot cast" in compile_error(expression("np.copyto(a, b)"), I, A)


@pytest.mark.parametrize(("dtype", "value"), [("i4", 1.5), ("?", 1), ("?", 2.5), ("f8", 1j)])
def test_numbers_that_copyto_refuses(dtype, value):
    a = np.zeros(2, dtype)
    with pytest.raises((TypeError, TypingError), match="according to the rule 'same_kind'"):
        njit(lambda a, v: np.copyto(a, v))(a, value)


@pytest.mark.parametrize(("dtype", "value"), [("f4", 1.5), ("f2", 2), ("c8", 1j), ("u1", 7), ("i4", True), ("f4", 3)])
def test_numbers_that_copyto_takes(dtype, value):
    found, expected = np.zeros(2, dtype), np.zeros(2, dtype)
    njit(lambda a, v: np.copyto(a, v))(found, value)
    np.copyto(expected, value)
    np.testing.assert_array_equal(found, expected)
