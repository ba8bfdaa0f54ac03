"""Arrays of records in order: by fields that are named first, then by the others."""

from __future__ import annotations

from math import prod

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_integer, is_none
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.lines import in_place, mapped
from coluber.lib.numpy.structured import is_record_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def has_records(a: Any, axis: Any) -> bool:
    """Whether a call orders records, along an axis or all of them."""
    return is_record_array(a) and a.ndim > 0 and (is_none(axis) or axis == -1 or is_integer(axis))


def _fields(a: Any, order: Any) -> list[str]:
    """Return the names of the fields by which records are compared, the first one counts most."""
    names = list(a.dtype.fields)
    given = [] if is_none(order) else list(order.types) if isinstance(order, types.BaseTuple) else [order]
    if not all(isinstance(name, types.StringLiteral) for name in given):
        raise errors.RequireLiteralValue("the argument 'order' must be a string, or a tuple of strings, as a constant")
    first = [name.literal_value for name in given]
    for name in first:
        if name not in names:
            raise errors.NumbaValueError(f"unknown field name: {name}")
    return first + [name for name in names if name not in first]


def positions(a: Any, order: Any) -> FunctionType:
    """Return ``(a)``: the positions of records in order."""
    found = _start
    for name in reversed(_fields(a, order)):
        field = a.dtype.fields[name].type
        found = _then_each(found, name, prod(field.shape)) if isinstance(field, types.NestedArray) else _then(found, name)
    return found


def _start(a):
    return np.arange(a.size)


def _then(before: FunctionType, name: str) -> FunctionType:
    def by_field(a):
        found = before(a)
        return found[np.argsort(a[name][found], kind="stable")]

    return by_field


def _then_each(before: FunctionType, name: str, count: int) -> FunctionType:
    """Return ``(a)`` for a field that is an array, whose first element counts most."""

    def by_elements(a):
        found, rows = before(a), np.ascontiguousarray(a[name]).reshape((a.size, count))
        for k in range(count - 1, -1, -1):
            found = found[np.argsort(rows[:, k][found], kind="stable")]
        return found

    return by_elements


def positions_of_records(a: Any, axis: Any, order: Any) -> FunctionType:
    """Return the function of ``argsort``."""
    find = positions(a, order)
    if is_none(axis):
        return lambda a, axis=-1, kind=None, order=None, stable=None: find(a.ravel())

    def vector(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, 1)
        return find(a)

    if a.ndim == 1:
        return vector

    def store(line, target):
        target[:] = find(line)

    along = mapped(a.ndim, store, np.int64)
    return lambda a, axis=-1, kind=None, order=None, stable=None: along(a, axis)


def sorted_records(a: Any, axis: Any, order: Any) -> FunctionType:
    """Return the function of ``sort``."""
    find, along = positions(a, order), _sort_along(a, order)
    if is_none(axis):
        return lambda a, axis=-1, kind=None, order=None, stable=None: a.ravel()[find(a.ravel())]

    def vector(a, axis=-1, kind=None, order=None, stable=None):
        normalize_axis(axis, 1)
        return a[find(a)]

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        result = a.copy()
        along(result, axis)
        return result

    return vector if a.ndim == 1 else impl


def sort_records(a: Any, order: Any) -> FunctionType:
    """Return the function of the method ``sort``."""
    along = _sort_along(a, order)
    return lambda a, axis=-1, kind=None, order=None, stable=None: along(a, axis)


def _sort_along(a: Any, order: Any) -> FunctionType:
    """Return ``(a, axis)``: sort the lines along an axis."""
    find = positions(a, order)

    def sort_line(line):
        line[:] = line[find(line)]

    return in_place(a.ndim, sort_line)
