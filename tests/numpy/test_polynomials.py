"""Polynomials, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, compile_error, expression, jitted

RNG = np.random.default_rng(37)
PAIRS = [
    (np.array([1, -3, 0, 2]), np.array([2, 5])),
    (np.array([0.5, 2]), np.array([0, 1.5, 3, 0, 0])),
    (RNG.random(6), RNG.random(4).astype("f4") + 1),
    (RNG.random(5) + 1j, RNG.random(2) + 2),
    (np.zeros(2), np.array([3.0])),
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_arithmetic(a, b):
    check(
        expression("np.polyadd(a, b), np.polysub(a, b), np.polymul(a, b), np.polydiv(a, b + 1)"), a, b, rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize("name", ["polyadd", "polysub", "polymul", "polydiv"])
def test_arithmetic_from_the_lowest(a, b, name):
    text = f"np.polynomial.polynomial.{name}(a, b), np.polynomial.polynomial.{name}(b, a + 1)"
    check(expression(text), a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("a", [np.zeros(0), np.zeros(2)])
@pytest.mark.parametrize("b", [np.zeros(0), np.array([1.0, 2.0])])
def test_products_of_nothing(a, b):
    check(expression("np.polymul(a, b), np.polymul(b, a), np.polymul(np.trim_zeros(a), b)"), a, b)


def test_division_by_zero():
    check(expression("np.polynomial.polynomial.polydiv(a, a * 0)", "a"), np.arange(3.0), same_error_args=False)


@pytest.mark.parametrize("p", [np.array([1, -3, 0, 2]), RNG.random(4).astype("f4"), RNG.random(3) + 1j, np.array([2.5])])
def test_values(p):
    for x in (RNG.random((2, 3)), np.arange(4), 2, 0.5, 1j):
        check(expression("np.polyval(a, b)"), p, x, rtol=1e-6)
        check(expression("np.polynomial.polynomial.polyval(b, a)"), p, x, rtol=1e-6)


@pytest.mark.parametrize("p", [np.array([1, -3, 0, 2]), RNG.random(5), RNG.random(3) + 1j, np.array([2.5])])
def test_derivatives_and_integrals(p):
    check(
        expression("np.polyder(a), np.polyder(a, 2), np.polyint(a), np.polyint(a, 2, 3), np.polyint(a, 2, (1, 5))", "a"),
        p,
        rtol=1e-15,
    )
    low = "np.polynomial.polynomial"
    text = f"{low}.polyder(a), {low}.polyder(a, 2, 3), {low}.polyint(a), {low}.polyint(a, 2, (1, 5), 0.5, 2)"
    check(expression(text, "a"), p, rtol=1e-14, atol=1e-14)
    check(expression("np.polyder(a, -1)", "a"), p)


@pytest.mark.parametrize("degree", [0, 1, 3])
def test_fits(degree):
    x, y = np.sort(RNG.random(12)) * 4, RNG.random(12)
    check(expression("np.polyfit(a, b, c), np.polyfit(a, b, c, w=a)", "a, b, c"), x, y, degree, rtol=1e-8)
    check(expression("np.polyfit(a, b, c)", "a, b, c"), x, RNG.random((12, 2)), degree, rtol=1e-8)
    check(expression("np.polyfit(a, b[1:], c)", "a, b, c"), x, y, degree)
    check(expression("np.polyfit(a, b, -1 - c)", "a, b, c"), x, y, degree)


@pytest.mark.parametrize(
    "p", [np.array([1.0, -6, 11, -6]), np.array([0, 2.0, 0, 8, 0, 0]), np.array([1j, 2, 5]), np.array([3.0])]
)
def test_roots(p):
    found, expected = jitted(expression("np.roots(a)", "a"))(p), np.roots(p)
    assert found.dtype == np.complex128
    np.testing.assert_allclose(np.sort_complex(found.round(9)), np.sort_complex(expected.round(9)), atol=1e-8)


def test_utilities():
    text = "np.polynomial.polyutils.{}"
    check(expression(text.format("trimseq(a)"), "a"), np.array([0.0, 1, 0, 0]))
    check(expression(text.format("mapparms((-1, 1), a)"), "a"), np.array([2.0, 6]))
    check(expression(text.format("mapdomain(a, (-1, 1), (0, 5))"), "a"), np.linspace(-1, 1, 5))


def test_refused():
    assert "'cov'" in compile_error(expression("np.polyfit(a, a, 1, cov=a[0] > 1)", "a"), np.arange(4.0))
