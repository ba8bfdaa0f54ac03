"""The text of an error: message, source excerpt with carets, facts, hints, what was being done."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

CONTEXT_LINES = 2
_LONGEST_LINE = 400
_MOST_DECORATOR_LINES = 50

_COLOURS = {
    "dark_bg": {"error": "1;31", "place": "1;37", "caret": "1;31", "note": "36", "hint": "1;32"},
    "light_bg": {"error": "1;31", "place": "1", "caret": "1;31", "note": "34", "hint": "32"},
    "blue_bg": {"error": "1;33", "place": "1;37", "caret": "1;33", "note": "36", "hint": "1;32"},
}
_COLOURS["jupyter_nb"] = _COLOURS["auto"] = _COLOURS["light_bg"]


@dataclass(frozen=True)
class Location:
    """A place in Python source: line from 1, columns in UTF-8 bytes from 0."""

    filename: str
    line: int
    col: int | None = None
    end_col: int | None = None

    def __str__(self) -> str:
        return f"{self.filename} ({self.line})"

    def short(self) -> str:
        """Return ``file.py:12``."""
        return f"{os.path.basename(self.filename)}:{self.line}"

    def strformat(self, nlines_up: int = CONTEXT_LINES) -> str:
        """Return the place and its source excerpt, where the source can be found."""
        return "\n".join(_excerpt(self, _plain, nlines_up))


def render(
    message: str,
    step: str | None,
    location: Location | None,
    notes: Iterable[str],
    hints: Iterable[str],
    contexts: Iterable[str],
    colour: bool | None = None,
) -> str:
    """Return the whole text of an error; see `coluber.core.errors.make_error`.

    Parameters
    ----------
    step : str, optional
        The stage of the compiler that failed.
    colour : bool, optional
        Whether to colour; by default on a terminal that wants it.
    """
    paint = _painter(colour)
    lines = [f"Failed in nopython mode pipeline (step: {step})"] if step else []
    lines.append(paint("error", _shortened(message)))
    if location is not None:
        lines += ["", *_excerpt(location, paint, CONTEXT_LINES)]
    tail = [paint("note", _shortened(note)) for note in notes] + [paint("hint", f"hint: {_shortened(hint)}") for hint in hints]
    tail += [f"During: {_shortened(context)}" for context in contexts]
    if tail:
        lines += ["", *tail]
    return "\n".join(lines)


def _shortened(text: str) -> str:
    """Return a text in which long lines have types with dots for what is deep in them."""
    return "\n".join(map(_shortened_line, text.split("\n"))) if len(text) > _LONGEST_LINE else text


def _shortened_line(line: str) -> str:
    shorter = line
    for depth in range(6, 0, -1):
        if len(shorter) <= _LONGEST_LINE:
            break
        shorter = _without_depths(line, depth)
    return shorter


def _without_depths(line: str, depth: int) -> str:
    """Return a line with dots for what stands in more than so many brackets. One whose brackets do not match stays as it is."""
    kept: list[str] = []
    level = 0
    for c in line:
        level -= c in ")]>"
        if level < 0:
            return line
        if level <= depth:
            kept.append(c)
        level += c in "([<"
        if level == depth + 1 and c in "([<":
            kept.append("…")
    return line if level else "".join(kept)


def _excerpt(location: Location, paint: _Paint, lines_up: int) -> list[str]:
    if location.col is None:
        # A whole function: the lines above it have nothing to do with it.
        location, lines_up = _definition(location), 0
    place = f'File "{_shown_path(location.filename)}", line {location.line}:'
    source = _source_lines(location, lines_up)
    if not source:
        return [paint("place", place)]
    return [paint("place", place), *source, paint("caret", _carets(source[-1], location.col, location.end_col))]


def _definition(location: Location) -> Location:
    """Return the place of the ``def`` line below the decorators that a function begins with."""
    import linecache

    for line in range(location.line, location.line + _MOST_DECORATOR_LINES):
        text = linecache.getline(location.filename, line).lstrip()
        if text.startswith(("def ", "async def ")):
            return Location(location.filename, line)
        if line == location.line and not text.startswith("@"):
            break
    return location


def _source_lines(location: Location, lines_up: int) -> list[str]:
    """Return the line and up to ``lines_up`` before it; nothing when the source is not known."""
    import linecache

    if location.line <= 0 or not linecache.getline(location.filename, location.line).strip():
        return []
    first = max(1, location.line - lines_up)
    lines = [linecache.getline(location.filename, n).rstrip("\n") for n in range(first, location.line + 1)]
    while len(lines) > 1 and not lines[0].strip():
        lines.pop(0)
    return lines


def _carets(line: str, col: int | None, end_col: int | None) -> str:
    """Return the line of carets under bytes ``col`` to ``end_col`` of a source line."""
    if col is None:
        start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    else:
        start = _characters(line, col)
        end = len(line.rstrip()) if end_col is None or end_col <= col else _characters(line, end_col)
    pad = "".join("\t" if c == "\t" else " " for c in line[:start])
    return pad + "^" * max(1, end - start)


def _characters(line: str, column: int) -> int:
    """Convert a column in UTF-8 bytes to a column in characters."""
    return len(line.encode("utf-8")[:column].decode("utf-8", errors="replace"))


def _shown_path(filename: str) -> str:
    """Return the path relative to the working directory when the file is below it."""
    if not os.path.isabs(filename):
        return filename
    try:
        relative = os.path.relpath(filename)
    except (ValueError, OSError):
        return filename
    return filename if relative.startswith("..") else relative


class _Paint:
    """Colours a text by its role."""

    def __init__(self, colours: dict[str, str]) -> None:
        self.colours = colours

    def __call__(self, role: str, text: str) -> str:
        code = self.colours.get(role)
        return f"\033[{code}m{text}\033[0m" if code and text else text


_plain = _Paint({})


def _painter(colour: bool | None) -> _Paint:
    from coluber.core import config

    if colour is None:
        colour = _terminal_wants_colour(config.COLOR_SCHEME)
    if not colour or config.DISABLE_ERROR_MESSAGE_HIGHLIGHTING:
        return _plain
    return _Paint(_COLOURS.get(config.COLOR_SCHEME, _COLOURS["auto"]))


def _terminal_wants_colour(scheme: str) -> bool:
    if scheme == "no_color" or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
