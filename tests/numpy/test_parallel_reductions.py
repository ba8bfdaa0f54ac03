"""Reductions in functions with ``parallel=True``: large arrays in pieces give what one thread gives."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit

NAMES = ["sum", "prod", "min", "max", "any", "all"]
SHAPES = [(1,), (300_001,), (2, 100_000), (50, 60, 70)]
CASES = [(name, "f8") for name in NAMES] + [("sum", "f4"), ("sum", "u1"), ("sum", "c16"), ("max", "i4"), ("any", "?")]


def arrays(shape, dtype, name):
    """Return arrays of a shape in several layouts."""
    values = np.random.default_rng(1).random(shape) * 2
    if name == "prod":
        values = 1 + (values - 1) / values.size
    a = (values > 0.001 if dtype == "?" else values).astype(dtype)
    return [a, a.T, a[::-1]]


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_all_elements(name, dtype):
    function = getattr(np, name)
    divided = njit(parallel=True)(eval(f"lambda a: (np.{name}(a), a.{name}())"))
    for shape in SHAPES:
        for a in arrays(shape, dtype, name):
            expected = function(a)
            for found in divided(a):
                np.testing.assert_allclose(found, expected, rtol=1e-3 if dtype == "f4" else 1e-11)


@pytest.mark.parametrize(("name", "dtype"), [("sum", "f8"), ("min", "i4"), ("all", "?"), ("prod", "f8")])
def test_along_axes(name, dtype):
    function = getattr(np, name)
    divided = njit(parallel=True)(lambda a, axis: function(a, axis))
    for shape in SHAPES:
        for axis in range(-len(shape), len(shape)) if len(shape) > 1 else ():
            for a in arrays(shape, dtype, name):
                expected = function(a, axis)
                found = divided(a, axis)
                assert found.dtype == expected.dtype
                np.testing.assert_allclose(found, expected, rtol=1e-4 if dtype == "f4" else 1e-11)


def test_nan_counts():
    a = np.ones(200_000)
    a[150_000] = np.nan
    assert np.isnan(njit(parallel=True)(lambda a: a.min())(a))
    assert np.isnan(njit(parallel=True)(lambda a: a.max())(a))
    assert np.isnan(njit(parallel=True)(lambda a: a.sum())(a))


@pytest.mark.parametrize("name", ["min", "max"])
def test_empty_arrays(name):
    function = getattr(np, name)
    with pytest.raises(ValueError, match="zero-size array"):
        njit(parallel=True)(lambda a: function(a))(np.ones(0))


def test_axes_out_of_range():
    with pytest.raises(np.exceptions.AxisError):
        njit(parallel=True)(lambda a, axis: np.sum(a, axis))(np.ones((300, 400)), 2)


def test_other_arguments_are_as_ever():
    a = np.random.default_rng(0).random((300, 400))
    found = njit(parallel=True)(lambda a: (a.sum(axis=(0, 1)), np.sum(a, 0, keepdims=True), a.mean()))(a)
    for mine, expected in zip(found, (a.sum(), a.sum(0, keepdims=True), a.mean()), strict=True):
        np.testing.assert_allclose(mine, expected)
