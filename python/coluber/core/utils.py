"""What programs use of Numba's helpers."""

from __future__ import annotations

import functools
import operator
import os
import sys
import threading
from collections.abc import Iterator, Mapping, MutableMapping, MutableSet, Sequence
from contextlib import contextmanager
from functools import cached_property as threadsafe_cached_property
from inspect import Parameter as pyParameter
from inspect import Signature as pySignature
from inspect import signature as pysignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

PYVERSION = sys.version_info[:2]
MACHINE_BITS = 64

BINOPS_TO_OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "/": operator.truediv, "%": operator.mod,
    "**": operator.pow, "|": operator.or_, "^": operator.xor, "&": operator.and_, "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "is": operator.is_, "is not": operator.is_not, "in": operator.contains, "@": operator.matmul,
}  # fmt: skip
INPLACE_BINOPS_TO_OPERATORS = {
    "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "//=": operator.ifloordiv, "/=": operator.itruediv,
    "%=": operator.imod, "**=": operator.ipow, "|=": operator.ior, "^=": operator.ixor, "&=": operator.iand,
    "<<=": operator.ilshift, ">>=": operator.irshift, "@=": operator.imatmul,
}  # fmt: skip
ALL_BINOPS_TO_OPERATORS = {**BINOPS_TO_OPERATORS, **INPLACE_BINOPS_TO_OPERATORS}
UNARY_BUITINS_TO_OPERATORS = {
    "+": operator.pos, "-": operator.neg, "~": operator.invert, "not": operator.not_, "is_true": operator.truth,
}  # fmt: skip
OPERATORS_TO_BUILTINS = {
    function: text for table in (ALL_BINOPS_TO_OPERATORS, UNARY_BUITINS_TO_OPERATORS) for text, function in table.items()
}

__all__ = [
    "ALL_BINOPS_TO_OPERATORS", "BINOPS_TO_OPERATORS", "INPLACE_BINOPS_TO_OPERATORS", "MACHINE_BITS", "OPERATORS_TO_BUILTINS",
    "PYVERSION", "UNARY_BUITINS_TO_OPERATORS", "BenchmarkResult", "ConfigOptions", "MutableSortedMap", "MutableSortedSet",
    "OrderedSet", "SortedMap", "ThreadLocalStack", "UniqueDict", "benchmark", "bit_length", "chain_exception",
    "erase_traceback", "format_time", "get_hashable_key", "get_nargs_range", "order_by_target_specificity", "pyParameter",
    "pySignature", "pysignature", "runonce", "safe_relpath", "shutting_down", "stream_list", "threadsafe_cached_property",
]  # fmt: skip

# ------------------------------------------------------------------------------------------------ collections


