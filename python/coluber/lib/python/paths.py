"""Functions of ``os.path``, ``os``, ``glob``, ``shutil`` and ``tempfile`` about files, which the interpreter runs."""

from __future__ import annotations

import fnmatch
import glob
import os
import shutil
import tempfile
from functools import partial
from typing import Any

from coluber.core import types
from coluber.lib.hosted import (
    BOOL,
    FLOAT,
    INT,
    TEXT,
    TEXTS,
    implement,
    is_bytes,
    is_number,
    is_text,
    is_whole,
    module_function,
    or_none,
)
from coluber.lib.kinds import is_list
from coluber.lib.python.path_objects import is_path

_PAIR = types.Tuple((TEXT, TEXT))
_OR_NONE = types.Optional(TEXT)


def _is_file(ty: Any) -> bool:
    """Whether an argument names a file, or has the system's number of one."""
    return is_path(ty) or is_bytes(ty) or is_whole(ty)


def _is_texts(ty: Any) -> bool:
    if isinstance(ty, types.BaseTuple):
        return all(map(is_text, ty.types))
    return (is_list(ty) or isinstance(ty, types.Set)) and is_text(ty.dtype)


# ---------------------------------------------------------------------------------------------------- of one path


def _of_path(module: Any, key: str, signature: str, gives: Any, **accepts: Any) -> None:
    implement(key, signature, gives, module_function(globals(), module, key.rpartition(".")[2]), **accepts)


_of_paths = partial(_of_path, os.path)

for _name in ("basename", "dirname"):
    _of_paths(f"os.path.{_name}", "p", TEXT, p=is_path)
for _name in ("abspath", "expanduser", "expandvars", "normpath"):
    _of_paths(f"os.path.{_name}", "path", TEXT, path=is_path)
_of_paths("os.path.normcase", "s", TEXT, s=is_path)
_of_paths("os.path.realpath", "filename", TEXT, filename=is_path)
for _name in ("split", "splitext", "splitdrive"):
    _of_paths(f"os.path.{_name}", "p", _PAIR, p=is_path)
for _name in ("exists", "isfile", "islink", "ismount", "lexists"):
    _of_paths(f"os.path.{_name}", "path", BOOL, path=_is_file)
for _name in ("isabs", "isdir"):
    _of_paths(f"os.path.{_name}", "s", BOOL, s=_is_file)
_of_paths("os.path.getsize", "filename", INT, filename=_is_file)
for _name in ("getatime", "getctime", "getmtime"):
    _of_paths(f"os.path.{_name}", "filename", FLOAT, filename=_is_file)
_of_paths("os.path.samefile", "f1, f2", BOOL, f1=_is_file, f2=_is_file)


def _join(a: str, paths: tuple[str, ...]) -> str:
    return os.path.join(a, *paths)


def _join_all(paths: Any) -> str:
    return os.path.join(*paths)


def _relpath(path: str, start: str | None) -> str:
    return os.path.relpath(path, start)


def _commonpath(paths: Any) -> str:
    return os.path.commonpath(paths)


def _commonprefix(m: Any) -> str:
    return os.path.commonprefix(m)  # noqa: RUF071


implement("os.path.join", "a, /, *paths", TEXT, _join, a=is_path, paths=is_path)
implement("spread:os.path.join", "paths", TEXT, _join_all, paths=_is_texts)
implement("os.path.relpath", "path, start=None", TEXT, _relpath, path=is_path, start=or_none(is_path))
implement("os.path.commonpath", "paths", TEXT, _commonpath, paths=_is_texts)
implement("os.path.commonprefix", "m", TEXT, _commonprefix, m=_is_texts)


# ---------------------------------------------------------------------------------------------------- folders


def _listdir(path: Any) -> list[str]:
    return os.listdir(path)


def _access(path: Any, mode: int) -> bool:
    return os.access(path, mode)


def _readlink(path: str) -> str:
    return os.readlink(path)


implement("os.getcwd", "", TEXT, module_function(globals(), os, "getcwd"))
implement("os.listdir", "path='.'", TEXTS, _listdir, path=or_none(lambda ty: is_text(ty) or is_whole(ty)))
implement("os.access", "path, mode", BOOL, _access, path=_is_file, mode=is_whole)
implement("os.readlink", "path", TEXT, _readlink, path=is_path)


def _glob(pathname: str, root_dir: str | None, recursive: Any) -> list[str]:
    return glob.glob(pathname, root_dir=root_dir, recursive=bool(recursive))


def _fnmatch(name: str, pat: str) -> bool:
    return fnmatch.fnmatch(name, pat)


def _filter(names: Any, pat: str) -> list[str]:
    return fnmatch.filter(names, pat)


implement(
    "glob.glob",
    "pathname, *, root_dir=None, recursive=False",
    TEXTS,
    _glob,
    pathname=is_path,
    root_dir=or_none(is_path),
    recursive=is_number,
)
implement("fnmatch.fnmatch", "name, pat", BOOL, _fnmatch, name=is_text, pat=is_text)
implement("fnmatch.filter", "names, pat", TEXTS, _filter, names=_is_texts, pat=is_text)


def _which(cmd: str) -> str | None:
    return shutil.which(cmd)


def _gettempdir() -> str:
    return tempfile.gettempdir()


def _mkdtemp(suffix: str | None, prefix: str | None, folder: str | None) -> str:
    return tempfile.mkdtemp(suffix, prefix, folder)


implement("shutil.which", "cmd", _OR_NONE, _which, cmd=is_text)
implement("tempfile.gettempdir", "", TEXT, _gettempdir)
implement(
    "tempfile.mkdtemp",
    "suffix=None, prefix=None, dir=None",
    TEXT,
    _mkdtemp,
    suffix=or_none(is_text),
    prefix=or_none(is_text),
    dir=or_none(is_text),
)
