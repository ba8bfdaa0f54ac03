"""Sorting, searching in sorted vectors, and arrays as sets, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import from_dtype, njit
from coluber.lib.numpy import ordering
from tests.run.support import check, check_lines, compile_error, expression, groups, jitted

RNG = np.random.default_rng(11)
DTYPES = ["?", "i1", "i8", "u1", "u8", "f2", "f4", "f8", "c8", "c16"]


def numbers(dtype, shape=300):
    """Some numbers, many of them equal; a few NaNs among floats."""
    values = RNG.integers(-60, 60, shape)
    if dtype.startswith("c"):
        values = values + 1j * RNG.integers(-2, 2, shape)
        values.flat[::31] = complex(np.nan, 1)
        values.flat[::37] = complex(2, np.nan)
        values.flat[::41] = complex(np.nan, np.nan)
    elif dtype.startswith("f"):
        values = values / 4 + 0.125
        values.flat[::29] = np.nan
    return values.astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_vectors_of_all_types(dtype):
    a = numbers(dtype)
    check(expression("np.sort(a), np.argsort(a, kind='stable'), a[::-2].argsort(stable=True)", "a"), a)
    check(expression("np.sort(a[::3], kind='stable'), np.partition(a, 100)[100], np.unique(a[:40])", "a"), a)


def sorted_in_place(a):
    a.sort()


@pytest.mark.parametrize("count", [0, 1, 2, 24, 25, 49, 1000, 5001])
def test_lengths(count):
    for a in (RNG.random(count), np.arange(count), np.arange(count)[::-1].copy(), RNG.integers(0, 3, count), np.zeros(count)):
        check(sorted_in_place, a)
        check(expression("np.argsort(a, kind='mergesort')", "a"), a)
        check(expression("np.sort(a[::-1])", "a"), a)


def test_an_order_that_is_bad_for_the_median_of_three():
    n = 20000
    organ = np.concatenate((np.arange(n // 2), np.arange(n // 2)[::-1]))
    zigzag = np.arange(n) ^ 1
    interleaved = np.empty(n, np.int64)
    interleaved[::2], interleaved[1::2] = np.arange(n // 2), np.arange(n // 2)[::-1]
    for a in (organ, zigzag, interleaved):
        check(expression("np.sort(a), np.partition(a, 777)[777]", "a"), a)


@pytest.mark.parametrize("dtype", ["i8", "f8", "c16"])
def test_heapsort(dtype):
    """No order is known that makes `sort` fall back to it."""
    heapsort = njit(ordering._heapsort(ordering.order_of(from_dtype(np.dtype(dtype)))))
    for count in (0, 1, 2, 3, 50, 777):
        a = RNG.integers(0, 99, count).astype(dtype)
        found = a.copy()
        heapsort(found, 0, count)
        np.testing.assert_array_equal(found, np.sort(a))


@pytest.mark.parametrize(("axis", "layout"), [("None", "F"), ("0", "C"), ("1", "A"), ("2", "F"), ("-1", "C")])
def test_axes(axis, layout):
    a = RNG.integers(0, 9, (3, 40, 4))
    a = np.asfortranarray(a) if layout == "F" else np.repeat(a, 2, 2)[:, :, ::2] if layout == "A" else a
    check(expression(f"np.sort(a, axis={axis}), np.sort(a, {axis}, 'heapsort')", "a"), a)
    check(expression(f"np.argsort(a, {axis}, 'stable'), a.argsort(axis={axis}, kind='mergesort')", "a"), a)
    if axis != "None":
        check(expression(f"a.sort(axis={axis})", "a"), a)
        check(expression(f"np.partition(a, 2, {axis}).shape", "a"), a)


def test_elements_at_the_places_of_a_partition():
    a = RNG.integers(0, 50, (60, 3))
    check(expression("np.partition(a, 7, axis=0)[7], np.partition(a, -7, 0)[-7], np.partition(a, 20, None)[20]", "a"), a)
    check(expression("np.partition(a, (5, 0, -1, 5), 0)[0], np.partition(a, (5, 0, -1), 0)[-1]", "a"), a)
    check(expression("np.partition(a[:, 0], b)[b[0]], a[:, 1].argpartition(b).shape", "a, b"), a, np.array([40, 3, 17]))
    v = RNG.random(500)
    part = jitted(expression("np.partition(a, (100, 300))", "a"))(v)
    assert part[:100].max() <= part[100] <= part[101:300].min()
    assert part[100:300].max() <= part[300] <= part[301:].min()
    where = jitted(expression("np.argpartition(a, 100)", "a"))(v)
    assert v[where[:100]].max() <= v[where[100]] <= v[where[101:]].min()


@pytest.mark.parametrize("dtype", DTYPES)
def test_parts_of_many_elements(dtype):
    """Of more elements than are sorted, in any order, with NaNs or without, contiguous or not, at ends and in the middle."""
    function = jitted(expression("np.partition(a, k)", "a, k"))
    for count in (256, 257, 3000, 50_000):
        with_nans = numbers(dtype, count)
        without = with_nans[with_nans == with_nans]
        for a in (with_nans, without, np.sort(with_nans), with_nans[::2]):
            ordered, length = np.sort(a), len(a)
            for k in (0, 1, length // 3, -length // 4, -1):
                found = function(a, k)
                np.testing.assert_array_equal(np.sort(found), ordered)
                np.testing.assert_array_equal(np.sort(found[: k % length]), ordered[: k % length])
                np.testing.assert_array_equal(found[k], ordered[k])


@pytest.mark.parametrize("axis", ["0", "1", "-1", "None"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i1", "u8", "?"])
def test_positions_of_a_partition(dtype, axis):
    a = (RNG.random((30, 40)) * 9).astype(dtype)
    arrays = [a, np.asfortranarray(a), a[::-1, ::-2]]
    if dtype[0] == "f":
        arrays.append(np.where(a > 6, np.nan, a).astype(dtype))
    function = jitted(expression(f"np.argpartition(a, k, {axis})", "a, k"))
    for array in arrays:
        for k in (0, 11, -1):
            found, along = function(array, k), int(axis) if axis != "None" else 0
            values = array if axis != "None" else array.ravel()
            ordered, there = np.sort(values, along), np.take_along_axis(values, found, along)
            np.testing.assert_array_equal(np.sort(found, along), np.sort(np.argsort(values, along), along))
            np.testing.assert_array_equal(np.take(there, k, along), np.take(ordered, k, along))
            first = range(k % values.shape[along])
            before = np.sort(np.take(there, first, along), along)
            np.testing.assert_array_equal(before, np.take(ordered, first, along))


@pytest.mark.parametrize(
    "lines", groups(["np.partition(a, 10)", "np.partition(a, -11)", "np.argpartition(a, 10)", "np.sort(a, 1)"])
)
def test_places_that_are_not_there(lines):
    check_lines(lines, "a", np.arange(10.0), same_error_args=False)


def test_several_keys():
    a, b = RNG.integers(0, 4, 90), np.floor(RNG.random(90) * 4)
    b[::11] = np.nan
    check(expression("np.lexsort((a, b)), np.lexsort((b, a)), np.lexsort((a,)), np.lexsort((b, a > 1, a))"), a, b)
    check(expression("np.lexsort(a)", "a"), RNG.integers(0, 3, (3, 50)))
    check(expression("np.lexsort((a, b))"), a, b[:5], same_error_args=False)


def test_keys_of_several_axes():
    a, b = RNG.integers(0, 3, (3, 4, 5)), RNG.integers(0, 3, (3, 4, 5)).astype(np.float32)
    for axis in (-1, 0, 1):
        check(expression(f"np.lexsort((a, b, a > 1), {axis}), np.lexsort(a, axis={axis if axis < 1 else -2})"), a, b)
    check(expression("np.lexsort((a, a), 0), np.lexsort(b, axis=-1), np.lexsort((b[0], b[1]), axis=0)"), a[0, 0], b[0])
    for text in ("np.lexsort((a, b), 3)", "np.lexsort((a, b[:2]))", "np.lexsort((a[0, 0],), 1)", "np.lexsort(a[0], -2)"):
        check(expression(text), a, b, same_error_args=False)


@pytest.mark.parametrize("dtype", ["i2", "i8", "f4", "c16"])
def test_sort_complex(dtype):
    check(expression("np.sort_complex(a)", "a"), numbers(dtype))


@pytest.mark.parametrize("text", ["np.sort(a, kind='best')", "np.sort(a, order='x')", "np.partition(a, 1, kind='x')"])
def test_refused(text):
    assert compile_error(expression(text, "a"), np.arange(4.0))


# ---------------------------------------------------------------------------------------------------------- bisection


@pytest.mark.parametrize("side", ["'left'", "'right'"])
@pytest.mark.parametrize(("dtype", "other"), [("f8", "f8"), ("u1", "i8"), ("c16", "c16")])
def test_searchsorted(dtype, other, side):
    a, v = numbers(dtype, 70), numbers(other, (4, 9))
    ordered = np.sort(a)
    check(expression(f"np.searchsorted(a, b, {side}), np.searchsorted(a, 3, {side}), a.searchsorted(b[0])"), ordered, v)
    check(expression(f"np.searchsorted(a, b, {side}, np.argsort(a)), np.searchsorted(np.sort(a), (1, 2.5))"), a, v)
    check(expression(f"np.searchsorted(a[:0], b, {side}), np.searchsorted(a[::3], b)"), ordered, v)


def test_sorters_that_do_not_fit():
    for sorter in (np.arange(3), np.arange(4) + 1, np.arange(4) - 1):
        check(expression("np.searchsorted(a, 9.0, sorter=b)"), np.arange(4.0), sorter)


@pytest.mark.parametrize("right", ["", ", True", ", right=False"])
@pytest.mark.parametrize("bins", [np.arange(-9.0, 9, 2), np.arange(9)[::-1], np.ones(3), np.array([1.0, 3, 2]), np.zeros(0)])
def test_digitize(bins, right):
    check(expression(f"np.digitize(a, b{right}), np.digitize(3, b{right})"), numbers("f8", (6, 5)), bins)


# --------------------------------------------------------------------------------------------------------------- sets

SETS = [numbers("i8", 40), numbers("f8", (5, 8)), np.zeros(0), numbers("u1", 30)[::2], numbers("c16", 60)]


@pytest.mark.parametrize("a", SETS)
def test_unique(a):
    check(expression("np.unique(a), np.unique(a, return_index=True), np.unique(a, return_counts=True)", "a"), a)
    check(expression("np.unique(a, True, False, True), np.unique(a, True, True, True), np.unique(a, equal_nan=False)", "a"), a)
    check(expression("np.unique(a, return_inverse=True)", "a"), a)


@pytest.mark.parametrize(("a", "b"), [(SETS[i], SETS[j]) for i, j in ((0, 0), (1, 0), (0, 3), (2, 1), (1, 1), (4, 0))])
def test_sets(a, b):
    check(expression("np.union1d(a, b), np.intersect1d(a, b), np.setxor1d(a, b), np.setdiff1d(a, b)"), a, b)
    check(expression("np.isin(a, b), np.isin(a, b, invert=True), np.isin(a, (1, 2, 3)), np.isin(3, b)"), a, b)


@pytest.mark.parametrize("types", [("i1", "u1"), ("i8", "i8"), ("u8", "u8"), ("u4", "i2"), ("i8", "?"), ("u1", "f4")])
def test_members_of_small_and_large_ranges(types):
    a, b = (np.random.default_rng(3).integers(0, 100, 40).astype(dtype) for dtype in types)
    far = b[:3].copy()
    if far.dtype.kind in "iu":
        far[:2] = np.iinfo(far.dtype).min, np.iinfo(far.dtype).max
        a[:2] = np.iinfo(a.dtype).min, np.iinfo(a.dtype).max
    for members in (b, far, b[:1], b[:0]):
        check(expression("np.isin(a, b), np.isin(a, b, invert=True), np.setdiff1d(a, b)"), a, members)


def test_sets_of_distinct_elements():
    a, b = np.array([5, 1, 3]), np.array([3, 9, 5])
    check(expression("np.intersect1d(a, b, True), np.intersect1d(a, b, return_indices=True)"), a, b)
    check(expression("np.setdiff1d(a, b, assume_unique=True), np.setxor1d(a, b, assume_unique=True)"), a, b)


@pytest.mark.parametrize("a", [np.arange(5) ** 2, RNG.random((2, 3)), np.zeros(0), np.array([250, 3], np.uint8)])
def test_ediff1d(a):
    check(expression("np.ediff1d(a), np.ediff1d(a, 1, (2, 3)), np.ediff1d(a, to_begin=7)", "a"), a)


@pytest.mark.parametrize("kth", [0, 3, -1, (0, 2)])
def test_partitions_of_nothing(kth):
    empty = np.zeros(0)
    assert njit(lambda a, k: np.partition(a, k))(empty, kth).shape == (0,)
    assert njit(lambda a, k: np.argpartition(a, k))(empty, kth).shape == (0,)


def read_only(values, dtype="f8"):
    a = np.array(values).astype(dtype)
    a.flags.writeable = False
    return a


@pytest.mark.parametrize("dtype", ["i8", "f4", "c16", "?", "m8[s]", "U2", "i8,f4"])
@pytest.mark.parametrize("text", ["a.sort()", "a.sort(0, 'stable')", "a[::-2].sort(axis=-1)", "a.reshape(1, -1).T.sort()"])
def test_a_read_only_array_is_not_sorted(text, dtype):
    scope = {}
    exec(f"def f(a): {text}", scope)
    function, a = scope["f"], read_only([3, 1, 2], dtype)
    if dtype == "i8,f4" and ".T" in text:
        a = a[:1]
    for call in (function, njit(function)):
        with pytest.raises(ValueError, match="sort array is read-only"):
            call(a)
    np.testing.assert_array_equal(a, read_only([3, 1, 2], dtype)[: len(a)])


GLOBAL = np.array([3, 1, 2])


def test_a_global_array_is_not_sorted():
    def sort_it():
        GLOBAL.sort()
        return GLOBAL[0]

    with pytest.raises(ValueError, match="sort array is read-only"):
        njit(sort_it)()
