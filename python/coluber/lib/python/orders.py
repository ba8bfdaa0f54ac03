"""What CPython says where values that have no order are compared."""

from __future__ import annotations

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CLASSES: tuple[tuple[str, str], ...] = (
    ("Boolean", "bool"),
    ("Integer", "int"),
    ("Float", "float"),
    ("Complex", "complex"),
    ("UnicodeType", "str"),
    ("Bytes", "bytes"),
    ("NoneType", "NoneType"),
    ("OrderedDictType", "collections.OrderedDict"),
    ("DictType", "dict"),
    ("List", "list"),
    ("Deque", "collections.deque"),
    ("BaseTuple", "tuple"),
)
_NUMBERS = {"bool", "int", "float"}
_WITHOUT_ORDER = {"complex", "NoneType", "dict", "collections.OrderedDict"}


def class_name(ty: Any) -> str | None:
    """Return the name of the class of values of a type; None for types of which nothing is said here."""
    plain = types.unliteral(ty) if isinstance(ty, types.Type) else ty
    return next((name for family, name in _CLASSES if isinstance(plain, getattr(types, family))), None)


def never_ordered(a: Any, b: Any, sign: str = "<") -> str | None:
    """Return the text of CPython's TypeError for a comparison of values of two types; None where they may have an order."""
    names = class_name(a), class_name(b)
    if None in names or set(names) <= _NUMBERS or (names[0] == names[1] and names[0] not in _WITHOUT_ORDER):
        return None
    return f"'{sign}' not supported between instances of '{names[0]}' and '{names[1]}'"


def items_never_ordered(container: Any, sign: str = "<") -> str | None:
    """Return the text for two items of a container, or of what a generator gives."""
    item = getattr(container, "dtype", None) or getattr(container, "yield_type", None)
    return None if isinstance(container, types.Array) else never_ordered(item, item, sign)
