"""``split`` and its relatives: views of parts of an array, in a list."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_int_tuple, is_integer
from coluber.lib.numpy.axes import place_of_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def first_part(a, axis, low, high):
    """Return a slice along the first axis."""
    return a[low:high]


def part(a, axis, low, high):
    """Return a slice along an axis."""
    return np.moveaxis(np.moveaxis(a, axis, 0)[low:high], 0, axis)


@cache
def _by_count(ndim: int, is_first: bool, equal: bool) -> FunctionType:
    """Return ``(array, sections, axis)``: so many parts, of which the first ones may be longer."""
    part_of = first_part if is_first else part

    def split(a, sections, axis):
        at = place_of_axis(axis, ndim)
        count, n = np.int64(sections), a.shape[at]
        if equal and n % count != 0:
            raise ValueError("array split does not result in an equal division")
        if count <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, more = n // count, n % count
        parts = []
        for k in range(count):
            parts.append(part_of(a, at, k * each + min(k, more), (k + 1) * each + min(k + 1, more)))
        return parts

    return split


@cache
def _by_indices(ndim: int, is_first: bool) -> FunctionType:
    """Return ``(array, indices, axis)``: the parts that indices part."""
    part_of = first_part if is_first else part

    def split(a, indices, axis):
        at, low = place_of_axis(axis, ndim), 0
        parts = []
        for k in range(len(indices)):
            high = np.int64(indices[k])
            parts.append(part_of(a, at, low, high))
            low = high
        parts.append(part_of(a, at, low, a.shape[at]))
        return parts

    return split


def _whole(ndim: int, is_first: bool) -> FunctionType:
    """Return ``(array, indices, axis)`` for no indices."""
    part_of = first_part if is_first else part

    def split(a, indices, axis):
        at = place_of_axis(axis, ndim)
        return [part_of(a, at, 0, a.shape[at])]

    return split


def _splitter(ary: Any, sections: Any, axis: Any, equal: bool) -> FunctionType | None:
    """Return ``(array, sections, axis)``."""
    if not is_array(ary) or ary.ndim == 0:
        return None
    is_first = ary.ndim == 1 or axis == 0 or axis == types.literal(0)
    if is_integer(sections):
        return _by_count(ary.ndim, is_first, equal)
    if isinstance(sections, types.BaseTuple) and len(sections) == 0:
        return _whole(ary.ndim, is_first)
    if is_int_tuple(sections) or (is_array(sections, 1) and is_integer(sections.dtype)):
        return _by_indices(ary.ndim, is_first)
    return None


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
