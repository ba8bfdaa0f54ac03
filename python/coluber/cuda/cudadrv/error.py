"""`coluber.cuda.host.errors` where Numba has it."""

from coluber.cuda.host.errors import (
    CCSupportError,
    CudaDriverError,
    CudaRuntimeError,
    CudaSupportError,
    NvrtcBuiltinOperationFailure,
    NvrtcCompilationError,
    NvrtcError,
    NvrtcSupportError,
    NvvmError,
    NvvmSupportError,
    NvvmWarning,
)

__all__ = [
    "CCSupportError",
    "CudaDriverError",
    "CudaRuntimeError",
    "CudaSupportError",
    "NvrtcBuiltinOperationFailure",
    "NvrtcCompilationError",
    "NvrtcError",
    "NvrtcSupportError",
    "NvvmError",
    "NvvmSupportError",
    "NvvmWarning",
]
