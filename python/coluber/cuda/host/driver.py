"""The GPU's driver behind the interface of `backend.Backend`: libcuda, loaded at run time, called through ctypes.

Addresses and handles are integers. A function of the driver is looked up by the newest of its names when it is first
called, and every result code that is not success becomes a `CudaAPIError`.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import logging
import os
import sys
import threading
import uuid

from coluber.core import config
from coluber.cuda.host import copies, enums
from coluber.cuda.host.errors import CudaAPIError, CudaDriverError, CudaSupportError, api_error
from coluber.cuda.host.prototypes import DEFAULT_STREAM_CALLS, PROTOTYPES, STREAM_CALLBACK, IpcHandleBytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np

_NAMES = {"win32": ("nvcuda.dll",), "darwin": ("libcuda.dylib",)}.get(sys.platform, ("libcuda.so.1", "libcuda.so"))

_logger = logging.getLogger(__name__)

# The compute capability that GPUs need to have, at least.
OLDEST = (7, 5)


@functools.cache
def library() -> ctypes.CDLL | None:
    """Return the driver's library; None where there is none."""
    for name in _NAMES:
        try:
            return (ctypes.CDLL if sys.platform != "win32" else ctypes.WinDLL)(name)
        except OSError:
            continue
    return None


def library_name() -> str | None:
    """Return the name of the driver's library; None where there is none."""
    found = library()
    return None if found is None else found._name


def describe_devices() -> list[str]:
    """Return a line about each GPU, for people; what goes wrong is a line, too."""
    if library() is None:
        return []
    try:
        driver = Driver()
        return list(map(driver.describe, range(driver.device_count())))
    except (CudaSupportError, CudaDriverError) as error:
        return [f"can't be used: {error}"]


def usable_gpus() -> tuple[list[str], str]:
    """Return a line about each GPU that code can be made for; where there is none, the reason."""
    oldest = ".".join(map(str, OLDEST))
    try:
        driver = Driver()
        numbers = range(driver.device_count())
        usable = [driver.describe(number) for number in numbers if driver.compute_capability(number) >= OLDEST]
    except (CudaSupportError, CudaDriverError, OSError) as error:
        _logger.debug("no GPU: %s", error)
        return [], "no GPU found"
    if usable:
        return usable, ""
    return [], "the GPU is older than compute capability " + oldest if numbers else "no GPU found"


class Calls:
    """The functions of the driver, as attributes, that raise on failure.

    Parameters
    ----------
    lib : CDLL
        The driver's library.
    """

    def __init__(self, lib: Any) -> None:
        self._lib = lib
        self._process = os.getpid()
        self._per_thread = bool(config.CUDA_PER_THREAD_DEFAULT_STREAM)
        # Functions whose addresses are in use.
        self._kept: list[Any] = []
        # `running` is set in a thread of the driver's that calls a function of the program.
        self.callback = threading.local()

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name not in PROTOTYPES:
            raise AttributeError(name)
        version, arguments = PROTOTYPES[name]
        function = self._find(name, version)
        function.argtypes = arguments
        function.restype = ctypes.c_int
        call = self._checked(name, function)
        setattr(self, name, call)
        return call

    def _find(self, name: str, version: str) -> Any:
        endings = [version, ""]
        if self._per_thread and name in DEFAULT_STREAM_CALLS:
            endings = [f"{version}_ptsz", f"{version}_ptds", *endings]
        for ending in endings:
            try:
                return self._lib[name + ending]
            except AttributeError:
                continue
        raise CudaDriverError(f"Driver missing function: {name}")

    def _checked(self, name: str, function: Any) -> Callable[..., None]:
        def call(*arguments: Any) -> None:
            if _logger.isEnabledFor(logging.DEBUG):
                _logger.debug("call driver api: %s%s", name, arguments if config.CUDA_LOG_API_ARGS else "")
            # The driver would wait for its own thread, forever.
            code = enums.NOT_PERMITTED if getattr(self.callback, "running", False) else function(*arguments)
            if code:
                self.fail(name, code)

        return call

    def address(self, name: str) -> int:
        """Return the address of a function, for native code to call."""
        function = self._find(name, PROTOTYPES[name][0])
        self._kept.append(function)
        return ctypes.cast(function, ctypes.c_void_p).value or 0

    def fail(self, name: str, code: int) -> None:
        """Raise the error for a result code of a function."""
        if os.getpid() != self._process:
            raise CudaDriverError("CUDA initialized before forking: a child process can't use its parent's GPU")
        error = api_error(name, code)
        _logger.error("%s", error.msg)
        raise error


