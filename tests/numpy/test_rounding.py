"""Functions of single elements that are no ufuncs, windows, and points at growing distances, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, expression, groups

RNG = np.random.default_rng(29)
FLOATS = RNG.standard_normal((3, 5)) * 10
FLOATS[1, 2], FLOATS[0, 0], FLOATS[0, 1], FLOATS[2] = np.nan, np.inf, -np.inf, [0, -0.0, 2.5, -3.5, 0.05]
INTEGERS = RNG.integers(-2000, 2000, (3, 5))
SINGLE, SMALL, COMPLEX = FLOATS.astype("f4"), INTEGERS.astype("u1"), FLOATS + 1j * FLOATS.T.reshape(3, 5)
BOOLS = FLOATS > 0


def tolerance(a):
    return {"f4": 2e-6, "u1": 2e-3, "b1": 2e-3}.get(a.dtype.str[1:], 2e-14)


@pytest.mark.parametrize("a", [FLOATS, SINGLE, INTEGERS, SMALL, COMPLEX])
@pytest.mark.parametrize(
    "lines",
    groups(
        [
            "np.round(a), np.around(a, 2), a.round(-1), np.round(a[0, 3], 1)",
            "np.angle(a), np.angle(a, deg=True), np.angle(a[0, 3])",
            "np.sinc(a), np.sinc(a[0, 3])",
            "np.nan_to_num(a), np.nan_to_num(a, nan=1, posinf=5), np.nan_to_num(a[0, 0])",
            "np.isclose(a, a), np.isclose(a, a + 1e-9, equal_nan=True), np.isclose(a, a[0]), np.isclose(a[0, 3], 3)",
            "np.allclose(a, a), np.allclose(a, a, equal_nan=True), np.allclose(a[0, 3], 3), np.allclose(a, 5, 1, 1e6)",
            "np.iscomplex(a), np.isreal(a), np.iscomplexobj(a), np.isrealobj(a), np.isscalar(a), np.isscalar(3)",
        ]
    ),
)
def test_elements(a, lines):
    check_lines(lines, "a", a, rtol=tolerance(a))


@pytest.mark.parametrize("a", [FLOATS, SINGLE, INTEGERS, SMALL, BOOLS])
def test_real_elements(a):
    check(expression("np.isposinf(a), np.isneginf(a), np.heaviside(a, 0.5), np.heaviside(a, a)", "a"), a)
    check(expression("np.fix(a), np.fix(a[0, 3]), np.heaviside(a[0, 3], 1)", "a"), a)
    if a is not INTEGERS:
        check(expression("np.i0(a)", "a"), a / 1, rtol=tolerance(a))


def test_replacing_in_place():
    check(expression("np.nan_to_num(a, False)", "a"), FLOATS)
    check(expression("np.nan_to_num(a, copy=False, neginf=-1)", "a"), COMPLEX)


def test_replacing_by_arrays():
    fills = np.array([11, -9999, 12])
    for a in (np.array([[np.nan, np.inf, -np.inf], [1, np.nan, np.inf]]), np.array([complex(np.nan, np.inf), -np.inf, np.nan])):
        check(
            expression("np.nan_to_num(a, nan=b), np.nan_to_num(a, posinf=b, neginf=-1), np.nan_to_num(a, True, b, b, b)"),
            a,
            fills,
        )
        check(expression("np.nan_to_num(a, False, b), a"), a.copy(), fills)
    check(expression("np.nan_to_num(a, nan=[1, 2])", "a"), np.array([np.nan, 3.0], "f4"))


def test_ties_and_decimals():
    a = np.array([0.5, 1.5, 2.5, -0.5, 0.125, 2.675, 1e300, 5e-324, 12345.678])
    for decimals in (0, 1, 2, 3, -1, -3, 10):
        check(expression("np.round(a, b), a.round(decimals=b)"), a, decimals)


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
def test_windows(name):
    for count in (-1, 0, 1, 2, 7, 12, 6.5):
        check(expression(f"np.{name}(a)", "a"), count, rtol=1e-13, atol=1e-16)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 12])
def test_kaiser(count):
    check(expression("np.kaiser(a, 5.0), np.kaiser(a, 14), np.kaiser(a, 0)", "a"), count, rtol=1e-13)


@pytest.mark.parametrize(
    "text",
    [
        "np.logspace(0, 2, a)", "np.logspace(0, 3, a, base=2, dtype=np.int64)", "np.logspace(1, 2, a, False)",
        "np.geomspace(1, 1000, a)", "np.geomspace(-1, -9, a, endpoint=False)", "np.geomspace(1, 100, a, dtype=np.float32)",
        "np.geomspace(0, 1, a)", "np.logspace(0, 1, -a)",
    ],
)  # fmt: skip
def test_growing_distances(text):
    for count in (1, 2, 9):
        check(expression(text, "a"), count, rtol=1e-13, same_error_args=False)
