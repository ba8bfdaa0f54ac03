"""The order in memory of results: NumPy gives most of them that of the operand."""

from __future__ import annotations

from coluber.lib.kinds import is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def is_reversed(a: Any) -> bool:
    """Whether a type is one of arrays of several axes in Fortran order."""
    return is_array(a) and a.layout == "F" and a.ndim > 1


def order_of(a: Any) -> str:
    """Return the order of a new array for results that lie as the elements of an array of this type."""
    return "F" if is_reversed(a) else "C"


def reshaped(a: Any) -> FunctionType:
    """Return ``(found, shape)``: results that lie as the elements of an array of this type, with more axes of one element."""

    def in_c_order(found, shape):
        return found.reshape(shape)

    def in_fortran_order(found, shape):
        return found.T.reshape(shape[::-1]).T

    return in_fortran_order if is_reversed(a) else in_c_order
