"""Choosing among records: ``where`` and ``select``."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.lib.kinds import is_array
from coluber.lib.numpy.arguments import to_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _element(ty: Any) -> Any:
    return ty.dtype if is_array(ty) else ty


def are_alike(*operands: Any) -> bool:
    """Whether all are records of one type, or arrays of them."""
    first = _element(operands[0])
    return isinstance(first, types.Record) and all(_element(ty) == first for ty in operands)


def chosen_records(condition: Any, x: Any, y: Any) -> FunctionType | None:
    """Return the function that takes records of one operand where a condition holds, those of another elsewhere."""
    if not is_array(condition):
        return None
    first, second = to_array(x), to_array(y)

    def impl(condition, x, y):
        left, right = first(x), second(y)
        shape = np.broadcast_shapes(condition.shape, left.shape, right.shape)
        result, mask = np.broadcast_to(right, shape).copy(), np.broadcast_to(condition, shape) != 0
        result[mask] = np.broadcast_to(left, shape)[mask]
        return result

    return impl


def selected_records(count: int) -> FunctionType:
    """Return the function of ``select`` for so many conditions, and a default that is a record, or an array of them."""
    choose = _default
    for k in reversed(range(count)):
        choose = _choice(k, choose)
    return lambda condlist, choicelist, default=0: choose(condlist, choicelist, default)


def _default(condlist, choicelist, default):
    return default


def _choice(k: int, rest: FunctionType) -> FunctionType:
    return lambda condlist, choicelist, default: np.where(condlist[k], choicelist[k], rest(condlist, choicelist, default))
