"""Code objects and constants that no compiler of Python makes: they are refused with an error, or compiled, and never crash.

What ``tools/fuzz_bytecode.py`` found is kept here. The damaged functions are compiled and never run.
"""

from __future__ import annotations

import types

import numpy as np
import pytest

from coluber import njit
from coluber.core import errors
from tests.run.fuzz_generator import harmless

REFUSALS = (errors.NumbaError, errors.UnsupportedBytecodeError)


def template(n, x, a):
    total = 0
    for i in range(n):
        try:
            total += a[i] * x
        except ValueError:
            total = 0
    return total


def outcome_of(function, signature):
    """The error of a compilation, or None."""
    try:
        njit(function).compile(signature)
    except REFUSALS as error:
        assert str(error).strip()
        return error
    return None


def damaged(**changes):
    """The template with other parts of its code object."""
    return types.FunctionType(template.__code__.replace(**changes), {"range": range}, "damaged")


def nested(value, depth):
    """A tuple in a tuple in a tuple."""
    for _ in range(depth):
        value = (value,)
    return value


TABLES = [
    b"",
    b"\x00",
    b"\xff" * 40,
    b"\x80",
    b"\x80\x00\x00\x00" * 4,
    b"\xbf\x7f\x00\x00",
    b"\x84\x01\x20\x41",
    bytes(range(64)),
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.hex()[:16])
def test_exception_tables(table):
    outcome_of(damaged(co_exceptiontable=table), "(i8, f8, f8[::1])")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.hex()[:16])
@pytest.mark.parametrize("first_line", [0, 1, 2**31 - 1])
def test_tables_of_positions(table, first_line):
    """Lines may become negative, and no line may be known."""
    error = outcome_of(damaged(co_linetable=table, co_firstlineno=first_line), "(i8, f8, f8[::1])")
    assert error is None
    error = outcome_of(damaged(co_linetable=table, co_firstlineno=first_line), "(i8, f8, i8)")
    assert isinstance(error, errors.TypingError)


@pytest.mark.parametrize("code", [b"", template.__code__.co_code[:8]], ids=["empty", "cut"])
def test_code_without_an_end(code):
    assert outcome_of(damaged(co_code=harmless(code, 1)), "(i8, f8, f8[::1])") is not None


@pytest.mark.parametrize("change", [{"co_consts": ()}, {"co_names": ()}, {"co_stacksize": 0}], ids=str)
def test_missing_parts(change):
    code = harmless(template.__code__.co_code, len(change.get("co_consts", template.__code__.co_consts)))
    outcome_of(damaged(co_code=code, **change), "(i8, f8, f8[::1])")


def test_names_that_are_no_text():
    outcome_of(damaged(co_name="\ud800", co_qualname="\ud800", co_filename="\ud800"), "(i8, f8, f8[::1])")
    outcome_of(damaged(co_name="", co_qualname="", co_filename=""), "(i8, f8, i8)")


@pytest.mark.parametrize(
    "constant",
    [10**5000, object(), nested(1, 5000), {1: 2}, frozenset(), template.__code__, float("nan"), "\ud800"],
    ids=["long", "object", "deep", "dict", "set", "code", "nan", "surrogate"],
)
def test_strange_constants(constant):
    code = template.__code__
    outcome_of(damaged(co_consts=tuple(constant for _ in code.co_consts)), "(i8, f8, f8[::1])")


def test_code_in_code():
    code = template.__code__
    for _ in range(5000):
        code = code.replace(co_consts=(code, *code.co_consts[1:]))
    outcome_of(types.FunctionType(code, {}), "(i8, f8, f8[::1])")


def test_deep_tuples_are_refused():
    deep = nested(1, 20_000)
    with pytest.raises(RecursionError, match="nested more than"):
        njit(lambda x: 0)(deep)
    with pytest.raises(RecursionError, match="nested more than"):
        njit(lambda: deep)()


def test_a_default_may_be_deep():
    deep = nested(1, 20_000)

    @njit
    def f(x=deep):
        return 1

    assert f(2) == 1
    with pytest.raises(RecursionError, match="nested more than"):
        f()


def test_tuples_of_tuples_do_not_explode():
    """Thirty tuples with a thousand million values."""
    wide = 1
    for _ in range(30):
        wide = (wide, wide)
    with pytest.raises(ValueError, match="values are not supported"):
        njit(lambda x: 0)(wide)
    with pytest.raises(ValueError, match="values are not supported"):
        njit(lambda: wide)()


def test_tuples_of_usual_depth_work():
    assert njit(lambda x: x)(nested(np.float32(2), 50)) == nested(2.0, 50)
