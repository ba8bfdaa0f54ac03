"""Where compiled code is kept on disk, and what its validity depends on besides the program.

The compiler decides what is kept and whether it may be used; see ``crates/session/src/cache``.
"""

from __future__ import annotations

import functools
import os
import sys
import zlib
from typing import ClassVar

from coluber.core import config
from coluber.core.errors import NumbaSystemWarning, warn_once
from coluber.core.folders import is_safe, user_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType

# How the names of cache files end.
SUFFIX = ".coluber"


class _CacheLocator:
    """Base of a program's classes that say where code of some functions is kept.

    Of what Numba asks them, only the folder counts here: what is in it is valid by its contents.
    """

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _CacheLocator | None:
        """Return what says where code of a function is kept, or None for functions of others."""
        raise NotImplementedError

    def get_cache_path(self) -> str:
        """Return the folder."""
        raise NotImplementedError

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the name of a folder for the functions of the folder that a source file is in."""
        return _name_for(py_file, exists=True)

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        os.makedirs(self.get_cache_path(), exist_ok=True)


class CacheImpl:
    """Where programs register their locators: the first that knows a function says where its code is kept."""

    _locator_classes: ClassVar[list[type[_CacheLocator]]] = []


def folder_of(function: FunctionType) -> str | None:
    """Return the folder for the code of a function; None where nothing can be kept.

    That is what a locator of the program says, or a folder below ``COLUBER_CACHE_DIR`` (or ``NUMBA_CACHE_DIR``) where
    it is set, else ``__pycache__`` beside the source file, else one in the user's cache directory: for sources that are in
    no file, or in a folder that can't be written. A folder in which other users can put code is passed over.
    """
    file = function.__code__.co_filename
    for locators in CacheImpl._locator_classes:
        locator = locators.from_function(function, file)
        if locator is not None:
            locator.ensure_cache_path()
            return os.fspath(locator.get_cache_path())
    exists = os.path.isfile(file)
    if config.CACHE_DIR:
        chosen = os.path.join(config.CACHE_DIR, _name_for(file, exists))
        if is_safe(chosen, file):
            return chosen
        warn_once(f"other users can put code into {chosen}: it is not used", NumbaSystemWarning)
    elif exists:
        beside = os.path.join(os.path.dirname(os.path.abspath(file)), "__pycache__")
        if _can_be_used(beside) and is_safe(beside, file):
            return beside
    own = _in_user_cache(_name_for(file, exists))
    return own if own is not None and is_safe(own, file) else None


def _name_for(file: str, exists: bool) -> str:
    """Return the name of a folder for the functions of a folder; those that are in no file share one."""
    if not exists:
        return "cells"
    folder = os.path.dirname(os.path.abspath(file))
    # Folders that get the same name share a folder: files in it are named by contents.
    return f"{os.path.basename(folder)}_{zlib.crc32(folder.encode(errors='replace')):08x}"


def _can_be_used(folder: str) -> bool:
    """Whether a folder can be written, or made, or has code already."""
    if not os.path.isdir(folder):
        return os.access(os.path.dirname(folder), os.W_OK | os.X_OK)
    return os.access(folder, os.W_OK | os.X_OK) or _has_code(folder)


def _has_code(folder: str) -> bool:
    """Whether there is code in a folder that this process can read."""
    try:
        return any(name.endswith(SUFFIX) for name in os.listdir(folder))
    except OSError:
        return False


def _in_user_cache(name: str) -> str | None:
    folder = user_folder()
    return None if folder is None else os.path.join(folder, name)


@functools.cache
def version() -> str:
    """Return a text that is another one when the package, the interpreter, the compiler or NumPy is."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    files = [f"{path} {status.st_size} {status.st_mtime_ns}" for path, status in _files(package)]
    return "\n".join([sys.implementation.cache_tag, sys.version, _numpy(), *files])


def _numpy() -> str:
    """Say which NumPy is installed: the library calls functions that only some versions have."""
    import importlib.util

    found = importlib.util.find_spec("numpy")
    if found is None or found.origin is None:
        return ""
    status = os.stat(os.path.join(os.path.dirname(found.origin), "version.py"))
    return f"{found.origin} {status.st_size} {status.st_mtime_ns}"


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)
            elif entry.name.endswith((".py", ".so", ".pyd")):
                yield entry.path, entry.stat()


# What looks for the files of another compiler.
_NOT_HERE = {
    "FunctionCache": "enable_caching() of a jitted function keeps code, its stats.cache_path says where",
    "Cache": "register a locator in CacheImpl to say where code is kept",
}


def __getattr__(name: str) -> object:
    if name in ("InTreeCacheLocator", "UserProvidedCacheLocator", "UserWideCacheLocator"):
        from coluber.core import cache_locators

        return getattr(cache_locators, name)
    if name in ("IndexDataCacheFile", "NullCache"):
        from coluber.core import cache_objects

        return getattr(cache_objects, name)
    from coluber.core.missing import missing

    hint = _NOT_HERE.get(name)
    raise missing(f"coluber does not have core.caching.{name}{f': {hint}' if hint else ' yet'}", name)
