"""Memory that the threads of a block share: ``cuda.shared``."""

from __future__ import annotations

import sys

from coluber.cuda.kernel.memory import check_alignment, dtype_of, shape_of
from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np


def array(shape: int | tuple[int, ...], dtype: Any, alignment: int | None = None) -> np.ndarray:
    """Return an array in the shared memory of the block: one for each place in the program that calls this.

    Parameters
    ----------
    shape : int or tuple of int
        A constant in compiled code. Zero means the dynamic shared memory, whose size in bytes is the fourth part of the launch
        configuration; all such arrays begin at the same address.
    dtype : type
        The type of the elements: of NumPy, of this package, or a vector type.
    alignment : int, optional
        A power of two.

    Returns
    -------
    ndarray
        Not initialised, C order.
    """
    thread = current("shared.array")
    check_alignment("shared.array", alignment)
    sizes = shape_of("shared.array", shape)
    if sizes == (0,):
        return thread.block.dynamic_memory(dtype_of(dtype))
    caller = sys._getframe(1)
    return thread.block.shared_array((caller.f_code, caller.f_lasti), sizes, dtype_of(dtype))


def array_like(array: np.ndarray) -> np.ndarray:
    """Return an array in shared memory with the shape and type of another; otherwise as `array`."""
    thread = current("shared.array_like")
    caller = sys._getframe(1)
    return thread.block.shared_array((caller.f_code, caller.f_lasti), array.shape, array.dtype)
