"""Forms of assignment and unpacking."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, source

AUGMENTED = {
    "+=": (7, 3),
    "-=": (7, 3),
    "*=": (7, 3),
    "/=": (7, 3),
    "//=": (-7, 3),
    "%=": (-7, 3),
    "**=": (7, 3),
    "<<=": (7, 3),
    ">>=": (-7, 1),
    "&=": (7, 3),
    "|=": (5, 3),
    "^=": (7, 3),
}


@pytest.mark.parametrize(("operator", "values"), AUGMENTED.items())
def test_augmented(operator, values):
    check(source(f"def f(a, b):\n    a {operator} b\n    return a\n"), *values)


@pytest.mark.parametrize("operator", ["+=", "-=", "*=", "/=", "//=", "%=", "**="])
def test_augmented_float(operator):
    check(source(f"def f(a, b):\n    a {operator} b\n    return a\n"), 7.5, 2.0)


@pytest.mark.parametrize("operator", ["+=", "-=", "*="])
def test_augmented_item(operator):
    function = source(f"def f(a, i, x):\n    a[i] {operator} x\n    return a[i]\n")
    check(function, np.arange(5.0), 2, 3.5)
    check(function, np.arange(5.0), -1, 3.5)


def test_augmented_item_of_two_indices():
    def f(a):
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                a[i, j] += i * 10 + j
                a[i][j] *= 2

    check(f, np.ones((3, 4)))


def test_items_that_are_arrays_without_axes_and_numbers_of_tuples():
    def f(a, x, n):
        a[1] = x
        a[0] = np.zeros(())
        return a, np.int32((n, 2)), np.float32([n, 2.5]), np.int8(((n, 2), (3, n)))

    check(f, np.ones(3), np.array(2, np.int16), 7)


def test_arrays_with_more_axes_of_one_element():
    def f(a, b, rows):
        a[:] = rows
        b[1] = rows[:, ::-1]
        b[0, 1:] = rows[..., 1:]
        return a, b

    check(f, np.zeros(3), np.zeros((2, 3)), np.arange(3.0).reshape(1, 3))
    check(f, np.zeros(3), np.zeros((2, 3)), np.arange(6.0).reshape(2, 3))
    check(f, np.zeros(3), np.zeros((2, 3)), np.ones((1, 1)))


def test_multiple_targets():
    def f(x):
        a = b = c = x * 2
        a += 1
        return a, b, c

    check(f, 5)


def test_tuple_targets():
    def f(x, y):
        a, b = x, y
        (c, d), e = (a + b, a - b), a * b
        return a, b, c, d, e

    check(f, 7, 3)
    check(f, 7, 3.5)


def test_parallel_assignment_reads_first():
    def f(x, y):
        x, y = y, x + y
        x, y = y, x + y
        return x, y

    check(f, 2, 5)


def test_assign_items_in_parallel():
    def f(a, i, j):
        a[i], a[j] = a[j], a[i]

    check(f, np.arange(5.0), 1, 3)


def test_unpack_tuple_argument():
    def f(t):
        a, b, c = t
        return a * 100 + b * 10 + c

    check(f, (1, 2, 3))
    check(f, (1, 2.5, 3))


def test_unpack_nested():
    def f(t):
        (a, b), c = t
        return a, b, c

    check(f, ((1, 2.5), True))


def test_unpack_shape():
    def f(a):
        rows, columns = a.shape
        return rows * 10 + columns

    check(f, np.zeros((3, 4)))


def test_unpack_in_loop():
    def f(t):
        total = 0
        for a, b in t:
            total += a * b
        return total

    check(f, ((1, 2), (3, 4), (5, 6)))


@pytest.mark.parametrize("target", ["a, *b", "*b, a", "a, *b, c", "a, c, *b", "(a, *b), c"])
def test_starred(target):
    t = ((1, 2, 3), 4) if "(" in target else (1, 2, 3, 4)
    check(source(f"def f(t):\n    {target} = t\n    return a, b[0], b[-1], len(b)\n"), t)


@pytest.mark.parametrize("target", ["a, *b", "*b, a", "a, *b, c"])
def test_starred_arrays(target):
    function = source(f"def f(t):\n    {target} = t[0]\n    return a, b\n")
    check(function, np.arange(6.0).reshape(2, 3))
    function = source(f"def f(t):\n    {target} = t\n    return a, len(b), b[0]\n")
    check(function, np.arange(12.0).reshape(3, 4))
    with pytest.raises(ValueError, match="not enough values to unpack"):
        njit(function)(np.zeros((0, 2)))


def test_starred_that_is_empty():
    def f(t):
        a, *b, c = t
        return a, len(b), c

    check(f, (1, 2))


def test_starred_heterogeneous():
    def f(t):
        a, *b = t
        return a, b[0], b[1]

    check(f, (1, 2.5, True))


def test_starred_in_display():
    def f(t, x):
        return (*t, x), (x, *t, *t)

    check(f, (1, 2), 3)


def test_starred_in_call():
    def f(t):
        def g(a, b, c):
            return a * 100 + b * 10 + c

        return g(*t) + g(1, *t[1:])

    check(f, (1, 2, 3))


def test_annotations_are_ignored():
    def f(x: int, y: float = 2.0) -> float:
        z: int = x + 1
        w: float
        w = z * y
        return w

    check(f, 3)


def test_slice_assignment():
    def f(a, b):
        a[1:4] = b
        a[-1:] = 9.0
        return a.sum()

    check(f, np.zeros(6), np.arange(3.0))


def test_same_name_as_function():
    def f(f):
        f = f + 1
        return f

    check(f, 3)


def test_assignment_order():
    def f(a):
        i = 0
        i, a[i] = 2, 5.0
        return i, a[0], a[2]

    check(f, np.zeros(4))


def test_unpack_of_wrong_length_is_refused():
    from tests.run.support import compile_error

    def f(t):
        a, b = t
        return a

    compile_error(f, (1, 2, 3), error=Exception)


@pytest.mark.parametrize("value", [True, 3, 2.5, 1j, "text", None])
def test_constants(value):
    check(source(f"def f():\n    x = {value!r}\n    return x\n"))


@pytest.mark.parametrize(
    "text",
    [
        "2**62",
        "-(2**63)",
        "2**63 - 1",
        "0xFF",
        "0b101",
        "1_000",
        "1e300",
        "1e-300",
        "5e-324",
        "0.1",
        "1.5j",
        "-0.0",
        "1e400",
        "-1e400",
    ],
)
def test_number_literals(text):
    check(source(f"def f():\n    return {text}\n"))
