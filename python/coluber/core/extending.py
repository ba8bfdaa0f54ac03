"""What programs use to extend the compiler, and how the compiler finds its own library.

A function that compiled code calls may be implemented by a Python function, which is compiled like the caller. An *overload
function* decides: it is given the types of the arguments and returns the implementation for them, or None. It is registered
under keys such as ``numpy.sum`` (a function), ``array.sum`` (a method, with the receiver as first argument) or
``operator.contains``. The modules of `coluber.lib` are imported when one of their keys is first asked for.
"""

from __future__ import annotations

import sys

# What `threading.local` is: the module takes milliseconds to import, and first calls need no more of it.
from _thread import _local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType, ModuleType
    from typing import Any

    from coluber.core.types import Type

    OverloadFunction = Callable[..., FunctionType | None]


# key -> the overload function
_registered: dict[str, OverloadFunction] = {}

# (key, types, names) -> what find_overload returned
_answers: dict[tuple[str, tuple[Type, ...], tuple[str, ...]], FunctionType | None] = {}

# (overload function, what its parameters were bound to) -> what it returned: a function and its method share code
_implementations: dict[tuple[Any, ...], FunctionType | None] = {}

_VARARGS = 0x04
_VARKEYWORDS = 0x08


class _Asking(_local):
    """Answers in this thread that hold for one launch only."""

    def __init__(self) -> None:
        self.once = False
        self.answers: dict[tuple[str, tuple[Type, ...], tuple[str, ...]], FunctionType | None] = {}


_asking = _Asking()


def is_jitted(function: object) -> bool:
    """Whether an object is a jitted function."""
    from coluber.core.dispatcher import Dispatcher

    return isinstance(function, Dispatcher)


def implements(*keys: str) -> Callable[[OverloadFunction], OverloadFunction]:
    """Register an overload function of the library under keys.

    Its parameters have the names and defaults of the function that it implements. For an argument that is given, the overload
    function is passed its type, else the parameter's default as it is.

    Parameters
    ----------
    *keys : str
        Such as ``numpy.sum`` and ``array.sum``.
    """

    def register(function: OverloadFunction) -> OverloadFunction:
        for key in keys:
            _registered[key] = function
        return function

    return register


def compile_with(**options: Any) -> Callable[[FunctionType], FunctionType]:
    """Set options, as those of ``njit``, for a function of the library."""

    def mark(function: FunctionType) -> FunctionType:
        function.library_options = options
        return function

    return mark


def registered(key: str) -> OverloadFunction:
    """Return the overload function of a key of a module that is imported."""
    return _registered[key]


def registered_keys() -> list[str]:
    """Return the keys that have an overload function among the modules imported so far."""
    return sorted(_registered)


def overload_module(key: str) -> str:
    """Return the name of the module that registered a key."""
    return _registered[key].__module__


def find_overload(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...] = ()) -> FunctionType | None:
    """Return the Python function that implements a call, or None.

    Parameters
    ----------
    key : str
        What is called.
    argtypes : tuple of Type
        The types of the positional arguments, then of those passed by name.
    names : tuple of str
        The names of the latter.
    """
    question = (key, argtypes, names)
    try:
        return _answers[question]
    except KeyError:
        pass
    if question in _asking.answers:
        return _asking.answers[question]
    before, _asking.once = _asking.once, False
    try:
        found = _ask(key, argtypes, names)
        return (_asking.answers if _asking.once else _answers).setdefault(question, found)
    finally:
        _asking.once = before


def answer_once() -> None:
    """Forget after this launch what the overload function that runs in this thread is going to answer."""
    _asking.once = True


def forget_launch() -> None:
    """Forget the answers that hold for one launch."""
    _asking.answers.clear()


# In front of the key of a question that a kernel asks.
_IN_KERNELS = "cuda:"

# In front of the key of a question for what programs have given alone.
_OWN = "own:"

