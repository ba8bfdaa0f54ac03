"""Polynomials with roots, powers of polynomials, values in several variables, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, expression

ROOTS = np.array([1.5, -2.0, 0.25, 3.0, 1.5])
COEFFICIENTS = np.array([2.0, -1.0, 0.5, 3.0])
COMPLEX = np.array([1 + 2j, -1.5, 0.5j])
MATRIX = np.arange(12.0).reshape(3, 4) - 5
CUBE = np.arange(24.0).reshape(2, 3, 4) / 7
X, Y, Z = np.linspace(-1, 2, 5), np.linspace(0.5, 3, 5), np.linspace(2, -2, 5)
P = "np.polynomial.polynomial."


@pytest.mark.parametrize(
    "text",
    [
        "np.poly(r)", "np.poly(r[:1])", "np.poly(r.astype(np.int64))", "np.poly(r.astype(np.float16))",
        "np.polyval(r.astype(np.int8), 20)",
        "P.polyfromroots(r), P.polyfromroots(r[:0]), P.polyfromroots(r[:1]), P.polyfromroots(r[:4])", "P.polyfromroots(z)",
        "P.polyvalfromroots(x, r)", "P.polyvalfromroots(1.5, z)", "P.polycompanion(c), P.polycompanion(c[:2])",
        "P.polycompanion(c[:1])", "P.polyline(2.0, 3.0), P.polyline(2, 0)", "P.polymulx(c), P.polymulx(c * 0), P.polymulx(z)",
        "P.polypow(c, 3), P.polypow(c, 0), P.polypow(z, 2)", "P.polypow(c, -1)", "P.polypow(c, 5, 4)", "P.polypow(c, 4, 4)",
        "P.polytrim(c * 0), P.polytrim(c), P.polytrim(np.array((1.0, 2.0, 1e-9, 0.0)), 1e-5)", "P.polytrim(c, -1.0)",
        "P.polyvander(x, 3), P.polyvander(m, 2), P.polyvander(x, 0)", "P.polyvander(x, -1)",
        "P.polyval2d(x, y, m), P.polyval2d(m, m, m)", "P.polyval3d(x, y, w, q)", "P.polygrid2d(x, y[:3], m)",
        "P.polyval2d(x, y[:2], m)",
        "P.polyint(3), P.polyint(2.5, 2), P.polyval(2, 3), P.polyval(x, 3), P.polyval(np.array(2.0), c)",
        "U.as_series((c, (1, 2, 0))), U.as_series(m[:, 2:]), U.as_series(c), U.as_series([z, z], trim=False)",
        "U.as_series(((1, 0), c.astype(np.float32))), U.as_series([[1.0, 0.0], [2.0]]), U.as_series((c, c[:0]))",
    ],
)  # fmt: skip
def test_polynomials(text):
    arguments = ROOTS, COEFFICIENTS, COMPLEX, MATRIX, CUBE, X, Y, Z
    check(
        expression(text.replace("P.", P).replace("U.", "np.polynomial.polyutils."), "r, c, z, m, q, x, y, w"),
        *arguments,
        rtol=1e-12,
        same_error_args=False,
    )
