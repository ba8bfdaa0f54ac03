"""Statistics and norms of float16, whose steps NumPy rounds in places of their own: equal to the last bit."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from coluber import njit

WHOLE = {
    "nansum": lambda a: np.nansum(a),
    "nanprod": lambda a: np.nanprod(a),
    "prod": lambda a: np.prod(a),
    "nanmean": lambda a: np.nanmean(a),
    "var": lambda a: np.var(a),
    "var_ddof": lambda a: np.var(a, ddof=1),
    "std": lambda a: np.std(a),
    "nanvar": lambda a: np.nanvar(a),
    "nanstd": lambda a: np.nanstd(a),
    "quantile": lambda a: np.quantile(a, 0.3),
    "quantile_hazen": lambda a: np.quantile(a, 0.1, method="hazen"),
    "percentile": lambda a: np.percentile(a, 70.0),
    "nanquantile": lambda a: np.nanquantile(a, 0.3),
    "norm": lambda a: np.linalg.norm(a),
    "norm_fro": lambda a: np.linalg.norm(a, "fro"),
    "norm_columns": lambda a: np.linalg.norm(a, 1),
    "norm_rows": lambda a: np.linalg.norm(a, -np.inf),
    "norm_kept": lambda a: np.linalg.norm(a, keepdims=True),
    "vector_norm": lambda a: np.linalg.vector_norm(a),
    "matrix_norm": lambda a: np.linalg.matrix_norm(a),
    "norm_two_axes": lambda a: np.linalg.norm(np.stack((a, a)), axis=(1, 2)),
    "convolve": lambda a: np.convolve(a[0], a[1]),
    "correlate": lambda a: np.correlate(a[0], a[1], "same"),
}

ALONG = {
    "nansum": lambda a, k: np.nansum(a, k),
    "nanprod": lambda a, k: np.nanprod(a, k),
    "prod": lambda a, k: np.prod(a, k),
    "nanmean": lambda a, k: np.nanmean(a, k),
    "var": lambda a, k: np.var(a, k),
    "std": lambda a, k: np.std(a, k, keepdims=True),
    "nanvar": lambda a, k: np.nanvar(a, k),
    "nanstd": lambda a, k: np.nanstd(a, k, ddof=1),
    "quantile": lambda a, k: np.quantile(a, 0.3, k),
    "nanpercentile": lambda a, k: np.nanpercentile(a, 30, k),
    "norm": lambda a, k: np.linalg.norm(a, axis=k),
    "norm_kept": lambda a, k: np.linalg.norm(a, None, k, True),
    **{
        f"norm_{order}": lambda a, k, order=order: np.linalg.norm(a, order, k)
        for order in (0, 1, 2, 3, 2.5, -1, np.inf, -np.inf)
    },
}


def samples():
    rng = np.random.default_rng(5)
    for shape in ((7, 9), (3, 40), (20, 3), (2, 3000)):
        a = rng.standard_normal(shape).astype(np.float16)
        yield a
        yield np.asfortranarray(a)


def same(result, expected):
    if isinstance(expected, np.ndarray):
        assert result.dtype == expected.dtype
        assert result.shape == expected.shape
    np.testing.assert_array_equal(np.asarray(result, float), np.asarray(expected, float))


@pytest.mark.parametrize("name", WHOLE)
def test_whole(name):
    jitted = njit(WHOLE[name])
    for a in samples():
        if name.startswith("nan"):
            a[1, 2] = np.nan
        same(jitted(a), WHOLE[name](a))


@pytest.mark.parametrize("name", ALONG)
@pytest.mark.parametrize("axis", [0, 1])
def test_along(name, axis):
    jitted = njit(ALONG[name])
    for a in samples():
        if name.startswith("nan"):
            a[1, 2] = np.nan
        with warnings.catch_warnings(action="ignore"):
            same(jitted(a, axis), ALONG[name](a, axis))


@pytest.mark.parametrize("order", [0, 1, 2, 3, 2.5, -1, np.inf, -np.inf])
def test_vector_norms(order):
    a = np.random.default_rng(6).standard_normal(100).astype(np.float16)
    same(njit(lambda a, order: np.linalg.norm(a, order))(a, order), np.linalg.norm(a, order))


def test_norms_that_need_decompositions():
    a = np.ones((3, 4), np.float16)
    with pytest.raises(TypeError, match="array type float16 is unsupported in linalg"):
        njit(lambda a, order: np.linalg.norm(a, order))(a, 2)
    with pytest.raises(ValueError, match="Invalid norm order for matrices"):
        njit(lambda a, order: np.linalg.norm(a, order))(a, 3)


def test_quantiles_of_float32_are_found_in_float64():
    a = np.random.default_rng(7).standard_normal(1001).astype(np.float32)
    for q in np.linspace(0, 1, 23):
        assert njit(lambda a, q: np.quantile(a, q))(a, q) == float(np.quantile(a, float(q)))
