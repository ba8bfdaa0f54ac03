"""Classes whose instances compiled code knows: what the compiler asks about them.

A class is added with the names of its fields and a `View`, through which the compiler sees the rest of it: functions as jitted
functions, properties, class attributes. ``jitclass`` makes classes whose instances are memory of the runtime; objects of
dataclasses are copied.
"""

from __future__ import annotations

import sys
from types import FunctionType

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type

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
        found: dict[str, tuple[Any, Any]] = {}
        object.__setattr__(self, "look_up", lambda name: known[name] if name in known else _look_up(cls, found, name))

    def __getattribute__(self, name: str) -> Any:
        return object.__getattribute__(self, "look_up")(name)


def _look_up(cls: type, found: dict[str, tuple[Any, Any]], name: str) -> Any:
    """Return what a class has under a name now. What is the same as before has the same answer, with the same functions."""
    raw = _raw_of(cls, name)
    if name not in found or found[name][0] is not raw:
        found[name] = raw, _init_above(cls, name, raw) or _describe(cls, name.rpartition(").")[2], raw)
    answer = found[name][1]
    if answer is None:
        raise AttributeError(name)
    return answer


def _init_above(cls: type, name: str, raw: Any) -> tuple[Any, ...] | None:
    """Return what `super().__init__` is where the class above is a dataclass whose fields may be set; None for all else."""
    if not (name.startswith("super(") and name.endswith(").__init__") and is_made_by_dataclass(raw)):
        return None
    from coluber.core.dataclass_inits import init_of

    function = init_of(cls, raw)
    return None if function is None else ("method", _method(cls, function))


def _raw_of(cls: type, name: str) -> Any:
    # What the class of a structref has is Python's side of it alone.
    mro = () if getattr(cls, "_type_class", None) is not None else cls.__mro__
    if not name.startswith("super("):
        return _raw(mro, name)
    place, name_there = name.removeprefix("super(").split(").", 1)
    behind = [k + 1 for k, base in enumerate(mro) if _place(base) == place]
    return _raw(mro[behind[0] :] if behind else (), name_there)


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
    if name == "maker of fields":
        return _maker(cls)
    if name == "field defaults" and is_plain(cls):
        return _values_of_class(cls)
    if name.startswith("hint of ") and is_plain(cls):
        from coluber.core.plain_classes import hint

        return hint(cls, name.removeprefix("hint of "))
    if name.startswith("reading of ") and is_plain(cls):
        from coluber.core.plain_classes import may_be_read

        return ("constant", True) if may_be_read(cls, name.removeprefix("reading of ")) else None
    if name == "place of class":
        return "constant", _place(cls)
    if name == "error of setting":
        return _error_of_setting(cls)
    if name in _TUPLE_MEMBERS and issubclass(cls, tuple):
        return None
    if (reader := _reader_of_enum(value)) is not None:
        return "property", _method(cls, reader), _method(cls, value.fset)
    if value is _MISSING or isinstance(value, _native.Field) or _is_of_enum(value):
        return None
    if isinstance(value, staticmethod):
        return "static", _method(cls, value.__func__)
    if isinstance(value, classmethod):
        return "class", _method(cls, value.__func__), cls
    if isinstance(value, property):
        return "property", _method(cls, value.fget), _method(cls, value.fset)
    if name == "__init__" and is_made_by_dataclass(value):
        return _init_of_data(cls, value)
    if name in ("__repr__", "__str__") and is_made_by_dataclass(value):
        return None
    if name == "__init__" and value.__module__ == "typing":
        # What protocols have.
        return None
    if isinstance(value, FunctionType) and makes_context(value):
        # A call of it gives the generator itself, which ``with`` knows.
        return "method", _method(cls, value.__wrapped__)  # type: ignore[attr-defined]
    if isinstance(value, (FunctionType, _native.Dispatcher)):
        return "method", _method(cls, value)
    if name == "__exit__" and isinstance(compiled := getattr(value, "compiled", None), _native.Dispatcher):
        # The ``__exit__`` of a jitclass, which Python calls in another way.
        return "method", _method(cls, compiled)
    if keeps_results(value):
        from coluber.core.stand_ins import find

        return "method", find(value)
    if is_cached(value):
        return "cached", _method(cls, value.func)
    if (owner := _owner_of_variable(cls, name, value)) is not None:
        from coluber.core.class_variables import object_of

        return "variable", object_of(owner), owner is cls
    if type(value) in (dict, list, set) and (number := _type_of_variable(cls, name)) is not None:
        return "annotated", value, number
    return "constant", value


