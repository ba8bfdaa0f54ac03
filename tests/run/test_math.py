"""The functions of ``math`` over special values.

No function raises for a value outside its domain: it gives NaN or an infinity, as in Numba and in C.
"""

from __future__ import annotations

import math
import re
import sys

import numpy as np
import pytest

from tests.run.support import check, expect, expression, jitted, source

INF = math.inf
NAN = math.nan
VALUES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 1e-8, 1e-300, -3.75, 10.0, 123.456, 1e5, 700.0, 1e300, INF, -INF, NAN]
ULP = 2.0**-52

# name: value of the domain errors that CPython raises.
FLOAT_FUNCTIONS = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "degrees", "erf", "erfc", "exp", "exp2", "expm1", "fabs",
    "gamma", "lgamma", "log", "log10", "log1p", "log2", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
]  # fmt: skip
ROUNDING = ["ceil", "floor", "trunc"]
PREDICATES = ["isfinite", "isinf", "isnan"]
BINARY = ["atan2", "copysign", "hypot", "nextafter", "pow"]
LOOSE = {"gamma": 64, "lgamma": 64, "erf": 4, "erfc": 16, "tan": 4, "pow": 4, "asinh": 4, "acosh": 4, "atanh": 4, "sinh": 4}


DOMAINS = {"acos": (-1, 1), "asin": (-1, 1), "atanh": (-1, 1), "acosh": (1, 50), "log": (0, 50), "log2": (0, 50)}


def tolerance(name):
    return LOOSE.get(name, 2) * ULP


def c_value(name, *arguments):
    """The value that C's function gives, where CPython's raises."""
    try:
        return getattr(math, name)(*arguments)
    except OverflowError:
        return -INF if name in ("sinh", "expm1") and arguments[0] < 0 else _overflow(name, *arguments)
    except ValueError:
        return _outside(name, *arguments)


def _overflow(name, *arguments):
    if name == "pow":
        x, y = arguments
        return -INF if x < 0 and y % 2 == 1 else INF
    return INF


def _outside(name, *arguments):
    x = arguments[0]
    if name in ("log", "log2", "log10") and x == 0:
        return -INF
    if name == "log1p" and x == -1:
        return -INF
    if name == "atanh" and abs(x) == 1:
        return math.copysign(INF, x)
    if name == "gamma" and x == 0:
        return math.copysign(INF, x)
    if name == "lgamma" and (x == -INF or x == math.floor(x)):
        return INF
    if name == "pow" and x == 0:
        return math.copysign(INF, x) if arguments[1] % 2 == 1 else INF
    return NAN


@pytest.mark.parametrize("name", FLOAT_FUNCTIONS)
def test_special_values(name):
    function = expression(f"math.{name}(a)", "a")
    for x in VALUES:
        expect(function, (x,), c_value(name, x), rtol=tolerance(name))


@pytest.mark.parametrize("name", FLOAT_FUNCTIONS)
def test_ordinary_values(name):
    function = jitted(expression(f"math.{name}(a)", "a"))
    low, high = DOMAINS.get(name, (-20, 20))
    for x in np.linspace(low, high, 203):
        assert function(x) == pytest.approx(c_value(name, x), rel=4 * tolerance(name), abs=1e-15, nan_ok=True), x


@pytest.mark.parametrize("name", [*FLOAT_FUNCTIONS, *PREDICATES])
@pytest.mark.parametrize("x", [1, np.int32(1), np.uint8(1), True])
def test_integers(name, x):
    expect(expression(f"math.{name}(a)", "a"), (x,), c_value(name, float(x)), rtol=tolerance(name))


@pytest.mark.parametrize("name", FLOAT_FUNCTIONS)
def test_single_precision(name):
    x = np.float32(1.25)
    expected = c_value(name, float(x))
    found = jitted(expression(f"math.{name}(a)", "a"))(x)
    assert type(found) is float
    assert found == pytest.approx(expected, rel=2e-6, nan_ok=True)


@pytest.mark.parametrize("name", PREDICATES)
def test_predicates(name):
    for x in VALUES:
        check(expression(f"math.{name}(a)", "a"), x)


