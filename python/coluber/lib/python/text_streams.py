"""The class that stands for ``io.StringIO`` in compiled code, and ``print`` into one.

An argument is copied, and written back when compiled code has changed it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from coluber import _native
from coluber.core.extending import implements
from coluber.lib.kinds import is_none
from coluber.lib.python.files import TextFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_CLOSED = "I/O operation on closed file"


@dataclass(eq=False)
class TextStream:
    """An ``io.StringIO`` whose lines end with a newline character alone.

    Parameters
    ----------
    text : str
        All of it.
    at : int
        Where is read and written next.
    closed : bool
        Whether that is over.
    """

    text: str
    at: int
    closed: bool

    def _check(self) -> None:
        if self.closed:
            raise ValueError(_CLOSED)

    def write(self, s: str) -> int:
        """Write a text; return its length."""
        self._check()
        size, length = len(s), len(self.text)
        if size == 0:
            return 0
        if self.at == length:
            self.text = self.text + s
        elif self.at > length:
            self.text = self.text + "\0" * (self.at - length) + s
        else:
            self.text = self.text[: self.at] + s + self.text[self.at + size :]
        self.at = self.at + size
        return size

    def writelines(self, lines: Any) -> None:
        """Write texts."""
        self._check()
        for line in lines:
            self.write(line)

    def getvalue(self) -> str:
        """Return all that was written."""
        self._check()
        return self.text

    def _end(self, size: int | None) -> int:
        length = len(self.text)
        return length if size is None or size < 0 else min(length, self.at + size)

    def read(self, size: int | None = -1) -> str:
        """Return the text from here on, or so many characters of it."""
        self._check()
        start, stop = self.at, self._end(size)
        if start >= stop:
            return ""
        self.at = stop
        return self.text[start:stop]

    def readline(self, size: int | None = -1) -> str:
        """Return the rest of the line, with its end."""
        self._check()
        start, stop = self.at, self._end(size)
        if start >= stop:
            return ""
        found = self.text.find("\n", start, stop)
        if found >= 0:
            stop = found + 1
        self.at = stop
        return self.text[start:stop]

    def readlines(self, hint: int | None = -1) -> list[str]:
        """Return the lines from here on; no more where those that are found have so many characters."""
        self._check()
        lines: list[str] = []
        total = 0
        while True:
            line = self.readline()
            if line == "":
                return lines
            lines.append(line)
            total += len(line)
            if hint is not None and 0 < hint < total:
                return lines

    def __iter__(self) -> Any:
        self._check()
        return self

    def __next__(self) -> str:
        line = self.readline()
        if line == "":
            raise StopIteration
        return line

    def tell(self) -> int:
        """Return where is read and written next."""
        self._check()
        return self.at

    def seek(self, pos: int, whence: int = 0) -> int:
        """Go elsewhere."""
        self._check()
        if whence < 0 or whence > 2:
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if pos < 0 and whence == 0:
            raise ValueError(f"Negative seek position {pos}")
        if whence != 0 and pos != 0:
            raise OSError("Can't do nonzero cur-relative seeks")
        if whence == 0:
            self.at = pos
        elif whence == 2:
            self.at = len(self.text)
        return self.at

    def truncate(self, pos: int | None = None) -> int:
        """Cut what comes from a place on off."""
        self._check()
        size = self.at if pos is None else pos
        if size < 0:
            raise ValueError(f"Negative size value {size}")
        if size < len(self.text):
            self.text = self.text[:size]
        return size

    def close(self) -> None:
        """Read and write no more."""
        self.closed = True

    def flush(self) -> None:
        """Do nothing."""
        self._check()

    def readable(self) -> bool:
        """Return True."""
        self._check()
        return True

    def writable(self) -> bool:
        """Return True."""
        self._check()
        return True

    def seekable(self) -> bool:
        """Return True."""
        self._check()
        return True

    def __enter__(self) -> Any:
        self._check()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.close()


def counterpart_of(value: Any) -> TextStream:
    """Return what a ``StringIO`` is in compiled code."""
    if value.closed:
        return TextStream("", 0, True)
    if value.__getstate__()[1] != "\n":
        raise TypeError("a StringIO that translates the ends of lines has no type in compiled code")
    return TextStream(value.getvalue(), value.tell(), False)


def write_back(value: Any, counterpart: TextStream) -> None:
    """Give a ``StringIO`` the text of its counterpart."""
    value.seek(0)
    value.truncate()
    value.write(counterpart.text)
    value.seek(counterpart.at)
    if counterpart.closed:
        value.close()


def original_of(counterpart: TextStream) -> Any:
    """Return the ``StringIO`` that a counterpart stands for."""
    made = io.StringIO()
    write_back(made, counterpart)
    return made


_native.register_counterpart(io.StringIO, TextStream, __name__)


@implements("io.StringIO")
def string_io(initial_value: Any = "", newline: Any = "\n") -> FunctionType | None:
    """Make a stream that holds a text."""
    if newline != "\n" and getattr(newline, "literal_value", None) != "\n":
        return None

    def impl(initial_value="", newline="\n"):
        return TextStream(initial_value, 0, False)

    def impl_none(initial_value="", newline="\n"):
        return TextStream("", 0, False)

    return impl_none if is_none(initial_value) else impl


@implements("coluber.print_into")
def print_into(*items: Any, sep: Any = None, end: Any = None, file: Any = None, flush: Any = None) -> FunctionType | None:
    """Print into such a stream, or into a file of text."""
    if getattr(file, "instance_class", None) not in (TextStream, TextFile):
        return None
    names = [f"x{k}" for k in range(len(items))]
    between = "' '" if is_none(sep) else "sep"
    pieces = [f"str({name})" for name in names]
    behind = "'\\n'" if is_none(end) else "end"
    text = f"{f' + {between} + '.join(pieces)} + {behind}" if pieces else behind
    parameters = ", ".join([*names, "sep=None", "end=None", "file=None", "flush=None"])
    flushed = "" if flush is None else "    if flush:\n        file.flush()\n"
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def impl({parameters}):\n    file.write({text})\n{flushed}", scope)
    return scope["impl"]
