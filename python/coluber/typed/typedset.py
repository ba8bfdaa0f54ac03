"""The module in which Numba has `Set`."""

from __future__ import annotations

from coluber.typed import Set

__all__ = ["Set"]
