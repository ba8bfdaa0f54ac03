"""Ufuncs of ``guvectorize`` that compiled code calls, against the same calls from Python."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from coluber import errors, guvectorize, njit

pytestmark = pytest.mark.optimised

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
    with pytest.raises(ValueError, match="Output operand 0 has a mismatch in its core dimension 0"):
        call_times_into(STACK, ROW, np.zeros((5, 4)))
    with pytest.raises(errors.TypingError, match="no loop"):
        call_times(STACK * 1j, ROW)
    with pytest.raises(errors.TypingError, match="does not fit"):
        call_times(ROW, ROW)
    with pytest.raises(ValueError, match="broadcast"):
        call_times(STACK, ROWS[:2])


@guvectorize(["void(float64[:,:], float64[:,:], float64[:,:])"], "(m?,n),(n,p?)->(m?,p?)")
def product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            out[i, j] = total


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(3?),(3?)->(3?)")
def at_most_three(a, b, out):
    for i in range(a.size):
        out[i] = a[i] + b[i]


@njit
def call_product(a, b):
    return product(a, b)


@njit
def call_product_out(a, b, out):
    return product(a, b, out=out)


@njit
def call_at_most_three(a, b):
    return at_most_three(a, b)


MATRIX, OTHER = RNG.random((3, 4)), RNG.random((4, 2))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (MATRIX, OTHER), (MATRIX, ROW), (ROW, OTHER), (ROW, ROW), (STACK, OTHER), (STACK, ROW), (ROW, RNG.random((5, 4, 2))),
        (STACK[:, None], RNG.random((2, 4, 3))), (MATRIX.astype(np.int32), ROW), (STACK[:0], ROW),
    ],
)  # fmt: skip
def test_optional_dimensions(a, b):
    expected = product(a, b)
    same(call_product(a, b), expected)
    if isinstance(expected, np.ndarray):
        for dtype in (np.float64, np.float32):
            out, wanted = np.zeros(expected.shape, dtype), np.zeros(expected.shape, dtype)
            result = call_product_out(a, b, out)
            same(result, product(a, b, out=wanted))
            same(out, wanted)


def test_optional_sizes():
    for a, b in ((np.arange(3.0), np.ones((2, 3))), (np.ones((2, 3)), np.ones(3))):
        same(call_at_most_three(a, b), at_most_three(a, b))
    with pytest.raises(ValueError, match="core dimension 0"):
        call_at_most_three(np.ones(4), np.ones(4))
    with pytest.raises(ValueError, match="size 1 is different from 3"):
        at_most_three(1.0, 2.0)
    with pytest.raises(errors.TypingError, match="does not fit the layout"):
        call_at_most_three(1.0, 2.0)


@njit
def call_ends_out(a, out):
    return ends(a, out=out)


@njit
def call_ends_low(a, low):
    return ends(a, low)


@njit
def call_ends_high(a, high):
    return ends(a, out=(None, high))


def test_out():
    low, high = np.zeros(5), np.zeros(5)
    same(call_ends_out(ROWS, (low, high)), ends(ROWS))
    same((low, high), ends(ROWS))
    low[:] = 0
    same(call_ends_low(ROWS, low), ends(ROWS))
    same(low, ends(ROWS)[0])
    high[:] = 0
    same(call_ends_high(ROWS, high), ends(ROWS))
    same(high, ends(ROWS)[1])
    same(call_ends_out(ROWS, None), ends(ROWS))
    out = np.zeros((2, 5))
    wide = np.zeros((2, 5))
    same(call_ends_out(ROWS, (out, None)), ends(ROWS, out=(wide, None)))
    same(out, wide)


@guvectorize("(n),(n)->(n)")
def lazy(a, b, out):
    for i in range(a.size):
        out[i] = a[i] - b[i]


@njit
def call_lazy(a, b):
    return lazy(a, b)


@njit
def call_lazy_out(a, b, out):
    lazy(a, b, out=out)
    return lazy(a, b, out) + lazy(a, b)


@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.float64, np.complex128])
def test_lazy_functions_are_broadcast(dtype):
    a, b = (STACK * 10).astype(dtype), (ROW * 10).astype(dtype)
    same(call_lazy(a, b), a - b)
    same(call_lazy(b, a), b - a)
    same(call_lazy(a[:, None], b), a[:, None] - b)
    out = np.zeros_like(a)
    same(call_lazy_out(a, b, out), 2 * (a - b))
    same(out, a - b)
    same(call_lazy(a, ROW), (a - ROW).astype(np.result_type(a, ROW)))


def test_outputs_that_do_not_fit():
    with pytest.raises(errors.TypingError, match="Cannot cast ufunc 'product' output"):
        call_product_out(MATRIX, OTHER, np.zeros((3, 2), np.int64))
    with pytest.raises(ValueError, match="mismatch in its core dimension 1"):
        call_product_out(MATRIX, OTHER, np.zeros((3, 3)))
    with pytest.raises(ValueError, match="another shape"):
        call_product_out(STACK, OTHER, np.zeros((3, 2)))
    with pytest.raises(errors.TypingError, match="must be a tuple"):
        call_ends_out(ROWS, np.zeros(5))
    with pytest.raises(errors.TypingError, match="does not fit the layout"):
        call_product(MATRIX, 2.0)


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def every_other(a, out):
    for i in range(0, a.size, 2):
        out[i] = a[i]


@pytest.mark.parametrize("call", [every_other, njit(lambda a, out: every_other(a, out))], ids=["python", "compiled"])
def test_elements_that_are_not_written_keep_their_values(call):
    a = np.arange(12.0).reshape(2, 6)
    for dtype in (np.float64, np.float32, np.complex128):
        wanted = np.where(np.arange(6) % 2 == 0, a, -1).astype(dtype)
        for out in (np.full((2, 6), -1, dtype), np.full((6, 2), -1, dtype).T, np.full((2, 12), -1, dtype)[:, ::2]):
            with warnings.catch_warnings():
                # Those of complex numbers become real ones on their way.
                warnings.simplefilter("ignore")
                call(a, out)
            np.testing.assert_array_equal(out, wanted)
        line = np.full(6, -1, dtype)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(a[0], line)
        np.testing.assert_array_equal(line, wanted[0])


def test_outputs_that_overlap_inputs_keep_their_values():
    a = np.arange(7.0)
    np.testing.assert_array_equal(every_other(a[:-1], a[1:]), [0, 2, 2, 4, 4, 6])
