"""The types that annotations of Python stand for."""

from __future__ import annotations

import sys
import types as pytypes
import typing
from collections import Counter, OrderedDict, deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from coluber.core.types import Type

    # A class, or a decorated function, which stays what it is.
    _F = TypeVar("_F", bound=Callable[..., Any])

_SIMPLE: dict[type, str] = {
    bool: "boolean",
    int: "int64",
    float: "float64",
    complex: "complex128",
    str: "unicode_type",
    bytes: "Bytes",
}


def type_of_annotation(annotation: Any) -> Type | None:
    """Return the type that an annotation stands for; None when compiled code has none for it.

    Parameters
    ----------
    annotation : object
        A class, such as ``int``; a generic, such as ``list[int]`` or ``Optional[float]``; or a type of the compiler.
    """
    from coluber.core import types
    from coluber.core.types.base import Type, make

    if isinstance(annotation, Type):
        return annotation
    of_program = as_numba_type.find(annotation)
    if of_program is not None:
        return of_program
    if annotation is None or annotation is type(None):
        return types.none
    if annotation is bytes:
        return make("bytes")
    if isinstance(annotation, type) and annotation in _SIMPLE:
        return getattr(types, _SIMPLE[annotation])
    origin = typing.get_origin(annotation)
    if origin is not None:
        return _generic(origin, typing.get_args(annotation))
    return _of_class(annotation) if isinstance(annotation, type) else None


def type_of_global(names: dict[str, Any], name: str) -> int | None:
    """Return the number of the type that the annotation of a module's variable stands for; None where there is none.

    Parameters
    ----------
    names : dict
        The variables of the module.
    name : str
        The variable.
    """
    annotation = _annotations_among(names).get(name)
    if annotation is None:
        return None
    found = type_of_annotation(evaluated(annotation, {**_names_of_typing(), **names}))
    return None if found is None else found.id


def type_of_parameter(function: Any, name: str) -> int | None:
    """Return the number of the type that the annotation of a parameter stands for; None where there is none.

    Parameters
    ----------
    function : function
        The function of the program, jitted or not.
    name : str
        The parameter.
    """
    function = getattr(function, "py_func", function)
    annotation = (getattr(function, "__annotations__", None) or {}).get(name)
    if annotation is None:
        return None
    found = type_of_annotation(evaluated(annotation, {**_names_of_typing(), **function.__globals__}))
    return None if found is None else found.id


def type_of_class_variable(cls: type, name: str) -> int | None:
    """Return the number of the type that the annotation of what a class shares stands for; None where there is none.

    Parameters
    ----------
    cls : type
        The class, which has a value under the name.
    name : str
        The variable.
    """
    owner = next(base for base in cls.__mro__ if name in vars(base))
    annotation = evaluated(own_annotations(owner).get(name), scope_of(owner))
    if typing.get_origin(annotation) is typing.ClassVar:
        annotation = typing.get_args(annotation)[0]
    found = None if annotation is None else type_of_annotation(annotation)
    return None if found is None else found.id


class _AsNumbaType:
    """The types that annotations of Python stand for: ``as_numba_type(annotation)``."""

    def __init__(self) -> None:
        self._classes: dict[Any, Type] = {}
        self._functions: list[Callable[[Any], Any]] = []

    def register(self, func_or_py_type: _F, numba_type: Any = None) -> _F:
        """Take the type of a class, or a function that returns the type of an annotation, or None.

        Parameters
        ----------
        func_or_py_type : type or callable
            The class, or the function, which may be decorated.
        numba_type : Type, optional
            The type of a class.
        """
        if numba_type is None:
            self._functions.append(func_or_py_type)
        else:
            self._classes[func_or_py_type] = numba_type
        return func_or_py_type

    def find(self, annotation: Any) -> Type | None:
        """Return what programs say of an annotation; None where they say nothing."""
        try:
            known = self._classes.get(annotation)
        except TypeError:
            known = None
        if known is not None:
            return known
        found = (function(annotation) for function in self._functions)
        return next((ty for ty in found if ty is not None), None)

    def __call__(self, py_type: Any) -> Type:
        """Return the type that an annotation stands for.

        Raises
        ------
        TypingError
            There is none.
        """
        found = type_of_annotation(py_type)
        if found is None:
            from coluber.core.errors import TypingError

            raise TypingError(f"there is no type for annotations that are {py_type}")
        return found


