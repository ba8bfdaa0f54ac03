"""Series of Chebyshev, Legendre, Hermite and Laguerre polynomials, against NumPy."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import same

FAMILIES = [("chebyshev", "cheb"), ("legendre", "leg"), ("hermite", "herm"), ("hermite_e", "herme"), ("laguerre", "lag")]

# Functions of coefficients, others, complex ones, and places; P stands for the prefix of the family.
ROWS = {
    "values": "m.Pval(x, c), m.Pval(0.5, c[:1]), m.Pval(0.25, z), m.Pvander(x, 4), m.Pvander(x.reshape(2, 3), 0), m.Pweight(x)",
    "sums": "m.Padd(c, d), m.Psub(d, c), m.Pmulx(c), m.Pmulx(c * 0), m.Pline(2.0, 3.0), m.Pline(2.0, 0.0), m.Pmul(c, z)",
    "products": "m.Pmul(c, d), m.Pmul(c, d[:1]), m.Pdiv(c, d), m.Pdiv(d, c), m.Ppow(d, 3), m.poly2P(c), m.P2poly(c)",
    "calculus": "m.Pder(c), m.Pder(c, 2), m.Pder(c, 5), m.Pder(d[:1]), m.Pint(c), m.Pint(c, 2), m.Pint(c, 1, 3.0, 0.5)",
    "roots": "m.Pfromroots(d), m.Pgauss(1), m.Pgauss(7), m.Pfit(x, np.exp(x), 3), m.Pfit(x, np.sin(x), 2, w=x + 2)",
}


@pytest.mark.parametrize(("module", "prefix"), FAMILIES)
@pytest.mark.parametrize("row", ROWS)
def test_families(row, module, prefix):
    scope = {"np": np, "m": import_module(f"numpy.polynomial.{module}")}
    python = eval(f"lambda c, d, z, x: ({ROWS[row].replace('.P', '.' + prefix).replace('2P', '2' + prefix)})", scope)
    c, d, z = np.array([2.0, -1.0, 0.5, 3.0]), np.array([0.5, 1.5, -2.0]), np.array([1 + 2j, -1.5, 0.5j])
    x = np.linspace(-0.9, 0.8, 6)
    same(njit(python)(c, d, z, x), python(c, d, z, x), rtol=1e-9)
    if row == "roots":
        found = njit(eval(f"lambda d: m.{prefix}roots(m.{prefix}fromroots(d))", scope))(d)
        np.testing.assert_allclose(found, np.sort(d), rtol=1e-9)


def test_errors():
    legendre = np.polynomial.legendre
    with pytest.raises(ValueError, match="deg must be a positive integer"):
        njit(lambda: legendre.leggauss(0))()
    with pytest.raises(ValueError, match="Power is too large"):
        njit(lambda c: legendre.legpow(c, 17))(np.ones(2))
