"""Roots, fits, matrices and grids of ``numpy.polynomial.polynomial``, and ``apply_over_axes``."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check_rows, grouped

RNG = np.random.default_rng(0)
X, Y, MATRIX, CUBE = RNG.random(5), RNG.random(5), RNG.random((3, 4)), RNG.random((2, 3, 2))

ROWS = [
    ("np.polynomial.polynomial.polyvander2d(a, b, [1, 2])", X, Y),
    ("np.polynomial.polynomial.polyvander2d(a, b, (1, 2))", MATRIX, MATRIX),
    ("np.polynomial.polynomial.polyvander3d(a, b, b, (1, 2, 1))", X, Y),
    ("np.polynomial.polynomial.polygrid3d(a, b, a, c)", X, Y, CUBE),
    ("np.polynomial.polynomial.polyfit(a, b, 2)", X, Y),
    ("np.polynomial.polynomial.polyfit(a, b, 2, w=b)", X, Y),
    ("np.polynomial.polynomial.polyroots(a).real", np.array([6.0, -5, 1])),
    ("np.polynomial.polynomial.polyroots(a).real", np.array([6.0, 2])),
    ("np.polynomial.polynomial.polyroots(a).size", np.array([6.0])),
    ("np.apply_over_axes(np.sum, a, (0, 1))", MATRIX),
    ("np.apply_over_axes(np.sum, a, [0, -1])", CUBE),
    ("np.apply_over_axes(np.max, a, 0)", MATRIX),
    ("np.array([a[0], a[1]])", np.array([1, 2], "m8[s]")),
    ("np.array([[x] for x in a])", np.array([1, 2], "M8[D]")),
    ("np.array([np.timedelta64(1, 's'), np.timedelta64(2, 'ms')])",),
]


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row, rtol=1e-9)