def is_cached(value: Any) -> bool:
    """Whether it is a property that is computed once: a ``functools.cached_property``."""
    functools = sys.modules.get("functools")
    return functools is not None and isinstance(value, functools.cached_property)


def makes_context(function: FunctionType) -> bool:
    """Whether it is a method behind ``contextlib.contextmanager``."""
    if function.__code__.co_name != "helper" or not hasattr(function, "__wrapped__"):
        return False
    from coluber.core.stand_ins import is_context_manager

    return is_context_manager(function)


def keeps_results(value: Any) -> bool:
    """Whether it is a method behind ``functools.lru_cache`` or ``cache``."""
    functools = sys.modules.get("functools")
    return functools is not None and isinstance(value, functools._lru_cache_wrapper)


def cached_names(cls: type) -> list[str]:
    """Return the names of the properties of a class that are computed once."""
    found = {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}
    return [name for name, value in found.items() if is_cached(value)]


def _owner_of_variable(cls: type, name: str, value: Any) -> type | None:
    """Return the class that has something that its methods assign to under a name; None for constants."""
    if not isinstance(value, (int, float, complex, str)) or issubclass(cls, tuple):
        return None
    from coluber.core.class_variables import owner_of

    return owner_of(cls, name)


def _type_of_variable(cls: type, name: str) -> int | None:
    from coluber.core.annotations import type_of_class_variable

    return type_of_class_variable(cls, name)


def _maker(cls: type) -> tuple[Any, ...] | None:
    """Return what gives the values of the fields of a class of a program, and the positions of these fields."""
    if not is_plain(cls):
        return None
    from coluber.core import initialisers, plain_classes

    if getattr(cls, "__abstractmethods__", None):
        from coluber.core.errors import TypingError

        raise TypingError(f"can't instantiate the abstract class {cls.__name__}")
    function, made, takes_object = initialisers.made_by(cls)
    if function is None:
        return None
    names = plain_classes.field_names(cls)
    positions = tuple(names.index(name) if name in names else -1 for name in made)
    return "made with the object" if takes_object else "made", jitted(function), positions


def _values_of_class(cls: type) -> tuple[Any, ...]:
    """Return the values that fields have before ``__init__`` runs, with the positions of the fields."""
    from coluber.core import plain_classes

    names = plain_classes.field_names(cls)
    return "constant", tuple((names.index(name), value) for name, value in plain_classes.values_of_class(cls).items())


def jitted(function: Any, **own: Any) -> Any:
    """Return a jitted function for a Python function; anything else as it is."""
    if not isinstance(function, FunctionType):
        return function
    from coluber.core.dispatcher import new_dispatcher
    from coluber.core.options import check_options

    return new_dispatcher(function, {**check_options({}), **own})


def _method(cls: type, function: Any) -> Any:
    """Return a jitted function for a method: the interpreter runs it where it calls it, unless the class is compiled itself.

    One for which the program has an implementation by `overload` is itself.
    """
    if isinstance(function, FunctionType) and "__dict__" in function.__code__.co_names:
        function = _set_by_statements(function)
    programs = sys.modules.get("coluber.core.overloads")
    if programs is not None and programs.registered_key(function) is not None:
        return function
    return jitted(function) if issubclass(cls, _native.Instance) else jitted(function, _live=True)


def _set_by_statements(function: FunctionType) -> FunctionType:
    """Return a method that sets fields by statements in the place of one that sets them in ``self.__dict__``."""
    from coluber.core.source import definition, has_definition, replacement

    tree = None if has_definition(function) else definition(function)
    return function if tree is None else replacement(tree, function)


