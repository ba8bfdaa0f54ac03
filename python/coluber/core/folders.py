"""Folders that machine code may be read from and written to."""

from __future__ import annotations

import os
import stat
import sys

from coluber.core import config

# The user to whom everyone's programs belong.
_SYSTEM = 0


def is_safe(folder: str, file: str) -> bool:
    """Whether code in a folder is the user's own, the system's, or from whom the source is; so is a folder that is not there.

    Machine code that is read runs: who can write there can do what the user can.

    Parameters
    ----------
    folder : str
        The folder.
    file : str
        The source file, if there is one.
    """
    found = _status(folder)
    if found is None or not hasattr(os, "geteuid"):
        return True
    source = _status(file)
    owners = {os.geteuid(), _SYSTEM} | ({source.st_uid} if source is not None else set())
    return found.st_uid in owners and not found.st_mode & stat.S_IWOTH


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def limit() -> int:
    """Return how many bytes a folder may have."""
    return max(config.CACHE_SIZE, 1) << 20


def user_folder() -> str | None:
    """Return the folder of the user's own; None where there is no home."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        root = os.path.expanduser("~/Library/Caches")
    else:
        root = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    # Where there is no home, `expanduser` leaves the tilde.
    if not root or root.startswith("~"):
        return None
    return os.path.join(root, "coluber")
