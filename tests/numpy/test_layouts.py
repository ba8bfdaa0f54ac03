"""The order in memory of results, and views that can't be written to, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import compile_error

A = np.arange(12.0).reshape(3, 4)
CUBE = np.arange(24.0).reshape(2, 3, 4)
SQUARE = np.asfortranarray(np.arange(9.0).reshape(3, 3))

# Functions whose results are compared, by the arrays that they are called with.
ROWS = [
    ("a[:, [0, 2]], a[:, [[0, 1], [1, 0]]], a[:, a[0] > 1], a[:, [1, 1]] + 1", [A]),
    ("a[:, [0, 1], :], a[..., [0, 1]], a[[0, 1], :, [0, 1]], a[1, :, [0, 1]], a[[1, 0]], a[:, [0, 1], [1, 0]]", [CUBE]),
    ("np.where(a > 2, a, 0.0), np.where(a > 2, 1, a), np.where(a > 1, b, a)", [np.asfortranarray(CUBE), CUBE]),
    ("np.roll(a, 1), np.roll(a, 1, axis=0), np.roll(a, (1, 2), axis=(0, -1)), np.diff(a), np.diff(a, 2, 0)", [CUBE.T]),
    ("np.cumsum(a, axis=1), np.cumprod(a, axis=-1), np.nancumsum(a, axis=0), np.round(a, 1), np.nan_to_num(a)", [CUBE.T]),
    ("np.einsum('ij,jk->ik', a, a), np.einsum('ij,ij->ij', a, a), np.einsum('ij->ji', a), np.einsum('ij,jk', a, a)", [SQUARE]),
    ("np.var(a, 0), np.std(a, 1), np.var(a, 1, keepdims=True), np.sum(a, 1, keepdims=True), np.nanvar(a, 0)", [CUBE.T]),
    (
        "np.nanmean(a, axis=1), np.median(a, axis=1), np.median(a, 0), np.nanmedian(a, axis=2), np.polyval(a[:2, 0, 0], a)",
        [CUBE.T],
    ),
    ("np.partition(a, 1), np.partition(a, 1, axis=1), np.gradient(a)[0], np.gradient(a, axis=(0, 2))[1]", [CUBE.T]),
    ("np.unwrap(a), np.unwrap(a, axis=0), np.pad(a, 1), np.pad(a, ((1, 2), (0, 1), (2, 2)), 'edge')", [CUBE.T]),
    ("np.insert(a, 1, 9.0, axis=1), np.insert(a, [1, 2], a[:, :2], axis=1), np.delete(a, 1, axis=0)", [CUBE.T]),
    ("np.delete(a, 1, axis=1), np.delete(a, [0, 2], axis=2 - 1), np.delete(a, slice(0, 2), axis=0)", [CUBE.T]),
    ("np.fft.fft(a), np.fft.rfft(a, axis=1), np.fft.fftn(a), np.fft.irfft(a, 6, 0), np.fft.fftshift(a, axes=0)", [CUBE.T]),
    ("np.stack([a, a]), np.stack((a, a), 1), np.stack([a, a], -1), np.dstack((a, a))", [CUBE.T]),
    ("np.stack([a.T, a.T]), np.dstack((a[0].T, a[1].T)), np.stack((a.T, b.T), 2), np.argwhere(a > 3)", [CUBE, CUBE]),
    ("np.trapezoid(a), np.trapezoid(a, axis=0), np.trapezoid(a, np.arange(2.0), axis=2)", [CUBE.T]),
    ("np.piecewise(a, [a > 5], [1.0, 2.0]), np.argsort(a, axis=1), np.tril(a[0])", [CUBE.T]),
]
READ_ONLY = [
    "np.broadcast_to(a, (2, 3, 4)), np.diagonal(a), np.diag(a, 1), a.diagonal(), windows(a, (2, 2)), windows(a, 2, axis=1)",
    "windows(a, (2, 2), writeable=True), windows(a, (2, 3), axis=(1, 0)), np.broadcast_to(3.0, 2), np.diag(a) + 1",
]


def function(text, names):
    """Return a function of some arrays."""
    scope = {"np": np, "windows": np.lib.stride_tricks.sliding_window_view}
    return eval(f"lambda {', '.join(names)}: ({text})", scope)


@pytest.mark.parametrize(("text", "arrays"), ROWS)
def test_order_in_memory(text, arrays):
    python = function(text, "ab"[: len(arrays)])
    for got, wanted in zip(njit(python)(*arrays), python(*arrays), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-14, atol=1e-13)
        order = [np.argsort([-abs(step) for step in a.strides], kind="stable").tolist() for a in (got, wanted)]
        assert order[0] == order[1]
        assert got.flags.f_contiguous == wanted.flags.f_contiguous


@pytest.mark.parametrize("text", READ_ONLY)
def test_views_that_are_read_only(text):
    python = function(text, "a")
    for got, wanted in zip(njit(python)(A), python(A), strict=True):
        np.testing.assert_array_equal(got, wanted)
        assert got.flags.writeable == wanted.flags.writeable


@pytest.mark.parametrize(
    "statement", ["a += 1", "a.fill(3)", "a.flat[0] = 1", "np.add(a, 1, a)", "np.sqrt(a, out=a)", "a[0] = 1"]
)
def test_nothing_writes_to_a_read_only_array(statement):
    scope = {"np": np}
    exec(f"def f(a):\n    {statement}\n", scope)
    a = A.copy()
    a.flags.writeable = False
    assert "readonly" in str(compile_error(scope["f"], a))
    np.testing.assert_array_equal(a, A)


def test_windows_need_a_length_for_each_axis():
    text = compile_error(function("windows(a, (2, 2), axis=(1,))", "a"), A)
    assert "Must provide matching length window_shape and axis; got 2 window_shape elements" in text
