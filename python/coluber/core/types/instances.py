"""The types of instances of classes, and types that are said later."""

from __future__ import annotations

from collections import OrderedDict

from coluber import _native
from coluber.core.types.abstract import Callable, Opaque
from coluber.core.types.base import Type, family, from_id, make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _member_class(instance_class: type, value: int, integral: bool) -> type[Type]:
    return IntEnumMember if integral else EnumMember


@family("enum", _member_class)
class EnumMember(Type):
    """The type of members of an enumeration.

    Parameters
    ----------
    cls : type
        The class.
    dtype : Type
        The type of the values.
    """

    @staticmethod
    def _describe(cls: type, dtype: Type) -> tuple[Any, ...]:
        return cls, dtype

    def _fill(self, instance_class: type, value: int, integral: bool) -> None:
        self.instance_class, self.dtype = instance_class, from_id(value)

    @property
    def key(self) -> Any:
        """The class and the type of the values."""
        return self.instance_class, self.dtype


@family("enum", _member_class)
class IntEnumMember(EnumMember):
    """The type of members of an enumeration whose members are integers.

    Parameters
    ----------
    cls : type
        The class.
    dtype : Type
        The type of the values.
    """


class InstanceType(Type):
    """The type of instances of a class whose fields are known.

    Attributes
    ----------
    instance_class : type
        The class.
    """

    mutable = True

    def _fill(self, instance_class: type, field_types: tuple[int, ...], native: bool) -> None:
        self.instance_class = instance_class

    @property
    def struct(self) -> OrderedDict[str, Type]:
        """The types of the fields by their names."""
        names, numbers = _native.class_names(self.instance_class), _native.class_fields(self.id)
        return OrderedDict(zip(names, map(from_id, numbers), strict=False))


