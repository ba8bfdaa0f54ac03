"""What the helpers of tests say about lines that are compiled together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check_rows, grouped
from tests.numpy.scipy_lines import check_errors, compare_cases
from tests.run.support import check_lines


def test_the_message_names_the_line_that_differs():
    # Products of integers have 64 bits.
    with pytest.raises(AssertionError, match=r"^a \* a of \(1099511627776,\)"):
        check_lines(["a + 1", "a * a", "a - 1"], "a", 2**40)
    with pytest.raises(AssertionError, match=r"^a \* a: "):
        check_rows(["a + 1", "a * a"], 2**40)
    with pytest.raises(AssertionError, match=r"^product: "):
        compare_cases({"zero": lambda: 0, "product": lambda: int(2.0**40) * int(2.0**40)}, ["zero", "product"], equal)


def equal(found, expected):
    assert found == expected


def test_lines_that_raise_are_compared_one_by_one():
    check_lines(["a[5]", "np.zeros(a[0] - 1)", "a[0]"], "a", [0, 1])
    check_lines(["a.sum(axis=7)", "np.zeros(a[0] - 1)", "a + 1"], "a", np.zeros(2, np.int64), same_error_args=False)
    with pytest.raises(AssertionError, match=r"math.exp\(a\) of \(1000.0,\) raises OverflowError"):
        check_lines(["np.zeros(int(-a))", "math.exp(a)"], "a", 1000.0)


def test_errors_of_functions_are_compared_one_by_one():
    cases = {"length": lambda: np.zeros(int(-1.0)), "item": lambda: [1][int(1.0)]}
    check_errors(cases, cases)


def test_lines_that_change_an_argument_are_alone():
    check_lines(["a.fill(3)", "a.sum()", "a.sort()", "np.add(a, 1, out=a)"], "a", np.array([3.0, 1.0, 2.0]))
    check_rows(["a.fill(3)", "a.sum()", "np.add(a, 1, out=a)"], np.array([3.0, 1.0, 2.0]))


def test_rows_with_the_same_arguments_are_joined():
    a, b = np.ones(2), np.ones(2)
    joined = [row.values[0] for row in grouped([("x", a), ("y", b), ("z", a)])]
    assert [row[0] for row in joined] == [("x", "z"), ("y",)]
    assert joined[0][1] is a
