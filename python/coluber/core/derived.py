"""Classes of programs that are derived from `dict`, `OrderedDict` or `list`.

In compiled code another class stands for each: it has the same methods, and a base of the library, whose objects have the
container in a field (`lib.python.container_bases`). Objects of such classes that Python passes are copied, and written back
where they have been changed.
"""

from __future__ import annotations

from functools import cache
from types import CellType, FunctionType

from coluber import _native
from coluber.core.plain_classes import is_program_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The field that has the container.
ITEMS = "_items"

# What a class has of its own that another one with the same methods gets anew.
_OWN = ("__dict__", "__weakref__")

# By the class of the program: the class that stands for it, None where there is none; and the other way round.
_made: dict[type, Any] = {}
_originals: dict[type, Any] = {}


def class_for(cls: Any) -> Any:
    """Return the class that stands for one in compiled code; None for classes that are not derived from these containers."""
    if cls not in _made:
        _made[cls] = _make(cls) if _is_derived(cls) else None
        if _made[cls] is not None:
            _originals[_made[cls]] = cls
            _native.register_counterpart(cls, _made[cls], __name__)
    return _made[cls]


@cache
def _containers() -> dict[type, Any]:
    """Return the classes of the library by those of the interpreter that they stand for."""
    from collections import OrderedDict

    from coluber.lib.python import container_bases

    return {dict: container_bases.DictBase, list: container_bases.ListBase, OrderedDict: container_bases.OrderedDictBase}


def _is_derived(cls: Any) -> bool:
    """Whether a class is a program's, and has a single base that is such a container, or is derived from one like that."""
    if type(cls) is not type or len(cls.__bases__) != 1 or not is_program_class(cls):
        return False
    return cls.__base__ in _containers() or _is_derived(cls.__base__)


def _make(cls: Any) -> Any:
    base = _containers().get(cls.__base__) or class_for(cls.__base__)
    cell = CellType()
    members = {name: _with_class(value, cell) for name, value in vars(cls).items() if name not in _OWN}
    made = type(cls)(cls.__name__, (base,), members)
    cell.cell_contents = made
    return made


def _with_class(value: Any, cell: CellType) -> Any:
    """Return a member of a class whose functions find another class where they say ``super()``."""
    if isinstance(value, (staticmethod, classmethod)):
        return type(value)(_with_class(value.__func__, cell))
    if isinstance(value, property):
        return property(*(_with_class(part, cell) for part in (value.fget, value.fset, value.fdel)), value.__doc__)
    if not isinstance(value, FunctionType) or "__class__" not in value.__code__.co_freevars:
        return value
    pairs = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
    closure = tuple(cell if name == "__class__" else own for name, own in pairs)
    made = FunctionType(value.__code__, value.__globals__, value.__name__, value.__defaults__, closure)
    made.__kwdefaults__, made.__qualname__, made.__annotations__ = (
        value.__kwdefaults__,
        value.__qualname__,
        value.__annotations__,
    )
    return made


def counterpart_of(value: Any) -> Any:
    """Return what an object of such a class is in compiled code."""
    made = object.__new__(class_for(type(value)))
    vars(made).update(vars(value))
    vars(made)[ITEMS] = _container_of(type(value))(value)
    return made


def write_back(value: Any, counterpart: Any) -> None:
    """Give an object what compiled code has changed in its counterpart."""
    fields = dict(vars(counterpart))
    items, kind = fields.pop(ITEMS), _container_of(type(value))
    vars(value).update(fields)
    kind.clear(value)
    if kind is list:
        list.extend(value, items)
        return
    for key in items:
        kind.__setitem__(value, key, items[key])


def original_of(counterpart: Any) -> Any:
    """Return an object of the program's class with what is in a counterpart."""
    cls = _originals[type(counterpart)]
    made = cls.__new__(cls)
    write_back(made, counterpart)
    return made


def _container_of(cls: Any) -> Any:
    """Return the container that a class is derived from."""
    return next(base for base in cls.__mro__ if base in _containers())
