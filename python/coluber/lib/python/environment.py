"""The class that stands for ``os.environ`` in compiled code, and ``os.getenv``: the interpreter has the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from coluber import _native
from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.hosted import BOOL, INT, NONE, TEXT, TEXTS, is_none, is_text, site
from coluber.lib.intrinsics import call_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_OR_NONE = types.Optional(TEXT)


def _getitem(key: str) -> str:
    return os.environ[key]


def _get(key: str) -> str | None:
    return os.environ.get(key)


def _get_or(key: str, default: str) -> str:
    return os.environ.get(key, default)


def _contains(key: str) -> bool:
    return key in os.environ


def _setitem(key: str, value: str) -> None:
    os.environ[key] = value


def _delitem(key: str) -> None:
    del os.environ[key]


def _pop(key: str) -> str:
    return os.environ.pop(key)


def _setdefault(key: str, default: str) -> str:
    return os.environ.setdefault(key, default)


def _keys() -> list[str]:
    return list(os.environ)


def _values() -> list[str]:
    return list(os.environ.values())


def _length() -> int:
    return len(os.environ)


_GETITEM, _GET, _GET_OR = site(_getitem, TEXT), site(_get, _OR_NONE), site(_get_or, TEXT)
_CONTAINS, _SETITEM, _DELITEM = site(_contains, BOOL), site(_setitem, NONE), site(_delitem, NONE)
_POP, _SETDEFAULT = site(_pop, TEXT), site(_setdefault, TEXT)
_KEYS, _VALUES, _LENGTH = site(_keys, TEXTS), site(_values, TEXTS), site(_length, INT)


@dataclass(eq=False)
class Environment:
    """The environment of the process.

    Parameters
    ----------
    number : int
        Nothing: there is one environment.
    """

    number: int

    def __getitem__(self, key: str) -> str:
        return call_object(_GETITEM, TEXT, key)  # type: ignore[no-any-return]

    def __setitem__(self, key: str, value: str) -> None:
        call_object(_SETITEM, NONE, key, value)

    def __delitem__(self, key: str) -> None:
        call_object(_DELITEM, NONE, key)

    def __contains__(self, key: str) -> bool:
        return call_object(_CONTAINS, BOOL, key)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return call_object(_LENGTH, INT)  # type: ignore[no-any-return]

    def __iter__(self) -> Any:
        return iter(call_object(_KEYS, TEXTS))

    def get(self, key: str, default: Any = None) -> Any:
        """Return a variable, or the default where there is none."""
        if default is None:
            return call_object(_GET, _OR_NONE, key)
        value = call_object(_GET, _OR_NONE, key)
        return default if value is None else value

    def pop(self, key: str, *default: Any) -> Any:
        """Remove a variable, and return it, or the default where there is none."""
        if len(default) == 0:
            return call_object(_POP, TEXT, key)
        value = call_object(_GET, _OR_NONE, key)
        if value is None:
            return default[0]
        call_object(_DELITEM, NONE, key)
        return value

    def update(self, other: Any) -> None:
        """Set the variables of a dict."""
        for key, value in other.items():
            call_object(_SETITEM, NONE, key, value)

    def setdefault(self, key: str, value: str) -> str:
        """Return a variable, which is set where there is none."""
        return call_object(_SETDEFAULT, TEXT, key, value)  # type: ignore[no-any-return]

    def keys(self) -> list[str]:
        """Return the names."""
        return call_object(_KEYS, TEXTS)  # type: ignore[no-any-return]

    def values(self) -> list[str]:
        """Return the values."""
        return call_object(_VALUES, TEXTS)  # type: ignore[no-any-return]

    def items(self) -> list[tuple[str, str]]:
        """Return names with their values."""
        return list(zip(self.keys(), self.values(), strict=True))

    def copy(self) -> dict[str, str]:
        """Return a dict of the variables."""
        return dict(self.items())


def counterpart_of(value: Any) -> Environment:
    """Return what the environment is in compiled code."""
    return Environment(0)


def write_back(value: Any, counterpart: Environment) -> None:
    """Do nothing: the environment itself was changed."""


def original_of(counterpart: Environment) -> Any:
    """Return the environment."""
    return os.environ


_native.register_counterpart(type(os.environ), Environment, __name__)


@implements("os.getenv")
def getenv(key: Any, default: Any = None) -> FunctionType | None:
    """Return a variable of the environment, or the default where there is none."""

    def impl(key, default=None):
        return call_object(_GET, _OR_NONE, key)

    def impl_text(key, default):
        return call_object(_GET_OR, TEXT, key, default)

    def impl_default(key, default):
        value = call_object(_GET, _OR_NONE, key)
        return default if value is None else value

    if not is_text(key):
        return None
    return impl if is_none(default) else impl_text if is_text(default) else impl_default