# ---------------------------------------------------------------------------------------------------------- dataclasses


def _init_of_data(cls: type, made: Any) -> tuple[Any, ...]:
    if not is_plain(cls):
        return "fields", _fields_of(cls)
    from coluber.core.dataclass_inits import init_of

    return "method", _method(cls, init_of(cls, made))


def is_made_by_dataclass(function: Any) -> bool:
    """Whether a method is one that a dataclass was given."""
    made = getattr(function, "__wrapped__", function)
    return isinstance(made, FunctionType) and made.__code__.co_qualname.startswith("__create_fn__.")


def vars_of_dataclass(cls: type) -> list[Any]:
    """Return the fields of a dataclass."""
    import dataclasses

    return list(dataclasses.fields(cls))


def _keys_of_data(cls: Any, fields: list[Any]) -> str:
    """Return what makes objects equal as keys: the methods that dataclasses are given compare all fields.

    A class of the library whose ``__eq__`` takes other values, too, says itself that its objects are equal when all fields are.
    """
    if getattr(cls, "_is_equal_by_fields", False):
        return " ".join(str(k) for k, field in enumerate(fields) if field.compare)
    if cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__:
        return "identity"
    if _names_itself(cls):
        return ""
    made = is_made_by_dataclass(cls.__hash__) and is_made_by_dataclass(cls.__eq__)
    if not made and cls.__hash__ is not None:
        from coluber.core import plain_classes

        return plain_classes.keys_of(cls, [field.name for field in fields])
    counting = " ".join(str(k) for k, field in enumerate(fields) if field.compare)
    hashed = " ".join(str(k) for k, field in enumerate(fields) if (field.compare if field.hash is None else field.hash))
    return f"{counting};({hashed})" if made and all(field.hash is not False for field in fields) else ""


def _names_itself(cls: type) -> bool:
    """Whether objects of a class may hold objects of it, themselves or in others that they hold."""
    from coluber.core.annotations import annotations_of
    from coluber.core.plain_classes import annotations

    seen: set[type] = set()
    waiting = [cls]
    while waiting:
        one = waiting.pop()
        named = annotations_of(one, {one.__name__: one})
        if is_plain(one):
            named |= annotations(one)
        found = [part for annotation in named.values() for part in _classes_in(annotation) if isinstance(part, type)]
        found += [sub for part in found for sub in type.__subclasses__(part) if part.__module__ not in ("builtins", "typing")]
        if cls in found:
            return True
        new = {part for part in found if part not in seen and (is_plain(part) or hasattr(part, "__dataclass_fields__"))}
        seen |= new
        waiting += new
    return False


def _classes_in(annotation: Any) -> list[Any]:
    inner = getattr(annotation, "__args__", None) or ()
    return [annotation, *(found for part in inner for found in _classes_in(part))]


def _keys_of_native(cls: type) -> str:
    plain = cls.__hash__ is object.__hash__ and cls.__eq__ is object.__eq__
    if plain:
        return "identity"
    methods = FunctionType, _native.Dispatcher
    return "own" if isinstance(cls.__hash__, methods) and isinstance(cls.__eq__, methods) else ""


def _error_of_setting(cls: type) -> tuple[Any, ...] | None:
    import dataclasses

    params = getattr(cls, "__dataclass_params__", None)
    return ("constant", dataclasses.FrozenInstanceError) if params is not None and params.frozen else None


def _fields_of(cls: Any) -> tuple[Any, ...]:
    """Return what the constructor of a dataclass takes, field by field."""
    import dataclasses

    kinds = dataclasses._FIELD, dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]
    given = [field for field in cls.__dataclass_fields__.values() if field._field_type in kinds]
    # What is handed on to ``__post_init__`` has its name beside what is said of a field.
    return tuple((*_field(field), field.name)[: 3 if field._field_type is kinds[0] else 4] for field in given)


def _field(field: Any) -> tuple[Any, ...]:
    """Return where the value of a field comes from when it is not given, that, and whether it can be given."""
    import dataclasses

    if field.default is not dataclasses.MISSING:
        return "default", field.default, field.init
    if field.default_factory is not dataclasses.MISSING:
        return "factory", jitted(field.default_factory), field.init
    return "required", None, field.init


