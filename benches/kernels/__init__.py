"""The functions whose run time is measured, as a user would write them."""

from benches.kernels import complexes, integers, matrices, reductions, seeds, simulations, sorting, stencils, vector_math
from benches.kernels.registry import KERNELS, Kernel

__all__ = [
    "KERNELS",
    "Kernel",
    "complexes",
    "integers",
    "matrices",
    "reductions",
    "seeds",
    "simulations",
    "sorting",
    "stencils",
    "vector_math",
]