class ClassInstanceType(InstanceType):
    """The type of instances of a jitclass."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_jitclass, (self.instance_class,)

    @property
    def class_type(self) -> ClassType:
        """The type of the class."""
        return self.instance_class.class_type

    @property
    def classname(self) -> str:
        """The name of the class."""
        return self.instance_class.__name__

    @property
    def methods(self) -> dict[str, Any]:
        """The Python functions of the methods."""
        return self.class_type.methods

    @property
    def jit_methods(self) -> dict[str, Any]:
        """The jitted functions of the methods."""
        return self.class_type.jit_methods

    @property
    def jit_props(self) -> dict[str, dict[str, Any]]:
        """The jitted functions of the properties."""
        return self.class_type.jit_props

    @property
    def jit_static_methods(self) -> dict[str, Any]:
        """The jitted functions of the static methods."""
        return self.class_type.jit_static_methods

    @property
    def static_methods(self) -> dict[str, Any]:
        """The Python functions of the static methods."""
        return self.class_type.static_methods

    def get_reference_type(self) -> ClassInstanceType:
        """Return the type itself."""
        return self


def _of_jitclass(cls: type) -> ClassInstanceType:
    return from_id(_native.class_instance(cls))


class DataclassType(InstanceType):
    """The type of objects of a dataclass in compiled code."""


class StructRef(InstanceType):
    """Base of the types of structures that programs define (``structref.register``).

    Parameters
    ----------
    fields : sequence of tuple
        Names and types of the fields.
    """

    _proxy_class: type | None = None

    if not TYPE_CHECKING:

        def __init__(self, fields: Any) -> None:
            self._given = self.preprocess_fields(tuple(fields))

    @classmethod
    def _describe(cls, *args: Any, **kwargs: Any) -> Any:
        # A program's `__init__` may take what it likes, and pass fields on; fields may refer to the type itself.
        draft = _native.Type.__new__(cls, _native.type_make("itself"))
        draft.__init__(*args, **kwargs)
        known = dict(draft.__dict__)
        given = known.pop("_given", None)
        if given is None:
            raise TypeError(f"{cls.__name__}.__init__ must call super().__init__ with the fields")
        proxy = _proxy(cls, [name for name, _ in given])
        made = make("instance", proxy, tuple(ty.id for _, ty in given))
        for name, value in known.items():
            made.__dict__.setdefault(name, value)
        return made

    def preprocess_fields(self, fields: Any) -> Any:
        """Return the fields that the type gets; programs may override it."""
        return fields

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"numba.{type(self).__qualname__}{tuple(self.struct.items())}"

    @name.setter
    def name(self, text: str) -> None:
        """Programs may set a text while they say the fields; it is not needed."""

    @property
    def field_dict(self) -> dict[str, Type]:
        """The types of the fields by their names."""
        return dict(self.struct)


def _proxy(cls: type[StructRef], fields: list[str]) -> type:
    """Return the class in Python of structures of a type; it has the fields of the first type that is made."""
    if cls._proxy_class is None:
        from coluber.experimental import structref

        body = {"__slots__": (), "__doc__": f"A structure of the type {cls.__name__}, for which a program has no class."}
        structref.define_boxing(cls, type(cls.__name__, (structref.StructRefProxy,), body))
    proxy: Any = cls._proxy_class
    try:
        names = _native.class_names(proxy)
    except TypeError:
        from coluber.core.classes import add_native_class

        add_native_class(proxy, fields, "", by_fields=None)
        return proxy
    if names != fields:
        raise ValueError(f"{cls.__name__} has the fields {names}")
    return proxy


def _class_of(instance_class: type, field_types: tuple[int, ...], native: bool) -> type[Type]:
    return getattr(instance_class, "_type_class", None) or (ClassInstanceType if native else DataclassType)


family("instance", _class_of)(InstanceType)
ClassInstanceType._kind = "instance"
DataclassType._kind = "instance"


class ClassType(Callable, Opaque):
    """The type of a jitclass itself.

    Parameters
    ----------
    cls : type
        The jitclass.
    """

    def __init__(self, cls: type) -> None:
        self.instance_class = cls
        self.class_name = cls.__name__
        self.class_doc = cls.__doc__
        super().__init__(self.instance_type.name.removeprefix("instance."))

    @property
    def key(self) -> Any:
        """The class."""
        return self.instance_class

    @property
    def instance_type(self) -> ClassInstanceType:
        """The type of instances."""
        return from_id(_native.class_instance(self.instance_class))

    @property
    def struct(self) -> OrderedDict[str, Type]:
        """The types of the fields by their names."""
        return self.instance_type.struct

    def _members(self, kind: type) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for base in reversed(self.instance_class.__mro__):
            if base is not object and base is not _native.Instance:
                found.update((name, value) for name, value in vars(base).items() if isinstance(value, kind))
        return found

    @property
    def jit_methods(self) -> dict[str, Any]:
        """The jitted functions of the methods."""
        return self._members(_native.Dispatcher)

    @property
    def methods(self) -> dict[str, Any]:
        """The Python functions of the methods."""
        return {name: method.py_func for name, method in self.jit_methods.items()}

    @property
    def jit_props(self) -> dict[str, dict[str, Any]]:
        """The jitted functions of the properties."""
        kinds = ("get", "fget"), ("set", "fset")
        return {
            name: {kind: getattr(value, attribute) for kind, attribute in kinds if getattr(value, attribute) is not None}
            for name, value in self._members(property).items()
        }

    @property
    def jit_static_methods(self) -> dict[str, Any]:
        """The jitted functions of the static methods."""
        return {name: value.__func__ for name, value in self._members(staticmethod).items()}

    @property
    def static_methods(self) -> dict[str, Any]:
        """The Python functions of the static methods."""
        return {name: method.py_func for name, method in self.jit_static_methods.items()}


@family("deferred")
class DeferredType(Type):
    """A type that is said later, for fields of a class that hold instances of the class itself."""

    @staticmethod
    def _describe() -> tuple[Any, ...]:
        return ()

    def get(self) -> Type:
        """Return the type that was said."""
        found = from_id(_native.type_resolved(self.id))
        if found is self:
            raise RuntimeError("deferred type not defined")
        return found

    def define(self, typ: Type) -> None:
        """Say what the type is.

        Raises
        ------
        TypeError
            It was said before, or is no type.
        """
        if not isinstance(typ, Type):
            raise TypeError(f"a type such as types.int64 is wanted, not {type(typ)}")
        if not _native.type_define(self.id, typ.id):
            raise TypeError("deferred type already defined")


def deferred_type() -> DeferredType:
    """Return a new type that is said later."""
    return from_id(_native.type_deferred())
