"""The functions of ``operator``."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from tests.run.support import check, expression

BINARY = [
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor",
    "eq", "ne", "lt", "le", "gt", "ge", "is_", "is_not",
]  # fmt: skip
IN_PLACE = ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "ilshift", "irshift", "iand", "ior", "ixor"]
UNARY = ["neg", "pos", "invert", "not_", "truth"]
FLOAT_OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "eq", "ne", "lt", "le", "gt", "ge"]


@pytest.mark.parametrize("name", [*BINARY, *IN_PLACE])
def test_integers(name):
    if name in ("is_", "is_not"):
        check(expression(f"operator.{name}(a, b)"), True, False)
    else:
        check(expression(f"operator.{name}(a, b)"), 13, 3)


@pytest.mark.parametrize("name", FLOAT_OPERATORS)
def test_floats(name):
    check(expression(f"operator.{name}(a, b)"), 13.5, 2.0)
    check(expression(f"operator.{name}(a, b)"), 13.5, 2)


@pytest.mark.parametrize("name", [n for n in BINARY if not n.startswith("is_")])
def test_arrays(name):
    check(expression(f"operator.{name}(a, b)"), np.arange(1, 5), np.array([2, 2, 3, 3]))


@pytest.mark.parametrize("name", [n for n in IN_PLACE if n != "itruediv"])
def test_in_place_on_arrays(name):
    check(expression(f"operator.{name}(a, b)"), np.arange(1, 5), np.array([2, 2, 3, 3]))


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    check(expression(f"operator.{name}(a)", "a"), 5)


def test_items():
    check(expression("operator.getitem(a, b)"), np.arange(4.0), 2)
    check(expression("operator.getitem(a, 1)", "a"), (1, 2.5))
    check(expression("operator.contains(a, b)"), (1, 2, 3), 2)

    def f(a):
        operator.setitem(a, 1, 5.0)

    check(f, np.arange(4.0))


def test_as_values():
    def f(a, b, which):
        if which == 0:
            return operator.add(a, b)
        return operator.mul(a, b)

    check(f, 3, 4, 0)
    check(f, 3, 4, 1)


@pytest.mark.parametrize("name", ["add", "mul", "lt"])
def test_passed_as_closure_constant(name):
    function = getattr(operator, name)

    def f(a, b):
        return function(a, b)

    check(f, 3, 4)
