"""What functions are compiled for.

Coluber compiles for the processor and for kernels. A program may add targets of its own: implementations for them are kept
from the functions of others, and ``jit(_target=...)`` hands functions to the dispatcher that the program has for its target.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from contextlib import contextmanager

from coluber.core.errors import NonexistentTargetError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class Target:
    """The base of the targets; a target inherits what is for those above it."""

    @classmethod
    def inherits_from(cls, other: type) -> bool:
        """Whether what is for another target is for this one."""
        return issubclass(cls, other)


class Generic(Target):
    """Everything."""


class CPU(Generic):
    """The processor."""


class GPU(Generic):
    """Any GPU."""


class CUDA(GPU):
    """Kernels in the CUDA model."""


class NPyUfunc(Target):
    """The loops of ufuncs."""


class JitDecorator(ABC):
    """Base of the decorators of targets."""

    @abstractmethod
    def __call__(self) -> Any:
        """Return the decorated function."""


class _Registry(dict):  # type: ignore[type-arg]
    """What there is for each target."""

    def __init__(self, what: str, values: dict[Any, Any]) -> None:
        super().__init__(values)
        self._what = what

    def __getitem__(self, key: Any) -> Any:
        if key not in self:
            name = key if isinstance(key, str) else getattr(key, "__name__", key)
            known = ", ".join(str(k if isinstance(k, str) else k.__name__) for k in self)
            raise NonexistentTargetError(f"there is no target '{name}'; there are:\n{known}")
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.check(key, value)
        super().__setitem__(key, value)

    def check(self, key: Any, value: Any) -> None:
        """Refuse what can't be added."""
        if key in self:
            name = key if isinstance(key, str) else key.__name__
            raise UnsupportedError(f"the {self._what} of the target {name!r} can't be replaced")


class _Targets(_Registry):
    """The targets by their names."""

    def check(self, key: Any, value: Any) -> None:
        """Refuse names that are taken by another target, and what is no target."""
        if self.get(key, value) is not value:
            super().check(key, value)
        if not (isinstance(value, type) and issubclass(value, Target)):
            raise TypeError(f"a target is a class derived from Target, not {value!r}")


_TARGETS: dict[str, type[Target]] = {
    "generic": Generic,
    "cpu": CPU,
    "gpu": GPU,
    "cuda": CUDA,
    "CPU": CPU,
    "GPU": GPU,
    "CUDA": CUDA,
    "npyufunc": NPyUfunc,
}

target_registry = _Targets("class", _TARGETS)

# The targets of Coluber's own, by the names under which programs register implementations for them.
generic_target, cpu_target, cuda_target = Generic, CPU, CUDA


class _Lazy(_Registry):
    """A registry where functions give what there is for Coluber's own targets."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return found() if key in (CPU, CUDA) else found

    def check(self, key: Any, value: Any) -> None:
        """Refuse what Coluber has itself, and what could not compile."""
        if key in (CPU, CUDA):
            super().check(key, value)
        if not callable(value):
            raise TypeError(f"a {self._what} is called with a function, which {value!r} can't be")


def _dispatcher() -> Any:
    from coluber.core.dispatcher import Dispatcher

    return Dispatcher


def _cuda_dispatcher() -> Any:
    from coluber.cuda.dispatcher import CUDADispatcher

    return CUDADispatcher


def _jit() -> Any:
    from coluber.core.decorators import jit

    return jit


def _cuda_jit() -> Any:
    from coluber import cuda

    return cuda.jit


dispatcher_registry = _Lazy("dispatcher", {CPU: _dispatcher, CUDA: _cuda_dispatcher})
jit_registry = _Lazy("decorator", {CPU: _jit, CUDA: _cuda_jit})


class _Overrides(threading.local):
    def __init__(self) -> None:
        self.names: list[str] = []


_overrides = _Overrides()


@contextmanager
def target_override(name: str) -> Iterator[None]:
    """Make a target the current one of this thread."""
    resolve_target_str(name)
    _overrides.names.append(name)
    try:
        yield
    finally:
        _overrides.names.pop()


def current_target() -> str:
    """Return the name of the current target of this thread."""
    return _overrides.names[-1] if _overrides.names else "cpu"


def get_local_target(context: Any = None) -> type[Target]:
    """Return the current target of this thread."""
    return resolve_target_str(current_target())


def resolve_target_str(target_str: str) -> type[Target]:
    """Return the target of a name."""
    return target_registry[target_str]


def resolve_dispatcher_from_str(target_str: str) -> Any:
    """Return the class of the dispatchers of a target."""
    return dispatcher_registry[resolve_target_str(target_str)]


def serves(name: str, current: str) -> bool:
    """Whether what is for the target of a name is for the functions of another one, too."""
    return bool(target_registry[current].inherits_from(target_registry[name]))


def jit_for(name: str, options: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the decorator that hands a function to the dispatcher of a target of the program.

    Parameters
    ----------
    name : str
        The target's name.
    options : dict
        The options of ``jit`` but ``_target``.
    """
    dispatcher = resolve_dispatcher_from_str(name)
    others = dict(options)
    variables = others.pop("locals", {})

    def decorate(function: Any) -> Any:
        return dispatcher(py_func=function, locals=variables, targetoptions=others)

    return decorate
