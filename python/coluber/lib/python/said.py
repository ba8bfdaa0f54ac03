"""What CPython says in exceptions whose texts differ between its versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def said(call: Callable[[], object]) -> str:
    """Return the text of the ValueError that a call raises."""
    try:
        call()
    except ValueError as error:
        return str(error)
    return ""
