"""numpy.pad, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.run.support import check, check_lines, compile_error, expression, groups

A = np.array([[3.0, 1.0, 4.0], [1.0, 5.0, 9.0]])
I = np.array([2, 7, 1, 8])  # noqa: E741
CUBE = np.arange(8).reshape(2, 2, 2)


@pytest.mark.parametrize(
    "mode", ["constant", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "maximum", "minimum", "mean"]
)
@pytest.mark.parametrize("width", ["2", "(1, 3)", "((1, 2), (7, 5))"])
def test_modes(mode, width):
    # NumPy rounds ramps in two ways, the second one where one of the ramps is flat.
    check(expression(f"np.pad(a, {width}, '{mode}')", "a"), A, rtol=1e-15 if mode == "linear_ramp" else 0)
    if "((" not in width:
        check(expression(f"np.pad(a, {width}, mode='{mode}')", "a"), I)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.pad(i, 1, constant_values=9)", "np.pad(a, 1, 'constant', constant_values=(7, 8))", "np.pad(i, (2,), 'edge')",
        "np.pad(a, ((1, 0), (0, 2)), constant_values=((1, 2), (3, 4)))", "np.pad(i, 3, 'linear_ramp', end_values=-5)",
        "np.pad(a, ((1, 2),), 'linear_ramp', end_values=((1, 2), (3, 4)))", "np.pad(c, 1, 'reflect')",
        "np.pad(a.T, 1, 'edge')",
        "np.pad(c, ((0, 0), (1, 1), (0, 2)), 'mean')", "np.pad(a, 0)", "np.pad(i[:0], 2)", "np.pad(i[:1], 3, 'reflect')",
        "np.pad(i, (i[0], 1), 'wrap')", "np.pad(i > 2, 1)", "np.pad(i[:0], 1, 'edge')", "np.pad(i, -1)",
        "np.pad(i * 1j, 1, 'linear_ramp')", "np.pad(a.astype(np.float32), 1, 'mean')",
        "np.pad(i.astype(np.uint8), 2, 'maximum')", "np.pad(i == 2, 2, 'mean')", "np.pad(i == 2, 1, 'median')",
        "np.pad(i, 1, constant_values=np.nan)", "np.pad(i, 1, constant_values=(-np.inf, 1))",
        "np.pad(i, 1, constant_values=2.7)", "np.pad(i.astype(np.int8), 1, constant_values=300)",
        "np.pad(i.astype(np.int16), (i[0], 1), constant_values=(i[1], 7.5))",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i, c", A, I, CUBE)


@pytest.mark.parametrize(
    ("widths", "pairs"),
    [("{0: (1, 2)}", "((1, 2), (0, 0))"), ("{-1: 3}", "((0, 0), (3, 3))"), ("{0: 1, 1: 2}", "((1, 1), (2, 2))")],
)
def test_widths_by_axis(widths, pairs):
    # NumPy takes dicts from 2.3 on.
    padded = njit(expression(f"np.pad(a, {widths}, 'edge')", "a"))(A)
    np.testing.assert_array_equal(padded, np.pad(A, eval(pairs), "edge"))


def test_widths_of_no_axis():
    with pytest.raises(IndexError):
        njit(expression("np.pad(a, {2: 1})", "a"))(A)


def test_refused():
    assert "'mode'" in compile_error(expression("np.pad(a, 1, 'mode')", "a"), I)
    assert "integral" in compile_error(expression("np.pad(a, 1.5)", "a"), I)
    assert "pair for each axis" in compile_error(expression("np.pad(a, (1, 2, 3))", "a"), I)
