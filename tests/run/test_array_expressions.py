"""Arithmetic on whole arrays: broadcasting, fused expressions, in-place operations, result types."""

from __future__ import annotations

import numpy as np
import pytest

from coluber.core import config
from tests.run.support import check, check_lines, compile_error, expression, jitted, source

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16"]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>"]


def numpy_result(symbol, a, b):
    """What NumPy gives, or None where it refuses the types."""
    with np.errstate(all="ignore"):
        try:
            return eval(f"a {symbol} b", {"a": a, "b": b})
        except TypeError:
            return None


@pytest.mark.parametrize("left", DTYPES)
def test_result_types_of_mixtures(left, monkeypatch):
    """Sums are optimised, which convert each dtype to each other one; the test below has each optimised operator."""
    a, others = np.array([1, 2, 3]).astype(left), [np.array([2, 1, 2]).astype(right) for right in DTYPES]
    names = [f"b{index}" for index in range(len(others))]
    for symbol in ("+", "/", "//", "<"):
        monkeypatch.setattr(config, "OPT", 3 if symbol == "+" else 0)
        given = [name for name, b in zip(names, others, strict=True) if numpy_result(symbol, a, b) is not None]
        check_lines([f"a {symbol} {name}" for name in given], ", ".join(["a", *names]), a, *others, rtol=1e-6)


