"""Arrays of records in order: by fields that are named first, then by the others."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_none
from coluber.lib.numpy.structured import is_record_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def has_records(a: Any, axis: Any) -> bool:
    """Whether a call sorts a vector of records."""
    return is_record_array(a) and a.ndim == 1 and not is_none(axis)


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
        found = _then(found, name)
    return found


def _start(a):
    return np.arange(a.size)


def _then(before: FunctionType, name: str) -> FunctionType:
    def by_field(a):
        found = before(a)
        return found[np.argsort(a[name][found], kind="stable")]

    return by_field


def positions_of_records(a: Any, order: Any) -> FunctionType:
    """Return the function of ``argsort``."""
    find = positions(a, order)
    return lambda a, axis=-1, kind=None, order=None, stable=None: find(a)


def sorted_records(a: Any, order: Any) -> FunctionType:
    """Return the function of ``sort``."""
    find = positions(a, order)
    return lambda a, axis=-1, kind=None, order=None, stable=None: a[find(a)]


def sort_records(a: Any, order: Any) -> FunctionType:
    """Return the function of the method ``sort``."""
    find = positions(a, order)

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        a[:] = a[find(a)]

    return impl
