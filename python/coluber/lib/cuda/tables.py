"""Registers functions of the vocabulary's tables with formulas that are compiled."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.cuda.kernel.tables import TYPES
from coluber.cuda.kernel.vector import VECTORS
from coluber.lib.kinds import is_integer_member, is_real, vector_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.cuda.kernel.tables import Row

    Formula = Callable[..., Any]


def _number(letter: str) -> Any:
    if letter in "vw":
        return VECTORS[TYPES[letter]]
    return types.boolean if letter == "?" else getattr(types, TYPES[letter])


def _implementation(row: Row, formula: Formula) -> FunctionType:
    """Return the function that converts arguments, computes and converts the result."""
    a, b, c = (*map(_number, row.arguments), *[types.float64] * 2)[:3]
    result = _number(row.results)

    def one(x):
        return result(formula(a(x)))

    def two(x, y):
        return result(formula(a(x), b(y)))

    def three(x, y, z):
        return result(formula(a(x), b(y), c(z)))

    return (one, two, three)[len(row.arguments) - 1]


def _is_number(ty: Any) -> bool:
    """Whether a value of the type can become one of a row's: numbers, members of enumerations of integers, vectors."""
    return is_real(ty) or is_integer_member(ty) or vector_class(ty) is not None


def register(key: str, row: Row, formula: Formula) -> None:
    """Register the function of a row: its arguments are converted to the row's types, its result is too.

    Parameters
    ----------
    key : str
        The function's key.
    row : Row
        Its types.
    formula : callable
        Its body, which is compiled.
    """

    def one(x):
        return _implementation(row, formula) if _is_number(x) else None

    def two(x, y):
        return _implementation(row, formula) if _is_number(x) and _is_number(y) else None

    def three(x, y, z):
        return _implementation(row, formula) if _is_number(x) and _is_number(y) and _is_number(z) else None

    implements(key)((one, two, three)[len(row.arguments) - 1])
