"""Classes that other types share; programs ask ``isinstance`` of them."""

from __future__ import annotations

from coluber.core.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Dummy(Type):
    """A type without a value at run time."""


class Hashable(Type):
    """A type whose values can be hashed."""


class Number(Hashable):
    """Base of the number types."""

    def cast_python_value(self, value: Any) -> Any:
        """Convert a value by NumPy's scalar type of the same name."""
        import numpy

        return getattr(numpy, self._numpy_name)(value)

    @property
    def _numpy_name(self) -> str:
        return self.name


class Sized(Type):
    """A type whose values have a length."""


class ConstSized(Sized):
    """A type whose values have a length that the type tells."""


class IterableType(Type):
    """A type whose values can be iterated over."""


class SimpleIterableType(IterableType):
    """An iterable type with a known type of iterator.

    Parameters
    ----------
    name : str
        The name of the type.
    iterator_type : Type
        The type of its iterators.
    """

    def __init__(self, name: str, iterator_type: Type) -> None:
        self._iterator_type = iterator_type
        super().__init__(name)

    @property
    def iterator_type(self) -> Type:
        """The type of its iterators."""
        return self._iterator_type


class IteratorType(IterableType):
    """A type of iterators, which are their own iterators."""

    @property
    def iterator_type(self) -> Type:
        """The type itself."""
        return self


class SimpleIteratorType(IteratorType):
    """An iterator type that knows what it yields.

    Parameters
    ----------
    name : str
        The name of the type.
    yield_type : Type
        The type of the items.
    """

    def __init__(self, name: str, yield_type: Type) -> None:
        self._yield_type = yield_type
        super().__init__(name)

    @property
    def yield_type(self) -> Type:
        """The type of the items."""
        return self._yield_type


class Container(Sized, IterableType):
    """A sized iterable."""


class Sequence(Container):
    """A container with positions."""


class MutableSequence(Sequence):
    """A sequence that can be changed."""

    mutable = True


class ArrayCompatible(Type):
    """A type that array operations accept.

    A class of a program has the attribute ``as_array``, the type of the array that such a value stands for. Of several operands
    the one with the highest ``array_priority`` says what the result becomes.
    """

    array_priority = 0.0
    _stands_for_array = True


class Buffer(IterableType, ArrayCompatible):
    """A type of values that are a region of memory with a shape.

    Parameters
    ----------
    dtype : Type
        The type of the elements.
    ndim : int
        The number of dimensions.
    layout : str
        ``C``, ``F``, or ``A`` for any.
    readonly : bool, optional
        Whether the elements can't be assigned.
    name : str, optional
        Its text.
    """

    LAYOUTS = frozenset("CFA")
    mutable = True
    slice_is_copy = False

    if not TYPE_CHECKING:

        def __init__(self, dtype: Type, ndim: int, layout: str, readonly: bool = False, name: str | None = None) -> None:
            if layout not in self.LAYOUTS:
                from coluber.core.errors import NumbaValueError

                raise NumbaValueError(f"Invalid layout '{layout}'")
            self.dtype, self.ndim, self.layout = dtype, ndim, layout
            self.mutable = not readonly
            self.name = name or f"{type(self).__name__}({dtype}, {ndim}d, {layout})"

    @property
    def key(self) -> Any:
        """All parameters."""
        return self.dtype, self.ndim, self.layout, self.mutable


class Callable(Type):
    """A type of values that can be called."""


class DTypeSpec(Type):
    """A type whose values name a dtype."""


class Opaque(Dummy):
    """A type about which only its name is known."""


class Phantom(Dummy):
    """A type without a value."""


class WeakType(Type):
    """A type that does not keep what it is about alive."""


class Literal(Type):
    """The type of one known value."""

    @property
    def literal_value(self) -> object:
        """The value."""
        return self._literal_value

    @property
    def literal_type(self) -> Type:
        """The type without the value."""
        return self._literal_type


class InitialValue(Type):
    """A type of containers that may say what a container was made of."""

    initial_value: Any = None

    # The type that does not say it, for those that do.
    _without_value: Type | None = None


def without_values(name: str) -> type[Type]:
    """Return a class for types that compiled code does not have yet: overloads may ask whether a type is one of them."""

    def refuse(cls: type[Type], *args: object, **kwargs: object) -> tuple[object, ...]:
        from coluber.core.missing import missing

        raise missing(f"coluber does not have types.{name} yet", name)

    doc = f"The types that Numba has as ``{name}``; compiled code has no values of such types yet."
    body = {"_kind": name, "_describe": classmethod(refuse), "__doc__": doc, "__module__": "coluber.core.types"}
    return type(Type)(name, (Type,), body)


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)
