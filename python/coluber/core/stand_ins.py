"""What stands in compiled code for objects of other libraries.

Jitted functions stand for what decorators of the standard library make, and for objects of ``np.vectorize``; classes of the
library for some of NumPy's.

These are ``functools.lru_cache`` and ``singledispatch``, and ``contextlib.contextmanager``. A function behind ``lru_cache``
keeps its results in compiled code, too, beside those that Python keeps. Its ``cache_info`` and ``cache_clear`` are about the
compiled ones in compiled code, about Python's in Python. A call of a
context manager gives the generator itself, which ``with`` knows. A function behind ``singledispatch`` is one that asks for
the class of its first argument.
"""

from __future__ import annotations

import inspect
from collections import namedtuple
from contextlib import contextmanager
from functools import _CacheInfo, cache, lru_cache, partial, singledispatch  # type: ignore[attr-defined]
from operator import attrgetter, itemgetter, methodcaller
from types import FunctionType, MethodType
from weakref import WeakKeyDictionary

from coluber import _native
from coluber.core import helpers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LruCache = type(lru_cache(lambda: None))
# The code of what `contextmanager` makes.
_HELPER = contextmanager(lambda: None).__code__  # type: ignore[arg-type, return-value]
# The code of what `singledispatch` makes.
_DISPATCHING = singledispatch(lambda x: None).__code__  # type: ignore[attr-defined]

_known: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()

_UNBOUNDED = """\
def {name}({parameters}):
    results = kept({{}})
    key = ({key})
    if key in results:
        return results[key]
    result = function({arguments})
    results[key] = result
    return result
"""

# Where the program asks how often results were found, this is counted by a function of its own for all types of arguments.
_COUNTS = """\
def counts():
    return kept([0, 0, 0, 0])

def cache_info():
    now = counts()
    return CacheInfo(now[0], now[1], {size}, now[2])

def cache_clear():
    now = counts()
    now[0] = now[1] = now[2] = 0
    now[3] += 1

def {name}({parameters}):
    results = kept(OrderedDict())
    seen = kept([0])
    now = counts()
    if seen[0] != now[3]:
        results.clear()
        seen[0] = now[3]
    key = ({key})
    if key in results:
        now[0] += 1
        results.move_to_end(key)
        return results[key]
    now[1] += 1
    result = function({arguments})
    if key not in results:
        now[2] += 1
    results[key] = result
    if {bound} and len(results) > {size}:
        now[2] -= 1
        results.popitem(last=False)
    return result
"""

_ASKING = {"cache_info", "cache_clear"}

_BOUNDED = """\
def {name}({parameters}):
    results = kept(OrderedDict())
    key = ({key})
    if key in results:
        results.move_to_end(key)
        return results[key]
    result = function({arguments})
    results[key] = result
    if len(results) > {size}:
        results.popitem(last=False)
    return result
"""


def find(value: Any) -> Any:
    """Return the jitted function that stands for a function behind one of the decorators; None for anything else."""
    if isinstance(value, _LruCache):
        make = _cached
    elif isinstance(value, FunctionType) and is_context_manager(value):
        make = _manager
    elif isinstance(value, FunctionType) and value.__code__ is _DISPATCHING:
        make = _dispatching
    elif type(value).__name__ == "vectorize" and type(value).__module__ == "numpy":
        make = _elementwise
    elif isinstance(value, partial):
        return _of_partial(value)
    elif isinstance(value, (attrgetter, itemgetter, methodcaller)):
        return _of_getter(value)
    elif isinstance(value, MethodType) and isinstance(value.__self__, type):
        return _of_class_method(value)
    else:
        return None
    found = _known.get(value)
    if found is None:
        found = _known[value] = make(value)
    return found


def of_default(function: FunctionType) -> Any:
    """Return the jitted function that stands for a function that is a default: no name lets the program decorate it."""
    found = find(function) or _known.get(function)
    if found is None:
        from coluber.core.classes import jitted

        found = _known[function] = jitted(function)
    return found


