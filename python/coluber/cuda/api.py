"""The functions of CUDA's host side where Numba has them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    """Load a name of the host's side at its first use."""
    from importlib import import_module

    from coluber.cuda.host.names import HOMES

    if name not in HOMES:
        raise AttributeError(f"module 'coluber.cuda.api' has no attribute '{name}'", name=name)
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    from coluber.cuda.host.names import HOMES

    return sorted(HOMES)
