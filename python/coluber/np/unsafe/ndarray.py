"""Arrays and tuples of compiled code."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import overload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_fixed_tuple(array: Any, length: int) -> tuple[Any, ...]:
    """Return the first elements of an array with one axis, so many as a constant says; there must be as many."""
    return tuple(array[:length])


def empty_inferred(shape: tuple[int, ...]) -> Any:
    """Return an array whose elements are to be written; in compiled code, with the dtype of what the function puts into it.

    Parameters
    ----------
    shape : tuple of int
        Its shape.
    """
    raise NotImplementedError("the dtype of what is put into an array is known in compiled code only")


@overload(to_fixed_tuple, prefer_literal=True)
def _to_fixed_tuple(array: Any, length: Any) -> Any:
    if not isinstance(length, types.IntegerLiteral) or not isinstance(array, types.Array) or array.ndim != 1:
        return None
    items = "".join(f"array[{k}], " for k in range(length.literal_value))
    scope: dict[str, Any] = {}
    exec(f"def convert(array, length):\n    return ({items})\n", scope)
    return scope["convert"]