class UniqueDict(dict):  # type: ignore[type-arg]
    """A dict in which no key is set twice."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if key in self:
            raise AssertionError(f"{key!r} has a value, which is not to be replaced")
        super().__setitem__(key, value)


class OrderedSet(MutableSet):  # type: ignore[type-arg]
    """A set that keeps the order in which values came."""

    def __init__(self, iterable: Iterable[Any] = ()) -> None:
        self._values = dict.fromkeys(iterable)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def add(self, item: Any) -> None:
        """Add a value."""
        self._values[item] = None

    def discard(self, item: Any) -> None:
        """Remove a value, if it is there."""
        self._values.pop(item, None)


class MutableSortedSet(OrderedSet):
    """A set whose values come in their order."""

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(self._values))

    def update(self, values: Iterable[Any]) -> None:
        """Add values."""
        self._values.update(dict.fromkeys(values))


class SortedMap(Mapping):  # type: ignore[type-arg]
    """A mapping of pairs whose keys come in their order."""

    def __init__(self, seq: Iterable[tuple[Any, Any]]) -> None:
        self._items = dict(sorted(seq, key=operator.itemgetter(0)))

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


class MutableSortedMap(MutableMapping):  # type: ignore[type-arg]
    """A mapping whose keys come in their order."""

    def __init__(self, dct: Mapping[Any, Any] | None = None) -> None:
        self._items = dict(dct or {})

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(self._items))

    def __len__(self) -> int:
        return len(self._items)


class ThreadLocalStack:
    """Base of classes of which each thread has a stack of its own: ``class Name(ThreadLocalStack, stack_name="name")``.

    All objects of a class share it.
    """

    _stacks: threading.local

    def __init_subclass__(cls, *, stack_name: str, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.stack_name = stack_name
        cls._stacks = threading.local()

    @property
    def _stack(self) -> list[Any]:
        return self._stacks.__dict__.setdefault("values", [])

    def push(self, state: Any) -> None:
        """Put a value on the stack."""
        self._stack.append(state)

    def pop(self) -> Any:
        """Take the value on top of the stack."""
        return self._stack.pop()

    def top(self) -> Any:
        """Return the value on top of the stack."""
        return self._stack[-1]

    def __len__(self) -> int:
        return len(self._stack)

    @contextmanager
    def enter(self, state: Any) -> Iterator[None]:
        """Have a value on the stack for a time."""
        self.push(state)
        try:
            yield
        finally:
            self.pop()


class ConfigOptions:
    """Options with defaults, which the class attribute ``OPTIONS`` names; they are read as attributes."""

    OPTIONS: Mapping[str, Any] = {}

    def __init__(self) -> None:
        self._values = dict(self.OPTIONS)

    def set(self, name: str, value: Any = True) -> None:
        """Set an option."""
        self._check(name, NameError)
        self._values[name] = value

    def unset(self, name: str) -> None:
        """Set an option to False."""
        self.set(name, False)

    def copy(self) -> ConfigOptions:
        """Return options with the same values."""
        other = type(self)()
        other._values = dict(self._values)
        return other

    def _check(self, name: str, error: type[Exception]) -> None:
        if name not in self.OPTIONS:
            raise error(f"{type(self).__name__} has no option {name!r}")

    def __getattr__(self, name: str) -> Any:
        self._check(name, AttributeError)
        return self._values[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConfigOptions) and self._values == other._values

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


# ------------------------------------------------------------------------------------------------ functions


def bit_length(intval: int) -> int:
    """Return how many bits an integer takes: of a negative one as many as of the number with all bits inverted."""
    return max(1, (intval if intval >= 0 else ~intval).bit_length())


def get_nargs_range(pyfunc: Callable[..., Any]) -> tuple[int, int]:
    """Return how many positional arguments a function needs, and how many parameters it has."""
    parameters = pysignature(pyfunc).parameters.values()
    counted = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    needed = [p for p in counted if p.kind is not p.VAR_POSITIONAL and p.default is p.empty]
    return len(needed), len(list(parameters))


def get_hashable_key(value: Any) -> Any:
    """Return a value that can be a key: the number of the object where the value itself can't."""
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def stream_list(lst: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield what was added to a list since the last time, for ever."""
    seen = 0
    while True:
        start, seen = seen, len(lst)
        yield lst[start:seen]


def runonce(fn: Callable[[], Any]) -> Callable[[], Any]:
    """Make a function without arguments run once; later calls give the same result."""
    return functools.cache(fn)


def safe_relpath(path: str, start: str = ".") -> str:
    """Return a path as seen from a folder; as it is, where there is no way on this system."""
    try:
        return os.path.relpath(path, start)
    except ValueError:
        return path


def chain_exception(new_exc: BaseException, old_exc: BaseException) -> BaseException:
    """Return an exception that has another one as its cause."""
    new_exc.__cause__ = old_exc
    return new_exc


def erase_traceback(exc_value: BaseException) -> BaseException:
    """Return an exception without its traceback."""
    return exc_value.with_traceback(None)


def order_by_target_specificity(target: Any, templates: Sequence[Any], fnkey: str = "") -> list[Any]:
    """Return the templates that serve a target, those for it itself first.

    Parameters
    ----------
    target : class derived from Target
        The target.
    templates : sequence
        Objects whose ``metadata["target"]`` is the name of a target; without one they serve all.
    fnkey : str
        What they implement, for the error when there are templates and none serves.
    """
    from coluber.core.target_extension import target_registry

    def distance(template: Any) -> int | None:
        own = target_registry[template.metadata.get("target", "generic")]
        return target.__mro__.index(own) if target.inherits_from(own) else None

    pairs = [(found, template) for template in templates if (found := distance(template)) is not None]
    if templates and not pairs:
        _no_template(target, fnkey)
    return [template for _, template in sorted(pairs, key=operator.itemgetter(0))]


def _no_template(target: Any, fnkey: str) -> NoReturn:
    from coluber.core.errors import UnsupportedError

    raise UnsupportedError(f"nothing that implements {fnkey!r} serves the target {target.__name__}")


def shutting_down() -> bool:
    """Whether the interpreter is ending."""
    return sys.is_finalizing()


# ------------------------------------------------------------------------------------------------ times


class BenchmarkResult:
    """How long calls of a function took.

    Parameters
    ----------
    func : callable
        The function.
    records : sequence of float
        Seconds that each series of calls took.
    loop : int
        How many calls a series has.
    """

    def __init__(self, func: Any, records: Iterable[float], loop: int) -> None:
        self.func = func
        self.loop = loop
        self.records = [seconds / loop for seconds in records]
        self.best = min(self.records)

    def __repr__(self) -> str:
        name = getattr(self.func, "__name__", self.func)
        return f"{name}: {format_time(self.best)} a call, in the fastest of {len(self.records)} series of {self.loop}"


def format_time(tm: float) -> str:
    """Return seconds as text, in the largest unit of which there is at least one."""
    units = ("s", "ms", "us", "ns", "ps")
    k = 0
    while tm < 1 and k < len(units) - 1:
        k, tm = k + 1, tm * 1000
    return f"{tm:.1f}{units[k]}"


def benchmark(func: Callable[[], Any], maxsec: float = 1) -> BenchmarkResult:
    """Measure calls of a function without arguments, for about so many seconds."""
    from timeit import Timer

    timer = Timer(func)
    number = 1
    while (first := timer.timeit(number)) * 30 < maxsec:
        number *= 10
    return BenchmarkResult(func, [first, *timer.repeat(2, number)], number)


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.utils.{name}: it is a helper of Numba's own compiler", name)