def add_data_class(cls: type) -> bool:
    """Make a dataclass, or a class that is written without decoration, known to the compiler; false if it is neither."""
    from coluber.core.annotations import field_types

    others: dict[str, Any] = {}
    late: list[str] = []
    foreign: list[str] = []
    if is_plain(cls):
        from coluber.core import plain_classes

        names, late = plain_classes.field_names(cls), plain_classes.late_names(cls)
        foreign = plain_classes.foreign_names(cls, {*names, *late})
        keys = plain_classes.keys_of(cls, names)
        others = plain_classes.annotations(cls)
        if _is_named(cls):
            others = {**plain_classes.constants(cls), **others}
    elif hasattr(cls, "__dataclass_fields__"):
        fields = vars_of_dataclass(cls)
        names, keys = [field.name for field in fields], _keys_of_data(cls, fields)
        late = cached_names(cls)
    else:
        return False
    view = View(cls)
    _views.append(view)
    names += late + foreign
    # Objects of all such classes may stand in one variable or list.
    _native.class_add(cls, view, names, "", False, keys, object, len(late) + len(foreign), len(foreign))
    _groups.define(cls, lambda: field_types(cls, names, others))
    return True


def _is_named(cls: type) -> bool:
    """Whether annotations of a class of the same module name this class, or one that it is derived from."""
    from coluber.core.annotations import annotations_of
    from coluber.core.plain_classes import annotations, inits

    mine = set(cls.__mro__) - {object}
    others = [other for init in inits(cls) for other in init.__globals__.values() if isinstance(other, type)]
    for other in dict.fromkeys((cls, *others)):
        is_data = hasattr(other, "__dataclass_fields__")
        if other.__module__ == cls.__module__ and (is_data or is_plain(other)):
            named = annotations_of(other) if is_data else annotations(other)
            if any(part in mine for annotation in named.values() for part in _classes_in(annotation)):
                return True
    return False


class _Groups:
    """The types of the fields of dataclasses, also where classes name each other.

    Classes that name each other have types of their own together, or none of them has. A class that is still without types
    counts as having one for those that name it; what its group comes to is known when the first class of the group is done.
    """

    def __init__(self) -> None:
        self.complete: dict[type, bool] = {}
        # Classes whose group is not done, in the order in which they were begun, with what tells the types of their fields; and
        # for each the first one that it depends on.
        self.open: dict[type, Callable[[], dict[str, Type | None]]] = {}
        self.first: dict[type, type] = {}
        self.stack: list[type] = []

    def instance(self, cls: type) -> int | None:
        """Return the number of the type of a class's objects; None where it depends on the values in their fields."""
        if cls not in self.complete and cls not in self.open:
            add_data_class(cls)
        if cls in self.open:
            self._depends(self.stack[-1], self.first[cls])
            return _native.class_instance(cls)
        return _native.class_instance(cls) if self.complete[cls] else None

    def _depends(self, cls: type, on: type) -> None:
        order = list(self.open)
        self.first[cls] = min(self.first[cls], on, key=order.index)

    def define(self, cls: type, declared: Callable[[], dict[str, Type | None]]) -> None:
        """Say the types of the fields of a class, when its group is done."""
        self.open[cls], self.first[cls] = declared, cls
        self.stack.append(cls)
        try:
            declared()
        except BaseException:
            self._take_group(cls)
            raise
        finally:
            self.stack.pop()
        if self.first[cls] is not cls:
            self._depends(self.stack[-1], self.first[cls])
            return
        self.stack.append(cls)
        known = {member: tell() for member, tell in self._group(cls).items()}
        self.stack.pop()
        is_complete = all(None not in types.values() for types in known.values())
        group = self._take_group(cls)
        self.complete.update(dict.fromkeys(group, is_complete))
        undefined = _native.type_make("undefined")
        for member, tell in group.items():
            types = known[member] if is_complete else tell()
            _native.class_define(member, [undefined if ty is None else ty.id for ty in types.values()])

    def _group(self, cls: type) -> dict[type, Callable[[], dict[str, Type | None]]]:
        order = list(self.open)
        return {member: self.open[member] for member in order[order.index(cls) :]}

    def _take_group(self, cls: type) -> dict[type, Callable[[], dict[str, Type | None]]]:
        group = self._group(cls)
        for member in group:
            del self.open[member], self.first[member]
        return group


