"""Memory of a thread's own: ``cuda.local``."""

from __future__ import annotations

from coluber.cuda.kernel.memory import check_alignment, dtype_of, records, shape_of
from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np


def array(shape: int | tuple[int, ...], dtype: Any, alignment: int | None = None) -> np.ndarray:
    """Return an array that belongs to the thread.

    Parameters
    ----------
    shape : int or tuple of int
        A constant in compiled code.
    dtype : type
        The type of the elements: of NumPy, of this package, or a vector type.
    alignment : int, optional
        A power of two.

    Returns
    -------
    ndarray
        Not initialised, C order.
    """
    import numpy as np

    current("local.array")
    check_alignment("local.array", alignment)
    return records(np.empty(shape_of("local.array", shape), dtype_of(dtype)))


def array_like(array: np.ndarray) -> np.ndarray:
    """Return an array of the thread's own with the shape and type of another; otherwise as `array`."""
    import numpy as np

    current("local.array_like")
    return records(np.empty(array.shape, array.dtype))
