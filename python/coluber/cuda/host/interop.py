"""Device memory of other libraries: the CUDA array interface."""

from __future__ import annotations

import numpy as np

from coluber.core import config
from coluber.cuda.host.arrays import DeviceNDArray
from coluber.cuda.host.devices import current_context
from coluber.cuda.host.layout import memory_size
from coluber.cuda.host.memory import MemoryPointer
from coluber.cuda.host.streams import external_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_cuda_array_interface(desc: dict[str, Any], owner: Any = None, sync: bool = True) -> DeviceNDArray:
    """Return a device array for a description by the CUDA array interface.

    Parameters
    ----------
    desc : dict
        The description.
    owner : object, optional
        What keeps the memory; it lives as long as the array.
    sync : bool, optional
        Whether to wait for the stream that the description names.
    """
    missing = [name for name in ("shape", "typestr", "data") if name not in desc]
    if missing:
        raise TypeError(f"the CUDA array interface of {_owner(owner)} has no {' and no '.join(map(repr, missing))}")
    if desc.get("version", 0) >= 1 and desc.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    shape, strides = tuple(desc["shape"]), desc.get("strides")
    dtype = np.dtype(desc["typestr"])
    if dtype.kind == "V" and desc.get("descr"):
        dtype = np.dtype([tuple(field) for field in desc["descr"]])
    strides = None if strides is None else tuple(strides)
    address = desc["data"][0] or 0
    stream: Any = 0
    if desc.get("stream") is not None:
        stream = external_stream(int(desc["stream"]))
        if sync and config.CUDA_ARRAY_INTERFACE_SYNC:
            stream.synchronize()
    pointer = MemoryPointer(current_context(), address, memory_size(shape, strides, dtype.itemsize), owner=owner)
    return DeviceNDArray(shape, strides, dtype, stream=stream, gpu_data=pointer)


def _owner(owner: Any) -> str:
    return "the description" if owner is None else f"an object of the class {type(owner).__name__}"


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray:
    """Return a device array for an object with the CUDA array interface, without a copy."""
    description = getattr(obj, "__cuda_array_interface__", None)
    if description is None:
        raise TypeError("the object has no __cuda_array_interface__")
    return from_cuda_array_interface(description, owner=obj, sync=sync)


def is_cuda_array(obj: Any) -> bool:
    """Whether an object has the CUDA array interface."""
    return hasattr(obj, "__cuda_array_interface__")
