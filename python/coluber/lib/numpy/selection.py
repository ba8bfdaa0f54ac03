"""Elements by their place in order, without sorting all: moved there for partitions, looked up for medians and quantiles."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from coluber.lib.intrinsics import in_kernel, sort_numbers
from coluber.lib.kinds import numpy_class
from coluber.lib.numpy.ordering import group_equal, insertion, order_of, own_sorter, swap, to_median, upper_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type

# Ranges that are not longer are sorted by insertion.
_SHORT = 16

# In longer ranges a sample says where to split.
_LONG = 1500

# How often a range is split before it counts as a bad case.
_DEPTH = 128

# Vectors that are not longer are sorted to look an element up.
_FEW = 256

# Elements of a sample: one of so many, and how many at least and at most.
_ONE_OF = 256
_SAMPLE = (64, 4096)


@cache
def any_sorter(dtype: Type) -> FunctionType:
    """Return ``(a)``: sort a vector whose elements are next to each other, in kernels, too."""
    own = own_sorter(dtype)

    def sort(a):
        if in_kernel():
            own(a)
        else:
            sort_numbers(a)

    return sort


@cache
def selector(dtype: Type) -> FunctionType:
    """Return ``(a, count, k)``: put the element at k of the first elements where it is in order, smaller ones before it.

    `count` is what `nans_last` gave. In long ranges the elements around k are a sample. Its element at k, which is selected
    first, is close to the one that is wanted, on the side where most elements are.
    """
    before, sort = order_of(dtype), any_sorter(dtype)
    short, equal, upper, median = insertion(before), group_equal(before), upper_part(before), to_median(before)

    def sample_of(low, high, k):
        n, at = float(high - low), float(k - low + 1)
        logarithm = math.log(n)
        size = 0.5 * math.exp(2.0 * logarithm / 3.0)
        spread = 0.5 * math.sqrt(logarithm * size * (n - size) / n)
        shift = -spread if 2.0 * at <= n + 2.0 else spread
        start = float(k) - at * size / n + shift
        return max(low, np.int64(start)), min(high, np.int64(start + size) + 1)

    def select_range(a, low, high, k, depth):
        while high - low > _SHORT:
            if depth == 0:
                sort(a[low:high])
                return
            depth -= 1
            if high - low > _LONG:
                first, end = sample_of(low, high, k)
                if first <= k and k < end:
                    select_range(a, first, end, k, depth)
                swap(a, k, high - 1)
            else:
                median(a, low, high)
            at = upper(a, low, high)
            if k < at:
                high = at
            else:
                low = equal(a, at + 1, high, a[np.uint64(at)])
                if k < low:
                    return
        short(a, low, high)

    def select(a, count, k):
        select_range(a, 0, count, k, _DEPTH)

    return select


@cache
def ranked(dtype: Type) -> FunctionType:
    """Return ``(a, k, is_sorted)``: the element at k of a vector in order, and the next one, or the same if it is the last.

    The vector, which may be sorted, is left as it is. It has no NaNs, and its elements are next to each other.
    """
    before, sort, number, index = order_of(dtype), any_sorter(dtype), numpy_class(dtype), np.uint64
    least, most = _SAMPLE

    def of_sorted(a, k):
        return a[index(k)], a[index(min(k + 1, a.size - 1))]

    def below(a, limit):
        count = 0
        for i in range(a.size):
            count += 1 if before(a[index(i)], limit) else 0
        return count

    def between(a, low, has_low, high, has_high, found):
        count = 0
        for i in range(a.size):
            x = a[index(i)]
            found[index(count)] = x
            count += 1 if (has_low | (not before(x, low))) & (has_high | before(x, high)) else 0
        return count

    def narrow(a, sample, k):
        # The element is not before that of the sample at low, and before that at high. So many elements are before these.
        low, high, under, until = -1, sample.size, 0, a.size
        likely, error = k * sample.size // a.size, np.int64(0.5 * math.sqrt(sample.size)) + 1
        at = likely - error
        while high - low > 1 and (until - under) * 16 > a.size:
            at = min(max(at, low + 1), high - 1)
            count = below(a, sample[at])
            if count <= k:
                low, under = at, count
            else:
                high, until = at, count
            at = likely + error if low < likely + error < high else (low + high) >> 1
        return low, high, under

    def look_up(a, k, is_sorted):
        if is_sorted:
            return of_sorted(a, k)
        # Of few elements all are looked at.
        size = 1 if a.size <= _FEW else min(max(a.size // _ONE_OF, least), most)
        step = a.size // size
        sample = a[: size * step : step].copy()
        sort(sample)
        low, high, under = (-1, size, 0) if size == 1 else narrow(a, sample, k)
        found = np.empty(a.size, number)
        count = between(a, sample[max(low, 0)], low < 0, sample[min(high, size - 1)], high == size, found)
        sort(found[:count])
        value, following = of_sorted(found[:count], k - under)
        return value, sample[high] if k + 1 - under == count and high < size else following

    return look_up
