"""The types that Numba has in a module of this name."""

from __future__ import annotations

from coluber.core import types


def __getattr__(name: str) -> object:
    return getattr(types, name)
