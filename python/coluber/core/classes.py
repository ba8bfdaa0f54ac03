"""Classes whose instances compiled code knows: what the compiler asks about them.

A class is added with the names of its fields and a `View`, through which the compiler sees the rest of it: functions as jitted
functions, properties, class attributes. ``jitclass`` makes classes whose instances are memory of the runtime; objects of
dataclasses are copied.
"""

from __future__ import annotations

from types import FunctionType

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MISSING = object()


class View:
    """A class as the compiler sees it: each attribute is a tuple of what it is and its value, or values.

    Parameters
    ----------
    cls : type
        The class.
    **known : tuple
        Answers that the class itself does not give.
    """

    def __init__(self, cls: type, **known: Any) -> None:
        found: dict[str, Any] = known
        object.__setattr__(self, "look_up", lambda name: _look_up(cls, found, name))

    def __getattribute__(self, name: str) -> Any:
        return object.__getattribute__(self, "look_up")(name)


def _look_up(cls: type, found: dict[str, Any], name: str) -> Any:
    if name not in found:
        mro = cls.__mro__
        if name.startswith("super("):
            place, name_there = name.removeprefix("super(").split(").", 1)
            behind = [k + 1 for k, base in enumerate(mro) if _place(base) == place]
            found[name] = _describe(cls, name_there, _raw(mro[behind[0] :] if behind else (), name_there))
        else:
            found[name] = _describe(cls, name, _raw(mro, name))
    if found[name] is None:
        raise AttributeError(name)
    return found[name]


