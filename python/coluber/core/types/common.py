"""The classes of types that extensions derive theirs from, by the name of the module that they know them by."""

from __future__ import annotations

from coluber.core.types.abstract import (
    Buffer,
    Opaque,
    SimpleIterableType,
    SimpleIteratorType,
)

__all__ = ["Buffer", "Opaque", "SimpleIterableType", "SimpleIteratorType"]


def __getattr__(name: str) -> object:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)
