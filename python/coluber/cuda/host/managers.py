"""Memory managers: what allocates for a context, and the interface for external ones."""

from __future__ import annotations

import contextlib
import weakref
from abc import ABC, abstractmethod

from coluber.core import config
from coluber.cuda.host import backend, enums
from coluber.cuda.host.dealloc import PendingDeallocations
from coluber.cuda.host.errors import CudaAPIError
from coluber.cuda.host.memory import (
    AutoFreePointer,
    ManagedMemory,
    MappedMemory,
    MemoryInfo,
    PinnedMemory,
    as_address,
    device_extents,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from coluber.cuda.host.ipc import IpcHandle
    from coluber.cuda.host.memory import MemoryPointer

INTERFACE_VERSION = 1


class BaseCUDAMemoryManager(ABC):
    """What a memory manager has to offer.

    Parameters
    ----------
    context : Context
        The context that it allocates for; a keyword argument.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "context" not in kwargs:
            raise RuntimeError("Memory manager requires a context: pass it as the keyword argument 'context'")
        self.context = kwargs.pop("context")

    @abstractmethod
    def memalloc(self, size: int) -> MemoryPointer:
        """Allocate `size` bytes on the device."""

    @abstractmethod
    def memhostalloc(self, size: int, mapped: bool, portable: bool, wc: bool) -> MappedMemory | PinnedMemory:
        """Allocate `size` bytes of pinned host memory."""

    @abstractmethod
    def mempin(self, owner: Any, pointer: int, size: int, mapped: bool) -> MappedMemory | PinnedMemory:
        """Pin a region of host memory that belongs to `owner`."""

    @abstractmethod
    def initialize(self) -> None:
        """Get ready; called whenever the context is made current."""

    @abstractmethod
    def get_ipc_handle(self, memory: MemoryPointer) -> IpcHandle:
        """Return a handle by which other processes find an allocation."""

    @abstractmethod
    def get_memory_info(self) -> MemoryInfo:
        """Return the free and the total memory, or raise NotImplementedError."""

    @abstractmethod
    def reset(self) -> None:
        """Free all that was allocated in the context."""

    @abstractmethod
    def defer_cleanup(self) -> AbstractContextManager[None]:
        """Return a context manager inside of which nothing is freed."""

    @property
    @abstractmethod
    def interface_version(self) -> int:
        """The version of this interface that the class follows: 1."""


class HostOnlyCUDAMemoryManager(BaseCUDAMemoryManager):
    """A base for managers of device memory alone: it deals with pinned, mapped and managed memory.

    ``allocations`` and ``deallocations`` are a subclass's to use; `reset` clears both.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allocations: dict[Any, Any] = {}
        self.deallocations = PendingDeallocations()

    def _attempt_allocation(self, allocator: Callable[[], Any]) -> Any:
        """Call an allocator; where memory is short, free what is pending and call it again."""
        try:
            return allocator()
        except CudaAPIError as error:
            if error.code != enums.OUT_OF_MEMORY:
                raise
        self.deallocations.clear()
        return allocator()

    def memhostalloc(
        self, size: int, mapped: bool = False, portable: bool = False, wc: bool = False
    ) -> MappedMemory | PinnedMemory:
        """Allocate pinned host memory."""
        driver = backend.current()
        flags = enums.HOST_ALLOC_DEVICEMAP * bool(mapped) | enums.HOST_ALLOC_PORTABLE * bool(portable)
        flags |= enums.HOST_ALLOC_WRITECOMBINED * bool(wc)
        address = self._attempt_allocation(lambda: driver.host_alloc(size, flags))
        return self._host_region(address, size, mapped, None, driver.host_free, deferred=True)

    def mempin(self, owner: Any, pointer: Any, size: int, mapped: bool = False) -> MappedMemory | PinnedMemory:
        """Pin a region of host memory. It is unpinned at once when it is given up, so that it can be pinned again."""
        driver = backend.current()
        address = as_address(pointer)
        flags = enums.HOST_REGISTER_DEVICEMAP * bool(mapped)
        self._attempt_allocation(lambda: driver.host_register(address, size, flags))
        return self._host_region(address, size, mapped, owner, driver.host_unregister, deferred=False)

    def _host_region(
        self, address: int, size: int, mapped: bool, owner: Any, destructor: Callable[[int], None], deferred: bool
    ) -> MappedMemory | PinnedMemory:
        finalizer = self._finalizer(destructor, address, size if mapped else 0, deferred)
        kind = MappedMemory if mapped else PinnedMemory
        region = kind(self.context, address, size, owner=owner, finalizer=finalizer)
        self.allocations[address] = weakref.ref(region)
        return region

    def memallocmanaged(self, size: int, attach_global: bool = True) -> ManagedMemory:
        """Allocate memory that host and device share."""
        driver = backend.current()
        flags = enums.ATTACH_GLOBAL if attach_global else enums.ATTACH_HOST
        address = self._attempt_allocation(lambda: driver.managed_alloc(size, flags))
        region = ManagedMemory(self.context, address, size, finalizer=self._finalizer(driver.mem_free, address, size))
        self.allocations[address] = weakref.ref(region)
        return region

    def _finalizer(
        self, destructor: Callable[[int], None], address: int, size: int, deferred: bool = True
    ) -> Callable[[], None]:
        """Return what frees an allocation; it must not refer to the pointer that it is the finalizer of."""
        allocations, deallocations = self.allocations, self.deallocations

        def finalize() -> None:
            allocations.pop(address, None)
            if deferred:
                deallocations.add_item(destructor, address, size)
            else:
                destructor(address)

        return finalize

    def reset(self) -> None:
        """Free all that was allocated."""
        for reference in list(self.allocations.values()):
            region = reference() if isinstance(reference, weakref.ref) else None
            if region is not None and region._finalizer is not None:
                region.free()
        self.allocations.clear()
        self.deallocations.clear()

    @contextlib.contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """Free nothing inside of the block."""
        with self.deallocations.disable():
            yield


class GetIpcHandleMixin:
    """Gives a memory manager ``get_ipc_handle``, for allocations of the driver's."""

    def get_ipc_handle(self, memory: MemoryPointer) -> IpcHandle:
        """Return a handle by which other processes find an allocation."""
        from coluber.cuda.host.ipc import IpcHandle

        start, _ = device_extents(memory)
        handle = backend.current().ipc_export(start)
        identity = self.context.device.get_device_identity()
        return IpcHandle(memory, handle, memory.size, identity, offset=memory.address - start)


class DriverMemoryManager(GetIpcHandleMixin, HostOnlyCUDAMemoryManager):
    """The default: each allocation is one of the driver's."""

    def initialize(self) -> None:
        """Set the limit of what may be pending."""
        if not self.deallocations.memory_capacity:
            self.deallocations.memory_capacity = self.get_memory_info().total

    def memalloc(self, size: int) -> MemoryPointer:
        """Allocate on the device."""
        driver = backend.current()
        try:
            address = driver.mem_alloc(size)
        except CudaAPIError:
            address = self._attempt_allocation(lambda: driver.mem_alloc(size))
        finalizer = self._finalizer(driver.mem_free, address, size)
        pointer = AutoFreePointer(self.context, address, size, None, finalizer)
        self.allocations[address] = weakref.ref(pointer)
        return pointer

    def get_memory_info(self) -> MemoryInfo:
        """Return the free and the total memory of the device."""
        return MemoryInfo(*backend.current().memory_info())

    @property
    def interface_version(self) -> int:
        """The version of the interface: 1."""
        return INTERFACE_VERSION


NumbaCUDAMemoryManager = DriverMemoryManager

_manager: type[BaseCUDAMemoryManager] | None = None


def set_memory_manager(mm_plugin: type[BaseCUDAMemoryManager]) -> None:
    """Let a class allocate for all contexts that are made from here on.

    Raises
    ------
    RuntimeError
        The class follows another version of the interface.
    """
    global _manager
    version = mm_plugin(context=None).interface_version
    if version != INTERFACE_VERSION:
        raise RuntimeError(f"the memory manager has interface version {version}, not {INTERFACE_VERSION}")
    _manager = mm_plugin


def manager_class() -> type[BaseCUDAMemoryManager]:
    """Return the class that allocates: what was set, what ``NUMBA_CUDA_MEMORY_MANAGER`` names, or the default."""
    if _manager is None and config.CUDA_MEMORY_MANAGER in ("", "default"):
        return DriverMemoryManager
    if _manager is None:
        import importlib

        try:
            set_memory_manager(importlib.import_module(config.CUDA_MEMORY_MANAGER)._numba_memory_manager)
        except Exception as error:
            raise RuntimeError(f"no memory manager in {config.CUDA_MEMORY_MANAGER}: {error}") from error
    return _manager
