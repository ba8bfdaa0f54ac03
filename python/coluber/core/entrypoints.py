"""Packages that extend the compiler: those that name a function ``init`` in the groups of entry points.

Reading the metadata of all packages takes milliseconds, so that they are asked when something can't be compiled: a value
without a type, a function without an implementation. Code that needs no extension never waits for them.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from importlib.machinery import PathFinder

from coluber.core.errors import NumbaWarning, TypingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Where a package names its entry points.
_FILE = "entry_points.txt"

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
    groups = [_GROUP, _GROUP_OF_NUMBA] if is_named_numba() else [_GROUP]
    if not _are_named(groups):
        return 0
    from importlib.metadata import entry_points

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


def _are_named(groups: list[str]) -> bool:
    """Whether a file of entry points may have one of the groups: to import the module that reads them takes far longer."""
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True
    names = [group.encode() for group in groups]
    for folder in sys.path:
        if os.path.isfile(folder):
            return True
        for file in _entry_point_files(folder or "."):
            with suppress(OSError), open(file, "rb") as stream:
                text = stream.read()
                if any(name in text for name in names):
                    return True
    return False


def _entry_point_files(folder: str) -> Iterator[str]:
    """Yield the files of entry points that packages in a folder of modules may have."""
    yield os.path.join(folder, "EGG-INFO", _FILE)
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (os.path.join(entry.path, _FILE) for entry in entries if entry.name.endswith((".dist-info", ".egg-info")))


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
