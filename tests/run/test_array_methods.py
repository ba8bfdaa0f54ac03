"""Methods of arrays, and functions that give views or copies."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, expression, jitted

C = np.arange(24.0).reshape(2, 3, 4)
F = np.asfortranarray(C)
A = np.arange(48.0).reshape(2, 3, 8)[:, :, ::2]
LAYOUTS = [pytest.param(C, id="C"), pytest.param(F, id="F"), pytest.param(A, id="A")]

DTYPES = ["bool_", "int8", "int32", "int64", "uint8", "uint64", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize(
    "text",
    [
        "a.reshape(24)",
        "a.reshape((24,))",
        "a.reshape(4, 6)",
        "a.reshape((4, 6))",
        "a.reshape(-1)",
        "a.reshape(6, -1)",
        "a.reshape((-1, 3, 2))",
        "a.reshape(1, 24, 1)",
        "a.reshape(a.shape)",
        "a.reshape(a.size)",
        "np.reshape(a, (4, 6))",
        "np.reshape(a, 24)",
        "a.reshape(2, 12).reshape(3, 8)",
    ],
)
def test_reshape(text):
    check(expression(text, "a"), C)


@pytest.mark.parametrize("shape", [(6, 4), (24,), (2, 2, 6), (-1, 8)])
def test_reshape_by_a_variable(shape):
    check(expression("a.reshape(b)"), C, shape)


def test_reshape_of_contiguous_is_a_view():
    def f(a):
        a.reshape(-1)[5] = 99.0

    check(f, C)


@pytest.mark.parametrize("a", [F, A, C[::-1], C.T])
def test_reshape_of_other_layouts(a):
    check(expression("a.reshape(24)", "a"), a)
    check(expression("a.reshape(4, 6)", "a"), a)


@pytest.mark.parametrize("shape", [(5, 5), (23,), (-1, 5), (-1, -1)])
def test_reshape_that_does_not_fit(shape):
    with pytest.raises(ValueError):  # noqa: PT011 - the texts differ between NumPy versions
        jitted(expression("a.reshape(b)"))(C, shape)


def test_reshape_of_empty():
    check(expression("a.reshape(0, 5)", "a"), np.zeros((3, 0)))


@pytest.mark.parametrize("text", ["a.ravel()", "a.flatten()", "np.ravel(a)"])
@pytest.mark.parametrize("a", LAYOUTS)
def test_ravel_and_flatten(text, a):
    check(expression(text, "a"), a)


def test_ravel_of_contiguous_is_a_view():
    def f(a):
        a.ravel()[5] = 99.0
        a.flatten()[6] = 99.0

    check(f, C)


@pytest.mark.parametrize(
    "text",
    ["a.T", "a.transpose()", "np.transpose(a)", "a.transpose(2, 0, 1)", "a.transpose((1, 0, 2))", "np.transpose(a, (0, 2, 1))"],
)
@pytest.mark.parametrize("a", LAYOUTS)
def test_transpose(text, a):
    check(expression(text, "a"), a)


def test_view_without_a_dtype_is_a_view():
    def f(a):
        b = a.view()
        b[0] = 7
        return b

    check(f, np.arange(6.0).reshape(2, 3).T)
    check(f, np.arange(3))


def test_transpose_is_a_view():
    def f(a):
        a.T[1, 0, 1] = 99.0

    check(f, C)


@pytest.mark.parametrize("text", ["a.copy()", "np.copy(a)", "a[::-1].copy()", "a.T.copy()"])
@pytest.mark.parametrize("a", LAYOUTS)
def test_copy(text, a):
    check(expression(text, "a"), a)


def test_copy_is_separate():
    def f(a):
        b = a.copy()
        b[0, 0, 0] = 99.0
        return b

    check(f, C)


@pytest.mark.parametrize("layout", [C, F])
def test_copy_is_contiguous(layout):
    result = jitted(expression("a.copy()", "a"))(layout)
    assert result.flags.c_contiguous


@pytest.mark.parametrize("target", DTYPES)
@pytest.mark.parametrize("origin", DTYPES)
def test_astype(origin, target):
    a = np.array([0, 1, 2, 100]).astype(origin)
    if np.dtype(origin).kind == "c" and np.dtype(target).kind != "c":
        pytest.skip("complex to real warns in NumPy")
    check(expression(f"a.astype(np.{target})", "a"), a)


@pytest.mark.parametrize("values", [[-1, -128, 300, 70000], [2**31, 2**40, -(2**40), 5]])
@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "int32", "uint32", "uint64", "bool_"])
def test_astype_between_integers_wraps(target, values):
    check(expression(f"a.astype(np.{target})", "a"), np.array(values))


def test_astype_of_floats_truncates():
    check(expression("a.astype(np.int64)", "a"), np.array([1.9, -1.9, 0.5, -0.5]))
    check(expression("a.astype(np.bool_)", "a"), np.array([0.0, -0.0, 0.1, np.nan]))
    check(expression("a.astype(np.float32)", "a"), np.array([0.1, 1e300, np.nan]))


@pytest.mark.parametrize("a", LAYOUTS)
def test_astype_of_layouts(a):
    check(expression("a.astype(np.int32)", "a"), a)
    check(expression("a.astype(np.float64)", "a"), a)


def test_astype_is_a_copy():
    def f(a):
        b = a.astype(np.float64)
        b[0] = 99.0
        return b

    check(f, np.arange(3.0))


@pytest.mark.parametrize("value", [7, 2.5])
@pytest.mark.parametrize("a", LAYOUTS)
def test_fill(a, value):
    def f(a, value):
        a.fill(value)

    check(f, a, value)


def test_fill_of_a_view():
    def f(a):
        a[:, 1].fill(-1.0)

    check(f, C)


@pytest.mark.parametrize("text", ["a.item()", "a[0].item()", "a.item() + 1"])
def test_item(text):
    check(expression(text.replace("a[0]", "a[0:1]"), "a"), np.array([3.5]))


@pytest.mark.parametrize("dtype", ["f8", "f4", "u1", "c8"])
def test_item_at_a_place(dtype):
    text = "a.item((1, 2)), a.item((-1, 0)), a.item(1, 2) * b, a.item((0, 1)) + b, a.item((0, 0, 0)[:2]) + 300"
    check(expression(text), np.arange(12).reshape(3, 4).astype(dtype), np.ones(2, dtype))
    check(expression("a.item(k)", "a, k"), np.arange(6.0).reshape(2, 3), (1, 2))


def test_numbers_of_arrays_without_axes_and_of_texts():
    check(expression("complex(a), complex(a.astype('c16') + 1j), float(a), int(a)", "a"), np.array(2.5))
    text = "np.float64(t), np.float32(t), np.float64('1e3'), np.float16(' 2.5 '), np.int64('42'), np.int64(u)"
    check(expression(text, "t, u"), "2.75", " 7 ")
    check(expression(text, "t, u"), "2.75", "x")
    check(expression(text, "t, u"), "two", "7")


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float32", "complex64"])
def test_view_of_another_dtype(dtype):
    check(expression(f"a.view(np.{dtype})", "a"), np.arange(4.0))


@pytest.mark.parametrize("text", ["a.conj()", "a.conjugate()", "a.real", "a.imag"])
@pytest.mark.parametrize("dtype", ["f8", "c16", "c8", "i4"])
def test_complex_parts(text, dtype):
    check(expression(text, "a"), np.array([1, 2, 3]).astype(dtype) * np.array(2).astype(dtype))


def test_methods_of_temporaries():
    check(expression("(a + 1).reshape(6, 4).T.copy().ravel()", "a"), C)
    check(expression("(a * 2).astype(np.int64).sum()", "a"), C)


def test_transpose_by_axes_that_are_known_at_run_time():
    def f(a, axes):
        return a.transpose(axes), np.transpose(a, (axes[1], axes[2], axes[0])), a.transpose(axes[2], axes[0], axes[1])

    a = np.arange(24.0).reshape(2, 3, 4)
    for axes in ((0, 1, 2), (2, 0, 1), (-1, 1, 0)):
        check(f, a, axes)
    compiled = jitted(lambda a, axes: a.transpose(axes))
    with pytest.raises(ValueError, match="repeated axis in transpose"):
        compiled(a, (0, 1, 1))
    with pytest.raises(ValueError, match="axis is out of bounds for array of dimension 3"):
        compiled(a, (0, 1, 3))


def test_running_sums_of_negative_zeros():
    @njit
    def sums(a):
        return np.cumsum(a, 0), np.cumsum(a, 1), np.cumsum(a), np.nancumsum(a, 1)

    for a in (np.full((2, 3), -0.0), np.array([[-0.0, 0.0], [-0.0, -0.0]], np.float32), np.full((3, 1), complex(-0.0, -0.0))):
        assert [x.tobytes() for x in sums(a)] == [x.tobytes() for x in sums.py_func(a)]
