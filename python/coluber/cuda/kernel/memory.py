"""Types, shapes and views of the arrays that kernels make."""

from __future__ import annotations

from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np


def dtype_of(spec: Any) -> np.dtype:
    """Return the NumPy dtype that a program meant.

    Parameters
    ----------
    spec : dtype, type of NumPy, type of this package, vector type, or str
        The type of the elements.
    """
    import numpy as np

    own = getattr(spec, "dtype", None)
    if isinstance(own, np.dtype):
        return own
    from coluber.core.types.base import Type

    if isinstance(spec, Type):
        from coluber.np.numpy_support import as_dtype

        return as_dtype(spec)
    return np.dtype(spec)


def shape_of(word: str, shape: Any) -> tuple[int, ...]:
    """Return a shape as a tuple of integers; raises TypeError or ValueError for anything else."""
    try:
        sizes = tuple(map(index, shape)) if isinstance(shape, tuple | list) else (index(shape),)
    except TypeError:
        raise TypeError(f"the shape in cuda.{word} is an int or a tuple of ints, not {shape!r}") from None
    if any(size < 0 for size in sizes):
        raise ValueError(f"the shape in cuda.{word} has a negative number: {shape!r}")
    return sizes


def check_alignment(word: str, alignment: int | None) -> None:
    """Check that an alignment is a power of two, or None."""
    if alignment is None:
        return
    if not isinstance(alignment, int):
        raise TypeError(f"the alignment in cuda.{word} is an int, not {alignment!r}")
    if alignment <= 0 or alignment & (alignment - 1):
        raise ValueError(f"the alignment in cuda.{word} is a power of two, not {alignment}")


def records(array: np.ndarray) -> np.ndarray:
    """Return an array whose elements have their fields as attributes, as they have in kernels; the same memory."""
    import numpy as np

    if array.dtype.names and not isinstance(array, np.recarray):
        return array.view(np.recarray)
    return array