as_numba_type = _AsNumbaType()


def _of_class(cls: type) -> Type | None:
    from coluber import _native
    from coluber.core.types.base import from_id

    if issubclass(cls, _native.Instance):
        return _of_instances(cls)
    if _is_enumeration(cls):
        return _of_members(cls)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _of_named_tuples(cls)
    if _native.is_data_class(cls):
        return _of_objects(cls)
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(cls, numpy.generic):
        try:
            return from_id(_native.typeof(cls(0)))
        except (TypeError, ValueError):
            return None
    return None


def _of_instances(cls: type) -> Type | None:
    """Return the type of the instances of a class whose instances are memory, and of those that are derived from it so far."""
    from coluber import _native
    from coluber.core.types.base import from_id, unify

    known = [found for found in (cls, *_derived(cls)) if _is_known(found)]
    own = [found for found in dict.fromkeys(known) if not getattr(found, "__abstractmethods__", None)] or known
    return unify(*(from_id(_native.class_instance(found)) for found in own)) if known else None


def _is_known(cls: type) -> bool:
    """Whether compiled code knows a class; there is another one for the statement behind a decorator."""
    from coluber import _native

    try:
        _native.class_names(cls)
    except TypeError:
        return False
    return True


# Classes of named tuples whose annotations are being looked at: one that names itself has no type.
_open: set[type] = set()


def _of_named_tuples(cls: Any) -> Type | None:
    from coluber.core import types

    if cls in _open:
        return None
    found = annotations_of(cls)
    _open.add(cls)
    try:
        parts = [type_of_annotation(found[name]) if name in found else None for name in cls._fields]
    finally:
        _open.discard(cls)
    return None if None in parts else types.NamedTuple(parts, cls)


def _of_objects(cls: type) -> Type | None:
    """Return the type of the objects of a class and of those that are derived from it, which may be several types."""
    from coluber import _native
    from coluber.core.classes import data_instance
    from coluber.core.types.base import from_id, unify

    own = data_instance(cls)
    derived = [found for found in _derived(cls) if not getattr(found, "__abstractmethods__", None)]
    numbers = [data_instance(found) if _native.is_data_class(found) else None for found in derived]
    if own is None or None in numbers:
        return None
    if not derived:
        return from_id(own)
    types = [from_id(number) for number in numbers if number is not None]
    if not getattr(cls, "__abstractmethods__", None):
        types.append(from_id(own))
    return unify(*types) or from_id(own)


def _derived(cls: type) -> list[type]:
    return [found for sub in cls.__subclasses__() for found in (sub, *_derived(sub))]


def _is_enumeration(cls: type) -> bool:
    module = sys.modules.get("enum")
    return module is not None and issubclass(cls, module.Enum)


def _of_members(cls: Any) -> Type | None:
    from coluber import _native
    from coluber.core.types.base import from_id

    member = next(iter(cls), None)
    try:
        return None if member is None else from_id(_native.typeof(member))
    except (TypeError, ValueError):
        return None


def _generic(origin: Any, args: tuple[Any, ...]) -> Type | None:
    from coluber.core import types
    from coluber.core.types.base import make

    if origin is typing.Union or origin is pytypes.UnionType:
        return _union(args)
    if origin is typing.ClassVar:
        return None
    if origin is typing.Final or origin is typing.Annotated:
        return type_of_annotation(args[0])
    if origin is typing.Literal:
        found = {type_of_annotation(type(value)) for value in args}
        return found.pop() if len(found) == 1 else None
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return None
    parts = [type_of_annotation(arg) for arg in args]
    if any(part is None for part in parts):
        return None
    ids = [part.id for part in parts if part is not None]
    if origin is tuple:
        return types.Tuple(tuple(parts))
    if origin in (list, deque) and len(ids) == 1:
        return make("list", *ids, origin.__name__)
    if origin in (set, frozenset) and len(ids) == 1:
        return make("set", *ids, origin is frozenset)
    if origin in (dict, OrderedDict) and len(ids) == 2:
        return make("dict", *ids, origin.__name__)
    if origin is Counter and len(ids) == 1:
        return make("dict", *ids, types.int64.id, origin.__name__)
    return None


