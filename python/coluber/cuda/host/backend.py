# ruff: noqa: D102 (the methods are documented where they are implemented)
"""The interface between the host's side and what executes kernels, and the choice between its two implementations.

`emulator.Emulator` works in the CPU's memory; `driver.Driver` calls the GPU's driver. ``COLUBER_CUDA`` says which: ``gpu``,
``emulator``, ``simulator`` (plain Python, with the emulator's memory), or ``auto`` (the default), which takes the GPU where
there is one and says so once where there is none.
"""

from __future__ import annotations

import sys
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    import numpy as np

    class Backend(Protocol):
        """What devices, memory, streams and events are made of.

        Addresses, handles and devices are plain integers. A call that fails raises `CudaAPIError`. Allocations, streams and
        events belong to the context that is current in the calling thread.
        """

        emulated: bool

        def use_for_launches(self) -> None: ...

        def driver_version(self) -> tuple[int, int]: ...

        def device_count(self) -> int: ...
        def device_name(self, device: int) -> str: ...
        def device_uuid(self, device: int) -> str: ...
        def device_attribute(self, device: int, code: int) -> int: ...
        def device_memory(self, device: int) -> int: ...

        def context_retain(self, device: int) -> int: ...
        def context_release(self, device: int) -> None: ...
        def context_reset(self, device: int) -> None: ...
        def context_push(self, handle: int) -> None: ...
        def context_pop(self) -> int | None: ...
        def active_device(self) -> int | None: ...
        def synchronize(self) -> None: ...
        def can_access_peer(self, device: int, peer: int) -> bool: ...
        def enable_peer_access(self, peer_context: int, flags: int) -> None: ...

        def memory_info(self) -> tuple[int, int]: ...
        def mem_alloc(self, size: int) -> int: ...
        def mem_free(self, address: int) -> None: ...
        def managed_alloc(self, size: int, flags: int) -> int: ...
        def host_alloc(self, size: int, flags: int) -> int: ...
        def host_free(self, address: int) -> None: ...
        def host_register(self, address: int, size: int, flags: int) -> None: ...
        def host_unregister(self, address: int) -> None: ...
        def host_device_address(self, address: int) -> int: ...
        def address_range(self, address: int) -> tuple[int, int]: ...
        def memset(self, address: int, byte: int, count: int, stream: int) -> None: ...
        def copy_to_device(self, destination: int, source: int, size: int, stream: int) -> None: ...
        def copy_to_host(self, destination: int, source: int, size: int, stream: int) -> None: ...
        def copy_on_device(self, destination: int, source: int, size: int, stream: int) -> None: ...

        def buffer(self, address: int, size: int) -> Any:
            """Return an object with the buffer protocol for arrays at an address; a GPU's memory is never read through it."""

        def assign(self, target: np.ndarray, source: np.ndarray, to_device: bool, from_device: bool, stream: int) -> None:
            """Copy between arrays of equal shape and type; the flags say which of the two lie in device memory."""

        def ipc_export(self, address: int) -> bytes: ...
        def ipc_open(self, handle: bytes) -> int: ...
        def ipc_close(self, address: int) -> None: ...

        def stream_create(self) -> int: ...
        def stream_destroy(self, handle: int) -> None: ...
        def stream_synchronize(self, handle: int) -> None: ...
        def stream_query(self, handle: int) -> bool: ...
        def stream_add_callback(self, handle: int, function: Callable[[int], None]) -> None: ...
        def stream_wait_event(self, handle: int, event: int) -> None: ...

        def event_create(self, timing: bool) -> int: ...
        def event_destroy(self, handle: int) -> None: ...
        def event_record(self, handle: int, stream: int) -> None: ...
        def event_query(self, handle: int) -> bool: ...
        def event_synchronize(self, handle: int) -> None: ...
        def event_elapsed(self, start: int, end: int) -> float: ...

        def profiler_start(self) -> None: ...
        def profiler_stop(self) -> None: ...

        def active_blocks(self, function: Any, block_size: int, shared: int, flags: int) -> int: ...
        def potential_block_size(self, function: Any, shared: Any, limit: int, flags: int) -> tuple[int, int]: ...


_NOTICE = "coluber: {}, CUDA kernels run on the CPU (COLUBER_CUDA=emulator says so without this line)"

# What GPUs need to have, at least.
_OLDEST = (7, 5)

_lock = threading.RLock()
_backend: Backend | None = None


def current() -> Backend:
    """Return the implementation that this process uses; the first call chooses it.

    Raises
    ------
    CudaSupportError
        CUDA is disabled, or a GPU was asked for and can't be used.
    """
    return _backend if _backend is not None else _start()


def chosen() -> Backend | None:
    """Return the implementation if it has been chosen."""
    return _backend


def _start() -> Backend:
    with _lock:
        if _backend is None:
            use(_choose())
        return _backend


def use(driver: Backend) -> None:
    """Make an implementation the one that this process uses."""
    global _backend
    driver.use_for_launches()
    _backend = driver


def _choose() -> Backend:
    from coluber.core import config
    from coluber.cuda.host.errors import CudaSupportError

    choice = config.CUDA_BACKEND
    if config.DISABLE_CUDA:
        raise CudaSupportError("CUDA is disabled: NUMBA_DISABLE_CUDA is set")
    if choice in ("emulator", "simulator") or config.ENABLE_CUDASIM:
        return _emulator()
    from coluber.cuda.host.driver import Driver

    if choice == "gpu":
        return Driver()
    driver, reason = _found_driver()
    if driver is not None:
        return driver
    print(_NOTICE.format(reason), file=sys.stderr)
    return _emulator()


def _found_driver() -> tuple[Backend | None, str]:
    """Return the GPU's driver if there is a GPU that code can be made for; and why there is none."""
    from coluber.cuda.host.driver import Driver
    from coluber.cuda.host.errors import CudaDriverError, CudaSupportError

    try:
        driver = Driver()
        newest = max((driver.compute_capability(device) for device in range(driver.device_count())), default=None)
    except (CudaSupportError, CudaDriverError, OSError):
        newest = None
    if newest is None:
        return None, "no GPU found"
    if newest < _OLDEST:
        return None, "the GPU is older than compute capability {}.{}".format(*_OLDEST)
    return driver, ""


def _emulator() -> Backend:
    from coluber.cuda.host.emulator import Emulator

    return Emulator()