# In front of the keys of SciPy's functions.
SCIPY = "scipy."

# In front of the key of a question why the library refuses a call.
_REFUSED = "refused:"


def _ask(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...]) -> FunctionType | None:
    target = "cuda" if key.startswith(_IN_KERNELS) else "cpu"
    key = key.removeprefix(_IN_KERNELS)
    programs = _overloads_of_programs()
    if key.startswith(_REFUSED):
        return _say_why(key.removeprefix(_REFUSED), argtypes, names)
    if _OWN in key:
        return None if programs is None else programs.find(key.replace(_OWN, "", 1), argtypes, names, target)
    found = None if programs is None else programs.find_first(key, argtypes, names, target)
    found = _ask_library(key, argtypes, names) if found is None else found
    return found if found is not None or programs is None else programs.find(key, argtypes, names, target)


def _overloads_of_programs() -> ModuleType | None:
    """Return the module with the implementations that programs have given; None while none has."""
    return sys.modules.get("coluber.core.overloads")


def forget_answers() -> None:
    """Ask anew: there are more implementations."""
    _answers.clear()


def overload_key(function: object) -> str | None:
    """Return the key of a function for which a program has given an implementation, and of a C function."""
    programs = _overloads_of_programs()
    known = None if programs is None else programs.registered_key(function)
    if known is None and _may_be_foreign(function):
        from coluber.core import foreign

        return foreign.key_of(function)
    if known is None and type(function).__name__ == "ufunc":
        from coluber.core import foreign_ufuncs

        return foreign_ufuncs.key_of(function)  # type: ignore[arg-type]
    if known is None and getattr(function, "__name__", None) in _CLASS_METHODS:
        owner = getattr(function, "__self__", None)
        if isinstance(owner, type) and owner.__module__.startswith("numpy.polynomial."):
            return f"{owner.__module__}.{owner.__qualname__}.{function.__name__}"  # type: ignore[attr-defined]
    if known is None and getattr(function, "__module__", None) == "numpy.strings":
        # What `numpy.char` alone has for everyone.
        return f"numpy.char.{function.__name__.lstrip('_')}"  # type: ignore[attr-defined]
    if known is None and (name := _name_of_class(function)) is not None:
        return name
    if known is None and type(function).__module__ == _INDEX_OBJECTS:
        return _key_of_index_object(function)
    if known is None and getattr(function, "__name__", None) in _METHODS_OF_UFUNCS and hasattr(function, "__self__"):
        from coluber.lib.numpy import ufunc_methods

        return ufunc_methods.key_of(function)
    if known is None and "_struct" in (type(function).__module__, type(getattr(function, "__self__", None)).__module__):
        from coluber.lib.python import structs

        return structs.key_of(function)
    if known is None and getattr(function, "__module__", None) == "re":
        return _key_in_re(function)
    if known is None:
        from coluber.core import standard_names

        return standard_names.key_of(function)
    return known


# Modules whose classes, and their class methods, the library has. Their keys begin as those of abstract classes: for such keys
# `isinstance` asks what the class of a value is derived from.
_MODULES_OF_CLASSES = ("datetime", "fractions", "statistics")
_DERIVED = "numbers."


def _name_of_class(function: object) -> str | None:
    """Return the key of a class of one of these modules, or of a class method of one."""
    owner = function if isinstance(function, type) else getattr(function, "__self__", None)
    if not isinstance(owner, type) or owner.__module__ not in _MODULES_OF_CLASSES:
        return None
    key = f"{_DERIVED}{owner.__module__}.{owner.__qualname__}"
    return key if owner is function else f"{key}.{function.__name__}"  # type: ignore[attr-defined]


def _key_in_re(value: Any) -> str | None:
    """Return the key of a function or class of the module `re`; None for others that say to be of it."""
    name = getattr(value, "__name__", "")
    return f"re.{name}" if getattr(sys.modules.get("re"), name, None) is value else None


