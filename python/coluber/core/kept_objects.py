"""Where machine code of functions without ``cache=True`` is kept, under the LLVM IR that it was made of.

See ``crates/session/src/objects.rs``.
"""

from __future__ import annotations

import functools
import os

from coluber.core import config
from coluber.core.folders import is_safe, limit, user_folder


def folder() -> tuple[str, int, str] | None:
    """Return the folder, how many bytes it may have, and the compiler's version; None where nothing can be kept."""
    return _folder(config.CACHE_DIR, limit())


@functools.cache
def _folder(chosen: str, size: int) -> tuple[str, int, str] | None:
    root = chosen or user_folder()
    if root is None:
        return None
    path = os.path.join(root, "objects")
    return (path, size, _version()) if is_safe(path, "") else None


def _version() -> str:
    """Say which compiler it is: all that makes code of LLVM IR, and what that code calls, is one file."""
    from coluber import _native

    status = os.stat(_native.__file__)
    return f"{status.st_size} {status.st_mtime_ns}"
