"""The classes that stand for files in compiled code: the interpreter's file reads and writes.

Lines are taken of a block that was read ahead, where the file can go back to the line that is next.
"""

from __future__ import annotations

import codecs
import io
from dataclasses import dataclass
from functools import wraps
from threading import RLock
from typing import Any

import numpy as np

from coluber import _native
from coluber.core.errors import RequireLiteralValue, TypingError
from coluber.core.extending import implements
from coluber.lib.hosted import BOOL, BYTES, HANDLE, INT, NONE, TEXT, Handle, calling, is_bytes, is_whole, site
from coluber.lib.intrinsics import call_object, is_alone
from coluber.lib.kinds import is_none
from coluber.lib.python.path_objects import is_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

# Words of the array that holds a file: where the next line begins in the block that was read ahead, how many bytes wait to be
# written, whether a loop over lines is under way, whether lines may be read ahead, and whether what is written may wait. Behind
# them is room for what waits.
_AT, _WAITING, _ITERATING, _AHEAD, _WAITS = range(5)
_WORDS = 5
_ROOM = 1 << 13

# How much is read ahead: more each time, as long as the program takes lines only.
_FIRST_BLOCK = 1 << 9
_LARGEST_BLOCK = 1 << 16

# Beyond all blocks: the interpreter's file is where the program is.
_NOWHERE = 1 << 62


# ---------------------------------------------------------------------------------------------------- the interpreter's side


