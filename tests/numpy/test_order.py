"""Orders of elements, several axes at once, and nonzero of any rank, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import assert_same, check, check_lines, compile_error, expression, groups

A = np.arange(24.0).reshape(2, 3, 4)
LAYOUTS = {"C": A, "F": np.asfortranarray(A), "A": np.arange(48.0).reshape(2, 3, 8)[:, :, ::2]}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "lines",
    groups([
        "a.reshape((4, 6), order='F')", "np.reshape(a, (6, -1), order='F')", "np.reshape(a, (4, 6), order='C')",
        "np.ravel(a, 'F')",
        "a.ravel('F')", "np.ravel(a, order='C')", "a.flatten('F')", "a.flatten(order='C')", "a.copy('F')", "a.copy(order='C')",
        "a.astype('f4', order='F')", "a.astype('f4', 'C')", "a.astype(np.float64, 'A', 'safe', copy=False)",
        "a.reshape(24, order='A')",
        "np.flip(a, (0, 2))", "np.flip(a, (1,))", "np.moveaxis(a, (0, 1), (2, 0))", "np.moveaxis(a, (2, 0), (0, -1))",
        "np.moveaxis(a, (-1,), (0,))", "np.expand_dims(a, (0, 2))", "np.expand_dims(a, (-1, 1))",
        "np.squeeze(a[:1, :1], (0, 1))",
        "np.squeeze(a[:1, :, :1], axis=(-1, 0))", "np.squeeze(a[:1, :1, :1], (0, 1, 2))", "np.matrix_transpose(a)", "a.mT",
        "np.nonzero(a)", "a.nonzero()", "np.nonzero(a[None] > 3)", "np.where(a > 7)",
    ]),
)  # fmt: skip
def test_values(lines, layout):
    check_lines(lines, "a", LAYOUTS[layout])


@pytest.mark.parametrize("order", "KA")
def test_order_of_memory(order):
    read = expression(f"np.ravel(a, '{order}'), a.ravel(order='{order}'), a.flatten('{order}')", "a")
    spread = np.broadcast_to(np.arange(4), (3, 4)), np.broadcast_to(np.arange(3)[:, None], (3, 4))
    for a in (A.swapaxes(1, 2), A.transpose(1, 2, 0)[:, ::2], A[:, :1].T, A[:, ::-1], A[..., ::-1], A[0, :, ::2].T, *spread):
        check(read, a)
    check(expression(f"a.T[::2].ravel('{order}'), a[:, :2].T.ravel('{order}')", "a"), A)


def test_order_of_arrays_of_lists():
    check(expression("np.array([[1, 2, 3], [4, 5, 6]], order='F').strides", ""))
    check(expression("np.isfortran(np.asarray(((1, 2), (3, 4)), order='F')), np.asarray([1, 2], order='F').strides", ""))
    check(expression("np.array(a, order='F').strides, np.array(a, order='C').strides", "a"), [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.size(a, (0, 1)), np.size(a, axis=(0, -1)), np.size(a, (1,)), np.size(a, ())", "np.size([[1, 2], [3, 4]], (1, 0))",
        "np.size(a, 1)", "np.ndim(3)", "np.shape((1, 2))", "np.size((1, 2))", "np.ravel((1, 2))",
        "np.reshape((1, 2), (2, 1))",
        "np.shape(2.5)", "np.size(a, -1)", "np.ndim(((1, 2), (3, 4)))", "np.ravel(5)",
    ]),
)  # fmt: skip
def test_what_is_no_array(lines):
    check_lines(lines, "a", A)


@pytest.mark.parametrize(
    "text", ["np.flip(a, (0, 0))", "np.moveaxis(a, (0, 0), (1, 2))", "np.moveaxis(a, (0, 3), (1, 2))", "np.squeeze(a, (0, 1))"]
)
def test_axes_that_do_not_fit(text):
    check(expression(text, "a"), A, same_error_args=False)


def test_orders_of_memory():
    def f(a):
        return (
            a.copy("F"),
            a.copy("K"),
            a.astype(np.int64, order="F"),
            a.astype(np.int64, "C"),
            a.astype(np.float64, copy=False),
        )

    for a in (A, np.asfortranarray(A)):
        for one, other in zip(f(a), njit(f)(a), strict=True):
            assert_same(other, one)
            assert other.strides == one.strides


def test_casts_that_a_rule_forbids():
    error = compile_error(expression("a.astype(np.int64, casting='safe')", "a"), A)
    assert "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'" in str(error)


def test_views_and_copies():
    def f(a):
        a.T.ravel("F")[0] = 50
        a.flatten("F")[0] = 70
        np.flip(a, (0, 1))[0, 0, 0] = 60
        a.T.reshape((8, 3), order="F")[1, 1] = 80
        a.conj()[0, 0, 1] = np.conj(a)[0, 0, 1] + 90

    check(f, A)


def test_other_shapes_are_views_where_strides_can_say_so():
    def f(a, v):
        t = a.reshape(6, 4).T
        first = t.reshape(2, 2, 6), t.reshape(4, 3, 2), t.reshape(-1), v[::-1].reshape(4, 6), a[:, :, ::2].reshape(1, 6, 2, 1)
        first[0][0, 0, 0], first[1][1, 1, 1], first[2][2], first[3][0, 0], first[4][0, 5, 1, 0] = 50.0, 60.0, 70.0, 80.0, 90.0
        second = a[:, 0:3].ravel(), a[:, ::2].ravel(), v[::5].reshape(1, -1, 1), a[::3][:, :, 1:2].reshape(3, 1)
        second[0][2], second[1][3], second[2][0, 1, 0], second[3][1, 0] = 20.0, 30.0, 40.0, 45.0
        third = a[:0, :, ::2].reshape(0, 7), v[::24].reshape(()), v[::24].reshape(1, 1), np.atleast_3d(v[::-2])
        return first, second, third

    given, other = (A.copy(), np.arange(24.0)), (A.copy(), np.arange(24.0))
    expected, got = f(*given), njit(f)(*other)
    for one, two in zip((*given, *sum(expected, ())), (*other, *sum(got, ())), strict=True):
        assert_same(two, one)
    assert [part.strides for part in got[0]] == [part.strides for part in expected[0]]
    check(expression("a.T.reshape(5, -1)", "a"), A)


def test_other_shapes_of_strided_arrays_without_elements():
    def f(a, shape):
        return a[:, ::2].reshape(shape), a[::2].T.reshape(shape), a[:, ::2].ravel()

    compiled = njit(f)
    for lengths in ((2, 0), (3, 0, 2), (0, 4)):
        for shape in ((0,), (0, 7), (3, 0, 2)):
            a = np.zeros(lengths)
            assert [part.shape for part in compiled(a, shape)] == [part.shape for part in f(a, shape)]


def test_refused():
    assert "order must be one of" in compile_error(expression("a.ravel('X')", "a"), A)
    assert "same number of elements" in compile_error(expression("np.moveaxis(a, (0, 1), (2,))", "a"), A)
    assert "at least 2-dimensional" in compile_error(expression("np.matrix_transpose(a)", "a"), A[0, 0])
