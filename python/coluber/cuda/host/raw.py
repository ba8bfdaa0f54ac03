"""Functions on raw memory: addresses, extents, and copies of bytes."""

from __future__ import annotations

import numpy as np

from coluber.cuda.host import backend
from coluber.cuda.host.layout import memory_size
from coluber.cuda.host.memory import Handle, is_device_memory
from coluber.cuda.host.streams import handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from typing import Any


def require_device_memory(obj: Any) -> None:
    """Raise an exception unless an object lies in device memory."""
    if not is_device_memory(obj):
        raise TypeError("Not a CUDA memory object.")


def device_pointer(obj: Any) -> Handle:
    """Return an object's address on the device."""
    require_device_memory(obj)
    return Handle(obj.address)


def device_ctypes_pointer(obj: Any) -> ctypes.c_void_p:
    """Return an object's address on the device, for ctypes."""
    require_device_memory(obj)
    return obj.device_ctypes_pointer


def device_memory_size(devmem: Any) -> int:
    """Return the bytes of device memory that an object takes."""
    require_device_memory(devmem)
    return devmem.size if not hasattr(devmem, "alloc_size") else devmem.alloc_size


def host_pointer(obj: Any, readonly: bool = False) -> int:
    """Return the address of a host array, a buffer, or an integer."""
    if isinstance(obj, int):
        return obj
    array = np.asanyarray(obj)
    if not (readonly or array.flags.writeable):
        raise ValueError("host memory is read-only")
    return array.__array_interface__["data"][0]


def host_memory_extents(obj: Any) -> tuple[int, int]:
    """Return the addresses of a host array's first byte and of the byte behind its last one."""
    return np.lib.array_utils.byte_bounds(np.asanyarray(obj))


def host_memory_size(obj: Any) -> int:
    """Return the bytes from a host array's first byte to its last one."""
    start, end = host_memory_extents(obj)
    return end - start


def memory_size_from_info(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> int:
    """Return the bytes that an array needs."""
    return memory_size(shape, strides, itemsize)


def host_to_device(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copy bytes from the host to the device."""
    backend.current().copy_to_device(device_pointer(dst), host_pointer(src, readonly=True), size, handle_of(stream))


def device_to_host(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copy bytes from the device to the host."""
    backend.current().copy_to_host(host_pointer(dst), device_pointer(src), size, handle_of(stream))


def device_to_device(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copy bytes on the device."""
    backend.current().copy_on_device(device_pointer(dst), device_pointer(src), size, handle_of(stream))


def device_memset(dst: Any, val: int, size: int, stream: Any = 0) -> None:
    """Fill bytes on the device."""
    backend.current().memset(device_pointer(dst), val, size, handle_of(stream))