def _place(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _raw(classes: tuple[type, ...], name: str) -> Any:
    """Return what the first class that has something under a name has, as it is."""
    for base in classes:
        if base.__module__ == "enum":
            continue
        if base is not object and base is not _native.Instance and base is not tuple and name in vars(base):
            return vars(base)[name]
    return _MISSING


def _describe(cls: type, name: str, value: Any) -> tuple[Any, ...] | None:
    if name == "default values" and issubclass(cls, tuple):
        return "constant", tuple(cls._field_defaults.values())
    if name == "place of class":
        return "constant", _place(cls)
    if name == "error of setting":
        return _error_of_setting(cls)
    if name in _TUPLE_MEMBERS and issubclass(cls, tuple):
        return None
    if value is _MISSING or isinstance(value, _native.Field) or _is_of_enum(value):
        return None
    if isinstance(value, staticmethod):
        return "static", _jitted(value.__func__)
    if isinstance(value, classmethod):
        return "class", _jitted(value.__func__), cls
    if isinstance(value, property):
        return "property", _jitted(value.fget), _jitted(value.fset)
    if name == "__init__" and _is_made_by_dataclass(value):
        return "fields", tuple(_field(field) for field in vars_of_dataclass(cls))
    if name in ("__repr__", "__str__") and _is_made_by_dataclass(getattr(value, "__wrapped__", value)):
        return None
    if isinstance(value, (FunctionType, _native.Dispatcher)):
        return "method", _jitted(value)
    return "constant", value


def _jitted(function: Any) -> Any:
    """Return a jitted function for a Python function; anything else as it is."""
    if not isinstance(function, FunctionType):
        return function
    from coluber.core.dispatcher import new_dispatcher
    from coluber.core.options import check_options

    return new_dispatcher(function, check_options({}))


# ---------------------------------------------------------------------------------------------------------- dataclasses


def _is_made_by_dataclass(function: Any) -> bool:
    return isinstance(function, FunctionType) and function.__code__.co_filename == "<string>"


def vars_of_dataclass(cls: type) -> list[Any]:
    """Return the fields of a dataclass."""
    import dataclasses

    return list(dataclasses.fields(cls))


def _keys_of_data(cls: Any, fields: list[Any]) -> str:
    """Return what makes objects equal as keys: the methods that dataclasses are given compare all fields."""
    if _names_itself(cls):
        return ""
    made = _is_made_by_dataclass(cls.__hash__) and _is_made_by_dataclass(cls.__eq__)
    return "fields" if made and all(field.compare and field.hash is not False for field in fields) else ""


def _names_itself(cls: type) -> bool:
    """Whether fields of a class may hold objects of it."""
    from coluber.core.annotations import annotations_of

    return any(cls in _classes_in(annotation) for annotation in annotations_of(cls, {cls.__name__: cls}).values())


def _classes_in(annotation: Any) -> list[Any]:
    inner = getattr(annotation, "__args__", None) or ()
    return [annotation, *(found for part in inner for found in _classes_in(part))]


def _keys_of_native(cls: type) -> str:
    plain = cls.__hash__ is object.__hash__ and cls.__eq__ is object.__eq__
    return "identity" if plain else ""


def _error_of_setting(cls: type) -> tuple[Any, ...] | None:
    import dataclasses

    params = getattr(cls, "__dataclass_params__", None)
    return ("constant", dataclasses.FrozenInstanceError) if params is not None and params.frozen else None


def _field(field: Any) -> tuple[Any, ...]:
    """Return where the value of a field comes from when it is not given, that, and whether it can be given."""
    import dataclasses

    if field.default is not dataclasses.MISSING:
        return "default", field.default, field.init
    if field.default_factory is not dataclasses.MISSING:
        return "factory", _jitted(field.default_factory), field.init
    return "required", None, field.init


def add_data_class(cls: type) -> None:
    """Make a dataclass known to the compiler."""
    from coluber.core.annotations import field_types

    fields = vars_of_dataclass(cls)
    names = [field.name for field in fields]
    view = View(cls)
    _views.append(view)
    _native.class_add(cls, view, names, "", False, _keys_of_data(cls, fields))
    _being_defined.append(cls)
    try:
        declared = field_types(cls, names)
    finally:
        _being_defined.pop()
    _are_complete[cls] = None not in declared.values()
    if not _are_complete[cls]:
        declared = field_types(cls, names)
    undefined = _native.type_make("undefined")
    _native.class_define(cls, [undefined if declared[name] is None else declared[name].id for name in names])


# Dataclasses whose fields are being given types, and whether those of others all have types of their own.
_being_defined: list[type] = []
_are_complete: dict[type, bool] = {}


def data_instance(cls: type) -> int | None:
    """Return the number of the type of a dataclass's objects; None where it depends on the values in their fields."""
    if cls in _being_defined:
        # A class that is still without types may be named by itself alone.
        return _native.class_instance(cls) if cls is _being_defined[-1] else None
    if cls not in _are_complete:
        add_data_class(cls)
    return _native.class_instance(cls) if _are_complete[cls] else None


# What each class of named tuples has.
_TUPLE_MEMBERS = {"__getnewargs__", "__new__", "__replace__", "__repr__", "_asdict", "_make", "_replace"}


def add_tuple_class(cls: Any) -> None:
    """Make the methods and defaults of a class of named tuples known, if it has any; the library knows those of the package."""
    if cls.__module__.startswith("coluber."):
        return
    members = (
        name not in _TUPLE_MEMBERS and isinstance(value, (FunctionType, property, staticmethod, classmethod))
        for base in cls.__mro__
        for name, value in vars(base).items()
        if base is not tuple and base is not object
    )
    if cls._field_defaults or any(members):
        view = View(cls)
        _views.append(view)
        _native.class_add(cls, view, [], "", None)


def add_enumeration(cls: Any) -> None:
    """Make the methods and properties of an enumeration known, if it has any."""
    own = [value for base in cls.__mro__ if base.__module__ not in ("enum", "builtins") for value in vars(base).values()]
    kinds = (FunctionType, property, staticmethod, classmethod)
    flags = _flag_operators(cls)
    if flags or any(isinstance(value, kinds) and not _is_of_enum(value) for value in own):
        view = View(cls, **flags)
        _views.append(view)
        _native.class_add(cls, view, [], "", None)


def _is_of_enum(value: Any) -> bool:
    return getattr(value, "__module__", None) == "enum" or type(value).__module__ == "enum"


def _flag_operators(cls: Any) -> dict[str, Any]:
    """Return the operators of flags that are no integers; nothing for other enumerations."""
    import enum

    if not issubclass(cls, enum.Flag) or issubclass(cls, int):
        return {}
    from coluber.lib.python import flags

    return {name: ("method", _jitted(function)) for name, function in flags.OPERATORS.items()}


# Views live as long as what the compiler knows of their classes.
_views: list[View] = []


def add_native_class(
    cls: type, names: list[str], prefix: str, *, by_fields: bool = False, defaults: dict[str, Any] | None = None
) -> None:
    """Make a class known whose instances are memory of the runtime.

    Parameters
    ----------
    cls : type
        The class.
    names : list of str
        The names of the fields.
    prefix : str
        What the text of types begins with.
    by_fields : bool
        Whether compiled code makes instances from the values of the fields, whose types they have.
    defaults : dict
        What fields are before ``__init__`` runs.
    """
    fields = tuple(("required", None, True) for _ in names)
    known: dict[str, Any] = {"__init__": ("fields", fields)} if by_fields else {}
    if defaults:
        pairs = tuple((names.index(name), value) for name, value in defaults.items())
        known["field defaults"] = "constant", pairs
    view = View(cls, **known)
    _views.append(view)
    _native.class_add(cls, view, names, prefix, True, _keys_of_native(cls))
