"""Parts of arrays that iterations of `prange` loops change: rows, records, fields, `a.flat`, `np.add.at`."""

import warnings

import numpy as np
import pytest

from coluber import njit, prange
from coluber.core.errors import NumbaPerformanceWarning

PAIR = np.dtype([("x", "f8"), ("y", "i8")])


def rows(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            h[idx[i, k]][0] += 1


def named_rows(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            row = h[idx[i, k]]
            row[1] += k


def whole_rows(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            row = h[idx[i, k]]
            row += 2.0


def remainders(h, idx):
    for i in prange(idx.shape[0] * 50):
        row = h[i % 4]
        row[0] += 1


def flat(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            h.flat[idx[i, k]] += 1


def added_at(h, idx):
    for i in prange(idx.shape[0]):
        np.add.at(h, idx[i], 1.0)


def fields_of_records(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            h[idx[i, k]]["x"] += 1


def attributes_of_records(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            h[idx[i, k]].y += 1


def elements_of_fields(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(idx.shape[1]):
            h.x[idx[i, k]] += 1


def same_row(h, idx):
    for i in prange(idx.shape[0]):
        for k in range(4):
            row = h[k]
            row[0] += idx[i, 0]


SHARED = [rows, named_rows, whole_rows, remainders, flat, added_at]
SHARED_RECORDS = [fields_of_records, attributes_of_records, elements_of_fields]


def run(function, *arguments):
    """Return whether the loop runs side by side; it has done what Python does."""
    again = [a.copy() for a in arguments]
    for _ in range(3):
        given, expected = [a.copy() for a in again], [a.copy() for a in again]
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            jitted = njit(parallel=True)(function)
            jitted(*given)
        function(*expected)
        for found, wanted in zip(given, expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
    return not any(issubclass(one.category, NumbaPerformanceWarning) for one in told)


INDICES = np.random.default_rng(0).integers(0, 4, (200, 100))


@pytest.mark.parametrize("function", [*SHARED, same_row], ids=lambda f: f.__name__)
def test_parts_that_iterations_share_are_changed_in_order(function):
    assert not run(function, np.zeros((4, 2)), INDICES)


@pytest.mark.parametrize("function", SHARED_RECORDS, ids=lambda f: f.__name__)
def test_records_that_iterations_share_are_changed_in_order(function):
    assert not run(function, np.zeros(4, PAIR).view(np.recarray), INDICES)


def own_rows(h, idx):
    for i in prange(h.shape[0]):
        row = h[i]
        for k in range(h.shape[1]):
            row[k] += k
        row += 1.0
        h[i][0] += 2.0


def shifted_rows(h, idx):
    for i in prange(h.shape[0] - 1):
        row = h[i + 1]
        row[0] += i


def rows_of_parts(h, idx):
    for i in prange(2):
        for k in range(i * 2, i * 2 + 2):
            row = h[k]
            row[0] += i


def rows_between_bounds(h, idx):
    for i in prange(2):
        for k in range(idx[0, i], idx[0, i + 1]):
            h[k][1] += i


def own_columns(h, idx):
    for i in prange(h.shape[1]):
        for k in range(h.shape[0]):
            h[k][i] += k


def own_at(h, idx):
    for i in prange(h.shape[0]):
        np.add.at(h, i, 1.0)


def made_inside(h, idx):
    for i in prange(h.shape[0]):
        own = np.zeros((4, 2))
        for k in range(idx.shape[1]):
            row = own[idx[i, k] % 4]
            row[0] += 1
        h[i, 0] = own.sum()


OWN = [own_rows, shifted_rows, rows_of_parts, rows_between_bounds, own_columns, own_at, made_inside]


@pytest.mark.parametrize("function", OWN, ids=lambda f: f.__name__)
def test_parts_of_one_iteration_are_changed_side_by_side(function):
    bounds = np.zeros((4, 100), np.int64)
    bounds[0, :3] = 0, 3, 4
    assert run(function, np.zeros((4, 2)), bounds)


def test_own_records_are_changed_side_by_side():
    def f(h):
        for i in prange(h.size):
            h[i]["x"] += i
            h[i].y += 1

    assert run(f, np.zeros(40, PAIR).view(np.recarray))
