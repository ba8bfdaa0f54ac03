"""The modules of CUDA's host side where Numba has them; the contents are in `coluber.cuda.host`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """Import a module at its first use: programs say ``cuda.cudadrv.devicearray.DeviceNDArray``."""
    from importlib import import_module

    from coluber.core.missing import missing

    try:
        if not name.startswith("_"):
            return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
    raise missing(f"module '{__name__}' has no attribute '{name}'", name)
