"""Sets of records, and where records would be inserted into sorted ones: by their fields, the first one counts most."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_array, is_complex, is_time
from coluber.lib.numpy.ordering import less_complex
from coluber.lib.numpy.record_order import positions
from coluber.lib.numpy.structured import is_record_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Record


def are_records(ar1: Any, ar2: Any) -> bool:
    """Whether both are arrays of records of one type."""
    return is_record_array(ar1) and is_record_array(ar2) and ar1.dtype == ar2.dtype


def groups_of_records(a: Any) -> FunctionType:
    """Return ``(ar, equal_nan)``: distinct records, first positions, the numbers of all records among them, and counts."""
    order_of = positions(a, None)

    def groups(ar, equal_nan):
        a = ar.ravel()
        n, order = a.size, order_of(a)
        first, counts, inverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
        count = 0
        for position in order:
            if count == 0 or a[position] != a[first[count - 1]]:
                first[count] = position
                counts[count] = 0
                count += 1
            inverse[position] = count - 1
            counts[count - 1] += 1
        chosen = first[:count].copy()
        return a[chosen], chosen, inverse.reshape(ar.shape), counts[:count].copy()

    return groups


# ---------------------------------------------------------------------------------------------------------------- order


def _is_before(p, q):
    return p < q


def _number_is_before(p, q):
    """Whether a number comes before another one; NaNs come last."""
    return p < q or (q != q and p == p)


def _time_is_before(p, q):
    """Whether a time comes before another one; NaT, the smallest integer, comes last."""
    return p.view(np.int64) - 1 < q.view(np.int64) - 1


@cache
def is_before(ty: Any) -> FunctionType:
    """Return ``(p, q)``: whether an element comes before another one."""
    if isinstance(ty, types.NestedArray):
        return _elements_are_before(is_before(ty.dtype))
    if isinstance(ty, types.Record):
        return _record_is_before(ty)
    if is_complex(ty):
        return less_complex
    if is_time(ty):
        return _time_is_before
    return _number_is_before if isinstance(ty, types.Float) else _is_before


def _elements_are_before(before: FunctionType) -> FunctionType:
    def elements_are_before(p, q):
        for x, y in zip(p.flat, q.flat, strict=True):
            if before(x, y):
                return True
            if before(y, x):
                return False
        return False

    return elements_are_before


def _record_is_before(record: Record) -> FunctionType:
    before = _never
    for name, field in reversed(record.fields.items()):
        before = _by_field(name, is_before(field.type), before)
    return before


def _never(p, q):
    return False


def _by_field(name: str, before: FunctionType, rest: FunctionType) -> FunctionType:
    def by_field(p, q):
        if before(p[name], q[name]):
            return True
        return not before(q[name], p[name]) and rest(p, q)

    return by_field


def bisected_records(a: Any, v: Any, name: str) -> FunctionType:
    """Return the function for where records would be inserted on one side of equal ones."""
    before, from_left = is_before(a.dtype), name == "left"

    def place(a, sorter, key):
        low, high = 0, a.size
        while low < high:
            middle = (low + high) // 2
            record = a[middle] if sorter is None else a[sorter[middle]]
            if before(record, key) if from_left else not before(key, record):
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


# ----------------------------------------------------------------------------------------------------------------- sets


def records_among(element, test_elements, assume_unique=False, invert=False, kind=None):
    """Say which records are among others."""
    members = np.sort(test_elements.ravel())
    result = np.empty(element.shape, np.bool_)
    for index in np.ndindex(element.shape):
        at = np.searchsorted(members, element[index])
        result[index] = (at < members.size and members[at] == element[index]) != invert
    return result


def record_is_among(element, test_elements, assume_unique=False, invert=False, kind=None):
    """Say whether a record is among others."""
    return np.array((element in test_elements) != invert)


def common_records(ar1, ar2, assume_unique=False, return_indices=False):
    """Return the records that two arrays have in common."""
    mine = np.unique(ar1)
    return mine[np.isin(mine, ar2)]
