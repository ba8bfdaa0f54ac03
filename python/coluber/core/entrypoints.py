"""Packages that extend the compiler: those that name a function ``init`` in the groups of entry points.

Reading the metadata of all packages takes milliseconds, so that they are asked when something can't be compiled: a value
without a type, a function without an implementation. Code that needs no extension never waits for them.
"""

from __future__ import annotations

import sys
import warnings

from coluber.core.errors import NumbaWarning, TypingError

_GROUP = "coluber_extensions"

# Packages that extend Numba import it, and find Coluber where that has its name.
_GROUP_OF_NUMBA = "numba_extensions"

_loaded: set[tuple[str, str]] = set()


def init_all() -> int:
    """Call the functions that have not been called, and return how many those were.

    Warns
    -----
    NumbaWarning
        One of them raised an exception.
    """
    from importlib.metadata import entry_points

    groups = [_GROUP, _GROUP_OF_NUMBA] if is_named_numba() else [_GROUP]
    points = [point for group in groups for point in entry_points(group=group, name="init")]
    new = [point for point in points if (point.group, point.value) not in _loaded]
    for point in new:
        _loaded.add((point.group, point.value))
        try:
            point.load()()
        except Exception as error:
            message = f"the extension module '{point.module}' could not be loaded: {type(error).__name__}: {error}"
            warnings.warn(NumbaWarning(message), stacklevel=2)
    return len(new)


def is_named_numba() -> bool:
    """Whether ``import numba`` gives Coluber."""
    alias = sys.modules.get("coluber.core.alias")
    return alias is not None and alias.is_installed()


_asked_as: set[bool] = set()


def may_help(error: BaseException) -> bool:
    """Load the extensions after an error of the compiler. Return whether there were any: another attempt may succeed."""
    return isinstance(error, (TypingError, TypeError)) and init_once()


def init_once() -> bool:
    """Load the extensions, once under each name that Coluber has. Return whether there were any new ones."""
    named = is_named_numba()
    if named in _asked_as:
        return False
    _asked_as.add(named)
    return init_all() > 0
