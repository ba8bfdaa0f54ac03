"""The memory of compiled code: how much is in use, and functions by which C code of extensions allocates it."""

from __future__ import annotations

from pathlib import Path

from coluber.core.runtime.nrt import NRTStats, rtsys

__all__ = ["NRTStats", "include_path", "rtsys"]


def include_path() -> str:
    """Return the folder of the header that C code includes as ``numba/core/runtime/nrt_external.h``."""
    return str(Path(__file__).parents[2] / "include")
