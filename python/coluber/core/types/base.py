"""The base of all types, and how Python objects stand for the types of the compiler's table.

The compiler interns types and knows each by a number. Here each number has one Python object (`from_id`), so that equal types
are the same object. A class of a family (`Array`, `Integer` ...) turns its constructor's arguments into a kind and parts
(`_describe`), the table turns those into a number, and `_fill` sets the attributes of the object that stands for it.
"""

from __future__ import annotations

import sys
from functools import cached_property

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable
    from typing import Any, TypeVar

    from coluber.core.typeconv import Conversion
    from coluber.core.types.npytypes import Array
    from coluber.core.typing import Signature

    # A class of types, which stays what it is.
    _Class = TypeVar("_Class", bound=type["Type"])


_objects: dict[int, Type] = {}

# kind -> the class of a type with these parts
_families: dict[str, Callable[..., type[Type]]] = {}


class TypeMeta(type):
    """Makes the call of a type's class return the one object of that type."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return the type that the arguments describe."""
        if "_kind" in cls.__dict__:
            parts = cls._describe(*args, **kwargs)
            return parts if isinstance(parts, Type) else make(cls._kind, *parts)
        return _extension_type(cls, args, kwargs)


class Type(_native.Type, metaclass=TypeMeta):
    """A type that the compiler gives to a value.

    Parameters
    ----------
    name : str
        Its text, for types that a program defines by a subclass.
    """

    mutable = False
    reflected = False

    if TYPE_CHECKING:

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            """Take what the class's `_describe` takes, or the text, for types of programs."""

    else:

        def __init__(self, name: str) -> None:
            self.name = name

    def _fill(self, *parts: Any) -> None:
        """Set the attributes from the parts of the table's entry."""

    @cached_property
    def name(self) -> str:
        """The text of the type."""
        return _native.type_text(self.id)

    @property
    def key(self) -> Any:
        """What makes two types of one class equal."""
        return self.name

    @property
    def mangling_args(self) -> tuple[str, tuple[Any, ...]]:
        """Name and parameters of the type."""
        return self.name, ()

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return self.id

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> tuple[Any, ...]:
        if self.id in _extension_keys:
            # A program may say by `__getstate__` what of it is pickled.
            own = type(self).__getstate__ is not object.__getstate__
            return _rebuild_extension, (type(self), self.__getstate__() if own else self.__dict__)
        kind, *parts = _native.type_info(self.id)
        return _rebuild, (kind, *_replace_ids(kind, parts))

    def __copy__(self) -> Type:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Type:
        return self

    if TYPE_CHECKING:

        @typing.overload
        def __call__(self, *args: Type) -> Signature: ...
        @typing.overload
        def __call__(self, value: Any, /) -> Any: ...

    def __call__(self, *args: Any) -> Any:
        """Return a signature for argument types, or a value converted to this type for a value."""
        if len(args) == 1 and not isinstance(args[0], Type):
            return self.cast_python_value(args[0])
        from coluber.core.typing import Signature

        return Signature(self, args, None)

    def __getitem__(self, item: Any) -> Array:
        """Return the type of arrays of this type: ``float64[:, ::1]``."""
        from coluber.core.types.npytypes import Array, array_spec

        return Array(self, *array_spec(item))

    def cast_python_value(self, value: object) -> Any:
        """Convert a Python value to this type."""
        raise NotImplementedError(f"a Python value can't be converted to {self} outside of compiled code")

    def is_precise(self) -> bool:
        """Whether all about the type is known."""
        return True

    def unify(self, typingctx: object, other: Type) -> Type | None:
        """Return the type that both can become, or None.

        A program may write this method, and the next two, for its types; what it has written is not asked again by these.
        """
        return unify(self, other) if type(self).unify is Type.unify else None

    def can_convert_to(self, typingctx: object, other: Type) -> Conversion | None:
        """Return how a value becomes the other type: exact, promote, safe, unsafe, or None."""
        return _conversion(self, other) if type(self).can_convert_to is Type.can_convert_to else None

    def can_convert_from(self, typingctx: object, other: Type) -> Conversion | None:
        """Return how a value of the other type becomes this one."""
        return _conversion(other, self) if type(self).can_convert_from is Type.can_convert_from else None

    def augment(self, other: Type) -> Type | None:
        """Return a type that holds this one and the other, or None."""
        return unify(self, other)

    @property
    def is_internal(self) -> bool:
        """Whether the type is one of the compiler's own."""
        return False

    def dump(self, tab: str = "") -> None:
        """Print the type."""
        print(f"{tab}{type(self).__name__}[code={self.id}, name={self.name}]")


def _conversion(fromty: Type, toty: Type) -> Conversion | None:
    from coluber.core.typing.conversions import conversion

    return conversion(fromty, toty)


