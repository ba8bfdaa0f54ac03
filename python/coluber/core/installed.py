"""Which files are code of libraries: those of Python, of installed packages, and of this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def is_in_library(file: str) -> bool:
    """Return whether a file is one of Python's, of an installed package, or of this one."""
    return file.startswith("<frozen") or any(Path(file).is_relative_to(folder) for folder in _folders())


@cache
def _folders() -> tuple[Path, ...]:
    import sysconfig

    installed = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return (*map(Path, sorted(installed)), Path(__file__).parents[1])