class Opened:
    """A file of the interpreter.

    Parameters
    ----------
    file : file
        The file.
    ends_lines : bool
        Whether its lines end with a newline character alone.
    """

    def __init__(self, file: Any, ends_lines: bool) -> None:
        self.file = file
        self.lock = RLock()
        reads, waits = _may_read_ahead(file, ends_lines), _may_wait(file)
        self.words = np.zeros(_WORDS + (_ROOM // 8 if waits else 0), np.int64)
        self.words[:_WORDS] = _NOWHERE, 0, 0, reads, waits
        self.start = 0
        self.length = 0
        self.size = _FIRST_BLOCK

    def handle(self) -> Handle:
        """Return what compiled code has of it."""
        made = self.words.view(Handle)
        made.held = self
        return made

    def lines(self) -> Any:
        """Return whole lines from where the file is."""
        file = self.settled()
        self.start = file.tell()
        self.size = min(2 * self.size, _LARGEST_BLOCK)
        read = file.read(self.size)
        if read[-1:] not in ("\n", b"\n"):
            read += file.readline()
        self.length = len(read)
        self.words[_AT] = 0
        return read

    def settled(self) -> Any:
        """Return the file, to which all was written, and which is where the program is."""
        words = self.words
        if words[_WAITING]:
            self.write_what_waits()
        if words[_AT] < self.length:
            self.size = _FIRST_BLOCK
            self.file.seek(self.start)
            self.file.read(int(words[_AT]))
        words[_AT] = _NOWHERE
        return self.file

    def write_what_waits(self) -> None:
        """Write what compiled code has left."""
        count = int(self.words[_WAITING])
        self.words[_WAITING] = 0
        data = self.words.view(np.uint8)[8 * _WORDS : 8 * _WORDS + count].tobytes()
        self.file.write(data.decode() if isinstance(self.file, io.TextIOBase) else data)

    def __del__(self) -> None:
        """Write what waits: no code has the file any more."""
        if self.words[_WAITING]:
            self.write_what_waits()


def _may_read_ahead(file: Any, ends_lines: bool) -> bool:
    return ends_lines and not isinstance(file, io.RawIOBase) and file.readable() and file.seekable()


def _may_wait(file: Any) -> bool:
    """Whether what is written may wait: it is certain that it can be written, and nobody looks for it."""
    if file.closed or file.readable() or isinstance(file, io.RawIOBase) or file.isatty():
        return False
    if not isinstance(file, io.TextIOWrapper):
        return True
    is_plain = codecs.lookup(file.encoding).name == "utf-8" and file.errors == "strict"
    return is_plain and not (file.line_buffering or file.write_through)


def _one_at_a_time(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of a file that one thread at a time runs: files of text are not made for several."""

    @wraps(function)
    def locked(handle: Handle, *arguments: Any) -> Any:
        with handle.held.lock:
            return function(handle, *arguments)

    return locked


def _lines(handle: Handle) -> str:
    return handle.held.lines()  # type: ignore[no-any-return]


def _lines_bytes(handle: Handle) -> bytes:
    return handle.held.lines()  # type: ignore[no-any-return]


def _read(handle: Handle, size: int | None) -> str:
    return handle.held.settled().read(size)  # type: ignore[no-any-return]


def _read_bytes(handle: Handle, size: int | None) -> bytes:
    return handle.held.settled().read(size)  # type: ignore[no-any-return]


def _readline(handle: Handle, size: int) -> str:
    return handle.held.settled().readline(size)  # type: ignore[no-any-return]


def _readline_bytes(handle: Handle, size: int) -> bytes:
    return handle.held.settled().readline(size)  # type: ignore[no-any-return]


def _readinto(handle: Handle, buffer: Any) -> int:
    return handle.held.settled().readinto(buffer)  # type: ignore[no-any-return]


@_one_at_a_time
def _write(handle: Handle, data: Any) -> int:
    return handle.held.settled().write(data)  # type: ignore[no-any-return]


@_one_at_a_time
def _seek(handle: Handle, position: int, whence: int) -> int:
    file = handle.held.settled()
    handle[_ITERATING] = 0
    return file.seek(position, whence)  # type: ignore[no-any-return]


@_one_at_a_time
def _tell(handle: Handle) -> int:
    if handle[_ITERATING] and isinstance(handle.held.file, io.TextIOBase):
        raise OSError("telling position disabled by next() call")
    return handle.held.settled().tell()  # type: ignore[no-any-return]


@_one_at_a_time
def _truncate(handle: Handle, size: int | None) -> int:
    file = handle.held.settled()
    handle[_ITERATING] = 0
    return file.truncate(size)  # type: ignore[no-any-return]


@_one_at_a_time
def _flush(handle: Handle) -> None:
    file = handle.held.settled()
    handle[_ITERATING] = 0
    file.flush()


@_one_at_a_time
def _close(handle: Handle) -> None:
    handle[_AT] = _NOWHERE
    file = handle.held.settled()
    handle[_WAITS] = 0
    file.close()


def _fileno(handle: Handle) -> int:
    return handle.held.settled().fileno()  # type: ignore[no-any-return]


def _says(handle: Handle, question: str) -> bool:
    return getattr(handle.held.file, question)()  # type: ignore[no-any-return]


def _closed(handle: Handle) -> bool:
    return handle.held.file.closed  # type: ignore[no-any-return]


def _attribute(handle: Handle, name: str) -> str:
    value = getattr(handle.held.file, name)
    if not isinstance(value, str):
        raise TypeError(f"the attribute '{name}' of this file is no text, but {value!r}")
    return value


def _enter(handle: Handle) -> None:
    handle.held.file.__enter__()


def _iterate(handle: Handle) -> None:
    iter(handle.held.file)


_LINES, _LINES_BYTES = site(_lines, TEXT), site(_lines_bytes, BYTES)
_READ, _READ_BYTES = site(_read, TEXT), site(_read_bytes, BYTES)
_READLINE, _READLINE_BYTES = site(_readline, TEXT), site(_readline_bytes, BYTES)
_READINTO, _WRITE, _SEEK, _TELL = site(_readinto, INT), site(_write, INT), site(_seek, INT), site(_tell, INT)
_TRUNCATE, _FILENO = site(_truncate, INT), site(_fileno, INT)
_CLOSE, _FLUSH, _ENTER, _ITERATE = site(_close, NONE), site(_flush, NONE), site(_enter, NONE), site(_iterate, NONE)
_SAYS, _CLOSED, _ATTRIBUTE = site(_says, BOOL), site(_closed, BOOL), site(_attribute, TEXT)


# ---------------------------------------------------------------------------------------------------- the classes


class _File:
    """What files of text and of bytes have in common."""

    handle: Any
    block: Any

    def _waits(self, data: bytes) -> bool:
        """Let bytes wait until there are many; false where they can't."""
        count, waiting = len(data), self.handle[_WAITING]
        # Other threads may write, too, once there are any: then the interpreter orders what they do.
        if self.handle[_WAITS] == 0 or waiting + count > _ROOM or not is_alone():
            return False
        start = 8 * _WORDS + waiting
        memory = self.handle.view(np.uint8)
        memory[start : start + count] = np.frombuffer(data, np.uint8)
        self.handle[_WAITING] = waiting + count
        return True

    def __next__(self) -> Any:
        line = self._line()
        if len(line) == 0:
            self.handle[_ITERATING] = 0
            raise StopIteration
        self.handle[_ITERATING] = 1
        return line

    def writelines(self, lines: Any) -> None:
        """Write texts, or bytes."""
        for line in lines:
            self.write(line)

    def tell(self) -> int:
        """Return where is read and written next."""
        return call_object(_TELL, INT, self.handle)  # type: ignore[no-any-return]

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go elsewhere."""
        return call_object(_SEEK, INT, self.handle, offset, whence)  # type: ignore[no-any-return]

    def truncate(self, size: int | None = None) -> int:
        """Cut what comes from a place on off."""
        return call_object(_TRUNCATE, INT, self.handle, size)  # type: ignore[no-any-return]

    def flush(self) -> None:
        """Hand all that was written to the system."""
        call_object(_FLUSH, NONE, self.handle)

    def close(self) -> None:
        """Read and write no more."""
        call_object(_CLOSE, NONE, self.handle)

    def readlines(self, hint: int | None = -1) -> Any:
        """Return the lines from here on; no more where those that are found have so many characters."""
        lines = []
        total = 0
        while True:
            line = self.readline()
            if len(line) == 0:
                return lines
            lines.append(line)
            total += len(line)
            if hint is not None and 0 < hint < total:
                return lines

    def __iter__(self) -> Any:
        call_object(_ITERATE, NONE, self.handle)
        return self

    def __enter__(self) -> Any:
        call_object(_ENTER, NONE, self.handle)
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.close()

    def fileno(self) -> int:
        """Return the system's number of the file."""
        return call_object(_FILENO, INT, self.handle)  # type: ignore[no-any-return]

    def readable(self) -> bool:
        """Whether it may be read."""
        return call_object(_SAYS, BOOL, self.handle, "readable")  # type: ignore[no-any-return]

    def writable(self) -> bool:
        """Whether it may be written to."""
        return call_object(_SAYS, BOOL, self.handle, "writable")  # type: ignore[no-any-return]

    def seekable(self) -> bool:
        """Whether there are other places to go to."""
        return call_object(_SAYS, BOOL, self.handle, "seekable")  # type: ignore[no-any-return]

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return call_object(_SAYS, BOOL, self.handle, "isatty")  # type: ignore[no-any-return]

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return call_object(_CLOSED, BOOL, self.handle)  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What it was opened by."""
        return call_object(_ATTRIBUTE, TEXT, self.handle, "name")  # type: ignore[no-any-return]

    @property
    def mode(self) -> str:
        """How it was opened."""
        return call_object(_ATTRIBUTE, TEXT, self.handle, "mode")  # type: ignore[no-any-return]


@dataclass(eq=False)
class TextFile(_File):
    """A file of text.

    Parameters
    ----------
    handle : array
        What holds the interpreter's file.
    block : str
        Lines that were read ahead.
    """

    handle: Any
    block: str

    def read(self, size: int | None = -1) -> str:
        """Return what comes from here on, or so much of it."""
        return call_object(_READ, TEXT, self.handle, size)  # type: ignore[no-any-return]

    def readline(self, size: int | None = -1) -> str:
        """Return the rest of the line, with its end; no more than a number of characters."""
        if size is not None and size >= 0:
            return call_object(_READLINE, TEXT, self.handle, size)  # type: ignore[no-any-return]
        return self._line()

    def _line(self) -> str:
        start = self.handle[_AT]
        if start >= len(self.block):
            if self.handle[_AHEAD] == 0:
                return call_object(_READLINE, TEXT, self.handle, -1)  # type: ignore[no-any-return]
            self.block = call_object(_LINES, TEXT, self.handle)
            start = 0
        stop = self.block.find("\n", start) + 1
        if stop == 0:
            stop = len(self.block)
        self.handle[_AT] = stop
        return self.block[start:stop]

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        if self.handle[_WAITS] != 0 and self._waits(text.encode()):
            return len(text)
        return call_object(_WRITE, INT, self.handle, text)  # type: ignore[no-any-return]

    @property
    def encoding(self) -> str:
        """The encoding of the text."""
        return call_object(_ATTRIBUTE, TEXT, self.handle, "encoding")  # type: ignore[no-any-return]

    @property
    def errors(self) -> str:
        """What is done with text that can't be encoded."""
        return call_object(_ATTRIBUTE, TEXT, self.handle, "errors")  # type: ignore[no-any-return]


@dataclass(eq=False)
class BinaryFile(_File):
    """A file of bytes.

    Parameters
    ----------
    handle : array
        What holds the interpreter's file.
    block : bytes
        Lines that were read ahead.
    """

    handle: Any
    block: bytes

    def read(self, size: int | None = -1) -> bytes:
        """Return what comes from here on, or so much of it."""
        return call_object(_READ_BYTES, BYTES, self.handle, size)  # type: ignore[no-any-return]

    def readline(self, size: int | None = -1) -> bytes:
        """Return the rest of the line, with its end; no more than a number of characters."""
        if size is not None and size >= 0:
            return call_object(_READLINE_BYTES, BYTES, self.handle, size)  # type: ignore[no-any-return]
        return self._line()

    def _line(self) -> bytes:
        start = self.handle[_AT]
        if start >= len(self.block):
            if self.handle[_AHEAD] == 0:
                return call_object(_READLINE_BYTES, BYTES, self.handle, -1)  # type: ignore[no-any-return]
            self.block = call_object(_LINES_BYTES, BYTES, self.handle)
            start = 0
        stop = self.block.find(b"\n", start) + 1
        if stop == 0:
            stop = len(self.block)
        self.handle[_AT] = stop
        return self.block[start:stop]

    def write(self, buffer: Any) -> int:
        """Write bytes, or the memory of an array; return how many bytes went."""
        if isinstance(buffer, bytes) and self._waits(buffer):
            return len(buffer)
        return call_object(_WRITE, INT, self.handle, buffer)  # type: ignore[no-any-return]

    def readinto(self, buffer: Any) -> int:
        """Read into the memory of an array; return how many bytes came."""
        return call_object(_READINTO, INT, self.handle, buffer)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------------------------- Python's objects


def counterpart_of(value: Any) -> Any:
    """Return what a file is in compiled code."""
    if isinstance(value, io.TextIOWrapper):
        # How its lines end nobody can ask.
        return TextFile(Opened(value, False).handle(), "")
    return BinaryFile(Opened(value, not value.closed).handle(), b"")


def write_back(value: Any, counterpart: Any) -> None:
    """Let a file be where its counterpart is."""
    counterpart.handle.held.settled()


def original_of(counterpart: Any) -> Any:
    """Return the file."""
    return counterpart.handle.held.settled()


def _register() -> None:
    _native.register_counterpart(io.TextIOWrapper, TextFile, __name__)
    for cls in (io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.FileIO):
        _native.register_counterpart(cls, BinaryFile, __name__)


_register()


# ---------------------------------------------------------------------------------------------------- making them


def _open(file: Any, mode: str, buffering: int, encoding: Any, errors: Any, newline: Any, closefd: Any) -> Handle:
    opened = open(file, mode, buffering, encoding, errors, newline, bool(closefd))  # noqa: SIM115
    return Opened(opened, newline in (None, "\n")).handle()


_OPEN = calling(_open, HANDLE, "file, mode, buffering, encoding, errors, newline, closefd")


@implements("builtins.open")
def open_(
    file: Any,
    mode: Any = "r",
    buffering: Any = -1,
    encoding: Any = None,
    errors: Any = None,
    newline: Any = None,
    closefd: Any = True,
    opener: Any = None,
) -> FunctionType | None:
    """Open a file; the mode says of which of the classes it is."""
    if not is_none(opener):
        raise TypingError("open() with 'opener=' is not supported in compiled code")
    if not (is_path(file) or is_bytes(file) or is_whole(file)):
        return None

    def impl(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True):
        return TextFile(_OPEN(file, mode, buffering, encoding, errors, newline, closefd), "")

    def impl_bytes(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True):
        return BinaryFile(_OPEN(file, mode, buffering, encoding, errors, newline, closefd), b"")

    return impl_bytes if "b" in _constant(mode) else impl


def _constant(mode: Any) -> str:
    literal = getattr(mode, "literal_value", mode)
    if not isinstance(literal, str):
        raise RequireLiteralValue(
            "the mode of open() must be a string constant: it says whether a file is one of text or of bytes"
        )
    return literal
