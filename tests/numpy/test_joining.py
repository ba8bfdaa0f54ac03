"""Functions that make one array of several, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import assert_same, check, check_lines, compile_error, expression, groups, jitted

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741
CUBE = np.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.concatenate((i, i))", "np.concatenate((i, a[0], i))", "np.concatenate((i,))", "np.concatenate((a, a))",
        "np.concatenate((a, a[:, :2]), axis=1)", "np.concatenate((a, a[:, ::2], a), -1)", "np.concatenate((c, c, c, c), 1)",
        "np.concatenate((a, i), axis=None)", "np.concatenate((a, 3, (1, 2)), None)", "np.concatenate(((1, 2), i))",
        "np.concatenate((c, c), 2, dtype=np.float32)", "np.concatenate((a.T, a.T), 0)", "np.concatenate((a.T, a.T), 1)",
        "np.concatenate(c)", "np.concatenate((i, i), out=np.empty(8, np.int64))", "np.concatenate((i[:0], i))",
        "np.concatenate((a[:0], a[:0]), 1)", "np.concat((i, i > 1))",
        "np.concatenate((a.astype(np.float32), c[0].astype(np.int8)))",
        "np.stack((i, i))", "np.stack((i, a[0]), axis=1)", "np.stack((a, a, a), -1)", "np.stack((a, a), 1)",
        "np.stack((1, 2.5))",
        "np.stack((i, i, i), dtype=np.float32)", "np.stack((a.T, a.T), axis=2)",
        "np.vstack((i, a))", "np.vstack((i, i))", "np.vstack((1, 2))", "np.vstack((a.T, a.T))", "np.vstack((c, c))",
        "np.hstack((i, 3, a[0]))", "np.hstack((a, a[:, :1]))", "np.hstack((c, c))", "np.hstack((1, 2), dtype=np.float64)",
        "np.dstack((i, i))", "np.dstack((a, a))", "np.dstack((c, c))", "np.dstack((1, 2))",
        "np.column_stack((i, i))", "np.column_stack((a.T, i))", "np.column_stack((i, a.T, i))", "np.block(a)",
        "np.append(i, 5)", "np.append(a, i)", "np.append(a, a, axis=0)", "np.append(a, a[:, :1], axis=1)",
        "np.append(i, (1, 2))",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize(
    "text",
    [
        "np.concatenate((a, a[:, :2]))", "np.concatenate((a, a, a[:2]), axis=1)", "np.stack((i, i[:2]))",
        "np.vstack((a, i[:2]))",
        "np.concatenate((i, i), out=np.empty(7, np.int64))", "np.hstack((a, a[:1]))",
    ],
)  # fmt: skip
def test_shapes_that_do_not_fit(text):
    check(expression(text, "a, i, c"), A, I, CUBE, same_error_args="out=" not in text)


@pytest.mark.parametrize(
    "lines", groups(["np.concatenate((a, a), 2)", "np.concatenate((a[0], a[0]), 1)", "np.stack((a, a), -4)"])
)
def test_axes_that_are_not_there(lines):
    check_lines(lines, "a", A, same_error_args=False)


@pytest.mark.parametrize(
    ("items", "lists"),
    [
        ("(a, a)", "[a, a]"), ("((a, a[:, :1]), (a[:1], np.ones((1, 1))))", "[[a, a[:, :1]], [a[:1], np.ones((1, 1))]]"),
        ("((i, i), (i, i))", "[[i, i], [i, i]]"), ("(1, i, 2.5)", "[1, i, 2.5]"), ("((a,), (i,))", "[[a], [i]]"),
        ("((c, c), (c, c))", "[[c, c], [c, c]]"),
    ],
)  # fmt: skip
def test_blocks(items, lists):
    # NumPy asks for lists here.
    found = jitted(expression(f"np.block({items})", "a, i, c"))(A, I, CUBE)
    assert_same(found, expression(f"np.block({lists})", "a, i, c")(A, I, CUBE))


def test_the_result_is_new():
    def f(a):
        np.concatenate((a,))[0, 0] = 9
        np.block(a)[0, 0] = 9
        np.vstack((a,))[0, 0] = 9

    check(f, A)


def test_refused():
    assert "same number of dimensions" in compile_error(expression("np.concatenate((a, b))"), A, I)
    assert "zero-dimensional" in compile_error(expression("np.concatenate((1, 2))", ""))
    assert "at least one" in compile_error(expression("np.concatenate(())", ""))
    assert "same shape" in compile_error(expression("np.stack((a, b))"), A, I)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.vstack(c)", "np.hstack(c)", "np.dstack(c)", "np.stack(c, axis=-1)", "np.stack(c, 1)", "np.concatenate(c, axis=1)",
        "np.concatenate(c, -1)", "np.concatenate(c, None)", "np.concatenate(c, dtype=np.float64)", "np.vstack(a)",
        "np.hstack(a)", "np.dstack(a)", "np.stack(a)", "np.column_stack(a)", "np.column_stack(a.T)", "np.vstack(i)",
        "np.hstack(i)", "np.stack(i)", "np.dstack(i)", "np.vstack(c.T)", "np.stack(c.T[:, ::2], 1)",
        "np.dstack(np.mgrid[:2, :3])",
    ]),
)  # fmt: skip
def test_the_parts_of_an_array_are_joined(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize("text", ["[[a, b], [b, b]]", "[[a, a], [b, b]]", "[[b, b], [a, b]]", "[[1, 2], [3.5, 4]]"])
def test_blocks_of_mixed_and_of_equal_types(text):
    check(expression(f"np.block({text})", "a, b"), np.ones((2, 2), np.float32), np.arange(4.0).reshape(2, 2))
