"""What Numba's code of typed dicts offers to other compiled code."""

from __future__ import annotations

from coluber.core.overloads import overload
from coluber.typed.typeddict import Dict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type


def new_dict(key: Type, value: Type, n_keys: int = 0) -> Any:
    """Return an empty typed dict, with room for so many entries."""
    return Dict.empty(key, value, n_keys)


@overload(new_dict)
def _new_dict(key: Any, value: Any, n_keys: Any = 0) -> Any:
    return lambda key, value, n_keys=0: Dict.empty(key, value, n_keys)
