"""LAPACK under Numba's private names, which programs use."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from coluber import from_dtype, njit
from coluber.np import linalg

HAS_SCIPY = find_spec("scipy") is not None


@pytest.mark.skipif(not HAS_SCIPY, reason="SciPy has the LAPACK")
@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_functions(dtype):
    gesv, getrf, potrf = (
        getattr(linalg._LAPACK(), name)(from_dtype(np.dtype(dtype)))
        for name in ("numba_xgesv", "numba_xxgetrf", "numba_xxpotrf")
    )

    @njit
    def f(a, b):
        n, pivots = len(a), np.empty(len(a), np.int32)
        factors, lower = linalg._copy_to_fortran_order(a), linalg._copy_to_fortran_order(a)
        done = getrf(0, n, n, factors.ctypes, n, pivots.ctypes), potrf(0, ord("L"), n, lower.ctypes, n)
        solved = gesv(0, n, 1, linalg._copy_to_fortran_order(a).ctypes, n, pivots.ctypes, b.ctypes, n)
        return done, solved, np.abs(np.prod(np.diag(factors))), np.tril(lower)

    rng = np.random.default_rng(3)
    a, b = rng.random((4, 4)).astype(dtype), rng.random(4).astype(dtype)
    a = a @ a.T.conj()
    x = b.copy()
    done, solved, product, lower = f(a, x)
    assert (*done, solved) == (0, 0, 0)
    close = {"rtol": 2e-3, "atol": 1e-4} if dtype in ("f4", "c8") else {"rtol": 1e-9}
    np.testing.assert_allclose(a @ x, b, **close)
    np.testing.assert_allclose(product, abs(np.linalg.det(a)), **close)
    np.testing.assert_allclose(lower, np.linalg.cholesky(a), **close)


@pytest.mark.skipif(not HAS_SCIPY, reason="SciPy has the LAPACK")
def test_other_types():
    with pytest.raises(TypeError, match="no functions for int64"):
        linalg._LAPACK().numba_xgesv(from_dtype(np.dtype("i8")))


@pytest.mark.skipif(HAS_SCIPY, reason="SciPy is there")
def test_without_scipy():
    with pytest.raises(ImportError, match="SciPy is needed for its LAPACK"):
        linalg._LAPACK()
