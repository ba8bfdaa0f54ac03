"""Ufuncs of ``guvectorize`` that compiled code calls, against the same calls from Python."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, guvectorize, njit

RNG = np.random.default_rng(8)
STACK = RNG.random((5, 3, 4))
ROW, ROWS = RNG.random(4), RNG.random((5, 4))


@guvectorize(["void(float64[:,:], float64[:], float64[:])"], "(m,n),(n)->(m)")
def times(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for j in range(a.shape[1]):
            total += a[i, j] * b[j]
        out[i] = total


@guvectorize("(n),()->(n)")
def plus(a, k, out):
    for i in range(a.size):
        out[i] = a[i] + k


@guvectorize(["void(float64[:], float64[:], float64[:])", "void(int64[:], int64[:], int64[:])"], "(n)->(),()")
def ends(a, low, high):
    low[0] = a.min()
    high[0] = a.max()


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(3),(3)->(3)")
def cross(a, b, out):
    for i in range(3):
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]


@njit
def call_times(a, b):
    return times(a, b)


@njit
def call_times_into(a, b, out):
    times(a, b, out)
    return out


@njit
def call_plus(a, k):
    return plus(a, k)


@njit
def call_ends(a):
    return ends(a)


@njit
def call_cross(a, b):
    return cross(a, b)


def same(result, expected):
    if isinstance(expected, tuple):
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            same(one, other)
        return
    assert np.asarray(result).dtype == np.asarray(expected).dtype
    assert isinstance(result, np.ndarray) == isinstance(expected, np.ndarray)
    np.testing.assert_allclose(result, expected, rtol=1e-13)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (STACK, ROW), (STACK, ROWS), (STACK[0], ROW), (STACK[0], ROWS), (STACK[:, ::2, ::-1], ROW[::-1]),
        (STACK.astype(np.float32), ROW), (STACK[:0], ROW), (np.arange(12).reshape(3, 4), ROW), (STACK[:, None], ROWS[:, None]),
    ],
)  # fmt: skip
def test_products(a, b):
    same(call_times(a, b), times(a, b))
    expected = times(a, b)
    same(call_times_into(a, b, np.zeros(expected.shape)), expected)


@pytest.mark.parametrize("a", [STACK, ROW, np.arange(6).reshape(2, 3), np.arange(4, dtype=np.int8)])
@pytest.mark.parametrize("k", [2.5, 3])
def test_numbers_as_parts(a, k):
    same(call_plus(a, np.asarray(k, a.dtype)[()]), plus(a, np.asarray(k, a.dtype)))
    same(call_plus(a, a[..., 0]), plus(a, a[..., 0]))


@pytest.mark.parametrize("a", [STACK, ROW, np.arange(6).reshape(2, 3)])
def test_several_outputs(a):
    same(call_ends(a), ends(a))


def test_sizes():
    same(call_cross(STACK[0].T, np.arange(3.0)), cross(STACK[0].T, np.arange(3.0)))
    with pytest.raises(ValueError, match="core dimension"):
        call_cross(ROW, ROW)


def test_what_does_not_fit():
    with pytest.raises(ValueError, match="core dimension 0"):
        call_times(STACK, ROW[:3])
    with pytest.raises(ValueError, match="another shape"):
        call_times_into(STACK, ROW, np.zeros((5, 4)))
    with pytest.raises(errors.TypingError, match="no loop"):
        call_times(STACK * 1j, ROW)
    with pytest.raises(errors.TypingError, match="does not fit"):
        call_times(ROW, ROW)
    with pytest.raises(ValueError, match="broadcast"):
        call_times(STACK, ROWS[:2])
