"""Functions of libraries that compiled code calls by statements of their own (``plt.plot(x)``): the interpreter runs them.

Such a call is known by the module and name of the function and the names of its arguments, so that it is found in each process.
"""

from __future__ import annotations

import logging
import sys
import warnings
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, MethodType

from coluber.core import types
from coluber.core.installed import is_in_library
from coluber.objectmode import sites

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What looks at the code around it, or has a meaning of its own in compiled code.
_NEVER = frozenset(("builtins", "coluber", "inspect", "io", "numba"))

# The class of functions of NumPy that arrays of other packages may implement.
_OF_NUMPY = "_ArrayFunctionDispatcher"

_kept: dict[str, FunctionType] = {}


def name_of(function: Any, names: tuple[str, ...]) -> str | None:
    """Return how code names a call; None where the function is none of a library.

    Parameters
    ----------
    function : object
        What is called.
    names : tuple of str
        The arguments that are given by name, which come last.
    """
    path = _path(function)
    if path is None:
        return None
    key = f"{sites.STATEMENT}{path}({','.join(names)})"
    make(key)
    return f"object:{key}"


def make(key: str) -> FunctionType:
    """Return the function that is called under a name."""
    if key not in _kept:
        path, _, names = key.removeprefix(sites.STATEMENT).removesuffix(")").rpartition("(")
        _kept[key] = _caller(path, tuple(names.split(",")) if names else ())
        sites.register(key, _kept[key], types.none)
    return _kept[key]


def _path(function: Any) -> str | None:
    """Return where a function of a library is found, or a method of a logger; None for others, which may not be found again."""
    if isinstance(function, MethodType) and isinstance(function.__self__, logging.Logger):
        return f"{function.__self__.name}!logging.{function.__name__}"
    if not isinstance(function, (FunctionType, BuiltinFunctionType)) and type(function).__name__ != _OF_NUMPY:
        return None
    if isinstance(function, FunctionType) and not is_in_library(function.__code__.co_filename):
        return None
    module = _public(function)
    return None if module is None or module.partition(".")[0] in _NEVER else f"{module}!{function.__qualname__}"


def _public(function: Any) -> str | None:
    """Return a module that has a function under its own name: the one that its own is the core of, or its own."""
    own = function.__module__ or ""
    for name in (own.removeprefix("_"), {"posix": "os", "nt": "os"}.get(own, own), own):
        module = sys.modules.get(name)
        if getattr(module, function.__qualname__, None) is function:
            return name
    return None


def _caller(path: str, names: tuple[str, ...]) -> Any:
    function = _function(path)

    def call(*args: Any) -> None:
        count = len(args) - len(names)
        function(*args[:count], **dict(zip(names, args[count:], strict=True)))

    return call


def _warn(message: Any, category: Any = None, stacklevel: int = 1, source: Any = None) -> None:
    """Warn for the line that has called compiled code, whose lines the interpreter does not see."""
    warnings.warn(message, category, stacklevel + 2, source)


def _function(path: str) -> Callable[..., Any]:
    if path == "warnings!warn":
        return _warn
    place, _, name = path.rpartition("!")
    if name.startswith("logging."):
        return getattr(logging.getLogger(place), name.removeprefix("logging."))
    return getattr(import_module(place), name)
