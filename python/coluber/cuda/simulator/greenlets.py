"""The package greenlet, an optional dependency."""

from __future__ import annotations

try:
    from greenlet import GreenletExit, greenlet
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the simulator of CUDA kernels needs the package greenlet: pip install coluber[simulator]", name="greenlet"
    ) from error

__all__ = ["GreenletExit", "greenlet"]
