"""The types of NumPy's times, under the name by which programs import them."""

from __future__ import annotations

from coluber.core.types import NPDatetime, NPTimedelta

__all__ = ["NPDatetime", "NPTimedelta"]