_groups = _Groups()


def is_plain(cls: type) -> bool:
    """Whether statements of a class say what its objects hold: it is written without decoration, or is an unusual dataclass.

    Such a dataclass has an ``__init__`` of its own, or its objects have more than its fields.
    """
    from coluber.core import plain_classes

    is_usual = hasattr(cls, "__dataclass_fields__") and is_made_by_dataclass(cls.__init__)
    if is_usual and not plain_classes.says_more_than_fields(cls):
        return False
    return plain_classes.is_plain(cls)


def _root(cls: type) -> type:
    """Return the class of the program that all bases of a class are derived from, or the class."""
    known, modules = (object, _native.Instance), ("abc", "collections.abc", "typing")
    return next(base for base in reversed(cls.__mro__) if base not in known and base.__module__ not in modules)


def data_instance(cls: type) -> int | None:
    """Return the number of the type of a dataclass's objects; None where it depends on the values in their fields."""
    return _groups.instance(cls)


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
    """Make the methods and properties of an enumeration known, and what its members have beside their values."""
    own = [value for base in cls.__mro__ if base.__module__ not in ("enum", "builtins") for value in vars(base).values()]
    kinds = (FunctionType, property, staticmethod, classmethod)
    known = {**_flag_operators(cls), **_attributes_of_members(cls)}
    if known or any(_reader_of_enum(value) or (isinstance(value, kinds) and not _is_of_enum(value)) for value in own):
        view = View(cls, **known)
        _views.append(view)
        _native.class_add(cls, view, [], "", None)


def _attributes_of_members(cls: Any) -> dict[str, Any]:
    """Return the attributes that ``__init__`` of an enumeration gives its members, as properties."""
    from coluber.lib.python.enumerations import reader_of

    names = {name for member in cls for name in vars(member) if not name.startswith("_") or not name.endswith("_")}
    return {name: ("property", jitted(reader_of(cls, name)), None) for name in sorted(names - {"__objclass__"})}


def _is_of_enum(value: Any) -> bool:
    is_class = isinstance(value, type)
    return getattr(value, "__module__", None) == "enum" or (type(value).__module__ == "enum" and not is_class)


def _reader_of_enum(value: Any) -> Any:
    """Return the function of the program that an ``enum.property`` reads by; None for the module's own."""
    reader = getattr(value, "fget", None) if type(value).__module__ == "enum" else None
    return None if reader is None or reader.__module__ == "enum" else reader


def _flag_operators(cls: Any) -> dict[str, Any]:
    """Return the operators of flags; nothing for other enumerations."""
    import enum

    if not issubclass(cls, enum.Flag):
        return {}
    from coluber.lib.python import flags

    operators = flags.INTEGER_OPERATORS if issubclass(cls, int) else flags.OPERATORS
    return {name: ("method", jitted(function)) for name, function in operators.items()}


# Views live as long as what the compiler knows of their classes.
_views: list[View] = []


def add_native_class(
    cls: type, names: list[str], prefix: str, *, by_fields: bool | None = False, defaults: dict[str, Any] | None = None
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
        Whether compiled code makes instances from the values of the fields, whose types they have; None where an
        implementation of the program makes them.
    defaults : dict
        What fields are before ``__init__`` runs.
    """
    fields = tuple(("required", None, True) for _ in names)
    known: dict[str, Any] = {"__init__": ("fields", fields)} if by_fields else {}
    if by_fields is None:
        known["__init__"] = "constant", None
    if defaults:
        pairs = tuple((names.index(name), value) for name, value in defaults.items())
        known["field defaults"] = "constant", pairs
    view = View(cls, **known)
    _views.append(view)
    _native.class_add(cls, view, names, prefix, True, _keys_of_native(cls), _root(cls))
