"""``structref``: structures that a program defines by a type and a class of Python.

The type says the fields, the class is what Python sees: a proxy of memory that compiled code uses. Fields are attributes in
compiled code; what the class offers of them in Python the program writes itself, by jitted functions.
"""

from __future__ import annotations

from coluber import _native
from coluber.core.types.base import make
from coluber.core.types.instances import StructRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from coluber.core.types import Type

__all__ = [
    "StructRefProxy",
    "define_attributes",
    "define_boxing",
    "define_constructor",
    "define_proxy",
    "new",
    "register",
    "structref_is",
]

# The jitted functions that make the structures of a class.
_constructors: dict[type, Any] = {}


class StructRefProxy(_native.Instance):
    """The base of classes that stand for structures; ``__new__`` makes one from the values of its fields."""

    __slots__ = ()

    def __new__(cls, *args: Any) -> Self:
        """Make a structure from the values of its fields."""
        if cls not in _constructors:
            if getattr(cls, "_type_class", None) is None:
                raise TypeError(f"{cls.__name__} has no constructor: use structref.define_proxy()")
            _constructors[cls] = _constructor(cls)
        return _constructors[cls](*args)

    @property
    def _numba_type_(self) -> Type:
        """The type of the structure."""
        from coluber.core.types.base import from_id

        return from_id(_native.typeof(self))

    @property
    def _type(self) -> Type:
        """The type of the structure."""
        return self._numba_type_


def register(struct_type: type[StructRef]) -> type[StructRef]:
    """Declare a class of types derived from ``types.StructRef``.

    Raises
    ------
    ValueError
        It is ``types.StructRef`` itself.
    """
    if struct_type is StructRef:
        raise ValueError(f"cannot register {StructRef}")
    struct_type._kind = "instance"
    struct_type._proxy_class = None
    return struct_type


def define_proxy(py_class: type, struct_type: type[StructRef], fields: Sequence[str]) -> None:
    """Let a class stand for structures of a type: it makes them, and is what Python gets of them.

    Parameters
    ----------
    py_class : type
        A class derived from `StructRefProxy`.
    struct_type : type
        The registered class of types.
    fields : sequence of str
        The names of the fields, in the order of the constructor's arguments.
    """
    _define(py_class, struct_type, fields)
    define_constructor(py_class, struct_type, fields)


def define_boxing(struct_type: type[StructRef], obj_class: type) -> None:
    """Let a class be what Python gets of structures of a type.

    `StructRefProxy` itself stands for a class of its own, which shows no fields.

    Raises
    ------
    ValueError
        The class of types is ``types.StructRef`` itself.
    TypeError
        The class is not derived from `StructRefProxy`.
    """
    if struct_type is StructRef:
        raise ValueError(f"cannot register {StructRef}")
    if not issubclass(obj_class, StructRefProxy):
        raise TypeError(f"{obj_class} is not derived from StructRefProxy")
    if obj_class is StructRefProxy:
        obj_class = type(struct_type.__name__, (StructRefProxy,), {"__slots__": (), "__module__": struct_type.__module__})
    struct_type._proxy_class = obj_class
    obj_class._type_class = struct_type


def define_attributes(struct_typeclass: type[StructRef]) -> None:
    """Fields are attributes in compiled code: there is nothing to do."""


def define_constructor(py_class: type, struct_typeclass: type[StructRef], fields: Sequence[str]) -> None:
    """Let the class be called with the values of the fields."""
    _define(py_class, struct_typeclass, fields)
    _constructors[py_class] = _constructor(py_class)


def _constructor(py_class: type) -> Any:
    """Return a jitted function that makes structures as compiled code does."""
    from coluber import njit

    def make(*args):
        return py_class(*args)

    return njit(make)


def _define(py_class: type, struct_type: type[StructRef], fields: Sequence[str]) -> None:
    from coluber.core.classes import add_native_class

    define_boxing(struct_type, py_class)
    if struct_type.__init__ is not StructRef.__init__ or _has_own_fields(struct_type, fields):
        # Which fields there are is known once a type has been made.
        _define_maker(py_class, struct_type, tuple(fields))
        return
    try:
        known = _native.class_names(py_class)
    except TypeError:
        add_native_class(py_class, list(fields), "", by_fields=True)
    else:
        if list(fields) != known:
            raise ValueError(f"{py_class.__name__} has the fields {known}, not {list(fields)}")


def _has_own_fields(struct_type: type[StructRef], fields: Sequence[str]) -> bool:
    """Whether the types of a class say what their fields are, whatever values they are made of."""
    if struct_type.preprocess_fields is StructRef.preprocess_fields:
        return False
    draft = _native.Type.__new__(struct_type, _native.type_make("itself"))
    number = make("int", 64, True)
    asked = tuple((name, number) for name in fields)
    return tuple(draft.preprocess_fields(asked)) != asked


def _define_maker(py_class: type, struct_type: type[StructRef], fields: tuple[str, ...]) -> None:
    """Let the class be called, in compiled code, with the values of these fields; the others are zero."""
    from coluber.core.overloads import overload

    names = ", ".join(fields)
    setters = "".join(f"        made.{name} = {name}\n" for name in fields)
    source = (
        f"def make({names}):\n    type_ = struct_type(list(zip(fields, ({names},))))\n"
        f"    def implementation({names}):\n        made = new(type_)\n{setters}        return made\n"
        "    return implementation\n"
    )
    scope: dict[str, Any] = {"struct_type": struct_type, "fields": fields, "new": new, "__name__": __name__}
    exec(compile(source, f"<{py_class.__name__}>", "exec"), scope)
    overload(py_class)(scope["make"])


def new(struct_type: Type) -> Any:
    """Return a structure whose fields are all zero; only in compiled code."""
    raise NotImplementedError("structref.new() works in compiled code only")


def structref_is(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Lower ``a is b`` of structures: whether they are one in memory."""
    pairs = zip(sig.args, args, strict=True)
    left, right = (context.data_model_manager[ty].to_leaves(builder, value)[0] for ty, value in pairs)
    return builder.icmp_unsigned("==", left, right)
