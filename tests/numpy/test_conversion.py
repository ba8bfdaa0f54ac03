"""Arguments of array, asarray and require, and views with strides, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, jitted

A = np.arange(12.0).reshape(3, 4)
STRIDE_TRICKS = "np.lib.stride_tricks."


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.array(a, copy=True)", "np.array(a, order='F')", "np.array(a, ndmin=3)", "np.array((1, 2), ndmin=2)",
        "np.array(3, ndmin=1)",
        "np.array(a.T, order='C')", "np.array(a, np.int8, copy=None)", "np.array(a, copy=False)", "np.asarray(a, order='F')",
        "np.asarray(a.T, order='C')", "np.asarray(a, np.float32, 'F')", "np.asanyarray(a)", "np.asarray(a, copy=True)",
        "np.asarray_chkfinite(a)", "np.asarray_chkfinite((1, 2.5))", "np.asarray_chkfinite(a / 0)", "np.require(a)",
        "np.require(a, np.float32, 'F')", "np.require(a.T, requirements=('C', 'W'))",
        "np.real(a)", "np.imag(a * 1j)", "np.real(2j)", "np.astype(a, np.int8)",
        STRIDE_TRICKS + "sliding_window_view(a, (2, 2))", STRIDE_TRICKS + "sliding_window_view(a[0], 3)",
        STRIDE_TRICKS + "sliding_window_view(a, 2, axis=0)", STRIDE_TRICKS + "sliding_window_view(a, 9, -1)",
        STRIDE_TRICKS + "as_strided(a, (2, 2), (8, 16))", STRIDE_TRICKS + "as_strided(a, strides=(8, 8))",
        STRIDE_TRICKS + "sliding_window_view(a[0], -1)",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a", A)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("np.array(a, order='F')", "F"),
        ("np.asarray(a.T, order='C')", "C"),
        ("np.array(a.T)", "F"),
        ("np.require(a, None, 'F')", "F"),
    ],
)
def test_orders(text, order):
    flags = jitted(expression(text, "a"))(A).flags
    assert flags[f"{order}_CONTIGUOUS"]


def test_copies():
    def f(a):
        np.array(a, copy=False)[0, 0] = 5
        np.array(a, copy=None)[0, 1] = 6
        np.array(a)[0, 2] = 7
        np.asarray(a, copy=True)[0, 3] = 8
        np.asarray(a, order="C")[1, 0] = 9
        np.real(a)[1, 1] = 10

    check(f, A)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.apply_along_axis(lambda x: x[0] + x[-1], 0, a)", "np.apply_along_axis(lambda x: x[::-1] * 2, 0, a)",
        "np.apply_along_axis(lambda x: x.sum(), -1, a)", "np.apply_along_axis(lambda x, n: x[:n], 1, a, 2)",
        "np.apply_along_axis(lambda x: x > 3, 1, a.reshape((2, 3, 2)))", "np.apply_along_axis(lambda x: x.max(), 0, a[0])",
        "np.apply_along_axis(lambda x: x.sum(), 1, a[:0])",
        "np.fromfunction(lambda i, j: i * 10 + j, (2, 3))", "np.fromfunction(lambda i: i == 1, (4,), dtype=np.int64)",
    ]),
)  # fmt: skip
def test_functions_applied(lines):
    check_lines(lines, "a", A)


def test_records_and_times():
    r = np.zeros(4, [("x", "i4"), ("y", "f8")])
    r["x"] = [3, 1, 2, 0]
    for text in (
        "np.array(a)",
        "np.concatenate((a, a))",
        "a[np.array((2, 0))]",
        "np.take(a, 1)['x']",
        "np.repeat(a, 2)",
        "np.roll(a, 1)",
    ):
        found, expected = (function(r) for function in (jitted(expression(text, "a")), expression(text, "a")))
        np.testing.assert_array_equal(found, expected)
    days = np.arange("2024-01-01", "2024-01-13", dtype="M8[D]").reshape(3, 4)
    for text in (
        "a[a > a[1, 1]]",
        "np.stack((a, a), 1)",
        "np.delete(a, 1, 0)",
        "np.tile(a, 2)",
        "np.rot90(a)",
        "np.append(a, a[0])",
    ):
        check(expression(text, "a"), days)


def test_refused():
    assert "avoid copy" in compile_error(expression("np.array(a, np.int8, copy=False)", "a"), A)
    assert "order must be" in compile_error(expression("np.array(a, order='X')", "a"), A)
    assert "requirements" in compile_error(expression("np.require(a, None, 'O')", "a"), A)
