"""Order of arrays of text of a fixed length: ``sort``, ``argsort`` and ``unique``, by way of lists."""

from __future__ import annotations

import numpy as np

from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_integer, is_none, is_text
from coluber.lib.numpy.text_arrays import is_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
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


def _is_text_like(ty: Any) -> bool:
    return is_string(ty) or (is_array(ty) and is_text(ty.dtype))


def _without_spaces(ty: Any) -> FunctionType:
    """Return what takes spaces off the end of texts."""
    return (lambda text: text.rstrip()) if is_string(ty) else np.strings.rstrip


def _register_comparison(name: str, compare: Any) -> None:
    """Register a function of ``numpy.char`` that compares texts without the spaces at their ends."""

    @implements(f"numpy.char.{name}")
    def choose(x1: Any, x2: Any) -> FunctionType | None:
        if not _is_text_like(x1) or not _is_text_like(x2):
            return None
        first, second = _without_spaces(x1), _without_spaces(x2)
        return lambda x1, x2: compare(first(x1), second(x2))


for _name, _compare in (
    ("equal", lambda a, b: a == b),
    ("greater", lambda a, b: a > b),
    ("greater_equal", lambda a, b: a >= b),
    ("less", lambda a, b: a < b),
    ("less_equal", lambda a, b: a <= b),
    ("not_equal", lambda a, b: a != b),
):
    _register_comparison(_name, _compare)


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


def bisected_texts(v: Any, name: str) -> FunctionType:
    """Return the function for where texts would be inserted on one side of equal ones."""
    from_left = name == "left"

    def place(a, sorter, key):
        low, high = 0, a.size
        while low < high:
            middle = (low + high) // 2
            text = a[middle] if sorter is None else a[sorter[middle]]
            if text < key or (not from_left and text == key):
                low = middle + 1
            else:
                high = middle
        return low

    def number(a, v, side="left", sorter=None):
        return place(a, sorter, v)

    def vector(a, v, side="left", sorter=None):
        result = np.empty(v.shape, np.int64)
        for index in np.ndindex(v.shape):
            result[index] = place(a, sorter, v[index])
        return result

    return vector if is_array(v) else number


def text_among(element, test_elements, assume_unique=False, invert=False, kind=None):
    """Whether a text, or which of an array, are in a list, a tuple or an array of texts."""
    tests = {text for text in test_elements}  # noqa: C416
    result = np.empty(element.shape, np.bool_)
    for index in np.ndindex(element.shape):
        result[index] = (element[index] in tests) != invert
    return result


def contains_text(container, item):
    """Whether a text is an element of an array."""
    for text in container.flat:  # noqa: SIM110
        if text == item:
            return True
    return False
