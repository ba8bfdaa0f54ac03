"""Addresses: arrays as pointers, pointers as arrays."""

from __future__ import annotations

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.intrinsics import address, data_pointer, pointer_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("attribute:ctypes")
def ctypes_of(array: Any) -> FunctionType | None:
    """``array.ctypes``: something that can be passed to C functions as an address."""
    if not isinstance(array, types.Array):
        return None
    return lambda array: data_pointer(array)


@implements("attribute:data")
def data_of(pointer: Any) -> FunctionType | None:
    """``array.ctypes.data``, the address as an integer, and ``array.data``, a view of the memory."""
    if isinstance(pointer, types.Array):
        return lambda pointer: memoryview(pointer)
    return (lambda pointer: address(pointer)) if isinstance(pointer, types.CPointer) else None


def _dtype(name: str, ptr: Any, dtype: Any) -> Any:
    """Return the type of the elements, which the pointer or the argument ``dtype`` says."""
    given = None if dtype is None or isinstance(dtype, types.NoneType) else dtype.dtype
    if isinstance(ptr, types.CPointer):
        if given is not None and given != ptr.dtype:
            raise TypingError(f"mismatching dtype '{given}' for pointer type '{ptr}'")
        return ptr.dtype
    if not isinstance(ptr, types.RawPointer):
        raise TypingError(f"{name}(): pointer argument expected, got '{ptr}'")
    if given is None:
        raise TypingError(f"{name}(): a void* says nothing of its elements: give a dtype")
    return given


@implements("coluber.np.carrays.carray")
def carray(ptr: Any, shape: Any, dtype: Any = None) -> FunctionType:
    """Implement `carray`."""
    element = _dtype("carray", ptr, dtype)
    return lambda ptr, shape, dtype=None: pointer_array(ptr, shape, element, "C")


@implements("coluber.np.carrays.farray")
def farray(ptr: Any, shape: Any, dtype: Any = None) -> FunctionType:
    """Implement `farray`."""
    element = _dtype("farray", ptr, dtype)
    return lambda ptr, shape, dtype=None: pointer_array(ptr, shape, element, "F")
