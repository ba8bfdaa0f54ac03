"""``reshape``, ``ravel`` and ``flatten`` in a given order, ``shape``, ``size`` and ``ndim``, and what is no array for them."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view, tuple_replace
from coluber.lib.kinds import is_array, is_int_tuple, is_integer, is_none, literal_bool, literal_str
from coluber.lib.numpy.arguments import array_type, is_array_like, ndim_of, to_array
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.several_axes import checked_axes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_reversed(a: Any, order: Any, allowed: str) -> bool:
    """Whether an order argument means Fortran order for an array."""
    name = literal_str(order, "order")
    if name not in tuple(allowed):
        raise errors.NumbaValueError(f"order must be one of {', '.join(repr(word) for word in allowed)} (got '{name}')")
    return name == "F" or (name in ("A", "K") and a.layout == "F" and a.ndim > 1)


def _memory_axes(ndim: int) -> FunctionType:
    """Return ``(shape, strides)``: the axes in the order of their strides, the longest first; those that do not step stay."""

    def axes_of(shape, strides):
        inner = strides
        for k in range(ndim):
            inner = tuple_replace(inner, k, ndim - 1 - k)
        for k in range(1, ndim):
            axis, place = inner[k], k
            step = 0 if shape[axis] == 1 else abs(strides[axis])
            for j in range(k - 1, -1, -1):
                other = 0 if shape[inner[j]] == 1 else abs(strides[inner[j]])
                if step != 0 and other != 0:
                    if step >= other:
                        break
                    place = j
            for j in range(k, place, -1):
                inner = tuple_replace(inner, j, inner[j - 1])
            inner = tuple_replace(inner, place, axis)
        return inner[::-1]

    return axes_of


def _in_memory_order(a: Any, name: str) -> FunctionType | None:
    """Return the function that puts an array's axes into the order of its memory; None where the type knows that."""
    if name not in ("K", "A") or a.layout != "A" or a.ndim < 2:
        return None
    axes_of = _memory_axes(a.ndim)

    def by_strides(a):
        return a.transpose(axes_of(a.shape, a.strides))

    def by_flags(a):
        return strided_view(a, a.shape[::-1], a.strides[::-1]) if a.flags.f_contiguous and not a.flags.c_contiguous else a

    return by_strides if name == "K" else by_flags


def _reshape(a: Any, shape: Any, order: Any, copy: Any) -> FunctionType | None:
    """Return ``(array, shape)``."""
    if not is_array_like(a) or not (is_integer(shape) or is_int_tuple(shape)):
        return None
    of_array, is_number, given = to_array(a), is_integer(shape), _given_by(copy)

    def in_c_order(a, shape):
        source = given(of_array(a))
        return checked(source, source.reshape(shape))

    def in_fortran_order(a, shape):
        source, lengths = given(of_array(a).T), (shape,) if is_number else shape
        return checked(source, source.reshape(lengths[::-1])).T

    checked = _checked_view if not is_none(copy) and not literal_bool(copy, "copy") else _result
    return in_fortran_order if _is_reversed(array_type(a), order, "CFA") else in_c_order


def _given_by(copy: Any) -> FunctionType:
    """Return the function that gives what is reshaped: the array, or a copy where the argument `copy` asks for that."""
    return (lambda a: a.copy()) if not is_none(copy) and literal_bool(copy, "copy") else (lambda a: a)


def _result(source, result):
    return result


def _checked_view(source, result):
    """Return an array that is a view of another one; raise ValueError where it is a copy."""
    if source.size > 0 and not np.may_share_memory(source, result):
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return result


@implements("numpy.reshape")
def reshape(a: Any, shape: Any = None, order: Any = "C", copy: Any = None) -> FunctionType | None:
    """Return an array with the same elements in another shape."""
    found = _reshape(a, shape, order, copy)

    def impl(a, shape=None, order="C", copy=None):
        return found(a, shape)

    return None if found is None else impl


