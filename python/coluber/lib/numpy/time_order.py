"""The order of times: that of their integers, but that NaT, the smallest integer, comes last."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def dtype_name(ty: Any) -> str:
    """Return NumPy's code of a type of times."""
    code = "M8" if isinstance(ty, types.NPDatetime) else "m8"
    return f"{code}[{ty.unit}]" if ty.unit else code


def keys_of(a):
    """Return integers in the order of times: one less wraps around for NaT."""
    return a.copy().view(np.int64) - 1


def sorted_times(a: Any, axis: Any) -> FunctionType:
    """Return the function for a sorted copy."""
    name, flat = dtype_name(a.dtype), is_none(axis)

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        keys = keys_of(a)
        return (np.sort(keys.ravel() if flat else keys, axis=-1 if flat else axis) + 1).view(name)

    return impl


def partitioned_times(a: Any, axis: Any) -> FunctionType:
    """Return the function for a copy in which times at some positions are as in a sorted one."""
    name, flat = dtype_name(a.dtype), is_none(axis)

    def impl(a, kth, axis=-1, kind="introselect", order=None):
        keys = keys_of(a)
        return (np.partition(keys.ravel() if flat else keys, kth, -1 if flat else axis) + 1).view(name)

    return impl


def sort_times(a, axis=-1, kind=None, order=None, stable=None):
    """Sort an array of times along an axis."""
    a[...] = np.sort(a, axis)


def positions_of_times(a: Any, axis: Any) -> FunctionType:
    """Return the function for the positions of times in order."""
    flat = is_none(axis)

    def impl(a, axis=-1, kind=None, order=None, stable=None):
        keys = keys_of(a)
        return np.argsort(keys.ravel() if flat else keys, axis=-1 if flat else axis, kind="stable")

    return impl
