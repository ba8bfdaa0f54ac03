"""Elements by their place in order, without sorting all: moved there for partitions, looked up for medians and quantiles."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.lib.intrinsics import in_kernel, partition_numbers, ranked_numbers, sort_numbers
from coluber.lib.kinds import numpy_class
from coluber.lib.numpy.ordering import own_sorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

    from coluber.core.types import Type


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


def select(a, count, k):
    """Put the element at k of the first ones where it is in order, smaller ones before it; `count` is what `nans_last` gave."""
    part = a[:count]
    partition_numbers(part, k, part)


@cache
def ranked(dtype: Type) -> FunctionType:
    """Return ``(a, k, is_sorted)``: the element at k of a vector in order, and the next one, or the same if it is the last.

    The vector, which may be sorted, is left as it is. It has no NaNs, and its elements are next to each other.
    """
    number, index = numpy_class(dtype), np.uint64

    def look_up(a, k, is_sorted):
        if is_sorted:
            return a[index(k)], a[index(min(k + 1, a.size - 1))]
        found = np.empty(2, number)
        ranked_numbers(a, k, found)
        return found[0], found[1]

    return look_up
