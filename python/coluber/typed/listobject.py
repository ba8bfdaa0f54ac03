"""What Numba's code of typed lists offers to other compiled code."""

from __future__ import annotations

from coluber.core.overloads import overload
from coluber.typed.typedlist import List

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type


def new_list(item: Type, allocated: int = 0) -> Any:
    """Return an empty typed list, with room for so many items."""
    return List.empty_list(item, allocated)


@overload(new_list)
def _new_list(item: Any, allocated: Any = 0) -> Any:
    return lambda item, allocated=0: List.empty_list(item, allocated)
