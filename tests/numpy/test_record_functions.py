"""Functions of arrays of records, and of single records, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit

from .rows import check, check_error, check_rows

RECORDS = np.array([(3.0, 2), (1.0, 4), (1.0, 2), (3.0, 2)], [("x", "f8"), ("y", "i4")])
TEXTS = np.array([(3, "b"), (1, "abc"), (3, ""), (3, "b")], [("k", "i2"), ("s", "U3")])
NESTED = np.array([((1, 2.5), True), ((1, -2.5), False), ((0, 0), False)], [("p", [("a", "i2"), ("b", "f4")]), ("c", "?")])
TIMES = np.array([("NaT", 1j), ("2020-01-01", 2j), ("2020-01-01", 1j)], [("t", "M8[D]"), ("z", "c16")])
NANS = np.array([(np.nan, 1), (1.0, 2), (np.nan, 0), (1.0, 1)], [("x", "f8"), ("y", "i4")])
WITH_ARRAYS = np.array([([1, 2], 1), ([1, 3], 1), ([0, 0], 0)], [("v", "f8", 2), ("k", "i1")])

SINGLE = """
a[0] == a[1], a[0] == a[-1], a[0] != a[1], a[0] != a[2]
len(a[0]), tuple(a[1]), [tuple(r) for r in a]
a[0] in a, a[1] in a[2:], a[0] in a[::-1][:1]
np.array(a[1]), np.asarray(a[1]).ndim, np.array([a[0], a[1]]), np.array((a[1], a[0], a[1])), np.array([x for x in a])
np.append(a, a[0]), np.append(a, a[1:]), np.insert(a, 1, a[0]), np.insert(a, [0, 2], a[1]), np.insert(a, 1, a[::-1])
np.broadcast_to(a[0], (2, 2)), np.atleast_1d(a[1]), np.atleast_2d(a[1])
np.array_equal(a, a), np.array_equal(a, a[::-1]), np.array_equal(a, a[1:])
np.count_nonzero(a), np.nonzero(a)[0], np.flatnonzero(a)
""".strip().splitlines()

ORDERED = """
np.unique(a), np.unique(a, return_index=True), np.unique(a, return_counts=True)
np.unique(a, return_inverse=True), np.unique(a, True, True, True), np.unique(a[:0], return_index=True)
np.searchsorted(np.sort(a), a), np.searchsorted(np.sort(a), a, side='right'), np.searchsorted(np.sort(a), a[1], 'right')
np.searchsorted(a, a, sorter=np.argsort(a)), np.sort(a).searchsorted(a[0])
np.isin(a, a[:1]), np.isin(a, a[1:2], invert=True), np.isin(a[0], a[1:]), np.isin(a[:2].reshape(2, 1), a[:1])
np.union1d(a[:2], a), np.intersect1d(a[1:], a[:2]), np.setdiff1d(a, a[:1]), np.setxor1d(a[:2], a[1:])
np.partition(a, 1)[1], np.partition(a, -1)[-1], a[np.argpartition(a, 0)][0], a[a.argpartition(1)][1]
""".strip().splitlines()

ALONG_AXES = """
np.sort(a), np.sort(a, axis=0), np.sort(a, 1), np.sort(a, axis=None), np.sort(a.T), np.sort(a[:, ::-1], 0)
np.argsort(a), np.argsort(a, axis=0), a.argsort(), np.argsort(a, axis=None), np.partition(a, 0), np.argpartition(a, 0, axis=0)
a.sort()@return a
a.sort(axis=0)@return a
np.sort(a, order='y'), np.argsort(a, axis=0, order='y')
np.ones_like(a), np.zeros_like(a), np.empty_like(a).shape
""".strip().splitlines()

CHANGES = """
np.put(a, [0, 1], a[2])
np.put(a, [0, -1], a[1:])
a.put([1], a[0])
np.putmask(a, np.arange(a.size) % 2 == 0, a[1])
np.place(a, np.arange(a.size) > 0, a[:1])
np.copyto(a, a[1])
np.copyto(a, a[::-1].copy(), where=np.arange(a.size) > 0)
""".strip().splitlines()

ARRAYS = [RECORDS, TEXTS, NESTED, TIMES]


@pytest.mark.parametrize("a", [*ARRAYS, NANS], ids=["numbers", "texts", "nested", "times", "nans"])
def test_single_records(a):
    check_rows(SINGLE, a)


@pytest.mark.parametrize("a", [*ARRAYS, NANS, WITH_ARRAYS], ids=["numbers", "texts", "nested", "times", "nans", "arrays"])
def test_order_and_sets(a):
    check_rows(ORDERED, a)


@pytest.mark.parametrize("source", ALONG_AXES)
def test_order_along_axes(source):
    for a in (RECORDS.reshape(2, 2), np.concatenate((RECORDS, RECORDS[::-1], RECORDS)).reshape(2, 3, 2)):
        check(source.replace("@", "\n"), a)
    check_error("np.sort(a, axis=2)", RECORDS)


@pytest.mark.parametrize("source", CHANGES)
@pytest.mark.parametrize("a", ARRAYS, ids=["numbers", "texts", "nested", "times"])
def test_elements_are_set(source, a):
    check(f"{source}\nreturn a", a)


def test_records_with_arrays():
    check(
        "a[0] == a[1], a[0] == a[0], np.array_equal(a, a), np.count_nonzero(a), np.append(a, a[0]), a[0] in a[1:]", WITH_ARRAYS
    )


def test_places_that_are_not_there():
    check_error("np.put(a, [4], a[0])", RECORDS)
    check_error("np.insert(a, 7, a[0])", RECORDS)
    check_error("np.partition(a, 9)", RECORDS)


@pytest.mark.parametrize("a", [*ARRAYS[:3], WITH_ARRAYS], ids=["numbers", "texts", "nested", "arrays"])
def test_around_records_and_beside_one(a):
    check("np.pad(a, 1), np.pad(a, (1, 2), mode='edge'), np.pad(a, 1, mode='reflect'), np.pad(a, 1, constant_values=7)", a)
    check("np.pad(a, 1, constant_values=a[1]), a == a[0], a[1] != a, np.piecewise(a, [a == a[0]], [a[1], a[2]])", a)
    check("a.tobytes(), a[::2].tobytes(), np.full_like(a, 3), np.ones(2, a.dtype)", a)


def test_numbers_become_texts_of_fields():
    a = np.array([(1, b"ab", (3, "x"))] * 3, [("x", "f8"), ("s", "S3"), ("n", [("i", "i1"), ("t", "U2")])])
    check("a[:] = 5\nreturn a", a)
    check("a[1] = 5\nreturn a", a)
    check("a[0] = (1.0, b'12', a[1]['n'])\na[1:] = (2, b'q', (1, 34))\nreturn a", a)


@pytest.mark.parametrize("a", [*ARRAYS[:3], WITH_ARRAYS], ids=["numbers", "texts", "nested", "arrays"])
def test_choice(a):
    check(
        "np.where(b, a, a[0]), np.where(b, a[1], a), np.where(b, a[1], a[0]), np.where(b, a, a[::-1])", a, np.arange(a.size) > 1
    )
    check(
        "np.select([b], [a], a[1]), np.select([b, ~b], [a, a[::-1]], a), np.select([b], [a], a[:1])", a, np.arange(a.size) > 1
    )
    check("np.trim_zeros(a), np.nan_to_num(a), np.array([a[0], a[1]], dtype=a.dtype)", a)


TUPLES = """
np.put(a, [0, 1], b)
np.putmask(a, a['x'] > 1, b)
np.place(a, a['x'] > 1, b)
np.fill_diagonal(a.reshape(2, 2), b)
a[a['x'] > 1] = b
a[[0, 2]] = b
a[np.array([1, 1])] = b
a[1:] = b
a.reshape(2, 2)[:, np.array([True, False])] = b
a.reshape(2, 2)[0, [1]] = b
a[a['x'] > 9] = b
a = np.insert(a, 1, b)
a = np.insert(a, [0, 3], b)
""".strip().splitlines()


@pytest.mark.parametrize("source", TUPLES)
def test_tuples_are_records(source):
    check(f"{source}\nreturn a", RECORDS, (7.5, 9))
    named = np.array([(3.0, "b"), (1.0, "abc"), (3.0, ""), (0.0, "b")], [("x", "f4"), ("s", "U3")])
    check(f"{source}\nreturn a", named, (7.5, "cd"))


@pytest.mark.parametrize("source", ["a[a['x'] > 1] = b", "a[[0, 2]] = b", "np.put(a, [0, 1], b)", "a = np.insert(a, 1, b)"])
def test_numbers_are_records_of_them(source):
    check(f"{source}\nreturn a", RECORDS, 5)


def test_records_of_other_types_are_set_through_masks():
    check("a[a['x'] > 1] = b[['y', 'x']][:2]\nreturn a", RECORDS, np.array([(7, 9.5)] * 3, [("x", "i2"), ("y", "f4")]))


def test_rows_of_numbers_are_no_records():
    for source in (
        "np.put(a, [0, 1], [(1.0, 2), (5.0, 6)])",
        "np.insert(a, 1, [(7.0, 9)])",
        "np.place(a, a['x'] > 1, [(7.0, 9)])",
    ):
        with pytest.raises(errors.TypingError, match=r"make records of them by np.array\(rows, dtype\)"):
            njit(eval(f"lambda a: {source}"))(RECORDS)