def _set_up_log() -> None:
    """Print the log where ``NUMBA_CUDA_LOG_LEVEL`` asks for it and the program has not set it up."""
    level = getattr(logging, str(config.CUDA_LOG_LEVEL).upper(), None)
    if isinstance(level, int) and not _logger.hasHandlers():
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("== CUDA [%(relativeCreated)d] %(levelname)5s -- %(message)s"))
        _logger.addHandler(handler)
        _logger.setLevel(level)


class Driver:
    """One implementation of `backend.Backend`.

    Parameters
    ----------
    lib : object, optional
        The driver's library; the one that is found by default.

    Raises
    ------
    CudaSupportError
        There is no driver, or it does not start.
    """

    emulated = False
    warns_of_copies = True

    def __init__(self, lib: Any = None) -> None:
        lib = library() if lib is None else lib
        if lib is None:
            raise CudaSupportError(f"CUDA driver library cannot be found: no {' or '.join(_NAMES)}")
        _set_up_log()
        self.calls = Calls(lib)
        try:
            self.calls.cuInit(0)
        except CudaAPIError as error:
            raise CudaSupportError(f"Error at driver init: {error.msg} ({error.code})") from None
        # Callbacks that have not been called; the driver is given the key.
        self._callbacks: dict[int, Callable[[int], None]] = {}
        self._keys = itertools.count(1)
        self._call_back = STREAM_CALLBACK(self._on_callback)
        self._contexts: dict[int, int] = {}
        self._lock = threading.RLock()

    def use_for_launches(self) -> None:
        """Have kernels launched by this driver."""
        from coluber import _native
        from coluber.cuda.host import loading

        names = ("cuLaunchKernel", "cuLaunchCooperativeKernel", "cuCtxGetCurrent")
        _native.Gpu(loading, *map(self.calls.address, names)).use_for_launches()

    def _get(self, function: str, kind: Any, *arguments: Any) -> Any:
        """Call a function whose first argument is where its result goes."""
        result = kind()
        getattr(self.calls, function)(ctypes.byref(result), *arguments)
        return result.value if result.value is not None else 0

    # ---------------------------------------------------------------------------------------------- devices, contexts

    def driver_version(self) -> tuple[int, int]:
        """Return the version of CUDA that the driver offers."""
        version = self._get("cuDriverGetVersion", ctypes.c_int)
        return version // 1000, version % 1000 // 10

    def device_count(self) -> int:
        """Return the number of GPUs."""
        return self._get("cuDeviceGetCount", ctypes.c_int)

    def _device(self, number: int) -> int:
        return self._get("cuDeviceGet", ctypes.c_int, number)

    def device_name(self, device: int) -> str:
        """Return what the device is called."""
        text = ctypes.create_string_buffer(256)
        self.calls.cuDeviceGetName(text, len(text), self._device(device))
        return text.value.decode(errors="replace")

    def device_uuid(self, device: int) -> str:
        """Return a name that no other device has."""
        found = (ctypes.c_ubyte * 16)()
        self.calls.cuDeviceGetUuid(found, self._device(device))
        return f"GPU-{uuid.UUID(bytes=bytes(found))}"

    def device_attribute(self, device: int, code: int) -> int:
        """Return the value of an attribute."""
        return self._get("cuDeviceGetAttribute", ctypes.c_int, code, self._device(device))

    def compute_capability(self, device: int) -> tuple[int, int]:
        """Return the device's compute capability."""
        major, minor = (enums.ATTRIBUTES[f"COMPUTE_CAPABILITY_{part}"] for part in ("MAJOR", "MINOR"))
        return self.device_attribute(device, major), self.device_attribute(device, minor)

    def describe(self, device: int) -> str:
        """Return a line about a device, for people."""
        capability = ".".join(map(str, self.compute_capability(device)))
        return f"{self.device_name(device)}, compute capability {capability}, {self.device_memory(device) >> 20} MiB"

    def device_memory(self, device: int) -> int:
        """Return the device's memory in bytes."""
        return self._get("cuDeviceTotalMem", ctypes.c_size_t, self._device(device))

    def context_retain(self, device: int) -> int:
        """Return the handle of the device's primary context."""
        handle = self._get("cuDevicePrimaryCtxRetain", ctypes.c_void_p, self._device(device))
        self._contexts[handle] = device
        return handle

    def context_release(self, device: int) -> None:
        """Give the primary context up."""
        self.calls.cuDevicePrimaryCtxRelease(self._device(device))

    def context_reset(self, device: int) -> None:
        """Free everything in the primary context."""
        self.calls.cuDevicePrimaryCtxReset(self._device(device))

    def context_push(self, handle: int) -> None:
        """Make a context current in this thread."""
        self.calls.cuCtxPushCurrent(handle)

    def context_pop(self) -> int | None:
        """Take the current context off this thread's stack, and return it."""
        if not self._get("cuCtxGetCurrent", ctypes.c_void_p):
            return None
        return self._get("cuCtxPopCurrent", ctypes.c_void_p)

    def active_device(self) -> int | None:
        """Return the device whose context is current in this thread.

        Raises
        ------
        RuntimeError
            The context is one that another library made, and not the device's primary context.
        """
        handle = self._get("cuCtxGetCurrent", ctypes.c_void_p)
        if not handle:
            return None
        number = self._contexts.get(handle)
        if number is not None:
            return number
        current = self._get("cuCtxGetDevice", ctypes.c_int)
        number = next(n for n in range(self.device_count()) if self._device(n) == current)
        if self.context_retain(number) != handle:
            raise RuntimeError(f"the CUDA context {handle:x} is not the primary one of its device")
        return number

    def synchronize(self) -> None:
        """Wait until all work of the current device is done."""
        self.calls.cuCtxSynchronize()

    def can_access_peer(self, device: int, peer: int) -> bool:
        """Whether one device can read the other's memory."""
        return bool(self._get("cuDeviceCanAccessPeer", ctypes.c_int, self._device(device), self._device(peer)))

    def enable_peer_access(self, peer_context: int, flags: int) -> None:
        """Let the current context use another one's memory."""
        self.calls.cuCtxEnablePeerAccess(peer_context, flags)

    # --------------------------------------------------------------------------------------------------------- memory

    def memory_info(self) -> tuple[int, int]:
        """Return the free and the total memory of the current device."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.calls.cuMemGetInfo(ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def mem_alloc(self, size: int) -> int:
        """Allocate device memory."""
        return self._get("cuMemAlloc", ctypes.c_uint64, size)

    def mem_free(self, address: int) -> None:
        """Give device memory back."""
        self.calls.cuMemFree(address)

    def managed_alloc(self, size: int, flags: int) -> int:
        """Allocate memory that host and device share."""
        return self._get("cuMemAllocManaged", ctypes.c_uint64, size, flags)

    def host_alloc(self, size: int, flags: int) -> int:
        """Allocate pinned host memory."""
        return self._get("cuMemHostAlloc", ctypes.c_void_p, size, flags)

    def host_free(self, address: int) -> None:
        """Give pinned host memory back."""
        self.calls.cuMemFreeHost(address)

    def host_register(self, address: int, size: int, flags: int) -> None:
        """Pin a region."""
        self.calls.cuMemHostRegister(address, size, flags)

    def host_unregister(self, address: int) -> None:
        """Unpin a region."""
        self.calls.cuMemHostUnregister(address)

    def host_device_address(self, address: int) -> int:
        """Return where the device sees pinned host memory."""
        return self._get("cuMemHostGetDevicePointer", ctypes.c_uint64, address, 0)

    def address_range(self, address: int) -> tuple[int, int]:
        """Return the start and the size of the allocation that an address is in."""
        start, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.calls.cuMemGetAddressRange(ctypes.byref(start), ctypes.byref(size), address)
        return start.value, size.value

    def memset(self, address: int, byte: int, count: int, stream: int) -> None:
        """Fill memory with a byte."""
        if stream:
            self.calls.cuMemsetD8Async(address, byte, count, stream)
        else:
            self.calls.cuMemsetD8(address, byte, count)

    def copy_to_device(self, destination: int, source: int, size: int, stream: int) -> None:
        """Copy bytes from the host."""
        if stream:
            self.calls.cuMemcpyHtoDAsync(destination, source, size, stream)
        else:
            self.calls.cuMemcpyHtoD(destination, source, size)

    def copy_to_host(self, destination: int, source: int, size: int, stream: int) -> None:
        """Copy bytes to the host."""
        if stream:
            self.calls.cuMemcpyDtoHAsync(destination, source, size, stream)
        else:
            self.calls.cuMemcpyDtoH(destination, source, size)

    def copy_on_device(self, destination: int, source: int, size: int, stream: int) -> None:
        """Copy bytes on the device, or between devices."""
        if stream:
            self.calls.cuMemcpyDtoDAsync(destination, source, size, stream)
        else:
            self.calls.cuMemcpyDtoD(destination, source, size)

    def copy_rows(self, rows: copies.Rows, stream: int) -> None:
        """Copy rows of bytes, which have their own distance on each side."""
        if stream:
            self.calls.cuMemcpy2DAsync(ctypes.byref(rows), stream)
        else:
            self.calls.cuMemcpy2DUnaligned(ctypes.byref(rows))

    def buffer(self, address: int, size: int) -> Any:
        """Return an object that an array can lie in, so that NumPy works out views; it must not be read."""
        return (ctypes.c_char * size).from_address(address)

    def assign(self, target: np.ndarray, source: np.ndarray, to_device: bool, from_device: bool, stream: int) -> None:
        """Copy one array's elements to another array."""
        copies.assign(self, target, source, to_device, from_device, stream)

    def ipc_export(self, address: int) -> bytes:
        """Return the driver's handle of an allocation."""
        handle = IpcHandleBytes()
        self.calls.cuIpcGetMemHandle(ctypes.byref(handle), address)
        return bytes(handle)

    def ipc_open(self, handle: bytes) -> int:
        """Map another process's allocation, and return its address here."""
        copy = IpcHandleBytes.from_buffer_copy(handle.ljust(enums.IPC_HANDLE_SIZE, b"\0"))
        return self._get("cuIpcOpenMemHandle", ctypes.c_uint64, copy, enums.IPC_LAZY_ENABLE_PEER_ACCESS)

    def ipc_close(self, address: int) -> None:
        """Unmap what `ipc_open` mapped."""
        self.calls.cuIpcCloseMemHandle(address)

    # ------------------------------------------------------------------------------------------------ streams, events

    def stream_create(self) -> int:
        """Return a new stream."""
        return self._get("cuStreamCreate", ctypes.c_void_p, enums.STREAM_DEFAULT)

    def stream_destroy(self, handle: int) -> None:
        """Give a stream up."""
        self.calls.cuStreamDestroy(handle)

    def stream_synchronize(self, handle: int) -> None:
        """Wait until all work of a stream is done."""
        self.calls.cuStreamSynchronize(handle)

    def stream_query(self, handle: int) -> bool:
        """Whether all work of a stream is done."""
        return self._is_done(self.calls.cuStreamQuery, handle)

    def _is_done(self, query: Callable[[int], None], handle: int) -> bool:
        try:
            query(handle)
        except CudaAPIError as error:
            if error.code == enums.NOT_READY:
                return False
            raise
        return True

    def stream_add_callback(self, handle: int, function: Callable[[int], None]) -> None:
        """Call a function, from a thread of the driver's, when the work before it is done; it may not call the driver."""
        key = next(self._keys)
        self._callbacks[key] = function
        try:
            self.calls.cuStreamAddCallback(handle, self._call_back, key, 0)
        except BaseException:
            self._callbacks.pop(key, None)
            raise

    def _on_callback(self, stream: int | None, status: int, key: int) -> None:
        self.calls.callback.running = True
        try:
            self._callbacks.pop(key)(status)
        finally:
            self.calls.callback.running = False

    def stream_wait_event(self, handle: int, event: int) -> None:
        """Make later work of a stream wait for an event."""
        self.calls.cuStreamWaitEvent(handle, event, 0)

    def event_create(self, timing: bool) -> int:
        """Return a new event."""
        return self._get("cuEventCreate", ctypes.c_void_p, 0 if timing else enums.EVENT_DISABLE_TIMING)

    def event_destroy(self, handle: int) -> None:
        """Give an event up."""
        self.calls.cuEventDestroy(handle)

    def event_record(self, handle: int, stream: int) -> None:
        """Set an event to the present end of a stream."""
        self.calls.cuEventRecord(handle, stream)

    def event_query(self, handle: int) -> bool:
        """Whether the work before an event is done."""
        return self._is_done(self.calls.cuEventQuery, handle)

    def event_synchronize(self, handle: int) -> None:
        """Wait until the work before an event is done."""
        self.calls.cuEventSynchronize(handle)

    def event_elapsed(self, start: int, end: int) -> float:
        """Return the milliseconds between two events."""
        return self._get("cuEventElapsedTime", ctypes.c_float, start, end)

    # ------------------------------------------------------------------------------------------------------- the rest

    def profiler_start(self) -> None:
        """Let the profiler record."""
        self.calls.cuProfilerStart()

    def profiler_stop(self) -> None:
        """Let the profiler stop."""
        self.calls.cuProfilerStop()

    def active_blocks(self, function: Any, block_size: int, shared: int, flags: int) -> int:
        """Return how many blocks of a kernel run on a multiprocessor at a time."""
        handle = int(getattr(function, "handle", function))
        name = "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"
        return self._get(name, ctypes.c_int, handle, block_size, shared, flags)

    def potential_block_size(self, function: Any, shared: Any, limit: int, flags: int) -> tuple[int, int]:
        """Return a grid size and a block size that occupy the device."""
        from coluber.cuda.host.prototypes import BLOCK_TO_SHARED

        handle = int(getattr(function, "handle", function))
        of_block = BLOCK_TO_SHARED(shared) if callable(shared) else BLOCK_TO_SHARED()
        grid, block = ctypes.c_int(), ctypes.c_int()
        fixed = 0 if callable(shared) else int(shared)
        self.calls.cuOccupancyMaxPotentialBlockSizeWithFlags(
            ctypes.byref(grid), ctypes.byref(block), handle, of_block, fixed, limit, flags
        )
        return grid.value, block.value
