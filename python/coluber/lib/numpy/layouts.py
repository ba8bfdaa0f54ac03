"""The order in memory of results: NumPy gives most of them that of the operand. Other shapes of what lies in any order."""

from __future__ import annotations

from functools import cache

from coluber.core.extending import implements
from coluber.lib.intrinsics import flat_view, strided_view, tuple_replace
from coluber.lib.kinds import is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def is_reversed(a: Any) -> bool:
    """Whether a type is one of arrays of several axes in Fortran order."""
    return is_array(a) and a.layout == "F" and a.ndim > 1


def order_of(a: Any) -> str:
    """Return the order of a new array for results that lie as the elements of an array of this type."""
    return "F" if is_reversed(a) else "C"


def reshaped(a: Any) -> FunctionType:
    """Return ``(found, shape)``: results that lie as the elements of an array of this type, with more axes of one element."""

    def in_c_order(found, shape):
        return found.reshape(shape)

    def in_fortran_order(found, shape):
        return found.T.reshape(shape[::-1]).T

    return in_fortran_order if is_reversed(a) else in_c_order


@implements("coluber.raveled")
def raveled(a: Any) -> FunctionType:
    """Return the elements of an array in C order: a view where they lie one after the other, else a copy."""

    def impl(a):
        return flat_view(a) if a.flags.c_contiguous else a.flatten()

    return impl


@implements("coluber.viewed")
def viewed(a: Any, shape: Any) -> FunctionType:
    """Return the elements of an array in a shape for as many: a view if strides can say where they are, else a copy."""
    find, rank = _strides_of_view(a.ndim, len(shape)), len(shape)

    def impl(a, shape):
        fits, strides = find(a.shape, a.strides, shape, a.itemsize)
        if fits:
            return strided_view(a, shape, strides)
        flat, step = a.flatten(), a.itemsize
        for k in range(rank - 1, -1, -1):
            strides = tuple_replace(strides, k, step)
            step *= shape[k]
        return strided_view(flat, shape, strides)

    return impl if rank > 0 else lambda a, shape: strided_view(a, shape, ())


@cache
def _strides_of_view(ndim: int, rank: int) -> FunctionType:
    """Return ``(lengths, steps, shape, itemsize)``: whether there is a view, and its strides.

    Both shapes are gone through from the first axis, in groups of axes that have equal numbers of elements. Those of the
    array in a group have to lie as one axis would.
    """
    zeros = (0,) * rank

    def find(lengths, steps, shape, itemsize):
        strides, step, k, at = zeros, itemsize, 0, 0
        if 0 in lengths:
            return False, strides
        while at < ndim:
            if lengths[at] == 1:
                at += 1
                continue
            have, want, step, first = lengths[at], 1, steps[at], k
            at += 1
            while want != have:
                if want < have:
                    want *= shape[k]
                    k += 1
                elif lengths[at] == 1:
                    at += 1
                elif lengths[at] * steps[at] == step:
                    have, step = have * lengths[at], steps[at]
                    at += 1
                else:
                    return False, strides
            inner = step
            for n in range(k - 1, first - 1, -1):
                strides = tuple_replace(strides, n, inner)
                inner *= shape[n]
        for n in range(k, rank):
            strides = tuple_replace(strides, n, step)
        return True, strides

    return find