# Where NumPy's objects are that an index is put into, such as `np.mgrid`.
_INDEX_OBJECTS = "numpy.lib._index_tricks_impl"


def _key_of_index_object(value: object) -> str | None:
    import numpy

    names = ("mgrid", "ogrid", "r_", "c_", "s_", "index_exp")
    return next((f"numpy.{name}" for name in names if getattr(numpy, name) is value), None)


_CLASS_METHODS = ("fit", "fromroots")
_METHODS_OF_UFUNCS = ("reduce", "accumulate", "reduceat", "outer", "at")


# The modules of the classes of C functions: of ctypes, cffi and this package.
_FOREIGN = ("_ctypes", "ctypes", "_cffi_backend", "coluber.core.types.functions")


def _may_be_foreign(function: object) -> bool:
    cls = type(function)
    if cls.__module__ in _FOREIGN or (cls.__base__ is not None and cls.__base__.__module__ in _FOREIGN):
        return True
    return cls.__name__ == "builtin_function_or_method" and type(getattr(function, "__self__", None)).__name__ == "Lib"


_kept_for_ever: list[object] = []


def keep_for_ever(value: object) -> None:
    """Keep an object of which compiled code has the address."""
    _kept_for_ever.append(value)


def _ask_library(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...]) -> FunctionType | None:
    function = _registered.get(key) or _load(key)
    if function is None:
        return None
    count = len(argtypes) - len(names)
    bound = bind(function, argtypes[:count], dict(zip(names, argtypes[count:], strict=True)))
    if bound is None:
        if key.startswith(("numpy.", SCIPY)) and not _has_programs(key):
            _say_what_does_not_fit(key, function, count, names)
        return None
    by_position, by_name = bound
    memo = (function, *by_position, *by_name.items())
    if memo not in _implementations:
        _implementations.setdefault(memo, _implementation(key, function, by_position, by_name))
    return _implementations[memo]


def _say_why(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...]) -> None:
    """Raise an error that says which argument of a call the library does not take, where it has a function for the call."""
    function = _registered.get(key) or _load(key)
    if function is None:
        return
    from coluber.core.errors import TypingError
    from coluber.core.refusals import describe

    text = describe(key, function, argtypes, names)
    if text:
        raise TypingError(text)


def _implementation(key: str, function: OverloadFunction, by_position: Any, by_name: Any) -> FunctionType | None:
    """Ask an overload function; what a conversion of elements that are no numbers raises there is an error of types."""
    try:
        return function(*by_position, **by_name)
    except (NotImplementedError, TypeError, ValueError) as error:
        from coluber.core.errors import NumbaError, TypingError

        others = _elements_that_are_no_numbers((*by_position, *by_name.values()))
        if isinstance(error, NumbaError) or not others:
            raise
        raise TypingError(f"{key}() is not implemented for elements of type {', '.join(others)}") from error


def _elements_that_are_no_numbers(arguments: tuple[object, ...]) -> list[str]:
    """Return the names of the types of texts, times and records among some arguments, and in arrays."""
    from coluber.core import types

    kinds = (types.CharSeq, types.UnicodeCharSeq, types.NPDatetime, types.NPTimedelta, types.Record)
    found: list[str] = []
    for ty in arguments:
        element = ty.dtype if isinstance(ty, types.Array) else ty
        if isinstance(element, kinds):
            found.append(str(element))
        elif isinstance(ty, types.List):
            found += _elements_that_are_no_numbers((ty.dtype,))
        elif isinstance(ty, types.BaseTuple):
            found += _elements_that_are_no_numbers(ty.types)
    return list(dict.fromkeys(found))


def _say_what_does_not_fit(key: str, function: OverloadFunction, count: int, names: tuple[str, ...]) -> None:
    """Raise where a function of the library has not so many parameters, or none of such a name."""
    from coluber.core.errors import TypingError

    code = function.__code__
    if code.co_flags & 0x0C:
        return
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    unknown = [name for name in names if name not in parameters]
    if unknown:
        raise TypingError(f"{key}() got an unexpected keyword argument '{unknown[0]}'; it takes {', '.join(parameters)}")
    if count > code.co_argcount:
        raise TypingError(f"{key}() takes {code.co_argcount} positional arguments at most, but {count} were given")


