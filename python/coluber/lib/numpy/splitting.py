"""``split`` and its relatives: views of parts of an array, in a tuple."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_int_tuple, is_integer
from coluber.lib.numpy.axes import normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _bounds_of_sections(k: int, count: int) -> FunctionType:
    """Return ``(sections, n)``: where part k of n elements begins and ends; the first parts may be longer."""

    def bounds(sections, n):
        each, more = n // count, n % count
        return k * each + min(k, more), (k + 1) * each + min(k + 1, more)

    return bounds


def _bounds_of_indices(k: int, count: int) -> FunctionType:
    """Return ``(indices, n)``: where part k begins and ends, of those that a tuple of indices parts."""
    first, last, before = k == 0, k == count - 1, k - 1

    def bounds(indices, n):
        return 0 if first else np.int64(indices[before]), n if last else np.int64(indices[k])

    return bounds


def _part(is_first: bool) -> FunctionType:
    """Return ``(array, axis, low, high)``: a slice along an axis, which may be known to be the first one."""

    def of_first(a, axis, low, high):
        return a[low:high]

    def of_axis(a, axis, low, high):
        return np.moveaxis(np.moveaxis(a, axis, 0)[low:high], 0, axis)

    return of_first if is_first else of_axis


@cache
def _parts(count: int, done: int, bounds_of: Any, is_first: bool) -> FunctionType:
    """Return ``(array, axis, sections)``: the first parts."""
    if done == 0:
        return lambda a, axis, sections: ()
    before = _parts(count, done - 1, bounds_of, is_first)
    bounds, part = bounds_of(done - 1, count), _part(is_first)

    def parts(a, axis, sections):
        low, high = bounds(sections, a.shape[axis])
        return (*before(a, axis, sections), part(a, axis, low, high))

    return parts


def _splitter(ary: Any, sections: Any, axis: Any, equal: bool) -> FunctionType | None:
    """Return ``(array, sections, axis)``."""
    if not is_array(ary) or ary.ndim == 0:
        return None
    ndim, is_first = ary.ndim, ary.ndim == 1 or axis == 0 or axis == types.literal(0)
    if is_int_tuple(sections):
        count = len(sections) + 1
        parts = _parts(count, count, _bounds_of_indices, is_first)
        equal = False
    elif isinstance(sections, types.IntegerLiteral):
        count = sections.literal_value
        if count <= 0:
            raise errors.NumbaValueError("number sections must be larger than 0.")
        parts = _parts(count, count, _bounds_of_sections, is_first)
    else:
        raise errors.RequireLiteralValue(
            "the argument 'indices_or_sections' must be an integer constant or a tuple, because the result's type depends on it"
        )

    def split(a, sections, axis):
        at = normalize_axis(axis, ndim)
        if equal and a.shape[at] % count != 0:
            raise ValueError("array split does not result in an equal division")
        return parts(a, at, sections)

    return split


@implements("numpy.array_split")
def array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> FunctionType | None:
    """Return parts of an array along an axis, as equal as they can be."""
    found = _splitter(ary, indices_or_sections, axis, equal=False) if axis == 0 or is_integer(axis) else None

    def impl(ary, indices_or_sections, axis=0):
        return found(ary, indices_or_sections, axis)

    return None if found is None else impl


@implements("numpy.split")
def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> FunctionType | None:
    """Return equal parts of an array along an axis, or parts that indices say."""
    found = _splitter(ary, indices_or_sections, axis, equal=True) if axis == 0 or is_integer(axis) else None

    def impl(ary, indices_or_sections, axis=0):
        return found(ary, indices_or_sections, axis)

    return None if found is None else impl


def _split_along(ary: Any, sections: Any, axis: int, name: str) -> FunctionType | None:
    if not is_array(ary):
        return None
    least = max(axis + 1, 1) if name != "hsplit" else 1
    if ary.ndim < least:
        raise errors.NumbaValueError(f"{name} only works on arrays of {least} or more dimensions")
    found = _splitter(ary, sections, types.literal(axis), equal=True)

    def impl(ary, indices_or_sections):
        return found(ary, indices_or_sections, axis)

    return None if found is None else impl


@implements("numpy.vsplit")
def vsplit(ary: Any, indices_or_sections: Any) -> FunctionType | None:
    """Return parts of an array along its first axis."""
    if is_array(ary) and ary.ndim < 2:
        raise errors.NumbaValueError("vsplit only works on arrays of 2 or more dimensions")
    return _split_along(ary, indices_or_sections, 0, "vsplit")


@implements("numpy.hsplit")
def hsplit(ary: Any, indices_or_sections: Any) -> FunctionType | None:
    """Return parts of an array along its second axis, of a vector along its only one."""
    return _split_along(ary, indices_or_sections, 1 if is_array(ary) and ary.ndim > 1 else 0, "hsplit")


@implements("numpy.dsplit")
def dsplit(ary: Any, indices_or_sections: Any) -> FunctionType | None:
    """Return parts of an array along its third axis."""
    return _split_along(ary, indices_or_sections, 2, "dsplit")
