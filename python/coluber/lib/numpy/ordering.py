"""Sorting vectors in place by compiled loops, for kernels.

NaNs are moved to the end first, so that the loops compare with ``<`` alone. On the host the runtime sorts: see `sort_numbers`
and its neighbours in `coluber.lib.intrinsics`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_complex
from coluber.lib.numpy.vectors import has_nan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type

# Ranges that are not longer are sorted by insertion.
_SHORT = 24

# From longer ranges nine elements are looked at for one to split at.
_LONG = 128

# How often a range is split before it counts as a bad case: more than twice the logarithm of any length.
_DEPTH = 128


def less(x, y):
    """Whether a number that is no NaN comes before another one."""
    return x < y


def less_complex(x, y):
    """Whether a complex number comes before another: numbers with NaNs last, those with one in the imaginary part first."""
    x_class = 2 * int(x.real != x.real) + int(x.imag != x.imag)
    y_class = 2 * int(y.real != y.real) + int(y.imag != y.imag)
    if x_class != y_class:
        return x_class < y_class
    if x_class == 2:
        return x.imag < y.imag
    return x.real < y.real or (x_class == 0 and x.real == y.real and x.imag < y.imag)


def order_of(dtype: Type) -> FunctionType:
    """Return the function that says whether an element comes before another, where NaNs are gone from floats."""
    return less_complex if is_complex(dtype) else less


@cache
def nans_last(dtype: Type) -> FunctionType:
    """Return ``(a)``: move the NaNs of a vector of floats to its end, and return how many other elements there are."""
    index = np.uint64

    def move(a):
        if not has_nan(a, 0, a.size):
            return a.size
        count = 0
        for i in range(a.size):
            x = a[index(i)]
            if x == x:
                a[index(count)] = x
                count += 1
        nan = a.dtype.type(np.nan)
        for i in range(count, a.size):
            a[index(i)] = nan
        return count

    def all_of(a):
        return a.size

    return move if isinstance(dtype, types.Float) else all_of


@cache
def insertion(before: FunctionType) -> FunctionType:
    """Return ``(a, low, high)``: sort a short range."""
    index = np.uint64

    def sort_short(a, low, high):
        for i in range(low + 1, high):
            x = a[index(i)]
            j = i
            while j > low and before(x, a[index(j - 1)]):
                a[index(j)] = a[index(j - 1)]
                j -= 1
            a[index(j)] = x

    return sort_short


@cache
def _heapsort(before: FunctionType) -> FunctionType:
    """Return ``(a, low, high)``: sort in time that does not depend on the order of the elements."""
    index = np.uint64

    def sink(a, low, at, count):
        x = a[index(low + at)]
        while 2 * at + 1 < count:
            child = 2 * at + 1
            if child + 1 < count and before(a[index(low + child)], a[index(low + child + 1)]):
                child += 1
            if not before(x, a[index(low + child)]):
                break
            a[index(low + at)] = a[index(low + child)]
            at = child
        a[index(low + at)] = x

    def sort_heap(a, low, high):
        count = high - low
        for k in range(count // 2 - 1, -1, -1):
            sink(a, low, k, count)
        for last in range(count - 1, 0, -1):
            x = a[index(low)]
            a[index(low)] = a[index(low + last)]
            a[index(low + last)] = x
            sink(a, low, 0, last)

    return sort_heap


def swap(a, i, j):
    """Exchange two elements of a vector."""
    x = a[np.uint64(i)]
    a[np.uint64(i)] = a[np.uint64(j)]
    a[np.uint64(j)] = x


@cache
def _to_median(before: FunctionType) -> FunctionType:
    """Return ``(a, low, high)``: move an element near the median of a range to its end."""
    index = np.uint64

    def order_three(a, i, j, k):
        if before(a[index(j)], a[index(i)]):
            swap(a, j, i)
        if before(a[index(k)], a[index(j)]):
            swap(a, k, j)
            if before(a[index(j)], a[index(i)]):
                swap(a, j, i)

    def move(a, low, high):
        middle, last = (low + high) >> 1, high - 1
        if high - low > _LONG:
            # The median of three medians, from all over the range.
            far = (high - low) >> 3
            order_three(a, low, low + far, low + 2 * far)
            order_three(a, middle - far, middle, middle + far)
            order_three(a, last - 2 * far, last - far, last)
            order_three(a, low + far, middle, last - far)
        else:
            order_three(a, low, middle, last)
        swap(a, middle, last)

    return move


@cache
def _group_equal(before: FunctionType) -> FunctionType:
    """Return ``(a, low, high, pivot)``: move elements that are not after the pivot first; return where the others begin."""
    index = np.uint64

    def group(a, low, high, pivot):
        end = low
        for i in range(low, high):
            x = a[index(i)]
            a[index(i)] = a[index(end)]
            a[index(end)] = x
            end += 0 if before(pivot, x) else 1
        return end

    return group


@cache
def _splitter(before: FunctionType) -> FunctionType:
    """Return ``(a, low, high)``: move elements so that those up to the first result are not above those from the second on.

    What is between them is equal.
    """
    index, median, equal = np.uint64, _to_median(before), _group_equal(before)

    def split(a, low, high):
        median(a, low, high)
        last = high - 1
        pivot = a[index(last)]
        end, above = low, 0
        for i in range(low, last):
            x = a[index(i)]
            a[index(i)] = a[index(end)]
            a[index(end)] = x
            end += 1 if before(x, pivot) else 0
            above += 1 if before(pivot, x) else 0
        swap(a, end, last)
        # Elements that are equal to the pivot are all done, which matters where they are many.
        if (high - end - 1 - above) * 8 > high - low:
            return end - 1, equal(a, end + 1, high, pivot)
        return end - 1, end + 1

    return split


@cache
def own_sorter(dtype: Type) -> FunctionType:
    """Return ``(a)``: sort a vector in a kernel, which can't call the runtime; the elements may have any stride."""
    before = order_of(dtype)
    split, short, heap, count_of = _splitter(before), insertion(before), _heapsort(before), nans_last(dtype)

    def sort_range(a, low, high, depth):
        while high - low > _SHORT:
            if depth == 0:
                heap(a, low, high)
                return
            depth -= 1
            left, right = split(a, low, high)
            if left + 1 - low < high - right:
                sort_range(a, low, left + 1, depth)
                low = right
            else:
                sort_range(a, right, high, depth)
                high = left + 1
        short(a, low, high)

    def sort(a):
        sort_range(a, 0, count_of(a), _DEPTH)

    return sort
