"""Functions of ``os``, ``sys``, ``platform``, ``time`` and ``secrets`` that the interpreter runs."""

from __future__ import annotations

import os
import platform
import secrets
import sys
import time
from typing import Any

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.hosted import (
    BOOL,
    BYTES,
    INT,
    TEXT,
    calling,
    implement,
    is_buffer,
    is_number,
    is_text,
    is_whole,
    or_none,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

# ---------------------------------------------------------------------------------------------------- os


def _getpid() -> int:
    return os.getpid()


def _getppid() -> int:
    return os.getppid()


def _cpu_count() -> int | None:
    return os.cpu_count()


def _urandom(size: int) -> bytes:
    return os.urandom(size)


def _system(command: str) -> int:
    return os.system(command)


implement("os.getpid", "", INT, _getpid)
implement("os.getppid", "", INT, _getppid)
implement("os.cpu_count", "", types.Optional(INT), _cpu_count)
implement("os.urandom", "size, /", BYTES, _urandom, size=is_whole)
implement("os.system", "command", INT, _system, command=is_text)


# ---------------------------------------------------------------------------------------------------- sys


def _getrecursionlimit() -> int:
    return sys.getrecursionlimit()


def _getdefaultencoding() -> str:
    return sys.getdefaultencoding()


def _getfilesystemencoding() -> str:
    return sys.getfilesystemencoding()


implement("sys.getrecursionlimit", "", INT, _getrecursionlimit)
implement("sys.getdefaultencoding", "", TEXT, _getdefaultencoding)
implement("sys.getfilesystemencoding", "", TEXT, _getfilesystemencoding)


@implements("sys.intern")
def intern(string: Any) -> FunctionType | None:
    """Return the text: texts of compiled code have no identity."""

    def impl(string):
        return string

    return impl if is_text(string) else None


def _input(prompt: Any) -> str:
    return input(prompt)


implement("builtins.input", "prompt='', /", TEXT, _input, prompt=lambda ty: is_text(ty) or is_number(ty))


# ---------------------------------------------------------------------------------------------------- platform


def _of_platform(name: str) -> Any:
    function = getattr(platform, name)

    def call() -> str:
        return function()  # type: ignore[no-any-return]

    call.__name__ = f"_{name}"
    globals()[f"_platform_{name}"] = call
    return call


for _name in (
    "machine", "node", "platform", "processor", "python_implementation", "python_version", "release",
    "system", "version",
):  # fmt: skip
    if hasattr(platform, _name):
        implement(f"platform.{_name}", "", TEXT, _of_platform(_name))


# ---------------------------------------------------------------------------------------------------- time


def _strftime(format: str) -> str:  # noqa: A002
    return time.strftime(format)


def _ctime(seconds: float | None) -> str:
    return time.ctime(seconds)


def _asctime() -> str:
    return time.asctime()


implement("time.strftime", "format, /", TEXT, _strftime, format=is_text)
implement("time.ctime", "seconds=None, /", TEXT, _ctime, seconds=or_none(is_number))
implement("time.asctime", "", TEXT, _asctime)


# ---------------------------------------------------------------------------------------------------- secrets


def _randbelow(exclusive_upper_bound: int) -> int:
    return secrets.randbelow(exclusive_upper_bound)


def _randbits(k: int) -> int:
    return secrets.randbits(k)


def _token_bytes(nbytes: int | None) -> bytes:
    return secrets.token_bytes(nbytes)


def _token_hex(nbytes: int | None) -> str:
    return secrets.token_hex(nbytes)


def _token_urlsafe(nbytes: int | None) -> str:
    return secrets.token_urlsafe(nbytes)


def _compare_digest(a: Any, b: Any) -> bool:
    return secrets.compare_digest(a, b)


def _is_digest(ty: Any) -> bool:
    return is_text(ty) or is_buffer(ty)


_BELOW = calling(_randbelow, INT, "exclusive_upper_bound")

implement("secrets.randbelow", "exclusive_upper_bound", INT, _randbelow, exclusive_upper_bound=is_whole)
implement("secrets.randbits", "k", INT, _randbits, k=is_whole)
implement("secrets.token_bytes", "nbytes=None", BYTES, _token_bytes, nbytes=or_none(is_whole))
implement("secrets.token_hex", "nbytes=None", TEXT, _token_hex, nbytes=or_none(is_whole))
implement("secrets.token_urlsafe", "nbytes=None", TEXT, _token_urlsafe, nbytes=or_none(is_whole))
implement("secrets.compare_digest", "a, b, /", BOOL, _compare_digest, a=_is_digest, b=_is_digest)


@implements("secrets.choice")
def choice(seq: Any) -> FunctionType:
    """Return one of the items."""

    def impl(seq):
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[_BELOW(len(seq))]

    return impl