# Classes of NumPy and those that stand for them.
_CLASSES = {
    "numpy.busdaycalendar": "coluber.lib.numpy.business_days.BusinessCalendar",
    "numpy.poly1d": "coluber.lib.numpy.poly1d_class.Poly1d",
    **{
        f"numpy.polynomial.{module}.{name}": f"coluber.lib.numpy.polynomial_class.{name}"
        for module, name in (
            ("polynomial", "Polynomial"),
            ("chebyshev", "Chebyshev"),
            ("legendre", "Legendre"),
            ("hermite", "Hermite"),
            ("hermite_e", "HermiteE"),
            ("laguerre", "Laguerre"),
        )
    },
}


def class_of(cls: type) -> type | None:
    """Return the class whose objects stand for those of a class of NumPy's, which have the same fields."""
    name = _CLASSES.get(f"{cls.__module__}.{cls.__qualname__}")
    if name is None:
        return None
    from importlib import import_module

    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)


def _elementwise(value: Any) -> Any:
    """Return the function that an object of ``np.vectorize`` is."""
    from coluber.core.classes import jitted
    from coluber.lib.numpy.vectorized import of_object

    return jitted(of_object(value))


def _of_partial(value: Any) -> Any:
    """Return the jitted function of a partial one: of equal ones the same."""
    caller = _caller_of_partial(tuple(value.keywords))(value.func, value.args, *value.keywords.values())
    return helpers.jitted_for(caller)


@cache
def _caller_of_partial(names: tuple[str, ...]) -> Any:
    """Return the function that makes the caller of a function with arguments that are given, by position and by these names."""
    from coluber.lib.python.functools import call_of_partial, named

    scope: dict[str, Any] = {"call_of_partial": call_of_partial, "named": named}
    given = "".join(f", given_{name}" for name in names)
    values = ", ".join(f"{name}=given_{name}" for name in names)
    call = (
        f"call_of_partial(function, given, named({values}), *args, **kwargs)" if names else "function(*given, *args, **kwargs)"
    )
    text = f"def make(function, given{given}):\n    def partial(*args, **kwargs):\n        return {call}\n    return partial\n"
    exec(text, scope)
    return scope["make"]


def _of_getter(value: Any) -> Any:
    """Return the jitted function of a getter of attributes or items, or of a caller of a method: of equal ones the same."""
    made = value.__reduce__()
    return helpers.jitted_for(_caller_of_getter(*made))


def _caller_of_getter(kind: Any, given: tuple[Any, ...]) -> Any:
    def getter(value):
        return kind(*given)(value)

    return getter


def _of_class_method(value: Any) -> Any:
    """Return the jitted function of a method that a class is bound to."""
    if value.__func__.__code__ is _making():
        return _maker(value.__self__)
    caller = _caller_of_partial(())(value.__func__, (value.__self__,))
    return helpers.jitted_for(caller)


@cache
def _making() -> Any:
    """Return the code that all classes of named tuples have for ``_make``."""
    return namedtuple("_Any", "")._make.__func__.__code__  # type: ignore[attr-defined]


@cache
def _maker(cls: Any) -> Any:
    """Return the jitted function that makes a named tuple of its items."""
    from coluber.core.classes import jitted

    count = len(cls._fields)

    def _make(iterable):  # type: ignore[no-untyped-def]
        items = tuple(iterable)
        if len(items) != count:
            raise TypeError(f"Expected {count} arguments, got {len(items)}")
        return cls(*items)

    return jitted(_make)


def _name(function: Any) -> str:
    """Return the name under which a function is written: lambdas have none."""
    return function.__name__ if function.__name__.isidentifier() else "unnamed"


def is_context_manager(function: Any) -> bool:
    """Whether a function is what ``contextlib.contextmanager`` makes."""
    return function.__code__ is _HELPER