@pytest.mark.parametrize("name", ROUNDING)
def test_rounding(name):
    for x in (0.0, -0.0, 0.5, -0.5, 2.5, -2.5, 1e10 + 0.5, 7.0, -7.999, 2.0**52 + 1):
        check(expression(f"math.{name}(a)", "a"), x)
    check(expression(f"math.{name}(a)", "a"), 5)
    expect(expression(f"math.{name}(a)", "a"), (np.float32(2.5),), getattr(math, name)(2.5))


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    function = expression(f"math.{name}(a, b)")
    for x in VALUES:
        for y in VALUES:
            expect(function, (x, y), c_value(name, x, y), rtol=tolerance(name))


@pytest.mark.parametrize("name", BINARY)
def test_binary_of_mixed_types(name):
    check(expression(f"math.{name}(a, b)"), 2, 3.0, rtol=tolerance(name))
    check(expression(f"math.{name}(a, b)"), 2, 3, rtol=tolerance(name))


@pytest.mark.parametrize("x", [2.0, 0.0, -1.0, INF, NAN, 2, 0])
def test_logarithm_to_the_base_one(x):
    """Where there is an error, it is CPython's; before CPython 3.14 with its text."""
    function = source("def f(x, base):\n    return math.log(x, base)\n")
    with pytest.raises((ValueError, ZeroDivisionError)) as raised:
        function(x, 1.0)
    text = re.escape(str(raised.value)) if sys.version_info < (3, 14) else None
    with pytest.raises(raised.type, match=text):
        jitted(function)(x, 1.0)


def test_frexp():
    for x in VALUES:
        if math.isfinite(x):
            check(expression("math.frexp(a)", "a"), x)


def test_frexp_of_special_values():
    for x in (INF, -INF, NAN):
        found = jitted(expression("math.frexp(a)", "a"))(x)
        assert found[0] == x or x != x


@pytest.mark.parametrize("exponent", [-1100, -1, 0, 1, 10, 1000])
def test_ldexp(exponent):
    for x in (0.0, -0.0, 1.0, -0.75, INF, NAN):
        check(expression("math.ldexp(a, b)"), x, exponent)


@pytest.mark.parametrize(("x", "y"), [(12, 18), (0, 5), (5, 0), (0, 0), (-12, 18), (17, -5), (2**40, 2**35 * 3)])
def test_gcd(x, y):
    check(expression("math.gcd(a, b)"), x, y)


def test_constants():
    for name in ("pi", "e", "tau", "inf", "nan"):
        check(expression(f"math.{name}", ""))


def test_every_function_of_the_table_is_here():
    covered = {*FLOAT_FUNCTIONS, *ROUNDING, *PREDICATES, *BINARY, "frexp", "ldexp", "gcd"}
    assert len(covered) == 41


@pytest.mark.parametrize("name", ["exp", "sin", "cos", "log", "pow", "tan", "sqrt", "exp2", "log2", "tanh", "atan2"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("count", [0, 1, 3, 8, 17, 1000])
def test_vectorised_loops(name, dtype, count):
    """A loop may be vectorised, and must then give the same at its ends and in its middle."""
    arguments = "a[i], b[i]" if name in ("pow", "atan2") else "a[i]"
    function = source(f"def f(a, b, out):\n    for i in range(a.shape[0]):\n        out[i] = math.{name}({arguments})\n")
    a = np.linspace(0.01, 30.0, count).astype(dtype)
    b = np.linspace(-2.0, 2.0, count).astype(dtype)
    out = np.zeros(count, dtype)
    jitted(function)(a, b, out)
    scalar = getattr(math, name) if name in ("pow", "atan2") else lambda x, _: getattr(math, name)(x)
    expected = np.array([scalar(x, y) for x, y in zip(a.tolist(), b.tolist())])
    ulp = 2.0**-23 if dtype is np.float32 else ULP
    np.testing.assert_allclose(out, expected.astype(dtype), rtol=4 * ulp, atol=ulp)


@pytest.mark.parametrize("name", ["exp", "sin", "cos", "log"])
def test_vectorised_loops_of_special_values(name):
    function = source(f"def f(a, out):\n    for i in range(a.shape[0]):\n        out[i] = math.{name}(a[i])\n")
    a = np.array([*VALUES, 5e-324, 709.78, 709.79, -745.2, -708.5, 1e22, 1e308, -1e308] * 3)
    out = np.zeros_like(a)
    jitted(function)(a, out)
    for x, found in zip(a.tolist(), out.tolist()):
        expected = c_value(name, x)
        if math.isnan(expected):
            assert math.isnan(found), x
        else:
            assert found == pytest.approx(expected, rel=2 * ULP, abs=5e-324), x