def _has_programs(key: str) -> bool:
    programs = _overloads_of_programs()
    return programs is not None and programs.has(key)


def is_implemented(key: str) -> bool:
    """Return whether there is an overload function for what is called, for other arguments perhaps."""
    if key.startswith(_OWN):
        programs = _overloads_of_programs()
        return programs is not None and bool(programs.registered_under(key.removeprefix(_OWN)))
    return key in _registered or _load(key) is not None or _has_programs(key)


def _load(key: str) -> OverloadFunction | None:
    """Import the module of the library that has the key."""
    from coluber.lib.index import module_of

    name = module_of(key)
    if name is None:
        return None
    from importlib import import_module

    import_module(name)
    return _registered.get(key)


def bind(
    function: OverloadFunction, positional: tuple[Type, ...], named: dict[str, Type]
) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Return what is passed to an overload function, by position and by name; None where the arguments don't fit."""
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount]
    only_named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    extra = positional[len(parameters) :]
    if extra and not code.co_flags & _VARARGS:
        return None
    bound = dict(zip(parameters, positional, strict=False))
    others = {}
    for name, ty in named.items():
        if name in bound:
            return None
        if name in (*parameters, *only_named):
            bound[name] = ty
        elif code.co_flags & _VARKEYWORDS:
            others[name] = ty
        else:
            return None
    defaults = dict(zip(reversed(parameters), reversed(function.__defaults__ or ()), strict=False))
    values = {**defaults, **(function.__kwdefaults__ or {}), **bound}
    if any(name not in values for name in (*parameters, *only_named)):
        return None
    return tuple(values[name] for name in parameters) + extra, {name: values[name] for name in only_named} | others


# Names that programs find here, and their modules.
_HOMES = {
    **dict.fromkeys(
        ("overload", "overload_attribute", "overload_classmethod", "overload_method", "register_jitable", "type_callable"),
        "coluber.core.overloads",
    ),
    **dict.fromkeys(
        (
            "lower_builtin", "lower_cast", "lower_constant", "lower_getattr", "lower_getattr_generic", "lower_setattr",
            "lower_setattr_generic",
        ),
        "coluber.core.imputils",
    ),
    **dict.fromkeys(("NativeValue", "box", "reflect", "unbox"), "coluber.core.pythonapi"),
    **dict.fromkeys(("infer", "infer_getattr", "infer_global"), "coluber.core.typing.templates"),
    **dict.fromkeys(("BoundLiteralArgs", "SentryLiteralArgs", "sentry_literal_args"), "coluber.core.literalargs"),
    "as_numba_type": "coluber.core.annotations",
    "include_path": "coluber.core.runtime",
    **dict.fromkeys(("_import_cython_function", "get_cython_function_address"), "coluber.core.foreign"),
    **dict.fromkeys(("_Intrinsic", "intrinsic"), "coluber.core.intrinsics"),
    "make_attribute_wrapper": "coluber.core.attributes",
    "core_models": "coluber.core.datamodel",
    "models": "coluber.core.datamodel",
    "register_model": "coluber.core.datamodel",
    "typeof_impl": "coluber.core.typing.typeof",
}  # fmt: skip

__all__ = ["is_jitted", *_HOMES]

if TYPE_CHECKING:
    from coluber.extending import *  # noqa: F403


def home_of(name: str) -> str:
    """Return the module in which a name of `__all__` is defined."""
    return _HOMES.get(name, __name__)


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is not None:
        from importlib import import_module

        return getattr(import_module(home), name)
    from coluber.core.missing import missing

    raise missing(f"coluber does not have extending.{name} yet", name)
