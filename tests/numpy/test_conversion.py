"""Arguments of array, asarray and require, and views with strides, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, compile_error, expression, jitted

A = np.arange(12.0).reshape(3, 4)
STRIDE_TRICKS = "np.lib.stride_tricks."


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)  # fmt: skip
def test_values(text):
    check(expression(text, "a"), A)


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


def test_refused():
    assert "avoid copy" in compile_error(expression("np.array(a, np.int8, copy=False)", "a"), A)
    assert "order must be" in compile_error(expression("np.array(a, order='X')", "a"), A)
    assert "requirements" in compile_error(expression("np.require(a, None, 'O')", "a"), A)
