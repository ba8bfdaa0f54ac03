"""The module in which Numba has `List`."""

from __future__ import annotations

from coluber.typed import List

__all__ = ["List"]
