"""Shapes, strides and indices of arrays on a device, worked out by NumPy without a look at the elements."""

from __future__ import annotations

import math

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NOT_CONTIGUOUS = (
    "the array has gaps in memory, and is not copied in one piece; numpy.ascontiguousarray() makes a contiguous copy"
)


def as_shape(shape: Any) -> tuple[int, ...]:
    """Return a shape, which may be one integer, as a tuple."""
    if isinstance(shape, (int, np.integer)):
        return (int(shape),)
    for length in shape:
        if not isinstance(length, (int, np.integer)):
            raise TypeError(f"shape elements must be integers, got {type(length).__name__}")
    return tuple(map(int, shape))


def memory_size(shape: tuple[int, ...], strides: tuple[int, ...] | None, itemsize: int) -> int:
    """Return the bytes that an array needs."""
    if strides is None or 0 in shape:
        return math.prod(shape) * itemsize
    return sum((length - 1) * abs(stride) for length, stride in zip(shape, strides, strict=True)) + itemsize


def array_core(array: Any) -> Any:
    """Return an array without the repetitions that broadcasting makes."""
    if 0 not in array.strides or not array.size:
        return array
    return array[tuple(slice(0, 1) if stride == 0 else slice(None) for stride in array.strides)]


def is_contiguous(array: Any) -> bool:
    """Whether the elements lie in C's order without gaps, repetitions aside."""
    return bool(array_core(array).flags["C_CONTIGUOUS"])


# ------------------------------------------------------------------------------------------------------------- checks


def sentry_contiguous(array: Any) -> None:
    """Raise ValueError unless an array's elements lie without gaps."""
    flags = array_core(array).flags
    if not (flags["C_CONTIGUOUS"] or flags["F_CONTIGUOUS"]):
        raise ValueError(_NOT_CONTIGUOUS)


def check_array_compatibility(first: Any, second: Any, strides: bool = True) -> None:
    """Raise TypeError or ValueError unless two arrays are alike in type, shape and strides."""
    if first.dtype != second.dtype:
        raise TypeError(f"incompatible dtype: {first.dtype} vs. {second.dtype}")
    one, two = np.squeeze(first), np.squeeze(second)
    if one.shape != two.shape:
        raise ValueError(f"incompatible shape: {first.shape} vs. {second.shape}")
    if strides and first.size and one.strides != two.strides:
        raise ValueError(f"incompatible strides: {first.strides} vs. {second.strides}")


def reshaped(array: np.ndarray, shape: Any, order: str) -> np.ndarray:
    """Return a view with another shape; raises NotImplementedError where it would take a copy."""
    if order not in ("C", "F"):
        raise ValueError(f"order not C|F: {order!r}")
    shape = tuple(map(int, shape))
    try:
        return _numpy_reshaped(array, shape, order)
    except ValueError as error:
        known = math.prod(length for length in shape if length >= 0)
        fits = array.size == known if -1 not in shape else known and not array.size % known
        if shape.count(-1) <= 1 and min(shape, default=0) >= -1 and fits:
            raise NotImplementedError("reshape or ravel of a non-contiguous array requires copying") from None
        raise ValueError(str(error)) from None


def _numpy_reshaped(array: np.ndarray, shape: tuple[int, ...], order: str) -> np.ndarray:
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        return array.reshape(shape, order=order, copy=False)
    # Assigning the shape never copies.
    if order == "F":
        return _numpy_reshaped(array.T, tuple(reversed(shape)), "C").T
    result = array.view()
    try:
        result.shape = shape
    except AttributeError as error:
        raise ValueError(str(error)) from None
    return result


_INDICES = (int, np.integer, slice, type(Ellipsis), type(None))


def select(array: np.ndarray, key: Any) -> tuple[np.ndarray, bool]:
    """Return the view that a key selects, and whether the key says one element."""
    if array.dtype.names is not None and isinstance(key, str):
        found = array[key]
        return found, found.ndim == 0
    parts = key if isinstance(key, tuple) else (key,)
    for part in parts:
        if not isinstance(part, _INDICES) or isinstance(part, bool):
            raise TypeError(f"a device array can be indexed by integers and slices, not by {type(part).__name__}")
    if any(part is Ellipsis for part in parts):
        return array[parts], False
    found = array[(*parts, Ellipsis)]
    return found, found.ndim == 0
