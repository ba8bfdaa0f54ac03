"""Functions of compiled code that see its memory as it is."""

from __future__ import annotations


def __getattr__(name: str) -> object:
    """Load a module of this package at first use."""
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
