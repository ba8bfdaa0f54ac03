"""``var``, ``std``, ``ptp``, ``cumsum``, ``cumprod`` and ``diff``, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, check_lines, expression, groups

RNG = np.random.default_rng(9)
VECTORS = [RNG.random(17), RNG.random(9).astype("f4"), np.arange(8) - 3, np.arange(12, dtype="u1")[::-2], RNG.random(5) > 0.5]
CUBES = [RNG.random((3, 4, 2)), np.asfortranarray(RNG.random((3, 4))), RNG.random((4, 6))[:, ::2], np.arange(12).reshape(3, 4)]


@pytest.mark.parametrize(
    "text", ["np.var(a)", "a.std()", "np.std(a, ddof=1)", "a.var(ddof=2)", "np.var(a, 0)", "a.var(keepdims=True)"]
)
@pytest.mark.parametrize("a", VECTORS)
def test_spread_of_vectors(text, a):
    check(expression(text, "a"), a, rtol=1e-6 if a.dtype == np.float32 else 1e-14)


@pytest.mark.parametrize("axis", ["None", "0", "1", "-1"])
@pytest.mark.parametrize("name", ["var", "std"])
@pytest.mark.parametrize("a", CUBES)
def test_spread_along_axes(a, name, axis):
    check(expression(f"np.{name}(a, axis={axis}), a.{name}(axis={axis}, ddof=1, keepdims=True)", "a"), a, rtol=1e-14)


def test_spread_of_complex_numbers():
    check(expression("np.var(a), a.std()", "a"), RNG.random(6) + 1j * RNG.random(6), rtol=1e-14)


def test_spread_without_elements_is_nan():
    check(expression("np.var(a), np.std(a, ddof=1)", "a"), np.zeros(1))
    check(expression("np.var(a)", "a"), np.zeros(0))


@pytest.mark.parametrize("a", [*VECTORS[:4], *CUBES])
def test_ptp(a):
    check(expression("np.ptp(a), np.ptp(a, axis=0), np.ptp(a, axis=-1)", "a"), a)


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
@pytest.mark.parametrize("a", [*VECTORS, *CUBES, np.zeros(0), np.zeros((0, 3))])
def test_running(a, name):
    check(expression(f"np.{name}(a), a.{name}(), np.{name}(a, 0), a.{name}(axis=-1)", "a"), a)
    check(expression(f"np.{name}(a, dtype=np.float64)", "a"), a)


@pytest.mark.parametrize("a", [VECTORS[0], VECTORS[2], *CUBES])
def test_running_from_the_beginning(a):
    for name in ("cumulative_sum", "cumulative_prod"):
        check(expression(f"np.{name}(a, axis=0), np.{name}(a, axis=-1, include_initial=True)", "a"), a)


def test_running_into_arrays():
    a, out, single = np.arange(6.0).reshape(2, 3), np.zeros((2, 3)), np.zeros(6, "f4")
    check(expression("np.cumsum(a, 0, out=b)"), a, out)
    check(expression("a.cumprod(1, None, b)"), a + 1, out)
    check(expression("np.cumsum(a, out=b)"), a, single)
    check(expression("np.cumsum(a, out=b[:2])"), a, single, same_error_args=False)


def test_clip_by_name_and_into_arrays():
    a = np.arange(6.0)
    check(expression("np.clip(a, min=1, max=4), np.clip(a, max=3), a.clip(min=2), a.clip(1, 2)", "a"), a)
    check(expression("np.clip(a, 1, 4, b), a.clip(2, 3, out=b)"), a, np.zeros(6))
    check(expression("np.clip(a, 2, None, out=a)", "a"), a)


@pytest.mark.parametrize(
    "lines", groups(["np.diff(a)", "np.diff(a, 2)", "np.diff(a, n=0)", "np.diff(a, axis=0)", "np.diff(a, 1, -1)"])
)
@pytest.mark.parametrize("a", [*VECTORS, *CUBES, np.zeros(1), np.zeros(0)])
def test_differences(lines, a):
    check_lines(lines, "a", a)


def test_axis_that_is_not_there():
    for text in ("np.var(a, 3)", "np.cumsum(a, 1)", "np.diff(a, axis=1)", "np.ptp(a, 1)"):
        check(expression(text, "a"), np.zeros(3), same_error_args=False)


@pytest.mark.parametrize("shape", [(), (1,), (3,), (1, 3), (3, 1), (1, 1), (2, 3), (2, 1, 3), (1, 2, 1), (1, 1, 1)])
def test_squeeze_without_axis(shape):
    a = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    for given in (a, np.asfortranarray(a), np.zeros((*shape, 2))[..., 0]):
        check(expression("np.squeeze(a)", "a"), given)
        check(expression("np.sum(a.squeeze() + 1)", "a"), given)


def test_squeezed_arrays_are_told_apart():
    @njit
    def rows(a):
        a = np.squeeze(a)
        assert a.ndim == 1
        return [a[k] * 2 for k in range(len(a))]

    assert rows(np.ones((1, 3))) == [2.0] * 3 == rows(np.ones((3, 1)))
    with pytest.raises(AssertionError):
        rows(np.ones((2, 3)))
