"""Lists beside numbers of NumPy, whose operators make arrays of them, and slices of any numbers for np.mgrid and np.ogrid."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError


def quotient(items, a):
    return items / np.sum(items)


def difference(items, a):
    return a[0] - items, items - a.mean(), items + a.max()


def power(items, a):
    return items ** a[1], [1, 2, 3] // a[1], a.max() % items


def comparison(items, a):
    return items < a[1], a.mean() >= items, items == a[1]


def of_rows(items, a):
    return [[1.0, 2.0], [3.0, 4.0]] / a.sum()


@pytest.mark.parametrize("function", [quotient, difference, power, comparison, of_rows])
def test_lists_of_numbers(function):
    items, a = [1.5, 2.0, 4.0], np.array([0.5, 2.0, 3.5])
    want, got = function(items, a), njit(function)(items, a)
    want, got = (want, got) if isinstance(want, tuple) else ((want,), (got,))
    for expected, found in zip(want, got, strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_lists_are_repeated_by_integers():
    repeated = njit(lambda items, a: items * len(a) + items * a[0])
    assert repeated([1, 2], np.array([2, 1])) == [1, 2] * 4


@pytest.mark.parametrize("function", [lambda items: items / 2.0, lambda items: items - 1])
def test_pythons_numbers_make_no_arrays(function):
    with pytest.raises(TypingError):
        njit(function)([1.0, 2.0])


def test_slices_of_grids():
    def grids(a, b, step):
        return np.mgrid[slice(a, b, step), slice(0.0, 1.0, 0.5)], np.ogrid[slice(a, b, step), slice(1, 3)]

    (want, (rows, columns)), (got, (own_rows, own_columns)) = grids(1.0, 2.5, 0.5), njit(grids)(1.0, 2.5, 0.5)
    np.testing.assert_array_equal(got, want)
    np.testing.assert_array_equal(own_rows, rows)
    np.testing.assert_array_equal(own_columns, columns)
