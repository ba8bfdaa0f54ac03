"""Texts of exceptions that differ between versions of CPython."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def text_of(function: Callable[[], Any]) -> str:
    """Return the text of the exception that a function raises in this version of Python."""
    try:
        function()
    except Exception as error:
        return str(error)
    raise AssertionError("the function has to raise")
