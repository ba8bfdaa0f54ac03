"""A row of the table of the language."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A feature with its example; and why it is refused, if it is."""

    feature: str
    body: str
    refused: str = ""


def rows(*given: tuple[str, ...]) -> list[Row]:
    """Return rows of what they hold."""
    return [Row(*row) for row in given]
