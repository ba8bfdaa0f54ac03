"""The form of ``einsum`` that names axes by numbers: each operand is followed by a tuple of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from coluber.core import errors, types
from coluber.lib.kinds import is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Numbered(NamedTuple):
    """The arguments of a call in another form.

    Parameters
    ----------
    text : str
        The subscripts.
    places : tuple of int
        Which of the arguments after the first one are operands, too.
    """

    text: str
    places: tuple[int, ...]


def numbered(first: Any, rest: tuple[Any, ...]) -> Numbered | None:
    """Return what the arguments of a call mean whose first one is an array; None for another first argument."""
    if not is_array(first) or not rest:
        return None
    has_result = len(rest) % 2 == 0
    text = ",".join(_labels(ty) for ty in rest[::2])
    return Numbered(f"{text}->{_labels(rest[-1])}" if has_result else text, tuple(range(1, len(rest) - has_result, 2)))


def _labels(ty: Any) -> str:
    """Return the subscripts for the axes that a tuple of constants names."""
    if not isinstance(ty, types.BaseTuple):
        raise errors.RequireLiteralValue("einsum() takes the numbers of an operand's axes as a tuple of constants")
    return "".join(_label(item) for item in ty.types)


def _label(item: Any) -> str:
    if isinstance(item, types.EllipsisType):
        return "..."
    if not isinstance(item, types.IntegerLiteral):
        raise errors.RequireLiteralValue("einsum() takes the numbers of an operand's axes as a tuple of constants")
    if not 0 <= item.literal_value < len(_LABELS):
        raise errors.NumbaValueError(f"subscript is not within the valid range [0, {len(_LABELS)})")
    return _LABELS[item.literal_value]


def call_with_text(form: Numbered) -> FunctionType:
    """Return the implementation of a call, which calls the form that is given a text."""
    more = "".join(f", operands[{k}]" for k in form.places)
    source = (
        "def impl(subscripts, *operands, out=None, dtype=None, order='K', casting='safe', optimize=False):\n"
        f"    return einsum({form.text!r}, subscripts{more})"
    )
    scope = {"einsum": np.einsum}
    exec(compile(source, "<einsum of numbered axes>", "exec"), scope)
    return scope["impl"]
