"""The decorator `jitclass` and the class of what it makes, in the modules in which Numba has them."""

from __future__ import annotations

from coluber.core.jitclass import jitclass

__all__ = ["jitclass"]


def __getattr__(name: str) -> object:
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
