"""`coluber.cuda.host.availability` where Numba has it."""

from coluber.cuda.host.availability import Runtime, runtime
from coluber.cuda.host.errors import CudaRuntimeAPIError, CudaRuntimeError

get_version = runtime.get_version

__all__ = ["CudaRuntimeAPIError", "CudaRuntimeError", "Runtime", "get_version", "runtime"]
