"""Device arrays for other libraries, and theirs here, by DLPack."""

from __future__ import annotations

import numpy as np

from coluber.cuda.host import backend
from coluber.cuda.host.arrays import DeviceNDArray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CPU = 1
CUDA = 2


def device_of(array: Any) -> tuple[int, int]:
    """Return the kind and the number of the device that an array is on."""
    if backend.current().emulated:
        return CPU, 0
    return CUDA, array._owner.context.device.id


def export(
    array: Any,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """Return the capsule for another library."""
    if backend.current().emulated:
        return array._array.__dlpack__(max_version=max_version, dl_device=dl_device, copy=copy)
    raise BufferError("DLPack export from a GPU is not there yet; the CUDA array interface is")


def from_dlpack(obj: Any) -> DeviceNDArray:
    """Return a device array for an object with DLPack, without a copy."""
    if backend.current().emulated:
        array = np.from_dlpack(obj)
        return DeviceNDArray._of(array, obj, 0)
    raise BufferError("DLPack import on a GPU is not there yet; the CUDA array interface is")
