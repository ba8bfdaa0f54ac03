"""Copies of host arrays on the device."""

from __future__ import annotations

import numpy as np

from coluber.cuda.host import backend
from coluber.cuda.host.arrays import DeviceRecord, allocate
from coluber.cuda.host.layout import array_core, sentry_contiguous
from coluber.cuda.host.memory import is_device_memory
from coluber.cuda.host.streams import handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from typing import Any, TypeVar

    from coluber.cuda.host.arrays import DeviceNDArray, DeviceNDArrayBase

    _Target = TypeVar("_Target", bound=DeviceNDArrayBase)


if TYPE_CHECKING:

    @typing.overload
    def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: None = None) -> DeviceNDArray: ...
    @typing.overload
    def to_device(obj: Any, stream: Any = 0, copy: bool = True, *, to: _Target) -> _Target: ...


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: Any = None) -> Any:
    """Copy an array, or a record, to the device.

    Parameters
    ----------
    obj : array, record or scalar
        What to copy. An object that is on the device already is returned, or wrapped.
    stream : Stream, optional
        The copy is done in this stream; the call need not wait for it.
    copy : bool, optional
        Whether to copy the elements; otherwise memory is allocated alone.
    to : DeviceNDArray, optional
        Where to copy.

    Returns
    -------
    DeviceNDArray or DeviceRecord
        `to`, or a new one.
    """
    if to is not None:
        if copy:
            to.copy_to_device(obj, stream=stream)
        return to
    return auto_device(obj, stream=stream, copy=copy)[0]


def auto_device(obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False) -> tuple[Any, bool]:
    """Return an object on the device, and whether it is new."""
    if is_device_memory(obj):
        return obj, False
    if hasattr(obj, "__cuda_array_interface__"):
        from coluber.cuda.host.interop import as_cuda_array

        return as_cuda_array(obj), False
    if isinstance(obj, np.void):
        result = DeviceRecord(obj.dtype, stream)
        host = np.asarray(obj)
    else:
        host = np.asanyarray(obj)
        sentry_contiguous(host)
        strides = None if host.flags.c_contiguous else host.strides
        result = allocate(host.shape, host.dtype, strides, "C", stream)
    if copy and host.size:
        # The result has the same strides, so that it repeats elements where the host's array does.
        backend.current().assign(array_core(result._array), array_core(host), True, False, handle_of(stream))
    return result, True
