"""Files of a CUDA toolkit, or of NVIDIA's packages, that compiling for a GPU can use: libdevice and the assembler."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cache
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LIBDEVICE = "libdevice.10.bc"
# Variables that name the directory of a toolkit, and where it usually is.
_VARIABLES = ("CUDA_HOME", "CUDA_PATH")
_USUAL = Path("/usr/local/cuda")


def _packages() -> Iterator[Path]:
    """Yield the directories of NVIDIA's packages (``nvidia/cu13`` and the like) that Python can import from."""
    for folder in sys.path:
        vendor = Path(folder, "nvidia")
        if vendor.is_dir():
            yield from sorted(path for path in vendor.iterdir() if path.is_dir())


def _toolkits() -> Iterator[Path]:
    """Yield the directories in which a toolkit or a part of one may be, the one to prefer first."""
    for variable in _VARIABLES:
        if value := os.environ.get(variable):
            yield Path(value)
    yield from _packages()
    yield _USUAL


def libdevice() -> Path | None:
    """Return the path of NVIDIA's library of elementary functions, or None.

    It is looked for in ``NUMBAPRO_LIBDEVICE`` (the file or its directory), ``CUDA_HOME``, ``CUDA_PATH``, the packages
    ``nvidia-nvvm`` and ``nvidia-cuda-nvcc``, and ``/usr/local/cuda``.
    """
    named = os.environ.get("NUMBAPRO_LIBDEVICE")
    places = [Path(named), Path(named, _LIBDEVICE)] if named else []
    places += [toolkit / "nvvm" / "libdevice" / _LIBDEVICE for toolkit in _toolkits()]
    places += [toolkit / "libdevice" / _LIBDEVICE for toolkit in _packages()]
    return next((place for place in places if place.is_file()), None)


@cache
def program(name: str) -> str | None:
    """Return the path of a program of the toolkit, such as ``ptxas``, or None."""
    for toolkit in _toolkits():
        path = toolkit / "bin" / name
        if path.is_file():
            return str(path)
    return shutil.which(name)
