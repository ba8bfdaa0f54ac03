"""The objects that programs find in the ``_cache`` of a jitted function, or put there.

Code is kept by the compiler, in files of its own that are valid by their contents. Names of files and identities that a program
gives functions so that the cache finds them again are taken, and have no effect.
"""

from __future__ import annotations

from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class NullCache:
    """The cache of a function whose code is not kept."""

    cache_path = None

    def enable(self) -> None:
        """Do nothing."""

    def disable(self) -> None:
        """Do nothing."""

    def flush(self) -> None:
        """Do nothing."""


class IndexDataCacheFile:
    """Base of a program's classes for files of the cache; the compiler asks none of them.

    Parameters
    ----------
    cache_path : str
        The folder.
    filename_base : str
        How the names of the files begin.
    source_stamp : object
        What is another value when the source is.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
        self._cache_path = cache_path
        self._index_name = f"{filename_base}.nbi"
        self._source_stamp = source_stamp

    def flush(self) -> None:
        """Do nothing."""

    def save(self, key: Any, data: Any) -> None:
        """Do nothing."""

    def load(self, key: Any) -> None:
        """Return None, as for what is not kept."""


class CacheOfFunction:
    """The cache of a jitted function whose code is kept."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        base = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"
        locator = SimpleNamespace(get_source_stamp=lambda: None, get_cache_path=lambda: self.cache_path)
        self._impl = SimpleNamespace(_filename_base=base, filename_base=base, locator=locator)

    @property
    def cache_path(self) -> str | None:
        """The folder; None where there is no place for one."""
        path: str | None = self._dispatcher.stats.cache_path
        return path

    _cache_path = cache_path

    def enable(self) -> None:
        """Keep the code that is compiled from now on."""
        self._dispatcher.enable_caching()

    def disable(self) -> None:
        """Keep no code that is compiled from now on, and look for none."""
        self._dispatcher._disable_caching()

    def flush(self) -> None:
        """Do nothing: code on disk is valid by its contents."""
