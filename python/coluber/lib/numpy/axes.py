"""Axis arguments: reading them while compiling, checking them at run time."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_integer, is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AxisError = np.exceptions.AxisError


def normalize_axis(axis: int, ndim: int) -> int:
    """Return an axis counted from the first one; raise AxisError if there is no such axis."""
    at = np.int64(axis)
    if at < -ndim or at >= ndim:
        raise AxisError(at, ndim)
    return at + ndim if at < 0 else at


def normalize_named_axis(axis: int, ndim: int, name: str) -> int:
    """Return an axis counted from the first one; raise AxisError with the argument's name if there is no such axis."""
    at = np.int64(axis)
    if at < -ndim or at >= ndim:
        raise AxisError(at, ndim, name)
    return at + ndim if at < 0 else at


def place_of_axis(axis: int, ndim: int, message: str = "tuple index out of range") -> int:
    """Return an axis counted from the first one; raise IndexError if there is none, where NumPy takes it as an index."""
    at = np.int64(axis)
    if at < -ndim or at >= ndim:
        raise IndexError(message)
    return at + ndim if at < 0 else at


def check_one_axis(axis: Any) -> None:
    """Refuse what is neither None nor an integer where NumPy takes no tuple of axes."""
    if not (is_none(axis) or is_integer(axis)):
        raise errors.TypingError(f"the argument 'axis' must be an integer or None, not {axis}")


def is_last_axis(axis: Any, ndim: int) -> bool:
    """Whether an argument is known to be the last axis of an array with so many."""
    value = axis.literal_value if isinstance(axis, types.IntegerLiteral) else axis
    return isinstance(value, int) and value in (-1, ndim - 1)


def are_constant(axis: Any) -> bool:
    """Whether all axes of a tuple are constants."""
    return isinstance(axis, types.BaseTuple) and all(isinstance(ty, types.IntegerLiteral) for ty in axis.types)


def constant_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes that a tuple of constants names, the last one first.

    Parameters
    ----------
    axis : type of tuples
        The type of the argument.
    ndim : int
        Number of axes of the array.
    """
    if not isinstance(axis, types.BaseTuple) or not all(is_integer(ty) for ty in axis.types):
        raise errors.TypingError(f"an axis must be an integer or a tuple of integers, not {axis}")
    if not all(isinstance(ty, types.IntegerLiteral) for ty in axis.types):
        raise errors.RequireLiteralValue(
            "several axes must be given as constants, because the result's type depends on their number"
        )
    values = [int(ty.literal_value) for ty in axis.types]
    for value in values:
        if not -ndim <= value < ndim:
            raise errors.NumbaValueError(f"axis {value} is out of bounds for array of dimension {ndim}")
    axes = {value % ndim for value in values}
    if len(axes) != len(values):
        raise errors.NumbaValueError("duplicate value in 'axis'")
    return tuple(sorted(axes, reverse=True))
