"""The functions of ``cmath``."""

from __future__ import annotations

import cmath
import math

import pytest

from tests.run.support import check, expression, jitted

FUNCTIONS = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log", "log10", "sin", "sinh", "sqrt",
    "tan", "tanh",
]  # fmt: skip
VALUES = [
    0j, 1 + 0j, 1j, -1 + 0j, -1j, 0.5 + 0.25j, -0.5 + 2j, 3 - 4j, -2.5 - 0.125j, 10 + 10j, complex(-2.0, 0.0),
    complex(-2.0, -0.0),
    complex(0.0, 2.0), complex(-0.0, 2.0), 1e-10 + 1e-10j, 100 - 1j,
]  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("z", VALUES)
def test_values(name, z):
    try:
        getattr(cmath, name)(z)
    except (ValueError, OverflowError):
        pytest.skip("CPython raises")
    check(expression(f"cmath.{name}(a)", "a"), z, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_real_arguments(name):
    check(expression(f"cmath.{name}(a)", "a"), 0.75, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", ["isfinite", "isinf", "isnan"])
@pytest.mark.parametrize("z", [1j, complex(math.inf, 1), complex(1, math.nan), complex(-math.inf, math.nan)])
def test_predicates(name, z):
    check(expression(f"cmath.{name}(a)", "a"), z)


@pytest.mark.parametrize("z", VALUES)
def test_polar_coordinates(z):
    check(expression("cmath.phase(a)", "a"), z, rtol=1e-15)
    check(expression("cmath.polar(a)", "a"), z, rtol=1e-15)


@pytest.mark.parametrize(("r", "phi"), [(1.0, 0.0), (2.0, math.pi / 3), (0.0, 1.0), (-0.0, 1.0), (0.0, math.inf), (-1.0, 2.0)])
def test_rect(r, phi):
    check(expression("cmath.rect(a, b)"), r, phi, rtol=1e-15)


@pytest.mark.parametrize("r", [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan])
def test_rect_of_special_values(r):
    function, compiled = cmath.rect, jitted(expression("cmath.rect(a, b)"))
    for phi in (0.0, -0.0, 1.0, -2.0, math.nan, math.inf):
        if math.isinf(phi) and r != 0:
            assert repr(compiled(r, phi)).endswith("nanj)")
        else:
            assert repr(compiled(r, phi)) == repr(function(r, phi))


@pytest.mark.parametrize("base", [2, 10.0, 1 + 1j])
def test_log_with_a_base(base):
    check(expression("cmath.log(a, b)"), 3 + 4j, base, rtol=1e-14)


@pytest.mark.parametrize("name", ["sqrt", "exp", "sin"])
def test_special_values(name):
    for z in (complex(math.nan, 1.0), complex(1.0, math.nan)):
        found = jitted(expression(f"cmath.{name}(a)", "a"))(z)
        assert math.isnan(found.real) or math.isnan(found.imag)


def test_constants():
    check(expression("cmath.pi, cmath.e, cmath.tau, cmath.inf", ""))


def test_every_function_of_the_table_is_here():
    assert len({*FUNCTIONS, "isfinite", "isinf", "isnan", "phase", "polar", "rect"}) == 22
