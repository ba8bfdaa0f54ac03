"""What calls of the loops of NumPy's ufuncs share; see `coluber.lib.intrinsics.numpy_loop`."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def has_loop(name: str) -> bool:
    """Whether the NumPy that is installed has a loop; overloads ask."""
    from coluber._native import has_numpy_loop

    return has_numpy_loop(name)


def extents(dims: Any, steps: Any) -> Any:
    """Return what tells a loop the extents and strides of its operands.

    Parameters
    ----------
    dims : tuple of int
        The number of parts, and the extents of the layout's dimensions.
    steps : tuple of int
        Bytes from part to part of each operand, then inside of the parts.
    """
    count = len(dims)
    out = np.empty(1 + count + len(steps), np.int64)
    out[0] = count
    for k in range(count):
        out[1 + k] = dims[k]
    for k in range(len(steps)):
        out[1 + count + k] = steps[k]
    return out
