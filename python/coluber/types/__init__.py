"""The types; another name of `coluber.core.types`, which is loaded at first use."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.core.types import *  # noqa: F403


def __getattr__(name: str) -> object:
    """Return an attribute of `coluber.core.types`."""
    if name == "__path__":
        raise AttributeError(name)
    from coluber.core import types

    value = getattr(types, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from coluber.core import types

    return dir(types)
