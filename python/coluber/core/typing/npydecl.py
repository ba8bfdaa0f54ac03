"""What the arguments of NumPy's functions stand for."""

from __future__ import annotations

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type


def parse_dtype(dtype: Type) -> Any:
    """Return the type of the elements of a new array for the type of an argument ``dtype``; None where it says none."""
    if isinstance(dtype, types.DTypeSpec):
        return dtype.dtype
    if isinstance(dtype, types.StringLiteral):
        import numpy as np

        from coluber.np.numpy_support import from_dtype

        return from_dtype(np.dtype(dtype.literal_value))
    return None


def parse_shape(shape: Type) -> int | None:
    """Return the number of axes of a new array for the type of an argument ``shape``; None for what is no shape."""
    if isinstance(shape, types.Integer):
        return 1
    if isinstance(shape, types.BaseTuple) and all(isinstance(extent, types.Integer) for extent in shape):
        return len(shape)
    return None
