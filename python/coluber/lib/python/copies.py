"""The module ``copy``."""

from __future__ import annotations

import copy as copying

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


@implements("copy.deepcopy")
def deepcopy(x: Any, memo: Any = None) -> FunctionType | None:
    """Return a copy whose items are copies, too. What is held in several places becomes several copies."""
    plain = types.unliteral(x)

    def impl_list(x, memo=None):
        return [deep(item) for item in x]

    def impl_set(x, memo=None):
        return {item for item in x}  # noqa: C416

    def impl_dict(x, memo=None):
        return {key: deep(x[key]) for key in x}

    def impl_array(x, memo=None):
        return x.copy()

    def impl_same(x, memo=None):
        return x

    deep = copying.deepcopy
    if isinstance(plain, types.BaseTuple) and not all(map(_is_immutable, plain.types)):
        return _deep_tuple(plain) if type(plain) in (types.Tuple, types.UniTuple) else None
    if type(plain) is types.List:
        return impl_list
    if type(plain) is types.DictType:
        return impl_dict
    if isinstance(plain, types.Set):
        return impl_set
    if is_array(plain):
        return impl_array
    return impl_same if _is_immutable(plain) else None


def _deep_tuple(ty: Any) -> FunctionType:
    """Return the function for tuples with items that are copied."""
    deep = copying.deepcopy
    items = "".join(f"deep(x[{k}]), " for k in range(len(ty.types)))
    scope = {"deep": deep}
    exec(compile(f"def impl(x, memo=None):\n    return ({items})\n", "<copy.deepcopy>", "exec"), scope)
    return scope["impl"]  # type: ignore[return-value]


@implements("coluber.made_again")
def made_again(container: Any) -> FunctionType | None:
    """Return a new container of the same items, which may hold wider ones."""

    def impl_list(container):
        return [item for item in container]  # noqa: C416

    def impl_set(container):
        return {item for item in container}  # noqa: C416

    def impl_dict(container):
        return {key: container[key] for key in container}

    if type(container) is types.List:
        return impl_list
    if isinstance(container, types.Set):
        return impl_set
    return impl_dict if type(container) is types.DictType else None