def family(kind: str, choose: Callable[..., type[Type]] | None = None) -> Callable[[_Class], _Class]:
    """Declare that a class stands for the types of a kind.

    Parameters
    ----------
    kind : str
        The kind in the compiler's table.
    choose : callable, optional
        Is given the parts and returns the class, where several classes share a kind.
    """

    def declare(cls: _Class) -> _Class:
        cls._kind = kind
        if choose is not None:
            _families[kind] = choose
        else:
            _families.setdefault(kind, lambda *parts: cls)
        return cls

    return declare


def make(kind: str, *parts: Any) -> Any:
    """Return the type of this kind with these parts."""
    return from_id(_native.type_make(kind, *parts))


def from_id(number: int) -> Any:
    """Return the object that stands for an entry of the compiler's table of types."""
    found = _objects.get(number)
    if found is not None:
        return found
    kind, *parts = _native.type_info(number)
    choose = _families.get(kind)
    new = _native.Type.__new__(choose(*parts) if choose else Type, number)
    new._fill(*parts)
    return _objects.setdefault(number, new)


def unify(*types: Type) -> Type | None:
    """Return the type that all of them can become, or None."""
    number = _native.type_unify([t.id for t in types])
    return None if number is None else from_id(number)


def expect_type(value: object) -> Any:
    """Return the value, which must be a type."""
    if not isinstance(value, Type):
        raise TypeError(f"{value!r} is no type such as types.int64")
    return value


# --------------------------------------------------------------------------------------- types defined by a program

_extension_ids: dict[tuple[type, Any], int] = {}
_extension_keys: dict[int, tuple[type, Any]] = {}


def _extension_type(cls: type[Type], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Type:
    """Return the object of a class that a program derives from `Type`; objects with equal keys are one type."""
    draft = _native.Type.__new__(cls, _native.type_make("none"))
    draft.__init__(*args, **kwargs)
    return _intern_extension(cls, draft.__dict__, draft.key)


def _intern_extension(cls: type[Type], attributes: dict[str, Any], key: Any) -> Type:
    number = _extension_ids.get((cls, key))
    if number is not None:
        return _objects[number]
    number = _free_opaque(attributes.get("name", cls.__name__))
    new = _native.Type.__new__(cls, number)
    new.__dict__.update(attributes)
    _objects[number] = new
    _extension_ids[cls, key] = number
    _extension_keys[number] = (cls, key)
    scalars = getattr(cls, "_scalars", None)
    if scalars is not None:
        _native.type_set_fields(number, [_native.type_make(scalar) for scalar in scalars], getattr(cls, "_never_zero", False))
    if getattr(cls, "_stands_for_array", False):
        from coluber.core.array_likes import install

        install()
    if "_parts" in attributes:
        _native.type_set_fields(number, [part.id for part in attributes["_parts"]])
    registry = sys.modules.get("coluber.core.datamodel.registry")
    if registry is not None:
        registry.default_manager.tell_compiler(new)
    return new


def complete_extensions() -> None:
    """Tell the compiler what values of the types of programs consist of, as far as it was not told yet."""
    registry = sys.modules.get("coluber.core.datamodel.registry")
    if registry is not None:
        registry.default_manager.tell_all()


def is_extension(ty: Type) -> bool:
    """Return whether a type is one that a program has defined."""
    return ty.id in _extension_keys


def extension_types(cls: type[Type]) -> list[Type]:
    """Return the types of a class that a program has defined, as far as there are any."""
    return [_objects[number] for number, (own, _) in _extension_keys.items() if issubclass(own, cls)]


def _free_opaque(name: str) -> int:
    """Return the number of a type of a program that no object stands for yet."""
    count = 1
    while True:
        number = _native.type_make("extension", name if count == 1 else f"{name}#{count}")
        if number not in _objects:
            return number
        count += 1


def _rebuild_extension(cls: type[Type], attributes: dict[str, Any]) -> Type:
    draft = _native.Type.__new__(cls, _native.type_make("none"))
    draft.__dict__.update(attributes)
    return _intern_extension(cls, attributes, draft.key)


# ------------------------------------------------------------------------------------------------------------ pickling

# Positions of type numbers among the parts of a kind; a tuple of numbers counts as one part.
_TYPE_PARTS = {
    "range": (0,),
    "tuple": (0,),
    "namedtuple": (1,),
    "array": (0,),
    "list": (0,),
    "dict": (0, 1),
    "set": (0,),
    "optional": (0,),
    "one_of": (0,),
    "dtype": (0,),
    "numberclass": (0,),
}


def _replace_ids(kind: str, parts: list[Any]) -> list[Any]:
    for position in _TYPE_PARTS.get(kind, ()):
        part = parts[position]
        parts[position] = tuple(map(from_id, part)) if isinstance(part, (tuple, list)) else from_id(part)
    return parts


def _rebuild(kind: str, *parts: Any) -> Type:
    numbers = list(parts)
    for position in _TYPE_PARTS.get(kind, ()):
        part = parts[position]
        numbers[position] = tuple(t.id for t in part) if isinstance(part, tuple) else part.id
    return make(kind, *numbers)