def _union(args: tuple[Any, ...]) -> Type | None:
    from coluber.core import types

    rest = [arg for arg in args if arg is not type(None)]
    inner = type_of_annotation(rest[0]) if len(rest) == 1 else _one_of(rest)
    if inner is None or len(rest) == len(args):
        return inner
    return types.Optional(inner)


def _one_of(classes: list[Any]) -> Type | None:
    """Return the type of instances of any of several classes; None for other annotations, whose values tell their types."""
    from coluber import _native
    from coluber.core.types.base import unify

    if not all(isinstance(cls, type) and issubclass(cls, _native.Instance) for cls in classes):
        return None
    found = [_of_instances(cls) for cls in classes]
    return unify(*(ty for ty in found if ty is not None)) if found and None not in found else None


def annotations_of(cls: type, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the annotations of a class, those of its bases first; texts are evaluated where they can be.

    Parameters
    ----------
    cls : type
        The class.
    names : dict
        Names that texts may use beside those of the class's module.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, annotation in own_annotations(base).items():
            found[name] = evaluated(annotation, {**scope_of(base), **(names or {})})
    return found


def scope_of(cls: type) -> dict[str, Any]:
    """Return the names that annotations of a class may use."""
    module = sys.modules.get(cls.__module__)
    return {**_names_of_typing(), **(vars(module) if module is not None else {})}


def _names_of_typing() -> dict[str, Any]:
    """Return what annotations may name without importing it; what the module itself calls so goes before."""
    known = vars(typing)
    return {name: known[name] for name in typing.__all__ if name in known}


def own_annotations(cls: type) -> dict[str, Any]:
    """Return the annotations in the body of a class."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return vars(cls).get("__annotations__", {})


def _annotations_among(names: dict[str, Any]) -> dict[str, Any]:
    """Return the annotations of a module's variables, by its names."""
    found = names.get("__annotations__")
    if found is None and sys.version_info >= (3, 14) and (annotate := names.get("__annotate__")) is not None:
        import annotationlib

        found = annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF)
    return found or {}


def evaluated(annotation: Any, scope: dict[str, Any]) -> Any:
    """Return an annotation whose texts are evaluated where they can be."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            found = eval(annotation, scope)
        except Exception:
            return annotation
        # Under `from __future__ import annotations` a text in quotes is a text in a text.
        return found if isinstance(found, str) and found == annotation else evaluated(found, scope)
    args = getattr(annotation, "__args__", None)
    if args and any(map(_has_text, args)):
        new = tuple(evaluated(arg, scope) for arg in args)
        return with_args(annotation, new)
    return annotation


def with_args(annotation: Any, args: tuple[Any, ...], origin: Any = None) -> Any:
    """Return a generic of other types, of another origin where one is given.

    Those that are not written as types alone, such as callables, stay.
    """
    origin = origin or typing.get_origin(annotation)
    if origin in (typing.Union, pytypes.UnionType):
        return typing.Union[args]  # noqa: UP007
    try:
        return origin[args if len(args) > 1 else args[0]]
    except TypeError:
        return annotation


def _has_text(annotation: Any) -> bool:
    """Whether there is a text in an annotation that is to be evaluated."""
    if typing.get_origin(annotation) is typing.Literal:
        return False
    is_text = isinstance(annotation, (str, typing.ForwardRef))
    return is_text or any(map(_has_text, getattr(annotation, "__args__", None) or ()))


def field_types(cls: type, names: list[str], others: dict[str, Any] | None = None) -> dict[str, Type | None]:
    """Return the type of each field of a class that its annotation stands for, or None.

    Parameters
    ----------
    cls : type
        The class.
    names : list of str
        The names of the fields.
    others : dict
        Annotations that are not in the body of the class.
    """
    known = {**annotations_of(cls, {cls.__name__: cls}), **(others or {})}
    return {name: type_of_annotation(known.get(name)) if name in known else None for name in names}
