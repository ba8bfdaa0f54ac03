"""The exceptions of Numba's compiler for kernels, where Numba has them; Coluber's compiler is not NVIDIA's."""

from coluber.cuda.host.errors import NvvmError, NvvmSupportError, NvvmWarning

__all__ = ["NvvmError", "NvvmSupportError", "NvvmWarning"]
