"""The folders of the cache on disk as ``coluber cache`` shows and empties them."""

from __future__ import annotations

import os
from dataclasses import dataclass

from coluber.core import caching, config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class CacheFile:
    """A file with machine code.

    Attributes
    ----------
    path : str
        Where it is.
    size : int
        Its bytes.
    used : float
        When it was written, or used again on a later day, in seconds since 1970.
    """

    path: str
    size: int
    used: float


def default_folders() -> list[str]:
    """Return where code may be: the folder that is set, the user's own, and the working directory with all below it."""
    chosen = [config.CACHE_DIR, caching.user_folder(), os.getcwd()]
    return [folder for folder in chosen if folder]


def files(folders: Iterable[str]) -> list[CacheFile]:
    """Return the files of the cache in folders and below them, the one first that was not used for longest."""
    found = {path: status for folder in folders for path, status in _below(folder)}
    every = [CacheFile(path, status.st_size, status.st_mtime) for path, status in found.items()]
    return sorted(every, key=lambda file: file.used)


def _below(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    for path, _, names in os.walk(os.path.realpath(folder)):
        for name in names:
            if name.endswith(caching.SUFFIX):
                file = os.path.join(path, name)
                try:
                    yield file, os.stat(file)
                except OSError:
                    # Another process has removed it.
                    continue


def describe(found: list[CacheFile]) -> str:
    """Return a table of folders: how many files and bytes each has, and when one of them was used last."""
    import time

    folders: dict[str, list[CacheFile]] = {}
    for file in found:
        folders.setdefault(os.path.dirname(file.path), []).append(file)
    lines = [f"{'files':>6} {'MiB':>8}  last used         folder"]
    for folder in sorted(folders):
        inside = folders[folder]
        used = time.strftime("%Y-%m-%d %H:%M", time.localtime(inside[-1].used))
        lines.append(f"{len(inside):6} {_mebibytes(inside):8.1f}  {used}  {folder}")
    lines.append(f"{len(found):6} {_mebibytes(found):8.1f}  in {len(folders)} folder{'' if len(folders) == 1 else 's'}")
    return "\n".join(lines) + "\n"


def _mebibytes(found: list[CacheFile]) -> float:
    return sum(file.size for file in found) / MEBIBYTE


def remove(found: Iterable[CacheFile]) -> list[CacheFile]:
    """Remove files; returns those that are gone. Programs that use them go on: they have read them whole."""
    gone = []
    for file in found:
        try:
            os.remove(file.path)
        except OSError:
            continue
        gone.append(file)
    return gone


def superfluous(found: list[CacheFile], size: int | None = None, age: float | None = None) -> list[CacheFile]:
    """Return what is to be removed.

    Parameters
    ----------
    found : list of CacheFile
        All files, as `files` gives them.
    size : int, optional
        How many bytes may stay; what was used last stays.
    age : float, optional
        Files that were not used for more seconds go.
    """
    import time

    oldest = None if age is None else time.time() - age
    total, chosen = sum(file.size for file in found), []
    for file in found:
        too_old = oldest is not None and file.used < oldest
        too_large = size is not None and total > size
        if too_old or too_large:
            chosen.append(file)
            total -= file.size
    return chosen
