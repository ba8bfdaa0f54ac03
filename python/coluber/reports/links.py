"""Links to the page of a report that is being written, for the other views of compiled functions."""

from __future__ import annotations

import contextlib
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType

_page: str | None = None

# An address of the page in a text.
ADDRESS = re.compile(r"report: (\S+\.html?#\S+)")


@contextlib.contextmanager
def to_page(path: str | None) -> Iterator[None]:
    """Have links lead to a page, until the block ends."""
    global _page
    before, _page = _page, path
    try:
        yield
    finally:
        _page = before


def anchor(name: str, line: int) -> str:
    """Return the name of a function's place in the page, by its qualified name and first line."""
    return f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)}-{line}"


def address(function: FunctionType) -> str | None:
    """Return the address of a function in the page that is being written; None where there is none."""
    return None if _page is None else f"{_page}#{anchor(function.__qualname__, max(function.__code__.co_firstlineno, 1))}"


def line_of(function: FunctionType) -> str:
    """Return a line that says where the report of a function is, or how one is made."""
    found = address(function)
    if found is not None:
        return f"report: {found}"
    return f"report: coluber annotate {function.__code__.co_filename}  (writes a page with the section {function.__qualname__})"


def in_graph(dot: str, function: FunctionType) -> str:
    """Return a graph in the dot language that names the report; drawings of it lead there."""
    found = address(function)
    where = f"// {line_of(function)}\n"
    if found is None:
        return where + dot
    quoted = found.replace("\\", "\\\\").replace('"', '\\"')
    return where + dot.replace("{", f'{{\n    graph [URL="{quoted}", tooltip="report"];', 1)


def in_code(text: str, function: FunctionType, comment: str = "//") -> str:
    """Return code that begins with a comment that names the report, while one is being written."""
    return text if address(function) is None else f"{comment} {line_of(function)}\n{text}"
