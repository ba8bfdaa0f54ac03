"""The module ``copy``."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_list, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_immutable(ty: Any) -> bool:
    return is_number(ty) or isinstance(ty, (types.BaseTuple, types.UnicodeType, types.Bytes, types.NoneType))


@implements("copy.copy")
def copy(x: Any) -> FunctionType | None:
    """Return a copy that shares the items."""

    def impl(x):
        return x.copy()

    def impl_same(x):
        return x

    if is_list(x) or is_array(x) or isinstance(x, (types.DictType, types.Set)):
        return impl
    return impl_same if _is_immutable(types.unliteral(x)) else None
