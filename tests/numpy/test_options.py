"""``where``, ``dtype``, ``casting`` and ``out`` of ufuncs; ``where``, ``initial`` and ``out`` of reductions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups

RNG = np.random.default_rng(11)
A = RNG.integers(-9, 10, (3, 4)).astype(float)
B = RNG.integers(1, 10, (3, 4)).astype(float)
MASK = RNG.random((3, 4)) > 0.4
ROW = np.array([True, False, True, True])


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.add(a, b, np.zeros((3, 4)), where=m)", "np.add(a, b, out=np.full((3, 4), 7.5), where=m)",
        "np.multiply(a, b, out=a, where=m)", "np.sqrt(b, out=np.zeros((3, 4)), where=m[0])", "np.sqrt(b, where=True)",
        "np.divide(a, b, where=a > 0, out=np.full((3, 4), -1.0))", "np.add(a, b, np.zeros((2, 3, 4)), where=m)",
        "np.add(a[0], b[0], out=np.zeros((3, 4)), where=m)", "np.add(a, 1, out=b, where=m[:, ::-1])",
        "np.where(m, np.add(a, b, where=m), 0)", "np.where(m, np.add(a[0], 1, where=m), 0)", "np.add(a, b, where=m).shape",
        "np.negative(a, out=a, where=(a > 0))", "np.subtract(a.T, b.T, out=np.zeros((4, 3)), where=m.T)",
        "np.add(a, b, order='F'), np.sin(a.T, order='C'), np.exp(a, order='A')", "np.add(a, b, out=(b,), where=m)",
        "np.greater(a, b, out=np.zeros((3, 4), np.bool_), where=m)", "np.add(a, b, out=None, where=True)",
    ]),
)  # fmt: skip
def test_where_of_ufuncs(lines):
    check_lines(lines, "a, b, m", A.copy(), B.copy(), MASK)


INTEGERS = np.array([1, -2, 300], np.int16)
SINGLES = np.array([1.5, 2.25, -3], np.float32)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.add(a, b, dtype=np.float64)", "np.add(a, 1, dtype=np.float32)", "np.multiply(a, a, dtype=np.int64)",
        "np.add(b, b, dtype='f8')", "np.sin(a, dtype=np.float64)", "np.sin(b, dtype=np.complex128)", "np.sqrt(a, dtype='f4')",
        "np.add(a, a, dtype=np.int8)", "np.add(a, a, dtype=float)", "np.add(a, a, dtype=np.dtype('i8'))",
        "np.less(a, b, dtype=bool)", "np.logical_and(a, b, dtype=np.bool_)", "np.add(a, b, dtype=None)",
        "np.divide(a, a, dtype=np.float32)", "np.add(1, 2, dtype=np.float32)", "np.add(a, b, out=np.zeros(3), dtype='f4')",
        "np.add(b, b, out=np.zeros(3, np.int64), casting='unsafe')", "np.add(a, a, casting='no')",
        "np.add(a, b, casting='safe')", "np.add(b, b, dtype=np.int32, casting='unsafe')",
        "np.add(a, a, dtype=np.int64, casting='safe')", "np.add(a, a, order='K', subok=True)",
        "np.maximum(a, b, dtype='f8', where=b > 0, out=np.zeros(3))", "np.power(a, 2, dtype=np.int64)",
    ]),
)  # fmt: skip
def test_dtype_and_casting_of_ufuncs(lines):
    check_lines(lines, "a, b", INTEGERS, SINGLES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("np.add(b, b, dtype=np.int32)", "Cannot cast ufunc 'add' input 0 from dtype.*float32.*to dtype.*int32.*'same_kind'"),
        ("np.sin(b, dtype='i4')", "sin"),
        ("np.add(b, b, out=np.zeros(3, np.int64))", "Cannot cast ufunc 'add' output"),
        ("np.add(a, b, casting='no')", "Cannot cast ufunc 'add' input 0.*casting rule 'no'"),
        ("np.add(a, a, dtype=np.int8, casting='safe')", "casting rule 'safe'"),
        ("np.add(a, a, casting='sideways')", "casting must be one of"),
        ("np.add(a, a, where=a)", "where= takes bools"),
        ("np.add(a, a, signature='ii->i')", "'signature='"),
        ("np.divide(a, a, dtype=np.int64)", "divide"),
    ],
)
def test_what_ufuncs_refuse(text, message):
    assert re.search(message, compile_error(expression(text), INTEGERS, SINGLES))
    if "signature" not in text:
        with pytest.raises((TypeError, ValueError)):
            expression(text)(INTEGERS, SINGLES)


# -------------------------------------------------------------------------------------------------------- reductions

AXES = ["", "axis=0", "axis=-1", "axis=(0, 1)", "axis=1, keepdims=True", "axis=(0,), keepdims=True", "axis=None, keepdims=True"]


@pytest.mark.parametrize("name", ["sum", "prod", "min", "max", "any", "all", "mean", "std", "var"])
def test_where_of_reductions(name):
    initial = ", initial=3" if name in ("min", "max") else ""
    masks = [f"where={mask}{initial}" for mask in ("m", "m[0]", "m[:, :1]")]
    options = [f"{axis}, {mask}".removeprefix(", ") for axis in AXES for mask in masks]
    check_lines([f"np.{name}(a, {option}), a.{name}({option})" for option in options], "a, m", A, MASK, rtol=1e-14)


@pytest.mark.parametrize("name", ["sum", "prod", "min", "max"])
@pytest.mark.parametrize("initial", ["2", "-20.5"])
def test_initial_of_reductions(name, initial):
    lines = [f"np.{name}(a, {axis}, initial={initial})".replace("(a, ,", "(a,") for axis in AXES]
    check_lines(lines, "a", A, rtol=1e-14)
    check_lines(lines, "a", np.zeros((0, 4)))
    check_lines(lines, "a", np.zeros((3, 0)))
    if initial == "2":
        check_lines(lines, "a", A.astype(np.int8))


@pytest.mark.parametrize("dtype", ["i4", "f4", "c16", "?", "u1"])
def test_dtypes(dtype):
    lines = ["a.sum(where=m)", "a.prod(where=m, initial=2)", "a.any(where=m)", "a.mean(where=m)",
             "a.sum(where=m, dtype=np.float64)", "a.mean(0, dtype=np.complex64, where=m)"]  # fmt: skip
    if dtype != "?":
        lines.append("np.var(a, where=m, axis=0)")
    check_lines(lines, "a, m", A.astype(dtype), MASK, rtol=1e-6)


@pytest.mark.parametrize("name", ["sum", "prod", "min", "max", "mean", "std", "var", "any", "all"])
def test_out_of_reductions(name):
    kind = "np.bool_" if name in ("any", "all") else "np.float64"
    lines = (f"np.{name}(a, axis=0, out=np.zeros(4, {kind}))", f"a.{name}(axis=1, out=np.ones(3, {kind}))",
             f"np.{name}(a, out=np.zeros((), {kind}))",
             f"np.{name}(a, axis=1, keepdims=True, out=np.zeros((3, 1), {kind}))")  # fmt: skip
    check_lines(lines, "a", A, rtol=1e-14)
    check(expression(f"np.{name}(a, axis=0, out=np.zeros(5, {kind}))", "a"), A, same_error_args=False)


def test_outputs_of_other_dtypes():
    check(expression("np.sum(a, 0, out=np.zeros(4, np.int64)), np.sum(a, out=np.zeros(()))", "a"), A.astype(np.int32))
    check(expression("np.max(a, 0, out=np.zeros(4, np.float32))", "a"), A)
    assert compile_error(expression("np.sum(a, 0, dtype=np.float64, out=np.zeros(4, np.int64))", "a"), A)
    assert compile_error(expression("np.sum(a, 0, out=np.zeros((4, 1)))", "a"), A)


def test_no_identity():
    for name in ("min", "max"):
        check(expression(f"np.{name}(a, where=m)", "a, m"), A, MASK)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.var(a, (0, 1))", "np.std(a, axis=(0, -1), keepdims=True)", "np.var(a, correction=1)",
        "np.std(a, 0, correction=0.5)",
        "np.var(a, 0, mean=a.mean(0, keepdims=True))", "np.std(a, 1, ddof=1, where=m)",
        "np.var(a, mean=np.mean(a, keepdims=True))",
        "np.var(a, where=m, ddof=1, keepdims=True)", "np.std(a, axis=(0,), ddof=2)",
    ]),
)  # fmt: skip
def test_spread(lines):
    check_lines(lines, "a, m", A, MASK, rtol=1e-14)
    check_lines(lines, "a, m", A + 1j * B, MASK, rtol=1e-13)


GAPS = np.array([[1.5, np.nan, -2.0, 4.0], [0.5, 7.0, np.nan, -1.0], [2.0, 3.0, 5.0, np.nan]])


@pytest.mark.parametrize("name", "nansum nanprod nanmin nanmax nanmean nanvar nanstd median nanmedian".split())
def test_out_of_functions_that_pass_over_nans(name):
    lines = (f"np.{name}(a, axis=0, out=np.zeros(4))", f"np.{name}(a, 1, keepdims=True, out=np.ones((3, 1)))",
             f"np.{name}(a, out=np.zeros(()))", f"np.{name}(a[0], out=np.zeros((), np.float32))")  # fmt: skip
    check_lines(lines, "a", GAPS)
    check(expression(f"np.{name}(a, axis=0, out=np.zeros(5))", "a"), GAPS, same_error_args=False)
    assert compile_error(expression(f"np.{name}(a, axis=0, out=np.zeros(4, np.int64))", "a"), GAPS)


@pytest.mark.parametrize("name", ["argmin", "argmax", "nanargmin", "nanargmax"])
def test_out_of_positions(name):
    lines = (f"np.{name}(a, 0, np.zeros(4, np.int64))",
             f"np.{name}(a, axis=1, keepdims=True, out=np.ones((3, 1), np.int64))",
             f"np.{name}(a, out=np.zeros((), np.int64))", f"np.{name}(a[0], 0, np.zeros((), np.int64))")  # fmt: skip
    check_lines(lines, "a", GAPS)
    check(expression(f"np.{name}(a, axis=0, out=np.zeros(5, np.int64))", "a"), GAPS)
    assert compile_error(expression(f"np.{name}(a, axis=0, out=np.zeros(4))", "a"), GAPS)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.nancumsum(a, 0, out=np.zeros((3, 4)))", "np.nancumprod(a, out=np.zeros(12))",
        "np.percentile(a, 30, axis=0, out=np.zeros(4))", "np.quantile(a, (0.1, 0.5), 1, out=np.zeros((2, 3)))",
        "np.nanquantile(a, 0.5, out=np.zeros(()))", "np.nanpercentile(a, (5, 50, 70), out=np.zeros(3))",
        "np.percentile(a, 30, 1, np.zeros((3, 1)), keepdims=True)", "np.quantile(a, 0.5, 1, out=np.zeros(7))",
    ]),
)  # fmt: skip
def test_out_of_running_sums_and_quantiles(lines):
    check_lines(lines, "a", GAPS, same_error_args=False)


def test_many_quantiles_and_long_vectors():
    several = expression("np.quantile(a, q), np.nanquantile(b, q), np.median(a)", "a, b, q")
    rng = np.random.default_rng(5)
    for values in (rng.random(3000), rng.integers(0, 5, 2500).astype(float), np.arange(2000.0)[::-1].copy()):
        gaps = np.where(rng.random(values.size) < 0.1, np.nan, values)
        for count in (1, 3, 11):
            check(several, values, gaps, np.linspace(0, 1, count))
