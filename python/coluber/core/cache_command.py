"""``coluber cache``: show, empty and shorten the cache on disk."""

from __future__ import annotations

import argparse

from coluber.core import cache_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.core.cache_folders import CacheFile

_DAY = 24 * 60 * 60


def main(arguments: list[str]) -> int:
    """Run the command; returns the exit status."""
    chosen = _parser().parse_intermixed_args(arguments)
    found = cache_folders.files(chosen.folders or cache_folders.default_folders())
    if chosen.action == "info":
        print(cache_folders.describe(found), end="")
    elif chosen.action == "clear":
        _remove(found)
    else:
        size = None if chosen.size is None else int(chosen.size * cache_folders.MEBIBYTE)
        age = None if chosen.days is None else chosen.days * _DAY
        if size is None and age is None:
            _parser().error("prune needs --size or --days")
        _remove(cache_folders.superfluous(found, size, age))
    return 0


def _remove(files: list[CacheFile]) -> None:
    gone = cache_folders.remove(files)
    size = sum(file.size for file in gone) / cache_folders.MEBIBYTE
    print(f"removed {len(gone)} file{'' if len(gone) == 1 else 's'}, {size:.1f} MiB")
    if len(gone) < len(files):
        print(f"{len(files) - len(gone)} could not be removed")


def _not_negative(text: str) -> float:
    number = float(text)
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"not a size or a time: {text}")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coluber cache", description="Show, empty or shorten the cache of machine code.")
    parser.add_argument("action", choices=("info", "clear", "prune"), help="show folders and sizes; remove all; remove some")
    parser.add_argument(
        "folders",
        nargs="*",
        help="folders, with all below them; by default COLUBER_CACHE_DIR, the user's cache folder and the working directory",
    )
    parser.add_argument("--size", type=_not_negative, metavar="MIB", help="prune: keep so much, of what was used last")
    parser.add_argument("--days", type=_not_negative, metavar="N", help="prune: remove what was not used for so many days")
    return parser
