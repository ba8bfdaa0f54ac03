"""Parts of arrays, and elements again or elsewhere, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741
CUBE = np.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.split(a, 3)", "np.split(a, 2, axis=1)", "np.split(i, (1, 3))", "np.split(c, 2, -1)", "np.array_split(i, 3)",
        "np.array_split(a, 3, axis=1)", "np.array_split(i, (1, 2, 9))", "np.array_split(i, 7)", "np.hsplit(a, 2)",
        "np.hsplit(i, 2)",
        "np.vsplit(a, (1,))", "np.dsplit(c, 2)", "np.split(a.T, 2)", "np.split(i, (-3, 2))",
        "np.array_split(a, i[1])", "np.split(a, [1, 2], 1)", "np.array_split(i, i[1:3] + 1)", "np.hsplit(i, [2])",
        "np.split(a, i[1], axis=i[2])",
    ]),
)  # fmt: skip
def test_parts(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.repeat(a, 2)", "np.repeat(a, 2, axis=0)", "np.repeat(a, 2, axis=1)", "a.repeat(3, -1)", "np.repeat(i, i)",
        "np.repeat(a, i, axis=1)", "np.repeat(a, (1, 0, 2), axis=0)", "np.repeat(a, i[:1], 1)", "np.repeat(5, 3)",
        "np.repeat(c, 2, 1)",
        "np.repeat(a.T, (2, 0, 1), 1)", "np.repeat(i, 0)", "i.repeat(np.int8(2))",
        "np.tile(i, 3)", "np.tile(i, (2, 2))", "np.tile(a, 2)", "np.tile(a, (2, 1))", "np.tile(a, (2, 1, 2))",
        "np.tile(a.T, (1, 2))",
        "np.tile(5, 3)", "np.tile(i, 0)", "np.tile(c, (2, 1, 1))", "np.tile((1, 2), 2)",
        "np.resize(a, (2, 3))", "np.resize(i, 10)", "np.resize(a.T, (5, 5))", "np.resize(i[:0], (2, 2))",
        "np.roll(i, 1)", "np.roll(i, -5)", "np.roll(a, 2)", "np.roll(a, 1, axis=0)", "np.roll(a, -1, axis=1)",
        "np.roll(c, 1, -2)",
        "np.roll(a, (1, 2), axis=(0, 1))", "np.roll(a, 1, (0, 1))", "np.roll(a, (1, 1), axis=1)", "np.roll(a.T, 1, 0)",
        "np.roll(i[:0], 1)",
        "np.roll(a, (1, 2))", "np.rollaxis(c, 2)", "np.rollaxis(c, 0, 3)", "np.rollaxis(c, -1, 1)", "np.rollaxis(c, 1, -1)",
        "np.rot90(a)", "np.rot90(a, 2)", "np.rot90(a, -1)", "np.rot90(a, i[0])", "np.rot90(c, 1, (1, 2))",
        "np.rot90(c, 3, (0, 2))",
        "np.rot90(c, k=5, axes=(2, 1))",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.split(i, 3)", "np.split(i, -3)",
        "np.array_split(i, 0)", "np.array_split(i, i[0] - 1)", "np.repeat(i, (1, 2))", "np.repeat(i, i - 1)",
        "np.repeat(i, -1)", "np.rot90(c, 1, (0, 3))",
        "np.rot90(c, 1, (0, 0))", "np.tile(i, -1)", "np.rot90(c, 1, (0, -3))", "np.repeat(a, i, axis=0)",
    ]),
)  # fmt: skip
def test_what_is_not_possible(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize("lines", groups(["np.roll(a, 1, 2)", "np.repeat(a, 2, 2)", "np.rollaxis(a, 0, 3)"]))
def test_axes_that_are_not_there(lines):
    check_lines(lines, "a", A, same_error_args=False)


def test_parts_are_views():
    def f(a):
        left, right = np.hsplit(a, 2)
        left[:] = 0
        top, _ = np.split(a, (1,))
        top[0, 3] = 9
        np.rot90(a)[0, 0] += 1
        return right

    check(f, A)


def test_refused():
    assert "3 or more" in compile_error(expression("np.dsplit(a, 2)", "a"), A)
    assert "2 or more" in compile_error(expression("np.vsplit(a, 2)", "a"), I)
