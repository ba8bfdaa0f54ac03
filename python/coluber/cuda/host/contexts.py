"""Contexts: a device's memory, streams and events, as one process sees them."""

from __future__ import annotations

import contextlib
import sys

from coluber.cuda.host import backend, devices, enums
from coluber.cuda.host.dealloc import PendingDeallocations
from coluber.cuda.host.errors import CudaDriverError
from coluber.cuda.host.managers import manager_class
from coluber.cuda.host.memory import MemoryPointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from coluber.cuda.host.devices import Device
    from coluber.cuda.host.ipc import IpcHandle
    from coluber.cuda.host.memory import ManagedMemory, MappedMemory, MemoryInfo, PinnedMemory
    from coluber.cuda.host.modules import Module
    from coluber.cuda.host.streams import Event, Stream


class Context:
    """The context of a device; there is one for each. `Device.get_primary_context` gives it.

    Parameters
    ----------
    device : Device
        The device.
    handle : int
        The driver's handle.
    """

    def __init__(self, device: Device, handle: int) -> None:
        self.device = device
        self.handle = handle
        self.deallocations = PendingDeallocations()
        self.memory_manager = manager_class()(context=self)
        # By the driver's handle, what unloads a module.
        self.modules: dict[int, Callable[[], Any]] = {}
        self.extras: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<CUDA context {self.handle:#x} of device {self.device.id}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and self.handle == other.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    @property
    def allocations(self) -> dict[Any, Any]:
        """What is allocated, by address, where the memory manager keeps such a list."""
        return getattr(self.memory_manager, "allocations", {})

    # ---------------------------------------------------------------------------------------------------------- state

    def prepare_for_use(self) -> None:
        """Get the memory manager ready."""
        self.memory_manager.initialize()

    def push(self) -> None:
        """Make this context current in the calling thread."""
        devices.push(self)
        self.prepare_for_use()

    def pop(self) -> None:
        """Take this context off the calling thread's stack; it has to be the current one."""
        popped = devices.pop()
        if popped is not self:
            if popped is not None:
                devices.push(popped)
            raise CudaDriverError(f"{self} is not the current context of this thread")

    def reset(self) -> None:
        """Free all that the context owns."""
        from coluber import _native

        self.memory_manager.reset()
        for unload in list(self.modules.values()):
            unload()
        self.modules.clear()
        _native.forget_loaded()
        self.deallocations.clear()

    def synchronize(self) -> None:
        """Wait until all work of the device is done."""
        backend.current().synchronize()

    @contextlib.contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """Free nothing inside of the block."""
        with self.memory_manager.defer_cleanup(), self.deallocations.disable():
            yield

    # --------------------------------------------------------------------------------------------------------- memory

    def get_memory_info(self) -> MemoryInfo:
        """Return the free and the total memory in bytes."""
        return self.memory_manager.get_memory_info()

    def memalloc(self, bytesize: int) -> MemoryPointer:
        """Allocate on the device."""
        return self.memory_manager.memalloc(bytesize)

    def memallocmanaged(self, bytesize: int, attach_global: bool = True) -> ManagedMemory:
        """Allocate memory that host and device share."""
        return self.memory_manager.memallocmanaged(bytesize, attach_global)

    def memhostalloc(
        self, bytesize: int, mapped: bool = False, portable: bool = False, wc: bool = False
    ) -> MappedMemory | PinnedMemory:
        """Allocate pinned host memory."""
        return self.memory_manager.memhostalloc(bytesize, mapped, portable, wc)

    def mempin(self, owner: Any, pointer: int, size: int, mapped: bool = False) -> MappedMemory | PinnedMemory:
        """Pin host memory."""
        if mapped and not self.device.CAN_MAP_HOST_MEMORY:
            raise CudaDriverError(f"{self.device} cannot map host memory")
        return self.memory_manager.mempin(owner, pointer, size, mapped)

    def get_ipc_handle(self, memory: MemoryPointer) -> IpcHandle:
        """Return a handle by which other processes find an allocation."""
        if not sys.platform.startswith("linux"):
            raise OSError("this system has no CUDA IPC")
        return self.memory_manager.get_ipc_handle(memory)

    def open_ipc_handle(self, handle: bytes, size: int) -> MemoryPointer:
        """Map another process's allocation."""
        return MemoryPointer(self, backend.current().ipc_open(bytes(handle)), size)

    def enable_peer_access(self, peer_context: Any, flags: int = 0) -> None:
        """Let this context use another one's memory."""
        if flags:
            raise ValueError("flags is reserved and has to be 0")
        backend.current().enable_peer_access(int(getattr(peer_context, "handle", peer_context)), flags)

    def can_access_peer(self, peer_device: int) -> bool:
        """Whether this context could use another device's memory."""
        return backend.current().can_access_peer(self.device.id, int(getattr(peer_device, "id", peer_device)))

    # ------------------------------------------------------------------------------------------------ streams, events

    def get_default_stream(self) -> Stream:
        """Return the default stream."""
        return _stream(enums.STREAM_DEFAULT)

    def get_legacy_default_stream(self) -> Stream:
        """Return the default stream that all threads share."""
        return _stream(enums.STREAM_LEGACY)

    def get_per_thread_default_stream(self) -> Stream:
        """Return the default stream that each thread has for itself."""
        return _stream(enums.STREAM_PER_THREAD)

    def create_stream(self) -> Stream:
        """Return a new stream."""
        driver = backend.current()
        handle = driver.stream_create()
        deallocations = self.deallocations
        return _stream(handle, finalizer=lambda: deallocations.add_item(driver.stream_destroy, handle))

    def create_external_stream(self, ptr: int) -> Stream:
        """Return a stream that was made outside of this package."""
        if not isinstance(ptr, int):
            raise TypeError("the address of a stream is an integer")
        return _stream(ptr, external=True)

    def create_event(self, timing: bool = True) -> Event:
        """Return a new event."""
        from coluber.cuda.host.streams import Event

        driver = backend.current()
        handle = driver.event_create(timing)
        deallocations = self.deallocations
        return Event(handle, finalizer=lambda: deallocations.add_item(driver.event_destroy, handle))

    def create_module_image(self, image: bytes) -> Module:
        """Load machine code, or PTX, and return the module."""
        from coluber.cuda.host.modules import Module

        return Module(image)

    def create_module_ptx(self, ptx: str | bytes) -> Module:
        """Compile PTX by the driver, load it, and return the module."""
        return self.create_module_image(ptx.encode() if isinstance(ptx, str) else ptx)

    def unload_module(self, module: Module) -> None:
        """Unload a module; nothing of it may be used from then on."""
        self.modules[module.handle]()

    # ------------------------------------------------------------------------------------------------------ occupancy

    def get_active_blocks_per_multiprocessor(self, func: Any, blocksize: int, memsize: int, flags: int | None = None) -> int:
        """Return how many blocks of a kernel run on a multiprocessor at a time."""
        return backend.current().active_blocks(func, blocksize, memsize, flags or 0)

    def get_max_potential_block_size(
        self, func: Any, b2d_func: Any, memsize: int, blocksizelimit: int, flags: int | None = None
    ) -> tuple[int, int]:
        """Return a grid size and a block size that occupy the device.

        `b2d_func` is a function from the block size to the bytes of dynamic shared memory, or 0 where `memsize` says them.
        """
        return backend.current().potential_block_size(func, b2d_func or memsize, blocksizelimit, flags or 0)


def _stream(handle: int, **options: Any) -> Stream:
    from coluber.cuda.host.streams import Stream

    return Stream(handle, **options)
