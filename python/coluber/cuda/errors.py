"""The exceptions of kernels where Numba has them."""

from coluber.core.errors import LoweringError
from coluber.cuda.host.errors import KernelRuntimeError


class CudaLoweringError(LoweringError):
    """A kernel can't be translated for a GPU."""


__all__ = ["CudaLoweringError", "KernelRuntimeError"]