@implements("array.reshape")
def reshape_method(a: Any, *shape: Any, order: Any = "C", copy: Any = None) -> FunctionType | None:
    """Return an array with the same elements in another shape, which is a tuple or several lengths."""
    is_one = len(shape) == 1
    found = _reshape(a, shape[0] if is_one else types.Tuple([types.unliteral(length) for length in shape]), order, copy)

    def impl(a, *shape, order="C", copy=None):
        return found(a, shape[0])

    def impl_lengths(a, *shape, order="C", copy=None):
        return found(a, shape)

    return None if found is None else impl if is_one else impl_lengths


@implements("numpy.ravel", "array.ravel")
def ravel(a: Any, order: Any = "C") -> FunctionType | None:
    """Return the elements as a vector."""
    if not is_array_like(a):
        return None
    of_array = to_array(a)

    def impl(a, order="C"):
        return of_array(a).ravel()

    def impl_reversed(a, order="C"):
        return of_array(a).T.ravel()

    def impl_turned(a, order="C"):
        return turned(of_array(a)).ravel()

    turned = _in_memory_order(array_type(a), literal_str(order, "order"))
    if turned is not None:
        return impl_turned
    return impl_reversed if _is_reversed(array_type(a), order, "CFAK") else impl


@implements("array.flatten")
def flatten(a: Any, order: Any = "C") -> FunctionType | None:
    """Return a new vector of the elements."""

    def impl(a, order="C"):
        return a.flatten()

    def impl_reversed(a, order="C"):
        return a.T.flatten()

    def impl_turned(a, order="C"):
        return turned(a).flatten()

    turned = _in_memory_order(a, literal_str(order, "order"))
    if turned is not None:
        return impl_turned
    return impl_reversed if _is_reversed(a, order, "CFAK") else impl


@implements("array.copy")
def copy(a: Any, order: Any = "C") -> FunctionType | None:
    """Return a copy in an order of memory."""

    def impl(a, order="C"):
        return a.copy()

    def impl_reversed(a, order="C"):
        return a.T.copy().T

    return impl_reversed if _is_reversed(a, order, "CFAK") else impl


@implements("numpy.shape")
def shape(a: Any) -> FunctionType | None:
    """Return the shape of the array that a number or a tuple becomes."""
    if not is_array_like(a):
        return None
    of_array, is_number = to_array(a), ndim_of(a) == 0

    def impl(a):
        return of_array(a).shape

    def impl_number(a):
        return ()

    return impl_number if is_number else impl


@implements("numpy.size")
def size(a: Any, axis: Any = None) -> FunctionType | None:
    """Return how many elements an array has, or how many along an axis."""
    several = is_int_tuple(axis)
    if not is_array_like(a) or not (is_none(axis) or is_integer(axis) or several):
        return None
    of_array, ndim = to_array(a), ndim_of(a)
    checked = checked_axes(len(axis), ndim, "") if several else None

    def impl(a, axis=None):
        return of_array(a).size

    def impl_axis(a, axis=None):
        return of_array(a).shape[normalize_axis(axis, ndim)]

    def impl_axes(a, axis=None):
        lengths, count = of_array(a).shape, 1
        for k in checked(axis):
            count *= lengths[k]
        return count

    return impl if is_none(axis) else impl_axes if several else impl_axis


@implements("numpy.ndim")
def ndim(a: Any) -> FunctionType | None:
    """Return how many axes the array has that a number or a tuple becomes."""
    if not is_array_like(a):
        return None
    count = ndim_of(a)

    def impl(a):
        return count

    return impl


@implements("numpy.matrix_transpose", "attribute:mT")
def matrix_transpose(x: Any) -> FunctionType | None:
    """Return a view with the last two axes exchanged."""
    if not is_array(x):
        return None
    if x.ndim < 2:
        raise errors.NumbaValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")

    def impl(x):
        return x.swapaxes(-1, -2)

    def impl_matrix(x):
        return x.T

    return impl_matrix if x.ndim == 2 else impl
