"""The classes of types that extensions derive theirs from, by the name of the module that they know them by."""

from __future__ import annotations

from coluber.core.types.abstract import (
    Buffer,
    Opaque,
    SimpleIterableType,
    SimpleIteratorType,
)

__all__ = ["Buffer", "Opaque", "SimpleIterableType", "SimpleIteratorType"]
