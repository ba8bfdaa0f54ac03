"""Device memory shared between processes."""

from __future__ import annotations

import contextlib

import numpy as np

from coluber.cuda.host import backend
from coluber.cuda.host.arrays import DeviceNDArray
from coluber.cuda.host.devices import Device, current_context, gpus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from coluber.cuda.host.contexts import Context
    from coluber.cuda.host.memory import MemoryPointer


class IpcHandle:
    """A handle by which another process finds an allocation; it can be pickled.

    Parameters
    ----------
    base : MemoryPointer or None
        The allocation, which stays alive as long as this object.
    handle : bytes
        The driver's handle.
    size : int
        The size of the memory in bytes.
    source_info : dict, optional
        What tells its device from others.
    offset : int, optional
        Where the memory begins in its allocation.
    """

    def __init__(self, base: Any, handle: Any, size: int, source_info: dict[str, int] | None = None, offset: int = 0) -> None:
        self.base = base
        self.handle = bytes(bytearray(value & 0xFF for value in bytes(handle)))
        self.size = size
        self.source_info = source_info
        self.offset = offset
        self._opened: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (None, self.handle, self.size, self.source_info, self.offset)

    def can_access_peer(self, context: Context) -> bool:
        """Whether a context's device can use the memory directly."""
        if self.source_info is None:
            raise RuntimeError("the IPC handle does not say which device it is of")
        if self.source_info == context.device.get_device_identity():
            return True
        return context.can_access_peer(Device.from_identity(self.source_info).id)

    def open(self, context: Context) -> MemoryPointer:
        """Return the memory, as a context sees it: directly where that is possible, or else as a copy."""
        if self.source_info is None or self.can_access_peer(context):
            return self.open_direct(context)
        return self.open_staged(context)

    def open_direct(self, context: Context) -> MemoryPointer:
        """Return the memory itself."""
        self._require_closed()
        pointer = context.open_ipc_handle(self.handle, self.offset + self.size)
        self._opened = pointer.address
        return pointer.view(self.offset) if self.offset else pointer

    def open_staged(self, context: Context) -> MemoryPointer:
        """Return a copy of the memory, made by the device that it is on."""
        self._require_closed()
        source = Device.from_identity(self.source_info or {})
        with gpus[source.id]:
            pointer = self.open_direct(current_context())
        copy = context.memalloc(self.size)
        backend.current().copy_on_device(copy.address, pointer.address, self.size, 0)
        self.close()
        return copy

    def open_array(self, context: Context, shape: Any, dtype: Any, strides: Any = None) -> DeviceNDArray:
        """Return the memory as an array."""
        return DeviceNDArray(shape, strides, dtype, gpu_data=self.open(context))

    def close(self) -> None:
        """Give the memory up. Arrays in it must not be used any more."""
        if self._opened is None:
            raise ValueError("IpcHandle not opened")
        address, self._opened = self._opened, None
        backend.current().ipc_close(address)

    def _require_closed(self) -> None:
        if self._opened is not None:
            raise ValueError("IpcHandle is already opened")


class IpcArrayHandle:
    """A handle by which another process can use an array; it can be pickled. A ``with`` statement opens and closes it.

    Parameters
    ----------
    ipc_handle : IpcHandle
        The memory.
    array_desc : dict
        The array's shape, strides and dtype.
    """

    def __init__(self, ipc_handle: IpcHandle, array_desc: dict[str, Any]) -> None:
        self._ipc_handle = ipc_handle
        self._array_desc = array_desc

    def open(self) -> DeviceNDArray:
        """Return the array."""
        return DeviceNDArray(gpu_data=self._ipc_handle.open(current_context()), **self._array_desc)

    def close(self) -> None:
        """Give the array up; it must not be used any more."""
        self._ipc_handle.close()

    def __enter__(self) -> DeviceNDArray:
        return self.open()

    def __exit__(self, *exception: object) -> None:
        self.close()


@contextlib.contextmanager
def open_ipc_array(handle: Any, shape: Any, dtype: Any, strides: Any = None, offset: int = 0) -> Iterator[DeviceNDArray]:
    """Open a handle of the driver's, a sequence of bytes, as an array for the time of the block."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    opened = IpcHandle(None, handle, size, offset=offset)
    array = opened.open_array(current_context(), shape, dtype, strides)
    try:
        yield array
    finally:
        opened.close()
