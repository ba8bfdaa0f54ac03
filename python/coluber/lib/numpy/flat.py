"""Elements of ``a.flat`` that a slice or an array chooses; attributes of arrays that can be set."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_integral, is_list, is_number
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def is_flat(ty: Any) -> bool:
    """Whether a type is one of elements in C order."""
    return isinstance(ty, types.NumpyFlatType)


def _places(index: Any) -> FunctionType | None:
    """Return ``(flat, index)``: the places of elements that an index chooses."""
    if isinstance(index, types.SliceType):
        return lambda flat, index: np.arange(_length(flat))[index]
    is_several = is_array(index) or is_list(index) or isinstance(index, types.BaseTuple)
    if not is_several or not is_array_like(index) or not is_integral(array_type(index).dtype):
        return None
    of_array = to_array(index)
    return lambda flat, index: np.arange(_length(flat))[of_array(index).ravel()]


def _length(flat):
    n = 0
    for _ in flat:
        n += 1
    return n


@implements("setattr:flat")
def set_all(a: Any, b: Any) -> FunctionType | None:
    """``a.flat = b``, where a shorter array is repeated."""
    if not is_array(a) or not is_array_like(b):
        return None
    of_array = to_array(b)

    def impl_number(a, b):
        a[...] = b

    def impl(a, b):
        values = of_array(b).flatten()
        if values.size > 0:
            for k in range(a.size):
                a.flat[k] = values[k % values.size]

    return impl_number if is_number(b) else impl


@implements("setattr:real")
def set_real(a: Any, b: Any) -> FunctionType | None:
    """``a.real = b``."""
    if not is_array(a) or not is_array_like(b):
        return None

    def impl(a, b):
        a.real[...] = b

    def impl_whole(a, b):
        a[...] = b

    return impl if is_complex(a.dtype) else impl_whole


@implements("setattr:imag")
def set_imag(a: Any, b: Any) -> FunctionType | None:
    """``a.imag = b``."""
    if not is_array(a) or not is_array_like(b):
        return None
    if not is_complex(a.dtype):
        raise errors.TypingError("array does not have imaginary part to set")

    def impl(a, b):
        a.imag[...] = b

    return impl


@implements("flatiter.copy")
def copy(a: Any) -> FunctionType | None:
    """``a.flat.copy()``: the elements as a new vector."""
    return (lambda a: np.array(a)) if is_flat(a) else None


def getitem(a: Any, b: Any) -> FunctionType | None:
    """``a.flat[b]`` for a slice or an array: a copy."""
    places = _places(b)
    return places and (lambda a, b: np.array([a[k] for k in places(a, b)]))


def setitem(a: Any, b: Any, c: Any) -> FunctionType | None:
    """``a.flat[b] = c``, where a shorter array is repeated."""
    places = _places(b)
    if places is None or not is_array_like(c):
        return None
    of_array = to_array(c)

    def impl_number(a, b, c):
        for k in places(a, b):
            a[k] = c

    def impl(a, b, c):
        values = of_array(c).ravel()
        found = places(a, b)
        for i in range(found.size if values.size > 0 else 0):
            a[found[i]] = values[i % values.size]

    return impl_number if is_number(c) else impl
