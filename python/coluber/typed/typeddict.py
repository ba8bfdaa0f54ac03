"""The module in which Numba has `Dict`."""

from __future__ import annotations

from coluber.typed import Dict

__all__ = ["Dict"]
