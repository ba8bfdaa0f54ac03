"""Functions of arrays with a number, which NumPy takes as an array without axes."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import NumbaError
from tests.run.support import check, expression

NAMES = (
    "all amax amin any argmax argmin average count_nonzero cumsum max mean median min nanmax nansum prod ptp ravel "
    "std sum transpose unique var"
).split()

# Compiled code has no order of complex numbers for this.
OF_REAL_NUMBERS = ("nanmax",)

CASES = [
    (name, value)
    for name in NAMES
    for value in (2.5, 3, True, 0, 1 - 2j)
    if not (isinstance(value, complex) and name in OF_REAL_NUMBERS)
]


@pytest.mark.parametrize(("name", "value"), CASES)
def test_numbers(name, value):
    function = getattr(np, name)
    scope = {"function": function}
    exec("def call(x):\n    return function(x)", scope)
    try:
        expected = function(value)
    except TypeError:
        with pytest.raises((TypeError, NumbaError)):
            njit(scope["call"])(value)
        return
    found = njit(scope["call"])(value)
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected)


def test_options():
    @njit
    def total(x):
        return np.sum(x, keepdims=True), np.sum(x, dtype=np.float32)

    found = total(3)
    assert np.ndim(found[0]) == 0
    assert found == (3, 3.0)
    with pytest.raises(np.exceptions.AxisError, match="axis -1 is out of bounds for array of dimension 0"):
        njit(lambda x: np.sort(x))(1.5)


def test_sets_with_a_number():
    for text in ("np.intersect1d(a, 3)", "np.setdiff1d(a, 3)", "np.setxor1d(a, 7)"):
        check(expression(text, "a"), np.array([1, 3, 5]))


def test_running_sums_along_the_axis_of_a_number():
    check(expression("np.cumsum(a, 0), np.cumprod(a, axis=-1), np.cumsum(a)", "a"), np.array(3.0))
    check(expression("np.cumsum(a, 1)", "a"), np.array(3.0), same_error_args=False)
