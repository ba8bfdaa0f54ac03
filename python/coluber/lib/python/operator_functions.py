"""The functions of `operator` that stand for no operator of one form."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("operator.abs")
def absolute(a: Any) -> FunctionType:
    """Return ``abs(a)``."""

    def impl(a):
        return abs(a)

    return impl


@implements("operator.inv")
def inverted(a: Any) -> FunctionType:
    """Return ``~a``."""

    def impl(a):
        return ~a

    return impl


@implements("operator.concat")
def concat(a: Any, b: Any) -> FunctionType | None:
    """Return ``a + b`` of sequences."""

    def impl(a, b):
        return a + b

    return impl if _is_sequence(a) and _is_sequence(b) else None


@implements("operator.iconcat")
def concat_in_place(a: Any, b: Any) -> FunctionType | None:
    """Return ``a`` after ``a += b`` of sequences."""

    def impl(a, b):
        a += b
        return a

    return impl if _is_sequence(a) and _is_sequence(b) else None


def _is_sequence(ty: Any) -> bool:
    return isinstance(types.unliteral(ty), types.Sequence | types.BaseTuple | types.UnicodeType)


@implements("operator.countOf")
def count_of(a: Any, b: Any) -> FunctionType:
    """Return how many items are equal to a value."""

    def impl(a, b):
        count = 0
        for item in a:
            if item == b:
                count += 1
        return count

    return impl


@implements("operator.indexOf")
def index_of(a: Any, b: Any) -> FunctionType:
    """Position of the first item that is equal to a value."""

    def impl(a, b):
        for position, item in enumerate(a):
            if item == b:
                return position
        raise ValueError("sequence.index(x): x not in sequence")

    return impl


@implements("operator.length_hint")
def length_hint(obj: Any, default: Any = 0) -> FunctionType:
    """Return how many items there are."""

    def impl(obj, default=0):
        return len(obj)

    return impl


@implements("operator.call")
def call(obj: Any, *args: Any) -> FunctionType:
    """Return ``obj(*args)``."""

    def impl(obj, *args):
        return obj(*args)

    return impl
