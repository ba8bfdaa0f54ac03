"""Pointers that own memory: on the device, pinned on the host, mapped to both, or managed."""

from __future__ import annotations

import atexit
import ctypes
from typing import NamedTuple

from coluber.cuda.host import backend
from coluber.cuda.host.errors import DeadMemoryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What remains of this when the modules have been taken apart is None.
_running = True


@atexit.register
def _close() -> None:
    """Run no finalizers while the interpreter ends: the system takes all memory back."""
    global _running
    _running = False


class MemoryInfo(NamedTuple):
    """A device's memory in bytes."""

    free: int
    total: int


class Handle(int):
    """An address or a handle of the driver: an int that also has the attribute ``value``, as ctypes' pointers do."""

    @property
    def value(self) -> int | None:
        """The number; None for null."""
        return int(self) or None


def as_address(pointer: Any) -> int:
    """Return the number of a pointer: an int, a ctypes object, or what ``int()`` takes."""
    if isinstance(pointer, int):
        return pointer
    value = getattr(pointer, "value", pointer)
    return 0 if value is None else int(value)


class MemoryPointer:
    """A region of device memory. It is freed when the last reference goes, by the finalizer.

    Parameters
    ----------
    context : Context
        The context that it was allocated in.
    pointer : int or ctypes pointer
        Its address.
    size : int
        Its size in bytes.
    owner : object, optional
        What has to live as long as this object.
    finalizer : callable, optional
        Called without arguments to free the memory.
    """

    __cuda_memory__ = True
    __slots__ = ("__weakref__", "_finalizer", "_owner", "address", "context", "is_managed", "size")

    def __init__(
        self, context: Any, pointer: Any, size: int, owner: Any = None, finalizer: Callable[[], Any] | None = None
    ) -> None:
        self.context = context
        self.address = pointer if type(pointer) is int else as_address(pointer)
        self.size = size
        self._owner = owner
        self._finalizer = finalizer
        self.is_managed = finalizer is not None

    def __del__(self) -> None:
        finalizer = self._finalizer
        if finalizer is not None and _running:
            self._finalizer = None
            finalizer()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.address:#x}, {self.size} bytes>"

    def __copy__(self) -> MemoryPointer:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> MemoryPointer:
        # A second object would free the memory a second time.
        return self

    def __reduce_ex__(self, protocol: int) -> Any:
        raise TypeError("device memory can't be pickled; get_ipc_handle() returns what can")

    @property
    def owner(self) -> Any:
        """What keeps the memory alive: this object, unless there is another owner."""
        return self if self._owner is None else self._owner

    @property
    def device_pointer(self) -> Handle:
        """The address on the device."""
        return Handle(self.address)

    handle = device_pointer

    @property
    def device_pointer_value(self) -> int | None:
        """The address on the device; None for an empty region."""
        return self.address or None

    @property
    def device_ctypes_pointer(self) -> ctypes.c_void_p:
        """The address on the device, for ctypes."""
        return ctypes.c_void_p(self.address)

    @property
    def _cuda_memsize_(self) -> int:
        return self.size

    @property
    def refct(self) -> int:
        """One: Python counts the references."""
        return 1

    def own(self) -> MemoryPointer:
        """Return an object that keeps the memory alive: this one."""
        return self

    def free(self) -> None:
        """Free the memory.

        Raises
        ------
        DeadMemoryError
            It has been freed already; a RuntimeError.
        """
        if self.is_managed:
            finalizer, self._finalizer = self._finalizer, None
            if finalizer is None:
                raise DeadMemoryError(f"Freeing dead memory: {self!r} has been freed before")
            finalizer()

    def memset(self, byte: int, count: int | None = None, stream: Any = 0) -> None:
        """Fill the region, or its first `count` bytes, with a byte."""
        from coluber.cuda.host.streams import handle_of

        backend.current().memset(self.address, byte, self.size if count is None else count, handle_of(stream))

    def view(self, start: int, stop: int | None = None) -> MemoryPointer:
        """Return a part of the region, from byte `start` to byte `stop`."""
        size = (self.size if stop is None else stop) - start
        if size < 0:
            raise RuntimeError("a region's size cannot be negative")
        if not self.address:
            if size:
                raise RuntimeError("bytes are copied to a part of device memory without bytes")
            return self
        return MemoryPointer(self.context, self.address + start, size, owner=self.owner)


class AutoFreePointer(MemoryPointer):
    """A region that goes with the last reference, as any region does."""

    __slots__ = ()


OwnedPointer = MemoryPointer


class _HostRegion:
    """Part of a region that the host can address; arrays can lie in it from Python 3.12 on."""

    __slots__ = ()

    def as_buffer(self) -> Any:
        """Return an object with the buffer protocol that keeps the region alive."""
        buffer = (ctypes.c_char * self.size).from_address(self.host_address)
        buffer.region = self
        return buffer

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.as_buffer())


class MappedMemory(_HostRegion, AutoFreePointer):
    """A pinned region of host memory that the device sees, too. `pointer` is its address on the host."""

    __slots__ = ("host_address",)

    def __init__(
        self, context: Any, pointer: Any, size: int, owner: Any = None, finalizer: Callable[[], Any] | None = None
    ) -> None:
        self.host_address = as_address(pointer)
        device_address = backend.current().host_device_address(self.host_address)
        super().__init__(context, device_address, size, owner, finalizer)

    @property
    def host_pointer(self) -> Handle:
        """The address on the host."""
        return Handle(self.host_address)

    handle = host_pointer


class ManagedMemory(_HostRegion, AutoFreePointer):
    """A region that host and device address alike."""

    __slots__ = ()

    @property
    def host_address(self) -> int:
        """The address on the host, which is the device's."""
        return self.address


class PinnedMemory(_HostRegion):
    """A pinned region of host memory; the parameters are those of `MemoryPointer`, with an address on the host."""

    __slots__ = ("__weakref__", "_finalizer", "context", "host_address", "is_managed", "owned", "size")

    def __init__(
        self, context: Any, pointer: Any, size: int, owner: Any = None, finalizer: Callable[[], Any] | None = None
    ) -> None:
        self.context = context
        self.host_address = as_address(pointer)
        self.size = size
        self.owned = owner
        self._finalizer = finalizer
        self.is_managed = finalizer is not None

    def __del__(self) -> None:
        finalizer = self._finalizer
        if finalizer is not None and _running:
            self._finalizer = None
            finalizer()

    @property
    def host_pointer(self) -> Handle:
        """The address on the host."""
        return Handle(self.host_address)

    handle = host_pointer

    def own(self) -> PinnedMemory:
        """Return an object that keeps the memory alive: this one."""
        return self

    def free(self) -> None:
        """Free, or unpin, the region."""
        finalizer, self._finalizer = self._finalizer, None
        if finalizer is not None:
            finalizer()


MappedOwnedPointer = MappedMemory
ManagedOwnedPointer = ManagedMemory


def is_device_memory(obj: Any) -> bool:
    """Whether an object lies in device memory."""
    return bool(getattr(obj, "__cuda_memory__", False))


def device_extents(memory: Any) -> tuple[Handle, Handle]:
    """Return the start and the end of the allocation that a pointer is in."""
    start, size = backend.current().address_range(as_address(getattr(memory, "device_pointer", memory)))
    return Handle(start), Handle(start + size)
