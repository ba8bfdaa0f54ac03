"""The library's implementations, run by CPython: what they compute is right apart from the compiler."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np
import pytest

from coluber import typeof
from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import find_overload
from coluber.lib.python import complex_functions, float_parts, rounding

RNG = np.random.default_rng(11)
CUBE = RNG.random((3, 4, 5))
LAYOUTS = {"C": CUBE, "F": np.asfortranarray(CUBE), "A": RNG.random((3, 4, 10))[:, :, ::2]}
INF, NAN = math.inf, math.nan


def type_of(value: Any) -> Any:
    """The type that a constant has in compiled code."""
    if isinstance(value, tuple):
        return types.Tuple([type_of(item) for item in value])
    if isinstance(value, (bool, int, str)):
        return types.literal(value)
    return typeof(value)


def library(key: str, *arguments: Any, **named: Any) -> Any:
    """Call the implementation that compiled code would call."""
    argtypes = tuple(map(type_of, (*arguments, *named.values())))
    function = find_overload(key, argtypes, tuple(named))
    assert function is not None, f"{key}{argtypes} has no implementation"
    with np.errstate(all="ignore"):
        return function(*arguments, **named)


def same(found: Any, expected: Any, rtol: float = 0.0) -> None:
    """Compare values and dtypes of NumPy."""
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=0)


def test_equal_calls_give_one_function():
    vector = typeof(np.zeros(3))
    found = find_overload("array.sum", (vector,))
    assert found is find_overload("array.sum", (vector,))
    assert found is find_overload("numpy.sum", (vector,))
    assert found is not find_overload("array.sum", (typeof(np.zeros((2, 3))),))


@pytest.mark.parametrize(("argtypes", "names"), [((types.int64, types.int64), ("a",)), ((), ())])
def test_arguments_that_do_not_fit(argtypes, names):
    assert find_overload("numpy.sum", argtypes, names) is None


@pytest.mark.parametrize(
    ("argtypes", "names", "text"),
    [((types.int64,) * 9, (), "positional arguments at most, but 9"), ((types.int64,) * 2, ("nothing",), "'nothing'")],
)
def test_arguments_that_are_not_there(argtypes, names, text):
    with pytest.raises(TypingError, match=text):
        find_overload("numpy.sum", argtypes, names)


# -------------------------------------------------------------------------------------------------------- reductions


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1, (0, 1), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("name", ["sum", "prod", "min", "max", "mean", "any", "all"])
def test_reductions(name, axis, layout):
    for keepdims in (False, True):
        expected = getattr(np, name)(LAYOUTS[layout], axis=axis, keepdims=keepdims)
        same(library(f"numpy.{name}", LAYOUTS[layout], axis=axis, keepdims=keepdims), expected, rtol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1])
@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_positions(name, axis, layout):
    with_nan = LAYOUTS[layout].copy()
    with_nan[1, 2, 3] = NAN
    for a in (LAYOUTS[layout], with_nan, np.floor(LAYOUTS[layout] * 3)):
        for keepdims in (False, True):
            expected = getattr(np, name)(a, axis=axis, keepdims=keepdims)
            same(library(f"array.{name}", a, axis=axis, keepdims=keepdims), expected)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 127, 128, 129, 1000, 20_011])
def test_sums_are_the_same_bits_as_numpy_s(count):
    for dtype in ("f8", "f4"):
        a = RNG.random(count).astype(dtype)
        same(library("numpy.sum", a), a.sum())
        same(library("numpy.sum", a[::2]), a[::2].sum())


@pytest.mark.parametrize("axis", [2, -3])
def test_axis_out_of_range(axis):
    with pytest.raises(np.exceptions.AxisError, match="out of bounds"):
        library("numpy.sum", np.zeros((2, 3)), axis)


# ------------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize("digits", [-25, -3, -1, 0, 1, 2, 3, 8, 15, 16, 22])
def test_round_is_exact(digits):
    magnitudes = 10.0 ** RNG.integers(-12, 18, 300)
    numbers = [*RNG.uniform(-1, 1, 300) * magnitudes, 0.5, 1.5, 2.5, 0.125, 2.675, 1.005, 25.0, 2.0**52 + 0.5, 5e-324, 1e300]
    for x in map(float, numbers):
        assert rounding.round_digits_double(x, digits) == round(x, digits), x


def test_round_keeps_signs_and_special_values():
    assert math.copysign(1.0, rounding.round_digits_double(-0.2, 0)) == -1.0
    assert rounding.round_digits_double(INF, 2) == INF
    assert math.isnan(rounding.round_digits_double(NAN, 2))


@pytest.mark.parametrize("x", [0, 5, 15, 25, -15, 149, 150, -150, 2**62])
@pytest.mark.parametrize("n", [-19, -3, -2, -1, 0, 2])
def test_round_of_integers(x, n):
    assert library("coluber.round_int", x, n) == round(x, n)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 10, 62])
@pytest.mark.parametrize("base", [0, 1, 2, -1, -2])
def test_integer_power(base, exponent):
    assert library("coluber.int_pow", base, exponent) == base**exponent


def test_integer_power_wraps_around_and_refuses_negative_exponents():
    assert library("coluber.int_pow", 3, 50) == (3**50 + 2**63) % 2**64 - 2**63
    with pytest.raises(ValueError, match="Integers to negative integer powers are not allowed"):
        library("coluber.int_pow", 3, -1)


@pytest.mark.parametrize("x", [1.0, -0.75, 3e300, 5e-324, 1e-310, 2.0**-1022, 1.9999999999999998])
def test_scale_and_split(x):
    assert float_parts.split(x) == math.frexp(x)
    for n in (-2200, -1080, -1074, -1030, -1, 0, 1, 700):
        try:
            expected = math.ldexp(x, n)
        except OverflowError:
            expected = math.copysign(INF, x)
        assert float_parts.scale(x, n) == expected


@pytest.mark.parametrize("name", ["gcd", "lcm"])
def test_divisors(name):
    for arguments in [(12, 18), (0, 5), (-4, 6), (0, 0), (7, 13, 91), (9,), ()]:
        assert library(f"math.{name}", *arguments) == getattr(math, name)(*arguments)


@pytest.mark.parametrize("name", ["comb", "perm"])
def test_choices(name):
    for n in (0, 1, 5, 20):
        for k in (0, 1, 3, 20):
            assert library(f"math.{name}", n, k) == getattr(math, name)(n, k)
    with pytest.raises(OverflowError):
        library(f"math.{name}", 80, 40)


@pytest.mark.parametrize("n", [0, 1, 3, 4, 2**52, 2**62, (2**31) ** 2 - 1, 3037000499**2 - 1, 3037000499**2, 2**63 - 1])
def test_isqrt(n):
    assert library("math.isqrt", n) == math.isqrt(n)


def test_factorial():
    assert [library("math.factorial", n) for n in range(21)] == [math.factorial(n) for n in range(21)]
    with pytest.raises(OverflowError):
        library("math.factorial", 21)
    with pytest.raises(ValueError, match="negative"):
        library("math.factorial", -1)


@pytest.mark.parametrize("scale", [1, 20, 150])
def test_fsum(scale):
    a = RNG.standard_normal(300) * 10.0 ** RNG.integers(-scale, scale, 300)
    assert library("math.fsum", a) == math.fsum(a)
    assert library("math.fsum", (0.1,) * 10) == 1.0


@pytest.mark.parametrize("x", [1.5, -2.75, 0.0, -0.0, 1e300, 5e-324, INF, -INF])
def test_parts_of_floats(x):
    for name in ("frexp", "modf", "ulp"):
        assert repr(library(f"math.{name}", x)) == repr(getattr(math, name)(x)) or library(f"math.{name}", x) == getattr(
            math, name
        )(x)


# --------------------------------------------------------------------------------------------------- complex numbers

FUNCTIONS = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log", "log10", "sin", "sinh", "sqrt", "tan",
    "tanh",
]  # fmt: skip
PARTS = [0.0, -0.0, 1.0, -1.0, 2.0, -0.5, 1e-200, 1e200, -1e200, 1e308, 5e-324, INF, -INF, NAN, 22.5, 1e-8]

# Of infinite and NaN arguments, where the C standard leaves signs open and CPython chooses others.
UNSPECIFIED = 6


def close(found: float, expected: float) -> bool:
    if math.isnan(expected) or math.isnan(found):
        return math.isnan(expected) and math.isnan(found)
    if math.isinf(expected) or expected == 0.0:
        return found == expected and math.copysign(1.0, found) == math.copysign(1.0, expected)
    return abs(found - expected) <= 4e-15 * abs(expected) + 1e-320


@pytest.mark.parametrize("name", FUNCTIONS)
def test_complex_functions(name):
    wrong = []
    for z in [complex(x, y) for x in PARTS for y in PARTS]:
        try:
            expected = getattr(cmath, name)(z)
            found = getattr(complex_functions, name)(z)
        except (ValueError, OverflowError):
            continue
        if not (close(found.real, expected.real) and close(found.imag, expected.imag)):
            wrong.append((z, found, expected))
    assert len(wrong) <= UNSPECIFIED, wrong
    assert all(not cmath.isfinite(z) for z, _, _ in wrong), wrong


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, -1, -4, 100, 101])
def test_complex_power(n):
    for z in (1 + 2j, -1.5 + 0.25j, 0.5j):
        assert cmath.isclose(library("coluber.complex_pow", z, n), z**n, rel_tol=1e-13)
        assert cmath.isclose(library("coluber.complex_pow", z, complex(n, 0.5)), z ** complex(n, 0.5), rel_tol=1e-13)


# -------------------------------------------------------------------------------------------------------- creation


@pytest.mark.parametrize(
    "arguments", [(5,), (2, 7), (7, 2), (2, 10, 3), (10, 2, -3), (0.5, 3.0), (0.0, 1.0, 0.3), (1, 2, 0.25), (True,), (0,)]
)
def test_arange(arguments):
    same(library("numpy.arange", *arguments), np.arange(*arguments))


@pytest.mark.parametrize("arguments", [(0, 1, 5), (0.0, 1.0, 50), (5, -5, 7), (1.0, 1.0, 3), (0, 1, 0), (0, 1, 1), (0, 1j, 4)])
def test_linspace(arguments):
    same(library("numpy.linspace", *arguments), np.linspace(*arguments))
    same(library("numpy.linspace", *arguments, endpoint=False), np.linspace(*arguments, endpoint=False))


@pytest.mark.parametrize("shapes", [((3, 4), (4, 5)), ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((70, 130), (130, 9))])
def test_products(shapes):
    a, b = (RNG.random(shape) for shape in shapes)
    same(library("operator.matmul", a, b), a @ b, rtol=1e-13)
