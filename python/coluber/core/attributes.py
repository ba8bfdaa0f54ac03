"""``make_attribute_wrapper``: members of a data model as attributes."""

from __future__ import annotations

from coluber.core import overloads
from coluber.core.datamodel import default_manager
from coluber.core.errors import TypingError
from coluber.lib.intrinsics import field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


class _Member(overloads.Overload):
    """A member of the data models of a class of types."""

    def __init__(self, typeclass: type[Type], member: str) -> None:
        super().__init__(_nothing, {}, strict=False, prefer_literal=False, receiver=typeclass)
        self.member = member

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that gives the member."""
        if not self._is_of(positional[0]):
            return None
        model = default_manager[positional[0]]
        try:
            position = model.get_field_position(self.member)
        except KeyError:
            what = f"{type(model).__qualname__} of {positional[0]} has no field {self.member!r}"
            raise TypingError(f"{what}, of which make_attribute_wrapper makes an attribute") from None
        return _getter(position)


def _nothing() -> None:
    pass


def _getter(position: int) -> Any:
    def get(value: Any) -> Any:
        return field(value, position)

    return get


def make_attribute_wrapper(typeclass: type[Type], struct_attr: str, python_attr: str) -> None:
    """Make a member of the data models of a class of types an attribute that can be read.

    Parameters
    ----------
    typeclass : class derived from Type
        The types.
    struct_attr : str
        The name of the member.
    python_attr : str
        The name of the attribute.
    """
    from coluber.core.types import Type

    if not isinstance(typeclass, type) or not issubclass(typeclass, Type):
        raise TypeError(f"the attribute needs a class derived from Type, not {typeclass}")
    overloads.add(f"attribute:{python_attr}", _Member(typeclass, struct_attr))
