"""Numbers, booleans, None, and their literal types."""

from __future__ import annotations

from coluber.core.types.abstract import Dummy, Hashable, InitialValue, Literal, Number, Opaque
from coluber.core.types.base import Type, family, from_id, make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _width(name: str, prefix: str) -> int:
    if not name.startswith(prefix) or not name[len(prefix) :].isdigit():
        raise ValueError(f"{name!r} is not the name of a number type; expected {prefix} and a number of bits")
    return int(name[len(prefix) :])


class _Ordered(Number):
    """Numbers of one family are ordered by their width."""

    def _comparable(self, other: object) -> bool:
        return isinstance(other, _Ordered) and self._order[0] == other._order[0]

    @property
    def _order(self) -> tuple[object, int]:
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        return self._order < other._order if self._comparable(other) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._order <= other._order if self._comparable(other) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return self._order > other._order if self._comparable(other) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return self._order >= other._order if self._comparable(other) else NotImplemented


@family("int")
class Integer(_Ordered):
    """A type of integers.

    Parameters
    ----------
    name : str
        Such as ``int32`` or ``uint8``.
    bitwidth : int, optional
        Number of bits, where the name does not say it.
    signed : bool, optional
        Whether there are negative values, where the name does not say it.
    """

    @staticmethod
    def _describe(name: str, bitwidth: int | None = None, signed: bool | None = None) -> tuple[Any, ...]:
        if signed is None:
            signed = name.startswith("int")
        if bitwidth is None:
            bitwidth = _width(name, "int" if signed else "uint")
        return bitwidth, signed

    def _fill(self, bitwidth: int, signed: bool) -> None:
        self.bitwidth = bitwidth
        self.signed = bool(signed)

    @classmethod
    def from_bitwidth(cls, bitwidth: int, signed: bool = True) -> Integer:
        """Return the integer type of a width."""
        return make("int", bitwidth, signed)

    @property
    def minval(self) -> int:
        """The smallest value."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0

    @property
    def maxval(self) -> int:
        """The largest value."""
        return (1 << (self.bitwidth - int(self.signed))) - 1

    @property
    def _order(self) -> tuple[object, int]:
        return ("int" if self.signed else "uint"), self.bitwidth


@family("float")
class Float(_Ordered):
    """A type of floating-point numbers.

    Parameters
    ----------
    name : str
        ``float16``, ``float32`` or ``float64``.
    """

    @staticmethod
    def _describe(name: str) -> tuple[Any, ...]:
        return (_width(name, "float"),)

    def _fill(self, bitwidth: int) -> None:
        self.bitwidth = bitwidth

    @property
    def _order(self) -> tuple[object, int]:
        return "float", self.bitwidth


@family("bfloat16")
class BFloat16(Float):
    """The type of floating-point numbers with the upper half of the bits of a float32."""

    @staticmethod
    def _describe(name: str = "bfloat16") -> tuple[Any, ...]:
        return ()

    def _fill(self) -> None:
        self.bitwidth = 16

    @property
    def _order(self) -> tuple[object, int]:
        return "bfloat", self.bitwidth

    def cast_python_value(self, value: Any) -> Any:
        """Return the number that the simulator has for a value."""
        from coluber.cuda.kernel.bf16_type import bfloat16

        return bfloat16(value)


@family("complex")
class Complex(_Ordered):
    """A type of complex numbers.

    Parameters
    ----------
    name : str
        ``complex64`` or ``complex128``.
    underlying_float : Float, optional
        The type of the parts, where the name does not say it.
    """

    @staticmethod
    def _describe(name: str, underlying_float: Float | None = None) -> tuple[Any, ...]:
        return (2 * underlying_float.bitwidth if underlying_float is not None else _width(name, "complex"),)

    def _fill(self, bitwidth: int) -> None:
        self.bitwidth = bitwidth
        self.underlying_float = make("float", bitwidth // 2)

    @property
    def _order(self) -> tuple[object, int]:
        return "complex", self.bitwidth


@family("bool")
class Boolean(Hashable):
    """The type of booleans."""

    @staticmethod
    def _describe(name: str = "bool") -> tuple[Any, ...]:
        return ()

    def _fill(self) -> None:
        self.bitwidth = 8

    def cast_python_value(self, value: object) -> bool:
        """Return the truth of a value."""
        return bool(value)


@family("none")
class NoneType(Opaque):
    """The type of None."""

    @staticmethod
    def _describe(name: str = "none") -> tuple[Any, ...]:
        return ()


@family("ellipsis")
class EllipsisType(Opaque):
    """The type of the Ellipsis."""

    @staticmethod
    def _describe(name: str = "...") -> tuple[Any, ...]:
        return ()


# ------------------------------------------------------------------------------------------------------ literal types


@family("literal_int")
class IntegerLiteral(Literal, Integer):
    """The type of one integer."""

    @staticmethod
    def _describe(value: int) -> tuple[Any, ...]:
        return (int(value),)

    def _fill(self, value: int) -> None:
        self._literal_value = value
        self._literal_type = make("int", 64, value < 1 << 63)
        super()._fill(self._literal_type.bitwidth, self._literal_type.signed)

    @property
    def _numpy_name(self) -> str:
        return self._literal_type.name


@family("literal_bool")
class BooleanLiteral(Literal, Boolean):
    """The type of one boolean."""

    @staticmethod
    def _describe(value: bool) -> tuple[Any, ...]:
        return (bool(value),)

    def _fill(self, value: bool) -> None:
        self._literal_value = value
        self._literal_type = make("bool")
        super()._fill()


@family("literal_str")
class StringLiteral(Literal, Dummy):
    """The type of one string."""

    @staticmethod
    def _describe(value: object) -> Any:
        return (str(value),) if isinstance(value, str) else _OtherLiteral(value)

    def _fill(self, value: str) -> None:
        self._literal_value = value
        self._literal_type = make("str")


class _OtherLiteral(StringLiteral):
    """What extensions get of `StringLiteral` for a value that is no string: a type with that value."""

    def __init__(self, value: object) -> None:
        self._literal_value = value
        self._literal_type = self
        super().__init__(f"Literal[{type(value).__name__}]({value})")

    @property
    def key(self) -> Any:
        """The class and the text of the value."""
        return type(self._literal_value), repr(self._literal_value)


def literal(value: object) -> Literal:
    """Return the literal type of a value; raises `LiteralTypingError` when there is none."""
    found = maybe_literal(value)
    if found is None:
        from coluber.core.errors import LiteralTypingError

        raise LiteralTypingError(f"{type(value)} cannot be used as a literal")
    return found


def maybe_literal(value: object) -> Literal | None:
    """Return the literal type of a value, or None when there is none."""
    if isinstance(value, Type):
        return None
    kind = {int: "literal_int", bool: "literal_bool", str: "literal_str"}.get(type(value))
    return None if kind is None else make(kind, value)


def unliteral(ty: Type) -> Type:
    """Return the type without the known value."""
    if isinstance(ty, InitialValue):
        return ty._without_value or ty
    if isinstance(ty, Literal):
        return ty.literal_type
    plain = getattr(ty, "__unliteral__", None)
    return ty if plain is None else plain()


def is_literal(ty: Type) -> bool:
    """Whether the type is the type of one known value."""
    return isinstance(ty, Literal)


class Omitted(Opaque):
    """The type of an argument that was left out, with its default.

    Parameters
    ----------
    default : object
        The default of the parameter.
    """

    def __init__(self, default: object) -> None:
        self.value = default
        super().__init__(f"omitted(default={default!r})")

    @property
    def key(self) -> Any:
        """The default's type and its text."""
        return type(self.value), self.name


@family("optional")
class Optional(Type):
    """The type of a value that may be None.

    Parameters
    ----------
    typ : Type
        The type of the value when it is not None.
    """

    @staticmethod
    def _describe(typ: Type) -> tuple[Any, ...]:
        if isinstance(typ, (Optional, NoneType)):
            raise TypeError(f"Optional({typ}) is not a type")
        return (unliteral(typ).id,)

    def _fill(self, inner: int) -> None:
        self.type = from_id(inner)

    @property
    def key(self) -> Any:
        """The type of the value."""
        return self.type

    def cast_python_value(self, value: object) -> Any:
        """Convert a value that is not None."""
        return None if value is None else self.type.cast_python_value(value)


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)
