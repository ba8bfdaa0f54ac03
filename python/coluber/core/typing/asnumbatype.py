"""The types of annotations."""

from __future__ import annotations

from coluber.core.annotations import as_numba_type

__all__ = ["as_numba_type"]
