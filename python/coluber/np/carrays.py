"""``carray`` and ``farray``: NumPy arrays of memory at an address."""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray


def carray(ptr: Any, shape: Any, dtype: Any = None) -> NDArray[Any]:
    """Return the array in C order that lies at an address; nothing keeps its memory.

    Parameters
    ----------
    ptr : pointer of ctypes or cffi
        The address. In compiled code it is a ``types.CPointer`` or a ``types.voidptr``.
    shape : int or tuple of int
        The extents.
    dtype : dtype, optional
        The type of the elements; needed for addresses that don't say it.
    """
    return _view(ptr, shape, dtype, "C", "carray")


def farray(ptr: Any, shape: Any, dtype: Any = None) -> NDArray[Any]:
    """Return the array in Fortran order that lies at an address; see `carray`."""
    return _view(ptr, shape, dtype, "F", "farray")


def _view(ptr: Any, shape: Any, dtype: Any, order: Any, name: str) -> NDArray[Any]:
    import numpy as np

    address, element = _address_and_dtype(ptr)
    if dtype is not None:
        dtype = np.dtype(dtype)
        if element is not None and dtype != element:
            raise TypeError(f"mismatching dtype '{dtype}' for pointer {ptr!r}")
        element = dtype
    if element is None:
        raise TypeError(f"{name}(): a void* says nothing of its elements: give a dtype")
    extents = shape if isinstance(shape, tuple) else (shape,)
    if any(not isinstance(extent, (int, np.integer)) for extent in extents):
        raise TypeError(f"invalid shape {shape!r}")
    count = int(np.prod(extents, dtype=np.int64))
    memory = (ctypes.c_byte * (count * element.itemsize)).from_address(address)
    return np.frombuffer(memory, element, count).reshape(extents, order=order)


def _address_and_dtype(ptr: Any) -> tuple[int, Any]:
    """Return an address and the dtype of what lies there, if the pointer says it."""
    import numpy as np

    if isinstance(ptr, ctypes.c_void_p):
        return ptr.value or 0, None
    if isinstance(ptr, ctypes._Pointer):
        return ctypes.cast(ptr, ctypes.c_void_p).value or 0, np.dtype(ptr._type_)
    if type(ptr).__module__ == "_cffi_backend":
        return _of_cffi(ptr)
    raise TypeError(f"expected a pointer of ctypes or cffi, got {ptr!r}")


def _of_cffi(ptr: Any) -> tuple[int, Any]:
    import cffi
    import numpy as np

    from coluber.core.foreign import from_cffi
    from coluber.np.numpy_support import as_dtype

    ffi = cffi.FFI()
    ctype = ffi.typeof(ptr)
    if ctype.kind != "pointer":
        raise TypeError(f"expected a pointer, got {ptr!r}")
    item = ctype.item
    element = None if item.kind in ("void", "struct") else np.dtype(as_dtype(from_cffi(ffi, item)))
    return int(ffi.cast("uintptr_t", ptr)), element
