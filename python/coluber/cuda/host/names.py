"""The public names of `coluber.cuda` that the host's side offers, and where each is."""

from __future__ import annotations

_NAMES = {
    "arguments": "ArgHint In InOut Out",
    "availability": (
        "cuda_error detect is_available is_bfloat16_supported is_float16_supported is_fp8_supported is_supported_version"
        " runtime"
    ),
    "creation": (
        "device_array device_array_like managed_array mapped mapped_array mapped_array_like pinned pinned_array"
        " pinned_array_like"
    ),
    "devices": ("close current_context get_current_device gpus list_devices require_context select_device synchronize"),
    "errors": (
        "CCSupportError CudaAPIError CudaDriverError CudaRuntimeError CudaSupportError KernelRuntimeError LinkerError"
        " NvvmError NvvmSupportError NvvmWarning"
    ),
    "interop": "as_cuda_array from_cuda_array_interface is_cuda_array",
    "ipc": "IpcHandle open_ipc_array",
    "linkable": "Archive CUSource Cubin Fatbin LTOIR LinkableCode Object PTXSource",
    "managers": "BaseCUDAMemoryManager GetIpcHandleMixin HostOnlyCUDAMemoryManager set_memory_manager",
    "memory": "MappedMemory MemoryInfo MemoryPointer PinnedMemory",
    "profiling": "defer_cleanup profile_start profile_stop profiling",
    "streams": (
        "default_stream event event_elapsed_time external_stream legacy_default_stream per_thread_default_stream stream"
    ),
    "transfer": "to_device",
}

HOMES: dict[str, str] = {name: f"coluber.cuda.host.{module}" for module, names in _NAMES.items() for name in names.split()}

MODULES: dict[str, str] = {
    "api": "coluber.cuda.api",
    "args": "coluber.cuda.args",
    "cudadrv": "coluber.cuda.cudadrv",
    "devicearray": "coluber.cuda.cudadrv.devicearray",
    "devices": "coluber.cuda.cudadrv.devices",
    "driver": "coluber.cuda.cudadrv.driver",
    "errors": "coluber.cuda.errors",
}
