"""Complex numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.run.support import check, expect, expression, jitted

VALUES = [0j, 1 + 0j, 1j, -1 + 2j, 3.5 - 0.25j, complex(-0.0, 1.0), complex(0.0, -0.0), 1e150 + 1e150j]
INF = math.inf
NAN = math.nan


@pytest.mark.parametrize("y", VALUES)
@pytest.mark.parametrize("x", VALUES)
def test_arithmetic(x, y):
    check(expression("a + b"), x, y)
    check(expression("a - b"), x, y)
    check(expression("a * b"), x, y)
    check(expression("a == b"), x, y)
    check(expression("a != b"), x, y)
    if y:
        check(expression("a / b"), x, y, rtol=4e-16)


@pytest.mark.parametrize("x", VALUES)
@pytest.mark.parametrize("text", ["-a", "+a", "a.real", "a.imag", "a.conjugate()", "bool(a)", "not a", "complex(a)"])
def test_unary(text, x):
    check(expression(text, "a"), x)


@pytest.mark.parametrize("x", [*VALUES, complex(INF, NAN), complex(NAN, -INF), complex(NAN, 1.0)])
def test_abs(x):
    check(expression("abs(a)", "a"), x, rtol=4e-16)


@pytest.mark.parametrize("text", ["a + b", "a - b", "a * b", "a / b", "b - a", "b * a", "a == b", "b != a"])
@pytest.mark.parametrize("y", [2, -1.5, True])
def test_with_real_numbers(text, y):
    check(expression(text), 3.0 - 4.0j, y, rtol=4e-16)


@pytest.mark.parametrize("y", [0, 1, 2, 3, -1, 0.5, 1j, 2 - 1j])
@pytest.mark.parametrize("x", [1j, 2 + 3j, -1.5 + 0.5j])
def test_power(x, y):
    check(expression("a ** b"), x, y, rtol=1e-14, atol=1e-15)


def test_power_of_zero():
    check(expression("a ** b"), 0j, 2 + 0j)
    check(expression("a ** b"), 0j, 0j)


@pytest.mark.parametrize("text", ["complex(a, b)", "complex(a)", "complex(b, a)", "a + b * 1j"])
def test_construction(text):
    check(expression(text), 1.5, -2.0)
    check(expression(text), 1, -2)


def test_division_by_zero():
    with pytest.raises(ZeroDivisionError):
        jitted(expression("a / b"))(1 + 1j, 0j)


@pytest.mark.parametrize("x", [complex(INF, 0.0), complex(1.0, INF), complex(INF, -INF)])
@pytest.mark.parametrize("y", [1 + 1j, 2 - 0.5j])
def test_products_of_infinities_are_infinite(x, y):
    found = jitted(expression("a * b"))(x, y)
    assert math.isinf(found.real) or math.isinf(found.imag)


@pytest.mark.parametrize("text", ["a + b", "a - b", "a * b", "a / b", "-a", "a.conjugate()", "abs(a)", "a.real", "a == b"])
def test_single_precision(text):
    check(expression(text), np.complex64(1.1 + 2.2j), np.complex64(0.3 - 0.7j), rtol=3e-7)


def test_single_with_double():
    x = np.complex64(0.1 + 0.2j)
    expect(expression("a + b"), (x, 1j), complex(x) + 1j)
    expect(expression("a * 2.0", "a"), (x,), complex(x) * 2.0)


@pytest.mark.parametrize("text", ["np.complex64(a)", "np.complex128(a)"])
def test_casts(text):
    check(expression(text, "a"), 0.1 + 0.2j)
    check(expression(text, "a"), 1.5)
    check(expression(text, "a"), 3)


def test_mandelbrot():
    def f(x, y, limit):
        c = complex(x, y)
        z = 0j
        for i in range(limit):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag >= 4:
                return 255 * i // limit
        return 255

    for x, y in ((0.0, 0.0), (1.0, 1.0), (-0.75, 0.1), (0.25, 0.5)):
        check(f, x, y, 200)


def test_accumulate():
    def f(a):
        s = 0j
        for z in a:
            s += z * z.conjugate()
        return s

    check(f, np.array([1 + 2j, 3 - 1j, 0.5j]))


def test_ordering_is_refused():
    with pytest.raises(Exception, match=r"(?i)implementation|not supported|complex"):
        jitted(expression("a < b"))(1j, 2j)


def test_variable_of_mixed_type_becomes_complex():
    def f(n):
        z = 0
        for i in range(n):
            z = z + 1j * i
        return z

    assert jitted(f)(4) == 6j
