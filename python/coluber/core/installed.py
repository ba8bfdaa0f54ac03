"""Which files are code of libraries: those of Python, of installed packages, and of this one."""

from __future__ import annotations

import os
from functools import cache


@cache
def is_in_library(file: str) -> bool:
    """Return whether a file is one of Python's, of an installed package, or of this one."""
    return file.startswith("<frozen") or file.startswith(_folders())


@cache
def _folders() -> tuple[str, ...]:
    import sysconfig

    installed = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    own = os.path.dirname(os.path.dirname(__file__))
    return tuple(os.path.join(folder, "") for folder in (*sorted(installed), own))