@pytest.mark.parametrize("dtype", DTYPES)
def test_result_types(dtype):
    a, b = np.array([1, 2, 3]).astype(dtype), np.array([2, 1, 2]).astype(dtype)
    given = [symbol for symbol in OPERATORS if numpy_result(symbol, a, b) is not None]
    check_lines([f"a {symbol} b" for symbol in given], "a, b", a, b, rtol=1e-6)


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("literal", ["2", "2.0", "True"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_literals_are_weak(dtype, literal):
    a = np.array([1, 2, 3]).astype(dtype)
    given = [symbol for symbol in ("+", "/", "//", "**", "<") if numpy_result(symbol, a, eval(literal)) is not None]
    lines = [line for symbol in given for line in (f"a {symbol} {literal}", f"{literal} {symbol} a")]
    check_lines(lines, "a", a, rtol=1e-6)


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("scalar", [2, 2.0, True])
@pytest.mark.parametrize("dtype", ["i1", "i4", "u1", "u8", "f4", "f8", "c8"])
def test_python_scalars_are_weak(dtype, scalar):
    check_lines(["a * b", "b + a"], "a, b", np.array([1, 2, 3]).astype(dtype), scalar)


def test_complex_literal_is_weak():
    check(expression("a * 1j", "a"), np.arange(3, dtype=np.float32))
    check(expression("a * 1j", "a"), np.arange(3.0))


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("scalar", [np.float32(2), np.int8(2), np.int32(2), np.uint8(2), np.complex64(2)])
@pytest.mark.parametrize("dtype", ["i1", "i4", "u8", "f4", "f8"])
def test_numpy_scalars_are_strong(dtype, scalar):
    check(expression("a * b"), np.array([1, 2, 3]).astype(dtype), scalar)


@pytest.mark.parametrize("dtype", ["i1", "f4", "f8", "i8"])
def test_elements_are_strong(dtype):
    check(expression("a * b[0]"), np.arange(3, dtype=np.float32), np.array([3]).astype(dtype))


def test_converted_literals_are_strong():
    check(expression("a * np.float64(2.0)", "a"), np.arange(3, dtype=np.float32))
    check(expression("a * np.int64(2)", "a"), np.arange(3, dtype=np.int8))


SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((2, 3), (2, 1)),
    ((2, 1), (1, 3)),
    ((2, 3), (1,)),
    ((4, 1, 3), (2, 1)),
    ((1,), (1,)),
    ((1, 3), (2, 1)),
    ((0,), (1,)),
    ((2, 0), (1, 0)),
    ((), (3,)),
    ((2, 3, 4), (2, 3, 4)),
]


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_broadcasting(left, right):
    a = np.arange(float(np.prod(left))).reshape(left)
    b = np.arange(float(np.prod(right))).reshape(right) * 10 + 1
    check_lines(["a + b", "a * b", "a < b"], "a, b", a, b)


@pytest.mark.parametrize(("left", "right"), [((3,), (4,)), ((2, 3), (2,)), ((2, 3), (3, 2))])
def test_shapes_that_do_not_broadcast(left, right):
    check(expression("a + b"), np.zeros(left), np.zeros(right))
    check(expression("np.sin(a) * 2 - b / 3 < -a"), np.zeros(left), np.zeros(right))


MISFITS = [
    ("a += b", [((3,), (2, 3)), ((1, 3), (2, 3)), ((3,), (4,)), ((4, 3), (4,))]),
    ("a -= b * 2 + b", [((1, 3), (2, 3)), ((4, 3), (4,))]),
    ("a[...] = b", [((4, 3), (2, 3)), ((4, 3), (4, 1)), ((4, 3), (4,))]),
    ("a[:, 1] = b + b", [((4, 3), (3,))]),
    ("np.add(b, b, out=a)", [((4, 3), (4,)), ((1, 3), (2, 3))]),
    ("np.sin(b, out=a)", [((4, 3), (2, 3)), ((1, 3), (2, 3))]),
    ("np.where(a > 0, b, 1)", [((4, 3), (4,))]),
    ("a.reshape(5, 2)", [((4, 3), (1,))]),
    ("np.reshape(a, (-1, 5))", [((4, 3), (1,))]),
    ("a.reshape(5, -1, 2)", [((4, 3), (1,))]),
    ("a.reshape(5)", [((4, 3), (1,))]),
]


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize(("statement", "shapes"), MISFITS, ids=[row[0] for row in MISFITS])
def test_messages_of_shapes_that_do_not_fit(statement, shapes):
    function = source(f"def f(a, b):\n    {statement}\n")
    for left, right in shapes:
        check(function, np.zeros(left), np.zeros(right))


def test_messages_of_indices():
    def f(a, k, way):
        if way == 0:
            return a[k, 1]
        if way == 1:
            return a[1, k]
        if way == 2:
            return a[1][k]
        return a.flat[k]

    for k in (7, -8):
        for way in range(3):
            check(f, np.zeros((5, 4)), k, way, boundscheck=True)
    check(f, np.zeros((5, 4)), 20, 3, boundscheck=True)


C = np.arange(12.0).reshape(3, 4)
LAYOUTS = {"C": C, "F": np.asfortranarray(C), "A": np.arange(24.0).reshape(3, 8)[:, ::2], "R": C[::-1, ::-1]}


@pytest.mark.parametrize("left", LAYOUTS)
@pytest.mark.parametrize("right", LAYOUTS)
def test_layouts(left, right):
    check(expression("a * 2 + b"), LAYOUTS[left], LAYOUTS[right])


@pytest.mark.parametrize(
    "text",
    [
        "2 * (a - b) / (a + b)",
        "a * a + b * b - 2 * a * b",
        "np.sqrt(a * a + b * b)",
        "np.exp(-a) * np.sin(b) + 1",
        "-a + +b",
        "abs(a - b)",
        "(a > b) & (a < 5)",
        "(a > 1) | ~(b > 2)",
        "np.maximum(a, b) - np.minimum(a, 1)",
        "a ** 2 + b ** 0.5",
        "(a + b)[1:] * 2",
        "(a + b).sum() + (a * b).max()",
        "a[1:] - a[:-1]",
        "a[:, 1:] * b[:, :-1]",
        "np.fabs(a - b)",
        "a // 2 + b % 3",
        "1 / (1 + np.exp(-a))",
        "(a == b) != (a > 1)",
    ],
)
def test_expressions(text):
    a = np.random.default_rng(1).random((3, 4)) * 3 + 0.5
    b = np.random.default_rng(2).random((3, 4)) * 3 + 0.5
    check(expression(text), a, b, rtol=2e-15)


def test_expression_with_a_common_part():
    def f(a, b):
        d = a - b
        return d * d + d

    check(f, np.arange(4.0), np.ones(4))


def test_temporaries_that_are_changed_are_not_fused():
    def f(a):
        b = a * 2
        a[0] = 100.0
        return b + a

    check(f, np.arange(4.0))


def test_expression_in_a_loop():
    def f(a, n):
        b = np.zeros_like(a)
        for i in range(n):
            b = b * 0.5 + a * i
        return b

    check(f, np.arange(4.0), 5)


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("symbol", ["+=", "-=", "*=", "/=", "//=", "%=", "**="])
@pytest.mark.parametrize("right", ["b", "2", "2.5", "b[0]", "b[:1]"])
def test_in_place(symbol, right):
    check(source(f"def f(a, b):\n    a {symbol} {right}\n    return a\n"), np.arange(1.0, 5.0), np.arange(2.0, 6.0))


@pytest.mark.parametrize("symbol", ["&=", "|=", "^=", "<<=", ">>="])
def test_in_place_of_integers(symbol):
    check(source(f"def f(a, b):\n    a {symbol} b\n    return a\n"), np.arange(1, 5), np.arange(2, 6))
    check(source(f"def f(a, b):\n    a {symbol} 1\n"), np.arange(1, 5, dtype=np.uint8), np.arange(2, 6))


def test_in_place_keeps_the_dtype():
    def f(a, b):
        a += b
        a *= 2.0

    check(f, np.arange(3, dtype=np.float32), np.arange(3.0))


def test_in_place_of_a_view():
    def f(a):
        a[1:3] += 10.0
        a[:, 0] *= 2.0
        a[0] -= a[1]

    check(f, C)


def test_in_place_with_overlap():
    def f(a):
        a[1:] += a[:-1]

    check(f, np.arange(6.0))


def test_in_place_changes_the_argument():
    def f(a):
        a += 1

    check(f, np.arange(3.0))


def test_in_place_that_would_lose_the_fraction_is_refused():
    def f(a):
        a += 0.5

    compile_error(f, np.arange(3), error=Exception)


def test_in_place_that_does_not_fit():
    def f(a, b):
        a += b

    check(f, np.zeros(3), np.zeros((2, 3)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_unary(dtype):
    lines = ["abs(a)", "a != 1"]
    lines += ["-a", "+a"] if dtype != "?" else []
    lines += ["~a"] if np.dtype(dtype).kind not in "fc" else []
    check_lines(lines, "a", np.array([0, 1, 2]).astype(dtype))


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u8"])
def test_integer_division_by_zero_gives_zero(dtype):
    a = np.array([7, 0, 5]).astype(dtype)
    b = np.array([0, 0, 2]).astype(dtype)
    check(expression("a // b"), a, b)
    check(expression("a % b"), a, b)


def test_float_division_by_zero_follows_numpy():
    a, b = np.array([1.0, -1.0, 0.0, 5.0]), np.array([0.0, 0.0, 0.0, 2.0])
    for symbol in ("/", "//", "%"):
        check(expression(f"a {symbol} b"), a, b)


def test_small_integers_wrap_in_their_width():
    check(expression("a + a", "a"), np.array([100, 127, -128], np.int8))
    check(expression("a * a", "a"), np.array([16, 255], np.uint8))
    check(expression("-a", "a"), np.array([-128, 5], np.int8))
    check(expression("a << 3", "a"), np.array([127, 64], np.int8))


def test_division_of_negative_integers():
    a, b = np.array([-7, 7, -7, 7]), np.array([2, -2, -2, 2])
    check(expression("a // b"), a, b)
    check(expression("a % b"), a, b)
    check(expression("a / b"), a, b)


def test_power_of_integers():
    check(expression("a ** b"), np.array([2, 3, -2]), np.array([10, 0, 3]))
    check(expression("a ** 2", "a"), np.array([2, 3, -2], np.int8))


def test_truth_of_an_array_of_one_element():
    check(expression("1 if a else 2", "a"), np.array([3.0]))


def test_comparison_with_scalar():
    check(expression("a == 2, a < b"), np.arange(4), 2.5)


def test_arrays_with_tuples():
    check(expression("a + b"), np.arange(3.0), np.ones(3))


def test_zero_dimensional():
    check(expression("a + 1", "a"), np.arange(2.0)[:1].reshape(1))


def test_result_is_a_new_array():
    a = np.zeros(3)
    result = jitted(expression("a + 0", "a"))(a)
    result[0] = 5.0
    assert a[0] == 0.0


def test_result_layout_follows_fortran_operands():
    a = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    np.testing.assert_array_equal(jitted(expression("a * 2", "a"))(a), a * 2)


def test_matrix_vector_by_broadcasting():
    def f(m, v):
        return (m * v).sum()

    check(f, C, np.arange(4.0))


def test_normalize_of_the_tutorial():
    def normalize(x):
        for i in range(x.shape[0]):
            x[i, :] = x[i, :] / x[i, :].mean()

    check(normalize, np.arange(96).astype(np.float32).reshape(32, 3) + 1, rtol=1e-6)


def test_go_fast_of_the_tutorial():
    def go_fast(a):
        trace = 0.0
        for i in range(a.shape[0]):
            trace += np.tanh(a[i, i])
        return a + trace

    check(go_fast, np.arange(16.0).reshape(4, 4), rtol=1e-15)