def _manager(function: Any) -> Any:
    from coluber.core.classes import jitted

    return jitted(function.__wrapped__)


def _dispatching(wrapper: Any) -> Any:
    """Return a function that calls one of several, by the class of its first argument."""
    from coluber.core.classes import jitted

    functions = dict(wrapper.registry)
    default = functions.pop(object)
    # A class has more above it than those that it is derived from.
    classes = sorted(functions, key=lambda cls: len(cls.__mro__), reverse=True)
    plain, parameters, scope = _parameters(default)
    first, arguments = plain[0].name, ", ".join(map(_handed_on, plain))
    scope["default"] = jitted(default)
    lines = [f"def {_name(default)}({parameters}):"]
    for k, cls in enumerate(classes):
        scope.update({f"class_{k}": cls, f"function_{k}": jitted(functions[cls])})
        lines.append(f"    if isinstance({first}, class_{k}):\n        return function_{k}({arguments})")
    lines.append(f"    return default({arguments})\n")
    exec(compile("\n".join(lines), f"<singledispatch of {default.__qualname__}>", "exec"), scope)
    return jitted(scope[_name(default)])


def _cached(wrapper: Any) -> Any:
    """Return a function that keeps results by the arguments."""
    from collections import OrderedDict

    from coluber.core.classes import jitted
    from coluber.lib.intrinsics import kept

    function = wrapper.__wrapped__
    size = wrapper.cache_parameters()["maxsize"]
    if size == 0:
        return jitted(function)
    python = getattr(function, "py_func", function)
    plain, parameters, scope = _parameters(python)
    counts = _is_asked(python.__globals__)
    text = (_COUNTS if counts else _UNBOUNDED if size is None else _BOUNDED).format(
        name=_name(python),
        parameters=parameters,
        key="".join(f"{parameter.name}, " for parameter in plain),
        arguments=", ".join(map(_handed_on, plain)),
        bound=size is not None,
        size=size,
    )
    scope.update({"function": jitted(function), "kept": kept, "OrderedDict": OrderedDict, "CacheInfo": _CacheInfo})
    exec(compile(text, f"<lru_cache of {python.__qualname__}>", "exec"), scope)
    made = scope[_name(python)]
    if counts:
        scope["counts"] = jitted(scope["counts"])
        # Compiled code reads attributes of a jitted function from the Python function.
        made.cache_info, made.cache_clear = jitted(scope["cache_info"]), jitted(scope["cache_clear"])
    return jitted(made)


def _is_asked(scope: dict[str, Any]) -> bool:
    """Whether functions and methods of a module ask how often results were found, or forget them."""
    found = list(scope.values())
    found += [value for one in found if isinstance(one, type) for value in vars(one).values()]
    functions = [one.py_func if isinstance(one, _native.Dispatcher) else one for one in found]
    return any(_asks(one.__code__) for one in functions if isinstance(one, FunctionType) and one.__globals__ is scope)


def _asks(code: Any) -> bool:
    return not _ASKING.isdisjoint(code.co_names) or any(_asks(one) for one in code.co_consts if hasattr(one, "co_names"))


def _parameters(function: Any) -> tuple[list[inspect.Parameter], str, dict[str, Any]]:
    """Return the parameters of a function, their text, and what the names of defaults in that stand for."""
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in inspect.signature(function).parameters.values()]
    defaults = {p.name: p.default for p in plain if p.default is not inspect.Parameter.empty}
    given = [p.replace(default=_Default(p.name)) if p.name in defaults else p for p in plain]
    scope = {f"default_{name}": value for name, value in defaults.items()}
    return plain, str(inspect.Signature(given))[1:-1], scope


class _Default:
    """Stands for the default of a parameter in the text of a signature."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"default_{self.name}"


def _handed_on(parameter: inspect.Parameter) -> str:
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        return f"{parameter.name}={parameter.name}"
    return stars.get(parameter.kind, "") + parameter.name
