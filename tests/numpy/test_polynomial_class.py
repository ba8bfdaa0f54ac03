"""``numpy.polynomial.Polynomial`` in compiled code."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Chebyshev, Hermite, HermiteE, Laguerre, Legendre, Polynomial

from coluber import njit
from tests.numpy.rows import same


def arithmetic(x):
    p, q = Polynomial([1, 2, 3]), Polynomial([0.5, 1])
    sums = (p + q).coef, (p - q).coef, (2 * p + 1).coef, (1 - p).coef, (-p).coef, (p / 2).coef
    products = (p * P).coef, (p // q).coef, (p % q).coef, divmod(p, q)[1].coef, (p**2).coef
    return sums, products, p(x), p(2.0), p.degree(), len(p), (+p).coef, (q * x).coef, p.roots()


def calculus(x):
    p = Polynomial([1, 2, 3.5, 0], domain=[0, 2], window=[-1, 2])
    more = p.trim().coef, p.truncate(2).coef, p.cutdeg(2).coef, p.copy().coef, p.linspace(3)
    return p(x), p.deriv().coef, p.deriv(2).coef, p.integ().coef, p.integ(2).coef, p.mapparms(), more


def fitted(x):
    p = Polynomial.fit(x, np.sin(x), 3)
    q = Polynomial.fit(x, np.cos(x), 2, domain=[0, 4], w=x + 1)
    return p.coef, p.domain, p.window, p(1.5), q.coef, q.deriv()(x), Polynomial.fromroots([1.0, 2.0]).coef


@pytest.mark.parametrize("function", [arithmetic, calculus, fitted])
def test_polynomials(function):
    x = np.linspace(0, 3, 12)
    same(njit(function)(x), function(x), rtol=1e-9)


def test_objects_in_python():
    @njit
    def f():
        return Polynomial((1, 2, 3.0)), Polynomial([2.0, -3, 1]).roots()

    p, roots = f()
    assert isinstance(p, Polynomial)
    assert repr(p) == repr(Polynomial([1, 2, 3]))
    assert str(p * 2 + 1) == str(Polynomial([1, 2, 3]) * 2 + 1)
    np.testing.assert_allclose(roots, [1, 2])
    assert njit(lambda p: p(2.0))(p) == 17.0


def test_errors():
    with pytest.raises(TypeError, match="Domains differ"):
        njit(lambda: Polynomial([1.0], domain=[0, 1]) + Polynomial([1.0]))()
    with pytest.raises(ValueError, match="Coefficient array is empty"):
        njit(lambda x: Polynomial(x))(np.zeros(0))


P, FITTED, OLD = Polynomial([1, 2, 3]), Polynomial.fit(np.arange(5.0), np.arange(5.0) ** 2, 2), np.poly1d([1, 2, 3.0])


def of_numpy(p, q, r, x):
    total = 0.0
    for one in (P, FITTED):
        total += one(x).sum()
    products = (p * P).coef, (FITTED.deriv() + 1).coef, (r * OLD).coeffs
    return p(x), q(2.0), r(x), q.domain, p.degree(), OLD.order, OLD[1], products, total


def test_objects_of_numpy():
    x = np.linspace(0, 3, 5)
    same(njit(of_numpy)(P, FITTED, OLD, x), of_numpy(P, FITTED, OLD, x))
    found = njit(lambda p, r: (p, p + 1, r + 1))(P, OLD)
    assert found[0] is P
    assert repr(found[1:]) == repr((P + 1, OLD + 1))


def old_arithmetic(x):
    p, q, r = np.poly1d([1, 2, 3]), np.poly1d((0.0, 1.0, -1.0)), np.poly1d([1.0, 2.0], True)
    sums = (p + q).c, (2 * p).coeffs, (p - 1).c, (1 - p).c, (-p).c, (p / 2.0).c, (p * q).coef
    quotient, rest = p / q
    more = (p**3).c, p.deriv().c, p.integ().c, q.r.real, r.c, quotient.c, rest.c
    return sums, more, p(x), p(2.0), p.order, len(p), p[0], p[5], p == p, p != q


def test_polynomials_with_the_highest_coefficient_first():
    x = np.linspace(0, 3, 5)
    same(njit(old_arithmetic)(x), old_arithmetic(x))


def relatives(x, given):
    p, q = Laguerre([1, 2, 3]), Laguerre([0.5, 1.0])
    sums = (p + q).coef, (2 * p - 1).coef, (p * q).coef, (p // q).coef, p.deriv().coef, p.integ().coef, p.domain
    fitted, rooted = Chebyshev.fit(x, np.sin(x), 3), Chebyshev.fromroots([0.2, 0.5])
    others = Legendre([1, 2, 3])(x), Hermite([1, 2, 3])(x), HermiteE([1, 2, 3])(x), given(x), p(x)
    return sums, others, fitted.coef, fitted.domain, fitted(x), rooted.coef, np.sort(rooted.roots().real)


def test_relatives():
    x = np.linspace(0.1, 0.9, 12)
    given = Legendre([1, 2.5], domain=[0, 2])
    same(njit(relatives)(x, given), relatives(x, given), rtol=1e-8)
    assert repr(njit(lambda: Chebyshev([1, 2.0]))()) == repr(Chebyshev([1, 2.0]))
