"""Order of arrays of text of a fixed length: ``sort``, ``argsort`` and ``unique``, by way of lists."""

from __future__ import annotations

import numpy as np

from coluber.lib.kinds import is_array, is_integer, is_none, is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def has_texts(a: Any, axis: Any) -> bool:
    """Whether it is an array of text that is ordered as one sequence."""
    return is_array(a) and is_text(a.dtype) and (is_none(axis) or (a.ndim == 1 and axis == -1))


def has_lines_of_texts(a: Any, axis: Any) -> bool:
    """Whether it is an array of text that is ordered along an axis."""
    return is_array(a) and is_text(a.dtype) and a.ndim > 0 and (axis == -1 or is_integer(axis))


def sort_line(a):
    """Sort a vector of texts."""
    texts = sorted(a)
    for k in range(a.size):
        a[k] = texts[k]


def order_line(a, target):
    """Store the positions of the texts of a vector in order."""
    found = order_of(list(a))
    for k in range(a.size):
        target[k] = found[k]


def order_of(texts):
    """Return the positions of texts in order; of equal ones the first comes first."""
    return sorted(range(len(texts)), key=lambda k: texts[k])


def sorted_texts(a, axis=-1, kind=None, order=None, stable=None):
    """Return a sorted copy."""
    texts = sorted(a.flat)
    result = np.empty(a.size, a.dtype)
    for k in range(a.size):
        result[k] = texts[k]
    return result


def positions_of_texts(a, axis=-1, kind=None, order=None, stable=None):
    """Return the positions of the elements in order."""
    return np.array(order_of(list(a.flat)), np.int64)


def groups_of_texts(ar, equal_nan):
    """Return the distinct elements, first positions, the numbers of all elements among them, and counts."""
    texts = list(ar.flat)
    n = len(texts)
    first, counts, inverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    count = 0
    for position in order_of(texts):
        if count == 0 or texts[position] != texts[first[count - 1]]:
            first[count] = position
            counts[count] = 0
            count += 1
        inverse[position] = count - 1
        counts[count - 1] += 1
    first = first[:count].copy()
    return ar.ravel()[first], first, inverse.reshape(ar.shape), counts[:count].copy()


def unique_texts(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
    """Return the distinct elements in order."""
    return groups_of_texts(ar, equal_nan)[0]
