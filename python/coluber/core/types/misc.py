"""The types that Numba has in a module of this name."""

from __future__ import annotations

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.core.types import *  # noqa: F403


def __getattr__(name: str) -> object:
    return getattr(types, name)
