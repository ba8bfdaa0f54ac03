"""The class that stands for ``pathlib.Path`` in compiled code: a text that the interpreter takes apart."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from typing import Any

from coluber import _native
from coluber.core.extending import implements
from coluber.lib.hosted import BOOL, BYTES, INT, NONE, TEXT, TEXTS, is_text, site
from coluber.lib.intrinsics import call_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType


def _attribute(text: str, name: str) -> str:
    return str(getattr(pathlib.Path(text), name))


def _suffixes(text: str) -> list[str]:
    return pathlib.Path(text).suffixes


def _says(text: str, question: str) -> bool:
    return getattr(pathlib.Path(text), question)()  # type: ignore[no-any-return]


def _gives(text: str, method: str, *arguments: str) -> str:
    return str(getattr(pathlib.Path(text), method)(*arguments))


def _joined(text: str, others: tuple[str, ...]) -> str:
    return str(pathlib.Path(text, *others))


def _is_less(text: str, other: str) -> bool:
    return pathlib.Path(text) < pathlib.Path(other)


def _paths(text: str, method: str, *arguments: str) -> list[str]:
    return [str(path) for path in getattr(pathlib.Path(text), method)(*arguments)]


def _read_text(text: str, encoding: str | None, errors: str | None) -> str:
    return pathlib.Path(text).read_text(encoding, errors)


def _read_bytes(text: str) -> bytes:
    return pathlib.Path(text).read_bytes()


def _write_text(text: str, data: str, encoding: str | None, errors: str | None) -> int:
    return pathlib.Path(text).write_text(data, encoding, errors)


def _write_bytes(text: str, data: Any) -> int:
    return pathlib.Path(text).write_bytes(data)


def _mkdir(text: str, mode: int, parents: bool, exist_ok: bool) -> None:
    pathlib.Path(text).mkdir(mode, parents, exist_ok)


def _unlink(text: str, missing_ok: bool) -> None:
    pathlib.Path(text).unlink(missing_ok)


def _rmdir(text: str) -> None:
    pathlib.Path(text).rmdir()


def _touch(text: str, mode: int, exist_ok: bool) -> None:
    pathlib.Path(text).touch(mode, exist_ok)


_ATTRIBUTE, _SUFFIXES, _SAYS, _GIVES = site(_attribute, TEXT), site(_suffixes, TEXTS), site(_says, BOOL), site(_gives, TEXT)
_JOINED, _IS_LESS, _PATHS = site(_joined, TEXT), site(_is_less, BOOL), site(_paths, TEXTS)
_READ_TEXT, _READ_BYTES = site(_read_text, TEXT), site(_read_bytes, BYTES)
_WRITE_TEXT, _WRITE_BYTES = site(_write_text, INT), site(_write_bytes, INT)
_MKDIR, _UNLINK, _RMDIR, _TOUCH = site(_mkdir, NONE), site(_unlink, NONE), site(_rmdir, NONE), site(_touch, NONE)


@dataclass(frozen=True)
class Path:
    """A ``pathlib.Path``.

    Parameters
    ----------
    text : str
        The path.
    """

    text: str

    def __str__(self) -> str:
        return self.text

    def __truediv__(self, other: Any) -> Any:
        return Path(call_object(_JOINED, TEXT, self.text, (str(other),)))

    def __rtruediv__(self, other: str) -> Any:
        return Path(call_object(_JOINED, TEXT, other, (self.text,)))

    def __lt__(self, other: Any) -> bool:
        return call_object(_IS_LESS, BOOL, self.text, other.text)  # type: ignore[no-any-return]

    def joinpath(self, *others: Any) -> Any:
        """Return the path of something below."""
        out = self
        for other in others:
            out = out / other
        return out

    @property
    def name(self) -> str:
        """The last part."""
        return call_object(_ATTRIBUTE, TEXT, self.text, "name")  # type: ignore[no-any-return]

    @property
    def stem(self) -> str:
        """The last part without its suffix."""
        return call_object(_ATTRIBUTE, TEXT, self.text, "stem")  # type: ignore[no-any-return]

    @property
    def suffix(self) -> str:
        """The end of the last part."""
        return call_object(_ATTRIBUTE, TEXT, self.text, "suffix")  # type: ignore[no-any-return]

    @property
    def suffixes(self) -> list[str]:
        """The suffixes of the last part."""
        return call_object(_SUFFIXES, TEXTS, self.text)  # type: ignore[no-any-return]

    @property
    def anchor(self) -> str:
        """What an absolute path begins with."""
        return call_object(_ATTRIBUTE, TEXT, self.text, "anchor")  # type: ignore[no-any-return]

    @property
    def parent(self) -> Any:
        """The folder."""
        return Path(call_object(_ATTRIBUTE, TEXT, self.text, "parent"))

    def exists(self) -> bool:
        """Whether there is such a file or folder."""
        return call_object(_SAYS, BOOL, self.text, "exists")  # type: ignore[no-any-return]

    def is_file(self) -> bool:
        """Whether there is such a file."""
        return call_object(_SAYS, BOOL, self.text, "is_file")  # type: ignore[no-any-return]

    def is_dir(self) -> bool:
        """Whether there is such a folder."""
        return call_object(_SAYS, BOOL, self.text, "is_dir")  # type: ignore[no-any-return]

    def is_absolute(self) -> bool:
        """Whether the path says all."""
        return call_object(_SAYS, BOOL, self.text, "is_absolute")  # type: ignore[no-any-return]

    def as_posix(self) -> str:
        """Return the path with slashes."""
        return call_object(_GIVES, TEXT, self.text, "as_posix")  # type: ignore[no-any-return]

    def resolve(self) -> Any:
        """Return the path without links."""
        return Path(call_object(_GIVES, TEXT, self.text, "resolve"))

    def absolute(self) -> Any:
        """Return the whole path."""
        return Path(call_object(_GIVES, TEXT, self.text, "absolute"))

    def expanduser(self) -> Any:
        """Return the path with the folder of a user in the place of its name."""
        return Path(call_object(_GIVES, TEXT, self.text, "expanduser"))

    def with_suffix(self, suffix: str) -> Any:
        """Return the path with another suffix."""
        return Path(call_object(_GIVES, TEXT, self.text, "with_suffix", suffix))

    def with_name(self, name: str) -> Any:
        """Return the path with another last part."""
        return Path(call_object(_GIVES, TEXT, self.text, "with_name", name))

    def with_stem(self, stem: str) -> Any:
        """Return the path with another last part, which keeps the suffix."""
        return Path(call_object(_GIVES, TEXT, self.text, "with_stem", stem))

    def relative_to(self, other: Any) -> Any:
        """Return the path from a folder on."""
        return Path(call_object(_GIVES, TEXT, self.text, "relative_to", str(other)))

    def rename(self, target: Any) -> Any:
        """Give the file another path."""
        return Path(call_object(_GIVES, TEXT, self.text, "rename", str(target)))

    def iterdir(self) -> Any:
        """Return what is in the folder."""
        return iter([Path(text) for text in call_object(_PATHS, TEXTS, self.text, "iterdir")])

    def glob(self, pattern: str) -> Any:
        """Return what has paths of a pattern."""
        return iter([Path(text) for text in call_object(_PATHS, TEXTS, self.text, "glob", pattern)])

    def rglob(self, pattern: str) -> Any:
        """Return what has paths of a pattern here or below."""
        return iter([Path(text) for text in call_object(_PATHS, TEXTS, self.text, "rglob", pattern)])

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        """Return the text of the file."""
        return call_object(_READ_TEXT, TEXT, self.text, encoding, errors)  # type: ignore[no-any-return]

    def read_bytes(self) -> bytes:
        """Return the bytes of the file."""
        return call_object(_READ_BYTES, BYTES, self.text)  # type: ignore[no-any-return]

    def write_text(self, data: str, encoding: str | None = None, errors: str | None = None) -> int:
        """Make a file of a text."""
        return call_object(_WRITE_TEXT, INT, self.text, data, encoding, errors)  # type: ignore[no-any-return]

    def write_bytes(self, data: Any) -> int:
        """Make a file of bytes."""
        return call_object(_WRITE_BYTES, INT, self.text, data)  # type: ignore[no-any-return]

    def mkdir(self, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        """Make the folder."""
        call_object(_MKDIR, NONE, self.text, mode, parents, exist_ok)

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove the file."""
        call_object(_UNLINK, NONE, self.text, missing_ok)

    def rmdir(self) -> None:
        """Remove the folder."""
        call_object(_RMDIR, NONE, self.text)

    def touch(self, mode: int = 0o666, exist_ok: bool = True) -> None:
        """Make the file, or let it be of now."""
        call_object(_TOUCH, NONE, self.text, mode, exist_ok)

    def open(self, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None, newline: Any = None) -> Any:
        """Open the file."""
        return open(self.text, mode, buffering, encoding, errors, newline)


