"""The functions of ``operator``."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
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


SEQUENCES = [
    "abs(-3)", "abs(3 + 4j)", "concat([1], [2])", "concat('a', 'b')", "concat((1,), ('b',))", "countOf([1, 2, 1], 1)",
    "countOf('banana', 'a')", "indexOf([1, 2, 3], 2)", "inv(5)", "iconcat([1], [2])", "length_hint([1, 2])", "call(max, 3, 4)",
    "itemgetter(1, 0, 2)([5, 6, 7])", "itemgetter(0, -1)(('a', 2.5))",
]  # fmt: skip


@pytest.mark.parametrize("call", SEQUENCES)
def test_functions_of_sequences(call):
    check(expression(f"operator.{call}", ""))


def test_items_go():
    def f(items, at):
        operator.delitem(items, at)
        return items, operator.itemgetter(at, 0)(items), operator.itemgetter(at, 1, at)("abc")

    check(f, [1, 2, 3, 4], 2)


def test_no_such_item():
    check(expression("operator.indexOf([1, 2], a)", "a"), 3)


def multiplied(a, b):
    same = a
    same @= b
    return a, same


MATRICES = [
    (np.arange(4.0).reshape(2, 2), np.arange(4.0).reshape(2, 2)),
    (np.arange(4.0, dtype=np.float32).reshape(2, 2).T, np.array([[1, 0], [2, 1]], np.int8)),
    (np.arange(3.0), np.arange(9.0).reshape(3, 3)),
    (np.arange(8).reshape(2, 2, 2), np.arange(4).reshape(2, 2)),
    (np.arange(6.0).reshape(2, 3), np.ones((3, 2))),
    (np.arange(6.0).reshape(3, 2)[::2], np.eye(2) * 1.5),
]


@pytest.mark.parametrize(("a", "b"), MATRICES)
def test_matrices_in_place(a, b):
    check(multiplied, a, b)


def test_products_without_room():
    with pytest.raises(TypingError, match="Cannot cast ufunc 'matmul' output"):
        njit(multiplied)(np.eye(2, dtype=np.int64), np.eye(2))
    with pytest.raises(TypingError, match="the second at least two dimensions"):
        njit(multiplied)(np.eye(2), np.ones(2))
