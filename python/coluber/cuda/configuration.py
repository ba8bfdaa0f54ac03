"""Launch configurations: what stands in ``kernel[...]``."""

from __future__ import annotations

import operator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_THREADS = 1024
MAX_BLOCK = (1024, 1024, 64)
MAX_GRID = (2**31 - 1, 65535, 65535)
MAX_SHARED = 227 * 1024
# Grids with fewer blocks are warned of.
_FEW_BLOCKS = 128

Dimensions = tuple[int, int, int]


def checked_configuration(configuration: Any) -> tuple[Dimensions, Dimensions, Any, int]:
    """Return grid, block, stream and bytes of dynamic shared memory.

    Parameters
    ----------
    configuration : tuple
        Grid and block, each an integer or up to three; then perhaps a stream and a number of bytes.

    Raises
    ------
    ValueError, TypeError
        The configuration is not one.
    CudaAPIError
        A block or the grid is larger than devices allow.
    """
    if not isinstance(configuration, (tuple, list)) or not 2 <= len(configuration) <= 4:
        raise ValueError(
            "a launch needs the size of the grid and that of its blocks: "
            f"kernel[griddim, blockdim](...), not kernel[{configuration!r}]"
        )
    griddim = dimensions("griddim", configuration[0])
    blockdim = dimensions("blockdim", configuration[1])
    stream = _checked_stream(configuration[2]) if len(configuration) > 2 else 0
    sharedmem = operator.index(configuration[3]) if len(configuration) > 3 else 0
    _check_limits(griddim, blockdim, sharedmem)
    return griddim, blockdim, stream, sharedmem


def dimensions(name: str, value: Any) -> Dimensions:
    """Return up to three extents as three."""
    extents = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(extents) <= 3:
        raise ValueError(f"{name} takes one to three integers, not {value!r}")
    try:
        numbers = [operator.index(extent) for extent in extents]
    except TypeError:
        raise TypeError(f"{name} takes integers, not {value!r}") from None
    numbers += [1] * (3 - len(numbers))
    return numbers[0], numbers[1], numbers[2]


def _checked_stream(stream: Any) -> Any:
    """Return what stands in the place of the stream, if it can be one: 0, a number, or an object that has a handle."""
    if stream is None or isinstance(stream, int) or hasattr(stream, "handle") or hasattr(stream, "__cuda_stream__"):
        return stream
    raise TypeError(f"the third item of a launch configuration is a stream or 0, got {stream!r}")


def check_launch_bounds(bounds: tuple[int, ...] | None, blockdim: Dimensions) -> None:
    """Raise CudaAPIError where a block has more threads than the kernel's ``launch_bounds`` allow."""
    threads = blockdim[0] * blockdim[1] * blockdim[2]
    if bounds is not None and threads > bounds[0]:
        raise invalid_launch(f"the block {blockdim} has {threads} threads, more than the {bounds[0]} of launch_bounds")


def invalid_launch(reason: str) -> Exception:
    """Return the exception of a configuration that devices don't take."""
    from coluber.cuda.host.errors import CudaAPIError

    return CudaAPIError(1, f"Call to cuLaunchKernel results in CUDA_ERROR_INVALID_VALUE: {reason}")


def one_thread(kernel: Any) -> Any:
    """Return a kernel that is called without a configuration as a launch of one thread, with a warning."""
    from coluber.core.errors import NumbaWarning, warn

    name = kernel.__qualname__
    text = (
        f"Kernel {name} is called without a launch configuration and runs as one thread: write {name}[griddim, blockdim](...)"
    )
    warn(NumbaWarning(text))
    return kernel[1, 1]


def warn_of_few_blocks(griddim: Dimensions) -> None:
    """Warn, on a GPU, of a grid that leaves most of it idle."""
    from coluber.core import config
    from coluber.cuda.host import backend

    blocks = griddim[0] * griddim[1] * griddim[2]
    if blocks >= _FEW_BLOCKS or backend.current().emulated:
        return
    if config.CUDA_LOW_OCCUPANCY_WARNINGS and not config.DISABLE_PERFORMANCE_WARNINGS:
        from coluber.core.errors import NumbaPerformanceWarning, warn

        text = f"a grid of size {blocks} leaves most of the GPU idle"
        warn(NumbaPerformanceWarning(text))


def _check_limits(griddim: Dimensions, blockdim: Dimensions, sharedmem: int) -> None:
    threads = blockdim[0] * blockdim[1] * blockdim[2]
    reason = None
    if min(griddim) < 1:
        reason = f"the grid {griddim} has an extent below 1"
    elif min(blockdim) < 1:
        reason = f"the block {blockdim} has an extent below 1"
    elif any(extent > limit for extent, limit in zip(griddim, MAX_GRID, strict=True)):
        reason = f"the grid {griddim} is larger than {MAX_GRID}"
    elif any(extent > limit for extent, limit in zip(blockdim, MAX_BLOCK, strict=True)):
        reason = f"the block {blockdim} is larger than {MAX_BLOCK}"
    elif threads > MAX_THREADS:
        reason = f"the block {blockdim} has {threads} threads, more than {MAX_THREADS}"
    elif not 0 <= sharedmem <= MAX_SHARED:
        reason = f"{sharedmem} bytes of shared memory are not between 0 and {MAX_SHARED}"
    if reason is not None:
        raise invalid_launch(reason)
