"""`coluber.cuda.host.arrays` where Numba has it."""

from coluber.cuda.host.arrays import (
    DeviceNDArray,
    DeviceNDArrayBase,
    DeviceRecord,
    ManagedNDArray,
    MappedNDArray,
    from_array_like,
    from_record_like,
    is_cuda_ndarray,
    require_cuda_ndarray,
    verify_cuda_ndarray_interface,
)
from coluber.cuda.host.ipc import IpcArrayHandle
from coluber.cuda.host.layout import array_core, check_array_compatibility, is_contiguous, sentry_contiguous
from coluber.cuda.host.transfer import auto_device

__all__ = [
    "DeviceNDArray",
    "DeviceNDArrayBase",
    "DeviceRecord",
    "IpcArrayHandle",
    "ManagedNDArray",
    "MappedNDArray",
    "array_core",
    "auto_device",
    "check_array_compatibility",
    "from_array_like",
    "from_record_like",
    "is_contiguous",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "sentry_contiguous",
    "verify_cuda_ndarray_interface",
]
