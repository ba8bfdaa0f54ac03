"""The emulator's devices: the CPU's cores and memory behind the interface of `backend.Backend`.

Work is done when it is asked for, so a stream has nothing to wait for but its callbacks. Device memory is host memory of its
own: a copy is a real copy, so that a program that forgets one behaves as on a GPU.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import threading
import time

import numpy as np

from coluber.core import config
from coluber.cuda.host import enums
from coluber.cuda.host.emulated import attribute_value, memory_size
from coluber.cuda.host.errors import CudaAPIError, api_error
from coluber.cuda.host.worker import Worker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Each allocation has its pages for itself, so that it can be shared with other processes.
PAGE = 4096


class _Thread(threading.local):
    def __init__(self) -> None:
        self.contexts: list[int] = []


class _Event:
    __slots__ = ("recorded", "time", "timing")

    def __init__(self, timing: bool) -> None:
        self.timing = timing
        self.time: int | None = None
        # Set unless a record waits behind a callback.
        self.recorded = threading.Event()
        self.recorded.set()


class Emulator:
    """One implementation of `backend.Backend`. A context's handle is its device's number plus one."""

    emulated = True

    def use_for_launches(self) -> None:
        """Have kernels run on the processor."""
        from coluber import _native

        _native.use_emulator(self.warns_of_copies)

    def __init__(self) -> None:
        # Nothing is copied here: the warning is for those who look for copies before they have a GPU.
        wish = "CUDA_WARN_ON_IMPLICIT_COPY"
        self.warns_of_copies = any(os.environ.get(prefix + wish, "0") != "0" for prefix in config.PREFIXES)
        self._count = max(1, config.CUDA_EMULATED_DEVICES)
        self._thread = _Thread()
        self._total = memory_size()
        self._used = [0] * self._count
        self._blocks: dict[int, tuple[np.ndarray, int, int]] = {}
        self._host_blocks: dict[int, np.ndarray] = {}
        self._registered: dict[int, int] = {}
        self._peers: set[tuple[int, int]] = set()
        self._events: dict[int, _Event] = {}
        self._streams: set[int] = set()
        self._handles = itertools.count(0x1000)
        self._lock = threading.RLock()
        self._worker = Worker()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        """Give a child process a lock of its own: another thread may have held it when the process forked."""
        self._lock = threading.RLock()

    # ---------------------------------------------------------------------------------------------- devices, contexts

    def driver_version(self) -> tuple[int, int]:
        """Return the version of CUDA whose interface this is."""
        return (13, 0)

    def device_count(self) -> int:
        """Return the number of emulated devices."""
        return self._count

    def device_name(self, device: int) -> str:
        """Return what the device is called."""
        return "Coluber emulator"

    def device_uuid(self, device: int) -> str:
        """Return a name that no other device of this machine has."""
        return f"GPU-c01be5c0-0000-0000-0000-{device:012x}"

    def device_attribute(self, device: int, code: int) -> int:
        """Return the value of an attribute."""
        return attribute_value(device, code)

    def device_memory(self, device: int) -> int:
        """Return the device's memory in bytes."""
        return self._total

    def context_retain(self, device: int) -> int:
        """Return the handle of the device's context."""
        if not 0 <= device < self._count:
            raise api_error("cuDevicePrimaryCtxRetain", enums.INVALID_DEVICE)
        return device + 1

    def context_release(self, device: int) -> None:
        """Do nothing: a context costs nothing."""

    def context_reset(self, device: int) -> None:
        """Free the device's memory."""
        with self._lock:
            for address in [address for address, (_, _, owner) in self._blocks.items() if owner == device]:
                self.mem_free(address)

    def context_push(self, handle: int) -> None:
        """Make a context current in this thread."""
        self._thread.contexts.append(handle)

    def context_pop(self) -> int | None:
        """Take the current context off this thread's stack, and return it."""
        return self._thread.contexts.pop() if self._thread.contexts else None

    def active_device(self) -> int | None:
        """Return the device whose context is current in this thread."""
        return self._thread.contexts[-1] - 1 if self._thread.contexts else None

    def synchronize(self) -> None:
        """Wait for the callbacks of all streams."""
        self._worker.wait_for_all()

    def can_access_peer(self, device: int, peer: int) -> bool:
        """Whether one device can read the other's memory; all of them can."""
        if not 0 <= peer < self._count:
            raise api_error("cuDeviceCanAccessPeer", enums.INVALID_DEVICE)
        return device != peer

    def enable_peer_access(self, peer_context: int, flags: int) -> None:
        """Note that the current context may use another one's memory."""
        here = self._device() + 1
        if here == peer_context:
            raise api_error("cuCtxEnablePeerAccess", enums.INVALID_DEVICE)
        if (here, peer_context) in self._peers:
            raise api_error("cuCtxEnablePeerAccess", enums.PEER_ACCESS_ALREADY_ENABLED)
        self._peers.add((here, peer_context))

    def _device(self) -> int:
        contexts = self._thread.contexts
        if not contexts:
            raise CudaAPIError(enums.INVALID_CONTEXT, "no CUDA context is current in this thread")
        return contexts[-1] - 1

    # --------------------------------------------------------------------------------------------------------- memory

    def memory_info(self) -> tuple[int, int]:
        """Return the free and the total memory of the current device."""
        return max(0, self._total - self._used[self._device()]), self._total

    def mem_alloc(self, size: int) -> int:
        """Allocate device memory."""
        return self._allocate(size, "cuMemAlloc")

    def managed_alloc(self, size: int, flags: int) -> int:
        """Allocate memory that the host uses, too: any memory is like that here."""
        return self._allocate(size, "cuMemAllocManaged")

    def _allocate(self, size: int, function: str) -> int:
        if size <= 0:
            raise api_error(function, enums.INVALID_VALUE)
        device = self._device()
        if self._used[device] + size > self._total:
            raise api_error(function, enums.OUT_OF_MEMORY)
        try:
            block, address = _pages(size)
        except MemoryError:
            raise api_error(function, enums.OUT_OF_MEMORY) from None
        with self._lock:
            self._used[device] += size
            self._blocks[address] = (block, size, device)
        return address

    def mem_free(self, address: int) -> None:
        """Give device memory back. Arrays that still lie in it stay usable, but it is not counted."""
        with self._lock:
            found = self._blocks.pop(address, None)
            if found is None:
                raise api_error("cuMemFree", enums.INVALID_VALUE)
            self._used[found[2]] -= found[1]

    def host_alloc(self, size: int, flags: int) -> int:
        """Allocate pinned host memory."""
        if size <= 0:
            raise api_error("cuMemHostAlloc", enums.INVALID_VALUE)
        block, address = _pages(size)
        self._host_blocks[address] = block
        return address

    def host_free(self, address: int) -> None:
        """Give pinned host memory back."""
        if self._host_blocks.pop(address, None) is None:
            raise api_error("cuMemFreeHost", enums.INVALID_VALUE)

    def host_register(self, address: int, size: int, flags: int) -> None:
        """Note that a region is pinned."""
        with self._lock:
            if address in self._registered:
                raise api_error("cuMemHostRegister", enums.ALREADY_REGISTERED)
            self._registered[address] = size

    def host_unregister(self, address: int) -> None:
        """Note that a region is not pinned any more."""
        if self._registered.pop(address, None) is None:
            raise api_error("cuMemHostUnregister", enums.NOT_REGISTERED)

    def host_device_address(self, address: int) -> int:
        """Return where a device sees pinned host memory."""
        return address

    def address_range(self, address: int) -> tuple[int, int]:
        """Return the start and the size of the allocation that an address is in."""
        found = self._blocks.get(address)
        if found is not None:
            return address, found[1]
        with self._lock:
            for start, (_, size, _) in self._blocks.items():
                if start <= address < start + size:
                    return start, size
        raise api_error("cuMemGetAddressRange", enums.INVALID_VALUE)

    def memset(self, address: int, byte: int, count: int, stream: int) -> None:
        """Fill memory with a byte."""
        ctypes.memset(address, byte, count)

    def copy_to_device(self, destination: int, source: int, size: int, stream: int) -> None:
        """Copy bytes."""
        ctypes.memmove(destination, source, size)

    copy_to_host = copy_on_device = copy_to_device

    def buffer(self, address: int, size: int) -> Any:
        """Return an object that arrays can lie in; it keeps an allocation of this class usable."""
        found = self._blocks.get(address)
        if found is not None:
            return found[0]
        return (ctypes.c_char * size).from_address(address)

    def assign(self, target: np.ndarray, source: np.ndarray, to_device: bool, from_device: bool, stream: int) -> None:
        """Copy one array's elements to another array."""
        target[...] = source

    def ipc_export(self, address: int) -> bytes:
        """Return bytes by which other processes find an allocation."""
        from coluber.cuda.host import sharing

        with self._lock:
            found = self._blocks.get(address)
            if found is None:
                raise api_error("cuIpcGetMemHandle", enums.INVALID_VALUE)
            return sharing.export(found[0], address)

    def ipc_open(self, handle: bytes) -> int:
        """Map another process's allocation, and return its address here."""
        from coluber.cuda.host import sharing

        return sharing.open_handle(handle)

    def ipc_close(self, address: int) -> None:
        """Unmap what `ipc_open` mapped."""
        from coluber.cuda.host import sharing

        sharing.close_mapping(address)

    # ------------------------------------------------------------------------------------------------ streams, events

    def stream_create(self) -> int:
        """Return a new stream."""
        handle = next(self._handles)
        self._streams.add(handle)
        return handle

    def stream_destroy(self, handle: int) -> None:
        """Forget a stream."""
        self._streams.discard(handle)

    def stream_synchronize(self, handle: int) -> None:
        """Wait for a stream's callbacks."""
        self._worker.wait_for(handle)

    def stream_query(self, handle: int) -> bool:
        """Whether a stream's callbacks have run."""
        return not self._worker.is_busy(handle)

    def stream_add_callback(self, handle: int, function: Callable[[int], None]) -> None:
        """Call a function in the worker thread, after the callbacks before it."""
        self._worker.add(handle, lambda: function(enums.SUCCESS))

    def stream_wait_event(self, handle: int, event: int) -> None:
        """Make a stream wait for an event: its later callbacks are called after it."""
        found = self._event(event, "cuStreamWaitEvent")
        if not found.recorded.is_set():
            found.recorded.wait()

    def event_create(self, timing: bool) -> int:
        """Return a new event."""
        handle = next(self._handles)
        self._events[handle] = _Event(timing)
        return handle

    def event_destroy(self, handle: int) -> None:
        """Forget an event."""
        self._events.pop(handle, None)

    def _event(self, handle: int, function: str) -> _Event:
        try:
            return self._events[handle]
        except KeyError:
            raise api_error(function, enums.INVALID_HANDLE) from None

    def event_record(self, handle: int, stream: int) -> None:
        """Take the time, after the stream's callbacks."""
        event = self._event(handle, "cuEventRecord")
        if self._worker.is_busy(stream):
            event.recorded.clear()
            self._worker.add(stream, lambda: self._stamp(event))
        else:
            self._stamp(event)

    def _stamp(self, event: _Event) -> None:
        event.time = time.perf_counter_ns()
        event.recorded.set()

    def event_query(self, handle: int) -> bool:
        """Whether an event has happened; one that is not recorded counts as such."""
        return self._event(handle, "cuEventQuery").recorded.is_set()

    def event_synchronize(self, handle: int) -> None:
        """Wait until an event has happened."""
        self._event(handle, "cuEventSynchronize").recorded.wait()

    def event_elapsed(self, start: int, end: int) -> float:
        """Return the milliseconds between two events."""
        function = "cuEventElapsedTime"
        first, second = self._event(start, function), self._event(end, function)
        if not (first.recorded.is_set() and second.recorded.is_set()):
            raise api_error(function, enums.NOT_READY)
        if first.time is None or second.time is None or not (first.timing and second.timing):
            raise api_error(function, enums.INVALID_HANDLE)
        return (second.time - first.time) / 1e6

    # ------------------------------------------------------------------------------------------------------- the rest

    def profiler_start(self) -> None:
        """Do nothing: no profiler listens."""

    def profiler_stop(self) -> None:
        """Do nothing: no profiler listens."""

    def active_blocks(self, function: Any, block_size: int, shared: int, flags: int) -> int:
        """Return how many blocks of a kernel a multiprocessor holds, by the limits that the device states."""
        value = self.device_attribute
        device = self._device()
        limits = [
            value(device, enums.ATTRIBUTES["MAX_BLOCKS_PER_MULTIPROCESSOR"]),
            value(device, enums.ATTRIBUTES["MAX_THREADS_PER_MULTIPROCESSOR"]) // max(1, -(-block_size // 32) * 32),
        ]
        if shared:
            limits.append(value(device, enums.ATTRIBUTES["MAX_SHARED_MEMORY_PER_MULTIPROCESSOR"]) // shared)
        return min(limits)

    def potential_block_size(self, function: Any, shared: Any, limit: int, flags: int) -> tuple[int, int]:
        """Return a grid size and a block size that occupy the device."""
        block = self.device_attribute(0, enums.ATTRIBUTES["MAX_THREADS_PER_BLOCK"])
        block = min(block, limit) if limit else block
        needed = shared(block) if callable(shared) else int(shared)
        blocks = max(1, self.active_blocks(function, block, needed, flags))
        return blocks * self.device_attribute(0, enums.ATTRIBUTES["MULTIPROCESSOR_COUNT"]), block


def _pages(size: int) -> tuple[np.ndarray, int]:
    """Return bytes that begin with a page and share none of theirs, and their address."""
    rounded = -(-size // PAGE) * PAGE
    raw = np.empty(rounded + PAGE, np.uint8)
    address = ctypes.addressof(ctypes.c_char.from_buffer(raw))
    skipped = -address % PAGE
    return raw[skipped : skipped + size], address + skipped
