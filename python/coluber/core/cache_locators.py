"""Locators for programs to derive their own from, or to register in `caching.CacheImpl` as they are."""

from __future__ import annotations

import os

from coluber.core import caching, config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

__all__ = ["InTreeCacheLocator", "UserProvidedCacheLocator", "UserWideCacheLocator"]


class _OfFile(caching._CacheLocator):
    """Says where code of functions of a source file is kept; of other functions it knows nothing.

    Parameters
    ----------
    py_func : function
        The function.
    py_file : str
        Its source file.
    """

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = os.path.join(self._root(), self.get_suitable_cache_subpath(py_file))

    def _root(self) -> str:
        raise NotImplementedError

    def get_cache_path(self) -> str:
        """Return the folder."""
        return self._cache_path

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _OfFile | None:
        """Return the locator of a function; None where it is in no file, or where nothing can be written."""
        if not os.path.exists(py_file):
            return None
        try:
            made = cls(py_func, py_file)
            made.ensure_cache_path()
        except OSError:
            return None
        return made if os.access(made.get_cache_path(), os.W_OK | os.X_OK) else None


class InTreeCacheLocator(_OfFile):
    """Code is kept in ``__pycache__`` beside the source file."""

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = os.path.join(self._root(), "__pycache__")

    def _root(self) -> str:
        return os.path.dirname(os.path.abspath(self._py_file))


class UserProvidedCacheLocator(_OfFile):
    """Code is kept below the folder that ``COLUBER_CACHE_DIR`` or ``NUMBA_CACHE_DIR`` says."""

    def _root(self) -> str:
        if not config.CACHE_DIR:
            raise OSError("no folder is set")
        return config.CACHE_DIR


class UserWideCacheLocator(_OfFile):
    """Code is kept in the folder of the user's own."""

    def _root(self) -> str:
        root = caching.user_folder()
        if root is None:
            raise OSError("the user has no home")
        return root
