"""What a compiled kernel needs of a device."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _needs(kernel: Any, types: Any) -> dict[str, int]:
    """Return what the emulator's code of a kernel needs."""
    return kernel._kernel_needs(kernel.signatures.index(tuple(types)))


def shared_mem_per_block(kernel: Any, types: Any) -> int:
    """Return the bytes of static shared memory."""
    return _needs(kernel, types)["shared_bytes"]


def local_mem_per_thread(kernel: Any, types: Any) -> int:
    """Return the bytes of memory that a thread has for itself."""
    return _needs(kernel, types)["thread_bytes"]


def regs_per_thread(kernel: Any, types: Any) -> int:
    """Return the registers of a thread.

    The emulator has no such limit; the number is the least that a thread of a GPU has.
    """
    _needs(kernel, types)
    return 16


def const_mem_size(kernel: Any, types: Any) -> int:
    """Return the bytes of constant memory. Constant arrays are in the host's memory on the emulator."""
    _needs(kernel, types)
    return 0


def max_threads_per_block(kernel: Any, types: Any) -> int:
    """Return how many threads a block can have."""
    from coluber.cuda.configuration import MAX_THREADS

    _needs(kernel, types)
    bounds = kernel.targetoptions.get("launch_bounds")
    return min(bounds[0], MAX_THREADS) if bounds else MAX_THREADS
