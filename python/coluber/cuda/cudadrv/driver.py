"""The host side's drivers, memory and streams where Numba has them."""

from coluber.cuda.host.contexts import Context
from coluber.cuda.host.devices import MIN_REQUIRED_CC, Device
from coluber.cuda.host.enums import RESULT_NAMES as ERROR_MAP
from coluber.cuda.host.errors import CudaAPIError, CudaDriverError, CudaSupportError, DeadMemoryError, LinkerError
from coluber.cuda.host.facade import driver, get_version
from coluber.cuda.host.ipc import IpcHandle
from coluber.cuda.host.managers import (
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    NumbaCUDAMemoryManager,
    set_memory_manager,
)
from coluber.cuda.host.memory import (
    AutoFreePointer,
    ManagedMemory,
    ManagedOwnedPointer,
    MappedMemory,
    MappedOwnedPointer,
    MemoryInfo,
    MemoryPointer,
    OwnedPointer,
    PinnedMemory,
    device_extents,
    is_device_memory,
)
from coluber.cuda.host.profiling import profile_start, profile_stop, profiling
from coluber.cuda.host.raw import (
    device_ctypes_pointer,
    device_memory_size,
    device_memset,
    device_pointer,
    device_to_device,
    device_to_host,
    host_memory_extents,
    host_memory_size,
    host_pointer,
    host_to_device,
    memory_size_from_info,
    require_device_memory,
)
from coluber.cuda.host.streams import Event, Stream, event_elapsed_time

# Handles and addresses are plain integers for all drivers.
USE_NV_BINDING = True
SUPPORTS_IPC = True

__all__ = [
    "ERROR_MAP",
    "MIN_REQUIRED_CC",
    "SUPPORTS_IPC",
    "USE_NV_BINDING",
    "AutoFreePointer",
    "BaseCUDAMemoryManager",
    "Context",
    "CudaAPIError",
    "CudaDriverError",
    "CudaSupportError",
    "DeadMemoryError",
    "Device",
    "Event",
    "GetIpcHandleMixin",
    "HostOnlyCUDAMemoryManager",
    "IpcHandle",
    "LinkerError",
    "ManagedMemory",
    "ManagedOwnedPointer",
    "MappedMemory",
    "MappedOwnedPointer",
    "MemoryInfo",
    "MemoryPointer",
    "NumbaCUDAMemoryManager",
    "OwnedPointer",
    "PinnedMemory",
    "Stream",
    "device_ctypes_pointer",
    "device_extents",
    "device_memory_size",
    "device_memset",
    "device_pointer",
    "device_to_device",
    "device_to_host",
    "driver",
    "event_elapsed_time",
    "get_version",
    "host_memory_extents",
    "host_memory_size",
    "host_pointer",
    "host_to_device",
    "is_device_memory",
    "memory_size_from_info",
    "profile_start",
    "profile_stop",
    "profiling",
    "require_device_memory",
    "set_memory_manager",
]