def is_path(ty: Any) -> bool:
    """Whether an argument is a text or such a path."""
    return is_text(ty) or getattr(ty, "instance_class", None) is Path


def counterpart_of(value: pathlib.Path) -> Path:
    """Return what a ``pathlib.Path`` is in compiled code."""
    return Path(str(value))


def write_back(value: pathlib.Path, counterpart: Path) -> None:
    """Do nothing: nobody changes one."""


def original_of(counterpart: Path) -> pathlib.Path:
    """Return the ``pathlib.Path``."""
    return pathlib.Path(counterpart.text)


_native.register_counterpart(type(pathlib.Path()), Path, __name__)


@implements("pathlib.Path")
def path(*args: Any) -> FunctionType | None:
    """Make a path of its parts."""

    def impl(*args):
        return Path(call_object(_JOINED, TEXT, "", args))

    def impl_empty():
        return Path(".")

    def impl_one(part):
        return Path(call_object(_JOINED, TEXT, str(part), ()))

    def impl_parts(*args):
        return Path(".").joinpath(*args)

    if not all(map(is_path, args)):
        return None
    if len(args) == 1:
        return impl_one
    return impl_empty if not args else impl if all(map(is_text, args)) else impl_parts


def _cwd() -> str:
    return str(pathlib.Path.cwd())


def _home() -> str:
    return str(pathlib.Path.home())


_CWD, _HOME = site(_cwd, TEXT), site(_home, TEXT)


@implements("pathlib.Path.cwd")
def cwd() -> FunctionType:
    """Return the folder of the process."""
    return lambda: Path(call_object(_CWD, TEXT))


@implements("pathlib.Path.home")
def home() -> FunctionType:
    """Return the folder of the user."""
    return lambda: Path(call_object(_HOME, TEXT))
