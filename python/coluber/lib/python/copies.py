"""The module ``copy``.

Deep copies of values in which one object may be in several places, or in itself, have a dict of the places of what has been
copied.
"""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.types.containers import FrozenSet
from coluber.lib.intrinsics import deep_copy, object_at, place, set_field, shallow_copy
from coluber.lib.kinds import is_array, is_list, is_none, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_ATOMS = types.UnicodeType, types.Bytes, types.NoneType, types.EnumMember


def _is_immutable(ty: Any) -> bool:
    plain = types.unliteral(ty)
    if isinstance(plain, types.Optional):
        return _is_immutable(plain.type)
    if isinstance(plain, types.BaseTuple):
        return all(map(_is_immutable, plain.types))
    if isinstance(plain, (types.LongTuple, FrozenSet)):
        return _is_immutable(plain.dtype)
    return is_number(plain) or isinstance(plain, _ATOMS)


def _is_container(ty: Any) -> bool:
    return is_list(ty) or isinstance(ty, (types.DictType, types.Set, types.Deque))


@implements("copy.copy")
def copy(x: Any) -> FunctionType | None:
    """Return a copy that shares the items, or what the fields hold."""
    if isinstance(x, types.InstanceType):
        return (lambda x: x.__copy__()) if hasattr(x.instance_class, "__copy__") else lambda x: shallow_copy(x)
    if isinstance(x, types.Optional):
        return _where_there(copy(x.type))
    if _is_immutable(x) or isinstance(x, (types.BaseTuple, types.LongTuple, FrozenSet)):
        return lambda x: x
    return (lambda x: x.copy()) if _is_container(x) or is_array(x) else None


def _where_there(of_value: Any) -> FunctionType:
    return lambda x: None if x is None else of_value(x)


@implements("copy.deepcopy")
def deepcopy(x: Any, memo: Any = None) -> FunctionType:
    """Return a copy whose items, or what its fields hold, are copies, too."""
    if not is_none(memo):
        return lambda x, memo=None: deep_copy(x, memo)
    if _may_meet_again(x, False, set()):
        return lambda x, memo=None: deep_copy(x, {0: 0})
    return lambda x, memo=None: deep_copy(x, None)


def _may_meet_again(ty: Any, many: bool, seen: set[Any]) -> bool:
    """Whether an object of a type may be in a value more than once; `many` says whether there may be several values."""
    plain = types.unliteral(ty)
    if isinstance(plain, types.Optional):
        return _may_meet_again(plain.type, many, seen)
    if _is_immutable(plain) or is_array(plain):
        return False
    parts = _parts(plain)
    if isinstance(plain, types.BaseTuple):
        return any(_may_meet_again(part, many, seen) for part in parts)
    if many or not parts or plain in seen:
        return True
    seen.add(plain)
    return any(_may_meet_again(part, _is_container(plain), seen) for part in parts)


def _parts(ty: Any) -> tuple[Any, ...]:
    """Return the types that are in a type; nothing for objects of several classes, whose types are not known here."""
    if isinstance(ty, types.InstanceType):
        return tuple(ty.struct.values()) or (types.none,)
    if isinstance(ty, types.DictType):
        return ty.key_type, ty.value_type
    if isinstance(ty, types.BaseTuple):
        return tuple(ty.types)
    return (ty.dtype,) if _is_container(ty) else ()


@implements("coluber.deep_copy")
def deep_copy_(x: Any, memo: Any) -> FunctionType | None:
    """Return the copy of a value; `memo` has the places of the copies by those of the objects."""
    if _is_immutable(x):
        return lambda x, memo: x
    if is_array(x):
        return lambda x, memo: x.copy()
    if isinstance(x, types.Optional):
        return lambda x, memo: None if x is None else deep_copy(x, memo)
    if isinstance(x, types.BaseTuple):
        return _tuple(x)
    if isinstance(x, types.LongTuple):
        return lambda x, memo: tuple([deep_copy(item, memo) for item in x])
    if isinstance(x, FrozenSet):
        return lambda x, memo: frozenset([deep_copy(item, memo) for item in x])
    if isinstance(x, types.InstanceType):
        if hasattr(x.instance_class, "__deepcopy__"):
            return lambda x, memo: x.__deepcopy__(memo)
        return _made(memo, "shallow_copy(x)", _of_fields(x))
    return _made(memo, "x.copy()", _of_items(x)) if _is_container(x) else None


def _of_fields(ty: Any) -> str:
    fields = [(k, name) for k, (name, held) in enumerate(ty.struct.items()) if not _is_immutable(held)]
    return "".join(f"    set_field(made, {k}, deep_copy(x.{name}, memo))\n" for k, name in fields)


def _of_items(ty: Any) -> str:
    """Return the statements that put copies of the items into a container that is a copy of `x`."""
    if isinstance(ty, types.DictType) and not _is_immutable(ty.key_type):
        return "    made.clear()\n    for k in x:\n        made[deep_copy(k, memo)] = deep_copy(x[k], memo)\n"
    if isinstance(ty, types.DictType):
        return "" if _is_immutable(ty.value_type) else "    for k in x:\n        made[k] = deep_copy(x[k], memo)\n"
    if _is_immutable(ty.dtype):
        return ""
    if isinstance(ty, types.Set):
        return "    made.clear()\n    for item in x:\n        made.add(deep_copy(item, memo))\n"
    return "    for k in range(len(x)):\n        made[k] = deep_copy(x[k], memo)\n"


def _made(memo: Any, copied: str, statements: str) -> FunctionType:
    """Return the function that makes a copy by an expression, and changes what is in it by statements."""
    known = "    at = place(x)\n    if at in memo:\n        return object_at(memo, at, x)\n"
    kept = "    memo[at] = place(made)\n"
    before, after = ("", "") if is_none(memo) else (known, kept)
    return _compiled(f"{before}    made = {copied}\n{after}{statements}    return made\n")


def _tuple(ty: Any) -> FunctionType:
    """Return the function for tuples with items that are copied."""
    if isinstance(ty, types.BaseNamedTuple):
        items = ", ".join(f"{name}=deep_copy(x.{name}, memo)" for name in ty.fields)
        return _compiled(f"    return x._replace({items})\n")
    items = "".join(f"deep_copy(x[{k}], memo), " for k in range(len(ty.types)))
    return _compiled(f"    return ({items})\n")


def _compiled(body: str) -> FunctionType:
    operations = (deep_copy, object_at, place, set_field, shallow_copy)
    scope: dict[str, Any] = {operation.__name__: operation for operation in operations}
    exec(compile(f"def impl(x, memo):\n{body}", "<copy.deepcopy>", "exec"), scope)
    return scope["impl"]  # type: ignore[no-any-return]


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
