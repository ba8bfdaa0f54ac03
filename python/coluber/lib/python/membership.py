"""``item in array``."""

from __future__ import annotations

from coluber.core.extending import overload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@overload("operator.contains")
def contains(container: Any, item: Any) -> Callable[..., bool] | None:
    """Search an array, in C order, for an element that equals a number."""
    from coluber import types

    if not isinstance(container, types.Array):
        return None

    def impl(container: Any, item: Any) -> bool:
        for x in container.flat:
            if x == item:
                return True
        return False

    return impl
