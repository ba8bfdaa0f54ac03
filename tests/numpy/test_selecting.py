"""choose, select, piecewise and broadcasting, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.choose(i, (i, i * 2, -i))", "np.choose(i, (a, 2, i))", "i.choose((1, 2.5, 3))",
        "np.choose(i + 7, (a, i, 1), mode='wrap')",
        "np.choose(i * 9 - 5, (a[0], i, 1j), None, 'clip')", "np.choose(i > 1, (a, -a))",
        "np.choose(i, (a, i))",
        "np.select((a > 5, a > 2), (a, -a))", "np.select((a > 5, i > 1), (1, i), 9)",
        "np.select((a > 5,), (i,), default=0.5)",
        "np.select((a[0] > 1, a > 2), (a.astype(np.float32), np.float32(2)), 1)", "np.select((a.T > 5,), (a.T,), -1)",
        "np.broadcast_to(a, (2, 3, 4))", "np.broadcast_to(i, a.shape)", "np.broadcast_to(5, (2, 2))",
        "np.broadcast_to(a[:, :1], a.shape)",
        "np.broadcast_to(a, (3, 3))", "np.broadcast_to(i, -1)", "np.broadcast_to((1, 2), (3, 2))",
        "np.broadcast_arrays(a, i, 3)",
        "np.broadcast_arrays(a, i[:3])", "np.broadcast_arrays(a)", "np.broadcast_shapes((2, 1), 3, (1, 3))",
        "np.broadcast_shapes((2, 3), 2)",
        "np.broadcast_shapes()", "np.broadcast_shapes(a.shape, i.shape)",
        "np.meshgrid(i, a[0], indexing='ij')", "np.meshgrid(i, a[0])", "np.meshgrid(i, a[0], a[1, :2])",
        "np.meshgrid(i, 3, sparse=True)",
        "np.meshgrid(i)", "np.meshgrid(i, a[0], (1, 2), indexing='ij', copy=False)",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i", A, I)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.piecewise(a, (a < 3, a > 7), (-1, 1))", "np.piecewise(a, (a < 3, a > 7), (lambda x: -x, lambda x: x * x, 5))",
        "np.piecewise(a, (a < 3,), (lambda x: -x, 2))", "np.piecewise(a, (a < 9, a < 3), (lambda x: x + 1, 2.5))",
        "np.piecewise(a, (a < 0,), (lambda x, y: x + y, lambda x, y: x * y), 7)",
        "np.piecewise(i, (i > 1,), (2.7, lambda x: x * 10))",
    ]),
)  # fmt: skip
def test_piecewise(lines):
    check_lines(lines, "a, i", A, I)


def test_refused():
    assert "boolean" in compile_error(expression("np.select((b,), (a,))"), A, A)
    assert "same length" in compile_error(expression("np.select((b > 1,), (a, a))"), A, A)
    assert "more dimensions" in compile_error(expression("np.broadcast_to(a, (4,))", "a"), A)
    assert "functions are expected" in compile_error(expression("np.piecewise(a, (a > 1,), (1, 2, 3))", "a"), A)
    assert "indexing" in compile_error(expression("np.meshgrid(a, a, indexing='no')", "a"), A[0])


@pytest.mark.parametrize(
    "bounds", [(0.2, 0.8), (0, 1), (np.nan, 1), (0, np.nan), (1, 0), (-np.inf, np.inf), (np.int8(-1), 1.5)]
)
def test_clip_between_numbers(bounds):
    a = np.array([[1.5, -2, np.nan], [np.inf, -np.inf, 0.5]])
    for values in (a, a[0], a.T, a[:, ::2], a[:0], a.astype(np.float32)):
        check(expression("np.clip(a, low, high), np.clip(a, max=high, min=low)", "a, low, high"), values, *bounds)


def test_scalars_of_numpy_widen_what_is_clipped():
    text = "np.clip(a, np.float64(s), None), a.clip(np.float64(s), 3), np.clip(a, 1, 2.5), np.clip(a, np.int8(1), 3)"
    check(expression(text, "a, s"), np.arange(6, dtype="f4"), 1.5)
    check(expression("np.clip(a, np.int64(1), 4), a.clip(np.uint8(2), None)", "a"), np.arange(6, dtype="i2"))
