"""Texts in messages of exceptions."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


@cache
def shape_text(ndim: int) -> FunctionType:
    """Return ``(shape)``: the text of a shape of so many axes in NumPy's messages."""
    if ndim == 0:
        return lambda shape: "()"
    if ndim == 1:
        return lambda shape: f"({shape[0]},)"
    items = _items(ndim)
    return lambda shape: f"({items(shape)})"


def _items(ndim: int) -> FunctionType:
    if ndim == 1:
        return lambda shape: f"{shape[0]}"
    before, last = _items(ndim - 1), ndim - 1
    return lambda shape: f"{before(shape[:last])},{shape[last]}"


@cache
def not_aligned(ranks: tuple[int, int], place: int) -> FunctionType:
    """Return ``(shape, other)``: the message for shapes whose product is not defined.

    Parameters
    ----------
    ranks : tuple of int
        How many axes the shapes have.
    place : int
        The axis of the second one that has another length than the last of the first.
    """
    first, second, at = shape_text(ranks[0]), shape_text(ranks[1]), ranks[0] - 1

    def message(shape, other):
        lengths = f"{shape[at]} (dim {at}) != {other[place]} (dim {place})"
        return f"shapes {first(shape)} and {second(other)} not aligned: {lengths}"

    return message
