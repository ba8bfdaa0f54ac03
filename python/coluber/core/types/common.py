"""The classes of types that extensions derive theirs from, by the name of the module that they know them by."""

from __future__ import annotations

from coluber.core.types.abstract import (
    Buffer,
    Opaque,
    SimpleIterableType,
    SimpleIteratorType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Buffer", "Opaque", "SimpleIterableType", "SimpleIteratorType"]


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)
