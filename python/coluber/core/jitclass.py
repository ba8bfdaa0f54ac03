"""``jitclass``: classes whose instances are memory of compiled code.

The decorator makes a new class with the methods as jitted functions and a descriptor for each field. Its instances are proxies
of memory that compiled code uses, so that nothing is copied when an instance is passed or returned.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from types import FunctionType, MemberDescriptorType
from typing import Generic
from weakref import WeakKeyDictionary, WeakSet

from coluber import _native
from coluber.core.annotations import annotations_of, type_of_annotation, with_args
from coluber.core.classes import add_native_class
from coluber.core.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What a class statement puts into each class.
_ANNOTATIONS = {"__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__"}
_OWN = {"__dict__", "__weakref__", "__slots__", *_ANNOTATIONS}

# The flag of classes that statements make.
_HEAP_TYPE = 1 << 9


class JitClassType(type):
    """The class of jitclasses."""

    @property
    def class_type(cls) -> Any:
        """The type of the class."""
        from coluber.core.types.instances import ClassType

        if "_class_type" not in vars(cls):
            cls._class_type = ClassType(cls)
        return cls._class_type


class _Base(_native.Instance, metaclass=JitClassType):
    """What all jitclasses have."""

    __slots__ = ()

    @property
    def _numba_type_(self) -> Any:
        """The type of the instance."""
        return type(self).class_type.instance_type

    def __reduce__(self) -> tuple[Any, ...]:
        # The state comes behind the instance, so that instances may refer to each other in a circle.
        return _empty, (type(self),), self.__getstate__()

    def __getstate__(self) -> dict[str, Any]:
        fields = _native.class_names(type(self))
        return {name: getattr(self, name) for name in fields if hasattr(self, name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def _empty(cls: type) -> Any:
    """Return an instance that is given its fields by pickle or copy."""
    return _native.Instance.__new__(cls)


def _refuse_by_value(field: Any) -> Any:
    raise TypeError(
        "cloudpickle writes the classes of a program by value, which does not go for jitclasses: "
        "define the class in a module that other processes can import"
    )


copyreg.pickle(_native.Field, _refuse_by_value)


def jitclass(cls_or_spec: Any = None, spec: Any = None) -> Any:
    """Make a class whose instances compiled code uses as they are.

    Parameters
    ----------
    cls_or_spec : type, or mapping or sequence of pairs, optional
        The class, when the decorator is written without arguments, or the types of the fields by their names.
    spec : mapping or sequence of pairs, optional
        The types of the fields by their names. Annotations of the class add to them.

    Returns
    -------
    type or callable
        The new class, or a decorator that makes one.

    Raises
    ------
    TypeError
        A name is no text, or a type none of the compiler's.

    Examples
    --------
    >>> @jitclass([("x", float64)])
    ... class Number:
    ...     def __init__(self, x):
    ...         self.x = x
    ...     def double(self):
    ...         return 2 * self.x
    >>> Number(1.5).double()
    3.0
    """
    if isinstance(cls_or_spec, type):
        return _decorated(cls_or_spec, spec)
    if cls_or_spec is not None and spec is None:
        spec = cls_or_spec

    def decorate(cls: type) -> type:
        return _decorated(cls, spec)

    return decorate


def _decorated(cls: Any, spec: Any) -> Any:
    from coluber.core import config

    if not isinstance(cls, type):
        raise TypeError("class is not a type")
    if config.DISABLE_JIT:
        return cls
    cls = _on_jitclasses(cls)
    given = _checked_spec(cls, spec)
    bases = [base for base in cls.__mro__[1:] if isinstance(base, JitClassType)]
    inherited = list(dict.fromkeys(name for base in bases for name in _names_of(base)))
    own = [*given, *(name for name in _field_annotations(cls) if name not in given)]
    names = [*inherited, *(name for name in own if name not in inherited)]
    made = _new_class(cls, names, own)
    add_native_class(made, names, "instance.jitclass.", defaults=_defaults(made, names))
    _define(made, names, own, given)
    return made


# Classes whose fields get their types when they are asked for first.
_waiting: WeakSet[type] = WeakSet()


def _define(made: type, names: list[str], own: list[str], given: dict[str, Type]) -> None:
    """Say the types of the fields: later where they hold instances, also those of derived classes, which follow this one."""
    written = annotations_of(made, {made.__name__: made})
    annotations = {name: _with_jitclasses(annotation) for name, annotation in written.items()}

    def tell() -> None:
        _waiting.discard(made)
        _native.class_define(made, [_type_of_field(made, name, given, annotations).id for name in names])

    holds_instances = any(_names_jitclass(annotations[name]) for name in own if name not in given)
    if not holds_instances and not any(base in _waiting for base in made.__mro__[1:]):
        tell()
        return
    for name in own:
        _type_of_field(made, name, given, annotations)
    _waiting.add(made)
    _native.class_define_later(made, tell)


def _with_jitclasses(annotation: Any) -> Any:
    """Return an annotation with jitclasses in the place of the plain classes that were made into some."""
    if isinstance(annotation, type) and annotation in _known_bases and type_of_annotation(annotation) is None:
        return _known_bases[annotation]
    parts = getattr(annotation, "__args__", None) or ()
    found = tuple(map(_with_jitclasses, parts))
    return annotation if found == parts else with_args(annotation, found)


def _names_jitclass(annotation: Any) -> bool:
    parts = getattr(annotation, "__args__", None) or ()
    return isinstance(annotation, JitClassType) or any(map(_names_jitclass, parts))


def _on_jitclasses(cls: type) -> type:
    """Return a class as it would be if its bases were jitclasses: those that are none are made into some, with their fields."""
    bases = tuple(_as_jitclass(base, cls) for base in cls.__bases__)
    if bases == cls.__bases__:
        return cls
    body = {name: value for name, value in vars(cls).items() if name not in _OWN or name in _ANNOTATIONS}
    made = JitClassType(cls.__name__, bases, {name: value for name, value in body.items() if not name.startswith("_abc_")})
    made.__qualname__ = cls.__qualname__
    for value in vars(cls).values():
        _point_to(value, cls, made)
    return made


_known_bases: WeakKeyDictionary[type, type] = WeakKeyDictionary()


def _as_jitclass(base: Any, derived: type) -> Any:
    if base in (object, Generic) or isinstance(base, JitClassType):
        return base
    if base.__flags__ & _HEAP_TYPE == 0 or issubclass(base, BaseException):
        raise TypeError(f"the base class {base.__name__} of the jitclass {derived.__name__} is no class of Python code")
    if base not in _known_bases:
        _known_bases[base] = _decorated(base, None)
    return _known_bases[base]


def _names_of(base: type) -> list[str]:
    try:
        return _native.class_names(base)
    except TypeError:
        return []


def _checked_spec(cls: type, spec: Any) -> dict[str, Type]:
    if spec is None:
        return {}
    pairs = spec.items() if isinstance(spec, Mapping) else spec
    if not isinstance(spec, (Mapping, Sequence)):
        raise TypeError(f"spec must be a mapping or a sequence of pairs, got {spec!r}")
    checked = {}
    for name, ty in pairs:
        if not isinstance(name, str):
            raise TypeError(f"the name of a field must be a string, not {name!r}")
        if not isinstance(ty, Type):
            raise TypeError(f"a field of a class needs a type such as types.int64, not {ty!r}")
        checked[_mangled(cls, name)] = ty
    return checked


def _mangled(cls: type, name: str) -> str:
    private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.__name__.lstrip('_')}{name}" if private else name


def _field_annotations(cls: type) -> dict[str, Any]:
    """Return the annotations of the fields that the class itself declares; those of class variables are left out."""
    import typing

    own = annotations_of(cls, {cls.__name__: cls})
    inherited = annotations_of(cls.__mro__[1])
    return {
        name: annotation
        for name, annotation in own.items()
        if name not in inherited and annotation is not typing.ClassVar and typing.get_origin(annotation) is not typing.ClassVar
    }


def _type_of_field(made: type, name: str, given: dict[str, Type], annotations: dict[str, Any]) -> Type:
    if name in given:
        return given[name]
    for base in made.__mro__[1:]:
        if isinstance(base, JitClassType) and name in _names_of(base):
            return base.class_type.struct[name]
    from coluber.core.field_annotations import type_of_field

    return type_of_field(name, annotations[name])


def _new_class(cls: type, names: list[str], own: list[str]) -> type:
    bases = tuple(base for base in cls.__bases__ if base is not object and base is not Generic)
    slots = {name for name, value in vars(cls).items() if isinstance(value, MemberDescriptorType)}
    namespace = {name: _member(value) for name, value in vars(cls).items() if name not in _OWN | slots}
    shadowed = [name for name in own if isinstance(vars(cls).get(name), (FunctionType, property, staticmethod, classmethod))]
    if shadowed:
        raise NameError(f"name shadowing: {', '.join(shadowed)}")
    if isinstance(namespace.get("__exit__"), _native.Dispatcher):
        namespace["__exit__"] = _ExitMethod(namespace["__exit__"])
    namespace["__slots__"] = ()
    # Its own name stands for the new class, not for one that the module has had under that name.
    namespace["__annotations__"] = annotations_of(cls, {cls.__name__: cls.__name__})
    namespace["_begin_as"] = {name: vars(cls)[name] for name in own if name in vars(cls) and name not in slots}
    for index, name in enumerate(names):
        namespace[name] = _native.Field(index, name)
    made = JitClassType(cls.__name__, bases or (_Base,), namespace)
    made.__qualname__ = cls.__qualname__
    for value in vars(cls).values():
        _point_to(value, cls, made)
    return made


def _defaults(made: Any, names: list[str]) -> dict[str, Any]:
    """Return what fields are before ``__init__`` runs; instances that Python makes begin so, too."""
    found: dict[str, Any] = {}
    for base in reversed(made.__mro__):
        found.update(vars(base).get("_begin_as", {}))
    if found:
        new = _native.Instance.__new__

        def begin(cls: type, *args: Any, **kwargs: Any) -> Any:
            instance = new(cls)
            for name, value in found.items():
                setattr(instance, name, value)
            return instance

        made.__new__ = staticmethod(begin)
    return found


class _ExitMethod:
    """An ``__exit__`` as Python calls it at the end of a ``with``: compiled code is told the class of an exception alone.

    Parameters
    ----------
    compiled : dispatcher
        The jitted method.
    """

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled
        function = compiled.py_func
        # The exception and its traceback, where the method looks at them.
        self.seen = [name for name in function.__code__.co_varnames[2:4] if name in _names_read(function.__code__)]

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self.compiled
        return lambda kind=None, error=None, trace=None: self._call(instance, kind, error, trace)

    def _call(self, instance: Any, kind: Any, error: Any, trace: Any) -> Any:
        if kind is not None and self.seen:
            raise TypeError(
                f"__exit__ of a jitclass that looks at '{self.seen[0]}' can't be called from Python with an exception, "
                "which has no type in compiled code: use the class of the exception"
            ) from error
        return self.compiled(instance, kind, None, None)


def _names_read(code: Any) -> set[str]:
    """Return the variables that a function loads."""
    import dis

    loads = (one.argval for one in dis.get_instructions(code) if one.opname.startswith("LOAD_FAST"))
    return {name for names in loads for name in (names if isinstance(names, tuple) else (names,))}


def _member(value: Any) -> Any:
    """Return a member of the new class: functions become jitted functions."""
    from coluber.core.decorators import njit

    if isinstance(value, FunctionType):
        return njit(value)
    if isinstance(value, (staticmethod, classmethod)):
        return type(value)(_member(value.__func__))
    if isinstance(value, property):
        parts = [None if part is None else _member(part) for part in (value.fget, value.fset, value.fdel)]
        return property(*parts, doc=value.__doc__)
    return value


def _point_to(value: Any, cls: type, made: type) -> None:
    """Let ``super()`` and ``__class__`` in a method mean the new class."""
    functions = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
    for function in functions:
        for cell in getattr(function, "__closure__", None) or ():
            try:
                if cell.cell_contents is cls:
                    cell.cell_contents = made
            except ValueError:
                continue
