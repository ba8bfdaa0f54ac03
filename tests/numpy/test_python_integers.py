"""Constants of the program that an array's integers don't have: OverflowError, with NumPy's text."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit

STATEMENTS = [
    "a[0] = -1", "a[:] = 300", "a[1:] += 256", "a.fill(300)", "a[[0, 1]] = 300", "a[a == 0] = 300", "a *= 300",
    "return np.full(3, 300, np.uint8)", "return np.full_like(a, -1)", "return a + 300", "return np.maximum(a, 300)",
    "a[0] = 255\n    return a", "a[...] = 7\n    return a", "return np.where(a > 0, a, 9)",
    "return np.where(a > 0, a, -1), np.where(a > 0, 300, a)", "return np.full(3, -1, np.uint64)",
]  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS)
def test_constants(statement):
    scope = {"np": np}
    exec(f"def f(a):\n    {statement}\n", scope)
    outcomes = []
    for function in (scope["f"], njit(scope["f"])):
        try:
            outcomes.append(repr(function(np.arange(3, dtype=np.uint8))))
        except OverflowError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_numbers_that_are_computed_wrap_around():
    @njit
    def f(a, k):
        a[0] = k
        a[1] = np.uint8(k & 0xFF)
        return a

    np.testing.assert_array_equal(f(np.zeros(2, np.uint8), 300), [44, 44])
