"""New arrays: on the device, pinned, mapped, managed; and temporary pinning."""

from __future__ import annotations

import contextlib

import numpy as np

from coluber.cuda.host.arrays import (
    DeviceNDArray,
    ManagedNDArray,
    MappedNDArray,
    allocate,
    from_array_like,
)
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.layout import as_shape, memory_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def device_array(shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = 0) -> DeviceNDArray:
    """Return a new array on the device; its elements have no particular values."""
    if strides is not None:
        strides = (strides,) if isinstance(strides, int) else tuple(strides)
    return allocate(as_shape(shape), np.dtype(dtype), strides, order, stream)


def device_array_like(ary: Any, stream: Any = 0) -> DeviceNDArray:
    """Return a new array on the device with an array's shape, type and order."""
    return device_array(**_like(ary), stream=stream)


def pinned_array(shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C") -> np.ndarray:
    """Return a new host array in pinned memory."""
    return _host_array(shape, dtype, strides, order, lambda size: current_context().memhostalloc(size))[0]


def pinned_array_like(ary: Any) -> np.ndarray:
    """Return a new host array in pinned memory with an array's shape, type and order."""
    return pinned_array(**_like(ary))


def mapped_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    portable: bool = False,
    wc: bool = False,
) -> MappedNDArray:
    """Return a new host array in memory that is mapped to the device.

    Parameters
    ----------
    shape, dtype, strides, order
        As NumPy has them.
    stream : Stream, optional
        The default stream of operations.
    portable : bool, optional
        Whether all devices see it.
    wc : bool, optional
        Whether the host writes past its caches, which makes reading slow.
    """

    def allocate(size: int) -> Any:
        return current_context().memhostalloc(size, mapped=True, portable=portable, wc=wc)

    host, region = _host_array(shape, dtype, strides, order, allocate)
    array = np.ndarray.view(host, MappedNDArray)
    array.device_setup(region, stream)
    return array


def mapped_array_like(ary: Any, stream: Any = 0, portable: bool = False, wc: bool = False) -> MappedNDArray:
    """Return a new mapped array with an array's shape, type and order."""
    return mapped_array(**_like(ary), stream=stream, portable=portable, wc=wc)


def managed_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    attach_global: bool = True,
) -> ManagedNDArray:
    """Return a new array in memory that host and device share.

    Parameters
    ----------
    shape, dtype, strides, order
        As NumPy has them.
    stream : Stream, optional
        The default stream of operations.
    attach_global : bool, optional
        Whether all streams of all devices may use it at once.
    """

    def allocate(size: int) -> Any:
        return current_context().memallocmanaged(size, attach_global=attach_global)

    host, region = _host_array(shape, dtype, strides, order, allocate)
    array = np.ndarray.view(host, ManagedNDArray)
    array.device_setup(region, stream)
    return array


def _host_array(shape: Any, dtype: Any, strides: Any, order: str, allocate: Callable[[int], Any]) -> tuple[np.ndarray, Any]:
    shape, dtype = as_shape(shape), np.dtype(dtype)
    if strides is not None:
        strides = (strides,) if isinstance(strides, int) else tuple(strides)
    region = allocate(max(1, memory_size(shape, strides, dtype.itemsize)))
    return np.ndarray(shape, dtype, region.as_buffer(), 0, strides, order), region


def _like(ary: Any) -> dict[str, Any]:
    """Return the arguments for a new array like another one."""
    flags = ary.flags
    fortran = flags["F_CONTIGUOUS"] and not flags["C_CONTIGUOUS"]
    strides = None
    if not (flags["F_CONTIGUOUS"] or flags["C_CONTIGUOUS"] or ary.ndim <= 1):
        # The axes keep their order in memory.
        stride, found = ary.dtype.itemsize, [0] * ary.ndim
        for axis in sorted(range(ary.ndim), key=lambda axis: ary.strides[axis]):
            found[axis] = stride
            stride *= ary.shape[axis]
        strides = tuple(found)
    return {"shape": ary.shape, "dtype": ary.dtype, "strides": strides, "order": "F" if fortran else "C"}


@contextlib.contextmanager
def pinned(*arylist: np.ndarray) -> Iterator[None]:
    """Pin host arrays for the time of the block."""
    regions = _pin(arylist, mapped=False)
    try:
        yield
    finally:
        for region in regions:
            region.free()


@contextlib.contextmanager
def mapped(*arylist: np.ndarray, stream: Any = 0) -> Iterator[Any]:
    """Map host arrays to the device for the time of the block; gives a device array, or a list of them."""
    regions = _pin(arylist, mapped=True)
    try:
        arrays = [from_array_like(a, stream=stream, gpu_data=r) for a, r in zip(arylist, regions, strict=True)]
        yield arrays[0] if len(arrays) == 1 else arrays
    finally:
        for region in regions:
            region.free()


def _pin(arrays: tuple[np.ndarray, ...], mapped: bool) -> list[Any]:
    regions: list[Any] = []
    try:
        for array in arrays:
            low, high = np.lib.array_utils.byte_bounds(array)
            regions.append(current_context().mempin(array, low, high - low, mapped=mapped))
    except BaseException:
        for region in regions:
            region.free()
        raise
    return regions
