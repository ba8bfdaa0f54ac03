"""What the emulated devices state about themselves."""

from __future__ import annotations

import os

from coluber.core import config
from coluber.cuda.host import enums
from coluber.cuda.host.errors import api_error

COMPUTE_CAPABILITY = (9, 0)

# Attributes that are not here are 0.
_VALUES = {
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2**31 - 1,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_SHARED_MEMORY_PER_BLOCK": 48 * 1024,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 228 * 1024,
    "RESERVED_SHARED_MEMORY_PER_BLOCK": 1024,
    "TOTAL_CONSTANT_MEMORY": 64 * 1024,
    "WARP_SIZE": 32,
    "MAX_PITCH": 2**31 - 1,
    "MAX_REGISTERS_PER_BLOCK": 65536,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": 65536,
    "MAX_THREADS_PER_MULTIPROCESSOR": 2048,
    "MAX_BLOCKS_PER_MULTIPROCESSOR": 32,
    "CLOCK_RATE": 2_000_000,
    "MEMORY_CLOCK_RATE": 2_000_000,
    "GLOBAL_MEMORY_BUS_WIDTH": 128,
    "L2_CACHE_SIZE": 32 * 1024 * 1024,
    "TEXTURE_ALIGNMENT": 512,
    "TEXTURE_PITCH_ALIGNMENT": 32,
    "SURFACE_ALIGNMENT": 512,
    "INTEGRATED": 1,
    "GPU_OVERLAP": 1,
    "ASYNC_ENGINE_COUNT": 1,
    "CAN_MAP_HOST_MEMORY": 1,
    "CONCURRENT_KERNELS": 1,
    "UNIFIED_ADDRESSING": 1,
    "MANAGED_MEMORY": 1,
    "CONCURRENT_MANAGED_ACCESS": 1,
    "PAGEABLE_MEMORY_ACCESS": 1,
    "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES": 1,
    "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST": 1,
    "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM": 1,
    "HOST_NATIVE_ATOMIC_SUPPORTED": 1,
    "HOST_REGISTER_SUPPORTED": 1,
    "READ_ONLY_HOST_REGISTER_SUPPORTED": 1,
    "STREAM_PRIORITIES_SUPPORTED": 1,
    "GLOBAL_L1_CACHE_SUPPORTED": 1,
    "LOCAL_L1_CACHE_SUPPORTED": 1,
    "COOPERATIVE_LAUNCH": 1,
    "COMPUTE_PREEMPTION_SUPPORTED": 1,
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 2,
    "UNIFIED_FUNCTION_POINTERS": 1,
    "MEM_SYNC_DOMAIN_COUNT": 1,
    "NUMA_ID": -1,
    "HOST_NUMA_ID": -1,
}

_BY_CODE = {enums.ATTRIBUTES[name]: value for name, value in _VALUES.items()}


def attribute_value(device: int, code: int) -> int:
    """Return the value of a device's attribute; raises CudaAPIError for an unknown one."""
    if code == enums.ATTRIBUTES["MULTIPROCESSOR_COUNT"]:
        return processors()
    if code == enums.ATTRIBUTES["COMPUTE_CAPABILITY_MAJOR"]:
        return compute_capability()[0]
    if code == enums.ATTRIBUTES["COMPUTE_CAPABILITY_MINOR"]:
        return compute_capability()[1]
    if code == enums.ATTRIBUTES["PCI_DEVICE_ID"]:
        return device
    if not 1 <= code <= max(enums.ATTRIBUTES.values()):
        raise api_error("cuDeviceGetAttribute", enums.INVALID_VALUE)
    return _BY_CODE.get(code, 0)


def compute_capability() -> tuple[int, int]:
    """Return the capability that the emulated devices have."""
    return tuple(config.FORCE_CUDA_CC or COMPUTE_CAPABILITY)


def processors() -> int:
    """Return the number of cores that this process may use."""
    return config.NUMBA_DEFAULT_NUM_THREADS


def memory_size() -> int:
    """Return the memory of the machine in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30
