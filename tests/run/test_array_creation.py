"""Functions that make arrays."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, expression, jitted

DTYPES = [
    "bool_",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
SHAPES = [3, 0, (3,), (2, 3), (2, 3, 4), (0, 3), (2, 1, 0)]


@pytest.mark.parametrize("function", ["zeros", "ones"])
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(function, shape):
    check(expression(f"np.{function}(a)", "a"), shape)
    check(expression(f"np.{function}({shape})", ""))


@pytest.mark.parametrize("shape", SHAPES)
def test_empty(shape):
    result = jitted(expression("np.empty(a)", "a"))(shape)
    assert result.shape == np.empty(shape).shape
    assert result.dtype == np.float64


@pytest.mark.parametrize(
    "function", ["zeros(3, {})", "ones((2, 2), {})", "zeros(3, dtype={})", "full(3, 1, {})", "arange(4).astype({})"]
)
@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(function, dtype):
    check(expression("np." + function.format(f"np.{dtype}"), ""))


@pytest.mark.parametrize("dtype", ["float", "int", "bool", "'f4'", "'int32'", "'complex64'", "'bool'", "np.dtype('u1')"])
def test_forms_of_dtype(dtype):
    check(expression(f"np.zeros(3, {dtype})", ""))
    check(expression(f"np.ones(3, dtype={dtype})", ""))
    check(expression(f"np.arange(3).astype({dtype})", ""))


@pytest.mark.parametrize("function", ["zeros", "ones"])
def test_keyword_shape(function):
    check(expression(f"np.{function}(shape=(2, a), dtype=np.int32)", "a"), 3)


def test_dtype_of_another_array():
    check(expression("np.zeros(2, a.dtype)", "a"), np.zeros(1, np.int16))
    check(expression("np.full(2, 3, dtype=a.dtype)", "a"), np.zeros(1, np.float32))


def test_shape_of_another_array():
    check(expression("np.zeros(a.shape), np.ones(a.shape[0]), np.zeros(len(a))", "a"), np.zeros((2, 3)))
    check(expression("np.zeros((a.shape[1], a.shape[0] + 1))", "a"), np.zeros((2, 3)))


@pytest.mark.parametrize("value", [3, 2.5, True, 1j])
def test_full(value):
    check(expression("np.full(3, a)", "a"), value)
    check(expression("np.full((2, 3), a)", "a"), value)
    check(expression("np.full(3, a, np.complex128)", "a"), value)


def test_full_casts():
    check(expression("np.full(3, a, np.float32)", "a"), 0.1)
    check(expression("np.full(3, a, np.int64)", "a"), 2.9)


@pytest.mark.parametrize(
    "function",
    ["zeros_like(a)", "ones_like(a)", "full_like(a, 7)", "zeros_like(a, dtype=np.int32)", "ones_like(a, np.float32)"],
)
@pytest.mark.parametrize(
    "a",
    [
        np.arange(3),
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.zeros((2, 3), np.complex64)[:, ::2],
        np.zeros(3, np.bool_),
        np.zeros((0, 2)),
    ],
)
def test_like(function, a):
    check(expression(f"np.{function}", "a"), a)


def test_empty_like():
    a = np.zeros((2, 3), np.int16)
    result = jitted(expression("np.empty_like(a)", "a"))(a)
    assert (result.shape, result.dtype) == (a.shape, a.dtype)


@pytest.mark.parametrize("a", [np.asfortranarray(np.zeros((2, 3))), np.zeros((2, 3))])
def test_like_keeps_the_layout(a):
    result = jitted(expression("np.zeros_like(a)", "a"))(a)
    assert result.flags.f_contiguous == a.flags.f_contiguous
    assert result.flags.c_contiguous == a.flags.c_contiguous


def test_like_read_only_is_writable():
    a = np.zeros(3)
    a.flags.writeable = False

    def f(a):
        b = np.zeros_like(a)
        b[0] = 1.0
        return b

    check(f, a)


@pytest.mark.parametrize(
    "arguments",
    [
        (5,),
        (0,),
        (-3,),
        (2, 7),
        (7, 2),
        (2, 10, 3),
        (10, 2, -3),
        (5.0,),
        (0.5, 3.0),
        (0.0, 1.0, 0.3),
        (1.0, -1.0, -0.5),
        (1, 2, 0.25),
        (3, 3),
    ],
)
def test_arange(arguments):
    names = ", ".join("abc"[: len(arguments)])
    check(expression(f"np.arange({names})", names), *arguments)


def test_arange_with_dtype():
    check(expression("np.arange(a, dtype=np.float32)", "a"), 5)
    check(expression("np.arange(1, a, 2, np.int8)", "a"), 9)
    check(expression("np.arange(start=1, stop=a, step=2)", "a"), 9)
    check(expression("np.arange(1, stop=a)", "a"), 9)


def test_arange_of_zero_step():
    with pytest.raises((ZeroDivisionError, ValueError)):
        jitted(expression("np.arange(0, 5, a)", "a"))(0)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.float32])
def test_arange_of_typed_scalars(dtype):
    result = jitted(expression("np.arange(a)", "a"))(dtype(4))
    assert result.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("start", "stop"), [(0, 1), (0.0, 1.0), (-1.5, 2.5), (5, -5), (1.0, 1.0)])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 50])
def test_linspace(start, stop, count):
    check(expression("np.linspace(a, b, c)", "a, b, c"), start, stop, count, rtol=4e-16, atol=1e-16)


def test_linspace_by_default_has_fifty():
    check(expression("np.linspace(a, b)"), 0.0, 1.0, rtol=4e-16)
    check(expression("np.linspace(0, a, num=7)", "a"), 3, rtol=4e-16)


def test_linspace_ends_exactly():
    result = jitted(expression("np.linspace(a, b, 7)"))(0.1, 0.7)
    assert (result[0], result[-1]) == (0.1, 0.7)


@pytest.mark.parametrize("function", ["zeros", "empty", "ones"])
def test_negative_shape(function):
    with pytest.raises(ValueError, match="negative dimensions"):
        jitted(expression(f"np.{function}(a)", "a"))(-1)


def test_too_large():
    with pytest.raises((MemoryError, ValueError)):
        jitted(expression("np.empty((a, a))", "a"))(2**40)


def test_overflow_of_the_size():
    with pytest.raises((MemoryError, ValueError)):
        jitted(expression("np.empty((a, a, a))", "a"))(2**31)


def test_results_are_writable_and_own_their_data():
    result = jitted(expression("np.zeros(3)", ""))()
    result[0] = 1.0
    assert result.flags.writeable
    assert result.flags.aligned


def test_data_is_aligned_for_vectors():
    result = jitted(expression("np.zeros(3)", ""))()
    assert result.ctypes.data % 16 == 0


def test_arrays_in_a_loop():
    def f(n):
        total = 0.0
        for i in range(n):
            a = np.full(i, 2.0)
            total += a.sum()
        return total

    check(f, 20)


def test_large_result():
    result = jitted(expression("np.ones(a)", "a"))(1_000_000)
    assert result.sum() == 1_000_000


def test_results_are_freed():
    def f(n):
        return np.zeros(n)

    for _ in range(200):
        assert jitted(f)(200_000)[-1] == 0.0


# Numbers and rows of them, which become elements one by one.
WRITTEN_OUT = [
    "[x, -x]", "[x]", "[1, x, 2.5]", "[True, 2]", "[x > 0, x < 0]", "[1, 1j, x]", "[[x, 1], [2, x]]", "[[1], [x], [3]]",
    "[np.float32(x), 2]", "[np.int8(1), np.uint8(2)]", "[(x, 1), (2, x)]",
]  # fmt: skip


WITH_OPTIONS = [(items, options) for items in WRITTEN_OUT for options in ("", ", 'c16'", ", order='F'")]
# Complex numbers do not become real ones.
WITH_OPTIONS += [(items, ", dtype=np.float32") for items in WRITTEN_OUT if "j" not in items]


@pytest.mark.parametrize(("items", "options"), WITH_OPTIONS)
def test_lists_that_are_written_out(items, options):
    function = expression(f"np.array({items}{options})", "x")
    check(function, 1.5)
    # Rows that are tuples may be records of a dtype.
    assert ("list" in jitted(function)._typed_ir(0)) == ("(" in items and bool(options) and "np" not in items)


def test_lists_that_are_written_out_and_do_not_become_arrays_of_numbers_as_they_are():
    check(expression("np.array([[1, x], [2, x, 3]])", "x"), 1.5)
    check(expression("np.array([(1, x), (2, x)], dtype=[('a', 'i8'), ('b', 'f8')])", "x"), 1.5)
    check(expression(f"np.array([{', '.join('x' for _ in range(50))}])", "x"), 1.5)
    check(expression("np.array([[y * x for y in range(3)], [1, 2, 3]])", "x"), 1.5)
